package sema

import (
	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/trace"
)

// stmts walks statements in order; what stands behind a return, break or continue is not reached.
func (in *interp) stmts(list []ast.Stmt) {
	guards := len(in.under)
	for _, s := range list {
		if in.st.dead || !in.step() {
			break
		}
		in.stmt(s)
	}
	in.under = in.under[:guards]
}

func (in *interp) block(s ast.Stmt) {
	in.push()
	if b, ok := s.(*ast.Block); ok {
		in.stmts(b.List)
	} else if s != nil {
		in.stmts([]ast.Stmt{s})
	}
	in.pop()
}

func (in *interp) stmt(s ast.Stmt) {
	if in.frame.at == nil {
		in.pos = s.Pos().Start
	}
	if in.tooDeep() {
		return
	}
	in.deep++
	outer, told := in.at, in.told
	in.at, in.told = s, false
	in.stmtNode(s)
	in.at, in.told = outer, told
	in.deep--
}

func (in *interp) stmtNode(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.Block:
		in.block(s)
	case *ast.DeclStmt:
		for _, d := range s.Decls {
			in.localDecl(d)
		}
	case *ast.ExprStmt:
		was := in.dropped
		in.dropped, _ = s.X.(*ast.Call)
		in.eval(s.X)
		in.dropped = was // the statement may be in a function that is called among the arguments of a call
	case *ast.If:
		in.ifStmt(s)
	case *ast.For, *ast.While, *ast.DoWhile, *ast.RangeFor:
		in.loopStmt(s)
	case *ast.MacroLoop:
		in.macroLoop(s)
	case *ast.Switch:
		in.switchStmt(s)
	case *ast.Case:
		in.stmts(s.Body)
	case *ast.Return:
		in.returnStmt(s)
	case *ast.Break:
		in.leave(false)
	case *ast.Continue:
		in.leave(true)
	case *ast.Labeled:
		in.stmt(s.Stmt)
	case *ast.Asm:
		in.asm(s)
	case *ast.MacroStmt:
		in.macroStmt(s)
	case *ast.BadStmt:
		in.stmts(s.List)
	case *ast.Goto:
		in.st.dead = true
	}
}

func (in *interp) localDecl(d ast.Decl) {
	switch d := d.(type) {
	case *ast.VarDecl:
		in.localVar(d)
	case *ast.AliasDecl:
		in.localType(d.Name, in.typeOf(d.Type))
	case *ast.UsingDecl:
		if len(d.Path) > 0 {
			in.frame.scope.usings = append(in.frame.scope.usings, using{path: d.Path, all: d.Namespace})
		}
	case *ast.RecordDecl:
		if d.Defined {
			if inst := in.instanceOf(in.recordOf(d), in.frame.tmpl); inst != nil {
				in.localType(d.Name, inst.typ)
			}
		}
	case *ast.EnumDecl:
		for i, e := range d.Values {
			if _, ok := in.t.enums[e.Name]; !ok {
				in.t.enums[e.Name] = &enumValue{decl: d, index: i, file: in.frame.file}
			}
		}
	}
}

func (in *interp) localType(name string, t *layout.Type) {
	s := in.frame.scope
	if s.types == nil {
		s.types = map[string]*layout.Type{}
	}
	s.types[name] = t
}

// localVar declares a variable of a function body.
func (in *interp) localVar(d *ast.VarDecl) {
	if d.Quals.Has(ast.Typedef) {
		in.localType(d.Name, in.typeOf(d.Type))
		return
	}
	if d.Quals.Has(ast.Shared) && in.host == nil {
		in.sharedVar(d)
		return
	}
	if isRef(d.Type) && d.Init != nil {
		if p, ok := in.ref(d.Init); ok {
			if p.typ == nil || p.obj.array == nil && isRecord(in.typeOf(d.Type)) {
				if t := in.typeOf(d.Type); t != nil {
					p.typ = t
				}
			}
			in.frame.scope.declare(d.Name, p)
			return
		}
	}
	t := in.typeOf(d.Type)
	o := &object{name: d.Name, space: trace.Local, typ: t}
	var v value
	in.told = false
	switch {
	case d.Init != nil:
		in.narrowed(d.Init, d.Name, in.frame.body.Body, in.frame.file, func() { v = in.initial(d, t) })
	case d.Args != nil:
		v = in.construct(t, d.Args, d)
	case isRecord(t):
		v = in.construct(t, nil, d)
	default:
		v.undef = true
	}
	if o.typ == nil {
		o.typ = v.typ
	}
	if at, ok := d.Type.(*ast.ArrayType); ok && o.typ == nil {
		o.typ = layout.ArrayOf(in.typeOf(at.Elem), -1)
	}
	if v.name == "" && !v.num.Known() {
		v.name = d.Name
	}
	o.told = in.told
	in.st.store(o, 0, o.typ, v)
	in.frame.scope.declare(d.Name, place{obj: o, off: indexmath.Const(0), typ: o.typ})
}

