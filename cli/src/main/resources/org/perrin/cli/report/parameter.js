// ---- one parameter: numbers, density, trace, ranks, autocorrelation ----
function fill(select) {
  for (const k of places) {
    const option = create('option', shorten(rows[k].name, 60));
    option.value = k;
    option.dir = 'auto';
    select.append(option);
  }
}
const flat = entry => entry.chains.flat().filter(known);
const sum = values => values.reduce((a, b) => a + b, 0);

// Silverman's rule.
function kernelDensity(values, from, to, points) {
  const n = values.length;
  const mean = sum(values) / n;
  const sd = Math.sqrt(sum(values.map(x => (x - mean) ** 2)) / Math.max(1, n - 1));
  const ordered = [...values].sort((a, b) => a - b);
  const quarter = p => ordered[Math.floor(p * (n - 1))];
  const h = .9 * (Math.min(sd, (quarter(.75) - quarter(.25)) / 1.34) || sd || 1) * n ** -.2;
  return Array.from({length: points}, (_, i) => {
    const x = from + (to - from) * i / (points - 1);
    return [x, sum(values.map(value => Math.exp(-(((x - value) / h) ** 2) / 2))) / (n * h * Math.sqrt(2 * Math.PI))];
  });
}

function describeParameter(k, entry) {
  const row = rows[k];
  const list = $('numbers');
  list.replaceChildren();
  describe(list, 'Mean', toSpread(row.mean, row.sd));
  describe(list, '90 % interval', toSpread(row.q5, row.sd) + ' to ' + toSpread(row.q95, row.sd));
  if (data.scales[k] !== null) {
    const positive = entry.above;
    describe(list, 'Chance that it is positive', positive > .9995 ? 'above 99.9 %' : positive < .0005 ? 'below 0.1 %' : (100 * positive).toFixed(1) + ' %');
    if (data.effect) {
      const effect = x => { const y = Math.exp(x * data.scales[k]); return y >= 1e-3 && y < 1e3 ? y.toPrecision(3) : number(y, 3); };
      const ends = [effect(row.q5), effect(row.q95)];
      describe(list, data.effect[0].toUpperCase() + data.effect.slice(1) + (!data.twoValued[k] ? ' for one SD more' : data.scales[k] === 1 ? ' for 1 against 0' : ' for the higher of its two values'), '× ' + effect(row.mean) + ' (' + ends[0] + ' to ' + ends[1] + ')');
    }
  }
  describe(list, 'Effective draws', whole(row.ess_bulk));
  describe(list, 'R-hat', known(row.rhat) ? row.rhat.toFixed(3) : '–');
  describe(list, 'Prior', data.priors[k]);
}

