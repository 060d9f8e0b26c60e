package fixes

import (
	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

// mostIterations bounds a loop that is run on numbers.
const mostIterations = 64

// iterations runs a loop's variables on numbers from their starts until its condition fails: what each iteration begins with. It is
// false when the end is not reached on numbers alone.
func iterations(l *trace.Loop) ([]map[*indexmath.Sym]int64, bool) {
	values := map[*indexmath.Sym]int64{}
	for _, v := range l.Vars {
		if n, ok := v.Init.Const(); ok && v.Sym != nil {
			values[v.Sym] = n
		}
	}
	var out []map[*indexmath.Sym]int64
	for len(values) > 0 && len(out) <= mostIterations && !l.Last {
		with := map[*indexmath.Sym]indexmath.Expr{}
		for s, n := range values {
			with[s] = indexmath.Const(n)
		}
		goes, ok := indexmath.Subst(l.Cond, with).Const()
		if !ok {
			return nil, false
		}
		if goes == 0 {
			return out, len(out) > 0
		}
		out = append(out, values)
		next := map[*indexmath.Sym]int64{}
		for _, v := range l.Vars {
			if _, had := values[v.Sym]; !had {
				continue
			}
			if n, ok := indexmath.Subst(v.Next, with).Const(); ok {
				next[v.Sym] = n
			}
		}
		values = next
	}
	return nil, false
}

// carried is the variable of a loop with that name.
func carried(l *trace.Loop, name string) *trace.Var {
	for _, v := range l.Vars {
		if v.Sym != nil && v.Sym.Name == name {
			return v
		}
	}
	return nil
}

// stepping is a loop whose variable doubles (first, 2*first, ..) or, when counts is set, counts 0, 1, 2, ..
type stepping struct {
	stmt   ast.Stmt // *ast.For or *ast.While
	name   string
	counts bool
	first  int64
	steps  []int    // iterations in each run
	init   ast.Expr // the start
	cond   ast.Expr
	post   ast.Expr // what steps it
}

// steppingOf reads a loop of the text and checks it on the numbers of every run.
func (v *view) steppingOf(stmt ast.Stmt, runs []*sema.Loop) (*stepping, bool) {
	st := &stepping{stmt: stmt}
	switch s := stmt.(type) {
	case *ast.For:
		st.cond, st.post = s.Cond, s.Post
		st.name = steppedName(s.Post)
		st.init = startOf(s.Init, st.name)
		if s.Init == nil {
			st.init = v.startBefore(s, st.name)
		}
	case *ast.While:
		st.cond = s.Cond
		body, ok := s.Body.(*ast.Block)
		if !ok {
			return nil, false
		}
		for _, b := range body.List {
			if x, ok := b.(*ast.ExprStmt); ok && steppedName(x.X) != "" && mentions(s.Cond, steppedName(x.X)) {
				st.post, st.name = x.X, steppedName(x.X)
			}
		}
		st.init = v.startBefore(s, st.name)
	}
	if st.name == "" || st.init == nil || st.cond == nil || st.post == nil || len(runs) == 0 {
		return nil, false
	}
	for i, l := range runs {
		if l.Trace == nil {
			return nil, false
		}
		c := carried(l.Trace, st.name)
		all, ok := iterations(l.Trace)
		if c == nil || !ok {
			return nil, false
		}
		first, known := all[0][c.Sym]
		if i == 0 {
			st.first, st.counts = first, first == 0
		}
		if !known || first != st.first || !follows(all, c.Sym, st.counts) {
			return nil, false
		}
		st.steps = append(st.steps, len(all))
	}
	return st, true
}

func follows(all []map[*indexmath.Sym]int64, s *indexmath.Sym, counts bool) bool {
	for i, values := range all[1:] {
		n, known := values[s]
		before := all[i][s]
		if !known || counts && n != before+1 || !counts && n != 2*before {
			return false
		}
	}
	return true
}

// steppedName is the variable that an expression steps: s *= 2, s++, s = s << 1.
func steppedName(x ast.Expr) string {
	switch x := bareOrNil(x).(type) {
	case *ast.Assign:
		name, _ := plainName(x.X)
		if x.Op == "=" && !mentions(x.Y, name) {
			return ""
		}
		return name
	case *ast.Unary:
		if x.Op == "++" {
			name, _ := plainName(x.X)
			return name
		}
	}
	return ""
}

func bareOrNil(x ast.Expr) ast.Expr {
	if x == nil {
		return nil
	}
	return bare(x)
}

// startOf is what a statement sets a variable to.
func startOf(s ast.Stmt, name string) ast.Expr {
	switch s := s.(type) {
	case *ast.DeclStmt:
		if len(s.Decls) == 1 {
			if d, ok := s.Decls[0].(*ast.VarDecl); ok && d.Name == name && d.Init != nil {
				return d.Init
			}
		}
	case *ast.ExprStmt:
		if a, ok := bare(s.X).(*ast.Assign); ok && a.Op == "=" {
			if n, ok := plainName(a.X); ok && n == name {
				return a.Y
			}
		}
	}
	return nil
}

// startBefore is what the statements in front of a loop, in its block, set a variable to last.
func (v *view) startBefore(loop ast.Stmt, name string) ast.Expr {
	block, ok := v.up[loop].(*ast.Block)
	if !ok || name == "" {
		return nil
	}
	var start ast.Expr
	for _, s := range block.List {
		if s == loop {
			break
		}
		if x := startOf(s, name); x != nil {
			start = x
		} else if mentions(s, name) {
			start = nil
		}
	}
	return start
}

// halved is the step's text the other way round: s *= 2 becomes s /= 2. It keeps the spelling; "" when it is not known.
func (v *view) halved(post ast.Expr, name string) string {
	switch x := bare(post).(type) {
	case *ast.Assign:
		left, right := v.text(x.X), bare(x.Y)
		two := func(e ast.Expr) bool { n, ok := number(e); return ok && n == 2 }
		one := func(e ast.Expr) bool { n, ok := number(e); return ok && n == 1 }
		self := func(e ast.Expr) bool { n, ok := plainName(e); return ok && n == name }
		b, _ := right.(*ast.Binary)
		switch {
		case x.Op == "*=" && two(right), x.Op == "+=" && self(right):
			return left + " /= 2"
		case x.Op == "<<=" && one(right):
			return left + " >>= 1"
		case x.Op != "=" || b == nil:
			return ""
		case b.Op == "*" && (self(b.X) && two(b.Y) || two(b.X) && self(b.Y)), b.Op == "+" && self(b.X) && self(b.Y):
			return left + " = " + name + " / 2"
		case b.Op == "<<" && self(b.X) && one(b.Y):
			return left + " = " + name + " >> 1"
		}
	}
	return ""
}
