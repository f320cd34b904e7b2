#!/bin/sh
# Asks OSV (https://osv.dev) for known vulnerabilities of everything that is shipped: the SBOM's
# packages, one request. Needs a network and python3. Exit 1 if there are any, 2 if it could not ask.
#
#   bench/vulnerabilities.sh [BOM]
#
# BOM is target/bom.json, made if it is not given. OSV_URL asks another server.
set -u
root=$(CDPATH='' cd "$(dirname "$0")/.." && pwd)
bom=${1:-}
if [ -z "$bom" ]; then
  bom=$root/target/bom.json
  "$root/mvnw" -q -B -f "$root/pom.xml" -Psbom -DskipTests package || exit 2
fi
exec python3 - "$bom" "${OSV_URL:-https://api.osv.dev/v1/querybatch}" <<'PYTHON'
import json, sys, urllib.request

bom, url = sys.argv[1:]
try:
    parts = json.load(open(bom))["components"]
    purls = sorted({p["purl"].split("?")[0] for p in parts if "org.perrin" not in p["purl"]})
    body = json.dumps({"queries": [{"package": {"purl": p}} for p in purls]}).encode()
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    results = json.load(urllib.request.urlopen(request, timeout=60))["results"]
except (OSError, KeyError, ValueError) as e:
    sys.exit(print(f"could not ask {url}: {e}", file=sys.stderr) or 2)
if len(results) != len(purls):
    sys.exit(print(f"{url} answered {len(results)} of {len(purls)} questions", file=sys.stderr) or 2)
found = 0
for purl, result in zip(purls, results):
    for one in result.get("vulns", []):
        found += 1
        print(f"{purl}: {one['id']}, see https://osv.dev/vulnerability/{one['id']}")
print(f"{len(purls)} packages, {found} known vulnerabilities")
sys.exit(1 if found else 0)
PYTHON