// sharedVar declares shared memory: one array for each declaration, however often the walk comes by.
func (in *interp) sharedVar(d *ast.VarDecl) {
	o, ok := in.decls[d]
	t := in.typeOf(d.Type)
	if !ok || o.typ != t {
		o = &object{name: d.Name, space: trace.Shared, typ: t}
		if at, isArray := d.Type.(*ast.ArrayType); isArray && t == nil {
			o.typ = layout.ArrayOf(in.typeOf(at.Elem), -1)
		}
		o.array = in.declaredArray(o, d, in.frame.file)
		if o.array.Dynamic {
			// Every extern __shared__ array of a kernel starts at the same address.
			o.array.Base.Align = max(o.array.Base.Align, 16)
		}
		in.decls[d] = o
	}
	in.frame.scope.declare(d.Name, place{obj: o, off: indexmath.Const(0), typ: o.typ})
}

func (in *interp) ifStmt(s *ast.If) {
	in.push()
	defer in.pop()
	if s.Init != nil {
		in.stmt(s.Init)
	}
	c := indexmath.Const(1)
	text := ""
	if s.Cond != nil {
		c = in.cond(in.eval(s.Cond))
		text = in.text(s.Cond)
	} else if d, ok := s.Init.(*ast.DeclStmt); ok && len(d.Decls) > 0 {
		if v, ok := d.Decls[0].(*ast.VarDecl); ok {
			p, _ := in.frame.scope.lookup(v.Name)
			c, text = in.cond(in.load(p, v)), v.Name
		}
	}
	if n, ok := c.Const(); ok {
		if n != 0 {
			in.block(s.Then)
		} else if s.Else != nil {
			in.block(s.Else)
		}
		return
	}
	base := in.st
	sa, sb := newState(base), newState(base)
	then := in.branch(c, text, false, sa, func() { in.block(s.Then) })
	var els []trace.Node
	if s.Else != nil {
		els = in.branch(c, text, true, sb, func() { in.block(s.Else) })
	}
	if len(then)+len(els) > 0 {
		in.emit(&trace.If{Cond: c, Then: then, Else: els})
	}
	in.steps += len(sa.own) + len(sb.own)
	base.join(c, sa, sb, text)
	if sa.dead != sb.dead {
		in.under = append(in.under, guardOf(c, text, sa.dead))
	}
}

// returnStmt leaves the function that is walked.
func (in *interp) returnStmt(s *ast.Return) {
	fr := in.frame
	if s.X != nil {
		var v value
		if fr.refResult {
			if p, ok := in.ref(s.X); ok {
				fr.refPlace = &p
				v = value{typ: p.typ}
				if p.obj.array == nil {
					v = in.load(p, s.X)
				}
			} else {
				v = in.eval(s.X)
			}
		} else if l, ok := s.X.(*ast.InitList); ok {
			v = in.initList(l, fr.typ)
		} else {
			v = in.eval(s.X)
		}
		if fr.ret != nil {
			fr.ret.told = fr.ret.told || in.told
			if fr.typ != nil && !fr.refResult {
				v = in.convert(v, fr.typ, false)
			}
			in.st.store(fr.ret, 0, fr.typ, v)
		}
	}
	inLoop := len(in.loops) > fr.loops
	if fr.ret == nil {
		if len(fr.conds) > 0 || inLoop {
			in.emit(&trace.Leave{})
		}
		in.st.dead = true
		return
	}
	cond := indexmath.Const(1)
	for _, c := range fr.conds {
		cond = indexmath.LAnd(cond, c)
	}
	if inLoop {
		cond = in.data("an early return of "+fr.name, typeBool)
	}
	fr.exits = append(fr.exits, exit{cond: cond, st: in.snapshot(fr.entry)})
	if len(fr.conds) > 0 || inLoop {
		fr.left = true
		in.emit(&trace.Leave{Target: fr.node})
	}
	in.st.dead = true
}

// snapshot is everything that changed since a state was entered.
func (in *interp) snapshot(entry *state) *state {
	out := newState(entry.up)
	for s := in.st; s != nil && s != entry.up; s = s.up {
		in.steps += len(s.own)
		for o, c := range s.own {
			if _, ok := out.own[o]; !ok {
				c.owner = nil // the walk goes on
				s.own[o] = c
				out.set(o, c)
			}
		}
	}
	return out
}

