package fixes

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

// vectorizer puts a loop over vectors in front of a loop over elements, which is left with the rest.
type vectorizer struct {
	*view
	loop   *ast.For
	name   string // of the loop's variable
	first  ast.Expr
	bound  ast.Expr
	stmt   *ast.ExprStmt  // the body
	arrays []*vectorArray // in order of their first use
	byName map[string]*vectorArray
}

// vectorArray is an array that the body touches at the loop's variable.
type vectorArray struct {
	name          string
	elem          *layout.Type
	loads, stores bool
	local         string // the vector's name
}

// Vectorize makes a grid-stride loop, one statement over elements of the same size at the loop's variable, one over vectors of 16
// bytes, with the elements that are left over behind it. It asks that the variable is used for nothing else, that what else the statement
// names is the same for all threads or gathers a sum, and that nothing speaks against arrays that begin at a multiple of 16 bytes.
func Vectorize(s Site) (Rewrite, bool) {
	v, ok := viewOf(s)
	loop := s.Loop
	if loop == nil && len(s.Accesses) > 0 {
		loop = s.Accesses[0].Loop
	}
	if !ok || loop == nil {
		return Rewrite{}, false
	}
	stmt, ok := v.stmtAt(loop.Place).(*ast.For)
	if !ok || !v.reads(stmt) {
		return Rewrite{}, false
	}
	z := &vectorizer{view: v, loop: stmt, byName: map[string]*vectorArray{}}
	if !z.head() || !z.body() || !z.judge(s, loop) {
		return Rewrite{}, false
	}
	count := 16 / z.arrays[0].elem.Size
	if !z.write(count) {
		return Rewrite{}, false
	}
	edits, ok := v.done()
	if !ok {
		return Rewrite{}, false
	}
	title := fmt.Sprintf("go over %s in vectors of %d, with the rest of %s behind", z.arrays[0].name, count, v.text(z.bound))
	return Rewrite{Title: title, Applicability: diag.Unsafe, Edits: edits}, true
}

// head reads `for (int i = t; i < n; i += threads)`.
func (z *vectorizer) head() bool {
	d, ok := z.loop.Init.(*ast.DeclStmt)
	if !ok || len(d.Decls) != 1 || z.loop.Cond == nil || z.loop.Post == nil {
		return false
	}
	x, ok := d.Decls[0].(*ast.VarDecl)
	if !ok || x.Init == nil {
		return false
	}
	z.name, z.first = x.Name, x.Init
	c, ok := bare(z.loop.Cond).(*ast.Binary)
	if !ok || c.Op != "<" || nameOf(c.X) != z.name || !z.uniform(c.Y) || !z.isGlobalThreadNumber(z.first) {
		return false
	}
	z.bound = c.Y
	step, ok := bare(z.loop.Post).(*ast.Assign)
	return ok && step.Op == "+=" && nameOf(step.X) == z.name && z.isThreadCount(step.Y)
}

// body reads the statement and what it names.
func (z *vectorizer) body() bool {
	body := z.loop.Body
	if b, ok := body.(*ast.Block); ok && len(b.List) == 1 {
		body = b.List[0]
	}
	stmt, ok := body.(*ast.ExprStmt)
	if !ok {
		return false
	}
	z.stmt = stmt
	a, ok := bare(stmt.X).(*ast.Assign)
	if !ok {
		return false
	}
	indexed := 0
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Index:
			name := nameOf(n.X)
			if nameOf(n.I) != z.name || !z.isPointer(name) {
				ok = false
				return false
			}
			indexed++
			arr := z.byName[name]
			if arr == nil {
				arr = &vectorArray{name: name}
				z.arrays = append(z.arrays, arr)
				z.byName[name] = arr
			}
			if bare(a.X) == ast.Expr(n) {
				arr.stores = true
				arr.loads = arr.loads || a.Op != "="
			} else {
				arr.loads = true
			}
			return false
		case *ast.Assign:
			ok = ok && n == a
		case *ast.Unary:
			ok = ok && n.Op != "++" && n.Op != "--" && n.Op != "&" && n.Op != "*"
		case *ast.Call:
			f, plain := plainName(n.Fun)
			_, qualified := n.Fun.(*ast.Ident)
			ok = ok && qualified && (!plain || !strings.HasPrefix(f, "atomic") && !z.isMacroFunction(f))
		case *ast.Member, *ast.Lambda, *ast.BadExpr:
			ok = false
		case *ast.Ident:
			ok = ok && z.allowed(n, a)
		}
		return ok
	})
	return ok && indexed > 0
}

