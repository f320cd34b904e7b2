// ---- coefficients: a forest plot, sorted and filtered ----
const mostLines = 30;
let allLines = false;
const orders = {
  size: (a, b) => Math.abs(b.mean) - Math.abs(a.mean),
  value: (a, b) => b.mean - a.mean,
  name: (a, b) => a.name.localeCompare(b.name),
  file: (a, b) => a.k - b.k,
};
const isOpen = item => item.low <= 0 && item.high >= 0;
function forestItems() {
  const standard = $('forest-unit').value === 'sd';
  const wanted = $('forest-filter').value.toLowerCase();
  const which = $('forest-which').value;
  return rows.map((row, k) => {
    const factor = standard ? data.scales[k] : 1;
    return {name: row.name, mean: row.mean * factor, low: row.q5 * factor, high: row.q95 * factor, sd: row.sd * factor, k, shown: data.scales[k] !== null && row.mean !== null};
  }).filter(item => item.shown && item.name.toLowerCase().includes(wanted) && (which === 'all' || (which === 'open') === isOpen(item)))
    .sort(orders[$('forest-order').value]);
}
function forest() {
  const found = forestItems();
  const items = allLines ? found : found.slice(0, mostLines);
  const total = data.scales.filter(scale => scale !== null).length;
  $('forest-all').hidden = found.length <= mostLines;
  $('forest-all').textContent = allLines ? 'Show the first ' + mostLines + ' only' : 'Show all ' + found.length;
  $('forest-found').textContent = found.length === total ? '' : found.length + ' of ' + total;
  const most = narrow() ? 15 : 34;
  const names = items.map(item => shorten(item.name, most));
  const values = items.map(item => toSpread(item.mean, item.sd, 2) + '  [' + toSpread(item.low, item.sd, 2) + ', ' + toSpread(item.high, item.sd, 2) + ']');
  $('forest').style.height = (items.length * 22 + 60) + 'px';
  draw('forest', 'Posterior means and 90 % intervals of ' + items.length + ' coefficients; the table below has the numbers', () => ({
    legend: {show: false},
    grid: {left: 14 + width(names), right: narrow() ? 14 : 20 + width(values), top: 28, bottom: 6},
    tooltip: tip({trigger: 'item', formatter: p => forestTip(items[p.dataIndex])}),
    xAxis: axis({type: 'value', position: 'top', scale: true, splitNumber: narrow() ? 3 : 8}, {formatter: short}),
    yAxis: [names, values].map((labels, side) => axis({type: 'category', inverse: true, position: side ? 'right' : 'left', data: items.map((_, i) => i),
      show: !side || !narrow(), axisTick: {show: false}, axisLine: {show: false}},
    {color: css(side ? '--faint' : '--ink'), interval: 0, hideOverlap: false, fontSize: 12, margin: 10, formatter: i => labels[i]})),
    series: [{type: 'custom', encode: {x: [1, 2, 3], y: 0}, data: items.map((item, i) => [i, item.low, item.mean, item.high]), renderItem: forestLine,
      markLine: {silent: true, symbol: 'none', label: {show: false}, data: [{xAxis: 0}], lineStyle: {color: css('--faint'), type: 'solid'}}}],
  }));
  const instance = charts.get('forest').instance;
  instance.off('click');
  instance.on('click', p => show(items[p.dataIndex].k));
}
function forestLine(params, api) {
  const [low, middle, high] = [1, 2, 3].map(v => api.coord([api.value(v), api.value(0)]));
  const open = api.value(1) <= 0 && api.value(3) >= 0;
  const colour = css(open ? '--open' : api.value(2) > 0 ? '--accent' : '--minus');
  return {type: 'group', children: [
    {type: 'rect', shape: {x: low[0] - 8, y: low[1] - 10, width: high[0] - low[0] + 16, height: 20}, style: {fill: 'transparent'}},
    {type: 'line', shape: {x1: low[0], y1: low[1], x2: high[0], y2: high[1]}, style: {stroke: colour, lineWidth: 3, opacity: .55}},
    {type: 'circle', shape: {cx: middle[0], cy: middle[1], r: 4.5}, style: {fill: colour}},
  ]};
}
function forestTip(item) {
  const odds = data.effect ? '<br>' + data.effect + ' × ' + number(Math.exp(item.mean), 3) : '';
  return '<b>' + escape(item.name) + '</b><br>' + number(item.mean) + ' (' + number(item.low) + ' to ' + number(item.high) + ')' + odds;
}
if (data.scales.every(scale => scale === null)) $('coefficients').hidden = true;
for (const id of ['forest-unit', 'forest-order', 'forest-which']) $(id).addEventListener('change', forest);
$('forest-filter').addEventListener('input', forest);
$('forest-all').addEventListener('click', () => { allLines = !allLines; forest(); });
