#!/bin/sh
# Kills a run at random moments, 50 times by default, resumes it each time, and compares
# its draws with those of a run that was left in peace.
#
#   bench/kill.sh [KILLS]
set -eu
root=$(CDPATH='' cd "$(dirname "$0")/.." && pwd)
kills=${1:-50}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
perrin=$root/perrin

random() { # a number below $1
  n=$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')
  echo $((n % $1))
}

now() { date +%s%3N; }

"$perrin" data synth classification --rows 20000 --features 4 --out "$work/data.csv"
cd "$work"

# Started by exec, so that the process that is killed is the run itself and not a shell before it.
fit() {
  exec "$perrin" fit data.csv --target y --sampler natural --chains 2 --draws 12000 --quiet \
    --checkpoint 20ms --out "$1"
}

start=$(now)
(fit calm >/dev/null)
whole=$(($(now) - start))
echo "an undisturbed run takes $whole ms"

restored=0
finished=0
kill=1
while [ "$kill" -le "$kills" ]; do
  from=nothing
  if [ -e killed.partial/run.json ]; then
    if [ -e killed.partial/checkpoint-0 ]; then
      from="a checkpoint"
    else
      from="the beginning"
    fi
    (exec "$perrin" fit --resume killed --quiet >/dev/null 2>&1) &
  else
    rm -rf killed killed.partial
    fit killed >/dev/null 2>&1 &
  fi
  run=$!
  touch mark
  delay=$(random "$whole")
  sleep "$(printf '%d.%03d' $((delay / 1000)) $((delay % 1000)))"
  if kill -9 "$run" 2>/dev/null; then
    end="killed"
  else
    end="had ended"
  fi
  wait "$run" 2>/dev/null || true
  if [ "$end" = "had ended" ] && [ ! -e killed/fit.json ]; then
    echo "kill $kill: the run ended before it was killed, and without a result"
    exit 1
  fi
  # a run that began at a checkpoint and saved another, or came to its end, has restored the first
  if [ "$from" = "a checkpoint" ]; then
    [ -e killed/fit.json ] || [ -z "$(find killed.partial -name 'checkpoint-[01]' -newer mark)" ] ||
      restored=$((restored + 1))
    [ ! -e killed/fit.json ] || restored=$((restored + 1))
  fi
  if [ -e killed/fit.json ]; then
    cmp -s calm/draws.csv killed/draws.csv || { echo "kill $kill: the draws differ"; exit 1; }
    finished=$((finished + 1))
    end="$end, done: the draws are the same bytes"
    rm -rf killed killed.partial
  fi
  echo "kill $kill: from $from, after $delay ms: $end"
  kill=$((kill + 1))
done

if [ -e killed.partial/run.json ]; then
  "$perrin" fit --resume killed --quiet >/dev/null
else
  (fit killed >/dev/null)
fi
for file in draws.csv draws/chain-1.csv draws/chain-2.csv summary.csv; do
  cmp "calm/$file" "killed/$file"
done
echo "ok: $kills kills, $restored times a checkpoint was restored, $((finished + 1)) runs came to their end: every byte is the same"
