#!/bin/sh
# Perrin and its peers in one run on the same data, one table. Needs python3 and a Python registry; says so if not.
set -eu
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
root=$(CDPATH='' cd "$here/../.." && pwd)
work=$root/bench/target/peers
mkdir -p "$work"
export PERRIN_PEERS="$work"
if [ ! -e "$work/venv/ready" ] || [ "$here/requirements.txt" -nt "$work/venv/ready" ]; then
  echo "peers: installing pinned Python packages, once" >&2
  rm -rf "$work/venv"
  python3 -m venv "$work/venv"
  if ! "$work/venv/bin/pip" -q install -r "$here/requirements.txt"; then
    echo "peers: the Python packages cannot be installed here; nothing to compare with" >&2
    exit 1
  fi
  touch "$work/venv/ready"
fi
# the table of `bench speed`, and its first rows
"$root/perrin" data synth covertype-like --rows 435759 --seed 17 -o "$work/table.perrin" >&2
"$root/perrin" data synth covertype-like --rows 5000 --seed 17 -o "$work/small.perrin" >&2
echo "peers: Perrin's own figures ..." >&2
"$root/perrin" bench speed >"$work/speed.txt" || true
: >"$work/peers.tsv"
for script in steps sgmcmc ksd nuts; do
  echo "peers: $script.py ..." >&2
  (cd "$here" && "$work/venv/bin/python" "$script.py" 2>"$work/$script.log") >>"$work/peers.tsv" ||
    echo "peers: $script.py failed, see $work/$script.log" >&2
done
"$work/venv/bin/python" "$here/table.py" "$root/perrin"
