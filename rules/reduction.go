package rules

import (
	"math/bits"
	"strconv"

	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

// An interleaved reduction halves the number of partial results in each step, but leaves them spread out: after the step of
// distance s they lie at every 2*s-th element. It shows in one of two ways. Either the threads stay at their elements, and those
// whose id is a multiple of 2*s work (the rest of the warp waits), or the first threads do the work and reach out to element
// 2*s*tid (into ever fewer banks).
//
// How it is written does not matter here: the loop is run on numbers. Its variables are stepped from their starts (1, 2, 4, ..),
// and in each of the first steps the lanes that the guards let through and the elements that they store to and load from are
// compared with the two patterns. A scan stores elsewhere (its up-sweep at 2*s*(tid+1)-1), a butterfly keeps all lanes at work, and
// sequential addressing keeps the working lanes together, so none of them matches.

// reduction is a loop that was recognised.
type reduction struct {
	loop     *sema.Loop
	store    *sema.Access
	accesses []*sema.Access // those of the loop that go to the same array
	step     string         // name of the distance, "s"
	selects  bool           // tid % (2*s) == 0 selects the lanes; else 2*s*tid spreads the elements
	first    int            // lanes of a full warp that work in the first step
	conflict float64        // worst n-way conflict of any step
	at       int64          // the step in which it is
	requests [2]float64     // warp instructions a block executes for one access: as it is, and with sequential addressing
}

// mostSteps is the number of steps that are compared: distances up to 16 lie within a warp.
const mostSteps = 5

// reductionsOf finds the interleaved reductions of a kernel under one configuration.
func reductionsOf(r *sema.Run) []*reduction {
	var out []*reduction
	for _, l := range r.Loops {
		if l.Trace == nil {
			continue
		}
		var inLoop []*sema.Access
		stores := map[*sema.Array]*sema.Access{}
		loads := map[*sema.Array]bool{}
		for _, a := range r.Accesses {
			if a.Loop != l || !a.Wavefronts() {
				continue
			}
			inLoop = append(inLoop, a)
			switch a.Op {
			case trace.Store:
				if stores[a.Array] == nil {
					stores[a.Array] = a
				}
			case trace.Load:
				loads[a.Array] = true
			}
		}
		for _, a := range inLoop {
			if a.Op != trace.Store || stores[a.Array] != a || !loads[a.Array] {
				continue
			}
			if red, ok := reductionOf(r, l, a, inLoop); ok {
				out = append(out, red)
			}
		}
	}
	return out
}

// reductionAccesses are the accesses of a kernel that belong to interleaved reductions whose finding is a bank conflict, under
// every configuration.
func reductionAccesses(k *sema.Kernel) map[*sema.Access]bool {
	out := map[*sema.Access]bool{}
	for _, runs := range [][]*sema.Run{k.Runs, k.Tries} {
		for _, r := range runs {
			for _, red := range reductionsOf(r) {
				for _, a := range red.accesses {
					out[a] = true
				}
			}
		}
	}
	return out
}

// reductionOf compares the loop's first steps with the two patterns.
func reductionOf(r *sema.Run, l *sema.Loop, store *sema.Access, inLoop []*sema.Access) (*reduction, bool) {
	steps := stepsOf(l.Trace)
	if len(steps) < 2 || store.Width <= 0 {
		return nil, false
	}
	elem := int64(store.Width)
	red := &reduction{loop: l, store: store, selects: true}
	spreads := true
	var others []*sema.Access
	for _, a := range inLoop {
		if a.Array == store.Array {
			red.accesses = append(red.accesses, a)
			if a.Op == trace.Load {
				others = append(others, a)
			}
		}
	}
	roots := []indexmath.Expr{store.Offset}
	for _, a := range others {
		roots = append(roots, a.Offset)
	}
	guards := byThread(store.Guards)
	for _, g := range guards {
		roots = append(roots, g.Cond)
	}
	w := newWarps(r, roots)
	distance := int64(1)
	for _, values := range steps[:min(len(steps), mostSteps)] {
		for sym, v := range values {
			w.machine.BindUniform(sym, v)
		}
		w.enter(0)
		active := w.lanes
		for i, g := range guards {
			active &= holds(w.machine.Eval(1+len(others)+i), g.Not)
		}
		at := w.machine.Eval(0)
		if active == 0 || at.Known&active != active {
			return nil, false
		}
		if !w.loadsFrom(distance*elem, active, at, len(others)) {
			return nil, false
		}
		red.selects = red.selects && active == multiples(2*distance)&w.lanes && stands(at, active, elem)
		spreads = spreads && bits.OnesCount32(active) > 1 && active&(active+1) == 0 && stands(at, active, 2*distance*elem)
		if !red.selects && !spreads {
			return nil, false
		}
		if distance == 1 {
			red.first = bits.OnesCount32(active)
		}
		addr := [32]int64(at.V)
		if d := gpu.ConflictDegree(&addr, active, store.Width, true); d > red.conflict {
			red.conflict, red.at = d, distance
		}
		distance *= 2
	}
	if red.selects == spreads { // a block of one or two threads
		return nil, false
	}
	red.step = stepName(l, steps)
	red.requests = requestsOf(r)
	return red, true
}

// loadsFrom reports whether one of the n loads is at that many bytes behind the store in every active lane.
func (w *warps) loadsFrom(distance int64, active uint32, at *indexmath.Value, n int) bool {
	store := at.V
	for i := range n {
		v := w.machine.Eval(1 + i)
		if v.Known&active != active {
			continue
		}
		same := true
		for l := range v.V {
			same = same && (active>>l&1 == 0 || v.V[l] == store[l]+distance)
		}
		if same {
			return true
		}
	}
	return false
}

// stands reports whether every active lane l is l times the distance behind lane 0.
func stands(at *indexmath.Value, active uint32, distance int64) bool {
	for l, v := range at.V {
		if active>>l&1 != 0 && v != at.V[0]+int64(l)*distance {
			return false
		}
	}
	return active&1 != 0
}

// multiples is the set of lanes whose number is a multiple of n.
func multiples(n int64) uint32 {
	var set uint32
	for l := int64(0); l < gpu.Lanes; l += n {
		set |= 1 << l
	}
	return set
}

// stepsOf runs a loop's variables on numbers: their values at the start of each of the first iterations. A variable whose start or
// step is not a number is left out; with none left, there are no steps.
func stepsOf(l *trace.Loop) []map[*indexmath.Sym]int64 {
	values := map[*indexmath.Sym]int64{}
	for _, v := range l.Vars {
		if n, ok := v.Init.Const(); ok && v.Sym != nil {
			values[v.Sym] = n
		}
	}
	var out []map[*indexmath.Sym]int64
	for len(values) > 0 && len(out) < mostSteps {
		with := map[*indexmath.Sym]indexmath.Expr{}
		for s, n := range values {
			with[s] = indexmath.Const(n)
		}
		if go_, ok := indexmath.Subst(l.Cond, with).Const(); ok && go_ == 0 && !l.Last {
			break
		}
		out = append(out, values)
		next := map[*indexmath.Sym]int64{}
		for _, v := range l.Vars {
			if _, ok := values[v.Sym]; !ok {
				continue
			}
			if n, ok := indexmath.Subst(v.Next, with).Const(); ok {
				next[v.Sym] = n
			}
		}
		values = next
	}
	return out
}

// stepName is the name of the variable that is the distance of each step, "s" when there is none by itself.
func stepName(l *sema.Loop, steps []map[*indexmath.Sym]int64) string {
	for _, v := range l.Trace.Vars {
		distance, all := int64(1), true
		for _, values := range steps {
			n, ok := values[v.Sym]
			all = all && ok && n == distance
			distance *= 2
		}
		if all && v.Sym.Name != "" {
			return v.Sym.Name
		}
	}
	return "s"
}

// requestsOf counts the warp instructions of one access over all steps of a block: with every 2*s-th thread at work, and with the
// first threads at work.
func requestsOf(r *sema.Run) [2]float64 {
	var n [2]float64
	threads := r.Block[0] * r.Block[1] * r.Block[2]
	for s := int64(1); s < threads; s *= 2 {
		apart := max(gpu.Lanes, 2*s)
		n[0] += float64((threads + apart - 1) / apart)
		left := (threads + 2*s - 1) / (2 * s)
		n[1] += float64((left + gpu.Lanes - 1) / gpu.Lanes)
	}
	return n
}

// guardText is the condition that selects the lanes, in the loop variable's name.
func (red *reduction) guardText() string { return "tid % (2*" + red.step + ")" }

// indexText is the index that spreads the elements.
func (red *reduction) indexText() string { return "index 2*" + red.step + "*tid" }

func (red *reduction) lastStep() string { return red.step + " = " + strconv.Itoa(gpu.Lanes/2) }
