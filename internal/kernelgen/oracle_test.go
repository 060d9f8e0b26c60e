package kernelgen_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/internal/kernelgen"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
	"github.com/cudalint/cudalint/trace"
)

var (
	kernels = flag.Int("kernels", 24, "programs to compare")
	first   = flag.Uint64("first", 1, "seed of the first program")
	table   = flag.Bool("table", false, "print how much is known of each construct")
	show    = flag.Int("show", 5, "disagreements to print")
	shrink  = flag.Bool("shrink", false, "make programs that disagree small, and print them")
	text    = flag.Bool("text", false, "print the programs that disagree")
)

// TestOracle compares what cudalint says of programs that this package writes with what they do.
func TestOracle(t *testing.T) {
	s := newStats()
	for i := range *kernels {
		seed := *first + uint64(i)
		p := kernelgen.New(seed, sizeOf(seed))
		s.program(t, p)
	}
	s.report(t)
	require.Zero(t, s.wrong, "accesses of which cudalint claims to know another number")
	require.Zero(t, s.lost, "accesses that cudalint does not list")
	require.Zero(t, s.invented, "accesses that cudalint lists and that are not there")
	require.Greater(t, s.exact*10, s.total*5, "accesses that were compared")
}

// stats is what many programs showed.
type stats struct {
	programs, undefined                    int
	total, exact, assumed, unknown, merged int
	wrong, lost, invented, loose, data     int
	known, blocked                         map[string]int // by construct
	reasons                                map[string]int
	shown                                  int
}

func newStats() *stats {
	return &stats{known: map[string]int{}, blocked: map[string]int{}, reasons: map[string]int{}}
}

// found is what cudalint says of an access.
type found struct {
	requests, lanes, actual, ideal float64
	known, exact, merged           bool
	start                          int
	blocked                        string
}

func (s *stats) program(t *testing.T, p *kernelgen.Program) {
	before := s.faults()
	type expectation struct {
		list  []kernelgen.Expected
		steps int
	}
	var want []expectation
	for l := range p.Launches() {
		list, steps, err := p.Expect(l)
		if err != nil {
			s.undefined++
			s.reasons[err.Error()]++
			return
		}
		want = append(want, expectation{list, steps})
	}
	s.programs++
	runs := analyse(t, p)
	for l, w := range want {
		got, ok := runs[p.Block(l)]
		if !ok {
			s.fault(p, "launch with block %v is not judged", p.Block(l))
			s.lost++
			continue
		}
		s.compare(p, w.list, got, w.steps)
	}
	if s.faults() > before && *shrink && s.shown <= *show {
		s.shrunk(t, p)
	}
}

func analyse(t *testing.T, p *kernelgen.Program) map[[3]int64]map[string]*found {
	f, err := parser.Parse(source.NewFile("k.cu", []byte(p.Text)), parser.Options{})
	require.NoError(t, err)
	require.Empty(t, f.Problems, "seed %d\n%s", p.Seed, p.Text)
	m := sema.Analyze(&sema.Unit{Root: f}, nil)
	runs := map[[3]int64]map[string]*found{}
	for _, k := range m.Kernels {
		for _, r := range k.Runs {
			got := map[string]*found{}
			for _, a := range r.Accesses {
				if a.Array == nil || a.Array.Space != trace.Global && a.Array.Space != trace.Shared {
					continue
				}
				add(got, a)
			}
			runs[r.Block] = got
		}
	}
	return runs
}

// add unites what is listed at one place, as loops that are unrolled do.
func add(got map[string]*found, a *sema.Access) {
	e := kernelgen.Expected{Start: int(a.Place.Span.Start), End: int(a.Place.Span.End), Op: opNames[a.Op], Piece: a.Piece, Width: int64(a.Width)}
	for _, c := range a.Calls {
		e.Calls = append(e.Calls, int(c.Span.Start))
	}
	c := a.Cost
	f := got[e.Key()]
	if c.Blocked == sema.Carried && f == nil {
		got[e.Key()] = &found{merged: true, start: e.Start}
		return
	}
	if !c.Known && c.Requests == 0 && c.Lanes == 0 {
		return // no lane executes it
	}
	if f == nil || f.requests == 0 && f.merged {
		f = &found{known: true, exact: true, start: e.Start}
		got[e.Key()] = f
	}
	f.known = f.known && c.Known
	f.exact = f.exact && a.Basis() == "exact"
	f.merged = f.merged || a.Merged
	if c.Blocked != "" {
		f.blocked = c.Blocked
	}
	n := f.requests + c.Requests
	mean := func(x *float64, y float64) { *x = (*x*f.requests + y*c.Requests) / n }
	mean(&f.lanes, c.Lanes)
	mean(&f.actual, c.Actual)
	mean(&f.ideal, c.Ideal)
	f.requests = n
}

var opNames = map[trace.Op]string{trace.Load: "load", trace.Store: "store", trace.Atomic: "atomic", trace.Copy: "copy"}

// budget is the work up to which cudalint runs every iteration; beyond, numbers are means of samples.
const budget = 2500

