// What all parts of the page share: the data, texts, numbers, and how a chart is drawn.
const data = JSON.parse(document.getElementById('data').textContent);
const $ = id => document.getElementById(id);
const rows = data.summary;
const entries = new Map(data.draws.parameters.map(entry => [entry.parameter, entry]));
const places = data.draws.parameters.map(entry => entry.parameter);
const dark = matchMedia('(prefers-color-scheme: dark)');
const still = matchMedia('(prefers-reduced-motion: reduce)');
const narrow = () => innerWidth < 640;

// Names are untrusted text: they reach the page by textContent, and tooltips by escape().
const escape = text => String(text).replace(/[&<>"']/g, c => '&#' + c.charCodeAt(0) + ';');
const letters = text => window.Intl && Intl.Segmenter ? Array.from(new Intl.Segmenter().segment(text), s => s.segment) : Array.from(text);
// The middle goes: names often differ at their ends only.
function shorten(text, most) {
  const all = letters(text.replace(/\s+/g, ' '));
  if (all.length <= most) return all.join('');
  const head = Math.ceil((most - 1) / 2);
  return all.slice(0, head).join('') + '…' + all.slice(all.length - (most - 1 - head)).join('');
}
// A name in a sentence keeps its own direction.
const isolate = text => '\u2068' + text + '\u2069';
const create = (tag, text, style) => {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (style) element.className = style;
  return element;
};
function describe(list, name, text) {
  const box = create('div');
  box.append(create('dt', name), create('dd', text));
  list.append(box);
}

const minus = text => text.replace(/-/g, '−');
const known = x => x !== null && x !== undefined && isFinite(x);
function number(x, digits = 4) {
  if (!known(x)) return '–';
  if (x === 0) return '0';
  const size = Math.abs(x);
  return minus(size >= 1e6 || size < 1e-4 ? x.toExponential(digits - 2) : String(+x.toPrecision(digits)));
}
// As many decimals as the standard deviation makes worth showing.
function toSpread(x, sd, digits = 3) {
  if (!known(x)) return '–';
  const decimals = known(sd) && sd > 0 ? Math.max(0, digits - 1 - Math.floor(Math.log10(sd))) : 4;
  return decimals > 8 || Math.abs(x) >= 1e9 ? minus(x.toExponential(3)) : minus(x.toFixed(decimals));
}
const whole = x => known(x) ? Math.round(x).toLocaleString('en') : '–';
const percent = (x, digits = 3) => known(x) ? number(100 * x, digits) + ' %' : '–';

// ---- charts: each is drawn by a function, again when the colours or the width change ----
const charts = new Map();
const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const palette = () => dark.matches
  ? ['#6cb6ff', '#ff9d5c', '#4fd1a1', '#e6a3cb', '#f2cc60', '#a5d8ff', '#c7a79b', '#b79bf0']
  : ['#0072b2', '#d55e00', '#00805c', '#b2578c', '#a97500', '#3a96cc', '#795548', '#6a45b8'];
const chainName = c => 'chain ' + (c + 1);
function base() {
  return {
    backgroundColor: 'transparent', animation: false, color: palette(),
    textStyle: {fontFamily: getComputedStyle(document.body).fontFamily, color: css('--ink')},
    grid: {left: 4, right: 18, top: 34, bottom: 24, containLabel: true},
    tooltip: tip(),
    legend: {top: 0, left: 0, itemWidth: 14, itemHeight: 4, icon: 'roundRect', textStyle: {color: css('--faint')}},
  };
}
function tip(more) {
  return Object.assign({trigger: 'axis', confine: true, backgroundColor: css('--card'), borderColor: css('--line'),
    textStyle: {color: css('--ink'), fontSize: 13}, extraCssText: 'max-width: 20rem; white-space: normal; overflow-wrap: anywhere'}, more);
}
function axis(more, label) {
  return Object.assign({
    axisLine: {lineStyle: {color: css('--open')}}, axisTick: {lineStyle: {color: css('--open')}},
    axisLabel: Object.assign({color: css('--faint'), hideOverlap: true}, label),
    splitLine: {lineStyle: {color: css('--line')}}, nameTextStyle: {color: css('--faint')},
  }, more);
}
const below = (name, more, label) => axis(Object.assign({name, nameLocation: 'middle', nameGap: 26}, more), label);
// The name of the upright axis, level and never cut.
const up = (text, top = 2) => ({text, left: 0, top, textStyle: {color: css('--faint'), fontSize: 12, fontWeight: 'normal'}});
// An axis that stays at the side where the other one crosses 0.
const aside = more => Object.assign(more, {axisLine: {onZero: false, lineStyle: {color: css('--open')}}});
const ends = {showMinLabel: false, showMaxLabel: false};
// Ticks are round: six digits tell neighbours apart and show no rounding.
const short = x => number(x, 6);
function draw(id, label, make) {
  const element = $(id);
  let chart = charts.get(id);
  if (!chart) {
    chart = {instance: echarts.init(element, null, {renderer: 'canvas'})};
    charts.set(id, chart);
    element.setAttribute('role', 'img');
  }
  chart.make = make;
  element.setAttribute('aria-label', label);
  chart.instance.resize();
  chart.instance.setOption(Object.assign(base(), make()), true);
}
// The part between two lines, as one shape.
function ribbon(xs, low, high, colour, opacity, name) {
  return {type: 'custom', name, silent: true, z: 1, tooltip: {show: false}, itemStyle: {color: colour}, data: [[xs[0], low[0]]], encode: {x: 0, y: 1}, clip: true,
    renderItem: (params, api) => ({type: 'polygon', shape: {points: [...xs.map((x, j) => api.coord([x, high[j]])), ...xs.map((x, j) => api.coord([x, low[j]])).reverse()]}, style: {fill: colour, opacity}})};
}
// A card with a chart for each item. All stand before any is drawn: each narrows the others.
function cards(grid, items, title, chart) {
  for (const old of $(grid).querySelectorAll('.chart')) {
    if (charts.has(old.id)) charts.get(old.id).instance.dispose();
    charts.delete(old.id);
  }
  $(grid).replaceChildren();
  const made = items.map((item, i) => {
    const card = create('figure', undefined, 'card');
    const head = create('h3');
    head.append(create('bdi', title(item)));
    const element = create('div', undefined, 'chart');
    element.id = grid + '-' + i;
    card.append(head, element);
    $(grid).append(card);
    return element;
  });
  items.forEach((item, i) => chart(made[i], item));
}
function redraw() {
  forest();
  drawEffects();
  drawResiduals();
  groups();
  charts.forEach(chart => {
    chart.instance.resize();
    chart.instance.setOption(Object.assign(base(), chart.make()), true);
  });
}

// The library measures labels before fonts are known and cuts long ones: measure here.
const pen = document.createElement('canvas').getContext('2d');
function width(names) {
  pen.font = '12px ' + getComputedStyle(document.body).fontFamily;
  return Math.ceil(Math.max(0, ...names.map(name => pen.measureText(name).width)));
}
