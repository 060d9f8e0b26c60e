package sema

import (
	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/source"
)

// Launch is one execution configuration that host code gives to a kernel. It is read-only once made, and holds nothing but
// constants, so that it serves other translation units too.
type Launch struct {
	Kernel string // plain name
	Place  Place
	block  [3]int64 // 0 is unknown
	grid   [3]int64
	shared int64 // bytes of dynamic shared memory, -1 unknown
	tmpl   []binding
	args   []argument
	text   string // template arguments as written
	site   siteKey
	lookup lookup // of the kernel's name
}

// argument is what a launch tells of one kernel argument.
type argument struct {
	typ     *layout.Type
	num     int64
	known   bool // num is the value of an integer
	pointer bool
	align   int64 // of a pointer's object, when known: 256 from cudaMalloc
	offset  int64 // bytes from there
	cells   map[int64]argument
	flt     *float64
	fn      *callable

	captures map[string]argument // of a lambda: what the names in it stand for
}

// siteKey tells launches of one place in different calls apart.
type siteKey struct {
	file  *source.File
	start int32
	calls string

	// instance are the template arguments of the functions on the way: one that leads to another block shape is a launch of its own.
	instance string
}

// launch records a launch statement.
func (in *interp) launch(x *ast.Launch) {
	if in.host == nil {
		for _, a := range x.Args {
			in.eval(a)
		}
		return
	}
	var cfg []value
	for _, c := range x.Config {
		cfg = append(cfg, in.eval(c))
	}
	var args []value
	for _, a := range in.spread(x.Args) {
		if l, ok := a.(*ast.InitList); ok {
			args = append(args, in.initList(l, nil))
			continue
		}
		args = append(args, in.argValue(a))
	}
	in.record(in.kernelName(x.Fun), x, cfg, args)
}

// argValue evaluates an argument; an array decays.
func (in *interp) argValue(a ast.Expr) value {
	v := in.eval(a)
	if v.typ != nil && v.typ.Kind == layout.Array && v.obj != nil {
		v.typ = layout.PointerTo(v.typ.Elem)
	}
	return v
}

// target is the kernel that a launch goes to.
type target struct {
	name string
	args []binding
	text string

	lookup lookup
}

// targetOf is the kernel that a value is.
func (in *interp) targetOf(c *callable) target {
	return target{name: c.decl.Name, args: in.argsOf(c), lookup: in.t.exactly(c.decl)}
}

// kernelName finds the kernel behind the expression in front of the chevrons: a name, a variable that holds a function, a template
// parameter.
func (in *interp) kernelName(x ast.Expr) target {
	x = strip(x)
	if c, ok := x.(*ast.Cast); ok {
		return in.kernelName(c.X)
	}
	if u, ok := x.(*ast.Unary); ok && (u.Op == "&" || u.Op == "*") {
		return in.kernelName(u.X)
	}
	id, ok := x.(*ast.Ident)
	if !ok {
		v := in.eval(x)
		if v.fn != nil && v.fn.decl != nil {
			return in.targetOf(v.fn)
		}
		return target{}
	}
	name, plain := id.Plain()
	if plain {
		if p, ok := in.frame.scope.lookup(name); ok {
			if v := in.load(p, id); v.fn != nil && v.fn.decl != nil {
				return in.targetOf(v.fn)
			}
			return target{}
		}
		if b, ok := in.binding(name); ok {
			if b.val.fn != nil && b.val.fn.decl != nil {
				return in.targetOf(b.val.fn)
			}
			return target{}
		}
		if m := in.macro(name, false); m != nil {
			in.macros.pos = in.pos
			if e, ok := in.macros.expr(in, in.macros.text(in.frame.file, m.Body, map[string]bool{name: true}), id); ok {
				if i, same := e.(*ast.Ident); !same || i.Name() != name {
					return in.kernelName(e)
				}
			}
		}
	}
	last := id.Parts[len(id.Parts)-1]
	t := target{name: id.Name(), args: in.templateArgs(last.Args), lookup: in.lookupOf(id)}
	if last.HasArgs {
		t.text = templateText(in.text(id))
	}
	return t
}

func templateText(s string) string {
	for i := range len(s) {
		if s[i] == '<' {
			return s[i:]
		}
	}
	return ""
}