function choose(k) {
  $('which').value = k;
  const entry = entries.get(+k);
  const name = isolate(rows[k].name);
  describeParameter(k, entry);
  drawDensity(entry, name, rows[k]);
  drawTrace(entry, name);
  drawRanks(entry, name);
  drawAutocorrelation(entry, name);
}
function drawDensity(entry, name, row) {
  const values = flat(entry);
  const low = values.reduce((a, b) => Math.min(a, b)), high = values.reduce((a, b) => Math.max(a, b));
  const pad = .08 * (high - low) || 1;
  const from = low - pad, to = high + pad;
  const curve = kernelDensity(values, from, to, 160);
  const normal = entry.laplace && curve.map(([x]) => [x, Math.exp(-(((x - entry.laplace[0]) / entry.laplace[1]) ** 2) / 2) / (entry.laplace[1] * Math.sqrt(2 * Math.PI))]);
  draw('density', 'Posterior density of ' + name + ': 90 % between ' + number(row.q5) + ' and ' + number(row.q95), () => ({
    xAxis: axis({type: 'value', min: from, max: to, splitNumber: narrow() ? 3 : 5, splitLine: {show: false}}, Object.assign({formatter: short}, ends)),
    yAxis: axis({type: 'value', show: false}),
    tooltip: {show: false},
    series: [
      {type: 'line', name: 'draws', showSymbol: false, data: curve},
      {type: 'line', silent: true, showSymbol: false, color: palette()[0], lineStyle: {width: 0}, areaStyle: {opacity: .18}, data: curve.filter(([x]) => x >= row.q5 && x <= row.q95)},
      ...(normal ? [{type: 'line', name: 'normal at the mode', color: palette()[1], showSymbol: false, lineStyle: {type: 'dashed'}, data: normal}] : []),
    ],
  }));
}
function drawTrace(entry, name) {
  const step = data.draws.thin;
  const last = step * Math.max(...entry.chains.map(chain => chain.length));
  draw('trace', 'Trace of ' + name + ' in ' + entry.chains.length + ' chains of ' + last + ' draws', () => ({
    xAxis: below('draw', {type: 'value', max: last, splitLine: {show: false}}, {showMaxLabel: false}),
    yAxis: axis({type: 'value', scale: true}, Object.assign({formatter: short}, ends)),
    tooltip: {show: false},
    series: entry.chains.map((chain, c) => ({type: 'line', name: chainName(c), showSymbol: false, lineStyle: {width: 1, opacity: .7}, data: chain.map((x, t) => [t * step, x])})),
  }));
}
// A chain's share of a bin is binomial: within 2 standard deviations 95 times in 100.
function drawRanks(entry, name) {
  const bins = entry.ranks[0].length;
  const size = Math.max(...entry.ranks.map(sum));
  const level = size / bins, spread = 2 * Math.sqrt(level * (1 - 1 / bins));
  draw('rank', 'Ranks of the draws of ' + name + ' by chain', () => ({
    xAxis: below('rank among all draws', {type: 'value', min: 0, max: 100, splitLine: {show: false}}, {formatter: '{value} %'}),
    yAxis: axis({type: 'value', min: 0}, {showMaxLabel: false}),
    tooltip: {show: false},
    series: entry.ranks.map((counts, c) => ({type: 'line', step: 'end', name: chainName(c), showSymbol: false, lineStyle: {width: 1.75},
      data: counts.map((n, b) => [100 * b / bins, n]).concat([[100, counts[bins - 1]]]),
      markArea: c ? undefined : {silent: true, itemStyle: {color: css('--open'), opacity: .18}, data: [[{yAxis: Math.max(0, level - spread)}, {yAxis: level + spread}]]}})),
  }));
}
function drawAutocorrelation(entry, name) {
  const noise = 2 / Math.sqrt(data.draws.count);
  draw('acf', 'Autocorrelation of ' + name + ': ' + number(entry.autocorrelation[1], 2) + ' at lag 1', () => ({
    legend: {show: false},
    grid: {left: 4, right: 18, top: 16, bottom: 24, containLabel: true},
    xAxis: below('lag', {type: 'category', data: entry.autocorrelation.map((_, lag) => lag), axisTick: {show: false}, axisLine: {onZero: true, lineStyle: {color: css('--open')}}}, {interval: 9}),
    yAxis: axis({type: 'value', max: 1, min: x => Math.min(-.2, Math.floor(x.min * 5) / 5), interval: .2}, {formatter: short}),
    tooltip: tip({formatter: p => 'lag ' + p[0].name + ': ' + number(p[0].value, 3)}),
    series: [{type: 'bar', data: entry.autocorrelation, itemStyle: {color: css('--accent')},
      markLine: {silent: true, symbol: 'none', label: {show: false}, lineStyle: {color: css('--faint'), type: 'dashed'}, data: [{yAxis: noise}, {yAxis: -noise}]}}],
  }));
}

// From another part of the page to this one.
function show(k) {
  if (!entries.has(k)) return;
  choose(k);
  $('parameter').scrollIntoView({behavior: still.matches ? 'auto' : 'smooth'});
  $('which').focus({preventScroll: true});
}
function move(by) {
  choose(places[(places.indexOf(+$('which').value) + by + places.length) % places.length]);
}
fill($('which'));
$('which').addEventListener('change', () => choose(+$('which').value));
$('previous').addEventListener('click', () => move(-1));
$('next').addEventListener('click', () => move(1));
