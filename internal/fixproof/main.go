// Fixproof proves the rewrites on real hardware: programs go in, each once as it is and once fixed, with the numbers that are
// predicted for both; what a machine with a GPU read goes in then, and docs/fixes.md comes out.
//
//	go run ./internal/fixproof write DIR        the programs of testdata/fixes, before and after, and predicted.json
//	scripts/fixproof.sh DIR                     on a machine with nvcc, ncu and a GPU: results.txt and readings.jsonl
//	go run ./internal/fixproof report DIR FILE  the page; its exit code is 1 when a program fails or a reading is another
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "fixproof:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 2 && args[0] == "write":
		return write("testdata/fixes", args[1])
	case len(args) == 3 && args[0] == "report":
		return report(args[1], args[2])
	}
	return fmt.Errorf("usage: fixproof write DIR | fixproof report DIR FILE")
}
