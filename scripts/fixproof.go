//go:build ignore

// Fixproof writes the programs that prove the rewrites, and the page about them; see internal/fixproof.
//
//	go run scripts/fixproof.go write DIR        the programs of testdata/fixes, before and after, and predicted.json
//	scripts/fixproof.sh DIR                     on a machine with nvcc, ncu and a GPU: results.txt and readings.jsonl
//	go run scripts/fixproof.go report DIR FILE  the page; its exit code is 1 when a program fails or a reading is another
package main

import (
	"fmt"
	"os"

	"github.com/cudalint/cudalint/internal/fixproof"
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
		return fixproof.Write("testdata/fixes", args[1])
	case len(args) == 3 && args[0] == "report":
		return fixproof.Report(args[1], args[2])
	}
	return fmt.Errorf("usage: go run scripts/fixproof.go write DIR | report DIR FILE")
}
