#!/bin/sh
# Runs every fuzz target for a time each, one after the other: fuzz.sh [time], 60s without. What fails is kept in testdata/fuzz of its package.
set -eu
time=${1:-60s}
go=${GO:-go}
for file in $(grep -rl --include='*_test.go' '^func Fuzz' . | sort); do
	for target in $(sed -n 's/^func \(Fuzz[A-Za-z0-9]*\)(.*/\1/p' "$file"); do
		echo "$(dirname "$file") $target"
		"$go" test "$(dirname "$file")" -run '^$' -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 3s
	done
done
