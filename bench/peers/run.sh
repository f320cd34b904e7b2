#!/bin/sh
# Perrin and its peers in one run, one table. Needs python3 and a Python registry; says so if not.
set -eu
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
root=$(CDPATH='' cd "$here/../.." && pwd)
work=$root/bench/target/peers
mkdir -p "$work"
export PERRIN_PEERS="$work"
if [ ! -e "$work/venv/ready" ]; then
  echo "peers: installing pinned Python packages, once" >&2
  rm -rf "$work/venv"
  python3 -m venv "$work/venv"
  if ! "$work/venv/bin/pip" -q install -r "$here/requirements.txt"; then
    echo "peers: the Python packages cannot be installed here; nothing to compare with" >&2
    exit 1
  fi
  touch "$work/venv/ready"
fi
echo "== Perrin =="
"$root/perrin" bench speed || true
echo "== peers =="
for script in steps ksd nuts; do
  (cd "$here" && "$work/venv/bin/python" "$script.py" 2>/dev/null) || echo "$script.py failed" >&2
done
