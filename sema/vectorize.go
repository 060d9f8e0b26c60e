package sema

import (
	"slices"
	"strconv"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/trace"
)

// nvcc turns neighbouring accesses of one basic block into one wider access where it can tell that the address is aligned for it:
//
//	x = p[i].x; y = p[i].y;              float2 *p: one load of 8 bytes
//	a = s[2*t]; b = s[2*t+1];            float s[] in shared memory: one load of 8 bytes
//
// It knows the alignment of what it places itself (shared arrays) and of the element type of a pointer or a __device__ array, not more,
// and no value that a launch gives. Barriers end a block. Loops of constant length are unrolled first, see turns. All of it was read
// in the machine code of the suite's programs (unrolled_pairs.cu). The accesses of such a group outside of loops are all judged as
// the wide one that they are part of.

// vectorize widens the accesses of a program as the compiler does.
func (r *Run) vectorize() {
	if !slices.ContainsFunc(r.Accesses, joinable) {
		return
	}
	j := joiner{Run: r, left: maxInstances}
	j.walk(r.Program.Body, nil)
	j.flush()
	if len(j.roles) > 0 {
		r.Program.Body = j.rewrite(r.Program.Body)
	}
}

// joinable reports whether the compiler may know of an access that a wider one is aligned.
func joinable(a *Access) bool {
	return (a.Op == trace.Load || a.Op == trace.Store) && a.Width > 0 && a.Array != nil && !a.Array.Volatile && a.knownAlign() > int64(a.Width) && !a.narrow()
}

// narrow reports whether an access is to single bytes, or a load of two: those of scalar elements stay as they are (unrolled_kinds.cu).
func (a *Access) narrow() bool {
	return a.Array.elemAlign() <= int64(a.Width) && (a.Width == 1 || a.Width == 2 && a.Op == trace.Load)
}

// maxNeighbours bounds how far apart in the text accesses are that are joined.
const maxNeighbours = 33

// joiner collects the accesses of a basic block.
type joiner struct {
	*Run
	open  []*wideGroup
	era   int // barriers before the last access
	loops map[*trace.Loop]*Loop
	left  int // instances of accesses that unrolling may still make

	seen  map[*trace.Access][]*turn        // turns of unrolled loops that an access was met in
	roles map[*trace.Access]map[*turn]role // what becomes of it in some of them
}

// wideGroup are accesses of one kind to one array with nothing in between that could touch the same memory.
type wideGroup struct {
	array *Array
	op    trace.Op
	list  []occurrence
}

// occurrence is an access, in one turn of the unrolled loops around it.
type occurrence struct {
	t    *trace.Access
	off  indexmath.Expr
	turn *turn
	pos  int   // in its group
	c    int64 // the constant addend of off
}

func (j *joiner) flush() {
	for _, g := range j.open {
		j.merge(g)
	}
	j.open = j.open[:0]
}

func (j *joiner) walk(list []trace.Node, at *turn) {
	for _, n := range list {
		switch n := n.(type) {
		case *trace.Access:
			j.join(n, at)
		case *trace.If:
			if c, ok := at.value(n.Cond).Const(); ok && at != nil {
				if c != 0 {
					j.walk(n.Then, at)
				} else {
					j.walk(n.Else, at)
				}
				continue
			}
			j.block(n.Then, at)
			j.block(n.Else, at)
		case *trace.Loop:
			if turns := j.turns(n, at); len(turns) > 0 {
				j.unroll(n, turns)
			} else {
				j.block(n.Body, at)
			}
		case *trace.Scope:
			j.block(n.Body, at)
		default:
			j.flush()
		}
	}
}

func (j *joiner) block(list []trace.Node, at *turn) {
	j.flush()
	j.walk(list, at)
	j.flush()
}

// join adds an access to its group, and closes the groups that it may interfere with.
func (j *joiner) join(t *trace.Access, at *turn) {
	a := j.Accesses[t.ID]
	if a.era != j.era {
		j.flush()
		j.era = a.era
	}
	kept := j.open[:0]
	var mine *wideGroup
	for _, g := range j.open {
		same := g.array == a.Array
		switch {
		case same && g.op == t.Op && t.Op != trace.Atomic && t.Op != trace.Copy:
			mine = g
		case (g.op != trace.Load || t.Op != trace.Load) && mayAlias(g.array, a.Array):
			j.merge(g)
			continue
		}
		kept = append(kept, g)
	}
	j.open = kept
	if at != nil && joinable(a) {
		if j.seen == nil {
			j.seen = map[*trace.Access][]*turn{}
		}
		j.seen[t] = append(j.seen[t], at)
	}
	if !joinable(a) && (mine != nil || t.Op == trace.Load) {
		return // only what writes needs to be kept, to part what stands before and behind it
	}
	if mine == nil {
		mine = &wideGroup{array: a.Array, op: t.Op}
		j.open = append(j.open, mine)
	}
	if joinable(a) {
		mine.list = append(mine.list, occurrence{t: t, off: at.value(t.Offset), turn: at, pos: len(mine.list)})
	}
}

