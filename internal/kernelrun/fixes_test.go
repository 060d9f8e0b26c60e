//go:build cgo

package kernelrun_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/internal/kernelgen"
	"github.com/cudalint/cudalint/internal/kernelrun"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/rules"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

var (
	count = flag.Int("programs", 20, "programs to fix and run")
	first = flag.Uint64("first", 1, "seed of the first program")
	show  = flag.Bool("show", false, "print programs whose fixes fail, and tallies")
)

// TestFixes fixes programs and runs them as they were and as they became.
func TestFixes(t *testing.T) {
	s := &fixStats{offered: map[string]int{}, excused: map[string]int{}}
	for i := range *count {
		kind, text := kernelgen.Fixable(*first + uint64(i))
		s.program(t, fmt.Sprintf("seed %d, %s", *first+uint64(i), kind), text)
	}
	t.Log(s.String())
	require.Zero(t, s.wrong, "fixes that change what a program does")
	require.Greater(t, s.fixes, *count/2)
	require.Less(t, s.unknownAfter*20, s.fixes+20, "fixed programs that the interpreter does not know")
}

// TestFixedPrograms makes every fix in the programs that prove the fixes. They hold their results against references of their own.
func TestFixedPrograms(t *testing.T) {
	s := &fixStats{offered: map[string]int{}, excused: map[string]int{}}
	paths, err := filepath.Glob(filepath.Join(programs, "*.cu"))
	require.NoError(t, err)
	for _, path := range paths {
		name := filepath.Base(path)
		if !*every && !slices.Contains(quick, strings.TrimSuffix(name, ".cu")) {
			continue
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		fixed, ok := s.fixed(t, programs, name, string(text))
		require.True(t, ok)
		require.NotEqual(t, string(text), fixed, "%s: nothing is fixed", name)
		r, err := kernelrun.Run(parse(t, programs, name, []byte(fixed)), kernelrun.Options{Steps: 1 << 30})
		if !assert.NoError(t, err, name) {
			continue
		}
		assert.Zero(t, r.Exit, "%s: %s", name, r.Output)
		assert.Empty(t, r.Faults, name)
		assert.Contains(t, string(r.Output), "PASS ")
	}
	require.Zero(t, s.wrong)
}

type fixStats struct {
	programs, fixes, together, rounds int
	numbers, promised                 int // accesses compared, promises kept
	unknownAfter, wrong               int
	offered, excused                  map[string]int
}

func (s *fixStats) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d programs, %d fixes, %d made together in %d rounds, %d accesses and %d promises compared, %d not known afterwards, %d wrong\n",
		s.programs, s.fixes, s.together, s.rounds, s.numbers, s.promised, s.unknownAfter, s.wrong)
	for _, m := range []map[string]int{s.offered, s.excused} {
		var names []string
		for n := range m {
			names = append(names, n)
		}
		slices.Sort(names)
		for _, n := range names {
			fmt.Fprintf(&b, "%6d %s\n", m[n], n)
		}
	}
	return b.String()
}

func (s *fixStats) fail(t *testing.T, name, text, fixed, format string, args ...any) {
	s.wrong++
	t.Logf("%s: %s", name, fmt.Sprintf(format, args...))
	if *show {
		fmt.Fprintf(os.Stderr, "---- %s\n%s---- fixed\n%s\n", name, text, fixed)
	}
}

// ran is what a program did with the first thread first and with the last thread first.
type ran struct{ forth, back *kernelrun.Result }

func (s *fixStats) run(t *testing.T, files []*ast.File) (r ran, err error) {
	if r.forth, err = kernelrun.Run(files, kernelrun.Options{Costs: true}); err != nil {
		return r, err
	}
	r.back, err = kernelrun.Run(files, kernelrun.Options{Backwards: true})
	return r, err
}

// defined reports whether a program's result is what C++ and CUDA say, but for what a fix may mend.
func (r ran) defined() (string, bool) {
	for _, k := range []string{kernelrun.OutOfBounds, kernelrun.Race, kernelrun.Unwritten, kernelrun.Undefined, kernelrun.Barrier} {
		if r.forth.Has(k) || r.back.Has(k) {
			return k, false
		}
	}
	if !bytes.Equal(r.forth.Output, r.back.Output) {
		return "the order of threads shows", false
	}
	return "", true
}

