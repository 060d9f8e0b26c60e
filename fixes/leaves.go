package fixes

import (
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

// replaySteps bounds the replay of one configuration.
const replaySteps = 20_000

// leaves reports whether an inner subscript of the array is seen to leave its extent, as the one in tile[0][i] does for i above 31.
//
// The kernel is replayed with the subscript in the place of the address, in each dimension but the outermost. Subscripts that rest on
// values that the text does not tell are left out.
func (t *tile) leaves() bool {
	extents := t.site.Array.Extents
	for r, accesses := range t.runs() {
		if r.Program == nil {
			continue
		}
		for i := 1; i < len(extents); i++ {
			at := map[int]indexmath.Expr{}
			for _, a := range accesses {
				if len(a.Subscripts) == len(extents) && told(a.Subscripts[i]) {
					at[a.ID] = a.Subscripts[i]
				}
			}
			if len(at) > 0 && reaches(r, at, indexmath.Between(0, extents[i]-1)) {
				return true
			}
		}
	}
	return false
}

// told reports whether the text tells all that an expression rests on.
func told(x indexmath.Expr) bool {
	return x.Known() && !x.Has(indexmath.Data) && !x.Has(indexmath.Param)
}

// reaches reports whether, under a configuration, one of the expressions at accesses by ID takes a value outside an interval.
func reaches(r *sema.Run, at map[int]indexmath.Expr, inside indexmath.Interval) bool {
	c := copier{at: at, nodes: map[trace.Node]trace.Node{}}
	p := &trace.Program{Accesses: make([]*trace.Access, len(r.Program.Accesses))}
	for i, a := range r.Program.Accesses {
		p.Accesses[i] = c.access(a)
	}
	p.Body = c.body(r.Program.Body)
	outside := false
	trace.Run(p, trace.Shape{Block: r.Block, Grid: r.Grid}, trace.Options{
		Quick: true,
		Steps: replaySteps,
		Only:  func(a *trace.Access) bool { _, ok := at[a.ID]; return ok },
		Map: func(_ *trace.Access, value int64) int64 {
			outside = outside || !inside.Contains(value)
			return value
		},
	})
	return outside
}

// copier copies a program, with other addresses at some accesses.
type copier struct {
	at    map[int]indexmath.Expr
	nodes map[trace.Node]trace.Node // copies by what they are copies of
}

func (c *copier) access(a *trace.Access) *trace.Access {
	if had, ok := c.nodes[a]; ok {
		return had.(*trace.Access)
	}
	b := *a
	if x, ok := c.at[a.ID]; ok {
		b.Offset, b.Width = x, 1
	}
	c.nodes[a] = &b
	return &b
}

func (c *copier) body(list []trace.Node) []trace.Node {
	out := make([]trace.Node, len(list))
	for i, n := range list {
		out[i] = c.node(n)
	}
	return out
}

func (c *copier) node(n trace.Node) trace.Node {
	switch n := n.(type) {
	case *trace.Access:
		return c.access(n)
	case *trace.If:
		return &trace.If{Cond: n.Cond, Then: c.body(n.Then), Else: c.body(n.Else)}
	case *trace.Loop:
		b := *n
		c.nodes[n] = &b
		b.Body = c.body(n.Body)
		return &b
	case *trace.Scope:
		b := *n
		c.nodes[n] = &b
		b.Body = c.body(n.Body)
		return &b
	case *trace.Leave:
		b := *n
		if n.Target != nil {
			b.Target = c.nodes[n.Target]
		}
		return &b
	}
	return n
}
