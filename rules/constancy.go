package rules

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/ast"
)

// An index is known at compile time when all that it is made of is: literals, constants, template parameters, and the variables of loops
// that the compiler unrolls, those from one constant to another. It is not known when a part of it comes from the thread's ids, an argument
// of the kernel, memory, or a variable that a loop of unknown length changes. Of all else nothing is said: a macro, what a function gives
// back, a variable that is set in several branches.

// constancy is whether a value is known at compile time.
type constancy uint8

const (
	maybe constancy = iota // nothing is known
	fixed
	dynamic
)

// join is the constancy of what is made of two values.
func (c constancy) join(o constancy) constancy {
	switch {
	case c == dynamic || o == dynamic:
		return dynamic
	case c == fixed && o == fixed:
		return fixed
	}
	return maybe
}

// variable is a local variable or parameter of a function.
type variable struct {
	decl    *ast.VarDecl // nil for parameters
	start   constancy    // of a parameter
	pointer bool         // what it leads to is in memory: an argument of a kernel, shared memory
	loops   []ast.Stmt   // around the declaration
	sets    []set
	taken   bool // its address is, so it may change anywhere

	stands *ast.VarDecl // of a parameter: the local array that it was given
}

// set is a place where a variable gets another value.
type set struct {
	to     ast.Expr   // nil for ++ and --
	loops  []ast.Stmt // around it, outermost first
	steps  bool       // the new value is made of the old one
	toggle bool       // between two values: a loop that is unrolled by two knows them
}

// function is what constancy knows of one function.
type function struct {
	vars map[*ast.Ident]*variable // by use
	busy map[*variable]bool
	told map[*variable]constancy
	left int // variables that may still be judged for the one that was asked for
}

// mostJudged bounds what is judged for one variable: each that its values rest on once for each way that leads there.
const mostJudged = 2000

// argument is what is known of one that a function is given.
type argument struct {
	start   constancy
	pointer bool         // to memory
	stands  *ast.VarDecl // it is a local array
}

// functionOf resolves the names of a function's body. given are the arguments of a call, for parameters that it leaves out nothing is known;
// those of a kernel are no constants.
func functionOf(f *ast.FuncDecl, given []argument) *function {
	fn := &function{vars: map[*ast.Ident]*variable{}, busy: map[*variable]bool{}, told: map[*variable]constancy{}}
	s := &resolver{fn: fn}
	s.open()
	if f.Template != nil {
		for _, p := range f.Template.Params {
			s.declare(p.Name, &variable{start: fixed})
		}
	}
	kernel := f.Quals.Has(ast.Global)
	for i, p := range f.Params {
		v := &variable{}
		_, pointer := p.Type.(*ast.PointerType)
		switch {
		case kernel:
			v.start, v.pointer = dynamic, pointer
		case i < len(given) && !p.Pack:
			g := given[i]
			v.start, v.pointer, v.stands = g.start, g.pointer, g.stands
		}
		s.declare(p.Name, v)
	}
	s.walk(f.Body)
	return fn
}

// resolver walks a body with the names in scope.
type resolver struct {
	fn     *function
	scopes []map[string]*variable
	loops  []ast.Stmt
}

func (s *resolver) open()  { s.scopes = append(s.scopes, map[string]*variable{}) }
func (s *resolver) close() { s.scopes = s.scopes[:len(s.scopes)-1] }

func (s *resolver) declare(name string, v *variable) {
	v.loops = append([]ast.Stmt(nil), s.loops...)
	s.scopes[len(s.scopes)-1][name] = v
}

func (s *resolver) find(name string) *variable {
	for i := len(s.scopes) - 1; i >= 0; i-- {
		if v := s.scopes[i][name]; v != nil {
			return v
		}
	}
	return nil
}

// walk resolves what is below a node.
func (s *resolver) walk(n ast.Node) {
	ast.Inspect(n, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.Block:
			if ast.Node(x) == n {
				return true
			}
			s.open()
			s.walk(x)
			s.close()
			return false
		case *ast.For:
			s.open()
			s.walk(x.Init)
			s.loop(x, x.Cond, x.Post, x.Body)
			s.close()
			return false
		case *ast.While:
			s.loop(x, x.Cond, x.Body)
			return false
		case *ast.DoWhile:
			s.loop(x, x.Body, x.Cond)
			return false
		case *ast.RangeFor:
			s.open()
			s.walk(x.Range)
			s.declare(x.Var.Name, &variable{})
			s.loop(x, x.Body)
			s.close()
			return false
		case *ast.MacroLoop:
			s.loop(x, x.Body)
			return false
		case *ast.Lambda:
			s.open()
			for _, p := range x.Params {
				s.declare(p.Name, &variable{})
			}
			s.walk(x.Body)
			s.close()
			return false
		case *ast.VarDecl:
			v := &variable{decl: x, pointer: x.Quals.Has(ast.Shared)}
			if x.Init != nil {
				s.walk(x.Init)
			}
			for _, a := range x.Args {
				s.walk(a)
			}
			s.declare(x.Name, v)
			return false
		case *ast.Ident:
			if name, plain := x.Plain(); plain {
				if v := s.find(name); v != nil {
					s.fn.vars[x] = v
				}
			}
		case *ast.Assign:
			s.change(x.X, x.Y, x.Op)
		case *ast.Unary:
			switch x.Op {
			case "++", "--":
				s.change(x.X, nil, x.Op)
			case "&":
				if v := s.named(x.X); v != nil {
					v.taken = true
				}
			}
		}
		return true
	})
}

