// ---- two parameters: draws together, and the pairs most worth a look ----
const mostPairs = 9;
// Draws of a parameter with mean 0 and length 1, so that products are correlations.
function standard(entry) {
  const x = entry.chains.flat().map(value => known(value) ? value : 0);
  const mean = sum(x) / x.length;
  const length = Math.sqrt(sum(x.map(value => (value - mean) ** 2))) || 1;
  return Float64Array.from(x, value => (value - mean) / length);
}
const standards = new Map(places.map(k => [k, standard(entries.get(k))]));
function correlation(j, k) {
  const x = standards.get(j), y = standards.get(k);
  let r = 0;
  for (let i = 0; i < x.length; i++) r += x[i] * y[i];
  return r;
}
const close = r => minus(r.toFixed(Math.abs(r) > .99 ? 4 : 2));
function listPairs() {
  const all = [];
  places.forEach((j, i) => places.slice(i + 1).forEach(k => all.push({j, k, r: correlation(j, k)})));
  all.sort((a, b) => Math.abs(b.r) - Math.abs(a.r));
  for (const {j, k, r} of all.slice(0, mostPairs)) {
    const button = create('button');
    button.type = 'button';
    const names = create('span');
    names.append(create('bdi', shorten(rows[j].name, 34)), ' and ', create('bdi', shorten(rows[k].name, 34)));
    button.append(names, create('span', close(r), 'value'));
    button.addEventListener('click', () => { $('pair-x').value = j; $('pair-y').value = k; pair(); });
    const item = create('li');
    item.append(button);
    $('pairs').append(item);
  }
  return all[0];
}
function pair() {
  const a = entries.get(+$('pair-x').value), b = entries.get(+$('pair-y').value);
  const names = [rows[a.parameter].name, rows[b.parameter].name];
  const r = close(correlation(a.parameter, b.parameter));
  $('correlation').textContent = 'correlation ' + r;
  draw('scatter', 'Draws of ' + isolate(names[0]) + ' against ' + isolate(names[1]) + ', correlation ' + r, () => ({
    grid: {left: 4, right: 22, top: 58, bottom: 26, containLabel: true},
    legend: Object.assign(base().legend, {icon: 'circle', itemHeight: 8, itemWidth: 8}),
    title: up(shorten(names[1], 36), 26),
    xAxis: below(shorten(names[0], 36), {type: 'value', scale: true, splitNumber: narrow() ? 3 : 5, axisLine: {onZero: false, lineStyle: {color: css('--open')}}}, Object.assign({formatter: short}, ends)),
    yAxis: axis({type: 'value', scale: true, axisLine: {onZero: false, lineStyle: {color: css('--open')}}}, Object.assign({formatter: short}, ends)),
    tooltip: {show: false},
    series: a.chains.map((chain, c) => ({type: 'scatter', name: chainName(c), symbolSize: 4, itemStyle: {opacity: .5}, data: chain.map((x, t) => [x, b.chains[c][t]])})),
  }));
}
fill($('pair-x'));
fill($('pair-y'));
$('pair-x').addEventListener('change', pair);
$('pair-y').addEventListener('change', pair);
