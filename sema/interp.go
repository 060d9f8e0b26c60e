package sema

import (
	"strconv"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/source"
	"github.com/cudalint/cudalint/trace"
)

// Bounds of the walk: what is over them is unknown, never a hang.
const (
	maxInline = 40      // calls inlined within calls
	maxSteps  = 600_000 // statements and expressions walked for one kernel
	maxDeep   = 3_000   // expressions and statements within one another
	maxLoops  = 128     // loops within one another
	maxExpand = 40      // macros and aliases within one another
)

// interp walks the body of one kernel, or host code.
type interp struct {
	t     *tables
	host  *hostWalk // nil in device code
	run   *Run
	dims  [3]indexmath.Expr // blockDim
	grid  [3]indexmath.Expr // gridDim
	tid   [3]indexmath.Expr // threadIdx; not known while no thread runs what is read
	bid   [3]indexmath.Expr // blockIdx
	st    *state
	out   *[]trace.Node // where accesses and control flow go; nil while nothing is to be reported
	frame *frame
	loops []*loopFrame // enclosing loops, outermost first, of all frames
	under []Guard      // conditions that the walk stands under
	steps int
	deep  int
	cut   string // why a part was not walked, "" when all was
	// barriers counts those walked so far. told is set when what was evaluated since it was last cleared rests on what a launch tells:
	// an argument, the block's or grid's size. The compiler does not know these.
	barriers  int
	told      bool
	shaped    bool                  // something was read that another block shape has otherwise
	narrowing *narrowing            // the load that is being evaluated, when its value goes to a variable
	at        ast.Node              // the statement that is walked
	dropped   *ast.Call             // a call whose result nothing uses
	unbounded bool                  // the range of something that a loop carries was asked for and is not known
	facts     []*Fact               // what comments at the kernel state
	pos       int32                 // offset of what is being walked, which decides the macros in force
	names     map[string]value      // names that nothing declares
	stands    map[*layout.Type]bool // types that stand for template parameters that are not known
	measured  *layout.Type          // one of them whose size was asked for

	bases     map[*object]*indexmath.Sym // what stands for the address of an array
	objects   map[string]*object         // file-level and shared arrays, by identity of their declaration
	decls     map[*ast.VarDecl]*object
	macros    *expander
	lastRef   *place                        // what the reference that the last call gave refers to
	indices   map[*ast.Index]indexmath.Expr // their subscripts' values when they were last evaluated
	heldCount int
	unsized   int     // calls being walked whose specialization is not known: what they access has a width that is not known
	works     tallies // what is computed; nil while it is not counted
}

// frame is one function being walked.
type frame struct {
	up    *frame
	file  *unitFile
	scope *scope
	tmpl  bindings
	this  *place
	rec   *instance
	ret   *object // where the result goes; nil for the kernel itself
	entry *state  // storage as the function was entered
	exits []exit
	node  *trace.Scope
	call  source.Span // of the call, in up's file
	depth int
	loops int              // len(interp.loops) when the function was entered
	conds []indexmath.Expr // conditions within this function that the walk stands under
	typ   *layout.Type     // result type, nil when it is deduced
	name  string
	body  *ast.FuncDecl
	left  bool // a Leave goes to node
	args  int
	packs map[string]int // elements of the parameter packs that it was called with
	// refResult is set for a function that gives a reference, refPlace is what it refers to.
	refResult bool
	refPlace  *place
	// at, when set, is the place that everything read now is reported at: the use of a macro.
	at *source.Span
}

// exit is one way out of a function: the conditions it is taken under and the storage then.
type exit struct {
	cond indexmath.Expr
	st   *state
}

// loopFrame is a loop or a switch being walked.
type loopFrame struct {
	node   *trace.Loop  // nil for a loop that is walked iteration by iteration
	scope  *trace.Scope // of a switch
	vars   []loopVar
	model  *Loop
	depth  int    // len(under) at its start
	conds  int    // len(frame.conds) at its start
	entry  *state // of a switch
	exits  []exit // of a switch: breaks that are not at the end of a case
	post   ast.Expr
	left   bool // a break or continue leads out
	leaves []*trace.Leave
	told   bool // its condition or step rests on what a launch tells
	broke  bool // of a loop without node: a break was walked
	again  bool // likewise a continue
}

// loopVar is a cell that a loop carries.
type loopVar struct {
	obj    *object
	off    int64
	sym    *indexmath.Sym
	v      value // its value before the loop
	tv     *trace.Var
	inside indexmath.Interval // what the condition leaves it in the body
	blind  bool               // has no number; only whether it differs by lane is followed
}

// scope is a block's names.
type scope struct {
	up    *scope
	names map[string]place
	types map[string]*layout.Type // local type names

	usings []using
}

func (s *scope) lookup(name string) (place, bool) {
	for ; s != nil; s = s.up {
		if p, ok := s.names[name]; ok {
			return p, true
		}
	}
	return place{}, false
}

