package lint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

// Detail is what is known of an access beyond what findings need.
type Detail struct {
	Offsets  [32]int64 // of the costliest request seen: bytes from the array's start, uniform unknowns at their assumed values
	Active   uint32    // lanes of that request; 0 when no address is known
	Requests float64   // executed warp instructions, of the launch or, where its grid is unknown, of one block
	Settled  float64   // sectors, were each contiguous run to start on a sector; wavefronts as in Numbers
	Trips    Trips     // of the loops around it
	Steps    []Step    // where the numbers come from
}

// Trips is the iterations of loops within one another, multiplied; Known is false where they rest on a value that is not known.
type Trips struct {
	Count float64
	Known bool
}

// Step is one line of a derivation.
type Step struct {
	Place diag.Place // of the text that it is about; no file when it is about none
	Kind  StepKind
	Text  string
}

// StepKind tells what a step says.
type StepKind string

const (
	StepText     StepKind = "text"     // a stretch of the source
	StepCall     StepKind = "call"     // a call that leads to the access
	StepIndex    StepKind = "index"    // the element index
	StepOffset   StepKind = "offset"   // the offset in bytes
	StepStride   StepKind = "stride"   // the distance between neighbours
	StepBlock    StepKind = "block"    // which threads make up a warp
	StepGuard    StepKind = "guard"    // a condition that it stands under
	StepLoop     StepKind = "loop"     // how often it is executed
	StepLanes    StepKind = "lanes"    // the addresses of one warp
	StepCost     StepKind = "cost"     // what they cost
	StepAssumed  StepKind = "assumed"  // what was assumed
	StepUnknown  StepKind = "unknown"  // why there is no number
	StepCounted  StepKind = "counted"  // how memory of that kind is counted
	StepElements StepKind = "elements" // the array
)

// Execution is a kernel under one execution configuration.
type Execution struct {
	Kernel    string
	Place     diag.Place // of the kernel's name
	Template  string     // template arguments as text, "" when there are none
	Block     [3]int64
	Grid      [3]int64 // 0 is unknown
	BlockFrom string
	Launch    diag.Place // no file when none is seen
	Shared    Shared
	Work      sema.Work // operations of the launch, or of one block where the grid is unknown
	Accesses  []Access
}

// Whole reports whether the grid is known, so that totals are those of the launch and not of one block.
func (e *Execution) Whole() bool { return e.Grid[0] > 0 && e.Grid[1] > 0 && e.Grid[2] > 0 }

// Shared is the shared memory that a block takes, in bytes.
type Shared struct {
	Static  int64
	Dynamic int64 // -1 is unknown
}

func (d *deriver) execution(run *sema.Run, r *Result, first int) {
	if d == nil {
		return
	}
	e := Execution{
		Kernel: run.Kernel.Name, Place: diag.Place(run.Kernel.Place), Template: run.Template, Block: run.Block, Grid: run.Grid,
		BlockFrom: run.Origin.String(), Launch: diag.Place(run.Launch), Shared: sharedOf(run), Accesses: slices.Clone(r.Accesses[first:]),
	}
	if run.Work != nil {
		e.Work = *run.Work
	}
	r.Executions = append(r.Executions, e)
}

func sharedOf(run *sema.Run) Shared {
	s := Shared{Dynamic: max(run.Shared, 0)}
	for _, a := range run.Arrays {
		switch {
		case a.Space != trace.Shared:
		case a.Dynamic:
			s.Dynamic = run.Shared
		default:
			s.Static += sizeOf(a.Type)
		}
	}
	return s
}

func sizeOf(t *layout.Type) int64 {
	if t == nil {
		return 0
	}
	if t.Kind == layout.Array {
		return max(t.Len, 0) * sizeOf(t.Elem)
	}
	return t.Size
}

// mergeExecutions keeps one of those that are of the same kernel, launched at the same place in the same way.
func mergeExecutions(list []Execution) []Execution {
	list = sorted(list, func(e *Execution) diag.Place { return e.Place }, func(x, y *Execution) int {
		return cmp.Or(compareSites(siteOf(x.Launch), siteOf(y.Launch)), strings.Compare(x.Template, y.Template),
			slices.Compare(x.Block[:], y.Block[:]), slices.Compare(x.Grid[:], y.Grid[:]))
	})
	return slices.CompactFunc(list, func(x, y Execution) bool {
		return siteOf(x.Place) == siteOf(y.Place) && siteOf(x.Launch) == siteOf(y.Launch) && x.Template == y.Template && x.Block == y.Block && x.Grid == y.Grid
	})
}
