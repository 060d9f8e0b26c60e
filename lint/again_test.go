package lint

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

// typed is an environment variable: a pattern of files that are typed into in TestAgain too.
const typed = "CUDALINT_CORPUS"

func toEdit(t *testing.T, path, text string) (*Result, *Judged) {
	tree, err := parser.Parse(source.NewFile(path, []byte(text)), parser.Options{})
	require.NoError(t, err)
	u := &sema.Unit{Root: tree}
	return JudgeToEdit(u, LaunchesOf(u), nil, Options{Pictures: true})
}

// everything is a result in words, places and all.
func everything(r *Result) string {
	var b strings.Builder
	at := func(p diag.Place) string {
		if p.File == nil {
			return "-"
		}
		return fmt.Sprintf("%s:%d-%d %q", p.File.Path, p.Span.Start, p.Span.End, p.File.Slice(p.Span))
	}
	for _, d := range r.Findings {
		fmt.Fprintln(&b, "finding", at(d.Place), d.Rule, d.Severity, d.Confidence, d.Message, d.Subject, d.Help, d.Assumptions, d.Weight)
		for _, x := range d.Related {
			fmt.Fprintln(&b, "\t", at(x.Place), x.Message)
		}
		for _, x := range d.Fixes {
			fmt.Fprintln(&b, "\t", x.Title, x.Before, x.After)
		}
	}
	for _, a := range r.Accesses {
		fmt.Fprintln(&b, "access", at(a.Place), a.Subject, a.Numbers, a.Basis, a.Assumptions, a.BlockedBy, a.piece, a.nth)
		for _, p := range a.Calls {
			fmt.Fprintln(&b, "\t", at(p))
		}
	}
	for _, n := range r.Unread {
		fmt.Fprintln(&b, "unread", at(n.Place), n.Kernel, n.Reason)
	}
	for _, k := range r.Kernels {
		fmt.Fprintln(&b, "kernel", at(k.Place), k.Name, k.Settled)
	}
	for _, n := range r.Runs {
		fmt.Fprintln(&b, "run", at(n.At), at(n.Launch), n.Block, n.From)
	}
	return b.String()
}

// TestAgain types into kernels and compares what Again says with what a judgement from the start says.
func TestAgain(t *testing.T) {
	paths, err := filepath.Glob("../testdata/kernels/*/*.cu")
	require.NoError(t, err)
	if more := os.Getenv(typed); more != "" {
		paths, err = filepath.Glob(more)
		require.NoError(t, err)
	}
	require.NotEmpty(t, paths)
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{" ", "x", "1", "+ 1", "threadIdx.x", "{", "}", "(", ")", ";", "/*", "*/", "\"", "//", "[0]", "<<<", "return;", "if (0) ", "#", "本", "", "\n", "\n  ", "  ", " // x", "256", "n"}
	asked, told := 0, 0
	for _, path := range paths {
		content, err := os.ReadFile(path)
		require.NoError(t, err)
		text := string(content)
		first, j := toEdit(t, path, text)
		var bodies []source.Span
		for _, f := range functionsIn(j.unit.Root) {
			if f.Quals.Has(ast.Global) && f.Body != nil && f.Body.Span.Len() > 2 {
				bodies = append(bodies, f.Body.Span)
			}
		}
		if len(bodies) == 0 {
			continue
		}
		for range 16 {
			body := bodies[random.IntN(len(bodies))]
			if int(body.End) > len(text) {
				break
			}
			from := int(body.Start) + 1 + random.IntN(body.Len()-1)
			if random.IntN(2) == 0 {
				from = random.IntN(len(text))
			}
			now := text[:from] + pieces[random.IntN(len(pieces))] + text[min(from+random.IntN(3), len(text)):]
			asked++
			again, next, ok := j.Again(source.NewFile(path, []byte(now)), Options{Pictures: true})
			if !ok {
				continue
			}
			told++
			anew, fresh := toEdit(t, path, now)
			if !assert.Equal(t, everything(anew), everything(again), "%s typed into at %d", path, from) {
				return
			}
			assert.Equal(t, everything(merge(fresh.raw)), everything(merge(next.raw)))
			files := map[*source.File]bool{}
			filesOf(reflect.ValueOf(again), files)
			assert.LessOrEqual(t, len(files), 1, "nothing refers to the old text")
			if text, j = now, next; random.IntN(4) > 0 && len(anew.Unread) > len(first.Unread) {
				text = string(content)
				_, j = toEdit(t, path, text)
			}
		}
	}
	t.Logf("%d of %d edits were judged again at the price of a kernel", told, asked)
	assert.Greater(t, told, asked/4)
}

// filesOf collects the files that a value refers to.
func filesOf(v reflect.Value, to map[*source.File]bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		if v.Type() == reflect.TypeFor[*source.File]() {
			to[(*source.File)(v.UnsafePointer())] = true
			return
		}
		filesOf(v.Elem(), to)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			filesOf(v.Index(i), to)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			filesOf(v.Field(i), to)
		}
	}
}
