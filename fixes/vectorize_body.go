package fixes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/layout"
)

// mostStatements bounds a body, which is written four times.
const mostStatements = 6

// readBody reads the statements and what they name.
func (z *vectorizer) readBody() bool {
	list := []ast.Stmt{z.loop.Body}
	if b, ok := z.loop.Body.(*ast.Block); ok {
		list = b.List
	}
	if len(list) == 0 || len(list) > mostStatements {
		return false
	}
	for _, s := range list {
		switch s := s.(type) {
		case *ast.DeclStmt:
			index, ok := z.declaration(s)
			if !ok {
				return false
			}
			if index {
				continue
			}
		case *ast.ExprStmt:
			a, ok := bare(s.X).(*ast.Assign)
			if !ok || !z.assignment(a) {
				return false
			}
		default:
			return false
		}
		z.body = append(z.body, s)
	}
	for i, arr := range z.arrays {
		for _, other := range z.arrays[i+1:] {
			if other.name == arr.name && (arr.stores || other.stores) {
				return false // elements of one array at two places
			}
		}
	}
	return len(z.arrays) > 0
}

// declaration reads `const int at = row + i;`, an index, or `float v = in[at];`.
func (z *vectorizer) declaration(s *ast.DeclStmt) (index, ok bool) {
	for _, d := range s.Decls {
		x, is := d.(*ast.VarDecl)
		if !is || x.Init == nil || x.Quals.Has(ast.Shared) || x.Quals.Has(ast.Static) {
			return false, false
		}
		switch x.Type.(type) {
		case *ast.NamedType, *ast.AutoType:
		default:
			return false, false
		}
		if _, linear := z.start(x.Init); linear && len(s.Decls) == 1 && len(writes(z.loop.Body, x.Name)) == 0 {
			z.aliases[x.Name] = x.Init
			return true, true
		}
		if !z.operand(x.Init, "") {
			return false, false
		}
	}
	return false, true
}

// start splits an index into the loop's variable and what is added to it, as text.
func (z *vectorizer) start(x ast.Expr) (string, bool) {
	if name, plain := plainName(x); plain && z.aliases[name] != nil {
		return z.start(z.aliases[name])
	}
	return z.startOf(terms(x))
}

// startOf is start for a sum.
func (z *vectorizer) startOf(sum []term) (string, bool) {
	var out strings.Builder
	found := 0
	for _, t := range sum {
		if name, plain := plainName(t.x); plain && name == z.name && !t.minus {
			found++
			continue
		}
		if !z.shared(t.x) || !z.reads(t.x) {
			return "", false
		}
		add(&out, z.summand(t.x), t.minus)
	}
	return out.String(), found == 1 && !strings.HasPrefix(out.String(), "-")
}

// use notes a use of an array at the loop's variable; false when it is something else.
func (z *vectorizer) use(node, pointer, index ast.Expr) *vectorArray {
	start, ok := z.start(index)
	if !ok {
		return nil
	}
	return z.useFrom(node, pointer, start)
}

// useFrom is use with what is added to the loop's variable.
func (z *vectorizer) useFrom(node, pointer ast.Expr, start string) *vectorArray {
	name, plain := plainName(pointer)
	if !plain {
		return nil
	}
	var of ast.Type
	if d, _ := z.declared(name, node); d != nil {
		switch t := d.Type.(type) {
		case *ast.PointerType:
			if z.steadyName(name, node, map[string]bool{}) {
				of = t.Elem
			}
		case *ast.ArrayType:
			if d.Quals.Has(ast.Shared) && z.whole != gridTurns {
				of = t.Elem
			}
		}
	} else if z.isParam(name) && z.steadyName(name, node, map[string]bool{}) {
		of = z.pointeeType(name)
	}
	named, ok := of.(*ast.NamedType)
	if !ok || named.Volatile {
		return nil
	}
	elem, text, ok := z.elementOf(named)
	if !ok {
		return nil
	}
	i := slices.IndexFunc(z.arrays, func(arr *vectorArray) bool { return arr.name == name && arr.start == start })
	if i < 0 {
		i = len(z.arrays)
		z.arrays = append(z.arrays, &vectorArray{name: name, start: start, of: text, elem: elem})
	}
	z.uses[node] = z.arrays[i]
	return z.arrays[i]
}