func (in *interp) argsOf(c *callable) []binding {
	old := in.frame.scope
	if c.at != nil {
		in.frame.scope = c.at
	}
	args := in.templateArgs(c.args)
	in.frame.scope = old
	return args
}

// record keeps a launch; of one site that is reached again by the same calls, the first.
func (in *interp) record(t target, x ast.Node, cfg, args []value) {
	if t.name == "" || in.frame.file.caller {
		return
	}
	l := &Launch{Kernel: t.name, Place: in.place(x), tmpl: constants(t.args), text: t.text, shared: -1, lookup: t.lookup}
	for f := in.frame; f != nil; f = f.up {
		l.site.calls += f.name + "/"
		if f.body != nil && f.tmpl != nil {
			l.site.instance += f.tmpl.key(f.body.Template) + "/"
		}
	}
	l.site.file, l.site.start = l.Place.File, l.Place.Span.Start
	if len(cfg) > 0 {
		l.grid = in.extent(cfg[0])
	}
	if len(cfg) > 1 {
		l.block = in.extent(cfg[1])
	}
	if len(cfg) > 2 {
		if n, ok := cfg[2].integer(); ok {
			l.shared = n
		}
	} else {
		l.shared = 0
	}
	for _, a := range args {
		l.args = append(l.args, in.argument(a))
	}
	for i, old := range in.host.launches {
		same := old.site.file == l.site.file && old.site.start == l.site.start && old.site.calls == l.site.calls && old.Kernel == l.Kernel
		if same && (old.site.instance == l.site.instance || old.block == l.block) {
			if old.block == [3]int64{} && l.block != old.block {
				in.host.launches[i] = l
			}
			return
		}
	}
	in.host.launches = append(in.host.launches, l)
}

// constants keeps what is known of template arguments beyond the unit that they were evaluated in.
func constants(args []binding) []binding {
	out := make([]binding, len(args))
	for i, b := range args {
		out[i] = b
		if !b.is {
			if n, ok := b.val.integer(); ok {
				out[i].val = value{typ: b.val.typ, num: constInt(n).num}
			} else if b.val.fn == nil && b.val.flt == nil {
				out[i].val = value{typ: b.val.typ}
			}
		}
	}
	return out
}

// extent is a grid or block size; what is not known is 0.
func (in *interp) extent(v value) [3]int64 {
	if v.cells == nil {
		if isRecord(v.typ) || v.obj != nil {
			return [3]int64{}
		}
		if n, ok := v.integer(); ok && n > 0 {
			return [3]int64{n, 1, 1}
		}
		if f, ok := v.float(); ok && f >= 1 {
			return [3]int64{int64(f), 1, 1}
		}
		return [3]int64{0, 1, 1}
	}
	var out [3]int64
	for i := range out {
		if c, ok := v.cells.at(int64(4 * i)); ok {
			if n, ok := c.integer(); ok && n > 0 {
				out[i] = n
			}
		}
	}
	return out
}

// argument keeps what is known of an argument.
func (in *interp) argument(v value) argument {
	a := argument{typ: v.typ, flt: v.flt, fn: v.fn}
	switch {
	case v.obj != nil:
		a.pointer = true
		a.align = v.obj.alloc
		if off, ok := v.num.Const(); ok {
			a.offset = off
		} else {
			a.align = 0
		}
	case v.cells != nil:
		a.cells = map[int64]argument{}
		for _, c := range v.cells {
			a.cells[c.off] = in.argument(c.v)
		}
	default:
		a.num, a.known = v.integer()
	}
	if v.fn != nil && v.fn.lambda != nil {
		a.captures = in.captures(v.fn)
	}
	return a
}

// captures are the local variables that a lambda's body names, with their values now.
func (in *interp) captures(c *callable) map[string]argument {
	out := map[string]argument{}
	ast.Inspect(c.lambda.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		name, plain := id.Plain()
		if _, done := out[name]; !plain || done {
			return true
		}
		if p, ok := c.scope.lookup(name); ok {
			old := in.frame.scope
			in.frame.scope = c.scope
			out[name] = in.argument(in.load(p, id))
			in.frame.scope = old
		}
		return true
	})
	return out
}
