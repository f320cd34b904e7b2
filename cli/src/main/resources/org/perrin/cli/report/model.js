// ---- model and data: calibration, the check that suits the family, residuals along columns ----
const predictive = data.predictive;
const manyErrors = 5;
function calibration() {
  const shares = predictive.shares;
  const several = predictive.curves.length > 1;
  const all = predictive.curves.flatMap(c => c.groups);
  const ofQuantile = known(predictive.quantile);
  const every = (ofQuantile ? all.map(g => g.at) : all.flatMap(g => [g.predicted, g.observed, g.low, g.high])).filter(known);
  const range = shares && !ofQuantile ? [0, 1] : [Math.min(...every), Math.max(...every)];
  const limits = shares && !ofQuantile ? {min: 0, max: 1} : {scale: true};
  const what = ofQuantile ? ['predicted quantile', 'share of rows below'] : shares ? ['predicted probability', 'share seen'] : ['predicted mean', 'mean seen'];
  const expected = ofQuantile ? ' expected ' : ' predicted ';
  const colour = c => several ? classColour(c) : css('--accent');
  const far = g => Math.abs(g.errors) >= manyErrors;
  const off = all.filter(far).sort((a, b) => Math.abs(b.errors) - Math.abs(a.errors))[0];
  const words = off ? ' Ringed groups are far outside: the furthest is ' + number(Math.abs(off.errors), 2) + ' standard errors off,' + expected + number(off.predicted, 3) + ' and seen ' + number(off.observed, 3) + '.' : '';
  $('calibration-text').textContent = (several ? 'For each class, rows in ' : 'Rows in ') + predictive.curves[0].groups.length + ' groups by what the model predicts, and ' + (ofQuantile ? 'the share of targets that lie below it in each: ' + percent(predictive.quantile, 4) + ' if the model is right.' : 'what was seen in each.') + ' ' + (several ? 'Bars hold' : 'The band holds') + ' 90 % of what would be seen if the model were right, with as many rows.' + words;
  draw('calibration', 'Calibration: ' + predictive.curves.map(c => (several ? isolate(c.name) + ': ' : '') + c.groups.map(g => 'predicted ' + number(g.predicted, 2) + ', seen ' + number(g.observed, 2)).join('; ')).join('. '), () => ({
    legend: several ? classLegend() : {show: false},
    grid: {left: 4, right: 22, top: several ? 58 : 32, bottom: 26, containLabel: true},
    xAxis: below(what[0], aside(Object.assign({type: 'value'}, limits)), {formatter: short}),
    title: up(what[1], several ? 26 : 2),
    yAxis: axis(aside(Object.assign({type: 'value'}, limits)), {formatter: short}),
    tooltip: tip({trigger: 'item', formatter: p => p.data && p.data.group ? (several ? '<b>' + escape(p.seriesName) + '</b><br>' : '') + groupTip(p.data.group) : ''}),
    series: [
      {type: 'line', silent: true, symbol: 'none', lineStyle: {color: css('--faint'), type: 'dashed'}, data: range.map(x => [x, ofQuantile ? predictive.quantile : x])},
      ...predictive.curves.flatMap((c, k) => [
        several ? bars(c.groups.map(g => [g.at, g.low, g.high]), colour(k), className(k), .4)
          : ribbon(c.groups.map(g => g.at), c.groups.map(g => g.low), c.groups.map(g => g.high), css('--faint'), .22),
        {type: 'line', name: className(k), z: 3, symbol: 'circle', symbolSize: several ? 7 : 9, itemStyle: {color: colour(k)}, lineStyle: {color: colour(k), opacity: .5},
          data: c.groups.map(g => ({value: [g.at, g.observed], group: g, symbolSize: far(g) ? 12 : several ? 7 : 9, itemStyle: far(g) ? {borderColor: css('--bad'), borderWidth: 3} : {}}))},
      ]),
    ],
  }));
}
const groupTip = g => whole(g.rows) + ' rows: ' + (known(predictive.quantile) ? 'quantile ' + number(g.at, 3) + ', below it expected ' : 'predicted ') + number(g.predicted, 3) + ', seen ' + number(g.observed, 3) + '<br>' + number(g.errors, 2) + ' standard errors; 90 % from ' + number(g.low, 3) + ' to ' + number(g.high, 3);
// Classes by their names, which the legend may cut, so they are kept apart by their numbers.
const className = c => predictive.curves.length > 1 ? shorten(predictive.curves[c].name, 24) + (predictive.curves.some((o, k) => k < c && shorten(o.name, 24) === shorten(predictive.curves[c].name, 24)) ? ' (' + (c + 1) + ')' : '') : undefined;
const classColour = c => palette()[c % palette().length];
const classLegend = () => Object.assign(base().legend, {type: 'scroll', itemHeight: 8, data: predictive.curves.map((_, c) => className(c)), pageIconColor: css('--accent'), pageIconInactiveColor: css('--line'), pageTextStyle: {color: css('--faint')}});
// Intervals that stand upright.
function bars(triples, colour, name, opacity = 1) {
  return {type: 'custom', name, silent: true, data: triples, encode: {x: 0, y: [1, 2]}, itemStyle: {color: colour},
    renderItem: (params, api) => {
      const [low, high] = [1, 2].map(v => api.coord([api.value(0), api.value(v)]));
      return {type: 'line', shape: {x1: low[0], y1: low[1], x2: high[0], y2: high[1]}, style: {stroke: colour, lineWidth: opacity < 1 ? 5 : 2, opacity}};
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
function check() {
  const kinds = {
    density: ['Densities', 'The density of the target as it was seen, and of targets drawn from the model: bands hold 50 % and 90 % of them.', densities],
    rootogram: ['Rootogram', 'Bars hang from what the model expects, by the square root of how often each count was seen. A bar that ends below 0 came more often than expected, one above 0 less often; where all is well they end in the band, nine times in ten.', rootogram],
    categories: ['Categories', 'How often each class was seen, and 50 % and 90 % intervals of how often it would be if the model were right.', categories],
    survival: ['Survival', 'The share of rows without the event by a time: as steps the estimate of Kaplan and Meier with its 90 % interval, as a line what the model says of the same rows, with 50 % and 90 % bands.', survival],
  };
  const [title, text, make] = kinds[predictive.check.kind];
  $('h-check').textContent = title;
  $('check-text').textContent = text;
  make(predictive.check);
}
const seenLine = (name, points, more) => Object.assign({type: 'line', name, z: 3, symbol: 'none', itemStyle: {color: css('--accent')}, lineStyle: {color: css('--accent'), width: 2.5}, data: points}, more);
const expectedLine = (name, points) => ({type: 'line', name, z: 2, symbol: 'none', itemStyle: {color: css('--minus')}, lineStyle: {color: css('--minus'), width: 1.5}, data: points});
const pointsOf = (xs, ys) => xs.map((x, k) => [x, ys[k]]);
const legendOf = names => Object.assign(base().legend, {itemHeight: 8, data: names});
function densities(c) {
  draw('check', 'Density of the target as seen and as the model expects it', () => ({
    grid: {left: 4, right: 22, top: 58, bottom: 26, containLabel: true},
    legend: legendOf(['seen', 'expected']),
    xAxis: below(shorten(data.target, 36), {type: 'value', min: c.at[0], max: c.at[c.at.length - 1], splitLine: {show: false}}, Object.assign({formatter: short}, ends)),
    title: up('density', 26),
    yAxis: axis(aside({type: 'value', min: 0, max: 1.05 * Math.max(...c.observed, ...c.q95)}), {show: false}),
    tooltip: tip({formatter: p => { const k = p[0].dataIndex; return number(c.at[k], 4) + ': seen ' + number(c.observed[k], 3) + ', expected ' + number(c.q5[k], 3) + ' to ' + number(c.q95[k], 3); }}),
    series: [
      ribbon(c.at, c.q5, c.q95, css('--minus'), .16), ribbon(c.at, c.q25, c.q75, css('--minus'), .26),
      expectedLine('expected', pointsOf(c.at, c.q50)), seenLine('seen', pointsOf(c.at, c.observed)),
    ],
  }));
}
function rootogram(c) {
  const root = values => values.map(v => Math.sqrt(v));
  const [seen, low, middle, high] = [c.observed, c.q5, c.q50, c.q95].map(root);
  const bins = seen.length;
  const step = c.edges[1] - c.edges[0];
  const place = b => step === 1 ? String(Math.round(c.edges[b] + .5)) : Math.round(c.edges[b] + .5) + '–' + Math.round(c.edges[b + 1] - .5);
  const floor = b => middle[b] - seen[b];
  draw('check', 'Rootogram of the target: ' + seen.map((_, b) => place(b) + ' seen ' + whole(c.observed[b]) + ', expected ' + whole(c.q50[b])).join('; '), () => ({
    grid: {left: 4, right: 22, top: 58, bottom: 26, containLabel: true},
    legend: legendOf(['seen', 'expected']),
    xAxis: below(shorten(data.target, 36), {type: 'category', data: seen.map((_, b) => place(b)), axisTick: {show: false}, axisLine: {onZero: false, lineStyle: {color: css('--open')}}}),
    title: up('square root of rows', 26),
    yAxis: axis(aside({type: 'value', splitNumber: 5}), {formatter: short}),
    tooltip: tip({formatter: p => { const b = p[0].dataIndex; return '<b>' + place(b) + '</b><br>seen ' + whole(c.observed[b]) + ', expected ' + whole(c.q50[b]) + ' (' + whole(c.q5[b]) + ' to ' + whole(c.q95[b]) + ')'; }}),
    series: [
      {type: 'custom', name: 'seen', itemStyle: {color: css('--accent')}, encode: {x: 0, y: [1, 2]}, data: seen.map((_, b) => [b, floor(b), middle[b]]), renderItem: hanging},
      bars(seen.map((_, b) => [b, middle[b] - high[b], middle[b] - low[b]]), css('--minus'), undefined, .45),
      Object.assign(expectedLine('expected', middle), {symbol: 'circle', symbolSize: 4, z: 4,
        markLine: {silent: true, symbol: 'none', label: {show: false}, data: [{yAxis: 0}], lineStyle: {color: css('--ink'), type: 'solid'}}}),
    ],
  }));
}
function hanging(params, api) {
  const [from, to] = [1, 2].map(v => api.coord([api.value(0), api.value(v)]));
  const wide = api.size([1, 0])[0] * .8;
  return {type: 'rect', shape: {x: from[0] - wide / 2, y: Math.min(from[1], to[1]), width: wide, height: Math.abs(from[1] - to[1])}, style: {fill: css('--accent'), opacity: .45}};
}
function categories(c) {
  const names = predictive.curves.map((_, k) => className(k));
  const most = narrow() ? 12 : 24;
  if (names.length > 8) $('check').style.height = (names.length * 26 + 90) + 'px';
  draw('check', 'Shares of the classes: ' + names.map((name, k) => isolate(name) + ' seen ' + percent(c.observed[k], 3) + ', expected ' + percent(c.q50[k], 3)).join('; '), () => ({
    grid: {left: 14 + width(names.map(name => shorten(name, most))), right: 24, top: 34, bottom: 40},
    legend: legendOf(['seen', 'expected']),
    xAxis: below('share of rows', {type: 'value', min: 0}, {formatter: x => percent(x)}),
    yAxis: axis({type: 'category', inverse: true, data: names.map((_, k) => k), axisTick: {show: false}}, {color: css('--ink'), interval: 0, hideOverlap: false, fontSize: 12, formatter: k => shorten(names[k], most)}),
    tooltip: tip({trigger: 'item', formatter: p => { const k = p.dataIndex; return '<b>' + escape(names[k]) + '</b><br>seen ' + percent(c.observed[k]) + ', expected ' + percent(c.q5[k]) + ' to ' + percent(c.q95[k]); }}),
    series: [
      {type: 'bar', name: 'seen', barCategoryGap: '35%', itemStyle: {color: css('--accent'), opacity: .45}, data: c.observed},
      {type: 'custom', name: 'expected', itemStyle: {color: css('--minus')}, encode: {x: [1, 2, 3, 4, 5], y: 0}, data: names.map((_, k) => [k, c.q5[k], c.q25[k], c.q50[k], c.q75[k], c.q95[k]]), renderItem: (params, api) => levelMark(api, css('--minus'), 0)},
    ],
  }));
}
function survival(c) {
  draw('check', 'Share of rows without the event: ' + c.at.filter((_, k) => k % 10 === 0).map((t, k) => number(t, 3) + ' seen ' + percent(c.observed[10 * k], 2) + ', expected ' + percent(c.q50[10 * k], 2)).join('; '), () => ({
    grid: {left: 4, right: 22, top: 58, bottom: 26, containLabel: true},
    legend: legendOf(['seen', 'expected']),
    xAxis: below(shorten(data.target, 36), {type: 'value', min: 0, max: c.at[c.at.length - 1], splitLine: {show: false}}, Object.assign({formatter: short}, ends)),
    title: up('without the event', 26),
    yAxis: axis({type: 'value', min: 0, max: 1}, {formatter: x => percent(x)}),
    tooltip: tip({formatter: p => { const k = p[0].dataIndex; return number(c.at[k], 4) + ': seen ' + percent(c.observed[k]) + ', expected ' + percent(c.q5[k]) + ' to ' + percent(c.q95[k]); }}),
    series: [
      ribbon(c.at, c.q5, c.q95, css('--minus'), .16), ribbon(c.at, c.q25, c.q75, css('--minus'), .26),
      expectedLine('expected', pointsOf(c.at, c.q50)),
      ...[c.low, c.high].map(side => seenLine(undefined, pointsOf(c.at, side), {step: 'end', silent: true, lineStyle: {color: css('--accent'), width: 1, type: 'dashed', opacity: .8}})),
      seenLine('seen', pointsOf(c.at, c.observed), {step: 'end'}),
    ],
  }));
}
// ---- residuals along columns ----
const residuals = predictive && predictive.residuals;
let allResiduals = false;
const worstOf = column => Math.max(...column.mean.map((m, k) => Math.abs(m) * Math.sqrt(column.rows[k])));
function drawResiduals() {
  if (!residuals) return;
  const shown = allResiduals ? residuals.columns : residuals.columns.slice(0, mostEffects);
  $('residual-all').hidden = residuals.columns.length <= mostEffects;
  $('residual-all').textContent = allResiduals ? 'Show the first ' + mostEffects + ' only' : 'Show all ' + residuals.columns.length;
  cards('residual-grid', shown, column => column.name + (column.used ? '' : ' (not in the model)'), residualChart);
}
function residualChart(element, column) {
  const label = 'Residuals along ' + isolate(column.name) + ': ' + column.at.map((v, k) => (column.number ? number(v, 3) : isolate(v)) + ' ' + number(column.mean[k], 2)).join(', ');
  const half = column.rows.map(n => 1.645 / Math.sqrt(n));
  const off = k => Math.abs(column.mean[k]) * Math.sqrt(column.rows[k]) >= residuals.clear;
  const limit = Math.max(.3, ...column.mean.map(Math.abs), ...half) * 1.1;
  const point = k => ({symbolSize: off(k) ? 10 : 7, itemStyle: {color: off(k) ? css('--bad') : css('--accent')}});
  const describe = k => '<b>' + escape(column.number ? number(column.at[k], 4) : column.at[k]) + '</b><br>mean residual ' + number(column.mean[k], 2) + ' of ' + whole(column.rows[k]) + ' rows<br>' + number(column.mean[k] * Math.sqrt(column.rows[k]), 2) + ' standard errors';
  if (!column.number) element.style.height = Math.max(9, 5.5 + column.at.length * 1.5) + 'rem';
  draw(element.id, label, () => column.number ? {
    legend: {show: false}, grid: {left: 4, right: 18, top: 28, bottom: 24, containLabel: true},
    title: up('mean residual'),
    xAxis: below(shorten(column.name, 30), aside({type: 'value', scale: true, splitNumber: 4, splitLine: {show: false}}), Object.assign({formatter: short}, ends)),
    yAxis: axis(aside({type: 'value', min: -limit, max: limit, splitNumber: 4}), Object.assign({formatter: short}, ends)),
    tooltip: tip({trigger: 'item', formatter: p => describe(p.dataIndex)}),
    series: [ribbon(column.at, half.map(h => -h), half, css('--faint'), .22),
      {type: 'line', z: 3, symbol: 'circle', lineStyle: {color: css('--accent'), opacity: .4}, data: column.at.map((v, k) => Object.assign({value: [v, column.mean[k]]}, point(k))),
        markLine: {silent: true, symbol: 'none', label: {show: false}, data: [{yAxis: 0}], lineStyle: {color: css('--faint'), type: 'dashed'}}}],
  } : levelResiduals(column, half, limit, point, describe));
}
function levelResiduals(column, half, limit, point, describe) {
  const labels = column.at.map(v => shorten(v, narrow() ? 14 : 20));
  return {
    legend: {show: false}, grid: {left: 14 + width(labels), right: 20, top: 10, bottom: 40},
    xAxis: below('mean residual', {type: 'value', min: -limit, max: limit, splitNumber: 4}, Object.assign({formatter: short}, ends)),
    yAxis: axis(aside({type: 'category', inverse: true, data: column.at.map((_, k) => k), axisTick: {show: false}, splitLine: {show: false}}), {color: css('--ink'), interval: 0, hideOverlap: false, fontSize: 12, formatter: k => labels[k]}),
    tooltip: tip({trigger: 'item', formatter: p => describe(p.dataIndex)}),
    series: [
      {type: 'custom', silent: true, encode: {x: [1, 2], y: 0}, data: half.map((h, k) => [k, -h, h]), renderItem: (params, api) => {
        const [from, to] = [1, 2].map(v => api.coord([api.value(v), api.value(0)]));
        return {type: 'line', shape: {x1: from[0], y1: from[1], x2: to[0], y2: to[1]}, style: {stroke: css('--faint'), lineWidth: 8, opacity: .3}};
      }},
      {type: 'scatter', z: 3, data: column.mean.map((m, k) => Object.assign({value: [m, k]}, point(k))),
        markLine: {silent: true, symbol: 'none', label: {show: false}, data: [{xAxis: 0}], lineStyle: {color: css('--faint'), type: 'dashed'}}},
    ],
  };
}
function residualText() {
  const worst = residuals.columns[0];
  const most = worst ? worstOf(worst) : 0;
  $('residual-text').textContent = (known(predictive.quantile) ? 'Of ' + whole(residuals.rows) + ' rows, on which side of the predicted quantile the target lies, as a number above or below 0 with mean 0 and standard deviation 1 if the model is right: means of it'
    : 'Randomised quantile residuals of ' + whole(residuals.rows) + ' rows, standard normal if the model is right whatever the family (their own mean and spread are taken out): their means') + ' in groups of rows along every column of the table. Bands hold 90 % of such means, by how many rows there are. '
    + (most >= residuals.clear ? 'They depend most on ' + isolate(worst.name) + (worst.used ? '' : ', which is not in the model') + ': one group is ' + number(most, 2) + ' standard errors off.' : 'No column has a group that is clearly off: the furthest is ' + number(most, 2) + ' standard errors from 0.');
}
function model() {
  if (!predictive) {
    for (const part of [$('model'), document.querySelector('nav a[href="#model"]')]) part.hidden = true;
    return;
  }
  $('model-text').textContent = data.priorOnly ? 'What the prior expects of ' + whole(predictive.rows) + ' rows, with ' + predictive.draws + ' draws, beside what was seen.'
    : 'On ' + whole(predictive.rows) + ' of the rows that were fitted, with ' + predictive.draws + ' draws. Rows the model has not seen are a better test: perrin predict scores them.';
  if (!data.priorOnly) for (const score of predictive.scores) describe($('scores'), score.name, score.text);
  $('calibration-figure').hidden = data.priorOnly || predictive.curves.length === 0;
  $('check-figure').hidden = !predictive.check;
  $('histogram-figure').hidden = !predictive.histogram;
  if (!$('calibration-figure').hidden) calibration();
  if (predictive.check) check();
  if (predictive.histogram) (predictive.curves.length > 1 ? classes : probabilities)();
  $('residuals').hidden = !residuals || residuals.columns.length === 0;
  if (!$('residuals').hidden) {
    residualText();
    drawResiduals();
    $('residual-all').addEventListener('click', () => { allResiduals = !allResiduals; drawResiduals(); });
  }
}
