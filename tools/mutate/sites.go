package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/packages"
)

// A site is a mutant: one place of the source and what stands there instead when the mutant is on.
type site struct {
	Mutant
	lo, hi int                                                // bytes of the file that it replaces
	wraps  bool                                               // it holds all of its text, so that others may lie in the same node
	emit   func(id string, text func(ast.Node) string) string // the Go text with a switch; text gives that of a part
	// offsets are the bytes of the file that a node of it takes.
	offsets func(ast.Node) (int, int)
}

// Mutant is what the lists say of one.
type Mutant struct {
	ID       int    `json:"id"`
	Package  string `json:"package"`
	Place    string `json:"place"` // file:line:column
	Operator string `json:"operator"`
	Before   string `json:"before"`
	After    string `json:"after"`
}

// finder lists the sites of a package.
type finder struct {
	pkg   *packages.Package
	room  string // the folder, from the module's root
	file  *ast.File
	src   []byte
	path  string
	names map[string]string // import path -> name in the file
	out   []site
}

func (f *finder) offset(p token.Pos) int { return f.pkg.Fset.Position(p).Offset }

func (f *finder) text(n ast.Node) string { return string(f.src[f.offset(n.Pos()):f.offset(n.End())]) }

// add lists a mutant of the text of n.
func (f *finder) add(n ast.Node, operator, after string, wraps bool, emit func(id string, text func(ast.Node) string) string) {
	p := f.pkg.Fset.Position(n.Pos())
	f.out = append(f.out, site{
		Mutant: Mutant{Package: f.room, Place: fmt.Sprintf("%s:%d:%d", f.path, p.Line, p.Column), Operator: operator, Before: f.text(n), After: after},
		lo:     p.Offset, hi: f.offset(n.End()), wraps: wraps, emit: emit,
		offsets: func(n ast.Node) (int, int) { return f.offset(n.Pos()), f.offset(n.End()) },
	})
}

// walk visits n below its parents, outermost first.
func (f *finder) walk(n ast.Node, up []ast.Node) {
	if n == nil || f.fixed(n, up) {
		return
	}
	switch n := n.(type) {
	case *ast.BinaryExpr:
		f.binary(n)
	case *ast.BasicLit:
		f.literal(n, up)
	case *ast.Ident:
		f.boolean(n)
	case *ast.IfStmt:
		f.condition(n.Cond, true)
	case *ast.ForStmt:
		if n.Cond != nil {
			f.condition(n.Cond, false) // true for ever only costs the time limit
		}
	case *ast.IncDecStmt:
		f.step(n)
	case *ast.AssignStmt:
		f.assign(n, up)
	case *ast.ExprStmt:
		f.call(n, up)
	}
	up = append(up, n)
	ast.Inspect(n, func(c ast.Node) bool {
		if c == n {
			return true
		}
		if c != nil {
			f.walk(c, up)
		}
		return false
	})
}

// fixed are the parts that no switch can stand in: constants, types, labels of cases, tags.
func (f *finder) fixed(n ast.Node, up []ast.Node) bool {
	switch n := n.(type) {
	case *ast.GenDecl:
		return n.Tok == token.CONST || n.Tok == token.TYPE || n.Tok == token.IMPORT
	case *ast.ArrayType, *ast.FieldList, *ast.StructType, *ast.FuncType, *ast.CommentGroup:
		return true
	}
	if len(up) == 0 {
		return false
	}
	switch parent := up[len(up)-1].(type) {
	case *ast.CaseClause:
		s, ok := up[len(up)-3].(*ast.SwitchStmt)
		if e, isExpr := n.(ast.Expr); isExpr && (!ok || s.Tag != nil) {
			for _, label := range parent.List {
				if label == e {
					return true
				}
			}
		}
	case *ast.KeyValueExpr:
		if n == parent.Key {
			lit, ok := up[len(up)-2].(*ast.CompositeLit)
			if !ok {
				return true
			}
			_, isMap := f.typeOf(lit).Underlying().(*types.Map)
			return !isMap
		}
	case *ast.CallExpr: // room that is set aside changes nothing
		if id, ok := parent.Fun.(*ast.Ident); ok && id.Name == "make" && len(parent.Args) == 3 && n == parent.Args[2] {
			return true
		}
		if s, ok := parent.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "Grow" && n != parent.Fun {
			return true
		}
		id, ok := parent.Fun.(*ast.Ident)
		return ok && id.Name == "panic" && n != parent.Fun
	}
	return false
}

func (f *finder) typeOf(e ast.Expr) types.Type { return f.pkg.TypesInfo.TypeOf(e) }

func (f *finder) isConstant(e ast.Expr) bool { return f.pkg.TypesInfo.Types[e].Value != nil }

func isBool(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

func isByte(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && (b.Kind() == types.Int8 || b.Kind() == types.Uint8)
}

func hasInfo(t types.Type, info types.BasicInfo) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&info != 0
}

