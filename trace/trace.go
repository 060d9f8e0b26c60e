// Package trace replays a kernel warp by warp.
//
// In goes a program: what is left of a kernel when everything but control flow and memory accesses is gone. Its addresses, guards
// and loop bounds are expressions of indexmath over the lane's ids, loop-carried symbols and unknown uniform symbols. Out comes,
// for every access, what its warp requests cost by the model of package gpu, averaged over representative blocks, warps and
// iterations, and how much of that rests on values that the text does not tell.
//
// # How
//
// A warp is a mask of active lanes that is walked through the program; conditions and addresses are evaluated in all lanes at once,
// and every access that a non-empty mask reaches is one request. Blocks are sampled along the axes on which a guard or the alignment of
// an address depends, each sample weighted by the blocks that it stands for: all residues where addresses shift evenly from block to
// block, the ends and one of the interior where guards are proved to hold alike inside. Where neither is so, a small grid is run whole;
// in a large one the numbers are Sampled. Warps are all run, but for blocks of many warps that
// no guard tells apart. Loops run iteration by iteration, each lane with values of its own; a long loop with a closed form runs its
// first iterations, then some of the others, each weighted by those that it stands for, and leaves with the exact values.
//
// What is not known is of two kinds. Unknown uniform symbols get values, large multiples of 1024, so that pitches are large and
// aligned; a few warps are run again under odd, small and other values, and what changes is Assumed. A condition that rests on data, or
// on uniform unknowns alone, is run both ways, with the lanes in doubt in both: `if (mask[i]) return;` takes no lane away, and what
// follows carries the guard `!mask[i]`. A value that rests on data is unknown, and so is a request whose address it is, unless its
// interval is narrow: table[d & 15] touches at most 2 sectors.
//
// Example: `if (i < n) out[x*h + y] = tile[tx][ty]` with float tile[32][32] and blocks of 32x8. Every warp is full for a large n; the store
// touches 32 sectors for any h but a tiny one (Assumed, since it rests on h; the verdict does not), the tile takes 32 wavefronts.
package trace

import "github.com/cudalint/cudalint/indexmath"

// Node is one step of a program: *Access, *If, *Loop, *Scope or *Leave.
type Node interface{ node() }

// Program is one kernel under one set of template arguments.
type Program struct {
	Body     []Node
	Accesses []*Access // every access in Body, by ID
}

// Space is a memory space.
type Space uint8

const (
	UnknownSpace Space = iota
	Global
	Shared
	Constant
	Local
	Texture
	Cluster
	Generic
)

// Op is what an access does.
type Op uint8

const (
	Load Op = iota
	Store
	Atomic
	Copy // global to shared, asynchronous; a Copy is one Access for each side
)

// Base is the object that an address is relative to.
type Base struct {
	Align int64 // a power of two that its address is known to be a multiple of; 0 is unknown (at least the element's)
}

// Kind tells instructions of one Op apart that cost differently.
type Kind uint8

const (
	// Plain is an ordinary load or store; an atomic in global memory, whatever it does; a copy through L1 (cp.async.ca); and an atomic in
	// shared memory of which no more is known, for which there is no number.
	Plain Kind = iota

	// Word is an atomic in shared memory that is one instruction: add, min, max, and, or, xor, inc, dec, exchange of a 4-byte integer.
	// Floating-point adds and all of 8 bytes but compare and swap are loops of several instructions: Plain.
	Word
	// Count is a Word that adds the constant 1 and whose result is not used.
	Count
	// Swap is a compare and swap of 4 or 8 bytes in shared memory.
	Swap

	// Direct is a Copy of 16 bytes that bypasses L1 (cp.async.cg); it needs its Peer.
	Direct

	// Matrix1, Matrix2 and Matrix4 are ldmatrix (Load) and stmatrix (Store) of so many matrices: Width is 16 and Offset the row address that
	// the lane gives; those of lanes beyond 8 times the number are ignored.
	Matrix1
	Matrix2
	Matrix4
)

// matrices is the number of matrices, 0 for the other kinds.
func (k Kind) matrices() int {
	switch k {
	case Matrix1:
		return 1
	case Matrix2:
		return 2
	case Matrix4:
		return 4
	}
	return 0
}

// Access is one memory instruction. Several of one ID are counted together: in an unrolled loop, some iterations may move more bytes.
type Access struct {
	ID     int
	Space  Space
	Op     Op
	Kind   Kind
	Width  int            // bytes per lane; 0 is unknown
	Base   *Base          // nil is unknown
	Offset indexmath.Expr // bytes from the base
	Peer   *Access        // of a Copy: its other side; nil is unknown, and the access is judged by its own addresses
}

// If runs Then in the lanes where Cond is not 0, Else in the others.
type If struct {
	Cond       indexmath.Expr
	Then, Else []Node
}

// Var is a value that a loop carries. At the start of each iteration Sym stands for its value; behind the loop Out does.
type Var struct {
	Sym  *indexmath.Sym
	Init indexmath.Expr // before the loop
	Next indexmath.Expr // at the end of an iteration (Post included), in terms of the Syms of this iteration
	Out  *indexmath.Sym // the value that the loop is left with
}

// Loop runs Body in the lanes in which Cond holds, until it holds in none.
type Loop struct {
	Vars []*Var
	Cond indexmath.Expr // in terms of Syms; a constant for `for (;;)`; the zero value is unknown
	Last bool           // do-while: Cond is tested behind the body, in terms of the values that the iteration started with and of what it computed
	Body []Node
}

