#!/bin/sh
# Hard posteriors sampled with nothing set but a seed, against integrals or NUTS with ten times the
# draws: fails where one is off by more than 0.2 sd in a mean or 10 % in an sd without a warning.
# References are read from bench/truth, one file each; what is missing there is worked out, which
# takes minutes for some, and written there. To work all out anew, give an empty folder by --cache.
#
#   bench/truth.sh [--case TEXT] [--markdown FILE] [--cache DIR]
set -u
root=$(CDPATH='' cd "$(dirname "$0")/.." && pwd)
case " $* " in
  *" --cache"*) ;;
  *) set -- --cache "$root/bench/truth" "$@" ;;
esac
exec "$root/perrin" bench truth "$@"
