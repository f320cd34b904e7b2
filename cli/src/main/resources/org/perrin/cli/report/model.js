// ---- model and data: calibration, and a histogram of what was seen and expected ----
const predictive = data.predictive;
function calibration() {
  const shares = predictive.shares;
  const several = predictive.curves.length > 1;
  const every = predictive.curves.flatMap(c => c.groups.flatMap(g => [g.predicted, g.low, g.high]));
  const range = shares ? [0, 1] : [Math.min(...every), Math.max(...every)];
  const limits = shares ? {min: 0, max: 1} : {scale: true};
  const what = shares ? ['predicted probability', 'share seen'] : ['predicted mean', 'mean seen'];
  const colour = c => several ? classColour(c) : css('--accent');
  $('calibration-text').textContent = (several ? 'For each class, rows in ' : 'Rows in ') + predictive.curves[0].groups.length + ' groups by what the model predicts, with what was seen in each and its 90 % interval. On the diagonal the model says what happens.';
  draw('calibration', 'Calibration: ' + predictive.curves.map(c => (several ? isolate(c.name) + ': ' : '') + c.groups.map(g => 'predicted ' + number(g.predicted, 2) + ', seen ' + number(g.observed, 2)).join('; ')).join('. '), () => ({
    legend: several ? classLegend() : {show: false},
    grid: {left: 4, right: 22, top: several ? 58 : 32, bottom: 26, containLabel: true},
    xAxis: below(what[0], Object.assign({type: 'value'}, limits), {formatter: short}),
    title: up(what[1], several ? 26 : 2),
    yAxis: axis(Object.assign({type: 'value'}, limits), {formatter: short}),
    tooltip: tip({trigger: 'item', formatter: p => p.data ? (several ? '<b>' + escape(p.seriesName) + '</b><br>' : '') + 'predicted ' + number(p.data[0], 3) + ', seen ' + number(p.data[1], 3) : ''}),
    series: [
      {type: 'line', silent: true, symbol: 'none', lineStyle: {color: css('--faint'), type: 'dashed'}, data: range.map(x => [x, x])},
      ...predictive.curves.flatMap((c, k) => [
        bars(c.groups.map(g => [g.predicted, g.low, g.high]), colour(k), className(k)),
        {type: 'line', name: className(k), symbol: 'circle', symbolSize: several ? 7 : 9, itemStyle: {color: colour(k)}, lineStyle: {color: colour(k), opacity: .5}, data: c.groups.map(g => [g.predicted, g.observed])},
      ]),
    ],
  }));
}
// Classes by their names, which the legend may cut, so they are kept apart by their numbers.
const className = c => predictive.curves.length > 1 ? shorten(predictive.curves[c].name, 24) + (predictive.curves.some((o, k) => k < c && shorten(o.name, 24) === shorten(predictive.curves[c].name, 24)) ? ' (' + (c + 1) + ')' : '') : undefined;
const classColour = c => palette()[c % palette().length];
const classLegend = () => Object.assign(base().legend, {type: 'scroll', itemHeight: 8, data: predictive.curves.map((_, c) => className(c)), pageIconColor: css('--accent'), pageIconInactiveColor: css('--line'), pageTextStyle: {color: css('--faint')}});
// Intervals that stand upright.
function bars(triples, colour, name) {
  return {type: 'custom', name, silent: true, data: triples, encode: {x: 0, y: [1, 2]}, itemStyle: {color: colour},
    renderItem: (params, api) => {
      const [low, high] = [1, 2].map(v => api.coord([api.value(0), api.value(v)]));
      return {type: 'line', shape: {x1: low[0], y1: low[1], x2: high[0], y2: high[1]}, style: {stroke: colour, lineWidth: 2}};
    }};
}
// Bars stand on a hidden axis of bins; the one shown has round numbers.
function binned(name, min, max, bins) {
  return [
    {type: 'category', show: false, data: Array.from({length: bins}, (_, b) => b)},
    below(name, {type: 'value', position: 'bottom', min, max, splitLine: {show: false}}, Object.assign({formatter: short}, min === 0 && max === 1 ? {} : ends)),
  ];
}
function probabilities() {
  const h = predictive.histogram;
  const bins = h.ones.length;
  $('h-histogram').textContent = 'Separation';
  $('histogram-text').textContent = 'Predicted probabilities of the rows. The further apart the colours, the more informative the columns.';
  draw('histogram', 'Predicted probabilities, by what was seen', () => ({
    grid: {left: 4, right: 22, top: 58, bottom: 26, containLabel: true},
    legend: Object.assign(base().legend, {itemHeight: 8}),
    xAxis: binned('predicted probability', 0, 1, bins),
    title: up('share of rows', 26),
    yAxis: axis({type: 'value'}, {formatter: x => percent(x)}),
    tooltip: tip({formatter: p => p.map(q => q.seriesName + ': ' + percent(q.value)).join('<br>')}),
    series: [['seen: yes', h.ones, '--accent'], ['seen: no', h.zeros, '--minus']].map(([name, values, colour]) =>
      ({type: 'bar', stack: 'rows', name, barCategoryGap: '8%', itemStyle: {color: css(colour)}, data: values})),
  }));
}
// Where a class was seen, the mean probability that the model gave to each: a bar for each class.
function classes() {
  const shares = predictive.histogram.expected;
  const names = predictive.curves.map((_, c) => className(c));
  const all = names.length;
  $('h-histogram').textContent = 'Separation';
  $('histogram-text').textContent = 'Rows by the class that was seen, and the mean probability that the model gives to each class there. The more of a bar has its own colour, the more informative the columns.';
  if (all > 8) $('histogram').style.height = (all * 26 + 110) + 'px';
  const most = narrow() ? 12 : 24;
  draw('histogram', 'Mean predicted probability of the class that was seen: ' + names.map((name, c) => isolate(name) + ' ' + percent(shares[c][c], 2)).join('; '), () => ({
    grid: {left: 14 + width(names.map(name => shorten(name, most))), right: 22, top: 58, bottom: 40},
    legend: classLegend(),
    title: up('class seen', 26),
    xAxis: below('mean predicted probability', {type: 'value', min: 0, max: 1}, {formatter: x => percent(x)}),
    yAxis: axis({type: 'category', inverse: true, data: names.map((_, c) => c), axisTick: {show: false}}, {color: css('--ink'), interval: 0, hideOverlap: false, fontSize: 12, formatter: c => shorten(names[c], most)}),
    tooltip: tip({trigger: 'item', formatter: p => 'seen <b>' + escape(names[p.dataIndex]) + '</b>, predicted <b>' + escape(p.seriesName) + '</b>: ' + percent(p.value)}),
    series: names.map((name, c) => ({type: 'bar', stack: 'classes', name, barCategoryGap: '25%', itemStyle: {color: classColour(c)}, data: shares.map(row => row[c])})),
  }));
}
function replicates() {
  const h = predictive.histogram;
  const middle = h.observed.map((_, b) => (h.edges[b] + h.edges[b + 1]) / 2);
  const label = x => predictive.counts ? String(Math.round(x)) : number(x, 3);
  $('h-histogram').textContent = 'Posterior predictive check';
  $('histogram-text').textContent = 'The target as it was seen, and as the model would have it, with 90 % intervals.';
  draw('histogram', 'Histogram of the target as seen and as the model expects it', () => ({
    grid: {left: 4, right: 22, top: 58, bottom: 26, containLabel: true},
    legend: Object.assign(base().legend, {itemHeight: 8, data: ['seen', 'expected']}),
    xAxis: binned(shorten(data.target, 36), h.edges[0], h.edges[middle.length], middle.length),
    title: up('share of rows', 26),
    yAxis: axis({type: 'value', min: 0}, {formatter: x => percent(x)}),
    tooltip: tip({formatter: p => { const b = p[0].dataIndex; return label(middle[b]) + ': seen ' + percent(h.observed[b]) + ', expected ' + percent(h.q5[b]) + ' to ' + percent(h.q95[b]); }}),
    series: [
      {type: 'bar', name: 'seen', barCategoryGap: '8%', itemStyle: {color: css('--accent'), opacity: .45}, data: h.observed},
      bars(h.q5.map((low, b) => [b, low, h.q95[b]]), css('--minus')),
      {type: 'line', name: 'expected', symbol: 'none', itemStyle: {color: css('--minus')}, lineStyle: {color: css('--minus')}, data: h.q50},
    ],
  }));
}
function model() {
  if (!predictive) {
    for (const part of [$('model'), document.querySelector('nav a[href="#model"]')]) part.hidden = true;
    return;
  }
  $('model-text').textContent = 'On ' + whole(predictive.rows) + ' of the rows that were fitted, with ' + predictive.draws + ' draws. Rows the model has not seen are a better test: perrin predict scores them.';
  for (const score of predictive.scores) describe($('scores'), score.name, score.text);
  calibration();
  if (predictive.curves.length > 1) classes();
  else if (predictive.shares) probabilities();
  else replicates();
}
