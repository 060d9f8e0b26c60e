package fixes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

// variable changes a local pointer of the host: its declaration, allocation, copies, release, and the kernels that get it.
func (w *soa) variable(v *view, d *ast.VarDecl, scope ast.Node) bool {
	if w.vars[d] {
		return true
	}
	w.vars[d] = true
	if !w.declaration(v, d) {
		return false
	}
	h := &hostUses{soa: w, view: v, done: map[ast.Node]bool{}, kernels: map[*sema.Kernel]int{}}
	part := &view{file: v.file, tree: v.tree, kernel: v.kernel, up: v.up}
	if !w.uses(part, d.Name, scope, func(id *ast.Ident) bool { return h.use(id) }) {
		return false
	}
	w.edits = append(w.edits, part.edits...)
	for k, i := range h.kernels {
		if !w.parameter(k, i) {
			return false
		}
	}
	return true
}

// declaration gives the variable its new type. It has to be declared alone, without a value or with a null one.
func (w *soa) declaration(v *view, d *ast.VarDecl) bool {
	q, ok := d.Type.(*ast.PointerType)
	if !ok || !d.First || d.Quals&(ast.Static|ast.Extern) != 0 {
		return false
	}
	n, ok := q.Elem.(*ast.NamedType)
	list, alone := v.up[ast.Node(d)].(*ast.DeclStmt)
	if !ok || n.Name() != w.name || !alone || len(list.Decls) != 1 {
		return false
	}
	if d.Init != nil {
		if zero, ok := bare(d.Init).(*ast.IntLit); !ok || zero.Value != 0 {
			return false
		}
	}
	end := max(d.Span.End, d.NameAt.End)
	w.edits = append(w.edits, w.at(source.Span{Start: d.Whole.Start, End: end}, w.arrays+" "+d.Name))
	return true
}

// at is an edit of the root.
func (w *soa) at(s source.Span, text string) diag.Edit {
	return diag.Edit{Place: diag.Place{File: w.tree.Source, Span: s}, Text: text}
}

// hostUses handles the uses of a variable in calls of the CUDA runtime and in launches.
type hostUses struct {
	*soa
	*view
	done    map[ast.Node]bool    // calls that are rewritten
	kernels map[*sema.Kernel]int // that get the variable, with the parameter's number
}

// use handles the name's use at id.
func (h *hostUses) use(id *ast.Ident) bool {
	var inner ast.Node = id
	for n := h.view.up[inner]; n != nil; n = h.view.up[n] {
		switch x := n.(type) {
		case *ast.Unary:
			if x.Op != "&" {
				return false
			}
		case *ast.Cast, *ast.Paren:
		case *ast.Launch:
			return h.launched(x, inner)
		case *ast.Call:
			return h.done[x] || h.call(x)
		default:
			return false
		}
		inner = n
	}
	return false
}

// launched notes the kernel that a launch passes the variable to.
func (h *hostUses) launched(x *ast.Launch, arg ast.Node) bool {
	id, ok := bare(x.Fun).(*ast.Ident)
	i := slices.IndexFunc(x.Args, func(a ast.Expr) bool { return ast.Node(a) == arg })
	if _, plain := arg.(*ast.Ident); !ok || i < 0 || !plain {
		return false
	}
	for _, k := range h.site.Model.Kernels {
		if k.Name == id.Name() && i < len(k.Decl.Params) {
			if j, had := h.kernels[k]; had && j != i {
				return false
			}
			h.kernels[k] = i
			return true
		}
	}
	return false
}

// call rewrites one call of the runtime.
func (h *hostUses) call(c *ast.Call) bool {
	name, _ := plainName(c.Fun)
	text, ok := "", false
	switch {
	case name == "cudaMalloc" && len(c.Args) == 2:
		text, ok = h.allocation(c)
	case name == "cudaFree" && len(c.Args) == 1:
		text, ok = fmt.Sprintf("%s(%s)", h.function("release"), h.view.text(c.Args[0])), true
		_, plain := plainName(c.Args[0])
		ok = ok && plain
	case name == "cudaMemcpy" && len(c.Args) == 4:
		text, ok = h.copy(c)
	}
	if !ok {
		return false
	}
	h.done[c] = true
	return h.place(c, text)
}

