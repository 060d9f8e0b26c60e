// Package sema works out what the kernels of a translation unit do.
//
// An ast.File goes in, with the project headers that it includes; out comes a Model: kernels with the execution configurations
// that they are launched with, and for every memory access its array, index, stride, width and what a warp request costs.
// An abstract interpreter walks each kernel once for each configuration and reduces it to a program of package trace, which
// replays it. Nothing here reads files, and unknown is a value, never an error.
package sema

import (
	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/source"
	"github.com/cudalint/cudalint/trace"
)

// Model is what a translation unit does. It is read-only once built.
type Model struct {
	Unit    *Unit     // what it was made of
	Kernels []*Kernel // in order of their files as included, then of position
	Unread  []Unread
}

// Unread is a kernel or a part of one that could not be judged, or a header that was not found.
type Unread struct {
	Place  Place
	Kernel string
	Reason string
}

// Place is a span in a file.
type Place struct {
	File *source.File
	Span source.Span
}

// Kernel is one __global__ function; Runs holds one entry for each execution configuration that it is judged under.
// Where no launch is seen, Runs holds one run of an assumed shape and, when that shows anything costly, Tries the same kernel under
// the other usual shapes (256x1, 32x8, 16x16, 8x8): a verdict that they do not share rests on the shape.
type Kernel struct {
	Name  string
	Decl  *ast.FuncDecl
	Place Place // of the name
	Runs  []*Run
	Tries []*Run
	Facts []*Fact // assumptions that comments state

	beyond Place // the first launch whose shape is one too many
}

// Origin says where a block shape comes from.
type Origin uint8

const (
	Assumed Origin = iota
	FromLaunch
	FromBounds  // __launch_bounds__
	FromComment // a cudalint: block(..) comment
	FromConfig
	FromProfile // a launch that a profiler saw
)

func (o Origin) String() string {
	return [...]string{"assumed", "launch", "launch_bounds", "comment", "config", "profile"}[o]
}

// Run is a kernel under one execution configuration.
type Run struct {
	Kernel   *Kernel
	Block    [3]int64
	Grid     [3]int64 // 0 is unknown
	Origin   Origin
	Launch   Place   // of the launch, when there is one
	Others   []Place // further launches of the same shape that give the same numbers
	Unsized  Place   // where Origin is Assumed: a launch that is seen, but does not tell its block shape
	Shared   int64   // bytes of dynamic shared memory, -1 unknown
	Template string  // template arguments as text, "" when none
	Accesses []*Access
	Arrays   []*Array
	Program  *trace.Program // Accesses[i].ID is its access's ID there
	Loops    []*Loop
	Cut      string // why the walk left out a part, whose accesses are missing or have no number; "" when it went through all
	Work     *Work  // what the kernel computes; nil unless Options.Work asks for it

	shaped bool // the walk read something that another block shape may have otherwise
}

// Loop is a loop of the kernel, for rules that look at its shape.
type Loop struct {
	Place  Place
	Parent *Loop
	Trace  *trace.Loop
	Var    string // the induction variable's name, "" when there is none
	Guards []Guard
	Depth  int

	rolled bool // the compiler does not unroll it: the launch tells how often it runs, something leads out of it, a #pragma says so
	fenced bool // there is a barrier in it
}

// Array is what an access goes to: a pointer argument, a __shared__ or __device__ array, a local array.
type Array struct {
	Name     string
	Space    trace.Space
	Place    Place        // of its declaration
	Type     *layout.Type // as declared: array extents included; nil when unknown
	Elem     *layout.Type // innermost element; nil when unknown
	Extents  []int64      // of an array with known extents, outermost first; -1 unknown
	Dynamic  bool         // extern __shared__
	Base     *trace.Base
	Decl     *ast.VarDecl // nil for parameters
	Volatile bool
}

// Pattern names what the lanes of a warp do.
type Pattern string

const (
	Contiguous   Pattern = "contiguous"
	Broadcast    Pattern = "broadcast"
	Strided      Pattern = "strided"
	StructField  Pattern = "struct-field"
	Gather       Pattern = "gather"
	Scattered    Pattern = "scattered"
	Swizzled     Pattern = "swizzled"
	ConflictFree Pattern = "conflict-free"
	BankConflict Pattern = "bank-conflict"
	Unknown      Pattern = "unknown"
)

// Guard is a condition that an access stands under.
type Guard struct {
	Cond indexmath.Expr
	Text string
	Not  bool // in the else branch

	settled map[*indexmath.Sym]indexmath.Expr // what is known where it holds
}

func guardOf(c indexmath.Expr, text string, not bool) Guard {
	g := Guard{Cond: c, Text: text, Not: not}
	if c.Known() && c.Has(indexmath.Param) {
		if not {
			c = indexmath.LNot(c)
		}
		g.settled = indexmath.Settled(c)
	}
	return g
}

// Access is one memory access under one configuration.
type Access struct {
	ID         int
	Place      Place   // where it is written
	Text       string  // the access as written, macros not expanded
	Calls      []Place // call sites outward, when it is in a device function
	Array      *Array  // nil when unknown
	Op         trace.Op
	Width      int            // bytes per lane
	Index      indexmath.Expr // element index; for multi-dimensional arrays the linear one
	Offset     indexmath.Expr // bytes from the array's base
	Stride     indexmath.Expr // bytes from one threadIdx.x to the next; zero when unknown
	Field      *FieldUse      // when a struct field is read or written
	Vector     *VectorUse     // when the access goes through a cast to a wider type
	Guards     []Guard
	Loop       *Loop            // innermost, nil outside
	Subscripts []indexmath.Expr // of a[i][j] with a plain name: i and j in elements; a value that is not known is the zero Expr
	Cost       trace.Cost
	Pattern    Pattern
	Assume     []string // sentences
	Piece      int      // of a struct copied in pieces: 0, 1, ..
	Guessed    bool     // how the width compares with the distance between lanes rests on the size of a type that nothing tells
	Merged     bool     // the compiler makes one wider access of it and its neighbours; outside unrolled loops Offset and Width are the wide one's

	era  int  // barriers that were walked before it
	told bool // its address rests on what a launch tells

	plain indexmath.Expr // Offset without conversions

	carried bool // the wider accesses of its neighbours take its bytes along in all iterations
}

// FieldUse tells which field of which struct an access goes to.
type FieldUse struct {
	Struct *layout.Type
	Name   string // "pos.x"
	Offset int64  // bytes
	Size   int64
}

// VectorUse is a cast such as reinterpret_cast<float4*>(p).
type VectorUse struct {
	From *layout.Type // element of the array
	To   *layout.Type // what it is accessed as
	Text string       // the cast expression
}

// Basis tells how sure the numbers are.
func (a *Access) Basis() string {
	switch {
	case !a.Cost.Known:
		return "unknown"
	case a.Cost.Assumed || len(a.Cost.Open) > 0 || a.Cost.Sampled || len(a.Cost.Guards) > 0 || len(a.Assume) > 0:
		return "assumed"
	}
	return "exact"
}

// Wavefronts reports whether the access is counted in wavefronts (shared memory) and not in sectors.
func (a *Access) Wavefronts() bool { return a.Array != nil && a.Array.Space == trace.Shared }
