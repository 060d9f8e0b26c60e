#!/usr/bin/env bash
# Holds what cudalint writes against the readers of others: validate.sh FOLDER.. It needs npm, xmllint, git and pre-commit, and is no part of
# make check; reviewdog and actionlint are fetched with go where they are not installed. Without folders it takes the fixtures of the rules;
# files with hostile names and texts are among them in any case. SCHEMAS is a folder with the schemas of others, each of which is left out
# where it is not there: sarif-schema-2.1.0.json (oasis-tcs/sarif-spec), DiagnosticResult.json (reviewdog, proto/rdf/jsonschema) and
# codeclimate.json (GitLab, app/validators/json_schemas).
set -euo pipefail
cd "$(dirname "$0")/.."
folders=("$@")
[ ${#folders[@]} -gt 0 ] || folders=(testdata/kernels)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/cudalint" ./cmd/cudalint
(cd "$work" && npm install --silent --no-audit --no-fund @microsoft/sarif-multitool ajv ajv-draft-04 ajv-formats >/dev/null)
multitool=$(find "$work/node_modules/@microsoft" -name 'Sarif.Multitool' -type f | head -n 1)
chmod +x "$multitool"
export DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1

# need puts a program of a Go module on the path.
export PATH="$PATH:$work/bin"
need() {
  command -v "$1" >/dev/null || GOBIN="$work/bin" go install "$2@latest" >/dev/null 2>&1 || {
    echo "$1 is neither installed nor to be had"
    return 1
  }
}

# schema holds a document against a schema of others.
schema() {
  [ -e "${SCHEMAS:-/nowhere}/$1" ] || return 0
  NODE_PATH="$work/node_modules" node scripts/schemas.js "$SCHEMAS/$1" "$2" || bad=1
}

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
      --output junit="$work/junit.xml" --output concise="$work/a.txt" --output rdjson="$work/a.rdjson" --output gitlab="$work/gitlab.json" . 2>/dev/null ) || [ $? -eq 1 ]
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
  schema sarif-schema-2.1.0.json "$work/a.sarif"
  schema DiagnosticResult.json "$work/a.rdjson"
  schema codeclimate.json "$work/gitlab.json"
  if need reviewdog github.com/reviewdog/reviewdog/cmd/reviewdog; then
    want=$(node -p 'JSON.parse(require("fs").readFileSync(process.argv[1])).diagnostics.length' "$work/a.rdjson")
    have=$(reviewdog -f=rdjson -reporter=local -diff=true -filter-mode=nofilter <"$work/a.rdjson" | wc -l)
    echo "reviewdog reads $have of $want diagnostics"
    [ "$have" -eq "$want" ] || bad=1
  fi
  top=$(git -C "$folder" rev-parse --show-toplevel 2>/dev/null || echo "$folder")
  grep -q primaryLocationLineHash "$work/a.sarif" && { node scripts/linehash.js "$top" "$work/a.sarif" || bad=1; }
  node -e '
    const fs = require("fs");
    const re = new RegExp(JSON.parse(fs.readFileSync("integrations/problem-matcher.json")).problemMatcher[0].pattern[0].regexp);
    const lines = fs.readFileSync(process.argv[1], "utf8").split("\n").filter((l) => l);
    const wrong = lines.filter((l) => !re.test(l));
    console.log(lines.length + " lines for the problem matcher, " + wrong.length + " not read");
    process.exit(wrong.length ? 1 : 0)' "$work/a.txt" || bad=1
done

# The action, in a workflow that uses it.
if need actionlint github.com/rhysd/actionlint/cmd/actionlint; then
  mkdir -p "$work/action/.github/workflows"
  git -C "$work/action" init -q
  cp action.yml "$work/action/"
  inputs=$(sed -n '/^inputs:/,/^outputs:/s/^  \([a-z]*\):$/          \1: "x"/p' action.yml)
  printf 'on: push\njobs:\n  lint:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: ./\n        id: lint\n        with:\n%s\n      - run: echo "%s"\n' \
    "$inputs" '${{ steps.lint.outputs.exit-code }}' >"$work/action/.github/workflows/lint.yml"
  (cd "$work/action" && actionlint) && echo "actionlint has nothing to say" || bad=1
  sed -i 's/sarif: "x"/serif: "x"/' "$work/action/.github/workflows/lint.yml"
  (cd "$work/action" && actionlint >/dev/null) && { echo "actionlint says nothing of an input that is not there"; bad=1; }
fi

# The hooks, as pre-commit takes them from the repository: the last commit of it.
pre-commit validate-manifest .pre-commit-hooks.yaml || bad=1
git init -q "$work/hooked"
cp testdata/kernels/uncoalesced-access/*.cu "$work/hooked/"
git -C "$work/hooked" add .
mkdir "$work/gobin"
hook() { # hook ID: exit code, with the output in hook.txt
  (cd "$work/hooked" && PRE_COMMIT_HOME="$work/pre-commit" PATH="$work:$PATH" pre-commit try-repo "$OLDPWD" "$1" --all-files) >"$work/hook.txt" 2>&1
}
hook cudalint-system && { echo "the hook passes in spite of findings"; bad=1; }
grep -q 'uncoalesced-access\]' "$work/hook.txt" || { cat "$work/hook.txt"; bad=1; }
rm "$work"/hooked/*.cu
printf '__global__ void k(float *a) { a[blockIdx.x * 256 + threadIdx.x] = 0; }\n' >"$work/hooked/fine.cu"
git -C "$work/hooked" add -A
hook cudalint-system || { cat "$work/hook.txt"; bad=1; }
GOBIN="$work/gobin" go install ./... && [ "$(ls "$work/gobin")" = cudalint ] || { echo "go install ./... gives: $(ls "$work/gobin")"; bad=1; }
[ "$bad" -ne 0 ] || echo "the hooks pass and fail as they should"
exit "$bad"
