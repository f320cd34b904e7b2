// ---- effects: what each column does to the response, a chart for each ----
const effects = data.effects;
const mostEffects = 6;
let allEffects = false;
const spanOf = line => Math.max(...line.mean) - Math.min(...line.mean);
const sizeOf = item => Math.max(...item.lines.map(spanOf));
const effectOrders = {
  size: (a, b) => sizeOf(b) - sizeOf(a),
  name: (a, b) => a.name.localeCompare(b.name),
  file: () => 0,
};
// Lines of the chosen class; one class at a time where there are lines for levels already.
function effectLines(item) {
  const chosen = $('effect-class').value;
  const outcome = chosen === '' && item.other !== null ? item.lines[item.lines.length - 1].outcome : chosen;
  return outcome === '' ? item.lines : item.lines.filter(line => line.outcome === outcome);
}
const extent = lines => [Math.min(...lines.flatMap(line => line.q5)), Math.max(...lines.flatMap(line => line.q95))];
function padded([low, high]) {
  const room = (high - low || Math.abs(high) || 1) * .06;
  const end = (x, side) => effects.shares ? Math.min(1, Math.max(0, x + side * room)) : x + side * room;
  return [end(low, -1), low >= 0 && high > 0 && !effects.shares ? Math.max(end(high, 1), high) : end(high, 1)];
}
const effectTitle = item => item.other === null ? item.name : item.name + ' × ' + item.other;
function drawEffects() {
  if (!effects) return;
  const wanted = $('effect-filter').value.toLowerCase();
  const found = effects.columns.filter(item => item.name.toLowerCase().includes(wanted)).sort(effectOrders[$('effect-order').value]);
  const crossed = effects.interactions.filter(item => effectTitle(item).toLowerCase().includes(wanted));
  const shown = allEffects ? found : found.slice(0, mostEffects);
  $('effect-all').hidden = found.length <= mostEffects;
  $('effect-all').textContent = allEffects ? 'Show the first ' + mostEffects + ' only' : 'Show all ' + found.length;
  $('effect-found').textContent = found.length === effects.columns.length ? '' : found.length + ' of ' + effects.columns.length;
  const all = $('effect-scale').value === 'same' ? extent([...shown, ...crossed].flatMap(effectLines)) : null;
  effectCards('effect-grid', shown, all);
  effectCards('interaction-grid', crossed, all);
  $('h-interactions').hidden = crossed.length === 0;
}
const effectCards = (grid, items, range) => cards(grid, items, effectTitle, (element, item) => effectChart(element, item, range || extent(effectLines(item))));
function effectChart(element, item, range) {
  const lines = effectLines(item);
  const names = lines.map(line => lineName(item, line));
  const full = names.map(name => item.other === null ? name : shorten(item.other, 30) + ' = ' + name);
  const several = lines.length > 1;
  if (!item.number) element.style.height = Math.max(9, 5.5 + item.at.length * (several ? 1.1 + .45 * lines.length : 1.5)) + 'rem';
  const label = 'Effect of ' + isolate(effectTitle(item)) + ': ' + lines.map((line, k) => (several ? isolate(full[k]) + ': ' : '') + item.at.map((v, j) => isolate(v) + ' ' + number(line.mean[j], 3)).join(', ')).join('; ');
  draw(element.id, label, () => (item.number ? numberEffect : levelEffect)(item, lines, names, padded(range)));
}
const lineName = (item, line) => shorten(item.other !== null ? line.by : line.outcome, 24);
const lineColour = (lines, k) => lines.length > 1 ? palette()[k % palette().length] : css('--accent');
const effectLegend = (lines, names) => lines.length > 1 ? Object.assign(base().legend, {type: 'scroll', itemHeight: 8, data: names, pageIconColor: css('--accent'), pageIconInactiveColor: css('--line'), pageTextStyle: {color: css('--faint')}}) : {show: false};
const responseName = lines => !effects.shares ? shorten(data.target, 30) : new Set(lines.map(line => line.outcome)).size > 1 || lines[0].outcome === '' ? 'probability' : 'probability of ' + shorten(lines[0].outcome, 20);
// The second column, whose values the legend has.
const linesBy = item => item.other === null ? '' : ', lines: ' + shorten(item.other, 20);
function numberEffect(item, lines, names, [min, max]) {
  const xs = item.at.map(Number);
  const several = lines.length > 1;
  return {
    legend: effectLegend(lines, names),
    grid: {left: 4, right: 18, top: several ? 52 : 28, bottom: 24, containLabel: true},
    title: up(responseName(lines) + linesBy(item), several ? 24 : 2),
    xAxis: below(shorten(item.name, 30), aside({type: 'value', min: xs[0], max: xs[xs.length - 1], splitNumber: 4}), Object.assign({formatter: short}, ends)),
    yAxis: axis(aside({type: 'value', min, max, splitNumber: 4}), Object.assign({formatter: short}, ends)),
    tooltip: tip({formatter: p => effectTip(item, lines, names, p[0].dataIndex)}),
    series: lines.flatMap((line, k) => [
      ribbon(xs, line.q5, line.q95, lineColour(lines, k), .16, names[k]),
      ribbon(xs, line.q25, line.q75, lineColour(lines, k), .26, names[k]),
      {type: 'line', name: names[k], z: 3, symbol: 'circle', symbolSize: 4, showSymbol: false, itemStyle: {color: lineColour(lines, k)}, lineStyle: {color: lineColour(lines, k), width: 2}, data: xs.map((x, j) => [x, line.mean[j]])},
    ]),
  };
}
function effectTip(item, lines, names, j) {
  return '<b>' + escape(item.name) + ' = ' + escape(item.number ? number(+item.at[j], 4) : item.at[j]) + '</b>' + lines.map((line, k) =>
    '<br>' + (lines.length > 1 ? escape(item.other === null ? names[k] : item.other + ' = ' + names[k]) + ': ' : '') + number(line.mean[j], 3) + ' (' + number(line.q5[j], 3) + ' to ' + number(line.q95[j], 3) + ')').join('');
}
function levelEffect(item, lines, names, [min, max]) {
  const labels = item.at.map(v => shorten(v, narrow() ? 14 : 20));
  const several = lines.length > 1;
  return {
    legend: effectLegend(lines, names),
    grid: {left: 14 + width(labels), right: 20, top: several ? 34 : 10, bottom: 40},
    xAxis: below(responseName(lines) + linesBy(item), {type: 'value', min, max, splitNumber: 4}, Object.assign({formatter: short}, ends)),
    yAxis: axis(aside({type: 'category', inverse: true, data: item.at.map((_, j) => j), axisTick: {show: false}, splitLine: {show: false}}), {color: css('--ink'), interval: 0, hideOverlap: false, fontSize: 12, formatter: j => labels[j]}),
    tooltip: tip({trigger: 'item', formatter: p => effectTip(item, lines, names, p.data[0])}),
    series: lines.map((line, k) => ({type: 'custom', name: names[k], itemStyle: {color: lineColour(lines, k)}, encode: {x: [1, 2, 3, 4, 5], y: 0},
      data: item.at.map((_, j) => [j, line.q5[j], line.q25[j], line.mean[j], line.q75[j], line.q95[j]]),
      renderItem: (params, api) => levelMark(api, lineColour(lines, k), lines.length === 1 ? 0 : (k - (lines.length - 1) / 2) * Math.min(9, api.size([0, 1])[1] * .8 / lines.length))})),
  };
}
// A thin line for 90 %, a thick one for 50 %, a dot for the mean.
function levelMark(api, colour, shift) {
  const [q5, q25, mean, q75, q95] = [1, 2, 3, 4, 5].map(v => api.coord([api.value(v), api.value(0)]));
  const y = q5[1] + shift;
  const line = (from, to, lineWidth) => ({type: 'line', shape: {x1: from[0], y1: y, x2: to[0], y2: y}, style: {stroke: colour, lineWidth}});
  return {type: 'group', children: [line(q5, q95, 1.5), line(q25, q75, 5), {type: 'circle', shape: {cx: mean[0], cy: y, r: 4}, style: {fill: colour, stroke: css('--card'), lineWidth: 1}}]};
}
if (!effects) {
  for (const part of [$('effects'), document.querySelector('nav a[href="#effects"]')]) part.hidden = true;
} else {
  $('effects-text').textContent = 'The ' + (effects.shares ? 'probability' : 'mean response') + ' that the model predicts if a column had one value in all rows, averaged over ' + (effects.whole ? 'all ' + whole(effects.rows) + ' rows' : whole(effects.rows) + ' of the rows') + ', all other columns as they are. Lines and dots are posterior means; bands and bars hold 50 % and 90 % of ' + effects.draws + ' draws.' + (effects.among ? ' Of ' + whole(effects.among) + ' columns these are the ' + effects.columns.length + ' that move the predictions most.' : '');
  const classNames = Array.from(new Set(effects.columns[0].lines.map(line => line.outcome)));
  if (classNames.length > 1) {
    $('effect-class-label').hidden = false;
    $('effect-class').append(new Option('all', ''));
    for (const name of classNames) $('effect-class').append(new Option(shorten(name, 40), name));
  } else $('effect-class').append(new Option('', ''));
  for (const id of ['effect-order', 'effect-scale', 'effect-class']) $(id).addEventListener('change', drawEffects);
  $('effect-filter').addEventListener('input', drawEffects);
  $('effect-all').addEventListener('click', () => { allEffects = !allEffects; drawEffects(); });
}