func (s *stats) compare(p *kernelgen.Program, want []kernelgen.Expected, got map[string]*found, steps int) {
	seen := map[string]bool{}
	for _, w := range want {
		s.total++
		key := w.Key()
		seen[key] = true
		g := got[key]
		if g != nil && g.merged {
			s.merged++
			continue
		}
		if g == nil && mergedWide(got, &w) {
			s.merged++
			continue
		}
		if g == nil && narrowed(got, &w) {
			s.assumed++ // listed with the members that are used, which is an assumption
			continue
		}
		if g == nil {
			s.lost++
			s.fault(p, "not listed: %s %q", key, p.Text[w.Start:w.End])
			continue
		}
		switch {
		case !g.known:
			s.unknown++
		case !g.exact:
			s.assumed++
		default:
			s.exact++
		}
		for _, c := range w.Constructs {
			if g.known && g.exact {
				s.known[c]++
			} else {
				s.blocked[c]++
			}
		}
		if !g.known || !g.exact {
			continue
		}
		if !near(g.actual, w.Actual) || !near(g.ideal, w.Ideal) || !near(g.lanes, w.Lanes) {
			if steps > budget || steps > budget/2 && g.actual < 1.02*w.Actual && w.Actual < 1.02*g.actual && g.lanes < 1.02*w.Lanes && w.Lanes < 1.02*g.lanes {
				s.loose++
				continue
			}
			if near(g.actual, w.Actual) && near(g.ideal, w.Ideal) && p.AsksMemory() {
				s.data++ // the numbers hold for any lanes, and memory may decide which
				continue
			}
			if slices.Contains(w.Constructs, "loop") && p.AsksMemory() || slices.Contains(w.Constructs, "data-dependent index") || slices.Contains(w.Constructs, "data-dependent guard") {
				s.data++ // no number is right for all that memory may hold: what is compared with it decides
				continue
			}
			s.wrong++
			s.fault(p, "%s %q\n\tcudalint: actual %.4f ideal %.4f lanes %.4f requests %.1f\n\tright:    actual %.4f ideal %.4f lanes %.4f requests %.1f (steps %d)",
				key, p.Text[w.Start:w.End], g.actual, g.ideal, g.lanes, g.requests, w.Actual, w.Ideal, w.Lanes, w.Requests, steps)
		}
	}
	for key, g := range got {
		if !seen[key] && g.known && g.exact && !g.merged && !p.RestsOnData(g.start) {
			s.invented++
			s.fault(p, "never executed: %s, %+v", key, *g)
		}
	}
}

// mergedWide tells whether the access is listed with another width, as part of a wider one.
func mergedWide(got map[string]*found, w *kernelgen.Expected) bool {
	wide := *w
	for wide.Width < 16 {
		wide.Width *= 2
		if g := got[wide.Key()]; g != nil && g.merged {
			return true
		}
	}
	return false
}

// narrowed tells whether the access is listed at its place with another width: as part of a wider one, or as an assumption.
func narrowed(got map[string]*found, w *kernelgen.Expected) bool {
	at := fmt.Sprintf("%06d-%06d %s ", w.Start, w.End, w.Op)
	for key, g := range got {
		if strings.HasPrefix(key, at) && (!g.exact || g.merged) {
			return true
		}
	}
	return false
}

func near(x, y float64) bool { return x-y < 1e-6 && y-x < 1e-6 }

func (s *stats) fault(p *kernelgen.Program, format string, args ...any) {
	if s.shown++; s.shown > *show {
		return
	}
	fmt.Fprintf(os.Stderr, "seed %d: %s\n", p.Seed, fmt.Sprintf(format, args...))
	if *text {
		fmt.Fprintln(os.Stderr, p.Text)
	}
}

func (s *stats) report(t *testing.T) {
	t.Logf("%d programs (%d undefined), %d accesses: %d exact, %d assumed, %d unknown, %d merged; %d wrong, %d off in long runs, %d off that rest on data, %d lost, %d invented",
		s.programs, s.undefined, s.total, s.exact, s.assumed, s.unknown, s.merged, s.wrong, s.loose, s.data, s.lost, s.invented)
	if !*table {
		return
	}
	var names []string
	for n := range s.known {
		names = append(names, n)
	}
	slices.Sort(names)
	var b strings.Builder
	for _, n := range names {
		fmt.Fprintf(&b, "%-24s exact %6d  not %6d  %5.1f %%\n", n, s.known[n], s.blocked[n], 100*float64(s.known[n])/float64(s.known[n]+s.blocked[n]))
	}
	for r, n := range s.reasons {
		fmt.Fprintf(&b, "%s: %d\n", r, n)
	}
	t.Log("\n" + b.String())
}

// sizeOf makes programs grow with their seeds, again and again.
func sizeOf(seed uint64) int { return 2 + int(seed%12) }

func (s *stats) faults() int { return s.wrong + s.lost + s.invented }

// shrunk prints the smallest program that it finds that still disagrees.
func (s *stats) shrunk(t *testing.T, p *kernelgen.Program) {
	*shrink = false
	defer func() { *shrink = true }()
	p.Shrink(func() bool {
		q := newStats()
		q.shown = *show
		q.program(t, p)
		return q.faults() > 0
	})
	fmt.Fprintln(os.Stderr, p.Text)
	q := newStats()
	q.program(t, p)
}

// FuzzOracle compares one program.
func FuzzOracle(f *testing.F) {
	f.Add(uint64(1), uint8(3))
	f.Add(uint64(1775), uint8(11))
	f.Fuzz(func(t *testing.T, seed uint64, size uint8) {
		s := newStats()
		s.program(t, kernelgen.New(seed, int(size%16)))
		require.Zero(t, s.faults())
	})
}
