#!/bin/sh
# The long forms of the tests in docs/trust.md, one after the other; under an hour on two idle cores.
# Failures are listed at the end, with the seed that reproduces them.
#
#   bench/trust.sh [INPUTS [KILLS]]
#
# INPUTS of the fuzzer, a million by default; KILLS in each phase, 20.
set -u
root=$(CDPATH='' cd "$(dirname "$0")/.." && pwd)
cd "$root" || exit 1
inputs=${1:-1000000}
kills=${2:-20}
failed=

step() { # name, then the command
  name=$1
  shift
  echo "== $name"
  began=$(date +%s)
  "$@" || failed="$failed $name"
  echo "== $name: $(($(date +%s) - began)) s"
}

tests() { # tests, then properties
  names=$1
  shift
  ./mvnw -q -B -pl core,io,bench,cli test -Dtest="$names" -Dsurefire.failIfNoSpecifiedTests=false "$@"
}

step fuzz tests '*FuzzTest' -Dperrin.fuzz="$inputs" -Djunit.jupiter.execution.parallel.enabled=true \
  -Djunit.jupiter.execution.parallel.mode.default=concurrent
step kills-by-phase tests PhaseKillTest -Dperrin.kills="$kills"
step faults-and-security tests 'FaultsTest,SecurityTest,BadInputTest,ClockTest'
step kills-and-resumes bench/kill.sh 50

step calibration-and-ground-truth tests 'CalibrationTest,GroundTruthTest' -Dperrin.long=true
step same-bits tests SameBitsTest
step load tests LoadTest -Dperrin.long=true
# PIT reads classes with the Java that Maven runs on, so that must be as new as they are.
if ./mvnw -v 2>/dev/null | grep -q 'Java version: \(2[5-9]\|[3-9][0-9]\)'; then
  step mutation ./mvnw -q -B -pl core -Pmutation test-compile \
    org.pitest:pitest-maven:1.30.0:mutationCoverage -DmutationThreshold=85
else
  echo "== mutation: left out, because Maven runs on a Java below 25: set JAVA_HOME to a newer one"
fi
# Known vulnerabilities need a network, and have a command of their own: bench/vulnerabilities.sh.

[ -z "$failed" ] || { echo "failed:$failed"; exit 1; }
echo "ok: nothing was lost"
