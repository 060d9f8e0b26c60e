package main

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite what the program prints in the scripts, the README and docs/rules")

// TestMain keeps what the program keeps for its next run out of the user's folders. Scripts have a folder each.
func TestMain(m *testing.M) {
	if os.Getenv(cacheDirVariable) == "" {
		dir, err := os.MkdirTemp("", "cudalint-cache")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		os.Setenv(cacheDirVariable, dir)
		os.Setenv(cacheSecretVariable, "the secret of these tests")
	}
	testscript.Main(m, map[string]func(){"cudalint": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Setenv(cacheDirVariable, filepath.Join(e.WorkDir, ".tmp", "cache"))
			e.Setenv(cacheSecretVariable, "the secret of these tests")
			return nil
		},
		Condition: func(name string) (bool, error) {
			return name == "root" && os.Geteuid() == 0, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"write": writeBytes,
			"exits": exits,
			"same":  same,
		},
	})
}

// writeBytes is `write FILE TEXT [TIMES]`: TEXT holds Go's escapes and is written that many times.
func writeBytes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || len(args) > 3 {
		ts.Fatalf("usage: write FILE TEXT [TIMES]")
	}
	text, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	times := 1
	if len(args) == 3 {
		times, err = strconv.Atoi(args[2])
		ts.Check(err)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Repeat(text, times)), 0o644))
}

// exits is `exits CODE COMMAND ARGS..`.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND ARGS..")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		code, found := strings.CutPrefix(err.Error(), "exit status ")
		if !found {
			ts.Fatalf("%v", err)
		}
		got, err = strconv.Atoi(code)
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d\n%s", got, want, ts.ReadFile("stderr"))
	}
}

// same is `same ARGS.. -- ARGS..`: both make cudalint write the same bytes to standard output.
func same(ts *testscript.TestScript, neg bool, args []string) {
	for i, a := range args {
		if a == "--" {
			_ = ts.Exec("cudalint", args[:i]...) // findings make it fail
			first := ts.ReadFile("stdout")
			_ = ts.Exec("cudalint", args[i+1:]...)
			if first == "" || neg == (first == ts.ReadFile("stdout")) {
				ts.Fatalf("standard output: first\n%s\nsecond\n%s", first, ts.ReadFile("stdout"))
			}
			return
		}
	}
	ts.Fatalf("usage: same ARGS.. -- ARGS..")
}