// loop walks what a loop repeats.
func (s *resolver) loop(l ast.Stmt, parts ...ast.Node) {
	s.open()
	s.loops = append(s.loops, l)
	for _, p := range parts {
		s.walk(p)
	}
	s.loops = s.loops[:len(s.loops)-1]
	s.close()
}

// named is the variable that an expression names, nil for anything else.
func (s *resolver) named(x ast.Expr) *variable {
	if id, ok := bare(x).(*ast.Ident); ok {
		if name, plain := id.Plain(); plain {
			return s.find(name)
		}
	}
	return nil
}

func (s *resolver) change(x, to ast.Expr, op string) {
	v := s.named(x)
	if v == nil {
		return
	}
	n := set{to: to, loops: append([]ast.Stmt(nil), s.loops...), steps: op != "=", toggle: op == "^="}
	ast.Inspect(to, func(y ast.Node) bool {
		if id, ok := y.(*ast.Ident); ok && s.named(id) == v {
			n.steps = true
		}
		return true
	})
	if b, ok := bare(orNothing(to)).(*ast.Binary); ok && n.steps && (b.Op == "^" || b.Op == "%" || b.Op == "-" && s.named(b.Y) == v) {
		n.toggle = true
	}
	v.sets = append(v.sets, n)
}

// orNothing is an expression that may be missing.
func orNothing(x ast.Expr) ast.Expr {
	if x == nil {
		return &ast.BadExpr{}
	}
	return x
}

// bare is an expression without the parentheses around it.
func bare(x ast.Expr) ast.Expr {
	for {
		p, ok := x.(*ast.Paren)
		if !ok {
			return x
		}
		x = p.X
	}
}

// of is the constancy of an expression.
func (f *function) of(x ast.Expr) constancy {
	switch x := bare(x).(type) {
	case *ast.IntLit, *ast.SizeofType, *ast.SizeofExpr:
		return fixed
	case *ast.Ident:
		if v := f.vars[x]; v != nil {
			return f.ofVariable(v)
		}
	case *ast.Unary:
		if x.Op == "*" {
			return f.ofMemory(x.X)
		}
		if x.Op != "&" {
			return f.of(x.X)
		}
	case *ast.Binary:
		if x.Op == "," {
			return f.of(x.Y)
		}
		return f.of(x.X).join(f.of(x.Y))
	case *ast.Cast:
		return f.of(x.X)
	case *ast.Assign:
		return f.of(x.Y).join(fixed)
	case *ast.Cond:
		if c := f.of(x.C).join(f.of(x.X)).join(f.of(x.Y)); c == fixed {
			return fixed
		}
	case *ast.Member:
		if id, ok := bare(x.X).(*ast.Ident); ok && f.vars[id] == nil {
			switch id.Name() {
			case "threadIdx", "blockIdx", "blockDim", "gridDim":
				return dynamic
			}
		}
	case *ast.Index:
		return f.ofMemory(x.X)
	}
	return maybe
}

// ofMemory is the constancy of what is read through a pointer or from an array.
func (f *function) ofMemory(x ast.Expr) constancy {
	for {
		switch y := bare(x).(type) {
		case *ast.Index:
			x = y.X
			continue
		case *ast.Binary:
			x = y.X
			continue
		case *ast.Ident:
			v := f.vars[y]
			if v != nil && v.pointer {
				return dynamic
			}
			if v == nil || v.decl == nil || v.decl.Init == nil || f.busy[v] {
				return maybe
			}
			if _, pointer := v.decl.Type.(*ast.PointerType); pointer {
				f.busy[v] = true
				defer delete(f.busy, v)
				x = v.decl.Init
				continue
			}
		}
		return maybe
	}
}

// leadsToMemory reports whether an expression is a pointer into memory: what is read through it is not known.
func (f *function) leadsToMemory(x ast.Expr) bool {
	if u, ok := bare(x).(*ast.Unary); ok && u.Op == "&" {
		if i, ok := bare(u.X).(*ast.Index); ok {
			return f.ofMemory(i.X) == dynamic
		}
		return false
	}
	if _, ok := bare(x).(*ast.Index); ok {
		return false // an element
	}
	return f.ofMemory(x) == dynamic
}

