package fixes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/trace"
)

// Thread t of T works on elements t*K .. t*K + K-1. Dealt out in turn it works on t, T + t, 2*T + t, ..: neighbouring lanes then touch
// neighbouring elements, and the threads together touch the elements 0 .. T*K-1 as before. What a thread does with an element must not
// depend on which thread it is, or on which elements it had before: the loop's body may use the element's number, and what is the same
// for all threads, and nothing else; it may change only elements of that number, variables of its own, and memory by atomics. A sum
// over the chunk is allowed where all that becomes of it is an atomicAdd.

// striper rewrites one loop.
type striper struct {
	*view
	loop   *ast.For
	thread ast.Expr        // t, as written
	length ast.Expr        // K, as written
	index  map[string]bool // locals of the body, or the loop's variable, that hold the element's number
	chunks []ast.Expr      // the expressions t*K + j
	sums   map[string]bool // variables that gather, allowed
}

// StripeChunk deals a chunk of elements that each thread works through in a loop out to all threads in turn. The loop is counted from 0
// to the chunk's length, or runs from t*K to (t+1)*K, perhaps not beyond n.
func StripeChunk(s Site) (Rewrite, bool) {
	v, ok := viewOf(s)
	if !ok || len(s.Accesses) == 0 || s.Accesses[0].Loop == nil || len(s.Accesses[0].Calls) > 0 || s.Array == nil || s.Array.Space != trace.Global {
		return Rewrite{}, false
	}
	loop, ok := v.stmtAt(s.Accesses[0].Loop.Place).(*ast.For)
	if !ok || v.insideLoop(loop) || usesWarps(wordsOf(v.text(loop))) || strings.Contains(v.text(loop), "__syncthreads") {
		return Rewrite{}, false
	}
	p := &striper{view: v, loop: loop, index: map[string]bool{}, sums: map[string]bool{}}
	if !p.unguarded() {
		return Rewrite{}, false
	}
	if !p.counted() && !p.ranged() {
		return Rewrite{}, false
	}
	if !p.bodyAllows() || !v.mayRedeal(s, loop, true) {
		return Rewrite{}, false
	}
	edits, ok := v.done()
	if !ok {
		return Rewrite{}, false
	}
	title := fmt.Sprintf("let the threads take turns: %s[j * stride + t], not %s[t * %s + j]", s.Array.Name, s.Array.Name, p.text(p.length))
	return Rewrite{Title: title, Applicability: diag.Unsafe, Edits: edits}, true
}

func wordsOf(text string) map[string]bool {
	out := map[string]bool{}
	for _, t := range tokensOf([]byte(text)) {
		out[t.text] = true
	}
	return out
}

// insideLoop reports whether a statement stands in a loop.
func (v *view) insideLoop(n ast.Node) bool {
	for up := v.up[n]; up != nil; up = v.up[up] {
		switch up.(type) {
		case *ast.For, *ast.While, *ast.DoWhile, *ast.RangeFor, *ast.MacroLoop, *ast.Lambda:
			return true
		}
	}
	return false
}

// unguarded reports whether every thread runs the loop: no condition stands around it but uniform ones, and nothing
// in the kernel returns early.
func (p *striper) unguarded() bool {
	ok := true
	for n := ast.Node(p.loop); n != nil; n = p.up[n] {
		switch up := p.up[n].(type) {
		case *ast.If:
			ok = ok && up.Init == nil && up.Cond != nil && p.uniform(up.Cond)
		case *ast.Switch, *ast.Case, *ast.Labeled, *ast.Try:
			ok = false
		}
	}
	p.each(func(n ast.Node) {
		switch n.(type) {
		case *ast.Return, *ast.Goto, *ast.Throw, *ast.Asm, *ast.MacroStmt, *ast.MacroLoop:
			ok = false
		}
	})
	return ok
}

