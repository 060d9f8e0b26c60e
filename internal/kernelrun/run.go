// Package kernelrun runs CUDA programs, for tests: the trees of a program's files go in; what it writes, how it ends, what it does wrong and
// what each of its accesses takes come out. main and what it calls run as they stand; every thread of every block of a launch runs for
// itself up to the next barrier, so that the order of warps can be chosen and races are seen. Values are of C++'s widths and signs, memory is
// bytes. It knows nothing of what cudalint makes of a program. What it does not know stops it.
package kernelrun

import (
	"bytes"
	"fmt"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// Options say how a program is run.
type Options struct {
	Steps     int  // after which it is given up; 0: 20 million
	Backwards bool // the last thread of a block goes first
	Costs     bool // Result.Requests
}

// Fault kinds.
const (
	OutOfBounds = "out of bounds"
	Misaligned  = "misaligned"
	Race        = "race"
	Unwritten   = "unwritten" // memory that is read before anything is written there
	Undefined   = "undefined" // division by zero, a shift by more than there are bits
	Barrier     = "barrier"   // threads that wait at different ones, or for ever
)

// Fault is what C++ or CUDA give no meaning to.
type Fault struct {
	Kind string
	Text string
	At   source.Span
	Line int
}

// Result is what a program did.
type Result struct {
	Output   []byte // to stdout
	Exit     int64
	Faults   []Fault // the first of each kind and place; the program went on but for the kinds that end it
	Requests map[Access]*Tally
	Steps    int
}

// Has reports whether there is a fault of a kind.
func (r *Result) Has(kind string) bool {
	for _, f := range r.Faults {
		if f.Kind == kind {
			return true
		}
	}
	return false
}

// Unknown is the error for a program that holds something that is not known here, or takes too long.
type Unknown struct {
	What string
	Line int
}

func (e *Unknown) Error() string { return fmt.Sprintf("line %d: not known: %s", e.Line, e.What) }

// stop unwinds: with a fault that ends the program, with what is not known, or with an exit.
type stop struct {
	unknown string
	line    int
	fault   *Fault
	exit    bool
	aborted bool
}

// machine is a running program.
type machine struct {
	options   Options
	out       bytes.Buffer
	exit      int64
	faults    []Fault
	faulted   map[string]bool
	steps     int
	objects   []*object
	bytes     int64
	constant  map[uint64]bool // objects of the host that kernels may read: constants
	pool      []uint64        // stacks for threads
	funcs     map[string][]*function
	records   map[string]*ast.RecordDecl
	inside    map[*ast.RecordDecl]bool // declared in functions
	aliases   map[string]*ast.AliasDecl
	enums     map[string]bool
	local     map[string]*typ // types declared in functions
	consts    map[string]value
	globals   map[string]slot
	macros    map[string]*ast.Macro
	layouts   map[recordKey]*typ
	vectors   []*typ
	exprs     map[string]ast.Expr
	stmts     map[string][]ast.Stmt
	types     map[string]ast.Type
	strings   map[*ast.StringLit]uint64
	callables []callable
	launches  int32
	lastError int64
	random    uint64
	tally     map[Access]*Tally
	chains    map[uint64][]int
	file      *ast.File
	costOwner *launch
}

// function is one that can be called, with its file.
type function struct {
	d     *ast.FuncDecl
	file  *ast.File
	class *ast.RecordDecl
}

// Run runs the main of a program: its headers and, last, its root.
func Run(files []*ast.File, o Options) (result *Result, err error) {
	if o.Steps == 0 {
		o.Steps = 20_000_000
	}
	m := &machine{options: o, faulted: map[string]bool{}, constant: map[uint64]bool{}, funcs: map[string][]*function{}, records: map[string]*ast.RecordDecl{},
		aliases: map[string]*ast.AliasDecl{}, inside: map[*ast.RecordDecl]bool{}, enums: map[string]bool{}, local: map[string]*typ{}, consts: map[string]value{}, globals: map[string]slot{},
		macros: map[string]*ast.Macro{}, layouts: map[recordKey]*typ{}, exprs: map[string]ast.Expr{}, stmts: map[string][]ast.Stmt{}, types: map[string]ast.Type{},
		strings: map[*ast.StringLit]uint64{}, random: 1, tally: map[Access]*Tally{}, chains: map[uint64][]int{}, objects: []*object{nil}}
	host := &thread{m: m}
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		s, ok := r.(stop)
		if !ok {
			panic(r)
		}
		switch {
		case s.unknown != "":
			result, err = nil, &Unknown{s.unknown, s.line}
		case s.fault != nil:
			m.faults = append(m.faults, *s.fault)
			result = m.result()
		default:
			result = m.result()
		}
	}()
	host.newStack()
	host.frame = &frame{}
	for _, f := range files {
		m.file = f
		host.collect(f.Decls, nil)
		for _, d := range f.Macros {
			if d.Undef {
				delete(m.macros, d.Name)
			} else {
				m.macros[d.Name] = d
			}
		}
	}
	for _, f := range files {
		m.file = f
		host.define(f.Decls)
	}
	list := m.funcs["main"]
	if len(list) != 1 {
		return nil, &Unknown{"a program without one main", 0}
	}
	args := []value{{t: tInt, i: 1}, {t: pointerTo(pointerTo(tChar)), i: int64(host.arguments())}}
	v := host.call(list[0], args[:min(2, len(list[0].d.Params))], nil, nil)
	if v.t != nil && v.t.number() {
		m.exit = v.i
	}
	return m.result(), nil
}

