#!/bin/sh
# Data sets of lme4 by `levels` and by long chains of NUTS: means and standard deviations of every
# coefficient, scale and correlation, and their difference in Monte Carlo errors. InstEval, which takes
# NUTS hours, beside lmer's estimate. Where R has rstanarm, cbpp and VerbAgg also beside its stan_glmer,
# both with its priors. Needs R with lme4 and Python; data are written beside the build and belong to lme4.
#
#   bench/peers/references.sh [DATA ...]    of sleepstudy cbpp VerbAgg Penicillin InstEval
set -eu
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
root=$(CDPATH='' cd "$here/../.." && pwd)
folder=$root/bench/target/peers/references
mkdir -p "$folder"
cd "$folder"
[ $# -gt 0 ] || set -- sleepstudy cbpp Penicillin VerbAgg InstEval
fit() { # data, sampler, formula, folder, options
  data=$1 sampler=$2 terms=$3 out=$4
  shift 4
  "$root/perrin" fit "$data.csv" --formula "$terms" --sampler "$sampler" --draws "$draws" --out "$out" --overwrite --quiet "$@" >"$out.txt"
}
rstanarm() { # data, formula of R
  Rscript -e 'quit(status = !requireNamespace("rstanarm", quietly = TRUE))' 2>/dev/null || return 0
  [ -e "$1-rstanarm/draws.csv" ] || Rscript "$here/references_rstanarm.R" "$1" "$2" 2>/dev/null
  fit "$1" levels "$formula" "$1-normal" --prior "normal(0, 2.5)" --prior-intercept "normal(0, 2.5)"
  python3 "$here/references.py" "$1-normal" "$1-rstanarm"
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
  fit "$data" levels "$formula" "$data-levels"
  if [ "$data" = InstEval ]; then
    Rscript -e 'd <- read.csv("InstEval.csv"); d$service <- factor(d$service)
      m <- lme4::lmer(y ~ service + (1 | s) + (1 | d) + (1 | dept:service), d)
      print(summary(m), correlation = FALSE)' | grep -E "^ (s|d|dept:service|Residual) |^\(Intercept\)|^service1"
  else
    [ -e "$data-nuts/draws.csv" ] || fit "$data" nuts "$formula" "$data-nuts"
  fi
  python3 "$here/references.py" "$data-levels" "$data-nuts"
  case $data in
    cbpp) rstanarm cbpp "cbind(incidence, size - incidence) ~ period + (1 | herd)" ;;
    VerbAgg) rstanarm VerbAgg "r2 ~ Anger + Gender + btype + situ + (1 | id) + (1 | item)" ;;
  esac
done