// Scope is an inlined call or a switch: Leave ends it early. Its Outs are the values that it gives (Sym and Init are not used;
// Next is the value when the end of Body is reached; Out is what stands for it behind the scope).
type Scope struct {
	Body []Node
	Outs []*Var
}

// Leave takes the active lanes out of Target, a *Loop or *Scope that it stands in, or out of the kernel when Target is nil.
// Again is `continue`: the lanes go to the loop's next iteration. Values are those of Target's variables in these lanes, in
// order: for a loop the value that the variable is left with (or, with Again, goes on with).
type Leave struct {
	Target Node
	Again  bool
	Values []indexmath.Expr
}

func (*Access) node() {}
func (*If) node()     {}
func (*Loop) node()   {}
func (*Scope) node()  {}
func (*Leave) node()  {}

// Shape is an execution configuration.
type Shape struct {
	Block [3]int64 // threads; each at least 1
	Grid  [3]int64 // blocks; 0 is unknown
}

// Cost is what one access costs. Means are over the executed requests (those with at least one active lane), so that quotients of
// means are ratios of sums.
type Cost struct {
	Requests float64 // executed warp instructions: of the launch where the grid is known, else of one block
	Lanes    float64 // mean of active lanes
	Actual   float64 // mean sectors (global) or wavefronts (shared)
	Ideal    float64
	Settled  float64 // global: mean sectors when each contiguous run is moved to a 32-byte boundary; shared: as Actual

	Known   bool   // there is a number
	Blocked string // when not: the symbol or construct in the way; never "" for an access that was judged

	Certainty
	Reach
	Trips

	Misaligned Misalignment
	Witness    Request // the costliest request seen
}

// Certainty is what the numbers of a Cost rest on.
type Certainty struct {
	// Assumed is set when Actual or Ideal depend on a value that is not known (a pitch, the alignment of a base); Rests names the
	// symbols that they rest on, BaseAlignment among them. Verdict is Assumed for the question whether Settled >= 1.5 Ideal.
	Assumed bool
	Verdict bool
	Rests   []string

	// Open names the unknown uniform symbols that the numbers of a costly access may rest on for some of their values, whether or not
	// those that were tried make a difference: factors and divisors of lane ids, thresholds, trip counts of iterations that differ.
	Open []string

	// Taken are sentences on what those of Open that mask bits are taken for.
	Taken []string

	// Sampled is set when the numbers are means over some of the blocks or of a long loop's iterations, differ among these by more than the
	// alignment, and nothing says that these stand for all.
	Sampled bool

	// Forced is set when nothing executes the access under the values assumed: its numbers are those of all lanes that the guards over known
	// values let through.
	Forced bool

	// Guards are the guards and trip counts around the access that could not be known and were taken as true.
	Guards []indexmath.Expr

	// Bounds are the guards around it that compare the lane's or block's ids or loop counters with unknown uniform values, such as
	// `i < n`: they were evaluated for a large n.
	Bounds []indexmath.Expr
}

// BaseAlignment stands in Rests for the alignment of the access's base.
const BaseAlignment = "base alignment"

// Reach is what a warp touches in one run of the innermost loop around the access (outside loops: in the kernel), in global memory.
// An access's neighbours are the accesses relative to the same Base in the same innermost loop.
type Reach struct {
	Footprint float64 // distinct sectors that this access touches, mean per warp
	Used      float64 // of the bytes in these sectors, the share that it or its neighbours use
}

// Trips is how often the loops around an access run.
type Trips struct {
	ByTrip     float64 // mean iterations of the enclosing loops, multiplied; 1 outside
	Innermost  float64 // mean iterations of the innermost of them
	TripsKnown bool    // ByTrip rests on no unknown value
}

// Misalignment tells whether addresses are multiples of the width.
type Misalignment uint8

const (
	Aligned   Misalignment = iota // in every request seen
	MaybeOff                      // off only if an unknown base or value is
	OffIfBase                     // off whenever the base is aligned as cudaMalloc aligns
	AlwaysOff                     // some lane is off, whatever the unknowns
)

// Request is one warp instruction.
type Request struct {
	Offsets [32]int64 // bytes from the base, uniform unknowns at their assumed values
	Active  uint32    // bit l is lane l
	Width   int       // bytes of a lane: in unrolled loops more than the access's own, where the compiler joins iterations
	Kind    Kind
	Peer    *[32]int64 // of a copy: where the lanes are on its other side; else nil
}

// Options steer a run; the zero value is the normal one.
type Options struct {
	// Steps bounds the work: the steps (accesses, guards, iterations) that are executed for the numbers, about, over all blocks and
	// warps. 0 is the default.
	Steps int

	// Map changes addresses: it gets a lane's offset in bytes from the base and gives the one to judge instead, so that a pad or a
	// swizzle can be tried. nil leaves them.
	Map func(a *Access, offset int64) int64

	// Only chooses the accesses to judge; the others are walked over and get a zero Cost. nil is all.
	Only func(a *Access) bool

	// Reuse, when set, lends the run memory and keeps its plan for the next.
	Reuse *Reuse

	// Quick leaves out the runs under other values of the unknowns: Assumed, Verdict, Rests stay unset (but for gathers judged by
	// their interval) and Misaligned is judged under one set of values.
	Quick bool
}