// elementOf reads the type of an array's elements: a number of CUDA's vectors or of half the size, by which a template's argument and a name
// of the file count too; what these are is seen in the runs.
func (z *vectorizer) elementOf(t *ast.NamedType) (elem *layout.Type, text string, ok bool) {
	if elem, ok = layout.Builtin(t.Name()); ok {
		return elem, t.Name(), (elem.Kind == layout.Int || elem.Kind == layout.Float) && elem.Size <= 4
	}
	if len(t.Parts) != 1 || t.Parts[0].HasArgs || t.Record != nil || t.Enum != nil {
		return nil, "", false
	}
	return nil, t.Name(), true
}

func (v *view) pointeeType(name string) ast.Type {
	if n := v.pointee(name); n != nil {
		return n
	}
	return nil
}

// assignment reads `out[i] = ..`, `v += ..` for a local of the body and `sum += ..`, `most = max(most, ..)` for one of the kernel.
func (z *vectorizer) assignment(a *ast.Assign) bool {
	if !z.operand(a.Y, nameOf(a.X)) {
		return false
	}
	switch x := bare(a.X).(type) {
	case *ast.Index:
		arr := z.use(x, x.X, x.I)
		if arr == nil {
			return false
		}
		arr.loads = arr.loads || a.Op != "="
		arr.stores, z.stored = true, true
		return true
	case *ast.Ident:
		name, plain := x.Plain()
		d, _ := z.declared(name, x)
		if !plain || d == nil || name == z.name || z.aliases[name] != nil {
			return false
		}
		if z.loop.Body.Pos().Covers(d.Span) {
			return true
		}
		if z.given[name] || a.Op == "=" && !mentions(a.Y, name) && z.passing(name, d) {
			return true
		}
		z.sums[name] = true
		return gatheringOp(a, name)
	}
	return false
}

// gatheringOp reports whether an assignment adds one more value to what a variable has gathered, in any order.
func gatheringOp(a *ast.Assign, name string) bool {
	switch a.Op {
	case "+=", "*=", "|=", "&=", "^=":
		return !mentions(a.Y, name)
	case "=":
	default:
		return false
	}
	var sides []ast.Expr
	switch y := bare(a.Y).(type) {
	case *ast.Binary:
		if y.Op == "+" || y.Op == "*" {
			sides = []ast.Expr{y.X, y.Y}
		}
	case *ast.Cond: // v > most ? v : most
		if c, ok := bare(y.C).(*ast.Binary); ok && slices.Contains([]string{"<", "<=", ">", ">="}, c.Op) &&
			(sameExpr(c.X, y.X) && sameExpr(c.Y, y.Y) || sameExpr(c.X, y.Y) && sameExpr(c.Y, y.X)) {
			sides = []ast.Expr{y.X, y.Y}
		}
	case *ast.Call:
		if f, _ := functionName(y.Fun); len(y.Args) == 2 && slices.Contains([]string{"min", "max", "fmin", "fmax", "fminf", "fmaxf"}, f) {
			sides = y.Args
		}
	}
	if len(sides) != 2 {
		return false
	}
	if nameOf(sides[1]) == name {
		sides[0], sides[1] = sides[1], sides[0]
	}
	return nameOf(sides[0]) == name && !mentions(sides[1], name)
}

// functionName is the name of a function without the std:: in front of it.
func functionName(x ast.Expr) (string, bool) {
	if id, ok := bare(x).(*ast.Ident); ok && len(id.Parts) == 2 && id.Parts[0].Name == "std" && !id.Parts[1].HasArgs {
		return id.Parts[1].Name, true
	}
	return plainName(x)
}

