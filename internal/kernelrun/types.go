package kernelrun

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/ast"
)

type kind uint8

const (
	voidKind kind = iota
	boolKind
	intKind
	floatKind
	pointerKind
	referenceKind
	arrayKind
	recordKind
	vectorKind   // std::vector
	callableKind // functions and lambdas
	opaqueKind   // handles of the runtime: streams, events
)

// typ is a type. Types are made once, so that equal ones are the same pointer. const and volatile are left out.
type typ struct {
	kind        kind
	size, align int64
	signed      bool
	name        string
	elem        *typ
	n           int64 // elements of an array
	fields      []field
	decl        *ast.RecordDecl
	binds       *binds // template arguments of a record
	pointer     *typ   // to this
	ref         *typ
	arrays      map[int64]*typ
}

type field struct {
	name   string
	t      *typ
	offset int64
	init   ast.Expr
	ref    bool
}

func integer(name string, size int64, signed bool) *typ {
	return &typ{kind: intKind, name: name, size: size, align: size, signed: signed}
}

var (
	tVoid   = &typ{kind: voidKind, name: "void"}
	tBool   = &typ{kind: boolKind, name: "bool", size: 1, align: 1}
	tChar   = integer("char", 1, true)
	tSChar  = integer("signed char", 1, true)
	tUChar  = integer("unsigned char", 1, false)
	tShort  = integer("short", 2, true)
	tUShort = integer("unsigned short", 2, false)
	tInt    = integer("int", 4, true)
	tUInt   = integer("unsigned int", 4, false)
	tLong   = integer("long", 8, true)
	tULong  = integer("unsigned long", 8, false)
	tFloat  = &typ{kind: floatKind, name: "float", size: 4, align: 4, signed: true}
	tHalf   = &typ{kind: floatKind, name: "half", size: 2, align: 2, signed: true}
	tDouble = &typ{kind: floatKind, name: "double", size: 8, align: 8, signed: true}
	tCall   = &typ{kind: callableKind, name: "callable", size: 8, align: 8}
	tOpaque = &typ{kind: opaqueKind, name: "handle", size: 8, align: 8}
)

// named are the types that have one word, or words in canonical order, as their name. long long is long: both have 8 bytes.
var named = map[string]*typ{
	"void": tVoid, "bool": tBool, "char": tChar, "signed char": tSChar, "unsigned char": tUChar, "uchar": tUChar, "short": tShort, "unsigned short": tUShort,
	"ushort": tUShort, "int": tInt, "signed": tInt, "unsigned": tUInt, "unsigned int": tUInt, "uint": tUInt, "long": tLong, "unsigned long": tULong, "ulong": tULong,
	"long long": tLong, "unsigned long long": tULong, "long int": tLong, "unsigned long int": tULong, "long long int": tLong, "unsigned long long int": tULong,
	"size_t": tULong, "ptrdiff_t": tLong, "int8_t": tSChar, "uint8_t": tUChar, "int16_t": tShort, "uint16_t": tUShort, "int32_t": tInt, "uint32_t": tUInt,
	"int64_t": tLong, "uint64_t": tULong, "intptr_t": tLong, "uintptr_t": tULong, "float": tFloat, "double": tDouble, "half": tHalf, "__half": tHalf,
	"cudaError_t": tInt, "cudaEvent_t": tOpaque, "cudaStream_t": tOpaque, "cudaMemcpyKind": tInt, "nullptr_t": nil,
}

// vectorTypes are float2, uint4, dim3 and so on.
var vectorTypes = map[string]*typ{}

func init() {
	for name, base := range map[string]*typ{"char": tChar, "uchar": tUChar, "short": tShort, "ushort": tUShort, "int": tInt, "uint": tUInt,
		"longlong": tLong, "ulonglong": tULong, "long": tLong, "ulong": tULong, "float": tFloat, "double": tDouble} {
		for n := int64(1); n <= 4; n++ {
			t := &typ{kind: recordKind, name: fmt.Sprintf("%s%d", name, n), size: n * base.size, align: base.size}
			if n != 3 {
				t.align = min(16, t.size)
			}
			for i := range n {
				t.fields = append(t.fields, field{name: "xyzw"[i : i+1], t: base, offset: i * base.size})
			}
			vectorTypes[t.name] = t
		}
	}
	one := &ast.IntLit{Value: 1}
	dim := &typ{kind: recordKind, name: "dim3", size: 12, align: 4}
	for i := range 3 {
		dim.fields = append(dim.fields, field{name: "xyz"[i : i+1], t: tUInt, offset: int64(4 * i), init: one})
	}
	vectorTypes["dim3"] = dim
}

