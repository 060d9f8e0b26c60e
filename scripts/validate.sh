#!/usr/bin/env bash
# Holds what cudalint writes against the readers of others: validate.sh FOLDER.. It needs npm, xmllint and pre-commit, and is no part of
# make check. Without folders it takes the fixtures of the rules.
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

bad=0
for folder in "${folders[@]}"; do
  folder=$(realpath "$folder")
  ( cd "$folder" && "$work/cudalint" --no-cache --show-suppressed --output sarif="$work/a.sarif" --output checkstyle="$work/checkstyle.xml" \
      --output junit="$work/junit.xml" --output concise="$work/a.txt" . 2>/dev/null ) || [ $? -eq 1 ]
  "$multitool" validate --rule-kind 'Sarif;Ghas' --output "$work/result.sarif" "$work/a.sarif" >/dev/null || bad=1
  node -e '
    const results = JSON.parse(require("fs").readFileSync(process.argv[1])).runs[0].results || [];
    for (const r of results) console.log(r.ruleId, JSON.stringify(r.message), JSON.stringify(r.locations));
    process.exit(results.length ? 1 : 0)' "$work/result.sarif" || bad=1
  rm -f "$work/result.sarif"
  xmllint --noout "$work/checkstyle.xml" "$work/junit.xml" || bad=1
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
