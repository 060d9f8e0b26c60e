package fixes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

// A loop over vectors whose pointers are all off their boundary by the same number of elements,
//
//	for (int i = t; i < n / 4; i += threads) ((float4 *)(out + 3))[i] = ((const float4 *)(in + 3))[i];
//
// reaches it after some elements. These are done one by one, then the vectors from the boundary on, then the elements that are left. What
// was the second component of a vector is the first of another then: so the components have to be treated alike.

// shifter moves the vectors of a loop to the next boundary.
type shifter struct {
	*vectorizer
	scalars *scalars
	found   []*vectorAccess
	count   int64           // components
	head    int64           // elements up to the boundary
	vectors map[string]bool // locals of the body that are vectors
}

// headAndTail is AlignVector for such a loop.
func headAndTail(s Site, wide []*sema.Access) (Rewrite, bool) {
	v, ok := viewOf(s)
	loop := wide[0].Loop
	if !ok || loop == nil {
		return Rewrite{}, false
	}
	stmt, ok := v.stmtAt(loop.Place).(*ast.For)
	if !ok || stmt.Unroll != nil || !v.reads(stmt) {
		return Rewrite{}, false
	}
	z := &vectorizer{view: v, site: s, loop: stmt, aliases: map[string]ast.Expr{}, sums: map[string]bool{}, given: map[string]bool{}, uses: map[ast.Expr]*vectorArray{}}
	h := &shifter{vectorizer: z, scalars: &scalars{view: v, dropped: map[*ast.VarDecl]int{}}, head: -1, vectors: map[string]bool{}}
	if _, inBlock := v.up[stmt].(*ast.Block); !inBlock || !z.head(s) || !h.sharedShift(s, loop) {
		return Rewrite{}, false
	}
	lines, ok := h.elementwise()
	if !ok || !z.gathers() || !z.mayRedeal(s, stmt, z.whole == gridTurns) || !h.write(lines) {
		return Rewrite{}, false
	}
	edits, ok := v.done()
	title := fmt.Sprintf("begin the vectors of %s at the next boundary, %s in front of it and the rest behind", s.Array.Name, elementsText(h.head))
	return Rewrite{Title: title, Applicability: diag.Unsafe, Edits: edits}, ok
}

func elementsText(n int64) string {
	if n == 1 {
		return "1 element"
	}
	return fmt.Sprintf("%d elements", n)
}

// sharedShift reads the loop's vector accesses, which all have to be as far from their next boundary, in every run.
func (h *shifter) sharedShift(s Site, loop *sema.Loop) bool {
	had := map[ast.Expr]bool{}
	for _, r := range s.Kernel.Runs {
		for _, a := range r.Accesses {
			if a.Loop == nil || a.Loop.Place != loop.Place || a.Array == nil {
				continue
			}
			if a.Op == trace.Load && !a.Offset.Varies() {
				continue
			}
			x, ok := h.scalars.vectorAt(a)
			if !ok || nameOf(x.index) != h.name || a.Array.Space != trace.Global || a.Array.Volatile || a.Array.Base == nil || a.Array.Base.Align < int64(a.Width) || !h.shared(x.pointer) {
				return false
			}
			count := int64(len(x.kind.Fields))
			size := int64(a.Width) / count
			rest, ok := restOf(a, int64(a.Width))
			if !ok || rest%size != 0 || h.count != 0 && count != h.count {
				return false
			}
			h.count = count
			head := (count - rest/size) % count
			if head == 0 || h.head >= 0 && head != h.head {
				return false
			}
			h.head = head
			if !had[x.node] {
				had[x.node] = true
				h.found = append(h.found, x)
			}
		}
	}
	return h.head > 0
}

// at is the vector access that an expression is.
func (h *shifter) at(x ast.Expr) *vectorAccess {
	i := slices.IndexFunc(h.found, func(f *vectorAccess) bool { return bare(f.node) == bare(x) })
	if i < 0 {
		return nil
	}
	return h.found[i]
}

