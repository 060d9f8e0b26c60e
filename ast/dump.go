package ast

import (
	"reflect"
	"strconv"
	"strings"
)

// Dump writes a node as a compact s-expression on one line, for tests and for people:
//
//	c[i] += 2.0f * a[i];        (+= (index c i) (* 2f (index a i)))
//	const float *p = q, x(1);   (decl (var p (ptr (const float)) q) (var x (const float) (args 1) const))
//
// A nil part is written as _. Spans are left out.
func Dump(n Node) string {
	d := &dumper{}
	d.node(n)
	return d.out.String()
}

// dumper collects the text. Atoms are kept apart by one space.
type dumper struct {
	out   strings.Builder
	fresh bool // nothing stands between the last "(" and here
}

func (d *dumper) atom(s string) {
	if d.out.Len() > 0 && !d.fresh {
		d.out.WriteByte(' ')
	}
	d.fresh = false
	d.out.WriteString(s)
}

func (d *dumper) open(head string) {
	d.atom("(" + head)
}

func (d *dumper) close() { d.out.WriteByte(')') }

// list writes (head part part ..); a part is a string, a Node, a slice of nodes or nil.
func (d *dumper) list(head string, parts ...any) {
	d.open(head)
	d.parts(parts...)
	d.close()
}

func (d *dumper) parts(parts ...any) {
	for _, p := range parts {
		switch p := p.(type) {
		case nil:
			d.atom("_")
		case string:
			if p != "" {
				d.atom(p)
			}
		case Node:
			d.node(p)
		case []Expr:
			each(d, p)
		case []Stmt:
			each(d, p)
		case []Decl:
			each(d, p)
		case []Node:
			each(d, p)
		case []*Param:
			for _, x := range p {
				d.param(x)
			}
		}
	}
}

func each[T Node](d *dumper, nodes []T) {
	for _, n := range nodes {
		d.node(n)
	}
}

func (d *dumper) node(n Node) {
	if n == nil || reflect.ValueOf(n).Kind() == reflect.Pointer && reflect.ValueOf(n).IsNil() {
		d.atom("_")
		return
	}
	switch n := n.(type) {
	case *MacroStmt: // is a statement and a declaration
		d.stmt(n)
	case Decl:
		d.decl(n)
	case Stmt:
		d.stmt(n)
	case Expr:
		d.expr(n)
	case Type:
		d.typ(n)
	case *Template:
		d.template(n)
	case *Param:
		d.param(n)
	default:
		d.atom(reflect.TypeOf(n).String())
	}
}

var qualifierNames = []string{
	"__global__", "__device__", "__host__", "__shared__", "__constant__", "__managed__", "__grid_constant__", "restrict",
	"extern", "static", "inline", "constexpr", "const", "volatile", "virtual", "typedef",
}

// String lists the qualifiers in the order of their constants.
func (q Qualifiers) String() string {
	var words []string
	for i, name := range qualifierNames {
		if q.Has(1 << i) {
			words = append(words, name)
		}
	}
	return strings.Join(words, " ")
}

func (d *dumper) decl(n Decl) {
	switch n := n.(type) {
	case *FuncDecl:
		d.function(n)
	case *VarDecl:
		d.variable(n)
	case *RecordDecl:
		d.record(n)
	case *EnumDecl:
		d.open("enum")
		if n.Scoped {
			d.atom("class")
		}
		d.parts(n.Name)
		if n.Under != nil {
			d.list(":", n.Under)
		}
		for _, v := range n.Values {
			if v.Value == nil {
				d.atom(v.Name)
			} else {
				d.list(v.Name, v.Value)
			}
		}
		d.close()
	case *AliasDecl:
		d.open("alias")
		if n.Template != nil {
			d.template(n.Template)
		}
		d.parts(n.Name, n.Type)
		d.close()
	case *NamespaceDecl:
		d.list("namespace", strings.Join(n.Name, "::"), n.Decls)
	case *UsingDecl:
		head := "using"
		if n.Namespace {
			head = "using-namespace"
		}
		d.list(head, strings.Join(n.Path, "::"))
	case *BindingDecl:
		d.list("binding", n.Type, strings.Join(n.Names, " "), n.Init)
	case *InstanceDecl:
		d.list("instance", n.Func)
	case *BadDecl:
		d.atom("(bad-decl)")
	default:
		d.atom(reflect.TypeOf(n).String())
	}
}

func (d *dumper) function(n *FuncDecl) {
	d.open("func")
	if n.Template != nil {
		d.template(n.Template)
	}
	d.parts(n.Quals.String(), strings.Join(append(append([]string{}, n.Scope...), n.Name), "::"))
	if n.TemplateArgs != nil {
		d.list("<>", n.TemplateArgs)
	}
	d.parts(n.Result)
	d.open("params")
	d.parts(n.Params)
	if n.Variadic {
		d.atom("...")
	}
	d.close()
	if n.LaunchBounds != nil {
		d.list("launch-bounds", n.LaunchBounds)
	}
	for _, m := range n.Inits {
		d.list("init", m.Name, m.Args)
	}
	if n.Body != nil {
		d.node(n.Body)
	}
	d.close()
}

func (d *dumper) variable(n *VarDecl) {
	d.open("var")
	if n.Template != nil {
		d.template(n.Template)
	}
	name := strings.Join(append(append([]string{}, n.Scope...), n.Name), "::")
	if name == "" {
		name = `""`
	}
	d.parts(name, n.Type)
	if n.Init != nil {
		d.node(n.Init)
	}
	if n.Args != nil {
		d.list("args", n.Args)
	}
	if n.Bits != nil {
		d.list("bits", n.Bits)
	}
	if n.Align != nil {
		d.list("align", n.Align)
	}
	d.parts(n.Quals.String())
	d.close()
}

func (d *dumper) record(n *RecordDecl) {
	d.open([]string{"struct", "class", "union"}[n.Kind])
	if n.Template != nil {
		d.template(n.Template)
	}
	d.parts(n.Name)
	if n.TemplateArgs != nil {
		d.list("<>", n.TemplateArgs)
	}
	for _, b := range n.Bases {
		head := "base"
		if b.Virtual {
			head = "virtual-base"
		}
		d.list(head, b.Type)
	}
	if len(n.Align) > 0 {
		d.list("align", n.Align)
	}
	if n.Packed {
		d.atom("packed")
	}
	if n.Pack != 0 {
		d.list("pack", strconv.Itoa(n.Pack))
	}
	if n.Defined {
		d.list("members", n.Members)
	}
	d.close()
}

func (d *dumper) template(n *Template) {
	d.open("template")
	for _, p := range n.Params {
		name := p.Name
		if p.Pack {
			name += "..."
		}
		if p.Type == nil && p.Default == nil {
			d.parts(name)
			continue
		}
		d.open(name)
		d.fresh = name == ""
		if p.Type != nil {
			d.node(p.Type)
		}
		if p.Default != nil {
			d.parts("=", p.Default)
		}
		d.close()
	}
	d.close()
}

func (d *dumper) param(p *Param) {
	name := p.Name
	if p.Pack {
		name += "..."
	}
	d.open(name)
	d.fresh = name == ""
	d.parts(p.Type, p.Quals.String())
	if p.Default != nil {
		d.parts("=", p.Default)
	}
	d.close()
}
