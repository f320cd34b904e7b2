#!/bin/sh
# Tests of the Python package in a virtual environment, and of the R file where R is there. Skipped with a
# message where Python or its registry is not. Needs the built command: ./perrin builds it if not.
set -eu
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
environment=${PERRIN_VENV:-$here/target/venv}

skip() {
  echo "the tests of the Python package are skipped: $1" >&2
  exit 0
}

python=$(command -v python3) || skip "there is no python3"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' || skip "python3 is older than 3.10"
if [ ! -x "$environment/bin/pytest" ]; then
  "$python" -m venv "$environment" 2>/dev/null || skip "python3 has no venv"
fi
"$environment/bin/pip" install -q -e "$here[test]" matplotlib >/dev/null 2>&1 || skip "its registry is out of reach"
"$root/perrin" --version >/dev/null
cd "$here"
"$environment/bin/python" -m pytest tests "$@"

command -v Rscript >/dev/null || { echo "the tests of the R file are skipped: there is no Rscript" >&2; exit 0; }
Rscript -e 'stopifnot(requireNamespace("posterior"), requireNamespace("jsonlite"))' >/dev/null 2>&1 ||
  { echo "the tests of the R file are skipped: posterior or jsonlite is missing" >&2; exit 0; }
Rscript "$root/r/test.R"