// pureFunctions are functions of CUDA's and C's mathematics that do nothing but give a value.
var pureFunctions = map[string]bool{
	"min": true, "max": true, "abs": true, "fabs": true, "fabsf": true, "sqrt": true, "sqrtf": true, "rsqrt": true, "rsqrtf": true, "exp": true, "expf": true,
	"exp2f": true, "__expf": true, "log": true, "logf": true, "__logf": true, "log2f": true, "pow": true, "powf": true, "__powf": true, "sin": true, "sinf": true, "cos": true,
	"cosf": true, "tan": true, "tanf": true, "tanh": true, "tanhf": true, "atan": true, "atanf": true, "erf": true, "erff": true, "fma": true, "fmaf": true, "__fmaf_rn": true,
	"fmin": true, "fmax": true, "fminf": true, "fmaxf": true, "floor": true, "floorf": true, "ceil": true, "ceilf": true, "round": true, "roundf": true, "rint": true,
	"rintf": true, "trunc": true, "truncf": true, "fmod": true, "fmodf": true, "__fdividef": true, "__frcp_rn": true, "__saturatef": true, "__popc": true, "__clz": true,
	"__brev": true, "__half2float": true, "__float2half": true, "__float2half_rn": true, "__bfloat162float": true, "__float2bfloat16": true, "__int_as_float": true,
	"__float_as_int": true, "__uint2float_rn": true, "__float2uint_rn": true, "__float2int_rn": true, "__int2float_rn": true, "isnan": true, "isinf": true, "signbit": true, "copysign": true, "copysignf": true, "cbrt": true, "cbrtf": true,
	"float": true, "int": true, "unsigned": true, "double": true, "uint8_t": true, "int8_t": true, "uint32_t": true, "int32_t": true, "char": true, "short": true,
}