// elementwise is the body for one element; false where its components are not treated alike.
func (h *shifter) elementwise() ([]string, bool) {
	list := []ast.Stmt{h.loop.Body}
	if b, ok := h.loop.Body.(*ast.Block); ok {
		list = b.List
	}
	var lines []string
	for i := 0; i < len(list); i++ {
		switch s := list[i].(type) {
		case *ast.DeclStmt:
			line, ok := h.vectorDeclaration(s)
			if !ok {
				return nil, false
			}
			lines = append(lines, line)
		case *ast.ExprStmt:
			a, ok := bare(s.X).(*ast.Assign)
			if !ok || !h.alike(a) {
				return nil, false
			}
			if line, ok := h.vectorStore(a); ok {
				lines = append(lines, line)
				continue
			}
			if line, ok := h.sum(a); ok {
				lines = append(lines, line)
				continue
			}
			var texts []string
			for _, t := range list[i:min(i+int(h.count), len(list))] {
				texts = append(texts, h.text(t))
			}
			line, ok := h.once(texts)
			if _, member := bare(a.X).(*ast.Member); !ok || !member {
				return nil, false
			}
			lines = append(lines, line)
			i += int(h.count) - 1
		default:
			return nil, false
		}
	}
	return lines, len(lines) > 0
}

// alike reports whether an assignment names nothing but vectors of the body, what it gathers in, and what is the same for all threads.
func (h *shifter) alike(a *ast.Assign) bool {
	ok := true
	ast.Inspect(a, func(n ast.Node) bool {
		x, is := n.(ast.Expr)
		if is && h.at(x) != nil {
			return false
		}
		switch n := n.(type) {
		case *ast.Call:
			f, plain := plainName(n.Fun)
			ok = ok && plain && (pureFunctions[f] || strings.HasPrefix(f, "make_"))
			for _, arg := range n.Args {
				ast.Inspect(arg, func(m ast.Node) bool { return ok })
			}
		case *ast.Member:
			if h.vectors[nameOf(n.X)] {
				return false
			}
			ok = ok && h.shared(n)
			return false
		case *ast.Ident:
			name, plain := n.Plain()
			if c, call := h.up[n].(*ast.Call); call && c.Fun == ast.Expr(n) {
				return false
			}
			ok = ok && plain && (h.vectors[name] || bare(a.X) == ast.Expr(n) || h.sameForAll(name, n))
		case *ast.Index, *ast.Lambda, *ast.BadExpr:
			ok = false
		case *ast.Unary:
			ok = ok && (n.Op == "-" || n.Op == "+" || n.Op == "!" || n.Op == "~")
		}
		return ok
	})
	return ok
}

// vectorDeclaration is `float4 v = p[i];` or `float4 v;` for one element.
func (h *shifter) vectorDeclaration(s *ast.DeclStmt) (string, bool) {
	if len(s.Decls) != 1 {
		return "", false
	}
	d, ok := s.Decls[0].(*ast.VarDecl)
	if !ok || d.Args != nil {
		return "", false
	}
	n, ok := d.Type.(*ast.NamedType)
	if !ok || n.Name() != h.found[0].kind.Name {
		return "", false
	}
	h.vectors[d.Name] = true
	elem := h.found[0].kind.Fields[0].Type.Name
	if d.Init == nil {
		return fmt.Sprintf("%s %s;", elem, d.Name), true
	}
	x := h.at(d.Init)
	if x == nil {
		return "", false
	}
	return fmt.Sprintf("%s %s = %s;", elem, d.Name, h.elementOf(x)), true
}

// elementOf is the element at the loop's variable: out[i + 3] for out + 3.
func (h *shifter) elementOf(x *vectorAccess) string {
	sum := terms(x.pointer)
	if sum[0].minus || !h.isPointerName(sum[0].x) {
		return h.primary(x.pointer) + "[" + h.name + "]"
	}
	var at strings.Builder
	at.WriteString(h.name)
	for _, t := range sum[1:] {
		add(&at, h.summand(t.x), t.minus)
	}
	return h.text(sum[0].x) + "[" + at.String() + "]"
}

// vectorStore is `p[i] = v;`, `p[i] = q[i];` or `p[i] = make_float4(..);` for one element.
func (h *shifter) vectorStore(a *ast.Assign) (string, bool) {
	to := h.at(a.X)
	if to == nil || a.Op != "=" {
		return "", false
	}
	value := ""
	switch y := bare(a.Y).(type) {
	case *ast.Ident:
		if name, plain := y.Plain(); plain && h.vectors[name] {
			value = name
		}
	case *ast.Call:
		if f, _ := plainName(y.Fun); f == maker(to.kind) && int64(len(y.Args)) == h.count {
			var texts []string
			for _, arg := range y.Args {
				texts = append(texts, h.text(arg))
			}
			value, _ = h.once(texts)
		}
	default:
		if from := h.at(a.Y); from != nil {
			value = h.elementOf(from)
		}
	}
	return fmt.Sprintf("%s = %s;", h.elementOf(to), value), value != ""
}

