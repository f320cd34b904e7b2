#!/bin/sh
# Hard posteriors sampled with nothing set but a seed, against integrals or NUTS with ten times the
# draws: fails where one is off by more than 0.2 sd in a mean or 10 % in an sd without a warning.
# References are worked out once and kept in ~/.cache/perrin: the first run takes hours, the next
# minutes.
#
#   bench/truth.sh [--case TEXT] [--markdown FILE] [--cache DIR]
set -u
root=$(CDPATH='' cd "$(dirname "$0")/.." && pwd)
exec "$root/perrin" bench truth "$@"