// operand reads an expression that gives a value and changes nothing. own is the variable that it is gathered in: of those that change in
// the loop it may name only that one.
func (z *vectorizer) operand(x ast.Expr, own string) bool {
	ok := true
	ast.Inspect(x, func(n ast.Node) bool {
		if !ok {
			return false
		}
		switch n := n.(type) {
		case *ast.Index:
			if arr := z.use(n, n.X, n.I); arr != nil {
				arr.loads = true
				ok = !z.stored || arr.stores // what was stored may be what is loaded under another name
			} else {
				ok = z.isParam(nameOf(n.X)) && z.shared(n.X) && z.shared(n.I) && !z.stored
			}
			return false
		case *ast.Call:
			f, plain := functionName(n.Fun)
			if plain && f == "__ldg" && len(n.Args) == 1 {
				ok = !z.stored && z.readOnlyLoad(n)
				return false
			}
			ok = plain && !z.isMacroFunction(f) && (pureFunctions[f] || isPure(z.site.Model.Unit, f, 0))
			for _, arg := range n.Args {
				ok = ok && z.operand(arg, own)
			}
			return false
		case *ast.Ident:
			name, plain := n.Plain()
			d, _ := z.declared(name, n)
			switch {
			case !plain:
				ok = false
			case name == z.name || z.aliases[name] != nil:
			case d != nil && z.loop.Body.Pos().Covers(d.Span):
			case d != nil && z.given[name]:
			case d != nil && len(writes(z.loop.Body, name)) > 0:
				ok = name == own
			default:
				ok = z.sameForAll(name, n)
			}
		case *ast.Member:
			ok = z.shared(n)
			return false
		case *ast.Unary:
			ok = n.Op == "-" || n.Op == "+" || n.Op == "!" || n.Op == "~"
		case *ast.Binary:
			ok = n.Op != ","
		case *ast.IntLit, *ast.FloatLit, *ast.Paren, *ast.Cast, *ast.Cond, *ast.NamedType:
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// sameForAll reports whether a name outside the loop has one value for all threads that take turns: shared follows it, or it is one that
// every thread of the block gets out of shared memory or of a reduction.
func (z *vectorizer) sameForAll(name string, at ast.Node) bool {
	if z.steadyName(name, at, map[string]bool{}) {
		return true
	}
	if z.whole == gridTurns {
		return false
	}
	if d, _ := z.declared(name, at); d != nil && d.Quals.Has(ast.Shared) {
		_, array := d.Type.(*ast.ArrayType)
		return !array && len(writes(z.loop.Body, name)) == 0
	}
	init, d := z.value(name, at)
	if d == nil {
		return false
	}
	ok := true
	ast.Inspect(init, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Index:
			arr, _ := z.declared(nameOf(n.X), n)
			ok = ok && arr != nil && arr.Quals.Has(ast.Shared) && z.shared(n.I)
			return false
		case *ast.Ident:
			id, plain := n.Plain()
			if c, is := z.up[n].(*ast.Call); is && c.Fun == ast.Expr(n) {
				ok = ok && pureFunctions[id]
				return false
			}
			ok = ok && plain && id != name && z.sameForAll(id, n)
		case *ast.Member:
			ok = ok && z.shared(n)
			return false
		case *ast.Unary:
			ok = ok && n.Op != "++" && n.Op != "--" && n.Op != "*" && n.Op != "&"
		case *ast.Call, *ast.IntLit, *ast.FloatLit, *ast.Binary, *ast.Paren, *ast.Cast, *ast.NamedType:
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// readOnlyLoad reads __ldg(p + i) and __ldg(&p[i]).
func (z *vectorizer) readOnlyLoad(c *ast.Call) bool {
	var arr *vectorArray
	switch x := bare(c.Args[0]).(type) {
	case *ast.Unary:
		if i, ok := bare(x.X).(*ast.Index); ok && x.Op == "&" {
			arr = z.use(c, i.X, i.I)
		}
	case *ast.Binary:
		if parts := terms(x); len(parts) > 1 && !parts[0].minus && z.isPointerName(parts[0].x) && x.Op == "+" {
			if start, ok := z.startOf(parts[1:]); ok {
				arr = z.useFrom(c, parts[0].x, start)
			}
		}
	}
	if arr == nil {
		return false
	}
	arr.loads = true
	return true
}

// element is the text of the body for one component of the vectors.
func (z *vectorizer) element(n int, inner string) string {
	var lines []string
	for _, s := range z.body {
		part := &view{file: z.file}
		ast.Inspect(s, func(m ast.Node) bool {
			x, is := m.(ast.Expr)
			if !is {
				return true
			}
			if arr := z.uses[x]; arr != nil {
				part.replace(x, arr.local+"."+"xyzw"[n:n+1])
				return false
			}
			if id, is := x.(*ast.Ident); is {
				z.numberOf(part, id, n)
			}
			return true
		})
		at := s.Pos()
		for i := range part.edits {
			part.edits[i].Place.Span.Start -= at.Start
			part.edits[i].Place.Span.End -= at.Start
		}
		lines = append(lines, strings.Join(strings.Fields(string(Apply([]byte(z.text(s)), Sorted(part.edits)))), " "))
	}
	if len(lines) == 1 {
		return inner + lines[0]
	}
	deeper := inner + z.step()
	return inner + "{" + deeper + strings.Join(lines, deeper) + inner + "}"
}

// numberOf replaces a name that holds the element's number.
func (z *vectorizer) numberOf(part *view, id *ast.Ident, n int) {
	name, plain := id.Plain()
	if !plain || name != z.name && z.aliases[name] == nil {
		return
	}
	of := fmt.Sprintf("%d * %s", vectorSize, z.name)
	if n > 0 {
		of += fmt.Sprintf(" + %d", n)
	}
	if start, _ := z.start(id); start != "" {
		of = start + " + " + of
	}
	part.replace(id, "("+of+")")
}