// counted reads `for (int j = 0; j < K; j++)` with t*K + j in its body.
func (p *striper) counted() bool {
	name, first, bound, ok := countedLoop(p.loop)
	zero, literal := int64(0), false
	if ok {
		zero, literal = number(first)
	}
	if !ok || !literal || zero != 0 {
		return false
	}
	wide := ""
	eachBelow(p.loop.Body, func(n ast.Node) {
		x, is := n.(ast.Expr)
		if !is || !ok {
			return
		}
		t, k := p.chunk(x, name)
		if t == nil || !sameExpr(k, bound) {
			return
		}
		if p.thread == nil {
			p.thread, p.length = t, k
		}
		ok = sameExpr(p.thread, t) && p.reads(x)
		p.chunks = append(p.chunks, x)
		if tn, plain := plainName(t); plain {
			wide = p.wideType(tn, x)
		}
	})
	if !ok || len(p.chunks) == 0 || !p.uniform(p.length) {
		return false
	}
	for _, x := range p.chunks {
		p.replace(x, fmt.Sprintf("%s * %s + %s", name, p.threadsText(p.loop, wide), p.factor(p.thread)))
		if d, is := p.up[x].(*ast.VarDecl); is && d.Init == x && len(writes(p.loop.Body, d.Name)) == 0 {
			p.index[d.Name] = true
		}
	}
	return countName(p.loop.Body, name) == len(p.chunks)
}

// chunk splits t*K + j; a local may hold t*K. Both are nil when an expression is something else.
func (p *striper) chunk(x ast.Expr, j string) (t, k ast.Expr) {
	b, ok := x.(*ast.Binary)
	if !ok || b.Op != "+" {
		return nil, nil
	}
	base, step := b.X, b.Y
	if n, plain := plainName(base); plain && n == j {
		base, step = step, base
	}
	if n, plain := plainName(step); !plain || n != j {
		return nil, nil
	}
	return p.chunkStart(base)
}

// chunkStart splits t*K.
func (p *striper) chunkStart(x ast.Expr) (t, k ast.Expr) {
	if name, plain := plainName(x); plain {
		init, d := p.value(name, x)
		if d == nil || mentions(init, name) {
			return nil, nil
		}
		return p.chunkStart(init)
	}
	b, ok := bare(x).(*ast.Binary)
	if !ok || b.Op != "*" {
		return nil, nil
	}
	if p.isGlobalThreadNumber(b.X) {
		return bare(b.X), bare(b.Y)
	}
	if p.isGlobalThreadNumber(b.Y) {
		return bare(b.Y), bare(b.X)
	}
	return nil, nil
}

// ranged reads `for (int i = t*K; i < (t+1)*K && i < n; i++)`, the end perhaps as a minimum or in a local.
func (p *striper) ranged() bool {
	name, first, _, _ := rangedHead(p.loop)
	if name == "" || len(writes(p.loop.Body, name)) > 0 {
		return false
	}
	if p.thread, p.length = p.chunkStart(first); p.thread == nil || !p.uniform(p.length) {
		return false
	}
	var limits []ast.Expr
	for _, c := range conjuncts(p.loop.Cond) {
		b, ok := c.(*ast.Binary)
		if n, plain := "", false; ok {
			n, plain = plainName(b.X)
			ok = plain && n == name && b.Op == "<"
		}
		if !ok {
			return false
		}
		limits = append(limits, p.limits(b.Y)...)
	}
	var uniform ast.Expr
	ended := false
	for _, l := range limits {
		switch {
		case p.isChunkEnd(l):
			ended = true
		case uniform == nil && p.uniform(l):
			uniform = l
		default:
			return false
		}
	}
	if !ended || !p.reads(first) || !p.reads(p.loop.Cond) || !p.reads(p.loop.Post) {
		return false
	}
	wide := p.wideType(name, p.loop.Body)
	threads := p.threadsText(p.loop, wide)
	end := p.text(p.length) + " * " + threads
	if _, plain := bare(p.length).(*ast.Ident); !plain {
		end = p.factor(p.length) + " * " + threads
	}
	if uniform != nil && p.covers(uniform) {
		end = p.text(uniform)
	} else if uniform != nil {
		kind := p.text(p.loop.Init.(*ast.DeclStmt).Decls[0].(*ast.VarDecl).Type)
		end = fmt.Sprintf("min((%s)%s, (%s)(%s))", kind, p.factor(uniform), kind, end)
	}
	p.index[name] = true
	p.replace(first, p.text(p.thread))
	p.replace(p.loop.Cond, name+" < "+end)
	p.replace(p.loop.Post, name+" += "+strings.TrimSuffix(strings.TrimPrefix(threads, "("), ")"))
	return true
}

