// Mutate changes the code of the packages that hold the mathematics, one place at a time, and tells which changes no test notices.
//
//	mutate build DIR        draws mutants and writes one set of test binaries, in which each is behind a switch, with what they read
//	mutate run DIR          runs the tests against each mutant; needs no Go
//	mutate table FILE       sums up the lines that run wrote
//
// A mutant is killed when a test of its package or of those above it fails, or takes five times as long as without it and ten seconds.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	if err := command(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

func command(args []string) error {
	if len(args) < 2 {
		return fmt.Errorf("usage: mutate build|run|table DIR|FILE [flags]")
	}
	set := flag.NewFlagSet("mutate "+args[0], flag.ContinueOnError)
	switch args[0] {
	case "build":
		root := set.String("root", ".", "the module's folder")
		n := set.Int("n", 600, "mutants")
		seed := set.Uint64("seed", 1, "of the draw")
		static := set.Bool("static", false, "link the binaries for machines with another C library")
		if err := set.Parse(args[2:]); err != nil {
			return err
		}
		return build(*root, args[1], *n, *seed, *static)
	case "run":
		r := runner{}
		set.IntVar(&r.jobs, "j", 2, "mutants at a time")
		out := set.String("o", "mutants.jsonl", "where the lines go")
		set.StringVar(&r.only, "only", "", "a file of an earlier run: only the survivors in it are run")
		if err := set.Parse(args[2:]); err != nil {
			return err
		}
		return r.run(args[1], *out)
	case "table":
		return tableOf(args[1])
	}
	return fmt.Errorf("no command %q", args[0])
}