// sum is `s += v.x + v.y + v.z + v.w;` for one element.
func (h *shifter) sum(a *ast.Assign) (string, bool) {
	name := nameOf(a.X)
	parts := terms(a.Y)
	if a.Op != "+=" || name == "" || int64(len(parts)) != h.count {
		return "", false
	}
	var texts []string
	for _, t := range parts {
		if t.minus {
			return "", false
		}
		texts = append(texts, h.text(t.x))
	}
	one, ok := h.once(texts)
	h.sums[name] = true
	return fmt.Sprintf("%s += %s;", name, one), ok
}

// once is what stands in each of the texts but for the component, x in the first, y in the second and so on.
func (h *shifter) once(texts []string) (string, bool) {
	if int64(len(texts)) != h.count {
		return "", false
	}
	first := tokensOf([]byte(texts[0]))
	component := func(list []token, i int, name string) bool {
		return i > 1 && list[i].text == name && list[i-1].text == "." && h.vectors[list[i-2].text]
	}
	found := false
	for j, text := range texts {
		mine := tokensOf([]byte(text))
		if len(mine) != len(first) {
			return "", false
		}
		for i := range mine {
			switch {
			case component(first, i, "x") && component(mine, i, "xyzw"[j:j+1]):
				found = true
			case mine[i].text != first[i].text || component(mine, i, mine[i].text):
				return "", false
			}
		}
	}
	var out strings.Builder
	last := 0
	for i, t := range first {
		if component(first, i, "x") {
			out.WriteString(texts[0][last:first[i-1].span.Start])
			last = int(t.span.End)
		}
	}
	out.WriteString(texts[0][last:])
	return strings.Join(strings.Fields(out.String()), " "), found
}

// shortBody is how long a loop's body may be to stand in one line.
const shortBody = 60

// write notes the edits.
func (h *shifter) write(lines []string) bool {
	kind := strings.TrimPrefix(h.text(h.loop.Init.(*ast.DeclStmt).Decls[0].(*ast.VarDecl).Type), "const ")
	if kind == "" {
		return false
	}
	all, vectors := h.freshLocal("elements"), h.freshLocal("vectors")
	indent := h.indent(h.loop.Pos().Start)
	body := " {\n" + indent + h.step() + strings.Join(lines, "\n"+indent+h.step()) + "\n" + indent + "}"
	switch one := strings.Join(lines, " "); {
	case len(lines) == 1:
		body = " " + one
	case len(one) <= shortBody:
		body = " { " + one + " }"
	}
	first, post := h.text(h.first), h.text(h.loop.Post)
	h.insert(h.loop.Pos().Start, fmt.Sprintf("const %s %s = %d * %s, %s = %s > %d ? (%s - %d) / %d : 0;\n%sfor (%s %s = %s; %s < %d && %s < %s; %s)%s\n%s",
		kind, all, h.count, h.factor(h.bound), vectors, all, h.head, all, h.head, h.count, indent, kind, h.name, first, h.name, h.head, h.name, all, post, body, indent))
	h.replace(h.bound, vectors)
	h.insert(h.loop.Pos().End, fmt.Sprintf("\n%sfor (%s %s = %d + %d * %s + %s; %s < %s; %s)%s",
		indent, kind, h.name, h.head, h.count, vectors, first, h.name, all, post, body))
	moved := map[*ast.VarDecl]bool{}
	for _, x := range h.found {
		if x.via != nil {
			_, scope := h.declared(x.via.Name, x.node)
			if scope == nil || countName(scope, x.via.Name) != countName(h.loop, x.via.Name) {
				return false // it is used elsewhere, too
			}
			if moved[x.via] {
				continue
			}
			moved[x.via] = true
		}
		if !h.reads(x.pointer) {
			return false
		}
		h.replace(x.pointer, h.beyond(x.pointer, h.head))
	}
	return true
}

// beyond is the text of a pointer some elements further on.
func (h *shifter) beyond(x ast.Expr, n int64) string {
	var out strings.Builder
	sum := terms(x)
	if !h.isPointerName(sum[0].x) || sum[0].minus {
		return fmt.Sprintf("%s + %d", h.text(x), n)
	}
	for _, t := range sum {
		switch c, ok := number(t.x); {
		case ok && t.minus:
			n -= c
		case ok:
			n += c
		default:
			add(&out, h.summand(t.x), t.minus)
		}
	}
	if n != 0 {
		add(&out, fmt.Sprint(max(n, -n)), n < 0)
	}
	return out.String()
}