// spelled is how the file writes t.
func (f *finder) spelled(t types.Type) (string, bool) {
	if b, ok := t.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
		t = types.Default(t)
	}
	ok := true
	s := types.TypeString(t, func(p *types.Package) string {
		if p == f.pkg.Types {
			return ""
		}
		name, known := f.names[p.Path()]
		ok = ok && known
		return name
	})
	_, isParam := t.(*types.TypeParam)
	return s, ok && !isParam
}

// swaps are the operators that stand for one another, with the function of package mutant that does either.
var swaps = map[token.Token][]struct {
	to   token.Token
	call string
}{
	token.ADD: {{token.SUB, "AddSub"}}, token.SUB: {{token.ADD, "SubAdd"}},
	token.MUL: {{token.QUO, "MulQuo"}}, token.QUO: {{token.MUL, "QuoMul"}}, token.REM: {{token.MUL, "RemMul"}},
	token.AND: {{token.OR, "AndOr"}}, token.OR: {{token.AND, "OrAnd"}}, token.XOR: {{token.AND, "XorAnd"}}, token.AND_NOT: {{token.AND, "AndNotAnd"}},
	token.SHL: {{token.SHR, "ShlShr"}}, token.SHR: {{token.SHL, "ShrShl"}},
	token.LSS: {{token.LEQ, "LssLeq"}}, token.LEQ: {{token.LSS, "LeqLss"}}, token.GTR: {{token.GEQ, "GtrGeq"}}, token.GEQ: {{token.GTR, "GeqGtr"}},
}

var opposite = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.GEQ, token.GEQ: token.LSS, token.GTR: token.LEQ, token.LEQ: token.GTR,
}

func (f *finder) binary(n *ast.BinaryExpr) {
	if f.isConstant(n) {
		return
	}
	if to, ok := opposite[n.Op]; ok && isBool(f.typeOf(n)) {
		f.add(n, "comparison", f.text(n.X)+" "+to.String()+" "+f.text(n.Y), true, func(id string, text func(ast.Node) string) string {
			return "((" + text(n) + ") != mutant.Is(" + id + "))"
		})
	}
	if (n.Op == token.LAND || n.Op == token.LOR) && isBool(f.typeOf(n)) {
		to := token.LAND
		if n.Op == token.LAND {
			to = token.LOR
		}
		f.add(n, "logical", f.text(n.X)+" "+to.String()+" "+f.text(n.Y), false, func(id string, text func(ast.Node) string) string {
			m := " != mutant.Is(" + id + ")"
			return "(((" + text(n.X) + ")" + m + " " + n.Op.String() + " (" + text(n.Y) + ")" + m + ")" + m + ")"
		})
	}
	if !f.plain(n) {
		return
	}
	for _, s := range swaps[n.Op] {
		kind := map[bool]string{true: "comparison", false: "arithmetic"}[opposite[n.Op] != 0]
		switch n.Op {
		case token.AND, token.OR, token.XOR, token.AND_NOT, token.SHL, token.SHR:
			kind = "bit"
		}
		f.add(n, kind, f.text(n.X)+" "+s.to.String()+" "+f.text(n.Y), false, func(id string, text func(ast.Node) string) string {
			return "mutant." + s.call + "(" + id + ", " + text(n.X) + ", " + text(n.Y) + ")"
		})
	}
}

// plain tells whether a generic function can take the operands.
func (f *finder) plain(n *ast.BinaryExpr) bool {
	info := types.IsInteger | types.IsFloat
	switch n.Op {
	case token.REM, token.AND, token.OR, token.XOR, token.AND_NOT:
		info = types.IsInteger
	case token.SHL, token.SHR:
		return !f.isConstant(n.X) && hasInfo(f.typeOf(n.X), types.IsInteger) && !f.loose(n.X) && !f.loose(n.Y)
	}
	return hasInfo(f.typeOf(n.X), info) && !f.loose(n.X) && !f.loose(n.Y)
}

// loose expressions take their type from where they stand although they are no constants: 1 << n.
func (f *finder) loose(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok && (b.Op == token.SHL || b.Op == token.SHR) && f.isConstant(b.X) && !f.isConstant(b) {
			found = true
		}
		_, isCall := n.(*ast.CallExpr)
		return !isCall
	})
	return found
}

// literal turns 0 into 1, 1 into 0 and n into n+1.
func (f *finder) literal(n *ast.BasicLit, up []ast.Node) {
	if n.Kind != token.INT && n.Kind != token.FLOAT {
		return
	}
	if e, ok := up[len(up)-1].(ast.Expr); ok && f.isConstant(e) {
		return // a part of a constant
	}
	t := f.typeOf(n)
	if t == nil || !hasInfo(t, types.IsInteger|types.IsFloat) {
		t = types.Default(f.pkg.TypesInfo.Types[n].Type)
		if !hasInfo(t, types.IsInteger|types.IsFloat) {
			return
		}
	}
	name, ok := f.spelled(t)
	if !ok || isByte(t) && len(n.Value) > 2 { // n+1 may not fit
		return
	}
	v := f.pkg.TypesInfo.Types[n].Value
	to := constant.BinaryOp(v, token.ADD, constant.MakeInt64(1)).ExactString()
	if one, exact := constant.Int64Val(constant.ToInt(v)); exact && one == 1 {
		to = "0"
	} else if !exact || n.Kind == token.FLOAT {
		to = n.Value + " + 1"
	}
	f.add(n, "constant", to, false, func(id string, _ func(ast.Node) string) string {
		return "mutant.Const(" + id + ", " + name + "(" + n.Value + "), " + name + "(" + to + "))"
	})
}