// mayAlias reports whether two arrays may overlap: pointers of one space do, arrays that are declared do not.
func mayAlias(x, y *Array) bool {
	if x == nil || y == nil {
		return true
	}
	return x == y || x.Space == y.Space && (x.Decl == nil || y.Decl == nil)
}

// merge widens what fits together in a group.
func (j *joiner) merge(g *wideGroup) {
	if len(g.list) < 2 {
		return
	}
	type class struct {
		rest  indexmath.Rest
		width int
		turn  *turn
	}
	var order []class
	alike := map[class][]occurrence{}
	for _, m := range g.list {
		rest, c, ok := indexmath.Apart(m.off)
		if !ok {
			continue
		}
		m.c = c
		k := class{rest: rest, width: m.t.Width}
		if !m.turn.fixes(m.off) {
			k.turn = m.turn
		}
		if alike[k] == nil {
			order = append(order, k)
		}
		alike[k] = append(alike[k], m)
	}
	for _, k := range order {
		for _, layer := range layers(alike[k]) {
			if len(layer) > 1 {
				j.pieces(g, layer, int64(k.width))
			}
		}
	}
}

// layers parts accesses in unrolled loops that repeat an address: the compiler makes one of them, but each is listed and gets its number.
func layers(ms []occurrence) [][]occurrence {
	if ms[0].turn == nil {
		return [][]occurrence{ms}
	}
	var out [][]occurrence
	seen := map[int64]int{}
	for _, m := range ms {
		n := seen[m.c]
		seen[m.c]++
		if n == len(out) {
			out = append(out, nil)
		}
		out[n] = append(out[n], m)
	}
	return out
}

// pieces cuts accesses whose addresses differ by constants into aligned wide ones, from the lowest address on.
func (j *joiner) pieces(g *wideGroup, ms []occurrence, unit int64) {
	slices.SortStableFunc(ms, func(a, b occurrence) int { return int(min(max(a.c-b.c, -1), 1)) })
	for k := 0; k < len(ms); {
		n := k + 1
		for width := int64(16); width > unit; width /= 2 {
			if rest, ok := ms[k].off.Rest(width); !ok || rest != 0 || j.Accesses[ms[k].t.ID].knownAlign() < width {
				continue
			}
			end, m := ms[k].c+unit, k+1
			for m < len(ms) && ms[m].c <= end && ms[m].c < ms[k].c+width {
				end = ms[m].c + unit
				m++
			}
			if end < ms[k].c+width || !together(ms[k:m]) {
				continue
			}
			j.widen(g.op, ms[k:m], width)
			n = m
			break
		}
		k = n
	}
}

// together reports whether accesses stand near enough, and all of them in unrolled loops or none.
func together(ms []occurrence) bool {
	first, last := ms[0].pos, ms[0].pos
	for _, m := range ms {
		if (m.turn == nil) != (ms[0].turn == nil) {
			return false
		}
		first, last = min(first, m.pos), max(last, m.pos)
	}
	return ms[0].turn != nil || last-first < maxNeighbours
}

// widen makes one access of several neighbours, in order of their addresses.
func (j *joiner) widen(op trace.Op, ms []occurrence, width int64) {
	if ms[0].turn != nil {
		j.share(op, ms, width)
		return
	}
	for _, m := range ms {
		a := j.Accesses[m.t.ID]
		m.t.Offset, m.t.Width = ms[0].off, int(width)
		a.Offset, a.Width, a.plain = ms[0].off, int(width), indexmath.Uncast(ms[0].off)
		a.Merged = true
		a.Assume = append(a.Assume, "the compiler joins it with its neighbours into one access of "+strconv.FormatInt(width, 10)+" bytes")
	}
}

// knownAlign is the alignment up to which the compiler may know an address: that of the elements where the address rests on what a
// launch tells.
func (a *Access) knownAlign() int64 {
	align := compilerAlign(a.Array)
	if a.told {
		align = min(align, a.Array.elemAlign())
	}
	return align
}

// compilerAlign is the alignment of an array's base that the compiler relies on, in bytes.
func compilerAlign(a *Array) int64 {
	switch {
	case a.Space == trace.Shared, a.Decl != nil && a.Decl.Align != nil:
		return 16
	case a.Decl != nil && a.Decl.Quals.Has(ast.Constant):
		return 16
	}
	return a.elemAlign()
}

func (a *Array) elemAlign() int64 {
	if a.Elem == nil || a.Elem.Kind == layout.Unknown {
		return 0
	}
	return a.Elem.Align
}
