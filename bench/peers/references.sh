#!/bin/sh
# Data sets of lme4 by `levels` and by long chains of NUTS: means and standard deviations of every
# coefficient, scale and correlation, and their difference in Monte Carlo errors. InstEval, which takes
# NUTS hours, beside lmer's estimate. Needs R with lme4 and Python; data are written beside the build
# and belong to lme4.
#
#   bench/peers/references.sh [DATA ...]    of sleepstudy cbpp VerbAgg Penicillin InstEval
set -eu
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
root=$(CDPATH='' cd "$here/../.." && pwd)
folder=$root/bench/target/peers/references
mkdir -p "$folder"
cd "$folder"
[ $# -gt 0 ] || set -- sleepstudy cbpp Penicillin VerbAgg InstEval
fit() { # data, sampler, formula
  "$root/perrin" fit "$1.csv" --formula "$3" --sampler "$2" --draws "$draws" --out "$1-$2" --overwrite --quiet >"$1-$2.txt"
}
for data; do
  [ -e "$data.csv" ] || Rscript -e "write.csv(lme4::$data, '$data.csv', row.names = FALSE)"
  draws=2500
  case $data in
    # trajectories of NUTS are long here
    sleepstudy | VerbAgg) draws=1000 ;;
  esac
  case $data in
    sleepstudy) formula="Reaction ~ Days + (1 + Days | Subject)" ;;
    cbpp) formula="incidence | trials(size) ~ C(period) + (1 | herd)" ;;
    Penicillin) formula="diameter ~ 1 + (1 | plate) + (1 | sample)" ;;
    VerbAgg) formula="r2 ~ Anger + Gender + btype + situ + (1 | id) + (1 | item)" ;;
    InstEval) formula="y ~ C(service) + (1 | s) + (1 | d) + (1 | dept:service)" ;;
    *) echo "no model for $data" >&2; exit 2 ;;
  esac
  fit "$data" levels "$formula"
  if [ "$data" = InstEval ]; then
    Rscript -e 'd <- read.csv("InstEval.csv"); d$service <- factor(d$service)
      m <- lme4::lmer(y ~ service + (1 | s) + (1 | d) + (1 | dept:service), d)
      print(summary(m), correlation = FALSE)' | grep -E "^ (s|d|dept:service|Residual) |^\(Intercept\)|^service1"
  else
    [ -e "$data-nuts/draws.csv" ] || fit "$data" nuts "$formula"
  fi
  python3 "$here/references.py" "$data"
done