// boolean turns true into false and the other way round.
func (f *finder) boolean(n *ast.Ident) {
	v, err := strconv.ParseBool(n.Name)
	if err != nil || len(n.Name) < 4 || f.pkg.TypesInfo.Uses[n] == nil || f.pkg.TypesInfo.Uses[n].Parent() != types.Universe || !isBool(f.typeOf(n)) {
		return
	}
	f.add(n, "constant", strconv.FormatBool(!v), false, func(id string, _ func(ast.Node) string) string {
		return "(mutant.Is(" + id + ") != " + n.Name + ")"
	})
}

func (f *finder) condition(cond ast.Expr, force bool) {
	if !isBool(f.typeOf(cond)) || f.isConstant(cond) {
		return
	}
	if b, ok := cond.(*ast.BinaryExpr); !ok || opposite[b.Op] == 0 { // else it is listed as a comparison
		f.add(cond, "condition", "!("+f.text(cond)+")", true, func(id string, text func(ast.Node) string) string {
			return "((" + text(cond) + ") != mutant.Is(" + id + "))"
		})
	}
	f.add(cond, "condition", "false", true, func(id string, text func(ast.Node) string) string {
		return "(!mutant.Is(" + id + ") && (" + text(cond) + "))"
	})
	if force {
		f.add(cond, "condition", "true", true, func(id string, text func(ast.Node) string) string {
			return "(mutant.Is(" + id + ") || (" + text(cond) + "))"
		})
	}
}

func (f *finder) step(n *ast.IncDecStmt) {
	name, ok := f.spelled(f.typeOf(n.X))
	if !ok || !hasInfo(f.typeOf(n.X), types.IsInteger) {
		return
	}
	to, other := "-=", "--"
	if n.Tok == token.DEC {
		to, other = "+=", "++"
	}
	f.add(n, "step", f.text(n.X)+other, false, func(id string, text func(ast.Node) string) string {
		return text(n.X) + " " + to + " mutant.Const(" + id + ", ^" + name + "(0), " + name + "(1))"
	})
}

var assignSwaps = map[token.Token]token.Token{
	token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN, token.MUL_ASSIGN: token.QUO_ASSIGN, token.QUO_ASSIGN: token.MUL_ASSIGN,
	token.REM_ASSIGN: token.MUL_ASSIGN, token.AND_ASSIGN: token.OR_ASSIGN, token.OR_ASSIGN: token.AND_ASSIGN, token.XOR_ASSIGN: token.AND_ASSIGN,
	token.SHL_ASSIGN: token.SHR_ASSIGN, token.SHR_ASSIGN: token.SHL_ASSIGN, token.AND_NOT_ASSIGN: token.AND_ASSIGN,
}

// inBlock tells whether an if statement may stand in the statement's place.
func inBlock(n ast.Stmt, up []ast.Node) bool {
	switch p := up[len(up)-1].(type) {
	case *ast.BlockStmt:
		return true
	case *ast.CaseClause:
		for _, s := range p.Body {
			if s == n {
				return true
			}
		}
	}
	return false
}

func (f *finder) assign(n *ast.AssignStmt, up []ast.Node) {
	if !inBlock(n, up) || n.Tok == token.DEFINE {
		return
	}
	if n.Tok == token.ASSIGN {
		if id, ok := n.Lhs[0].(*ast.Ident); ok && len(n.Lhs) == 1 && id.Name == "_" {
			return
		}
		f.drop(n)
		return
	}
	if to, ok := assignSwaps[n.Tok]; ok && hasInfo(f.typeOf(n.Lhs[0]), types.IsInteger|types.IsFloat) && !f.isConstant(n.Rhs[0]) {
		f.add(n, "arithmetic", f.text(n.Lhs[0])+" "+to.String()+" "+f.text(n.Rhs[0]), false, func(id string, text func(ast.Node) string) string {
			x, y := text(n.Lhs[0]), text(n.Rhs[0])
			return "if mutant.Is(" + id + ") { " + x + " " + to.String() + " " + y + " } else { " + x + " " + n.Tok.String() + " " + y + " }"
		})
		return
	}
	f.drop(n)
}

func (f *finder) drop(n ast.Stmt) {
	f.add(n, "statement", "", true, func(id string, text func(ast.Node) string) string {
		return "if !mutant.Is(" + id + ") { " + text(n) + " }"
	})
}

// call drops a call whose result is not asked for.
func (f *finder) call(n *ast.ExprStmt, up []ast.Node) {
	c, ok := n.X.(*ast.CallExpr)
	if !ok || !inBlock(n, up) {
		return
	}
	if id, ok := c.Fun.(*ast.Ident); ok && id.Name == "panic" {
		return
	}
	f.drop(n)
}
