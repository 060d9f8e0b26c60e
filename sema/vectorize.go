package sema

import (
	"sort"
	"strconv"

	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/trace"
)

// nvcc turns neighbouring accesses of one basic block into one wider access where it can tell that the address is aligned for it:
//
//	x = p[i].x; y = p[i].y;              float2 *p: one load of 8 bytes
//	a = s[2*t]; b = s[2*t+1];            float s[] in shared memory: one load of 8 bytes
//
// It knows the alignment of what it places itself (shared and __device__ arrays) and of the element type of a pointer, not more.
// Seen in the readings of real programs for loads and stores, in both spaces. The accesses of such a group are all judged as the
// wide one that they are part of.

// vectorize widens the accesses of a program as the compiler does.
func (r *Run) vectorize() { r.widen(r.Program.Body) }

func (r *Run) widen(list []trace.Node) {
	var open []*wideGroup
	flush := func() {
		for _, g := range open {
			r.merge(g)
		}
		open = nil
	}
	for _, n := range list {
		switch n := n.(type) {
		case *trace.Access:
			open = r.join(open, n)
		case *trace.If:
			flush()
			r.widen(n.Then)
			r.widen(n.Else)
		case *trace.Loop:
			flush()
			r.widen(n.Body)
		case *trace.Scope:
			flush()
			r.widen(n.Body)
		default:
			flush()
		}
	}
	flush()
}

// maxNeighbours bounds how far apart in the text accesses are that are joined.
const maxNeighbours = 33

// wideGroup are accesses of one kind to one array with nothing in between that could touch the same memory.
type wideGroup struct {
	array *Array
	op    trace.Op
	list  []*trace.Access
}

// join adds an access to its group, and closes the groups that it may interfere with.
func (r *Run) join(open []*wideGroup, t *trace.Access) []*wideGroup {
	a := r.Accesses[t.ID]
	kept := open[:0]
	var mine *wideGroup
	for _, g := range open {
		same := g.array == a.Array
		switch {
		case same && g.op == t.Op && t.Op != trace.Atomic && t.Op != trace.Copy:
			mine = g
		case (g.op != trace.Load || t.Op != trace.Load) && mayAlias(g.array, a.Array):
			r.merge(g)
			continue
		}
		kept = append(kept, g)
	}
	if mine == nil {
		mine = &wideGroup{array: a.Array, op: t.Op}
		kept = append(kept, mine)
	}
	mine.list = append(mine.list, t)
	return kept
}

// mayAlias reports whether two arrays may overlap: pointers of one space do, arrays that are declared do not.
func mayAlias(x, y *Array) bool {
	if x == nil || y == nil {
		return true
	}
	return x == y || x.Space == y.Space && (x.Decl == nil || y.Decl == nil)
}

// merge widens what fits together in a group.
func (r *Run) merge(g *wideGroup) {
	if len(g.list) < 2 || g.array == nil || g.array.Volatile || g.op != trace.Load && g.op != trace.Store {
		return
	}
	type member struct {
		t *trace.Access
		d int64
	}
	used := map[*trace.Access]bool{}
	for i, first := range g.list {
		if used[first] || first.Width == 0 || compilerAlign(g.array) <= int64(first.Width) {
			continue
		}
		ms := []member{{first, 0}}
		for _, t := range g.list[i+1 : min(i+maxNeighbours, len(g.list))] {
			if d, ok := indexmath.Sub(t.Offset, first.Offset).Const(); ok && !used[t] && t.Width == first.Width && d > -16 && d < 16 {
				ms = append(ms, member{t, d})
			}
		}
		if len(ms) < 2 {
			continue
		}
		sort.SliceStable(ms, func(i, j int) bool { return ms[i].d < ms[j].d })
		for k := 0; k < len(ms); {
			n := k + 1
			for width := int64(16); width > int64(first.Width); width /= 2 {
				if rest, ok := ms[k].t.Offset.Rest(width); !ok || rest != 0 || compilerAlign(g.array) < width {
					continue
				}
				end, m := ms[k].d+int64(first.Width), k+1
				for m < len(ms) && ms[m].d <= end && ms[m].d < ms[k].d+width {
					end = ms[m].d + int64(first.Width)
					m++
				}
				if end < ms[k].d+width {
					continue
				}
				for _, w := range ms[k:m] {
					used[w.t] = true
					r.widenOne(w.t, ms[k].t.Offset, width)
				}
				n = m
				break
			}
			k = n
		}
	}
}

func (r *Run) widenOne(t *trace.Access, off indexmath.Expr, width int64) {
	a := r.Accesses[t.ID]
	t.Offset, t.Width = off, int(width)
	a.Offset, a.Width = off, int(width)
	a.Merged = true
	a.Assume = append(a.Assume, "the compiler joins it with its neighbours into one access of "+strconv.FormatInt(width, 10)+" bytes")
}

// compilerAlign is the alignment of an array's base that the compiler relies on.
func compilerAlign(a *Array) int64 {
	if a.Space == trace.Shared || a.Decl != nil {
		return 16
	}
	if a.Elem != nil && a.Elem.Kind != layout.Unknown {
		return a.Elem.Align
	}
	return 0
}
