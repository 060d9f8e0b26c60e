package trace_test

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/trace"
)

// The oracle runs every thread alone and groups what they did: threads of a warp that reach the same access in the same iterations of
// the loops around it did so together. It shares nothing with the package but the program, and evaluates its own expressions.

// env is the values of one thread.
type env map[*indexmath.Sym]int64

// ex is an expression twice: as the package sees it, and as a function.
type ex struct {
	e expr
	f func(env) int64
}

// generator draws a program.
type generator struct {
	*rapid.T
	prog
	scope   []ex // what an expression may refer to
	targets []trace.Node
	values  map[expr]func(env) int64
	depth   int
	serial  int
}

func (g *generator) between(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(g.T, "n") }

func (g *generator) sym(s *indexmath.Sym) ex {
	return ex{s.Expr(), func(v env) int64 { return v[s] }}
}

func (g *generator) keep(x ex) expr {
	g.values[x.e] = x.f
	return x.e
}

// index draws an expression of moderate size.
func (g *generator) index(depth int) ex {
	if depth == 0 || g.between(0, 3) == 0 {
		if g.between(0, 3) == 0 {
			c := int64(g.between(-3, 9))
			return ex{num(c), func(env) int64 { return c }}
		}
		return g.scope[g.between(0, len(g.scope)-1)]
	}
	x := g.index(depth - 1)
	c := int64(g.between(1, 9))
	k := num(c)
	switch g.between(0, 8) {
	case 0:
		return ex{times(x.e, k), func(v env) int64 { return x.f(v) * c }}
	case 1:
		return ex{indexmath.Mod(x.e, k), func(v env) int64 { return x.f(v) % c }}
	case 2:
		return ex{indexmath.Div(x.e, k), func(v env) int64 { return x.f(v) / c }}
	case 3:
		return ex{indexmath.And(x.e, k), func(v env) int64 { return x.f(v) & c }}
	case 4:
		return ex{indexmath.Xor(x.e, k), func(v env) int64 { return x.f(v) ^ c }}
	}
	y := g.index(depth - 1)
	switch g.between(0, 3) {
	case 0:
		return ex{indexmath.Sub(x.e, y.e), func(v env) int64 { return x.f(v) - y.f(v) }}
	case 1:
		return ex{indexmath.Min(x.e, y.e), func(v env) int64 { return min(x.f(v), y.f(v)) }}
	}
	return ex{add(x.e, y.e), func(v env) int64 { return x.f(v) + y.f(v) }}
}

func (g *generator) cond() ex {
	x, y := g.index(2), g.index(1)
	truth := func(b bool) int64 {
		if b {
			return 1
		}
		return 0
	}
	if g.between(0, 3) == 0 {
		return ex{indexmath.Eq(x.e, y.e), func(v env) int64 { return truth(x.f(v) == y.f(v)) }}
	}
	return ex{lt(x.e, y.e), func(v env) int64 { return truth(x.f(v) < y.f(v)) }}
}

// nodes draws a body; what it binds goes out of scope behind it, but for the outcomes of loops and scopes in it.
func (g *generator) nodes() []trace.Node {
	var body []trace.Node
	in := len(g.scope)
	for range g.between(1, 3) {
		body = append(body, g.node())
	}
	g.scope = g.scope[:in]
	return body
}

func (g *generator) node() trace.Node {
	kind := g.between(0, 9)
	if g.depth >= 3 && kind > 5 {
		kind = 0
	}
	g.depth++
	defer func() { g.depth-- }()
	switch kind {
	case 6, 7:
		n := &trace.If{Cond: g.keep(g.cond())}
		n.Then = g.nodes()
		if g.between(0, 2) == 0 {
			n.Then = append(n.Then, g.leave())
		}
		if g.between(0, 1) == 0 {
			n.Else = g.nodes()
		}
		return n
	case 8:
		return g.loop()
	case 9:
		n := &trace.Scope{}
		v := &trace.Var{Out: g.carried("out")}
		n.Outs = []*trace.Var{v}
		g.targets = append(g.targets, n)
		in := len(g.scope)
		n.Body = g.nodes()
		v.Next = g.keep(g.index(2))
		g.scope = append(g.scope[:in], g.sym(v.Out))
		g.targets = g.targets[:len(g.targets)-1]
		return n
	}
	width := []int{1, 4, 4, 8, 16}[g.between(0, 4)]
	space := []trace.Space{trace.Global, trace.Shared}[g.between(0, 1)]
	x := g.index(3)
	a := g.access(space, trace.Load, width, x.e)
	g.values[a.Offset] = func(v env) int64 { return x.f(v) * int64(width) }
	if g.between(0, 1) == 0 {
		a.Base = &trace.Base{Align: 256}
	}
	return a
}

func (g *generator) carried(name string) *indexmath.Sym {
	g.serial++
	return &indexmath.Sym{Name: fmt.Sprint(name, g.serial), Kind: indexmath.Carried, Varies: true}
}

