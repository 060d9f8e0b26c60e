package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/lint"
)

// Overview is what a report shows: kernels by what they request too much, each with what limits it.
type Overview struct {
	Tool    Tool
	Target  gpu.Target
	Summary Summary
	Cards   []*Card           // the costliest first
	Other   []diag.Diagnostic // findings of no kernel that was judged
}

// Card is one kernel under one execution configuration.
type Card struct {
	ID        string // unique in the report
	Execution *lint.Execution
	Findings  []diag.Diagnostic // of the kernel under any configuration
	Tried     []Trial           // other block shapes
	Traffic   lint.Traffic
	Limit     Limit
	Reading   *KernelReading // nil without a profile

	judged, unknown int
	bound           Bound
	weight          float64
}

// Trial is a kernel under another block shape: what its requests to memory take then, over what they would take at best.
type Trial struct {
	Block               [3]int64
	Sectors, Wavefronts float64 // ratios; 0 where there are no such requests
	Known               bool    // every access has a number
	Limit               Limit
	Own                 bool // the shape that the kernel has
}

// KernelReading is what a profiler tells of a kernel; a share that is not known is -1.
type KernelReading struct{ L1, L2, Occupancy float64 }

// Limit is how many warps can be resident on a multiprocessor, as far as block size and shared memory decide; registers are not known.
type Limit struct {
	Blocks    int
	Occupancy float64 // resident threads to those that fit
	By        string  // what limits it
}

// Bound tells what a kernel waits for by its arithmetic intensity.
type Bound string

const (
	BoundMemory  Bound = "memory"
	BoundCompute Bound = "compute"
	BoundUnknown Bound = "not known"
)

// LimitOf is the limit for blocks of a shape.
func LimitOf(t gpu.Target, block [3]int64, s lint.Shared) Limit {
	threads := int(block[0] * block[1] * block[2])
	shared := int(s.Static + max(s.Dynamic, 0))
	l := Limit{Blocks: t.ResidentBlocks(threads, shared)}
	if l.Blocks == 0 {
		l.By = "it cannot run: too many threads or too much shared memory in a block"
		return l
	}
	warps := (threads + gpu.Lanes - 1) / gpu.Lanes
	l.Occupancy = float64(l.Blocks*warps*gpu.Lanes) / float64(t.SMThreads)
	switch {
	case t.ResidentBlocks(threads, 0) > l.Blocks:
		l.By = "shared memory"
	case l.Blocks == t.SMBlocks && l.Occupancy < 1:
		l.By = "blocks on a multiprocessor"
	default:
		l.By = "threads on a multiprocessor"
	}
	return l
}

// Inputs are what an overview is made of besides the result.
type Inputs struct {
	Tool     Tool
	Target   gpu.Target
	Summary  Summary
	Readings map[string]KernelReading  // by kernel; may be nil
	Tried    map[[3]int64]*lint.Result // the same files with every kernel under another block shape; may be nil
}

// NewOverview makes the cards of a result that was judged with lint.Options.Detail.
func NewOverview(r *lint.Result, in Inputs) *Overview {
	o := &Overview{Tool: in.Tool, Target: in.Target, Summary: in.Summary}
	of := map[string][]diag.Diagnostic{}
	for _, d := range r.Findings {
		of[d.Subject.Kernel] = append(of[d.Subject.Kernel], d)
	}
	named := map[string]int{}
	for i := range r.Executions {
		e := &r.Executions[i]
		c := &Card{Execution: e, Findings: of[e.Kernel], Traffic: e.Traffic(), Limit: LimitOf(in.Target, e.Block, e.Shared)}
		named[e.Kernel]++
		c.ID = fmt.Sprintf("k%d", i+1)
		for j := range e.Accesses {
			if a := &e.Accesses[j]; a.Judgeable() {
				c.judged++
				if !a.Numbers.Known {
					c.unknown++
				}
			}
		}
		if reading, ok := in.Readings[e.Kernel]; ok {
			c.Reading = &reading
		}
		c.bound = c.boundOn(in.Target)
		c.weigh()
		c.try(in)
		o.Cards = append(o.Cards, c)
	}
	slices.SortStableFunc(o.Cards, func(x, y *Card) int { return cmp.Compare(y.weight, x.weight) })
	for _, d := range r.Findings {
		if named[d.Subject.Kernel] == 0 {
			o.Other = append(o.Other, d)
		}
	}
	return o
}

// Excess is what the kernel requests beyond the ideal, in bytes: 32 for a sector, 128 for a wavefront.
func (c *Card) Excess() float64 {
	t := &c.Traffic
	return max(0, t.Sectors-t.Least) + 128*max(0, t.Wavefronts-t.LeastWavefronts)
}

// weigh ranks a card: by its excess, a tenth of it where arithmetic is the limit. Where the grid is not known, the excess is that of one
// block, and some hundred blocks are assumed.
func (c *Card) weigh() {
	c.weight = c.Excess()
	if !c.Execution.Whole() {
		c.weight *= 256
	}
	if c.Rough() {
		c.weight /= 1024 // what was taken as large is several thousands
	}
	if c.bound == BoundCompute {
		c.weight /= 10
	}
}

