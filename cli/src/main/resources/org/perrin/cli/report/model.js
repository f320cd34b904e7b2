// ---- model and data: calibration, and a histogram of what was seen and expected ----
const told = data.predictive;
function calibration() {
  const logistic = told.kind === 'logistic';
  const every = told.groups.flatMap(g => [g.predicted, g.low, g.high]);
  const range = logistic ? [0, 1] : [Math.min(...every), Math.max(...every)];
  const limits = logistic ? {min: 0, max: 1} : {scale: true};
  const what = logistic ? ['predicted probability', 'share seen'] : ['predicted mean', 'mean seen'];
  $('calibration-text').textContent = 'Rows in ' + told.groups.length + ' groups by what the model predicts, with what was seen in each and its 90 % interval. On the diagonal the model says what happens.';
  draw('calibration', 'Calibration: ' + told.groups.map(g => 'predicted ' + number(g.predicted, 2) + ', seen ' + number(g.observed, 2)).join('; '), () => ({
    legend: {show: false},
    grid: {left: 4, right: 22, top: 32, bottom: 26, containLabel: true},
    xAxis: below(what[0], Object.assign({type: 'value'}, limits), {formatter: short}),
    title: up(what[1]),
    yAxis: axis(Object.assign({type: 'value'}, limits), {formatter: short}),
    tooltip: tip({trigger: 'item', formatter: p => p.data ? 'predicted ' + number(p.data[0], 3) + ', seen ' + number(p.data[1], 3) : ''}),
    series: [
      {type: 'line', silent: true, symbol: 'none', lineStyle: {color: css('--faint'), type: 'dashed'}, data: range.map(x => [x, x])},
      bars(told.groups.map(g => [g.predicted, g.low, g.high]), '--accent'),
      {type: 'line', symbol: 'circle', symbolSize: 9, itemStyle: {color: css('--accent')}, lineStyle: {color: css('--accent'), opacity: .5}, data: told.groups.map(g => [g.predicted, g.observed])},
    ],
  }));
}
// Intervals that stand upright.
function bars(triples, colour, name) {
  return {type: 'custom', name, silent: true, data: triples, encode: {x: 0, y: [1, 2]}, itemStyle: {color: css(colour)},
    renderItem: (params, api) => {
      const [low, high] = [1, 2].map(v => api.coord([api.value(0), api.value(v)]));
      return {type: 'line', shape: {x1: low[0], y1: low[1], x2: high[0], y2: high[1]}, style: {stroke: css(colour), lineWidth: 2}};
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
  const h = told.histogram;
  const bins = h.ones.length;
  $('h-histogram').textContent = 'Separation';
  $('histogram-text').textContent = 'Predicted probabilities of the rows. The further the colours part, the more the columns tell.';
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
function replicates() {
  const h = told.histogram;
  const middle = h.observed.map((_, b) => (h.edges[b] + h.edges[b + 1]) / 2);
  const label = x => told.counts ? String(Math.round(x)) : number(x, 3);
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
      bars(h.q5.map((low, b) => [b, low, h.q95[b]]), '--minus'),
      {type: 'line', name: 'expected', symbol: 'none', itemStyle: {color: css('--minus')}, lineStyle: {color: css('--minus')}, data: h.q50},
    ],
  }));
}
function model() {
  if (!told) {
    for (const part of [$('model'), document.querySelector('nav a[href="#model"]')]) part.hidden = true;
    return;
  }
  $('model-text').textContent = 'On ' + whole(told.rows) + ' of the rows that were fitted, with ' + told.draws + ' draws. Rows the model has not seen tell more: perrin predict scores them.';
  for (const score of told.scores) describe($('scores'), score.name, score.text);
  calibration();
  if (told.kind === 'logistic') probabilities();
  else replicates();
}
