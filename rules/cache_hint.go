package rules

import (
	"fmt"
	"math"
	"strings"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

var cacheHint = &Rule{
	Name:    "cache-hint",
	Default: diag.Info,
	Off:     true,
	Doc: `Flags loads and stores that ask not to be cached, of sectors that are needed again.

## What it does
A load that is made to stream (__ldcs, __ldlu, ld.global.cs and .lu) or to go past L1 (__ldcg, ld.global.cg) is flagged when each warp asks for
the same sectors at least twice: lanes that walk through neighbouring elements, or a loop that goes over the same elements again. So is one of
elements that every block of the launch reads, and a store that is made to stream (__stcs, st.global.cs) of what the kernel reads again.
The rule is off unless it is asked for, with --select cache-hint or in the settings.

## Why
A hint tells the cache what the program knows and the hardware cannot: that a sector is used once. Where it is not so, the sector is fetched
again each time. On an H200 a kernel whose lanes walked through 8 neighbouring floats each took 171 us with plain loads, 556 us with __ldcs
and 474 us with __ldcg; a table of 16 KB that all blocks go over took 69, 79 and 116 us. Hints that are right gain little.

There is one data cache on each multiprocessor since sm_70: __ldg and const __restrict__ lead to the same cache as plain loads do, on
every target that cudalint knows. What const __restrict__ still tells is that no store changes the elements, so that the compiler may keep
them in registers: a kernel that adds to an element four times took 90 us without and 66 us with it.

## Example
    for (int j = 0; j < 8; j++) sum += __ldcs(&in[t * 8 + j]);

## Use instead
    for (int j = 0; j < 8; j++) sum += in[t * 8 + j];

## When to leave it
Where the hint keeps something else in the cache that is worth more.
`,
	Run: func(p *Pass) {
		for _, k := range p.Model.Kernels {
			worth := func(r *sema.Run, a *sema.Access) bool { return misled(r, a) != "" }
			for _, g := range groups(k, diag.Info, judge{worth: worth, why: plainCause("hint"), pass: p}) {
				d := g.diagnostic(func(s *site) string { return misled(s.run, s.access) })
				d.Cost, d.Picture, d.Metric = nil, nil, hitMetric
				d.Help = "leave the hint out: a plain access lets the cache keep what is needed again"
				p.Report(d)
			}
		}
	},
}

// hint is what the text around an access asks of the cache.
type hint struct {
	name string // as written
	past bool   // past L1; else it is to be dropped first
}

// hints are those of loads and stores, as functions and in inline assembly. What asks for the newest value in memory (.cv, __ldcv) or
// writes through (.wt) is about other threads, not about the cache.
var hints = []struct {
	call, asm string
	op        trace.Op
	past      bool
}{
	{"__ldcs", "ld.global.cs", trace.Load, false},
	{"__ldlu", "ld.global.lu", trace.Load, false},
	{"__ldcg", "ld.global.cg", trace.Load, true},
	{"__stcs", "st.global.cs", trace.Store, false},
}

// hintOf reads the hint of an access: its place is an argument of the intrinsic, all of it, or an assembly statement.
func hintOf(a *sema.Access) (hint, bool) {
	if a.Place.File == nil {
		return hint{}, false
	}
	text := a.Place.File.Slice(a.Place.Span)
	ahead := strings.TrimRight(string(a.Place.File.Text[max(0, int(a.Place.Span.Start)-24):a.Place.Span.Start]), " \t\r\n")
	ahead = strings.TrimRight(strings.TrimSuffix(ahead, "("), " \t\r\n")
	for _, h := range hints {
		if a.Op != h.op {
			continue
		}
		if strings.HasSuffix(ahead, h.call) || strings.HasPrefix(text, h.call) {
			return hint{h.call, h.past}, true
		}
		if strings.Contains(text, h.asm+".") {
			return hint{h.asm, h.past}, true
		}
	}
	return hint{}, false
}

// again is how often a warp asks for each of its sectors; 1 where that is not known.
func again(a *sema.Access) float64 {
	if !a.Cost.Known || a.Cost.Footprint <= 0 || a.Offset.Has(indexmath.Data) || dataGuard(a) {
		return 1
	}
	return a.Cost.Actual * max(1, a.Cost.ByTrip) / a.Cost.Footprint
}

// misled is the message about an access whose hint does not fit what is done; "" where it does.
func misled(r *sema.Run, a *sema.Access) string {
	if !inGlobal(a) || a.Array.Volatile {
		return ""
	}
	h, ok := hintOf(a)
	if !ok {
		return ""
	}
	asks := h.name + " asks to drop it first"
	if h.past {
		asks = h.name + " goes past L1"
	}
	switch n := again(a); {
	case a.Op == trace.Store:
		if b := readAgain(r, a); b != nil {
			return fmt.Sprintf("%s is read again at line %d, and %s", arrayName(a), b.Place.File.LineOf(b.Place.Span.Start), asks)
		}
	case n >= 2-slack:
		times := num(math.Round(n))
		if !a.Cost.TripsKnown {
			times = "several"
		}
		return fmt.Sprintf("%s requests of a warp for each sector of %s, and %s", times, arrayName(a), asks)
	case blocks(r) > 1 && a.Offset.Known() && !a.Offset.Has(indexmath.Block) && !a.Offset.Has(indexmath.Data) && !a.Offset.Has(indexmath.Carried) && a.Cost.Known:
		return fmt.Sprintf("all %d blocks read the same elements of %s, and %s", blocks(r), arrayName(a), asks)
	}
	return ""
}

// blocks is the number of blocks of a launch that is seen, 0 where it is not known.
func blocks(r *sema.Run) int64 { return r.Grid[0] * r.Grid[1] * r.Grid[2] }

// readAgain is a load of what an access stores.
func readAgain(r *sema.Run, a *sema.Access) *sema.Access {
	for _, b := range r.Accesses {
		if b.Op == trace.Load && b.Array == a.Array && b.Place.File == a.Place.File && b.Place.Span.Start > a.Place.Span.Start && a.Offset.Known() && b.Offset.Equal(a.Offset) {
			return b
		}
	}
	return nil
}