func (s *scope) typeNamed(name string) (*layout.Type, bool) {
	for ; s != nil; s = s.up {
		if t, ok := s.types[name]; ok {
			return t, true
		}
	}
	return nil, false
}

func (s *scope) declare(name string, p place) {
	if s.names == nil {
		s.names = map[string]place{}
	}
	s.names[name] = p
}

func (in *interp) push() { in.frame.scope = &scope{up: in.frame.scope} }
func (in *interp) pop()  { in.frame.scope = in.frame.scope.up }

// step counts work; false means that the bound is reached.
func (in *interp) step() bool {
	in.steps++
	if in.steps >= maxSteps {
		in.cut = "walked no further than " + strconv.Itoa(maxSteps) + " statements and expressions"
	}
	return in.steps < maxSteps
}

// tooDeep reports whether more expressions and statements lie within one another than are walked.
func (in *interp) tooDeep() bool {
	if in.deep > maxDeep && in.cut == "" {
		in.cut = "expressions and statements nested more than " + strconv.Itoa(maxDeep) + " deep are not walked"
	}
	return in.deep > maxDeep
}

// here is the span that a node is reported at.
func (in *interp) here(n ast.Node) source.Span {
	if in.frame.at != nil {
		return *in.frame.at
	}
	return n.Pos()
}

func (in *interp) place(n ast.Node) Place {
	return Place{File: in.frame.file.file.Source, Span: in.here(n)}
}

// text is the source text of a node, on one line and of bounded length.
func (in *interp) text(n ast.Node) string {
	s := in.frame.file.file.Source.Slice(in.here(n))
	return squeeze(s, 80)
}

// squeeze folds white space and cuts a text to n bytes.
func squeeze(s string, n int) string {
	out := make([]byte, 0, min(len(s), n))
	blank := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == ' ' || c == '\t' || c == '\n' || c == '\r' {
			blank = len(out) > 0
			continue
		}
		if blank {
			out = append(out, ' ')
			blank = false
		}
		if len(out) >= n {
			return string(out) + ".."
		}
		out = append(out, c)
	}
	return string(out)
}

func (in *interp) emit(n trace.Node) {
	if in.out != nil {
		*in.out = append(*in.out, n)
	}
}

// collect runs f and returns what it emits.
func (in *interp) collect(f func()) []trace.Node {
	if in.out == nil {
		f()
		return nil
	}
	old := in.out
	var list []trace.Node
	in.out = &list
	f()
	in.out = old
	return list
}

// quiet runs f without reporting any access.
func (in *interp) quiet(f func()) {
	old := in.out
	in.out = nil
	f()
	in.out = old
}

// param is a new symbol for a value that is the same for every thread of a block and not known.
func (in *interp) param(name string, t *layout.Type) indexmath.Expr {
	return in.assumed(&indexmath.Sym{Name: name, Kind: indexmath.Param, Range: typeRange(t)})
}

// data is a new symbol for a value per lane that is not known.
func (in *interp) data(name string, t *layout.Type) indexmath.Expr {
	return (&indexmath.Sym{Name: name, Kind: indexmath.Data, Range: typeRange(t)}).Expr()
}

// typeRange is the range of an integer type; nothing for 64-bit types.
func typeRange(t *layout.Type) indexmath.Interval {
	if t == nil || t.Size == 0 || t.Size > 4 || t.Kind != layout.Int && t.Kind != layout.Bool {
		return indexmath.Interval{}
	}
	if t.Kind == layout.Bool {
		return indexmath.Between(0, 1)
	}
	bits := uint(t.Size * 8)
	if t.Signed {
		return indexmath.Between(-(int64(1) << (bits - 1)), int64(1)<<(bits-1)-1)
	}
	return indexmath.Between(0, int64(1)<<bits-1)
}

// number makes an unknown value usable in arithmetic: a symbol with its name.
func (in *interp) number(v value) indexmath.Expr {
	if v.num.Known() || v.obj != nil {
		return v.num
	}
	if v.flt != nil {
		f := *v.flt
		if f == float64(int64(f)) {
			return indexmath.Const(int64(f))
		}
	}
	name := v.name
	if name == "" {
		name = "unknown value"
	}
	if v.uniform() {
		return in.param(name, v.typ)
	}
	return in.data(name, v.typ)
}

// cond turns a value into a condition, 0 or not.
func (in *interp) cond(v value) indexmath.Expr {
	if v.flt != nil {
		if *v.flt != 0 {
			return indexmath.Const(1)
		}
		return indexmath.Const(0)
	}
	if v.obj != nil {
		return indexmath.Const(1) // a pointer to something
	}
	if v.isPointer() && !isNull(v) && in.host == nil {
		return indexmath.Const(1) // pointers that a kernel tests are there
	}
	return in.wrapped(v)
}
