package fixes

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

// A loop in which the threads of a block, or of the grid, deal the elements 0 .. n-1 out among them in turn,
//
//	for (int i = threadIdx.x; i < n; i += blockDim.x) out[row + i] = 2 * in[row + i];
//
// gets one over vectors in front of it, dealt out in the same way, and is left with the elements behind them:
//
//	const int vectors = in and out + row are aligned ? n / 4 : 0;
//	for (int i = threadIdx.x; i < vectors; i += blockDim.x) { .. in4 = (const float4 *)(in + row)[i]; .. }
//	for (int i = 4 * vectors + threadIdx.x; i < n; i += blockDim.x) out[row + i] = 2 * in[row + i];
//
// The threads together do to each element what they did before; which of them does it changes. So what is done must not depend on the
// thread, but for a sum that is put together with those of all others behind the loop. Where an array begins is tested when the kernel runs,
// unless every launch in sight shows it.

// vectorSize is the number of elements of a vector: four, of 16 bytes in all for float and int.
const vectorSize = 4

// vectorizer puts a loop over vectors in front of a loop over elements, which is left with the rest.
type vectorizer struct {
	*view
	site    Site
	loop    *ast.For
	name    string // of the loop's variable
	first   ast.Expr
	bound   ast.Expr
	whole   turn                // who take turns
	body    []ast.Stmt          // without the declarations of indices
	aliases map[string]ast.Expr // locals of the body that hold an index
	sums    map[string]bool     // variables of the kernel that gather
	given   map[string]bool     // variables of the kernel that the body has given a value, which nothing else asks for
	arrays  []*vectorArray      // in order of their first use
	uses    map[ast.Expr]*vectorArray
	stored  bool // a store was seen
}

// vectorArray is an array that the body touches at the loop's variable, from one start.
type vectorArray struct {
	name          string
	start         string       // what is added to the loop's variable, as text; "" for nothing
	of            string       // an element's type as written
	elem          *layout.Type // that type; nil where a template's argument, or the file, tells it: struct is the vector's type then
	loads, stores bool
	aligned       bool   // in every launch that is seen
	local         string // the vector's name
	vector        string // the vector's type
}

// Vectorize makes a loop that deals out single elements of up to 4 bytes one over vectors of four, with the elements that are left over
// behind it. It asks that the body has no branches, that it touches arrays of the loop at the loop's variable alone, that what else it names
// is the same for all threads that take turns, and that no launch in sight is known to put an array off its boundary.
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
	z := &vectorizer{view: v, site: s, loop: stmt, aliases: map[string]ast.Expr{}, sums: map[string]bool{}, given: map[string]bool{}, uses: map[ast.Expr]*vectorArray{}}
	if !z.head(s) || !z.readBody() || !z.judge(s, loop) || !z.gathers() || !z.free() {
		return Rewrite{}, false
	}
	if !z.write() {
		return Rewrite{}, false
	}
	edits, ok := v.done()
	if !ok {
		return Rewrite{}, false
	}
	name := z.arrays[max(0, slices.IndexFunc(z.arrays, func(arr *vectorArray) bool { return arr.stores }))].name
	title := fmt.Sprintf("go over %s in vectors of %d, with the rest of %s behind", name, vectorSize, v.text(z.bound))
	return Rewrite{Title: title, Applicability: diag.Unsafe, Edits: edits}, true
}

// free reports whether nothing in the kernel relies on which thread has had which element.
func (z *vectorizer) free() bool {
	changes := slices.ContainsFunc(z.arrays, func(arr *vectorArray) bool { return arr.stores })
	return z.mayRedeal(z.site, z.loop, z.whole == gridTurns) && !z.exchangesUnguarded(z.site, z.loop) && (!changes || z.alikeEachTime(z.loop, z.bound))
}

// head reads `for (int i = t; i < n; i += threads)`.
func (z *vectorizer) head(s Site) bool {
	d, ok := z.loop.Init.(*ast.DeclStmt)
	if !ok || len(d.Decls) != 1 || z.loop.Cond == nil || z.loop.Post == nil {
		return false
	}
	x, ok := d.Decls[0].(*ast.VarDecl)
	if !ok || x.Init == nil || len(writes(z.loop.Body, x.Name)) > 0 {
		return false
	}
	z.name, z.first = x.Name, x.Init
	step, ok := bare(z.loop.Post).(*ast.Assign)
	if !ok || nameOf(step.X) != z.name {
		return false
	}
	by := step.Y
	if sum, is := bare(by).(*ast.Binary); step.Op == "=" && is && sum.Op == "+" && nameOf(sum.X) == z.name { // i = i + threads
		by = sum.Y
	} else if step.Op != "+=" {
		return false
	}
	if !z.turns(by, s) {
		return false
	}
	c, ok := bare(z.loop.Cond).(*ast.Binary)
	if !ok || c.Op != "<" || nameOf(c.X) != z.name || !z.shared(c.Y) && !z.oneForBlock(c.Y) {
		return false
	}
	z.bound = c.Y
	return true
}