// rangedHead is countedLoop without its condition.
func rangedHead(s *ast.For) (name string, first, bound ast.Expr, ok bool) {
	c := *s
	d, is := s.Init.(*ast.DeclStmt)
	if !is || len(d.Decls) != 1 {
		return "", nil, nil, false
	}
	x, is := d.Decls[0].(*ast.VarDecl)
	if !is {
		return "", nil, nil, false
	}
	id := &ast.Ident{At: x.At, Parts: []ast.NamePart{{Name: x.Name}}}
	c.Cond = &ast.Binary{At: x.At, Op: "<", X: id, Y: id}
	name, first, bound, ok = countedLoop(&c)
	if !ok {
		return "", nil, nil, false
	}
	return name, first, bound, ok
}

// limits are the operands of a minimum, locals looked up.
func (p *striper) limits(x ast.Expr) []ast.Expr {
	x = bare(x)
	if name, plain := plainName(x); plain {
		if init, d := p.value(name, x); d != nil && !mentions(init, name) && !p.uniform(x) {
			return p.limits(init)
		}
	}
	switch y := x.(type) {
	case *ast.Call:
		if f, ok := y.Fun.(*ast.Ident); ok && f.Name() == "min" && len(y.Args) == 2 {
			return append(p.limits(y.Args[0]), p.limits(y.Args[1])...)
		}
	case *ast.Cond: // a < b ? a : b
		if b, ok := bare(y.C).(*ast.Binary); ok && (b.Op == "<" || b.Op == "<=") && sameExpr(b.X, y.X) && sameExpr(b.Y, y.Y) {
			return append(p.limits(y.X), p.limits(y.Y)...)
		}
	}
	return []ast.Expr{x}
}

// isChunkEnd reports whether an expression is (t + 1)*K or t*K + K.
func (p *striper) isChunkEnd(x ast.Expr) bool {
	b, ok := bare(x).(*ast.Binary)
	if !ok {
		return false
	}
	if b.Op == "+" {
		for _, side := range [][2]ast.Expr{{b.X, b.Y}, {b.Y, b.X}} {
			t, k := p.chunkStart(side[0])
			if t != nil && sameExpr(t, p.thread) && sameExpr(k, p.length) && sameExpr(side[1], p.length) {
				return true
			}
		}
		return false
	}
	if b.Op != "*" {
		return false
	}
	next, k := b.X, b.Y
	if sameExpr(next, p.length) {
		next, k = k, next
	}
	sum, ok := bare(next).(*ast.Binary)
	if !ok || sum.Op != "+" || !sameExpr(k, p.length) {
		return false
	}
	one, literal := number(sum.Y)
	return literal && one == 1 && sameExpr(sum.X, p.thread)
}

// covers reports whether the chunks are known to reach up to n: K is (n + T - 1) / T for T threads.
func (p *striper) covers(n ast.Expr) bool {
	x := p.length
	if name, plain := plainName(x); plain {
		if init, d := p.value(name, x); d != nil {
			x = init
		}
	}
	q, ok := bare(x).(*ast.Binary)
	if !ok || q.Op != "/" || !p.isThreadCount(q.Y) {
		return false
	}
	parts := terms(q.X)
	isN := func(t term) bool { return !t.minus && sameExpr(t.x, n) }
	isT := func(t term) bool { return !t.minus && p.isThreadCount(t.x) }
	isOne := func(t term) bool { one, ok := number(t.x); return t.minus && ok && one == 1 }
	return len(parts) == 3 && slices.ContainsFunc(parts, isN) && slices.ContainsFunc(parts, isT) && slices.ContainsFunc(parts, isOne)
}

// term is an operand of a sum.
type term struct {
	x     ast.Expr
	minus bool
}

func terms(x ast.Expr) []term {
	b, ok := bare(x).(*ast.Binary)
	if !ok || b.Op != "+" && b.Op != "-" {
		return []term{{x: bare(x)}}
	}
	right := terms(b.Y)
	if b.Op == "-" {
		for i := range right {
			right[i].minus = !right[i].minus
		}
	}
	return append(terms(b.X), right...)
}