// loop draws `for (i = init; i < bound; i += step) {..}`, perhaps with another variable.
func (g *generator) loop() trace.Node {
	n := &trace.Loop{Last: g.between(0, 4) == 0}
	i := &trace.Var{Sym: g.carried("i"), Out: g.carried("iout")}
	init := g.index(2)
	step := int64(g.between(1, 4))
	geometric := g.between(0, 4) == 0
	this := g.sym(i.Sym)
	next := ex{add(this.e, num(step)), func(v env) int64 { return v[i.Sym] + step }}
	start := ex{indexmath.Mod(init.e, num(5)), func(v env) int64 { return init.f(v) % 5 }}
	if geometric {
		start = ex{num(1), func(env) int64 { return 1 }}
		next = ex{mul(this.e, 2), func(v env) int64 { return v[i.Sym] * 2 }}
	}
	i.Init, i.Next = g.keep(start), g.keep(next)
	n.Vars = []*trace.Var{i}
	bound := int64(g.between(1, 20))
	test := func(v env) int64 {
		x := v[i.Sym]
		if n.Last {
			x = next.f(v)
		}
		if x < bound {
			return 1
		}
		return 0
	}
	n.Cond = lt(i.Sym.Expr(), num(bound))
	if n.Last {
		n.Cond = lt(i.Next, num(bound))
	}
	g.keep(ex{n.Cond, test})
	in := len(g.scope)
	other := g.keep(g.index(1))
	g.scope = append(g.scope, this)
	if g.between(0, 2) == 0 {
		w := &trace.Var{Sym: g.carried("w"), Out: g.carried("wout"), Init: other}
		n.Vars = append(n.Vars, w)
		g.scope = append(g.scope, g.sym(w.Sym))
		w.Next = g.keep(g.index(2))
	}
	g.targets = append(g.targets, n)
	n.Body = g.nodes()
	g.targets = g.targets[:len(g.targets)-1]
	g.scope = g.scope[:in]
	for _, v := range n.Vars {
		g.scope = append(g.scope, g.sym(v.Out))
	}
	return n
}

func (g *generator) leave() trace.Node {
	k := g.between(0, len(g.targets))
	if k == len(g.targets) {
		return &trace.Leave{}
	}
	l := &trace.Leave{Target: g.targets[k]}
	switch t := l.Target.(type) {
	case *trace.Scope:
		l.Values = []expr{g.keep(g.index(2))}
	case *trace.Loop:
		l.Again = g.between(0, 1) == 0
		for i, v := range t.Vars {
			if l.Again && i == 0 { // so that it ends
				l.Values = append(l.Values, v.Next)
				continue
			}
			l.Values = append(l.Values, g.keep(g.index(2)))
		}
	}
	return l
}

// thread is one thread's run.
type threadRun struct {
	*generator
	env
	visit func(a *trace.Access, path, instance string, offset int64)
	// instance tells the run of the innermost loop that is being executed
	instance string
}

// body runs nodes; a Leave that is under way is returned, with the values evaluated.
func (r *threadRun) body(nodes []trace.Node, path string) (*trace.Leave, []int64) {
	for _, n := range nodes {
		var l *trace.Leave
		var values []int64
		switch n := n.(type) {
		case *trace.Access:
			r.visit(n, path, r.instance, r.at(n.Offset))
		case *trace.If:
			side := n.Else
			if r.at(n.Cond) != 0 {
				side = n.Then
			}
			l, values = r.body(side, path)
		case *trace.Scope:
			l, values = r.body(n.Body, path)
			if l == nil {
				r.env[n.Outs[0].Out] = r.at(n.Outs[0].Next)
			} else if l.Target == trace.Node(n) {
				r.env[n.Outs[0].Out] = values[0]
				l = nil
			}
		case *trace.Loop:
			l, values = r.loop(n, path)
		case *trace.Leave:
			for _, e := range n.Values {
				values = append(values, r.at(e))
			}
			return n, values
		}
		if l != nil {
			return l, values
		}
	}
	return nil, nil
}

func (r *threadRun) at(e expr) int64 {
	if v, ok := e.Const(); ok {
		return v
	}
	return r.values[e](r.env)
}

func (r *threadRun) loop(n *trace.Loop, path string) (*trace.Leave, []int64) {
	var now []int64
	for _, v := range n.Vars {
		now = append(now, r.at(v.Init))
	}
	set := func(values []int64, out bool) {
		for i, v := range n.Vars {
			if out {
				r.env[v.Out] = values[i]
			} else {
				r.env[v.Sym] = values[i]
			}
		}
	}
	outer := r.instance
	defer func() { r.instance = outer }()
	for iteration := 0; ; iteration++ {
		r.instance = fmt.Sprintf("%p%s", n, path)
		set(now, false)
		if !n.Last && r.at(n.Cond) == 0 {
			set(now, true)
			return nil, nil
		}
		l, values := r.body(n.Body, fmt.Sprintf("%s/%d", path, iteration))
		switch {
		case l == nil:
			now = now[:0:0]
			for _, v := range n.Vars {
				now = append(now, r.at(v.Next))
			}
		case l.Target != trace.Node(n):
			return l, values
		case l.Again:
			now = values
		default:
			set(values, true)
			return nil, nil
		}
		if n.Last && r.at(n.Cond) == 0 {
			set(now, true)
			return nil, nil
		}
	}
}

