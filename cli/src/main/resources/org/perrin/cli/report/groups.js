// ---- groups: scales and correlations, all levels at a glance, and some of them by name ----
const mostLevels = 30;
const mostDrawn = 5000;
let allLevels = false;
const term = () => data.groups[$('group-term').value];
// How much of a level's effect comes from the others: its variance over that of all levels.
const pooled = (sd, scale) => known(sd) && scale > 0 ? Math.min(1, (sd / scale) ** 2) : null;
function groupItems() {
  const group = term();
  const column = group.columns[$('group-column').value];
  return group.levels.map((name, j) => {
    const share = pooled(column.sd[j], column.scale[0]);
    const own = share === null || share > .95 ? null : column.mean[j] / (1 - share);
    return {name, rows: group.rows[j], low: column.low[j], mean: column.mean[j], high: column.high[j], sd: column.sd[j], share, own};
  });
}
const levelOrders = {
  high: (a, b) => b.mean - a.mean,
  low: (a, b) => a.mean - b.mean,
  rows: (a, b) => b.rows - a.rows,
  name: (a, b) => a.name.localeCompare(b.name, undefined, {numeric: true}),
};
function groups() {
  if (data.groups.length === 0) return;
  const group = term();
  const all = groupItems();
  const wanted = $('group-filter').value.toLowerCase();
  const matches = item => item.name.toLowerCase().includes(wanted);
  const found = all.filter(matches).sort(levelOrders[$('group-order').value]);
  const items = allLevels ? found.slice(0, mostDrawn) : found.slice(0, mostLevels);
  const left = group.count > all.length ? '; the ' + whole(all.length) + ' with most rows of ' + whole(group.count) + ' are here' : '';
  $('group-found').textContent = (found.length === all.length ? whole(all.length) + ' levels' : whole(found.length) + ' of ' + whole(all.length) + ' levels') + left;
  $('group-all').hidden = found.length <= mostLevels;
  $('group-all').textContent = allLevels ? 'Show the first ' + mostLevels + ' only' : 'Show all ' + whole(Math.min(found.length, mostDrawn));
  groupScales(group);
  caterpillar(all, wanted ? matches : () => false);
  levelList(items);
}
function groupScales(group) {
  $('group-scales').replaceChildren();
  for (const row of group.parameters) describe($('group-scales'), row.name, toSpread(row.mean, row.sd, 2) + ' (' + toSpread(row.q5, row.sd, 2) + ' to ' + toSpread(row.q95, row.sd, 2) + ')');
}
function caterpillar(all, chosen) {
  const ranked = all.slice().sort(levelOrders.low);
  const step = Math.max(1, Math.ceil(ranked.length / mostDrawn));
  const items = ranked.filter((item, i) => i % step === 0 || chosen(item));
  draw('caterpillar', 'Means and 90 % intervals of ' + all.length + ' levels', () => ({
    legend: {show: false}, grid: {left: 4, right: 18, top: 12, bottom: 24, containLabel: true},
    tooltip: tip({trigger: 'item', formatter: p => levelTip(items[p.dataIndex])}),
    xAxis: below('levels, from low to high', {type: 'value', min: -1, max: items.length, axisLabel: {show: false}, splitLine: {show: false}, axisTick: {show: false}}),
    yAxis: axis({type: 'value', scale: true, axisLine: {show: false}, axisTick: {show: false}}, {formatter: short}),
    series: [{type: 'custom', encode: {x: 0, y: [1, 2, 3]}, large: true, data: items.map((item, i) => [i, item.low, item.mean, item.high, chosen(item) ? 1 : 0]),
      renderItem: (params, api) => levelLine(api, items.length),
      markLine: {silent: true, symbol: 'none', label: {show: false}, data: [{yAxis: 0}], lineStyle: {color: css('--faint'), type: 'solid'}}}],
  }));
}
function levelColour(low, mean, high) {
  return css(low <= 0 && high >= 0 ? '--open' : mean > 0 ? '--accent' : '--minus');
}
function levelLine(api, count) {
  const [low, middle, high] = [1, 2, 3].map(v => api.coord([api.value(0), api.value(v)]));
  const chosen = api.value(4) === 1;
  const colour = chosen ? css('--ink') : levelColour(api.value(1), api.value(2), api.value(3));
  const thick = chosen ? 3 : count > 300 ? 1 : 2;
  return {type: 'group', children: [
    {type: 'line', shape: {x1: low[0], y1: low[1], x2: high[0], y2: high[1]}, style: {stroke: colour, lineWidth: thick, opacity: chosen ? 1 : .45}},
    {type: 'circle', shape: {cx: middle[0], cy: middle[1], r: chosen ? 4 : count > 300 ? 1.5 : 3}, style: {fill: colour}},
  ]};
}
function levelList(items) {
  const names = items.map(item => shorten(item.name, narrow() ? 15 : 34));
  const notes = items.map(item => whole(item.rows) + (item.rows === 1 ? ' row' : ' rows') + (known(item.share) ? ', pooled ' + percent(item.share, 2) : ''));
  $('group-levels').style.height = (items.length * 22 + 60) + 'px';
  draw('group-levels', 'Means and 90 % intervals of ' + items.length + ' levels by name', () => ({
    legend: {show: false},
    grid: {left: 14 + width(names), right: narrow() ? 14 : 20 + width(notes), top: 28, bottom: 6},
    tooltip: tip({trigger: 'item', formatter: p => levelTip(items[p.dataIndex])}),
    xAxis: axis({type: 'value', position: 'top', scale: true, splitNumber: narrow() ? 3 : 8}, {formatter: short}),
    yAxis: [names, notes].map((labels, side) => axis({type: 'category', inverse: true, position: side ? 'right' : 'left', data: items.map((_, i) => i),
      show: !side || !narrow(), axisTick: {show: false}, axisLine: {show: false}},
    {color: css(side ? '--faint' : '--ink'), interval: 0, hideOverlap: false, fontSize: 12, margin: 10, formatter: i => labels[i]})),
    series: [{type: 'custom', encode: {x: [1, 2, 3, 4], y: 0}, data: items.map((item, i) => [i, item.low, item.mean, item.high, item.own === null ? NaN : item.own]), renderItem: namedLevel,
      markLine: {silent: true, symbol: 'none', label: {show: false}, data: [{xAxis: 0}], lineStyle: {color: css('--faint'), type: 'solid'}}}],
  }));
}
function namedLevel(params, api) {
  const [low, middle, high, own] = [1, 2, 3, 4].map(v => api.coord([api.value(v), api.value(0)]));
  const colour = levelColour(api.value(1), api.value(2), api.value(3));
  const shapes = [
    {type: 'rect', shape: {x: low[0] - 8, y: low[1] - 10, width: high[0] - low[0] + 16, height: 20}, style: {fill: 'transparent'}},
    {type: 'line', shape: {x1: low[0], y1: low[1], x2: high[0], y2: high[1]}, style: {stroke: colour, lineWidth: 3, opacity: .55}},
  ];
  if (isFinite(api.value(4))) shapes.push({type: 'circle', shape: {cx: own[0], cy: own[1], r: 4}, style: {fill: css('--card'), stroke: css('--open'), lineWidth: 1.5}});
  shapes.push({type: 'circle', shape: {cx: middle[0], cy: middle[1], r: 4.5}, style: {fill: colour}});
  return {type: 'group', children: shapes};
}
function levelTip(item) {
  const share = known(item.share) ? '<br>pooled ' + percent(item.share, 2) + (item.own === null ? '' : '; its own rows say ' + number(item.own, 3)) : '';
  return '<b>' + escape(item.name) + '</b><br>' + number(item.mean) + ' (' + number(item.low) + ' to ' + number(item.high) + ')<br>' + whole(item.rows) + (item.rows === 1 ? ' row' : ' rows') + share;
}
function chooseTerm() {
  $('group-column').replaceChildren(...term().columns.map((column, c) => {
    const option = create('option', column.name === '1' ? 'the intercept' : column.name);
    option.value = c;
    return option;
  }));
  allLevels = false;
  groups();
}
if (data.groups.length > 0) {
  $('groups-section').hidden = false;
  document.querySelector('nav a[href="#groups-section"]').hidden = false;
  data.groups.forEach((group, g) => {
    const option = create('option', group.name);
    option.value = g;
    $('group-term').append(option);
  });
  $('group-term').addEventListener('change', chooseTerm);
  for (const id of ['group-column', 'group-order']) $(id).addEventListener('change', groups);
  $('group-filter').addEventListener('input', groups);
  $('group-all').addEventListener('click', () => { allLevels = !allLevels; groups(); });
}
