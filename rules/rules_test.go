package rules_test

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/rules"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

var showFindings = flag.Bool("findings", false, "log every finding of the fixtures")

const fixtures = "../testdata/kernels"

// TestFixtures checks every .cu file under testdata/kernels. `// want RULE "regexp"` at the end of a line (or several of them, one
// behind the other) says that the rule has one finding there whose message matches; every other line must stay silent. One file runs with
// -run 'TestFixtures/uncoalesced-access/copy_stride.cu'.
func TestFixtures(t *testing.T) {
	var paths []string
	require.NoError(t, filepath.WalkDir(fixtures, func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".cu") {
			paths = append(paths, path)
		}
		return err
	}))
	require.NotEmpty(t, paths)
	for _, path := range paths {
		name, err := filepath.Rel(fixtures, path)
		require.NoError(t, err)
		t.Run(filepath.ToSlash(name), func(t *testing.T) { checkFixture(t, path) })
	}
}

func checkFixture(t *testing.T, path string) {
	m := analyse(t, path)
	found := rules.Check(m, nil, rules.WithRatios(rules.Ratios{Sectors: 1.5, Wavefronts: 1.5})) // as settings have them where they say nothing
	want := map[string][]*expectation{}                                                         // by file and line
	for _, file := range filesOf(t, path) {
		for line, es := range expectations(t, file) {
			want[fmt.Sprintf("%s:%d", file.Path, line)] = es
		}
	}
	for _, d := range found {
		file := d.Place.File
		require.NotNil(t, file, "%s has no place: %s", d.Rule, d.Message)
		at := fmt.Sprintf("%s:%d", file.Path, file.LineOf(d.Place.Span.Start))
		if *showFindings {
			t.Logf("%s: %s (%s): %s: %s\n\thelp: %s", at, d.Severity, d.Confidence, d.Rule, d.Message, d.Help)
			for _, f := range d.Fixes {
				t.Logf("\tfix: %s", f.Title)
			}
		}
		if e := match(want[at], d); e != nil {
			e.met = true
			continue
		}
		t.Errorf("%s: not wanted: %s: %s", at, d.Rule, d.Message)
	}
	var left []string
	for at, es := range want {
		for _, e := range es {
			if !e.met {
				left = append(left, fmt.Sprintf("%s: no finding of %s that matches %q", at, e.rule, e.message))
			}
		}
	}
	sort.Strings(left)
	for _, l := range left {
		t.Error(l)
	}
	if t.Failed() {
		explain(t, m)
	}
}

// explain logs what the analysis found, so that a failed fixture tells which room is at fault.
func explain(t *testing.T, m *sema.Model) {
	for _, u := range m.Unread {
		t.Logf("unread: %s: %s", u.Kernel, u.Reason)
	}
	for _, k := range m.Kernels {
		for _, r := range k.Runs {
			t.Logf("kernel %s, block %v grid %v from %s", k.Name, r.Block, r.Grid, r.Origin)
			for _, a := range r.Accesses {
				name := "?"
				if a.Array != nil {
					name = a.Array.Name
				}
				c := a.Cost
				t.Logf("  line %d: %s (array %s): op %d width %d index %s stride %s: known %v (%s) %.2f of %.2f, settled %.2f, lanes %.1f, trips %.1f, misaligned %d",
					a.Place.File.LineOf(a.Place.Span.Start), a.Text, name, a.Op, a.Width, a.Index, a.Stride, c.Known, c.Blocked, c.Actual, c.Ideal, c.Settled, c.Lanes, c.ByTrip, c.Misaligned)
			}
		}
	}
}

type expectation struct {
	rule    string
	message *regexp.Regexp
	met     bool
}

// match is the first expectation, not yet met, that a finding meets.
func match(es []*expectation, d diag.Diagnostic) *expectation {
	for _, e := range es {
		if !e.met && e.rule == d.Rule && e.message.MatchString(d.Message) {
			return e
		}
	}
	return nil
}

var wantComment = regexp.MustCompile(`\bwant ((?:[a-z-]+ "(?:[^"\\]|\\.)*"\s*)+)`)
var oneWant = regexp.MustCompile(`([a-z-]+) "((?:[^"\\]|\\.)*)"`)

// expectations of one file by line.
func expectations(t *testing.T, file *source.File) map[int][]*expectation {
	out := map[int][]*expectation{}
	for line := 1; line <= file.Lines(); line++ {
		text := file.Slice(file.LineSpan(line))
		_, comment, ok := strings.Cut(text, "//")
		if !ok {
			continue
		}
		for _, w := range wantComment.FindAllStringSubmatch(comment, -1) {
			for _, one := range oneWant.FindAllStringSubmatch(w[1], -1) {
				re, err := regexp.Compile(strings.ReplaceAll(one[2], `\"`, `"`))
				require.NoError(t, err, "%s:%d", file.Path, line)
				out[line] = append(out[line], &expectation{rule: one[1], message: re})
			}
		}
	}
	return out
}

// filesOf is the file and the project headers that it includes, headers first.
func filesOf(t *testing.T, path string) []*source.File {
	var out []*source.File
	had := map[string]bool{}
	var add func(path string)
	add = func(path string) {
		path = filepath.Clean(path)
		text, err := os.ReadFile(path)
		if had[path] || err != nil {
			require.True(t, had[path] || len(out) > 0 || len(had) > 0, "read %s: %v", path, err)
			return
		}
		had[path] = true
		f := source.NewFile(filepath.ToSlash(path), text)
		for _, i := range parser.Includes(f, parser.Options{}) {
			if !i.System {
				add(filepath.Join(filepath.Dir(path), i.Path))
			}
		}
		out = append(out, f)
	}
	add(path)
	return out
}

// analyse reads a file with its headers and works out its model.
func analyse(t *testing.T, path string) *sema.Model {
	files := filesOf(t, path)
	u := &sema.Unit{}
	var macros []*ast.Macro
	for i, f := range files {
		tree, err := parser.Parse(f, parser.Options{Macros: macros})
		require.NoError(t, err)
		for _, p := range tree.Problems {
			t.Logf("%s:%d: %s", f.Path, f.LineOf(p.Span.Start), p.Message)
		}
		macros = append(macros, tree.Macros...)
		if i == len(files)-1 {
			u.Root = tree
		} else {
			u.Headers = append(u.Headers, tree)
		}
	}
	return sema.Analyze(u, nil)
}
