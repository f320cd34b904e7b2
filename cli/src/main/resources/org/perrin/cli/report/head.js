// ---- head: what was fitted, and the verdict ----
const kind = data.title[0].toUpperCase() + data.title.slice(1) + ' of ';
$('title').replaceChildren(kind, create('bdi', data.target), data.complete ? '' : ' (incomplete)');
document.title = kind + isolate(data.target) + ' – Perrin';
$('version').textContent = data.version;
for (const fact of data.facts) {
  const item = create('li');
  item.append(create('bdi', fact));
  $('facts').append(item);
}
document.querySelector('.headline').classList.add(data.verdict.level);
$('headline').textContent = data.verdict.headline;
$('advice').textContent = data.verdict.advice;
for (const finding of data.verdict.findings) {
  const item = create('li');
  item.append(create('p', finding.question, 'question'), create('p', finding.answer, 'answer ' + finding.level), create('p', finding.detail, 'detail'));
  $('findings').append(item);
}
describeDesign($('design'));
function describeDesign(list) {
  const add = (name, text) => { const box = create('div'); const value = create('dd'); value.append(create('bdi', text)); box.append(create('dt', name), value); list.append(box); };
  add('Formula', data.formula);
  if (data.modelled) add('Target', data.modelled);
  if (data.references.length > 0) add(data.references.length === 1 ? 'Reference level' : 'Reference levels', data.references.join('; '));
}
if (data.notes.length > 0) {
  const box = $('notes');
  box.hidden = false;
  box.open = data.verdict.level !== 'good';
  box.querySelector('summary').textContent = data.notes.length === 1 ? '1 note' : data.notes.length + ' notes';
  for (const note of data.notes) box.querySelector('ul').append(create('li', note));
}

// The section in view is marked in the bar.
const links = new Map(Array.from(document.querySelectorAll('nav a'), a => [a.hash.slice(1), a]));
const seen = new IntersectionObserver(changes => {
  for (const change of changes) {
    if (!change.isIntersecting) continue;
    links.forEach(a => a.removeAttribute('aria-current'));
    const link = links.get(change.target.id);
    link.setAttribute('aria-current', 'location');
    link.parentNode.scrollLeft = link.offsetLeft - 60;
  }
}, {rootMargin: '-20% 0px -75% 0px'});
document.querySelectorAll('main > section').forEach(section => seen.observe(section));
