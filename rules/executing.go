package rules

import (
	"math/bits"

	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/sema"
)

// executions remembers what executing found: the accesses of a nest have their guards in common.
type executions map[executionKey]execution

type executionKey struct {
	run    *sema.Run
	guards string
}

// execution is what the guards of an access leave of a block: the warps that hold a lane that may execute it, and the most such lanes
// in one warp.
type execution struct{ warps, lanes int }

// executing evaluates the guards of an access for each warp of the block. A guard whose value is not known holds back no lane.
func (e executions) executing(r *sema.Run, a *sema.Access) execution {
	guards := byThread(a.Guards)
	key := executionKey{run: r}
	for _, g := range guards {
		key.guards += g.Text + "\x00"
		if g.Not {
			key.guards += "!"
		}
	}
	if x, ok := e[key]; ok {
		return x
	}
	roots := make([]indexmath.Expr, len(guards))
	for i, g := range guards {
		roots[i] = g.Cond
	}
	var x execution
	w := newWarps(r, roots)
	for i := range w.count() {
		w.enter(i)
		active := w.lanes
		for k, g := range guards {
			active &= holds(w.machine.Eval(k), g.Not)
		}
		if active != 0 {
			x.warps++
			x.lanes = max(x.lanes, bits.OnesCount32(active))
		}
	}
	e[key] = x
	return x
}

// byThread are the guards that thread ids take part in.
func byThread(guards []sema.Guard) []sema.Guard {
	var out []sema.Guard
	for _, g := range guards {
		if g.Cond.Known() && g.Cond.Has(indexmath.Thread) {
			out = append(out, g)
		}
	}
	return out
}

// holds is the set of lanes in which a condition is not known to fail.
func holds(v *indexmath.Value, not bool) uint32 {
	var set uint32
	for l := range v.V {
		if v.Known>>l&1 == 0 || (v.V[l] != 0) != not {
			set |= 1 << l
		}
	}
	return set
}

// warps evaluates expressions for the lanes of one warp of a block after the other; thread ids are bound, nothing else is.
type warps struct {
	block   [3]int64
	threads []*indexmath.Sym
	machine *indexmath.Machine
	lanes   uint32 // of the warp entered: those that exist
}

func newWarps(r *sema.Run, roots []indexmath.Expr) *warps {
	w := &warps{block: r.Block}
	had := map[*indexmath.Sym]bool{}
	for _, x := range roots {
		for _, s := range x.Syms() {
			if s.Kind == indexmath.Thread && !had[s] {
				had[s] = true
				w.threads = append(w.threads, s)
			}
		}
	}
	w.machine = indexmath.Compile(roots, func(*indexmath.Sym) int { return 0 }).NewMachine()
	return w
}

func (w *warps) threadCount() int64 { return w.block[0] * w.block[1] * w.block[2] }

func (w *warps) count() int { return int((w.threadCount() + gpu.Lanes - 1) / gpu.Lanes) }

// enter binds the thread ids of a warp.
func (w *warps) enter(warp int) {
	var id [3]indexmath.Lanes
	w.lanes = 0
	for l := range gpu.Lanes {
		t := int64(warp*gpu.Lanes + l)
		if t < w.threadCount() {
			w.lanes |= 1 << l
		}
		id[0][l], id[1][l], id[2][l] = t%w.block[0], t/w.block[0]%w.block[1], t/w.block[0]/w.block[1]
	}
	for _, s := range w.threads {
		w.machine.Bind(s, &indexmath.Value{V: id[s.Axis], Known: ^uint32(0)})
	}
}
