#!/usr/bin/env bash
# From a file to a result, cold: perrin's 4 × 1,000 draws with folder and report, beside point estimates of
# scikit-learn and glum, in turns, medians of RUNS (5). Every line: seconds in all, of them for reading.
# usage: cold.sh covtype.csv.gz   (the variable PERRIN_DATA, if set, says where it lies)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
file=${1:-${PERRIN_DATA:?name the file, or set PERRIN_DATA}/covtype.csv.gz}
runs=${RUNS:-5}
work=$root/bench/target/cold
mkdir -p "$work"
python=$work/python/bin/python
if [ ! -x "$python" ]; then
  python3 -m venv "$work/python"
  "$work/python/bin/pip" -q install scikit-learn==1.7.2 glum==3.4.1 duckdb==2.0.0 pandas==3.1.1
fi
"$root/perrin" --version >/dev/null # builds and makes the cache of start-up

small=$work/small.csv
long=$work/long.csv
[ -e "$small" ] || "$root/perrin" data synth logistic --rows 1000 --features 5 -q -o "$small"
[ -e "$long" ] || "$root/perrin" data synth logistic --rows 3000000 --features 10 -q -o "$long"

perrin() { # name, file, options
  local name=$1
  shift
  local begun ended
  begun=$(date +%s.%N)
  /usr/bin/time -f %M -o "$work/peak" "$root/perrin" fit "$@" --out "$work/fit" --overwrite -q >/dev/null
  ended=$(date +%s.%N)
  "$python" - "$name" "$work/fit/fit.json" "$begun" "$ended" "$(cat "$work/peak")" >>"$work/times" <<'P'
import json, sys
name, path, begun, ended, peak = sys.argv[1:]
print(name, f"{float(ended) - float(begun):.2f}", f"{json.load(open(path))['seconds']['reading']:.2f}", f"{int(peak) / 1e6:.2f}")
P
}
peer() { # name, arguments of cold.py; by the same clock, from the start of the process to its end
  local name=$1
  shift
  local begun ended reading
  begun=$(date +%s.%N)
  reading=$(/usr/bin/time -f %M -o "$work/peak" "$python" "$here/cold.py" "$@")
  ended=$(date +%s.%N)
  awk -v name="$name" -v begun="$begun" -v ended="$ended" -v reading="$reading" -v peak="$(cat "$work/peak")" \
    'BEGIN { printf "%s %.2f %s %.2f\n", name, ended - begun, reading, peak / 1e6 }' >>"$work/times"
}

: >"$work/times"
for _ in $(seq "$runs"); do
  perrin covertype/perrin "$file" --target Cover_Type --positive 2
  peer covertype/sklearn sklearn "$file" Cover_Type 2
  peer covertype/glum glum "$file" Cover_Type 2
  perrin 3000000x10/perrin "$long" --target y
  peer 3000000x10/sklearn sklearn "$long" y
  peer 3000000x10/duckdb-sum duckdb "$long" y
  perrin 1000x5/perrin "$small" --target y
done
"$python" - "$work/times" <<'P'
import collections, statistics, sys
rows = collections.defaultdict(list)
for line in open(sys.argv[1]):
    name, *numbers = line.split()
    rows[name].append(numbers)
print(f"{'what':24s} {'seconds':>8s} {'reading':>8s} {'GB':>6s}  (medians of {len(next(iter(rows.values())))})")
for name, runs in rows.items():
    seconds, reading, memory = (statistics.median(float(v) for v in c) for c in zip(*runs))
    print(f"{name:24s} {seconds:8.2f} {reading:8.2f} {memory:6.2f}")
P
