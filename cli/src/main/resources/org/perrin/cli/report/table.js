// ---- table: every parameter, sortable ----
const columns = [
  ['name', 'Name'], ['mean', 'Mean'], ['sd', 'SD'], ['mcse_mean', 'MCSE'], ['q5', '5 %'], ['q50', '50 %'], ['q95', '95 %'],
  ['ess_bulk', 'ESS bulk'], ['ess_tail', 'ESS tail'], ['rhat', 'R-hat'], ['prior', 'Prior'],
];
const mostRows = 2000;
const listed = rows.map((row, k) => Object.assign({prior: data.priors[k], k}, row));
const enough = 100 * (data.draws.parameters[0] ? data.draws.parameters[0].chains.length : 1);
let sorted = {by: null, down: false};
function tabulate() {
  const wanted = $('filter').value.toLowerCase();
  const among = $('groups').checked ? listed : listed.slice(0, data.common);
  const list = among.filter(row => row.name.toLowerCase().includes(wanted));
  if (sorted.by) {
    const sign = sorted.down ? -1 : 1;
    list.sort((a, b) => {
      const x = a[sorted.by], y = b[sorted.by];
      if (x === null || y === null) return (x === null) - (y === null);
      return sign * (typeof x === 'string' ? x.localeCompare(y) : x - y);
    });
  }
  const few = list.length > mostRows ? ', the first ' + mostRows + ' shown' : '';
  $('found').textContent = list.length === among.length && !few ? '' : list.length + ' of ' + among.length + few;
  $('rows').replaceChildren(...list.slice(0, mostRows).map(line));
}
// Lines may break where words in names end.
function breakable(name) {
  const element = create('bdi');
  name.split(/(?<=[_.:\/])/).forEach(part => element.append(part, create('wbr')));
  return element;
}
function nameCell(row) {
  const cell = create('th');
  cell.scope = 'row';
  cell.title = row.name;
  if (entries.has(row.k)) {
    const button = create('button');
    button.type = 'button';
    button.append(breakable(row.name));
    button.addEventListener('click', () => show(row.k));
    cell.append(button);
  } else cell.append(breakable(row.name));
  return cell;
}
function line(row) {
  const tr = create('tr');
  tr.append(nameCell(row));
  for (const [key] of columns.slice(1)) {
    const cell = create('td');
    if (key === 'prior') cell.textContent = row.prior;
    else if (key.startsWith('ess')) cell.textContent = whole(row[key]);
    else if (key === 'rhat') cell.textContent = known(row.rhat) ? row.rhat.toFixed(3) : '–';
    else if (key === 'mcse_mean') cell.textContent = number(row[key], 2);
    else cell.textContent = toSpread(row[key], row.sd);
    if (key === 'rhat' && row.rhat > 1.01 || key.startsWith('ess') && row[key] < enough) cell.className = 'mark';
    tr.append(cell);
  }
  return tr;
}
for (const [key, label] of columns) {
  const head = create('th');
  head.scope = 'col';
  const button = create('button', label);
  button.type = 'button';
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
$('groups').addEventListener('change', tabulate);
if (data.common < rows.length) {
  $('groups-label').hidden = false;
  $('groups-label').querySelector('span').textContent = 'with ' + whole(rows.length - data.common) + ' effects of groups';
}