// leave is break and continue.
func (in *interp) leave(again bool) {
	for i := len(in.loops) - 1; i >= in.frame.loops; i-- {
		l := in.loops[i]
		if l.scope != nil { // a switch
			if again {
				continue
			}
			cond := indexmath.Const(1)
			for _, c := range in.frame.conds[min(l.conds, len(in.frame.conds)):] {
				cond = indexmath.LAnd(cond, c)
			}
			l.exits = append(l.exits, exit{cond: cond, st: in.snapshot(l.entry)})
			in.loops[i] = l
			in.emit(&trace.Leave{Target: l.scope})
			break
		}
		if l.node == nil { // a loop that is walked iteration by iteration
			l.broke = l.broke || !again
			l.again = l.again || again
			break
		}
		old := in.st
		if again && l.post != nil {
			in.st = newState(old)
			in.quiet(func() { in.eval(l.post) })
		}
		out := &trace.Leave{Target: l.node, Again: again, Values: in.carried(l)}
		in.emit(out)
		in.st = old
		l.left = true
		l.leaves = append(l.leaves, out)
		break
	}
	in.st.dead = true
}

// switchStmt walks a switch as a chain of conditions; a case that falls through takes what follows along.
func (in *interp) switchStmt(s *ast.Switch) {
	n, text := indexmath.Expr{}, ""
	if s.Cond != nil {
		n, text = in.wrapped(in.eval(s.Cond)), in.text(s.Cond)
	}
	var groups []*ast.Case
	if b, ok := s.Body.(*ast.Block); ok {
		for _, st := range b.List {
			if c, ok := st.(*ast.Case); ok {
				groups = append(groups, c)
			}
		}
	}
	lf := &loopFrame{scope: &trace.Scope{}, depth: len(in.under), conds: len(in.frame.conds), entry: in.st}
	in.loops = append(in.loops, lf)
	base := in.st
	lf.entry = newState(base)
	in.st = lf.entry
	list := in.collect(func() { in.cases(groups, n, text) })
	in.loops = in.loops[:len(in.loops)-1]
	end := lf.entry
	for i := len(lf.exits) - 1; i >= 0; i-- {
		merged := newState(base)
		merged.join(lf.exits[i].cond, lf.exits[i].st, end, text)
		end = merged
	}
	base.take(end)
	base.dead = base.dead || end.dead
	in.st = base
	if len(lf.exits) > 0 {
		lf.scope.Body = list
		in.emit(lf.scope)
	} else if in.out != nil {
		*in.out = append(*in.out, list...)
	}
}

// cases walks the groups of a switch one after the other.
func (in *interp) cases(groups []*ast.Case, n indexmath.Expr, text string) {
	var all []indexmath.Expr
	for _, g := range groups {
		if g.X != nil {
			all = append(all, indexmath.Eq(n, in.number(in.eval(g.X))))
		} else {
			all = append(all, indexmath.Expr{})
		}
	}
	rest := indexmath.Const(1)
	for _, c := range all {
		if c.Known() {
			rest = indexmath.LAnd(rest, indexmath.LNot(c))
		}
	}
	for i := 0; i < len(groups); i++ {
		cond := all[i]
		if groups[i].X == nil {
			cond = rest
		}
		j := i
		for len(groups[j].Body) == 0 && j+1 < len(groups) { // case 1: case 2: ..
			j++
			c := all[j]
			if groups[j].X == nil {
				c = rest
			}
			cond = indexmath.LOr(cond, c)
		}
		if in.steps >= maxSteps {
			return
		}
		body := fallThrough(groups, j)
		i = j
		if k, ok := cond.Const(); ok {
			if k != 0 {
				in.scoped(body)
			}
			if in.st.dead {
				return
			}
			continue
		}
		base := in.st
		sa := newState(base)
		then := in.branch(cond, text, false, sa, func() { in.scoped(body) })
		if len(then) > 0 {
			in.emit(&trace.If{Cond: cond, Then: then})
		}
		base.join(cond, sa, newState(base), text)
	}
}

func (in *interp) scoped(list []ast.Stmt) {
	in.push()
	in.stmts(list)
	in.pop()
}

// fallThrough is what runs from a label to the break that ends it, which is left out.
func fallThrough(groups []*ast.Case, i int) []ast.Stmt {
	var out []ast.Stmt
	for ; i < len(groups); i++ {
		body := groups[i].Body
		if len(body) == 1 {
			if b, ok := body[0].(*ast.Block); ok {
				body = b.List
			}
		}
		for k, s := range body {
			switch s.(type) {
			case *ast.Break:
				return append(out, body[:k]...)
			case *ast.Return, *ast.Continue:
				return append(out, body[:k+1]...)
			}
		}
		out = append(out, body...)
	}
	return out
}
