package sema

import (
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/parser"
)

// A comment in a kernel, or right above it, states what the text does not tell:
//
//	// cudalint: block(16, 16)
//	// cudalint: assume(n % 32 == 0)
//	// cudalint: assume(pitch == 33)
//	// cudalint: assume(in % 16 == 0)      of a pointer: the address is a multiple of 16
//	// cudalint: assume(n >= 1024)
//	// cudalint: layout(tile(y, x) = y * 33 + x, float)      see statedLayout
//
// The name is that of an argument, a member of one (p.pitch), or any other value that is the same for all threads.

// Fact is one such statement.
type Fact struct {
	Place Place
	Kind  string // assume or layout
	Text  string // n % 32 == 0
	Used  bool   // it said something of a value that the walk met
	Error string // why it could not be read, "" when it could

	// Launch is a launch that is in sight and that says otherwise, with the argument's value there; of a layout the use of an element
	// whose index the text tells itself: Found, another one.
	Launch *Place
	Value  int64
	Found  string

	name string
	op   string
	mod  int64 // of name % mod == rest
	num  int64

	layout *statedLayout // of a layout
	busy   bool          // it is being worked out
}

// facts reads the assumptions that stand at a kernel.
func (f *function) facts() []*Fact {
	var out []*Fact
	for _, s := range f.statements() {
		fact := &Fact{Place: s.place, Kind: s.word, Text: s.text}
		switch {
		case s.word == "block":
			continue
		case !s.closed:
			fact.Error = "a closing parenthesis is missing"
		case s.word == "layout":
			fact.readLayout()
		default:
			fact.read()
		}
		if s.joined && fact.Error != "" {
			continue // an example in prose
		}
		out = append(out, fact)
	}
	return out
}

// read takes the statement apart.
func (f *Fact) read() {
	const forms = "write NAME == 33, NAME % 32 == 0, or a comparison of NAME with a number"
	x, ok := parser.Expr(f.Text, f.Place.Span)
	if !ok {
		f.Error = forms
		return
	}
	b, ok := strip(x).(*ast.Binary)
	if !ok {
		f.Error = forms
		return
	}
	n, ok := literal(b.Y)
	if !ok {
		f.Error = forms
		return
	}
	f.num, f.op = n, b.Op
	left := strip(b.X)
	if m, isMod := left.(*ast.Binary); isMod && m.Op == "%" && b.Op == "==" {
		d, ok := literal(m.Y)
		if !ok || d <= 0 || n < 0 || n >= d {
			f.Error = forms
			return
		}
		f.mod, left = d, strip(m.X)
	}
	switch y := left.(type) {
	case *ast.Ident:
		f.name = y.Name()
	case *ast.Member:
		if id, ok := strip(y.X).(*ast.Ident); ok {
			f.name = id.Name() + "." + y.Name.Name
		}
	}
	switch f.op {
	case "==", "<", "<=", ">", ">=":
	default:
		f.name = ""
	}
	if f.name == "" {
		f.Error = forms
	}
}

func literal(x ast.Expr) (int64, bool) {
	switch x := strip(x).(type) {
	case *ast.IntLit:
		return int64(x.Value), !x.Overflow && x.Value < 1<<62
	case *ast.Unary:
		if n, ok := literal(x.X); ok && x.Op == "-" {
			return -n, true
		}
	}
	return 0, false
}

// holds reports whether a value agrees with the fact.
func (f *Fact) holds(v int64) bool {
	if f.mod > 0 {
		return v%f.mod == f.num
	}
	switch f.op {
	case "==":
		return v == f.num
	case "<":
		return v < f.num
	case "<=":
		return v <= f.num
	case ">":
		return v > f.num
	}
	return v >= f.num
}

// assumed applies what is stated of a name to the symbol that stands for it.
func (in *interp) assumed(s *indexmath.Sym) indexmath.Expr {
	for _, f := range in.facts {
		if f.name != s.Name || f.Error != "" || f.layout != nil {
			continue
		}
		f.Used = true
		switch {
		case f.mod > 0:
			s.Residue = indexmath.Congruence{Modulus: f.mod, Rest: f.num}
		case f.op == "==":
			return indexmath.Const(f.num)
		case f.op == "<":
			s.Range = s.Range.Intersect(indexmath.AtMost(f.num - 1))
		case f.op == "<=":
			s.Range = s.Range.Intersect(indexmath.AtMost(f.num))
		case f.op == ">":
			s.Range = s.Range.Intersect(indexmath.AtLeast(f.num + 1))
		case f.op == ">=":
			s.Range = s.Range.Intersect(indexmath.AtLeast(f.num))
		}
	}
	return s.Expr()
}

// alignment is what is stated of a pointer's address, in bytes; 0 for nothing.
func (in *interp) alignment(name string) int64 {
	for _, f := range in.facts {
		if f.name == name && f.mod > 0 && f.num == 0 && f.Error == "" {
			f.Used = true
			return f.mod & -f.mod
		}
	}
	return 0
}

// contradict compares the facts with the arguments of a launch.
func contradict(facts []*Fact, d *ast.FuncDecl, l *Launch) {
	for i, p := range d.Params {
		if i >= len(l.args) {
			return
		}
		a := l.args[i]
		for _, f := range facts {
			if f.name != p.Name || f.Launch != nil || f.Error != "" || f.layout != nil {
				continue
			}
			v, known := a.num, a.known && !a.pointer
			if a.pointer && a.align >= f.mod && f.mod > 0 {
				v, known = a.offset, true
			}
			if !known {
				continue
			}
			f.Used = true
			if !f.holds(v) {
				at := l.Place
				f.Launch, f.Value = &at, v
			}
		}
	}
}

// commentBlock reads a block(x, y, z) statement.
func (f *function) commentBlock() ([3]int64, bool) {
	for _, s := range f.statements() {
		if s.word != "block" || !s.closed {
			continue
		}
		b := [3]int64{1, 1, 1}
		for i, p := range strings.Split(s.text, ",") {
			if i < 3 {
				n, err := strconv.ParseInt(strings.TrimSpace(p), 10, 32)
				if err != nil {
					n = 0
				}
				b[i] = n
			}
		}
		if validBlock(b) {
			return b, true
		}
	}
	return [3]int64{}, false
}
