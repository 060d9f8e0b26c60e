package sema

import (
	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/trace"
)

// The compiler loads of a vector or record no more than what is used:
//
//	float4 v = in[i]; out[i] = v.x;            4 bytes, 16 apart
//	float4 v = in[i]; out[i] = v.x + v.y;      8 bytes, 16 apart
//	float4 v = in[i]; out[i] = v.y + v.z;      twice 4 bytes, which no 8-byte load could take
//	float4 v = in[i]; out[i] = v.x + v.y + v.z;    all 16
//
// Read in the machine code of the suite's programs (narrowed.cu), for variables and for arguments by value, through __ldg and casts too.
// What is used is read from the text: a variable that is named for anything but its members is used as a whole.

// narrowing is a load whose value goes to a variable.
type narrowing struct {
	load ast.Expr
	name string // of the variable
	body *ast.Block
	file *unitFile
}

// narrowed evaluates f while the load that x is, if it is one, may be narrowed to the members of a variable that are used.
func (in *interp) narrowed(x ast.Expr, name string, body *ast.Block, file *unitFile, f func()) {
	if in.host != nil || in.out == nil || in.frame.at != nil || body == nil || name == "" {
		f()
		return
	}
	switch y := strip(x).(type) {
	case *ast.Index, *ast.Call:
	case *ast.Unary:
		if y.Op != "*" {
			f()
			return
		}
	default:
		f()
		return
	}
	old := in.narrowing
	in.narrowing = &narrowing{load: strip(x), name: name, body: body, file: file}
	f()
	in.narrowing = old
}

// part is a piece of a record that a load takes.
type part struct {
	off, size int64
	name      string
}

// parts are the pieces of the record at p that a load at x takes; false when it takes all of it.
func (in *interp) parts(p place, x ast.Node) ([]part, bool) {
	n := in.narrowing
	if n == nil || ast.Node(n.load) != x || !isRecord(p.typ) {
		return nil, false
	}
	leaves := p.typ.Scalars()
	if len(leaves) != 2 && len(leaves) != 4 || leaves[0].Type.Size < 4 || leaves[0].Type.Size*int64(len(leaves)) != p.typ.Size {
		return nil, false
	}
	names, ok := n.members()
	if !ok {
		return nil, false
	}
	size := leaves[0].Type.Size
	used := make([]string, len(leaves))
	count := 0
	for name := range names {
		off, t, ok := p.typ.Field(name)
		if !ok || t == nil || t.Size != size || off%size != 0 {
			return nil, false
		}
		used[off/size] = name
		count++
	}
	if count == 0 || count > 2 || count == len(leaves) {
		return nil, false
	}
	var out []part
	for i := 0; i < len(used); i++ {
		switch {
		case used[i] == "":
		case count == 2 && i%2 == 0 && used[i+1] != "":
			out = append(out, part{int64(i) * size, 2 * size, used[i]})
			i++
		default:
			out = append(out, part{int64(i) * size, size, used[i]})
		}
	}
	return out, true
}

// members are the members of the variable that are read; false when it is used in any other way.
func (n *narrowing) members() (map[string]bool, bool) {
	out := map[string]bool{}
	whole := false
	words := 0
	var walk func(x ast.Node) bool
	walk = func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.VarDecl:
			if x.Name == n.name {
				words++
			}
		case *ast.Assign:
			if m, ok := n.member(x.X); ok && x.Op == "=" { // written, not read
				words++
				_ = m
				ast.Inspect(x.Y, walk)
				return false
			}
		case *ast.Unary:
			if _, ok := n.member(x.X); ok && x.Op == "&" {
				whole = true
			}
		case *ast.Member:
			if m, ok := n.member(x); ok {
				words++
				out[m] = true
				return false
			}
		case *ast.Ident:
			whole = whole || x.Name() == n.name
		}
		return !whole
	}
	ast.Inspect(n.body, walk)
	// What is not in the tree, a macro's argument say, is in the text.
	return out, !whole && words == wordsIn(n.file.file.Source.Slice(n.body.Span), n.name)
}

// member is the name of the variable's member that an expression is.
func (n *narrowing) member(x ast.Expr) (string, bool) {
	m, ok := strip(x).(*ast.Member)
	if !ok || m.Arrow {
		return "", false
	}
	id, ok := strip(m.X).(*ast.Ident)
	if !ok {
		return "", false
	}
	name, plain := id.Plain()
	return m.Name.Name, plain && name == n.name
}

// wordsIn counts a name in a text, as a word that is no member itself.
func wordsIn(text, name string) int {
	n := 0
	for i := 0; i+len(name) <= len(text); i++ {
		if text[i:i+len(name)] != name || i > 0 && (wordByte(text[i-1]) || text[i-1] == '.') || i+len(name) < len(text) && wordByte(text[i+len(name)]) {
			continue
		}
		n++
	}
	return n
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// loadParts reports the loads of some parts of the record at p.
func (in *interp) loadParts(p place, parts []part, x ast.Node) {
	for i, part := range parts {
		q := p
		q.off = indexmath.Add(p.off, indexmath.Const(part.off))
		q.fld = &FieldUse{Struct: p.typ, Name: part.name, Offset: part.off, Size: part.size}
		if p.fld != nil {
			q.fld = &FieldUse{Struct: p.fld.Struct, Name: p.fld.Name + "." + part.name, Offset: p.fld.Offset + part.off, Size: part.size}
		}
		_, q.typ, _ = p.typ.Field(part.name)
		if in.access(q, trace.Load, x, part.size, i, true) != nil {
			a := in.run.Accesses[len(in.run.Accesses)-1]
			a.Assume = append(a.Assume, "the compiler loads the members that are used, and no more")
		}
	}
}
