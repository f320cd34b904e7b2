'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const $ = id => document.getElementById(id);
  const rows = data.summary;
  const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8d6e63', '#7e57c2'];
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const narrow = () => innerWidth < 640;

  // Names are strangers' text: they reach the page by textContent, and tooltips by escape().
  const escape = text => String(text).replace(/[&<>"']/g, c => '&#' + c.charCodeAt(0) + ';');
  const shorten = (text, most) => text.length > most ? text.slice(0, most - 1) + '…' : text;
  const number = (x, digits = 4) => {
    if (x === null || x === undefined || !isFinite(x)) return '–';
    if (x === 0) return '0';
    const size = Math.abs(x);
    return size >= 1e6 || size < 1e-4 ? x.toExponential(digits - 2) : String(+x.toPrecision(digits));
  };
  const whole = x => x === null ? '–' : Math.round(x).toLocaleString('en');

  // ---- charts: each is drawn by a function, again when the colours change ----
  const charts = new Map();
  const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  function base() {
    return {
      backgroundColor: 'transparent', animation: false, color: colours,
      textStyle: {fontFamily: getComputedStyle(document.body).fontFamily, color: css('--ink')},
      grid: {left: 8, right: 28, top: 34, bottom: 8, containLabel: true},
      tooltip: {trigger: 'axis', confine: true, backgroundColor: css('--paper'), borderColor: css('--line'), textStyle: {color: css('--ink')}},
      legend: {top: 0, left: 0, itemWidth: 16, textStyle: {color: css('--faint')}},
    };
  }
  function axis(more) {
    return Object.assign({
      axisLine: {lineStyle: {color: css('--faint')}}, axisLabel: {color: css('--faint'), hideOverlap: true},
      splitLine: {lineStyle: {color: css('--line')}}, nameTextStyle: {color: css('--faint')},
    }, more);
  }
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
    chart.instance.setOption(Object.assign(base(), make()), true);
  }
  const redraw = () => charts.forEach(chart => chart.instance.setOption(Object.assign(base(), chart.make()), true));
  dark.addEventListener('change', redraw);
  let waiting;
  addEventListener('resize', () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { forest(); charts.forEach(chart => chart.instance.resize()); redraw(); }, 100);
  });

  // ---- head ----
  const title = data.model[0].toUpperCase() + data.model.slice(1) + ' regression of ' + data.target;
  $('title').textContent = title + (data.complete ? '' : ' (incomplete)');
  document.title = title + ' – Perrin';
  $('version').textContent = data.version;
  for (const fact of data.facts) {
    const box = document.createElement('div');
    const term = document.createElement('dt');
    const text = document.createElement('dd');
    term.textContent = fact.name;
    text.textContent = fact.text;
    box.append(term, text);
    $('facts').append(box);
  }
  for (const note of data.notes) {
    const item = document.createElement('li');
    item.textContent = note;
    $('notes').append(item);
    $('notes').hidden = false;
  }

  // The library measures labels before fonts are known and cuts long ones: measure here.
  const pen = document.createElement('canvas').getContext('2d');
  function width(names) {
    pen.font = '12px ' + getComputedStyle(document.body).fontFamily;
    return Math.ceil(Math.max(0, ...names.map(name => pen.measureText(name).width)));
  }

  // ---- forest ----
  const most = 40;
  let all = false;
  function forest() {
    const standard = $('forest-unit').value === 'sd';
    const order = $('forest-order').value;
    let items = rows.map((row, k) => {
      const factor = standard ? data.scales[k] : 1;
      return factor === null ? null : {name: row.name, mean: row.mean * factor, low: row.q5 * factor, high: row.q95 * factor, k};
    }).filter(item => item !== null && item.mean !== null);
    if (order === 'size') items.sort((a, b) => Math.abs(b.mean) - Math.abs(a.mean));
    if (order === 'name') items.sort((a, b) => a.name.localeCompare(b.name));
    const total = items.length;
    if (!all) items = items.slice(0, most);
    $('forest-all').hidden = total <= most;
    $('forest-all').textContent = all ? 'Show ' + most + ' only' : 'Show all ' + total;
    const letters = narrow() ? 16 : 34;
    $('forest').style.height = (items.length * 20 + 70) + 'px';
    draw('forest', 'Posterior means and 90 % intervals of ' + items.length + ' coefficients', () => ({
      legend: {show: false},
      grid: {left: 12 + width(items.map(item => shorten(item.name, letters))), right: 24, top: 30, bottom: 8},
      tooltip: Object.assign(base().tooltip, {trigger: 'item', formatter: p => {
        const item = items[p.dataIndex];
        return '<b>' + escape(item.name) + '</b><br>' + number(item.mean) + ' (' + number(item.low) + ' to ' + number(item.high) + ')';
      }}),
      xAxis: axis({type: 'value', position: 'top', scale: true, splitNumber: narrow() ? 4 : 8}),
      yAxis: axis({type: 'category', inverse: true, data: items.map(item => item.name), axisTick: {show: false},
        axisLabel: {color: css('--ink'), interval: 0, fontSize: 12, formatter: name => shorten(name, letters)}}),
      series: [
        {type: 'custom', encode: {x: [1, 2, 3], y: 0}, data: items.map((item, i) => [i, item.low, item.mean, item.high]),
          renderItem: (params, api) => {
            const low = api.coord([api.value(1), api.value(0)]);
            const middle = api.coord([api.value(2), api.value(0)]);
            const high = api.coord([api.value(3), api.value(0)]);
            const open = api.value(1) < 0 && api.value(3) > 0;
            const colour = open ? css('--faint') : css('--accent');
            return {type: 'group', children: [
              {type: 'rect', shape: {x: low[0] - 6, y: low[1] - 9, width: high[0] - low[0] + 12, height: 18}, style: {fill: 'transparent'}},
              {type: 'line', shape: {x1: low[0], y1: low[1], x2: high[0], y2: high[1]}, style: {stroke: colour, lineWidth: 2.5}},
              {type: 'circle', shape: {cx: middle[0], cy: middle[1], r: 4}, style: {fill: colour}},
            ]};
          },
          markLine: {silent: true, symbol: 'none', label: {show: false}, data: [{xAxis: 0}], lineStyle: {color: css('--faint'), type: 'solid'}}},
      ],
    }));
    charts.get('forest').instance.resize();
  }
  if (data.scales.every(scale => scale === null)) $('forest-unit').value = 'unit';
  $('forest-unit').addEventListener('change', forest);
  $('forest-order').addEventListener('change', forest);
  $('forest-all').addEventListener('click', () => { all = !all; forest(); });

  // ---- table ----
  const columns = [
    ['name', 'Name'], ['mean', 'Mean'], ['sd', 'SD'], ['mcse_mean', 'MCSE'], ['q5', '5 %'], ['q50', '50 %'], ['q95', '95 %'],
    ['ess_bulk', 'ESS bulk'], ['ess_tail', 'ESS tail'], ['rhat', 'R-hat'], ['prior', 'Prior'],
  ];
  const table = rows.map((row, k) => Object.assign({prior: data.priors[k], k}, row));
  let sorted = {by: null, down: false};
  function tabulate() {
    const wanted = $('filter').value.toLowerCase();
    const list = table.filter(row => row.name.toLowerCase().includes(wanted));
    if (sorted.by) {
      const sign = sorted.down ? -1 : 1;
      list.sort((a, b) => {
        const x = a[sorted.by], y = b[sorted.by];
        if (x === null || y === null) return (x === null) - (y === null);
        return sign * (typeof x === 'string' ? x.localeCompare(y) : x - y);
      });
    }
    $('found').textContent = list.length === table.length ? '' : list.length + ' of ' + table.length;
    $('rows').replaceChildren(...list.slice(0, 2000).map(line));
  }
  function line(row) {
    const tr = document.createElement('tr');
    for (const [key] of columns) {
      const cell = document.createElement(key === 'name' ? 'th' : 'td');
      if (key === 'name') {
        cell.scope = 'row';
        cell.title = row.name;
        if (drawn.has(row.k)) {
          const button = document.createElement('button');
          button.type = 'button';
          button.textContent = row.name;
          button.addEventListener('click', () => { choose(row.k); $('parameter').scrollIntoView({behavior: still.matches ? 'auto' : 'smooth'}); $('which').focus({preventScroll: true}); });
          cell.append(button);
        } else cell.textContent = row.name;
      } else if (key === 'prior') cell.textContent = row.prior;
      else if (key.startsWith('ess')) cell.textContent = whole(row[key]);
      else cell.textContent = key === 'rhat' && row.rhat !== null ? row.rhat.toFixed(3) : number(row[key]);
      if (key === 'rhat' && row.rhat > 1.01 || key.startsWith('ess') && row[key] < 400) cell.classList.add('bad');
      tr.append(cell);
    }
    return tr;
  }
  for (const [key, label] of columns) {
    const head = document.createElement('th');
    head.scope = 'col';
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.addEventListener('click', () => {
      sorted = {by: key, down: sorted.by === key ? !sorted.down : false};
      for (const other of $('head').children) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', sorted.down ? 'descending' : 'ascending');
      tabulate();
    });
    head.append(button);
    $('head').append(head);
  }
  $('filter').addEventListener('input', tabulate);

  // ---- one parameter ----
  const drawn = new Map(data.draws.map(entry => [entry.parameter, entry]));
  const places = data.draws.map(entry => entry.parameter);
  function fill(select) {
    for (const k of places) {
      const option = document.createElement('option');
      option.value = k;
      option.textContent = rows[k].name;
      select.append(option);
    }
  }
  const flat = entry => entry.chains.flat().filter(x => x !== null);
  const chainName = c => 'chain ' + (c + 1);

  function kernelDensity(values, from, to, points) {
    const n = values.length;
    const mean = values.reduce((a, b) => a + b, 0) / n;
    const sd = Math.sqrt(values.reduce((a, b) => a + (b - mean) ** 2, 0) / Math.max(1, n - 1));
    const ordered = [...values].sort((a, b) => a - b);
    const spread = Math.min(sd, (ordered[Math.floor(.75 * (n - 1))] - ordered[Math.floor(.25 * (n - 1))]) / 1.34) || sd || 1;
    const width = .9 * spread * n ** -.2;
    const out = [];
    for (let i = 0; i < points; i++) {
      const x = from + (to - from) * i / (points - 1);
      let sum = 0;
      for (const value of values) {
        const z = (x - value) / width;
        if (z * z < 40) sum += Math.exp(-z * z / 2);
      }
      out.push([x, sum / (n * width * Math.sqrt(2 * Math.PI))]);
    }
    return out;
  }

  function choose(k) {
    $('which').value = k;
    const entry = drawn.get(+k);
    const name = rows[k].name;
    const steps = Math.max(...entry.chains.map(chain => chain.length));
    draw('trace', 'Trace of ' + name, () => ({
      grid: {left: 8, right: 16, top: 34, bottom: 24, containLabel: true},
      xAxis: axis({type: 'value', max: steps - 1, name: 'draw', nameLocation: 'middle', nameGap: 22, splitLine: {show: false}}),
      yAxis: axis({type: 'value', scale: true, axisLabel: {color: css('--faint'), formatter: x => number(x, 3)}}),
      tooltip: {show: false},
      series: entry.chains.map((chain, c) => ({type: 'line', name: chainName(c), showSymbol: false, lineStyle: {width: 1, opacity: .75}, data: chain.map((x, t) => [t, x])})),
    }));
    const values = flat(entry);
    const laplace = entry.laplace;
    const ordered = [...values].sort((a, b) => a - b);
    const pad = .1 * (ordered[ordered.length - 1] - ordered[0]) || 1;
    const from = ordered[0] - pad, to = ordered[ordered.length - 1] + pad;
    draw('density', 'Posterior density of ' + name, () => ({
      xAxis: axis({type: 'value', min: from, max: to, splitLine: {show: false}, axisLabel: {color: css('--faint'), hideOverlap: true, formatter: x => number(x, 3)}}),
      yAxis: axis({type: 'value', show: false}),
      tooltip: {show: false},
      series: [
        {type: 'line', name: 'draws', showSymbol: false, areaStyle: {opacity: .15}, data: kernelDensity(values, from, to, 160)},
        ...(laplace ? [{type: 'line', name: 'normal at the mode', showSymbol: false, lineStyle: {type: 'dashed'},
          data: Array.from({length: 160}, (_, i) => { const x = from + (to - from) * i / 159; const z = (x - laplace[0]) / laplace[1]; return [x, Math.exp(-z * z / 2) / (laplace[1] * Math.sqrt(2 * Math.PI))]; })}] : []),
      ],
    }));
    draw('rank', 'Ranks of the chains for ' + name, () => ({
      xAxis: axis({type: 'category', data: entry.ranks[0].map((_, b) => Math.round(100 * b / entry.ranks[0].length) + ' %'), boundaryGap: false}),
      yAxis: axis({type: 'value', min: 0}),
      series: entry.ranks.map((counts, c) => ({type: 'line', step: 'middle', name: chainName(c), showSymbol: false, lineStyle: {width: 1.5}, data: counts})),
    }));
    draw('acf', 'Autocorrelation of ' + name, () => ({
      legend: {show: false},
      grid: {left: 8, right: 16, top: 16, bottom: 24, containLabel: true},
      xAxis: axis({type: 'category', data: entry.autocorrelation.map((_, lag) => lag), name: 'lag', nameLocation: 'middle', nameGap: 22}),
      yAxis: axis({type: 'value', max: 1, min: x => Math.min(0, Math.floor(x.min * 10) / 10)}),
      tooltip: Object.assign(base().tooltip, {formatter: p => 'lag ' + p[0].name + ': ' + number(p[0].value, 3)}),
      series: [{type: 'bar', data: entry.autocorrelation, itemStyle: {color: css('--accent')}}],
    }));
  }
  function move(by) {
    const i = (places.indexOf(+$('which').value) + by + places.length) % places.length;
    choose(places[i]);
  }
  fill($('which'));
  $('which').addEventListener('change', () => choose(+$('which').value));
  $('previous').addEventListener('click', () => move(-1));
  $('next').addEventListener('click', () => move(1));

  // ---- two parameters ----
  function correlation(x, y) {
    const n = x.length, mx = x.reduce((a, b) => a + b, 0) / n, my = y.reduce((a, b) => a + b, 0) / n;
    let xy = 0, xx = 0, yy = 0;
    for (let i = 0; i < n; i++) { xy += (x[i] - mx) * (y[i] - my); xx += (x[i] - mx) ** 2; yy += (y[i] - my) ** 2; }
    return xy / Math.sqrt(xx * yy);
  }
  function pair() {
    const a = drawn.get(+$('pair-x').value), b = drawn.get(+$('pair-y').value);
    const names = [rows[a.parameter].name, rows[b.parameter].name];
    $('correlation').textContent = 'correlation ' + correlation(a.chains.flat(), b.chains.flat()).toFixed(2);
    draw('scatter', 'Draws of ' + names[0] + ' against ' + names[1], () => ({
      grid: {left: 8, right: 32, top: 50, bottom: 28, containLabel: true},
      xAxis: axis({type: 'value', scale: true, name: shorten(names[0], 40), nameLocation: 'middle', nameGap: 26, axisLabel: {color: css('--faint'), hideOverlap: true, formatter: x => number(x, 3)}}),
      yAxis: axis({type: 'value', scale: true, name: shorten(names[1], 40), nameTextStyle: {color: css('--faint'), align: 'left'}, axisLabel: {color: css('--faint'), formatter: x => number(x, 3)}}),
      tooltip: {show: false},
      series: a.chains.map((chain, c) => ({type: 'scatter', name: chainName(c), symbolSize: 4, itemStyle: {opacity: .45}, data: chain.map((x, t) => [x, b.chains[c][t]])})),
    }));
  }
  fill($('pair-x'));
  fill($('pair-y'));
  $('pair-x').addEventListener('change', pair);
  $('pair-y').addEventListener('change', pair);

  // ---- model and data ----
  function predictive() {
    const check = data.predictive;
    if (check.kind === 'calibration') {
      $('predictive-text').textContent = 'Calibration: rows in groups by their predicted probability, with the share of ones seen in each and its 90 % interval. On the diagonal the model says what happens.';
      draw('predictive', 'Calibration: predicted probability against observed share', () => ({
        legend: {show: false},
        grid: {left: 8, right: 24, top: 40, bottom: 28, containLabel: true},
        xAxis: axis({type: 'value', min: 0, max: 1, name: 'predicted probability', nameLocation: 'middle', nameGap: 26}),
        yAxis: axis({type: 'value', min: 0, max: 1, name: 'share seen', nameTextStyle: {color: css('--faint'), align: 'left'}}),
        tooltip: Object.assign(base().tooltip, {trigger: 'item', formatter: p => p.data ? 'predicted ' + number(p.data[0], 3) + ', seen ' + number(p.data[1], 3) : ''}),
        series: [
          {type: 'line', silent: true, symbol: 'none', lineStyle: {color: css('--faint'), type: 'dashed'}, data: [[0, 0], [1, 1]]},
          {type: 'custom', silent: true, data: check.groups.map(g => [g.predicted, g.low, g.high]), encode: {x: 0, y: [1, 2]},
            renderItem: (params, api) => {
              const low = api.coord([api.value(0), api.value(1)]), high = api.coord([api.value(0), api.value(2)]);
              return {type: 'line', shape: {x1: low[0], y1: low[1], x2: high[0], y2: high[1]}, style: {stroke: css('--accent'), lineWidth: 2}};
            }},
          {type: 'line', symbol: 'circle', symbolSize: 8, itemStyle: {color: css('--accent')}, lineStyle: {color: css('--accent'), opacity: .5}, data: check.groups.map(g => [g.predicted, g.observed])},
        ],
      }));
    } else {
      $('predictive-text').textContent = 'Posterior predictive check: the target as it was seen (bars), and what the model would expect to see (line, with 90 % interval).';
      const middle = check.observed.map((_, b) => (check.edges[b] + check.edges[b + 1]) / 2);
      draw('predictive', 'Histogram of the target with what the model expects', () => ({
        xAxis: axis({type: 'category', data: middle.map(x => check.whole ? String(Math.round(x)) : number(x, 3)), name: shorten(data.target, 40), nameLocation: 'middle', nameGap: 26}),
        yAxis: axis({type: 'value', min: 0, name: 'share of rows', nameTextStyle: {color: css('--faint'), align: 'left'}}),
        grid: {left: 8, right: 24, top: 60, bottom: 28, containLabel: true},
        tooltip: Object.assign(base().tooltip, {formatter: p => escape(p[0].name) + ': seen ' + number(check.observed[p[0].dataIndex], 3) + ', expected ' + number(check.q5[p[0].dataIndex], 3) + ' to ' + number(check.q95[p[0].dataIndex], 3)}),
        series: [
          {type: 'bar', name: 'seen', barWidth: '92%', itemStyle: {color: css('--faint'), opacity: .45}, data: check.observed},
          {type: 'line', name: 'expected', symbol: 'none', itemStyle: {color: colours[1]}, lineStyle: {color: colours[1]}, data: check.q50},
          {type: 'custom', name: 'interval', silent: true, data: check.q5.map((low, b) => [b, low, check.q95[b]]), encode: {x: 0, y: [1, 2]}, itemStyle: {color: colours[1]},
            renderItem: (params, api) => {
              const low = api.coord([api.value(0), api.value(1)]), high = api.coord([api.value(0), api.value(2)]);
              return {type: 'line', shape: {x1: low[0], y1: low[1], x2: high[0], y2: high[1]}, style: {stroke: colours[1], lineWidth: 2}};
            }},
        ],
      }));
    }
  }

  // ---- sampling ----
  function sampling() {
    const s = data.sampling;
    const constant = new Set(s.sizes.flat()).size === 1;
    if (s.sizes.every(chain => chain.length === 0)) $('sizes-figure').hidden = true;
    else draw('sizes', 'Rows of a step along the chains', () => ({
      grid: {left: 8, right: 16, top: 34, bottom: 24, containLabel: true},
      xAxis: axis({type: 'value', max: s.steps, name: 'step', nameLocation: 'middle', nameGap: 22, splitLine: {show: false}}),
      yAxis: axis({type: 'value', min: 0, axisLabel: {color: css('--faint'), formatter: x => x.toLocaleString('en')}}),
      tooltip: Object.assign(base().tooltip, {formatter: p => 'step ' + whole(p[0].data[0]) + ': ' + p.map(q => whole(q.data[1])).join(', ') + ' rows'}),
      series: (constant ? s.sizes.slice(0, 1) : s.sizes).map((chain, c) => ({type: 'line', name: constant ? 'all chains' : chainName(c), showSymbol: false, lineStyle: {width: 1}, data: chain.map((x, b) => [b * s.steps / chain.length, x]).concat([[s.steps, chain[chain.length - 1]]])})),
    }));
    if (s.inflation.length === 0) $('inflation-figure').hidden = true;
    else draw('inflation', 'Inflation of standard deviations by gradient noise', () => ({
      legend: {show: false},
      grid: {left: 8, right: 16, top: 16, bottom: 8, containLabel: true},
      xAxis: axis({type: 'category', data: s.inflation.map((_, i) => i + 1), axisTick: {show: false}}),
      yAxis: axis({type: 'value', min: 0, max: x => Math.max(x.max, 1.2 * (s.tolerance || 0)), axisLabel: {color: css('--faint'), formatter: x => number(100 * x, 3) + ' %'}}),
      tooltip: Object.assign(base().tooltip, {formatter: p => number(100 * p[0].value, 3) + ' %'}),
      series: [{type: 'bar', data: s.inflation, itemStyle: {color: css('--accent')},
        markLine: s.tolerance ? {silent: true, symbol: 'none', data: [{yAxis: s.tolerance}], label: {show: false}, lineStyle: {color: colours[1], type: 'dashed', width: 2}} : undefined}],
    }));
    draw('time', 'Seconds by stage', () => ({
      legend: {show: false},
      grid: {left: 8, right: 60, top: 8, bottom: 8, containLabel: true},
      xAxis: axis({type: 'value', min: 0, axisLabel: {color: css('--faint'), formatter: '{value} s'}}),
      yAxis: axis({type: 'category', inverse: true, data: s.seconds.map(x => x.name), axisTick: {show: false}, axisLabel: {color: css('--ink')}}),
      tooltip: {show: false},
      series: [{type: 'bar', data: s.seconds.map(x => x.value), itemStyle: {color: css('--accent')}, label: {show: true, position: 'right', color: css('--faint'), formatter: p => p.value.toFixed(2) + ' s'}}],
    }));
  }

  const first = data.scales.findIndex((scale, k) => scale !== null && drawn.has(k));
  const start = first >= 0 ? first : places[0];
  const second = places.find(k => k > start) ?? places[0];
  forest();
  tabulate();
  choose(start);
  $('pair-x').value = start;
  $('pair-y').value = second;
  pair();
  predictive();
  sampling();
  document.documentElement.dataset.ready = 'true';
})();
