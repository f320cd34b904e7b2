// ---- start: draw everything once, and again when the colours or the width change ----
const byEffect = places.filter(k => data.scales[k] !== null).sort((j, k) => Math.abs(rows[k].mean * data.scales[k]) - Math.abs(rows[j].mean * data.scales[j]));
const start = byEffect.length > 0 ? byEffect[0] : places[0];
forest();
drawEffects();
if (data.groups.length > 0) chooseTerm();
tabulate();
choose(start);
const closest = listPairs();
$('pair-x').value = closest ? closest.j : start;
$('pair-y').value = closest ? closest.k : start;
pair();
model();
sampling();
dark.addEventListener('change', redraw);
let waiting;
let lastWidth = innerWidth;
addEventListener('resize', () => {
  if (innerWidth === lastWidth) return;
  lastWidth = innerWidth;
  clearTimeout(waiting);
  waiting = setTimeout(redraw, 100);
});
document.documentElement.dataset.ready = 'true';
