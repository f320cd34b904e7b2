// ---- sampling: what a step read, the noise it made, and the time it took ----
function sizes(s) {
  if (s.sizes.every(chain => chain.length === 0)) { $('sizes-figure').hidden = true; return; }
  const constant = new Set(s.sizes.flat()).size === 1;
  const chains = (constant ? s.sizes.slice(0, 1) : s.sizes).filter(chain => chain.length > 0);
  const label = constant ? 'always ' + whole(chains[0][0]) : 'along the chains';
  draw('sizes', 'Rows of a step: ' + label, () => ({
    legend: Object.assign(base().legend, {show: !constant}),
    xAxis: below('step', {type: 'value', max: s.steps, splitNumber: 3, splitLine: {show: false}}, {showMaxLabel: false, formatter: whole}),
    yAxis: axis({type: 'value', min: 0}, {formatter: whole}),
    tooltip: tip({formatter: p => 'step ' + whole(p[0].data[0]) + ': ' + p.map(q => whole(q.data[1])).join(', ') + ' rows'}),
    series: chains.map((chain, c) => ({type: 'line', name: chainName(c), showSymbol: false, lineStyle: {width: constant ? 2 : 1},
      data: chain.map((x, b) => [b * s.steps / chain.length, x]).concat([[s.steps, chain[chain.length - 1]]]),
      markPoint: constant ? {silent: true, symbol: 'circle', symbolSize: 0, label: {color: css('--ink'), fontSize: 13, offset: [0, -14], formatter: label}, data: [{coord: [s.steps / 2, chain[0]]}]} : undefined})),
  }));
}
function inflation(s) {
  if (s.inflation.length === 0) { $('inflation-figure').hidden = true; return; }
  const mean = sum(s.inflation) / s.inflation.length;
  const marks = [['mean ' + percent(mean, 2), mean, '--ink', 'dotted']];
  if (known(s.tolerance)) marks.push(['tolerance ' + percent(s.tolerance), s.tolerance, '--minus', 'dashed']);
  draw('inflation', 'Gradient noise widens standard deviations: ' + marks.map(m => m[0]).join(', '), () => ({
    xAxis: below('direction', {type: 'category', data: s.inflation.map((_, i) => i + 1), axisTick: {show: false}}),
    yAxis: axis({type: 'value', min: 0, max: x => 1.1 * Math.max(x.max, s.tolerance || 0)}, {showMaxLabel: false, formatter: x => percent(x, 2)}),
    tooltip: tip({formatter: p => percent(p[0].value)}),
    series: [{type: 'bar', data: s.inflation, barCategoryGap: '15%', itemStyle: {color: css('--accent'), opacity: .45}},
      ...marks.map(([name, value, colour, type]) => ({type: 'line', name, data: [], itemStyle: {color: css(colour)},
        markLine: {silent: true, symbol: 'none', precision: 8, label: {show: false}, lineStyle: {color: css(colour), type, width: 2}, data: [{yAxis: value}]}}))],
  }));
}
function time(s) {
  const total = sum(s.seconds.map(x => x.value));
  draw('time', 'Seconds by stage: ' + s.seconds.map(x => x.name + ' ' + x.value.toFixed(2)).join(', '), () => ({
    legend: {show: false},
    grid: {left: 10 + width(s.seconds.map(x => x.name)), right: 104, top: 4, bottom: 4},
    xAxis: axis({type: 'value', min: 0, show: false}),
    yAxis: axis({type: 'category', inverse: true, data: s.seconds.map(x => x.name), axisTick: {show: false}, axisLine: {show: false}}, {color: css('--ink'), interval: 0}),
    tooltip: {show: false},
    series: [{type: 'bar', barWidth: '62%', data: s.seconds.map(x => x.value), itemStyle: {color: css('--accent'), borderRadius: [0, 3, 3, 0]},
      label: {show: true, position: 'right', color: css('--faint'), formatter: p => p.value.toFixed(2) + ' s  (' + Math.round(100 * p.value / total) + ' %)'}}],
  }));
}
function sampling() {
  for (const fact of data.sampling.facts) describe($('how'), fact.name, fact.text);
  inflation(data.sampling); // first: without it the other charts are wider
  sizes(data.sampling);
  time(data.sampling);
}