// ofVariable is the constancy of a variable wherever it is read.
func (f *function) ofVariable(v *variable) constancy {
	if c, known := f.told[v]; known {
		return c
	}
	if f.busy[v] {
		return fixed // of `v = v + 1` only the 1 is asked for
	}
	if len(f.busy) == 0 {
		f.left = mostJudged
	}
	if f.left--; f.left < 0 {
		return maybe
	}
	f.busy[v] = true
	c := f.judge(v)
	delete(f.busy, v)
	if len(f.busy) == 0 {
		f.told[v] = c
	}
	return c
}

func (f *function) judge(v *variable) constancy {
	switch {
	case v.decl == nil && v.start == dynamic && !v.taken:
		return dynamic // an argument stays one, however it is changed
	case v.decl == nil && v.start == fixed && len(v.sets) == 0:
		return fixed
	case v.decl == nil || v.taken:
		return maybe
	}
	c := maybe
	if v.decl.Init != nil {
		c = f.of(v.decl.Init)
	} else if len(v.sets) == 1 && v.sets[0].to != nil {
		c = fixed // until that
	}
	again := false // it begins anew in a loop
	for _, s := range v.sets {
		if s.toggle {
			return maybe
		}
		again = again || !s.steps && len(s.loops) > len(v.loops)
	}
	for _, s := range v.sets {
		to := fixed
		if s.to != nil {
			to = f.of(s.to)
		}
		if !s.steps && v.decl.Init != nil && to == fixed {
			to = maybe // set in a branch, perhaps
		}
		if s.steps {
			for _, l := range s.loops[len(v.loops):] {
				turns := f.ofLoop(l, v)
				if again && turns == dynamic {
					turns = maybe
				}
				to = to.join(turns)
			}
		}
		c = c.join(to)
	}
	return c
}

// ofLoop tells whether a loop runs from one constant to another, as far as a variable that it changes is concerned.
func (f *function) ofLoop(l ast.Stmt, v *variable) constancy {
	var cond ast.Expr
	once := 0
	for _, s := range v.sets {
		if len(s.loops) > 0 && s.loops[len(s.loops)-1] == l {
			once++
		}
	}
	switch l := l.(type) {
	case *ast.For:
		cond = l.Cond
		if l.Unroll != nil && f.upTo(cond, l) {
			return maybe
		}
	case *ast.While:
		cond = l.Cond
		if once > 1 {
			return dynamic // a stack
		}
	case *ast.DoWhile:
		cond = l.Cond
		if once > 1 {
			return dynamic
		}
	default:
		return maybe
	}
	if cond == nil || endless(cond) {
		return dynamic
	}
	return f.ofBound(cond, v)
}

// upTo reports whether a loop that is to be unrolled counts up to a constant, from wherever: `for (i = threadIdx.x; i < 256; i += 64)` has a
// largest number of turns, up to which the compiler can unroll it.
func (f *function) upTo(cond ast.Expr, l ast.Stmt) bool {
	b, ok := bare(orNothing(cond)).(*ast.Binary)
	if !ok || b.Op != "<" && b.Op != "<=" && b.Op != ">" && b.Op != ">=" && b.Op != "!=" {
		return false
	}
	counts := func(x ast.Expr) bool {
		id, ok := bare(x).(*ast.Ident)
		if !ok || f.vars[id] == nil {
			return false
		}
		return slices.ContainsFunc(f.vars[id].sets, func(s set) bool { return s.steps && slices.Contains(s.loops, l) })
	}
	return counts(b.X) && f.of(b.Y) != dynamic || counts(b.Y) && f.of(b.X) != dynamic
}

func endless(x ast.Expr) bool {
	switch x := bare(x).(type) {
	case *ast.IntLit:
		return true
	case *ast.Ident:
		return x.Name() == "true"
	}
	return false
}

// ofBound is the constancy of the bounds in a loop's condition. One constant bound is enough: the loop can be unrolled up to it.
func (f *function) ofBound(cond ast.Expr, v *variable) constancy {
	switch x := bare(cond).(type) {
	case *ast.Binary:
		if x.Op == "&&" {
			a, b := f.ofBound(x.X, v), f.ofBound(x.Y, v)
			if a == dynamic && b == dynamic {
				return dynamic
			}
			return maybe
		}
		if strings.ContainsAny(x.Op, "<>=") && x.Op != "<<" && x.Op != ">>" {
			return f.of(x.X).join(f.of(x.Y))
		}
	case *ast.Call:
		return maybe
	}
	return f.of(cond)
}