// allowed reports whether a name of the statement is a function, the same for all threads, or a sum that the statement gathers.
func (z *vectorizer) allowed(id *ast.Ident, a *ast.Assign) bool {
	name, plain := id.Plain()
	if c, ok := z.up[id].(*ast.Call); !plain || ok && c.Fun == ast.Expr(id) {
		return true
	}
	if bare(a.X) == ast.Expr(id) {
		d, _ := z.declared(name, id)
		return d != nil && (a.Op == "+=" || a.Op == "*=" || a.Op == "|=" || a.Op == "&=" || a.Op == "^=")
	}
	return name != z.name && z.uniformName(name, id)
}

// judge holds the accesses of every run against what the text shows, and the arrays' alignment.
func (z *vectorizer) judge(s Site, loop *sema.Loop) bool {
	for _, r := range s.Kernel.Runs {
		for _, a := range r.Accesses {
			if a.Loop == nil || a.Loop.Place != loop.Place || a.Array == nil {
				continue
			}
			arr := z.byName[a.Array.Name]
			if arr == nil || a.Array.Elem == nil || a.Array.Volatile || a.Array.Space != trace.Global || int64(a.Width) != a.Array.Elem.Size {
				return false
			}
			arr.elem = a.Array.Elem
			start := indexmath.Uncast(a.Offset)
			if n, ok := indexmath.Subst(start, zeroAll(start)).Const(); ok && n%16 != 0 || a.Array.Base != nil && a.Array.Base.Align > 0 && a.Array.Base.Align < 16 {
				return false
			}
		}
	}
	for _, arr := range z.arrays {
		p := z.pointee(arr.name)
		if arr.elem == nil || vectorNames[arr.elem.Name] == "" || arr.elem.Size < 4 || arr.elem.Size != z.arrays[0].elem.Size || p == nil || p.Volatile || p.Name() != arr.elem.Name {
			return false
		}
	}
	return true
}

func zeroAll(x indexmath.Expr) map[*indexmath.Sym]indexmath.Expr {
	with := map[*indexmath.Sym]indexmath.Expr{}
	for _, s := range x.Syms() {
		with[s] = indexmath.Const(0)
	}
	return with
}

// write notes the edits.
func (z *vectorizer) write(count int64) bool {
	vectors := z.freshLocal("vectors")
	for _, arr := range z.arrays {
		arr.local = z.freshLocal(fmt.Sprintf("%s%d", arr.name, count))
	}
	kind := z.text(z.loop.Init.(*ast.DeclStmt).Decls[0].(*ast.VarDecl).Type)
	if kind == "" {
		return false
	}
	indent := z.indent(z.loop.Pos().Start)
	inner := "\n" + indent + z.step()
	var out strings.Builder
	fmt.Fprintf(&out, "const %s %s = %s / %d;\n%s", kind, vectors, z.factor(z.bound), count, indent)
	fmt.Fprintf(&out, "for (%s %s = %s; %s < %s; %s) {", kind, z.name, z.text(z.first), z.name, vectors, z.text(z.loop.Post))
	for _, arr := range z.arrays {
		of := fmt.Sprintf("%s%d", vectorNames[arr.elem.Name], count)
		constant := "const "
		if arr.stores {
			constant = ""
		}
		switch {
		case arr.loads:
			fmt.Fprintf(&out, "%s%s%s %s = reinterpret_cast<const %s *>(%s)[%s];", inner, constant, of, arr.local, of, arr.name, z.name)
		default:
			fmt.Fprintf(&out, "%s%s %s;", inner, of, arr.local)
		}
	}
	for i := range count {
		fmt.Fprintf(&out, "%s%s", inner, z.componentStmt("xyzw"[i:i+1]))
	}
	for _, arr := range z.arrays {
		if arr.stores {
			fmt.Fprintf(&out, "%sreinterpret_cast<%s%d *>(%s)[%s] = %s;", inner, vectorNames[arr.elem.Name], count, arr.name, z.name, arr.local)
		}
	}
	fmt.Fprintf(&out, "\n%s}\n%s", indent, indent)
	z.insert(z.loop.Pos().Start, out.String())
	z.replace(z.first, fmt.Sprintf("%d * %s + %s", count, vectors, z.factor(z.first)))
	_, inBlock := z.up[z.loop].(*ast.Block)
	return inBlock
}

// componentStmt is the statement for one component of the vectors.
func (z *vectorizer) componentStmt(component string) string {
	part := &view{file: z.file}
	eachBelow(z.stmt, func(n ast.Node) {
		if i, ok := n.(*ast.Index); ok {
			part.replace(i, z.byName[nameOf(i.X)].local+"."+component)
		}
	})
	at := z.stmt.Pos()
	for i := range part.edits {
		part.edits[i].Place.Span.Start -= at.Start
		part.edits[i].Place.Span.End -= at.Start
	}
	return strings.Join(strings.Fields(string(Apply([]byte(z.text(z.stmt)), part.edits))), " ")
}
