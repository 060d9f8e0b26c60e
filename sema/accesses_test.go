package sema_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
	"github.com/cudalint/cudalint/trace"
)

// Files of testdata/accesses say behind a line what its accesses cost, in any of the kernel's runs:
//
//	x = a[2 * t]; //= load a 8/4
//	b[t] = a[i[t]]; //= store b 4/4; load i 4/4; load a unknown: i[t]
//
// Every access of a marked line must be listed, and everything listed must be there. A file whose name ends in .host.cu is the
// caller of the file beside it.
func TestAccesses(t *testing.T) {
	files, err := filepath.Glob("../testdata/accesses/*.cu")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		if strings.HasSuffix(f, ".host.cu") {
			continue
		}
		t.Run(filepath.Base(f), func(t *testing.T) { checkFile(t, f) })
	}
}

func checkFile(t *testing.T, path string) {
	u := load(t, path)
	if caller := strings.TrimSuffix(path, ".cu") + ".host.cu"; fileExists(caller) {
		require.True(t, u.AddCallers(load(t, caller).Root))
	}
	m := sema.Analyze(u, nil)
	got := map[int]map[string]bool{}
	for _, k := range m.Kernels {
		for _, r := range k.Runs {
			for _, a := range r.Accesses {
				line := a.Place.File.LineOf(a.Place.Span.Start)
				if got[line] == nil {
					got[line] = map[string]bool{}
				}
				got[line][describe(a)] = true
			}
		}
	}
	marked := 0
	for i, text := range strings.Split(string(u.Root.Source.Text), "\n") {
		_, want, ok := strings.Cut(text, "//=")
		if !ok {
			continue
		}
		marked++
		left := got[i+1]
		for _, w := range strings.Split(want, ";") {
			found := ""
			for d := range left {
				if matches(d, strings.TrimSpace(w)) {
					found = d
				}
			}
			if assert.NotEmpty(t, found, "line %d: want %s, got %v", i+1, w, got[i+1]) {
				delete(left, found)
			}
		}
		assert.Empty(t, left, "line %d: not listed", i+1)
	}
	assert.Positive(t, marked)
}

// matches compares a description with a wanted one; the reason of an unknown access may be a part.
func matches(got, want string) bool {
	if strings.Contains(want, "unknown:") {
		return strings.HasPrefix(got, strings.TrimSpace(want))
	}
	return got == want
}

var ops = map[trace.Op]string{trace.Load: "load", trace.Store: "store", trace.Atomic: "atomic", trace.Copy: "copy"}

func describe(a *sema.Access) string {
	name := "?"
	if a.Array != nil {
		name = a.Array.Name
	}
	head := ops[a.Op] + " " + name
	if !a.Cost.Known {
		return head + " unknown: " + a.Cost.Blocked
	}
	return fmt.Sprintf("%s %s/%s", head, short(a.Cost.Actual), short(a.Cost.Ideal))
}

func short(f float64) string {
	return regexp.MustCompile(`\.?0+$`).ReplaceAllString(strconv.FormatFloat(f, 'f', 3, 64), "")
}

func load(t *testing.T, path string) *sema.Unit {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	f, err := parser.Parse(source.NewFile(path, text), parser.Options{})
	require.NoError(t, err)
	require.Empty(t, f.Problems)
	return &sema.Unit{Root: f}
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