// oneForBlock reports whether an expression is the name of a value that the threads of a block, who take turns, have in shared memory.
func (z *vectorizer) oneForBlock(x ast.Expr) bool {
	name, plain := plainName(x)
	d, _ := z.declared(name, x)
	return plain && d != nil && d.Quals.Has(ast.Shared) && z.whole != gridTurns && z.sameForAll(name, x)
}

// shared reports whether an expression has one value for all threads that take turns, through the whole loop.
func (z *vectorizer) shared(x ast.Expr) bool { return z.steady(x, map[string]bool{}) }

// steady follows the names of an expression through the locals that they stand for; seen are those that are being followed.
func (z *vectorizer) steady(x ast.Expr, seen map[string]bool) bool {
	ok := true
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Member:
			base, plain := plainName(n.X)
			switch {
			case !plain || n.Arrow:
				ok = false
			case base == "threadIdx":
				ok = ok && n.Name.Name != "x" && (z.whole == rowTurns || z.whole == blockTurns && n.Name.Name == "z")
			case base == "blockIdx":
				ok = ok && !(z.whole == gridTurns && n.Name.Name == "x")
			case base == "blockDim" || base == "gridDim":
			default:
				ok = ok && z.isParam(base) && len(writes(z.kernel.Body, base)) == 0
			}
			return false
		case *ast.Ident:
			name, plain := n.Plain()
			ok = ok && plain && z.steadyName(name, n, seen)
		case *ast.IntLit, *ast.FloatLit, *ast.Binary, *ast.Paren, *ast.Cast, *ast.Cond, *ast.NamedType, *ast.PointerType:
		case *ast.Unary:
			if i, is := bare(n.X).(*ast.Index); is && n.Op == "&" { // &p[k]
				ok = ok && (z.steady(i.X, seen) || z.isShared(nameOf(i.X), i)) && z.steady(i.I, seen)
				return false
			}
			ok = ok && (n.Op == "-" || n.Op == "+" || n.Op == "~" || n.Op == "!")
		case *ast.Index:
			ok = ok && z.onlyRead(nameOf(n.X)) && z.steady(n.I, seen)
			return false
		case *ast.Call:
			name, _ := plainName(n.Fun)
			ok = ok && (name == "min" || name == "max")
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// isShared reports whether a name is that of a shared array.
func (z *vectorizer) isShared(name string, at ast.Node) bool {
	d, _ := z.declared(name, at)
	if d == nil || !d.Quals.Has(ast.Shared) {
		return false
	}
	_, array := d.Type.(*ast.ArrayType)
	return array
}

// onlyRead reports whether a name is a parameter that points to constants and that nothing in the kernel stores through.
func (z *vectorizer) onlyRead(name string) bool {
	n := z.pointee(name)
	if n == nil || !n.Const || n.Volatile || len(writes(z.kernel.Body, name)) > 0 {
		return false
	}
	for _, r := range z.site.Kernel.Runs {
		for _, a := range r.Accesses {
			if a.Op != trace.Load && a.Array != nil && a.Array.Name == name {
				return false
			}
		}
	}
	return true
}

func (z *vectorizer) steadyName(name string, at ast.Node, seen map[string]bool) bool {
	if name == "min" || name == "max" || seen[name] {
		return true
	}
	d, scope := z.declared(name, at)
	seen[name] = true
	defer delete(seen, name)
	if d == nil {
		if z.uniformName(name, at) || z.isPointer(name) {
			return true
		}
		if !z.isParam(name) {
			return false
		}
		scope = z.kernel.Body // a parameter that is moved
	} else if z.loop.Pos().Covers(d.Span) || d.Quals.Has(ast.Shared) || d.Init == nil || len(d.Args) > 0 || !z.steady(d.Init, seen) {
		return false
	}
	for _, w := range writes(scope, name) {
		a, assigned := w.(*ast.Assign)
		u, counted := w.(*ast.Unary)
		counted = counted && u.Op != "&"
		if z.loop.Pos().Covers(w.Pos()) || !assigned && !counted || assigned && !z.steady(a.Y, seen) {
			return false
		}
	}
	return true
}

// judge holds the accesses of every run against what the text shows, and the arrays' alignment.
func (z *vectorizer) judge(s Site, loop *sema.Loop) bool {
	for _, arr := range z.arrays {
		arr.aligned = len(s.Kernel.Tries) == 0
	}
	seen := map[*vectorArray]bool{}
	for _, r := range s.Kernel.Runs {
		for _, a := range r.Accesses {
			if a.Loop == nil || a.Loop.Place != loop.Place {
				continue
			}
			arr := z.arrayAt(a.Place)
			if arr == nil && a.Op == trace.Load && a.Array != nil && !a.Offset.Varies() {
				continue
			}
			if arr == nil || a.Array == nil || a.Array.Volatile || a.Array.Space != trace.Global && a.Array.Space != trace.Shared || a.Op != trace.Load && a.Op != trace.Store || len(a.Calls) > 0 || !arr.holds(a) {
				return false
			}
			seen[arr] = true
			known, off := begins(a, vectorSize*int64(a.Width))
			if off {
				return false
			}
			arr.aligned = arr.aligned && known && r.Origin == sema.FromLaunch
		}
	}
	return len(seen) == len(z.arrays) && len(z.arrays) > 0
}

// holds reports whether an access is of one of the array's elements, which are numbers of up to 4 bytes.
func (arr *vectorArray) holds(a *sema.Access) bool {
	if arr.elem != nil {
		return int64(a.Width) == arr.elem.Size
	}
	t := a.Array.Elem
	return t != nil && (t.Kind == layout.Int || t.Kind == layout.Float) && t.Size == int64(a.Width) && t.Size <= 4
}

// arrayAt is the array whose use stands at a place.
func (z *vectorizer) arrayAt(at sema.Place) *vectorArray {
	for x, arr := range z.uses {
		if at.File == z.file && x.Pos() == at.Span {
			return arr
		}
	}
	return nil
}

// begins tells whether the address of element 0, whatever block it is for, is known to be a multiple of so many bytes, and whether it is
// known not to be one.
func begins(a *sema.Access, bytes int64) (known, off bool) {
	base := a.Array.Base
	if base == nil || base.Align < bytes {
		return false, false
	}
	with := map[*indexmath.Sym]indexmath.Expr{}
	start := indexmath.Uncast(a.Offset)
	for l := a.Loop; l != nil && l.Trace != nil; l = l.Parent {
		for _, v := range l.Trace.Vars {
			if v.Sym != nil && start.Contains(v.Sym) && v.Sym.Varies {
				with[v.Sym] = indexmath.Const(0)
			}
		}
	}
	start = indexmath.Subst(start, with)
	rest, ok := start.Rest(bytes)
	return ok && rest == 0, ok && rest != 0
}

// vectorTypes are the vectors of four by the name of their components' type.
var vectorTypes = map[string]string{
	"float": "float4", "int": "int4", "unsigned int": "uint4", "short": "short4", "unsigned short": "ushort4", "signed char": "char4", "char": "char4",
	"unsigned char": "uchar4",
}

// vectorsOf gives each array the vector type of its elements; where CUDA has none, or it depends on the type that the kernel is
// instantiated with, one that the kernel declares in these lines.
func (z *vectorizer) vectorsOf() (lines []string) {
	declared := map[string]string{}
	for _, arr := range z.arrays {
		if arr.elem != nil && vectorTypes[arr.elem.Name] != "" {
			arr.vector = vectorTypes[arr.elem.Name]
			continue
		}
		if declared[arr.of] == "" {
			declared[arr.of] = z.structBefore(arr.of)
		}
		if declared[arr.of] == "" {
			name := z.freshLocal(fmt.Sprintf("%sx%d", strings.TrimLeft(lastWord(arr.of), "_"), vectorSize))
			declared[arr.of] = name
			lines = append(lines, structLine(arr.of, name))
		}
		arr.vector = declared[arr.of]
	}
	return lines
}

func structLine(of, name string) string {
	return fmt.Sprintf("struct alignas(%d * sizeof(%s)) %s { %s x, y, z, w; };", vectorSize, of, name, of)
}

// structBefore is the name of such a type that the kernel declares in front of the loop already; "" when there is none.
func (z *vectorizer) structBefore(of string) string {
	for n := ast.Node(z.loop); n != nil; n = z.up[n] {
		for _, s := range z.listAround(n) {
			if s.Pos().Start >= n.Pos().Start {
				break
			}
			rest, ok := strings.CutPrefix(z.text(s), fmt.Sprintf("struct alignas(%d * sizeof(%s)) ", vectorSize, of))
			if name, _, has := strings.Cut(rest, " {"); ok && has && strings.HasPrefix(structLine(of, name), z.text(s)) {
				return name
			}
		}
	}
	return ""
}

// write notes the edits.
func (z *vectorizer) write() bool {
	vectors := z.freshLocal("vectors")
	taken := map[string]bool{vectors: true}
	for _, arr := range z.arrays {
		arr.local = z.freshLocal(fmt.Sprintf("%s%d", arr.name, vectorSize))
		for i := 2; taken[arr.local]; i++ {
			arr.local = z.freshLocal(fmt.Sprintf("%s%d_%d", arr.name, vectorSize, i))
		}
		taken[arr.local] = true
	}
	kind := z.text(z.loop.Init.(*ast.DeclStmt).Decls[0].(*ast.VarDecl).Type)
	if kind == "" {
		return false
	}
	structs := z.vectorsOf()
	indent := z.indent(z.loop.Pos().Start)
	inner := "\n" + indent + z.step()
	var out strings.Builder
	_, inBlock := z.up[z.loop].(*ast.Block)
	at, line := z.inFrontOf(z.loop)
	if line != "" && !inBlock {
		return false
	}
	if !inBlock {
		out.WriteString("{\n" + indent)
		z.insert(z.loop.Pos().End, "\n"+indent+"}")
	}
	for _, line := range structs {
		out.WriteString(line + "\n" + indent)
	}
	fmt.Fprintf(&out, "const %s %s = %s;\n%s", strings.TrimPrefix(kind, "const "), vectors, z.count(), indent)
	fmt.Fprintf(&out, "for (%s %s = %s; %s < %s; %s) {", kind, z.name, z.text(z.first), z.name, vectors, z.text(z.loop.Post))
	for _, arr := range z.arrays {
		constant := "const "
		if arr.stores {
			constant = ""
		}
		if arr.loads {
			fmt.Fprintf(&out, "%s%s%s %s = reinterpret_cast<const %s *>(%s)[%s];", inner, constant, arr.vector, arr.local, arr.vector, arr.from(), z.name)
		} else {
			fmt.Fprintf(&out, "%s%s %s;", inner, arr.vector, arr.local)
		}
	}
	for i := range vectorSize {
		out.WriteString(z.element(i, inner))
	}
	for _, arr := range z.arrays {
		if arr.stores {
			fmt.Fprintf(&out, "%sreinterpret_cast<%s *>(%s)[%s] = %s;", inner, arr.vector, arr.from(), z.name, arr.local)
		}
	}
	fmt.Fprintf(&out, "\n%s}", indent)
	if line != "" {
		z.insert(at, "\n"+indent+out.String())
	} else {
		z.insert(at, out.String()+"\n"+indent)
	}
	first := z.text(z.first)
	if b, ok := bare(z.first).(*ast.Binary); ok && b.Op != "+" && b.Op != "*" {
		first = "(" + first + ")"
	}
	z.replace(z.first, fmt.Sprintf("%d * %s + %s", vectorSize, vectors, first))
	return true
}

// from is where the vectors of the array begin.
func (arr *vectorArray) from() string {
	if arr.start == "" {
		return arr.name
	}
	return arr.name + " + " + arr.start
}

// count is the number of whole vectors: none where an array is not aligned.
func (z *vectorizer) count() string {
	var tests []string
	for _, arr := range z.arrays {
		if arr.aligned {
			continue
		}
		bytes := fmt.Sprintf("sizeof(%s)", arr.vector)
		if arr.elem != nil {
			bytes = strconv.FormatInt(vectorSize*arr.elem.Size, 10)
		}
		tests = append(tests, fmt.Sprintf("reinterpret_cast<size_t>(%s) %% %s == 0", arr.from(), bytes))
	}
	whole := fmt.Sprintf("%s / %d", z.factor(z.bound), vectorSize)
	if len(tests) == 0 {
		return whole
	}
	return strings.Join(tests, " && ") + " ? " + whole + " : 0"
}