// place puts a text in the place of a call, together with the macro around it, in whose arguments no edit may be made.
func (h *hostUses) place(c *ast.Call, text string) bool {
	outer := ast.Node(c)
	for n := h.view.up[outer]; n != nil; n = h.view.up[n] {
		x, ok := n.(*ast.Call)
		if !ok {
			break
		}
		outer = x
	}
	whole := h.view.text(outer)
	from, to := c.Pos().Start-outer.Pos().Start, c.Pos().End-outer.Pos().Start
	if from < 0 || int(to) > len(whole) || !strings.HasPrefix(h.view.text(c), "cuda") {
		return false
	}
	h.soa.edits = append(h.soa.edits, h.at(outer.Pos(), whole[:from]+text+whole[to:]))
	return true
}

// function is the name of one of the functions that are written beside the struct.
func (h *hostUses) function(name string) string {
	if h.needs[name] == "" {
		h.needs[name] = h.view.fresh(name)
	}
	return h.needs[name]
}

// allocation is cudaMalloc(&p, n * sizeof(T)).
func (h *hostUses) allocation(c *ast.Call) (string, bool) {
	to := bare(c.Args[0])
	for {
		x, ok := to.(*ast.Cast)
		if !ok {
			break
		}
		to = bare(x.X)
	}
	u, ok := to.(*ast.Unary)
	if !ok || u.Op != "&" {
		return "", false
	}
	name, plain := plainName(u.X)
	count, ok := h.count(c.Args[1])
	return fmt.Sprintf("%s(&%s, %s)", h.function("allocate"), name, count), plain && ok
}

// copy is cudaMemcpy between the array and one of structs.
func (h *hostUses) copy(c *ast.Call) (string, bool) {
	count, ok := h.count(c.Args[2])
	to, from := h.view.text(c.Args[0]), h.view.text(c.Args[1])
	switch kind, _ := plainName(c.Args[3]); kind {
	case "cudaMemcpyHostToDevice":
		_, plain := plainName(c.Args[0])
		return fmt.Sprintf("%s(%s, %s, %s)", h.function("copyIn"), to, from, count), ok && plain
	case "cudaMemcpyDeviceToHost":
		_, plain := plainName(c.Args[1])
		return fmt.Sprintf("%s(%s, %s, %s)", h.function("copyOut"), to, from, count), ok && plain
	}
	return "", false
}

// count is the number of structs in a size: n * sizeof(T), perhaps in a local variable.
func (h *hostUses) count(size ast.Expr) (string, bool) {
	if name, plain := plainName(size); plain {
		init, d := h.view.value(name, size)
		if d == nil || mentions(init, name) || !h.view.unchangedNames(init) {
			return "", false
		}
		return h.count(init)
	}
	switch x := bare(size).(type) {
	case *ast.SizeofType:
		return "1", h.ofStruct(x)
	case *ast.Binary:
		if x.Op != "*" {
			return "", false
		}
		for _, side := range [][2]ast.Expr{{x.X, x.Y}, {x.Y, x.X}} {
			n, ok := h.count(side[0])
			if !ok || mentionsSizeof(side[1]) {
				continue
			}
			if n == "1" {
				return h.view.text(bare(side[1])), true
			}
			return n + " * " + h.view.factor(side[1]), true
		}
	}
	return "", false
}

func mentionsSizeof(x ast.Expr) bool {
	found := false
	eachBelow(x, func(n ast.Node) {
		switch n.(type) {
		case *ast.SizeofType, *ast.SizeofExpr:
			found = true
		}
	})
	return found
}