func pointerTo(t *typ) *typ {
	if t.pointer == nil {
		t.pointer = &typ{kind: pointerKind, size: 8, align: 8, elem: t, name: t.name + "*"}
	}
	return t.pointer
}

func refTo(t *typ) *typ {
	if t.kind == referenceKind {
		return t
	}
	if t.ref == nil {
		t.ref = &typ{kind: referenceKind, size: 8, align: 8, elem: t, name: t.name + "&"}
	}
	return t.ref
}

func arrayOf(t *typ, n int64) *typ {
	if t.arrays == nil {
		t.arrays = map[int64]*typ{}
	}
	if t.arrays[n] == nil {
		t.arrays[n] = &typ{kind: arrayKind, size: n * t.size, align: t.align, elem: t, n: n, name: fmt.Sprintf("%s[%d]", t.name, n)}
	}
	return t.arrays[n]
}

func (t *typ) number() bool { return t.kind == boolKind || t.kind == intKind || t.kind == floatKind }

func (t *typ) field(name string) *field {
	for i := range t.fields {
		if t.fields[i].name == name {
			return &t.fields[i]
		}
	}
	return nil
}

// binds are template arguments by name.
type binds struct {
	up    *binds
	types map[string]*typ
	vals  map[string]value
}

func (b *binds) typ(name string) *typ {
	for ; b != nil; b = b.up {
		if t := b.types[name]; t != nil {
			return t
		}
	}
	return nil
}

func (b *binds) val(name string) (value, bool) {
	for ; b != nil; b = b.up {
		if v, ok := b.vals[name]; ok {
			return v, true
		}
	}
	return value{}, false
}

func (b *binds) key() string {
	var list []string
	for ; b != nil; b = b.up {
		for n, t := range b.types {
			list = append(list, n+"="+t.name)
		}
		for n, v := range b.vals {
			list = append(list, fmt.Sprintf("%s=%d", n, v.i))
		}
	}
	slices.Sort(list)
	return strings.Join(list, ";")
}

// typeOf resolves a type as written; nil is auto.
func (t *thread) typeOf(x ast.Type) *typ {
	switch x := x.(type) {
	case nil:
		return tVoid
	case *ast.NamedType:
		return t.namedType(x)
	case *ast.PointerType:
		e := t.typeOf(x.Elem)
		if e == nil {
			return nil
		}
		return pointerTo(e)
	case *ast.RefType:
		e := t.typeOf(x.Elem)
		if e == nil {
			return nil
		}
		return refTo(e)
	case *ast.ArrayType:
		e := t.typeOf(x.Elem)
		if x.Len == nil {
			return arrayOf(e, 0)
		}
		return arrayOf(e, t.val(x.Len).i)
	case *ast.AutoType:
		return nil
	case *ast.DecltypeType:
		return t.val(x.X).t
	case *ast.FuncType:
		return tCall
	}
	panic(t.unknown("type %T", x))
}

func (t *thread) namedType(x *ast.NamedType) *typ {
	if x.Record != nil {
		return t.record(x.Record, nil)
	}
	if x.Enum != nil {
		t.enum(x.Enum)
		return tInt
	}
	p := x.Parts[len(x.Parts)-1]
	if r := t.lookType(p.Name, p.Args); r != nil {
		return r
	}
	panic(t.unknown("type %s", p.Name))
}