func (s *fixStats) program(t *testing.T, name, text string) {
	files := parse(t, "", "a.cu", []byte(text))
	before, err := s.run(t, files)
	if err != nil {
		s.excused["not known: "+err.Error()]++
		return
	}
	if why, ok := before.defined(); !ok {
		s.excused[why]++
		return
	}
	s.programs++
	res := lint.Judge(&sema.Unit{Root: files[len(files)-1], Headers: files[:len(files)-1]}, nil, lint.Options{})
	s.compare(t, name, text, res, before.forth)
	tried := map[string]bool{}
	for i := range res.Findings {
		d := &res.Findings[i]
		for _, f := range d.Fixes {
			if len(f.Edits) == 0 || f.Applicability < diag.Unsafe || tried[fixes.Key(f.Edits)] {
				continue
			}
			tried[fixes.Key(f.Edits)] = true
			title, _, _ := strings.Cut(f.Title, " ")
			s.offered[fmt.Sprintf("%s, %s: %s ..", d.Rule, f.Applicability, title)]++
			s.fixes++
			fixed := string(fixes.Apply([]byte(text), f.Edits))
			after, again := s.check(t, name+": "+f.Title, text, fixed, before)
			if after != nil {
				s.compare(t, name+": "+f.Title, fixed, again, after)
				s.promise(t, name, text, fixed, d, &f, after)
			}
		}
	}
	if len(tried) > 0 {
		s.all(t, name, text, before)
	}
}

// all makes every fix that is offered and compares what the program does then.
func (s *fixStats) all(t *testing.T, name, text string, before ran) {
	if fixed, ok := s.fixed(t, "", name, text); ok {
		s.together++
		s.check(t, name+": all", text, fixed, before)
	}
}

// fixed makes the fixes that are offered, in rounds, as `--fix --unsafe-fixes` does.
func (s *fixStats) fixed(t *testing.T, dir, name, text string) (string, bool) {
	fixed := text
	for round := range 8 {
		files := parse(t, dir, "a.cu", []byte(fixed))
		u := &sema.Unit{Root: files[len(files)-1], Headers: files[:len(files)-1]}
		var list []diag.Fix
		for _, d := range lint.Judge(u, nil, lint.Options{}).Findings {
			for _, f := range d.Fixes {
				if len(f.Edits) > 0 && f.Applicability >= diag.Unsafe {
					list = append(list, f)
					break
				}
			}
		}
		chosen, _ := fixes.Choose(list)
		if len(chosen) == 0 {
			return fixed, true
		}
		s.rounds += min(1, round)
		var edits []diag.Edit
		for _, f := range chosen {
			edits = append(edits, f.Edits...)
		}
		fixed = string(fixes.Apply([]byte(fixed), edits))
	}
	s.fail(t, name, text, fixed, "the fixes do not come to an end")
	return "", false
}

// check runs a fixed program and compares it with what it was.
func (s *fixStats) check(t *testing.T, name, text, fixed string, before ran) (*kernelrun.Result, *lint.Result) {
	tree, err := parser.Parse(source.NewFile("a.cu", []byte(fixed)), parser.Options{})
	require.NoError(t, err)
	if len(tree.Problems) > 0 {
		s.fail(t, name, text, fixed, "cannot be read: %v", tree.Problems)
		return nil, nil
	}
	after, err := s.run(t, []*ast.File{tree})
	var unknown *kernelrun.Unknown
	if errors.As(err, &unknown) {
		s.unknownAfter++
		t.Logf("%s: %s", name, unknown)
		if *show {
			fmt.Fprintln(os.Stderr, fixed)
		}
		return nil, nil
	}
	if why, ok := after.defined(); !ok {
		s.fail(t, name, text, fixed, "%s %v %v", why, after.forth.Faults, after.back.Faults)
		return nil, nil
	}
	if after.forth.Has(kernelrun.Misaligned) && !before.forth.Has(kernelrun.Misaligned) {
		s.fail(t, name, text, fixed, "%v", after.forth.Faults)
		return nil, nil
	}
	if after.forth.Has(kernelrun.OutOfExtent) && !before.forth.Has(kernelrun.OutOfExtent) {
		s.fail(t, name, text, fixed, "%v", after.forth.Faults)
		return nil, nil
	}
	if !bytes.Equal(before.forth.Output, after.forth.Output) || before.forth.Exit != after.forth.Exit {
		s.fail(t, name, text, fixed, "the result is another")
		return nil, nil
	}
	return after.forth, lint.Judge(&sema.Unit{Root: tree}, nil, lint.Options{})
}

