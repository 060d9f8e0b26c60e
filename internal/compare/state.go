package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/lint"
)

// State is what a kernel's accesses take under one block shape. Sums are those of one warp of a block, so that neither the size of the grid
// nor that of the block makes a difference to them; several launches count with their mean.
type State struct {
	Block     [3]int64
	BlockFrom string
	Accesses  int     // to memory that sectors or wavefronts are counted for
	Costly    int     // of these, those worth a look
	Unknown   int     // of these, those without a number
	Global    Sum     // sectors
	Shared    Sum     // wavefronts
	Useful    float64 // distinct bytes that global requests ask for, over the bytes of their sectors; 0 without requests

	list     []*lint.Access // each access once
	places   map[string]int // in list, by identity
	distinct float64        // bytes
}

// Sum is what the requests of a warp to one memory take.
type Sum struct{ Requests, Actual, Ideal float64 }

// PerRequest is what a request takes and what would do; false where there are none.
func (s Sum) PerRequest() (actual, ideal float64, ok bool) {
	if s.Requests <= 0 {
		return 0, 0, false
	}
	return s.Actual / s.Requests, s.Ideal / s.Requests, true
}

func (s *Sum) add(n, actual, ideal float64) {
	s.Requests += n
	s.Actual += n * actual
	s.Ideal += n * ideal
}

func (s *Sum) scale(by float64) { *s = Sum{s.Requests * by, s.Actual * by, s.Ideal * by} }

// excess is what is taken beyond the ideal, and ratio how often the ideal; 1 where there are no requests.
func (s Sum) excess() float64 { return s.Actual - s.Ideal }

func (s Sum) ratio() float64 {
	if s.Ideal <= 0 {
		return 1
	}
	return s.Actual / s.Ideal
}

// statesOf are the states of a kernel by block shape, in the order in which the shapes come up.
func statesOf(runs []*lint.Execution) []*State {
	var out []*State
	count := map[*State]float64{}
	for _, e := range runs {
		i := slices.IndexFunc(out, func(s *State) bool { return s.Block == e.Block })
		if i < 0 {
			i = len(out)
			out = append(out, &State{Block: e.Block, BlockFrom: e.BlockFrom, places: map[string]int{}})
		}
		out[i].take(e)
		count[out[i]]++
	}
	for _, s := range out {
		s.Global.scale(1 / count[s])
		s.Shared.scale(1 / count[s])
		if s.Global.Actual > 0 {
			s.Useful = min(1, s.distinct/count[s]/(s.Global.Actual*gpu.SectorBytes))
		}
		s.count()
	}
	return out
}

// take adds one execution, as one warp of one of its blocks.
func (s *State) take(e *lint.Execution) {
	warps := math.Ceil(float64(e.Block[0]*e.Block[1]*e.Block[2]) / gpu.Lanes)
	if e.Whole() {
		warps *= float64(e.Grid[0]) * float64(e.Grid[1]) * float64(e.Grid[2])
	}
	for i := range e.Accesses {
		a := &e.Accesses[i]
		if !a.Judgeable() {
			continue
		}
		s.keep(a)
		if !a.Numbers.Known || a.Detail == nil {
			continue
		}
		n := a.Detail.Requests / max(1, warps)
		switch a.Subject.Space {
		case "shared":
			s.Shared.add(n, a.Numbers.Actual, a.Numbers.Ideal)
		case "global":
			s.Global.add(n, a.Numbers.Actual, a.Numbers.Ideal)
		}
	}
	s.distinct += e.Traffic().Distinct / max(1, warps)
}

// keep notes an access once, as the costliest that it is under several launches.
func (s *State) keep(a *lint.Access) {
	id := identity(a)
	i, known := s.places[id]
	if !known {
		s.places[id] = len(s.list)
		s.list = append(s.list, a)
		return
	}
	if have := s.list[i]; !have.Numbers.Known && a.Numbers.Known || a.Numbers.Actual*have.Numbers.Ideal > have.Numbers.Actual*a.Numbers.Ideal {
		s.list[i] = a
	}
}

// identity tells the accesses of a kernel apart.
func identity(a *lint.Access) string {
	var b strings.Builder
	piece, nth := a.Occurrence()
	fmt.Fprintln(&b, place(a.Place), a.Subject.Op, a.Subject.Space, a.Width, piece, nth)
	for _, c := range a.Calls {
		fmt.Fprintln(&b, place(c))
	}
	return b.String()
}

func place(p diag.Place) string {
	if p.File == nil {
		return ""
	}
	return fmt.Sprint(p.Span, p.File.Path)
}

func (s *State) count() {
	for _, a := range s.list {
		s.Accesses++
		switch {
		case !a.Numbers.Known:
			s.Unknown++
		case a.Costly:
			s.Costly++
		}
	}
}