// lookType is the type of that name; nil when there is none.
func (t *thread) lookType(name string, args []ast.Node) *typ {
	if r := t.frame.binds.typ(name); r != nil {
		return r
	}
	if r := t.m.local[name]; r != nil {
		return r
	}
	if r := named[name]; r != nil {
		return r
	}
	if d := t.m.records[name]; d != nil {
		if t.m.inside[d] { // a function's, of whose template arguments it may be made
			return t.record(d, t.frame.binds)
		}
		if d.Template == nil {
			return t.record(d, nil)
		}
		b := &binds{types: map[string]*typ{}, vals: map[string]value{}}
		for i, p := range d.Template.Params {
			var a ast.Node
			if i < len(args) {
				a = args[i]
			} else {
				a = p.Default
			}
			if a == nil {
				panic(t.unknown("template argument of %s", name))
			}
			t.bind(b, p, a)
		}
		return t.record(d, b)
	}
	if a := t.m.aliases[name]; a != nil {
		if a.Template != nil {
			panic(t.unknown("alias template %s", name))
		}
		return t.typeOf(a.Type)
	}
	if t.m.enums[name] {
		return tInt
	}
	if r := vectorTypes[name]; r != nil {
		return r
	}
	if name == "vector" && len(args) > 0 {
		e := t.typeArg(args[0])
		return t.m.vectorOf(e)
	}
	if m := t.m.macros[name]; m != nil && !m.Function {
		if ty, ok := t.m.macroType(m); ok {
			return t.typeOf(ty)
		}
	}
	return nil
}

func (m *machine) vectorOf(e *typ) *typ {
	key := "vector<" + e.name + ">"
	for _, v := range m.vectors {
		if v.elem == e {
			return v
		}
	}
	v := &typ{kind: vectorKind, size: 24, align: 8, elem: e, name: key}
	m.vectors = append(m.vectors, v)
	return v
}

// typeArg is a template argument that is a type, also where it reads like a name.
func (t *thread) typeArg(n ast.Node) *typ {
	switch n := n.(type) {
	case ast.Type:
		return t.typeOf(n)
	case *ast.Ident:
		p := n.Parts[len(n.Parts)-1]
		if r := t.lookType(p.Name, p.Args); r != nil {
			return r
		}
	}
	panic(t.unknown("template argument"))
}

// bind binds a template's parameter to an argument.
func (t *thread) bind(b *binds, p *ast.TemplateParam, a ast.Node) {
	if p.Type == nil {
		b.types[p.Name] = t.typeArg(a)
		return
	}
	if x, ok := a.(ast.Expr); ok {
		b.vals[p.Name] = t.convert(t.val(x), t.typeOf(p.Type))
		return
	}
	panic(t.unknown("template argument"))
}

// record lays a struct out.
func (t *thread) record(d *ast.RecordDecl, b *binds) *typ {
	key := recordKey{d, b.key()}
	if r := t.m.layouts[key]; r != nil {
		return r
	}
	if !d.Defined || d.Kind == ast.Union || len(d.Bases) > 0 || d.Pack != 0 {
		panic(t.unknown("record %s", d.Name))
	}
	r := &typ{kind: recordKind, name: d.Name, decl: d, align: 1, binds: b}
	if d.Name == "" {
		r.name = fmt.Sprintf("record@%d", d.Span.Start)
	}
	if b != nil {
		r.name += "<" + b.key() + ">"
	}
	t.m.layouts[key] = r
	saved := t.frame
	t.frame = &frame{binds: b}
	for _, m := range d.Members {
		if inner, ok := m.(*ast.RecordDecl); ok && inner.Defined && inner.Name != "" {
			t.m.records[inner.Name] = inner
		}
		v, ok := m.(*ast.VarDecl)
		if !ok || v.Quals.Has(ast.Static) {
			continue
		}
		if v.Bits != nil {
			panic(t.unknown("bit-field"))
		}
		ft := t.typeOf(v.Type)
		align := ft.align
		if v.Align != nil {
			align = max(align, t.val(v.Align).i)
		}
		if d.Packed {
			align = 1
		}
		r.size = (r.size + align - 1) / align * align
		r.fields = append(r.fields, field{name: v.Name, t: ft, offset: r.size, init: v.Init, ref: ft.kind == referenceKind})
		r.size += ft.size
		r.align = max(r.align, align)
	}
	for _, a := range d.Align {
		r.align = max(r.align, t.val(a).i)
	}
	t.frame = saved
	r.size = max(1, (r.size+r.align-1)/r.align*r.align)
	return r
}

type recordKey struct {
	d   *ast.RecordDecl
	key string
}

func (t *thread) enum(d *ast.EnumDecl) {
	if d.Name != "" {
		t.m.enums[d.Name] = true
	}
	next := int64(0)
	for _, e := range d.Values {
		if e.Value != nil {
			next = t.val(e.Value).i
		}
		t.m.consts[e.Name] = value{t: tInt, i: next}
		next++
	}
}