func (h *hostUses) ofStruct(x *ast.SizeofType) bool {
	n, ok := x.Type.(*ast.NamedType)
	return ok && n.Name() == h.name
}

// free is a name that the root does not hold.
func (w *soa) free(name string) string { return (&view{file: w.tree.Source}).fresh(name) }

// beginning is a type's name as the beginning of a function's: particle for Particle, particle_t for PARTICLE_T.
func beginning(name string) string {
	if len(name) > 1 && name[1] >= 'a' {
		return lowerFirst(name)
	}
	return strings.ToLower(name)
}

// declarations are the new struct and the functions that the host needs for it.
func (w *soa) declarations() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n\n// %s holds the fields of an array of %s in arrays of their own.\nstruct %s {\n", w.arrays, w.name, w.arrays)
	for i := 0; i < len(w.types); {
		var names []string
		kind := w.types[i]
		for ; i < len(w.types) && w.types[i] == kind; i++ {
			names = append(names, "*"+w.record.Fields[i].Name)
		}
		fmt.Fprintf(&b, "    %s %s;\n", kind, strings.Join(names, ", "))
	}
	b.WriteString("};")
	type of = func(i int, field string) string
	chain := func(head string, call of) {
		fmt.Fprintf(&b, "\n\n%s {\n    cudaError_t e = cudaSuccess;\n", head)
		for i, f := range w.record.Fields {
			fmt.Fprintf(&b, "    if (e == cudaSuccess) e = %s;\n", call(i, f.Name))
		}
		b.WriteString("    return e;\n}")
	}
	if name := w.needs["allocate"]; name != "" {
		chain(fmt.Sprintf("static cudaError_t %s(%s *to, size_t n)", name, w.arrays), func(i int, f string) string {
			return fmt.Sprintf("cudaMalloc(&to->%s, n * sizeof(%s))", f, w.types[i])
		})
	}
	if name := w.needs["release"]; name != "" {
		chain(fmt.Sprintf("static cudaError_t %s(%s p)", name, w.arrays), func(_ int, f string) string { return fmt.Sprintf("cudaFree(p.%s)", f) })
	}
	if name := w.needs["copyIn"]; name != "" {
		field := w.free(beginning(w.name) + "FieldIn")
		fmt.Fprintf(&b, `

static cudaError_t %[2]s(void *to, const void *from, size_t size, size_t n) {
    char *side = (char *)malloc(n * size);
    for (size_t i = 0; i < n; i++) memcpy(side + i * size, (const char *)from + i * sizeof(%[1]s), size);
    cudaError_t e = cudaMemcpy(to, side, n * size, cudaMemcpyHostToDevice);
    free(side);
    return e;
}`, w.name, field)
		chain(fmt.Sprintf("static cudaError_t %s(%s to, const %s *from, size_t n)", name, w.arrays, w.name), func(i int, f string) string {
			return fmt.Sprintf("%s(to.%s, &from->%s, sizeof(%s), n)", field, f, f, w.types[i])
		})
	}
	if name := w.needs["copyOut"]; name != "" {
		field := w.free(beginning(w.name) + "FieldOut")
		fmt.Fprintf(&b, `

static cudaError_t %[2]s(void *to, const void *from, size_t size, size_t n) {
    char *side = (char *)malloc(n * size);
    cudaError_t e = cudaMemcpy(side, from, n * size, cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < n && e == cudaSuccess; i++) memcpy((char *)to + i * sizeof(%[1]s), side + i * size, size);
    free(side);
    return e;
}`, w.name, field)
		chain(fmt.Sprintf("static cudaError_t %s(%s *to, %s from, size_t n)", name, w.name, w.arrays), func(i int, f string) string {
			return fmt.Sprintf("%s(&to->%s, from.%s, sizeof(%s), n)", field, f, f, w.types[i])
		})
	}
	return b.String()
}