func (m *machine) result() *Result {
	return &Result{Output: m.out.Bytes(), Exit: m.exit, Faults: m.faults, Requests: m.tally, Steps: m.steps}
}

// arguments is an argv with a name alone.
func (t *thread) arguments() uint64 {
	name := t.m.allocate(hostSpace, 8)
	t.write(name, append([]byte("program"), 0), nil)
	argv := t.m.allocate(hostSpace, 16)
	t.store(place{pointerTo(tChar), argv}, value{t: pointerTo(tChar), i: int64(name)})
	t.store(place{pointerTo(tChar), argv + 8}, value{t: pointerTo(tChar)})
	return argv
}

// collect notes what has a name at file level.
func (t *thread) collect(list []ast.Decl, class *ast.RecordDecl) {
	m := t.m
	for _, d := range list {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body != nil {
				c := class
				if c == nil && len(d.Scope) > 0 {
					c = m.records[d.Scope[len(d.Scope)-1]]
				}
				m.funcs[d.Name] = append(m.funcs[d.Name], &function{d, m.file, c})
			}
		case *ast.RecordDecl:
			if d.Defined && d.Name != "" && len(d.TemplateArgs) == 0 {
				m.records[d.Name] = d
			}
			t.collect(d.Members, d)
		case *ast.AliasDecl:
			m.aliases[d.Name] = d
			if n, ok := d.Type.(*ast.NamedType); ok && n.Record != nil {
				t.collect(n.Record.Members, n.Record)
			}
		case *ast.NamespaceDecl:
			t.collect(d.Decls, class)
		}
	}
}

// define makes constants and variables of file level.
func (t *thread) define(list []ast.Decl) {
	for _, d := range list {
		switch d := d.(type) {
		case *ast.NamespaceDecl:
			t.define(d.Decls)
		case *ast.EnumDecl:
			t.enum(d)
		case *ast.VarDecl:
			if d.Quals.Has(ast.Extern) && d.Init == nil {
				continue
			}
			s := hostSpace
			switch {
			case d.Quals.Has(ast.Managed):
				s = managedSpace
			case d.Quals.Has(ast.Constant):
				s = constantSpace
			case d.Quals.Has(ast.Device):
				s = globalSpace
			}
			t.global(d, s)
		}
	}
}

func (t *thread) global(d *ast.VarDecl, s space) {
	sl := t.declared(d, func(n int64) uint64 {
		addr := t.m.allocate(hostSpace, n)
		o := t.m.objects[addr>>32]
		for i := range o.known {
			o.known[i] = 1
		}
		return addr
	})
	o := t.m.objects[sl.addr>>32]
	o.space = s
	if s == hostSpace && (d.Quals.Has(ast.Const) || d.Quals.Has(ast.Constexpr)) {
		t.m.constant[sl.addr>>32] = true
	}
	t.m.globals[d.Name] = sl
}

// line is where the program is.
func (t *thread) line() int {
	f := t.m.file
	if t.frame != nil && t.frame.fn != nil {
		f = t.frame.fn.file
	}
	if f == nil {
		return 0
	}
	return f.Source.LineOf(t.at.Start)
}

func (t *thread) unknown(format string, args ...any) stop {
	return stop{unknown: fmt.Sprintf(format, args...), line: t.line()}
}

func (m *machine) unknownf(format string, args ...any) stop {
	return stop{unknown: fmt.Sprintf(format, args...)}
}

func (t *thread) fault(kind, format string, args ...any) stop {
	return stop{fault: &Fault{Kind: kind, Text: fmt.Sprintf(format, args...), At: t.at, Line: t.line()}}
}

// note keeps a fault after which the program goes on.
func (t *thread) note(kind, format string, args ...any) {
	if t.asking {
		return
	}
	key := fmt.Sprint(kind, t.at)
	if t.m.faulted[key] {
		return
	}
	t.m.faulted[key] = true
	t.m.faults = append(t.m.faults, *t.fault(kind, format, args...).fault)
}
