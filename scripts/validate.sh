#!/usr/bin/env bash
# Holds what cudalint writes against the readers of others: validate.sh FOLDER.. It needs npm, xmllint and pre-commit, and is no part of
# make check; reviewdog is asked where it is installed. Without folders it takes the fixtures of the rules; files with hostile names and
# texts are among them in any case.
set -euo pipefail
cd "$(dirname "$0")/.."
folders=("$@")
[ ${#folders[@]} -gt 0 ] || folders=(testdata/kernels)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/cudalint" ./cmd/cudalint
(cd "$work" && npm install --silent --no-audit --no-fund @microsoft/sarif-multitool >/dev/null)
multitool=$(find "$work/node_modules/@microsoft" -name 'Sarif.Multitool' -type f | head -n 1)
chmod +x "$multitool"
export DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1

# found prints what the validator reports of a SARIF file; it exits with 0 whatever it finds.
found() {
  rm -f "$work/result.sarif"
  "$multitool" validate --rule-kind 'Sarif;Ghas' --output "$work/result.sarif" "$1" >/dev/null || return 1
  node -e '
    const run = JSON.parse(require("fs").readFileSync(process.argv[1])).runs[0];
    if (!run.invocations[0].executionSuccessful) throw "the validator failed";
    for (const r of run.results || []) console.log(r.ruleId, JSON.stringify(r.message), JSON.stringify(r.locations));' "$work/result.sarif"
}

node scripts/hostile.js "$work/hostile"
folders+=("$work/hostile")
bad=0
for folder in "${folders[@]}"; do
  folder=$(realpath "$folder")
  echo "$(basename "$folder"):"
  ( cd "$folder" && "$work/cudalint" --no-cache --show-suppressed --output sarif="$work/a.sarif" --output checkstyle="$work/checkstyle.xml" \
      --output junit="$work/junit.xml" --output concise="$work/a.txt" --output rdjson="$work/a.rdjson" . 2>/dev/null ) || [ $? -eq 1 ]
  faults=$(found "$work/a.sarif") || bad=1
  [ -z "$faults" ] || { echo "$faults"; bad=1; }
  # The validator sees what is wrong: an end before its start.
  node -e '
    const fs = require("fs"), log = JSON.parse(fs.readFileSync(process.argv[1])), results = log.runs[0].results;
    if (results.length === 0) process.exit(1);
    const region = results[0].locations[0].physicalLocation.region;
    region.startLine = region.endLine + 1;
    fs.writeFileSync(process.argv[2], JSON.stringify(log));' "$work/a.sarif" "$work/wrong.sarif" && {
    found "$work/wrong.sarif" | grep -q SARIF1007 || { echo "the SARIF validator says nothing of a region that ends before it starts"; bad=1; }
  }
  xmllint --noout "$work/checkstyle.xml" "$work/junit.xml" || bad=1
  if command -v reviewdog >/dev/null; then
    want=$(node -p 'JSON.parse(require("fs").readFileSync(process.argv[1])).diagnostics.length' "$work/a.rdjson")
    have=$(reviewdog -f=rdjson -reporter=local -diff=true -filter-mode=nofilter <"$work/a.rdjson" | wc -l)
    echo "reviewdog reads $have of $want diagnostics"
    [ "$have" -eq "$want" ] || bad=1
  fi
  top=$(git -C "$folder" rev-parse --show-toplevel 2>/dev/null || echo "$folder")
  node scripts/linehash.js "$top" "$work/a.sarif" || bad=1
  node -e '
    const fs = require("fs");
    const re = new RegExp(JSON.parse(fs.readFileSync("integrations/problem-matcher.json")).problemMatcher[0].pattern[0].regexp);
    const lines = fs.readFileSync(process.argv[1], "utf8").split("\n").filter((l) => l);
    const wrong = lines.filter((l) => !re.test(l));
    console.log(lines.length + " lines for the problem matcher, " + wrong.length + " not read");
    process.exit(wrong.length ? 1 : 0)' "$work/a.txt" || bad=1
done
pre-commit validate-manifest .pre-commit-hooks.yaml || bad=1
exit "$bad"