// Rough reports whether the totals rest on loops whose number of iterations is not known, and was taken as large.
func (c *Card) Rough() bool {
	return slices.ContainsFunc(c.Execution.Accesses, func(a lint.Access) bool { return a.Detail != nil && !a.Detail.Trips.Known && a.Detail.Trips.Count > 1 })
}

// Intensity is FLOP for each byte of the sectors that the kernel requests, as if no cache answered; ok is false without traffic.
func (c *Card) Intensity() (v float64, ok bool) {
	if c.Traffic.Sectors <= 0 {
		return 0, false
	}
	return c.Execution.Work.Total() / c.Traffic.Sectors, true
}

// Textbook is FLOP for each byte that the threads ask for.
func (c *Card) Textbook() (v float64, ok bool) {
	if c.Traffic.Threads <= 0 {
		return 0, false
	}
	return c.Execution.Work.Total() / c.Traffic.Threads, true
}

// boundOn compares the intensity with the target's balance, that of double precision where most operations are.
func (c *Card) boundOn(t gpu.Target) Bound {
	v, ok := c.Intensity()
	balance := Balance(t, c)
	if !ok || balance == 0 || c.Traffic.Unknown > 0 && c.Traffic.Sectors == 0 {
		return BoundUnknown
	}
	if v < balance {
		return BoundMemory
	}
	return BoundCompute
}

// Balance is the FLOP that a target can do for each byte of its memory, in the precision that the card's kernel computes in.
func Balance(t gpu.Target, c *Card) float64 {
	if w := c.Execution.Work; w.Double > w.Single+w.Half && t.Peak.Double > 0 {
		return t.Peak.Double / t.Peak.Bytes
	}
	return t.Peak.Balance()
}

// Efficiency is the product of three shares: of the bytes that requests move at best to those that they move (coalescing), of what the
// caches answer or memory delivers (hit rate), and of the warps that are resident. The last two come from a profile.
type Efficiency struct{ Coalescing, HitRate, Occupancy, Product float64 }

// Efficiency is that of a card; shares that no profile tells are -1, and so is the product.
func (c *Card) Efficiency() Efficiency {
	e := Efficiency{-1, -1, -1, -1}
	if c.Traffic.Sectors > 0 {
		e.Coalescing = min(1, c.Traffic.Least/c.Traffic.Sectors)
	}
	if r := c.Reading; r != nil {
		e.Occupancy = r.Occupancy
		if r.L1 >= 0 && r.L2 >= 0 {
			e.HitRate = r.L1 + (1-r.L1)*r.L2
		}
	}
	if e.Coalescing >= 0 && e.HitRate >= 0 && e.Occupancy >= 0 {
		e.Product = e.Coalescing * e.HitRate * e.Occupancy
	}
	return e
}

// try notes the kernel's other block shapes.
func (c *Card) try(in Inputs) {
	own := c.Execution.Block
	add := func(block [3]int64, e *lint.Execution) {
		t := e.Traffic()
		trial := Trial{Block: block, Known: t.Unknown == 0, Limit: LimitOf(in.Target, block, e.Shared), Own: block == own}
		if t.Least > 0 {
			trial.Sectors = t.Sectors / t.Least
		}
		if t.LeastWavefronts > 0 {
			trial.Wavefronts = t.Wavefronts / t.LeastWavefronts
		}
		c.Tried = append(c.Tried, trial)
	}
	if len(in.Tried) == 0 {
		return
	}
	add(own, c.Execution)
	for block, r := range in.Tried {
		if block == own {
			continue
		}
		for i := range r.Executions {
			if e := &r.Executions[i]; e.Kernel == c.Execution.Kernel && e.Place == c.Execution.Place && e.Template == c.Execution.Template {
				add(block, e)
				break
			}
		}
	}
	slices.SortFunc(c.Tried, func(x, y Trial) int {
		return cmp.Or(-cmp.Compare(x.Block[0]*x.Block[1], y.Block[0]*y.Block[1]), -slices.Compare(x.Block[:], y.Block[:]))
	})
}

// ratioText is a ratio as "2.5", "" where there is none.
func ratioText(actual, ideal float64) string {
	if ideal <= 0 {
		return ""
	}
	return short(actual / ideal)
}

// bytesText is a number of bytes with a unit.
func bytesText(v float64) string {
	for _, u := range []struct {
		of   float64
		name string
	}{{1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}} {
		if v >= u.of {
			return figure(v/u.of) + " " + u.name
		}
	}
	return figure(v) + " B"
}

// figure is a number with about three digits.
func figure(v float64) string {
	switch {
	case v == 0:
		return "0"
	case v >= 1e12:
		return figure(v/1e12) + " trillion"
	case v >= 1e9:
		return figure(v/1e9) + " billion"
	case v >= 1e6:
		return figure(v/1e6) + " million"
	}
	digits := max(0, 2-int(math.Floor(math.Log10(math.Abs(v)))))
	scale := math.Pow(10, float64(min(digits, 4)))
	return fmt.Sprint(math.Round(v*scale) / scale)
}

func percentText(v float64) string {
	if v < 0 {
		return "not known"
	}
	return figure(v*100) + " %"
}
