package ast

import (
	"reflect"
	"strconv"
	"strings"
)

func (d *dumper) expr(n Expr) {
	switch n := n.(type) {
	case *Ident:
		d.atom(partsText(n.Parts))
	case *IntLit, *FloatLit, *StringLit:
		d.atom(literalText(n))
	case *Unary:
		op := n.Op
		if n.Post {
			op = "post" + op
		}
		d.list(op, n.X)
	case *Binary:
		d.list(n.Op, n.X, n.Y)
	case *Assign:
		d.list(n.Op, n.X, n.Y)
	case *Cond:
		d.list("?", n.C, n.X, n.Y)
	case *Call:
		d.list("call", n.Fun, n.Args)
	case *Launch:
		d.open("launch")
		d.node(n.Fun)
		d.list("config", n.Config)
		d.parts(n.Args)
		d.close()
	case *Index:
		d.list("index", n.X, n.I)
	case *Member:
		op := "."
		if n.Arrow {
			op = "->"
		}
		d.list(op, n.X, partsText([]NamePart{n.Name}))
	case *Cast:
		d.list([]string{"cast", "static_cast", "reinterpret_cast", "const_cast", "dynamic_cast", "functional-cast"}[n.Kind], n.Type, n.X)
	case *Construct:
		head := "construct"
		if n.Brace {
			head = "construct{}"
		}
		d.list(head, n.Type, n.Args)
	case *InitList:
		d.open("init-list")
		for i, e := range n.Elems {
			if i < len(n.Names) && n.Names[i] != "" {
				d.list("= "+n.Names[i], e)
			} else {
				d.node(e)
			}
		}
		d.close()
	case *SizeofType:
		d.list(n.Op, n.Type)
	case *SizeofExpr:
		d.list(n.Op+"-expr", n.X)
	case *Lambda:
		d.lambda(n)
	case *New:
		d.open("new")
		d.node(n.Type)
		if n.Len != nil {
			d.list("len", n.Len)
		}
		d.parts(n.Args)
		d.close()
	case *Delete:
		d.list("delete", n.X)
	case *This:
		d.atom("this")
	case *Paren:
		d.list("paren", n.X)
	case *Fold:
		d.list("fold", n.Op, n.Left, n.Right)
	case *PackExpansion:
		d.list("...", n.X)
	case *BadExpr:
		d.list("bad-expr", n.Parts)
	default:
		d.atom(reflect.TypeOf(n).String())
	}
}

func (d *dumper) lambda(n *Lambda) {
	d.open("lambda")
	d.open("captures")
	for _, c := range n.Captures {
		name := c.Name
		if c.Ref && name != "&" {
			name = "&" + name
		}
		if c.Init != nil {
			d.list("= "+name, c.Init)
		} else {
			d.atom(name)
		}
	}
	d.close()
	if n.Template != nil {
		d.template(n.Template)
	}
	d.parts(n.Quals.String())
	d.list("params", n.Params)
	if n.Result != nil {
		d.list("->", n.Result)
	}
	d.node(n.Body)
	d.close()
}

func literalText(n Expr) string {
	switch n := n.(type) {
	case *FloatLit:
		s := strconv.FormatFloat(n.Value, 'g', -1, 64)
		if n.Single {
			return s + "f"
		}
		if !strings.ContainsAny(s, ".einE") {
			s += ".0"
		}
		return s
	case *StringLit:
		return strconv.Quote(n.Value)
	case *IntLit:
		s := strconv.FormatUint(n.Value, 10) + n.Suffix
		switch {
		case n.Kind == IntChar:
			return "(char " + s + ")"
		case n.Kind == IntBool:
			return strconv.FormatBool(n.Value != 0)
		case n.Kind == IntNull:
			return "nullptr"
		case n.Overflow:
			return "(overflow " + s + ")"
		}
		return s
	}
	return "_"
}

func partsText(parts []NamePart) string {
	var b strings.Builder
	for i, p := range parts {
		if i > 0 {
			b.WriteString("::")
		}
		b.WriteString(p.Name)
		if p.HasArgs {
			b.WriteByte('<')
			for j, a := range p.Args {
				if j > 0 {
					b.WriteByte(',')
				}
				b.WriteString(Dump(a))
			}
			b.WriteByte('>')
		}
	}
	return b.String()
}

func (d *dumper) typ(n Type) {
	switch n := n.(type) {
	case *NamedType:
		d.named(n)
	case *PointerType:
		var quals []string
		for _, q := range []struct {
			set  bool
			name string
		}{{n.Const, "const"}, {n.Volatile, "volatile"}, {n.Restrict, "restrict"}} {
			if q.set {
				quals = append(quals, q.name)
			}
		}
		d.list("ptr", n.Elem, strings.Join(quals, " "))
	case *RefType:
		head := "ref"
		if n.RValue {
			head = "rref"
		}
		d.list(head, n.Elem)
	case *ArrayType:
		d.list("array", n.Elem, n.Len)
	case *FuncType:
		d.open("func-type")
		d.node(n.Result)
		d.list("params", n.Params)
		d.close()
	case *AutoType:
		if n.Const {
			d.atom("(const auto)")
		} else {
			d.atom("auto")
		}
	case *DecltypeType:
		d.list("decltype", n.X)
	case *PackType:
		d.list("pack", n.Elem)
	case *BadType:
		d.atom("(bad-type)")
	default:
		d.atom(reflect.TypeOf(n).String())
	}
}

func (d *dumper) named(n *NamedType) {
	var heads []string
	if n.Const {
		heads = append(heads, "const")
	}
	if n.Volatile {
		heads = append(heads, "volatile")
	}
	if len(heads) > 0 {
		d.open(strings.Join(heads, " "))
		defer d.close()
	}
	switch {
	case n.Record != nil:
		d.node(n.Record)
	case n.Enum != nil:
		d.node(n.Enum)
	default:
		d.atom(partsText(n.Parts))
	}
}