// counted is what the oracle adds up for one access.
type counted struct {
	requests, lanes, actual, ideal    int
	instances, sectors, used, fetched int // of the runs of the innermost loop: global accesses only
}

// request is the lanes that met.
type request struct {
	access *trace.Access
	addr   [32]int64
	active uint32
}

func (g *generator) oracle(shape trace.Shape) []counted {
	got := make([]counted, len(g.Accesses))
	b := shape.Block
	threads := int(b[0] * b[1])
	for block := range shape.Grid[0] {
		for first := 0; first < threads; first += 32 {
			met := map[string]*request{}
			reaches := map[string]map[int64]uint32{} // by instance and base: sectors and the bytes used in them
			own := map[string]map[int64]bool{}       // by instance and access
			for l := range min(32, threads-first) {
				n := int64(first + l)
				r := threadRun{generator: g, env: env{}}
				r.env[tx.Syms()[0]], r.env[ty.Syms()[0]], r.env[bx.Syms()[0]] = n%b[0], n/b[0], block
				r.visit = func(a *trace.Access, path, instance string, offset int64) {
					if a.Space == trace.Global {
						group, alone := fmt.Sprintf("%s %p", instance, a.Base), fmt.Sprintf("%d %s %p", a.ID, instance, a.Base)
						if reaches[group] == nil {
							reaches[group] = map[int64]uint32{}
						}
						if own[alone] == nil {
							own[alone] = map[int64]bool{}
						}
						for b := offset; b < offset+int64(a.Width); b++ {
							reaches[group][b>>5] |= 1 << (b & 31)
							own[alone][b>>5] = true
						}
					}
					key := fmt.Sprint(a.ID, path)
					if met[key] == nil {
						met[key] = &request{access: a}
					}
					met[key].addr[l] = offset
					met[key].active |= 1 << l
				}
				r.body(g.Body, "")
			}
			for alone, sectors := range own {
				id, group, _ := strings.Cut(alone, " ")
				n, _ := strconv.Atoi(id)
				c := &got[n]
				c.instances++
				c.sectors += len(sectors)
				c.fetched += 32 * len(sectors)
				for sector := range sectors {
					c.used += bits.OnesCount32(reaches[group][sector])
				}
			}
			for _, m := range met {
				c := &got[m.access.ID]
				c.requests++
				c.lanes += bits.OnesCount32(m.active)
				width := m.access.Width
				if m.access.Space == trace.Shared {
					n := gpu.Wavefronts(&m.addr, m.active, width, false)
					c.actual += n
					c.ideal += gpu.IdealWavefronts(n, m.active, width)
					continue
				}
				n := gpu.Sectors(&m.addr, m.active, width)
				c.actual += n
				c.ideal += gpu.IdealSectors(n, m.active, width)
			}
		}
	}
	return got
}

// TestAgainstThreads compares random programs without unknowns, run in full, with the oracle.
func TestAgainstThreads(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &generator{T: t, values: map[expr]func(env) int64{}}
		for _, e := range []expr{tx, ty, bx} {
			g.scope = append(g.scope, g.sym(e.Syms()[0]))
		}
		for range g.between(1, 4) {
			g.Body = append(g.Body, g.node())
		}
		shapes := [][2]int64{{32, 1}, {64, 1}, {16, 4}, {8, 8}, {7, 3}, {20, 5}, {50, 1}}
		block := shapes[g.between(0, len(shapes)-1)]
		shape := trace.Shape{Block: [3]int64{block[0], block[1], 1}, Grid: [3]int64{int64(g.between(1, 4)), 1, 1}}
		t.Logf("block %v grid %v\n%s", shape.Block, shape.Grid, dump(g.Body, ""))
		want := g.oracle(shape)
		got := trace.Run(&g.Program, shape, trace.Options{Steps: 10_000_000})
		for id, w := range want {
			c := got[id]
			require.InDelta(t, w.requests, c.Requests, 1e-6, "requests of access %d", id)
			if w.requests == 0 {
				require.False(t, c.Known)
				continue
			}
			require.True(t, c.Known, c.Blocked)
			n := float64(w.requests)
			require.InDelta(t, float64(w.lanes)/n, c.Lanes, 1e-6, "lanes of access %d", id)
			require.InDelta(t, float64(w.actual)/n, c.Actual, 1e-6, "actual of access %d", id)
			require.InDelta(t, float64(w.ideal)/n, c.Ideal, 1e-6, "ideal of access %d", id)
			if w.instances > 0 && shape.Grid[0] == 1 {
				require.InDelta(t, float64(w.sectors)/float64(w.instances), c.Footprint, 1e-6, "footprint of access %d", id)
				require.InDelta(t, float64(w.used)/float64(w.fetched), c.Used, 1e-6, "used share of access %d", id)
			}
			require.False(t, c.Assumed)
			require.Empty(t, c.Guards)
		}
	})
}
