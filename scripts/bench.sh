#!/bin/bash
# usage: bench.sh DIR..    measures cudalint on the files below the folders and writes docs/performance.md
# Needs go, gcc, GNU time. RUNS is how often each is run (5); medians are told.
set -eu
cd "$(dirname "$0")/.."
runs=${RUNS:-5}
[ $# -gt 0 ] || set -- testdata/kernels
dirs=()
for d in "$@"; do dirs+=("$(cd "$d" && pwd)"); done
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
go build -o "$work/cudalint" ./cmd/cudalint
go test -c -o "$work/parser.test" ./parser
median() { sort -n | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}'; }

# parse_only NAME: ms of processor time for all files, once
parse_only() {
    (cd parser && CUDALINT_BENCH_DIRS="${dirs[*]}" "$work/parser.test" -test.run '^$' -test.bench "^Benchmark$1\$" -test.benchtime 1x) |
        awk '/cpu-ms/ {for (i = 2; i <= NF; i++) if ($i == "cpu-ms/op") print $(i - 1)}'
}

# whole JOBS: processor seconds, wall seconds and peak KB of a whole run
whole() {
    /usr/bin/time -o "$work/time" -f '%U %S %e %M' "$work/cudalint" accesses --no-cache --format json -j "$1" "${dirs[@]}" > "$work/out" 2> /dev/null || true
    tail -1 "$work/time"
}

# each COMMAND: ms from start to exit
each() {
    local start=$EPOCHREALTIME n=50
    for ((i = 0; i < n; i++)); do "$@" > /dev/null 2>&1 || true; done
    awk -v a="$start" -v b="$EPOCHREALTIME" -v n=$n 'BEGIN {printf "%.1f\n", (b - a) * 1000 / n}'
}

: > "$work/parse"; : > "$work/mask"; : > "$work/one"; : > "$work/two"
for ((run = 0; run < runs; run++)); do # in turn, so that a machine that others use is equally slow to all
    parse_only ParseOnly >> "$work/parse"
    parse_only Mask >> "$work/mask"
    whole 1 >> "$work/one"
    whole 2 >> "$work/two"
done
files=$(find "${dirs[@]}" -type f \( -name '*.cu' -o -name '*.cuh' \) | wc -l)
bytes=$(find "${dirs[@]}" -type f \( -name '*.cu' -o -name '*.cuh' \) -exec cat {} + | wc -c)
parse=$(median < "$work/parse")
mask=$(median < "$work/mask")
one=$(awk '{print $1 + $2}' "$work/one" | median)
wall1=$(awk '{print $3}' "$work/one" | median)
two=$(awk '{print $1 + $2}' "$work/two" | median)
wall2=$(awk '{print $3}' "$work/two" | median)
peak=$(awk '{print $4}' "$work/two" | median)

: > "$work/hundred.cu"
for ((i = 0; i < 10; i++)); do
    printf '__global__ void k%d(float *out, const float *in, int n) {\n  int x = blockIdx.x * blockDim.x + threadIdx.x;\n\n  if (x < n) {\n    out[x] = in[x * %d];\n  }\n\n}\n\n\n' $i $((i + 1)) >> "$work/hundred.cu"
done

{
    cat << 'TEXT'
# Performance

Written by `make bench` (`scripts/bench.sh`), which can be run over any folders: `make bench DIRS="path/to/repository"`. All figures are of one
machine; what carries over to another are the ratios. Processor time is user and system time together. *Parse only* is the time that the
C++ grammar takes for the .cu and .cuh files as they are, with nothing done ahead of it or behind it, in the same run: no analysis that
begins with a whole syntax tree can be faster.

TEXT
    echo "Machine: $(awk -F': ' '/model name/ {print $2; exit}' /proc/cpuinfo), $(nproc) cores; $(go version | awk '{print $3}'). Medians of $runs runs, load $(awk '{print $1}' /proc/loadavg) at the end."
    echo
    echo "## A whole run"
    echo
    echo "$files .cu and .cuh files, $(awk -v b="$bytes" 'BEGIN {printf "%.1f", b / 1e6}') MB, and the headers that they include."
    echo
    echo "| | processor time (s) | wall (s) | x parse only |"
    echo "|---|---|---|---|"
    awk -v p="$parse" -v m="$mask" -v a="$one" -v wa="$wall1" -v b="$two" -v wb="$wall2" 'BEGIN {
        p /= 1000; m /= 1000
        printf "| parse only | %.2f | | 1 |\n| mask (directives, macros, CUDA words) | %.2f | | %.2f |\n", p, m, m / p
        printf "| `accesses`, one worker | %.2f | %.2f | %.2f |\n| `accesses`, two workers | %.2f | %.2f | %.2f |\n", a, wa, a / p, b, wb, b / p }'
    echo
    awk -v k="$peak" -v b="$bytes" -v w="$wall2" 'BEGIN {printf "Peak memory %.0f MB; %.2f MB of .cu and .cuh text a second with two workers.\n", k / 1024, b / 1e6 / w}'
    echo
    echo "## Start"
    echo
    echo "| from start to exit | ms |"
    echo "|---|---|"
    echo "| \`true\` | $(each /bin/true) |"
    echo "| \`cudalint --version\` | $(each "$work/cudalint" --version) |"
    echo "| \`cudalint check\` on 100 lines with 10 kernels | $(each "$work/cudalint" check --no-cache "$work/hundred.cu") |"
    echo
    echo "## Stages, growth and depth"
    echo
    echo "\`go test -bench 'Stages|Growth|Depth'\`: stages over the rules' fixtures, then files that grow and programs that are short but deep."
    echo
    echo "| benchmark | ms | MB/s | allocations | KB allocated |"
    echo "|---|---|---|---|---|"
    go test -run '^$' -bench 'Stages|Growth|Depth' -benchtime 5x . | awk '/^Benchmark/ {
        name = $1; sub(/^Benchmark/, "", name); sub(/-[0-9]+$/, "", name); gsub(/_/, " ", name)
        ms = mbs = allocs = kb = ""
        for (i = 3; i <= NF; i++) {
            if ($i == "ns/op") ms = $(i - 1) / 1e6
            if ($i == "MB/s") mbs = $(i - 1)
            if ($i == "allocs/op") allocs = $(i - 1)
            if ($i == "B/op") kb = $(i - 1) / 1024
        }
        printf "| %s | %.2f | %s | %d | %.0f |\n", name, ms, mbs, allocs, kb }'
} > "$work/page"
cp "$work/page" docs/performance.md
cat docs/performance.md