type accessKey struct {
	kernel     string
	block      [3]int64
	start, end int
	shared     bool
	store      bool
	width      int64
	calls      string
}

// compare holds the numbers that are claimed to be exact against those of the run.
func (s *fixStats) compare(t *testing.T, name, text string, r *lint.Result, did *kernelrun.Result) {
	sums := map[accessKey]*kernelrun.Tally{}
	for a, y := range did.Requests {
		k := accessKey{a.Kernel, a.Block, a.Start, a.End, a.Shared, a.Store, a.Width, fmt.Sprint(y.Calls)}
		if sums[k] == nil {
			sums[k] = &kernelrun.Tally{}
		}
		sums[k].Requests += y.Requests
		sums[k].Lanes += y.Lanes
		sums[k].Actual += y.Actual
	}
	seen := map[accessKey]int{}
	keyOf := func(a *lint.Access) accessKey {
		var calls []int
		for _, c := range a.Calls {
			calls = append(calls, int(c.Span.Start))
		}
		return accessKey{a.Subject.Kernel, a.Subject.Block, int(a.Place.Span.Start), int(a.Place.Span.End), a.Subject.Space == "shared", a.Subject.Op == "store", int64(a.Width), fmt.Sprint(calls)}
	}
	for i := range r.Accesses {
		seen[keyOf(&r.Accesses[i])]++
	}
	for i := range r.Accesses {
		a := &r.Accesses[i]
		k := keyOf(a)
		y := sums[k]
		if a.Basis != "exact" || y == nil || seen[k] > 1 || a.Subject.Op == "atomic" || !a.Numbers.Known {
			continue
		}
		s.numbers++
		n := float64(y.Requests)
		if got, want := a.Numbers.Actual, float64(y.Actual)/n; got-want > 0.01 || want-got > 0.01 {
			s.fail(t, name, text, "", "%q takes %.3f, not %.3f", text[a.Place.Span.Start:a.Place.Span.End], want, got)
		}
	}
}

// promise holds the number in a fix's title against the accesses of the run.
func (s *fixStats) promise(t *testing.T, name, text, fixed string, d *diag.Diagnostic, f *diag.Fix, did *kernelrun.Result) {
	if d.Cost == nil || d.Cost.Unit == diag.Requests || d.Rule == rules.ScalarCopy || d.Rule == rules.Misaligned || !strings.Contains(f.Title, " per request, not ") {
		return
	}
	s.promised++
	var seen []float64
	for a, y := range did.Requests {
		if a.Kernel == d.Subject.Kernel && a.Shared == (d.Subject.Space == "shared") {
			mean := float64(y.Actual) / float64(y.Requests)
			if mean-f.After < 0.011 && f.After-mean < 0.011 {
				return
			}
			seen = append(seen, mean)
		}
	}
	s.fail(t, name, text, fixed, "%s: no access takes %.3f: %v", f.Title, f.After, seen)
}

// FuzzFixes fixes one program.
func FuzzFixes(f *testing.F) {
	f.Add(uint64(1))
	f.Add(uint64(77))
	f.Fuzz(func(t *testing.T, seed uint64) {
		s := &fixStats{offered: map[string]int{}, excused: map[string]int{}}
		kind, text := kernelgen.Fixable(seed)
		s.program(t, fmt.Sprintf("seed %d, %s", seed, kind), text)
		require.Zero(t, s.wrong)
	})
}
