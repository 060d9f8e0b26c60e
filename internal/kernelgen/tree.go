package kernelgen

// A program is a tree of its own: it shares nothing with cudalint's. Every node knows how it is written and what it does.

type variable struct {
	name  string
	typ   *ctype
	quals string
	dims  []int64 // of an array, outermost first
	space space
	ref   bool

	// What the generator knows of the value, to write programs without undefined behaviour; the machine checks.
	lo, hi int64
	tags   tags
	fixed  bool    // not to be assigned
	obj    *object // of an array or pointer
}

type space uint8

const (
	local space = iota
	global
	shared
)

// object is memory: an allocation, a __shared__ array, a local array.
type object struct {
	number int
	space  space
	size   int64    // bytes; 0 is as many as one likes
	values [2]int64 // what the elements of integers hold, at least and at most
}

// expr is an expression; the kinds follow.
type expr interface{}

type (
	literal struct {
		v    int64
		typ  *ctype
		text string
	}
	use     struct{ v *variable }
	builtin struct {
		name string // threadIdx, blockIdx, blockDim, gridDim
		axis int
	}
	unary struct {
		op  string
		x   expr
		typ *ctype
	}
	binary struct {
		op   string
		x, y expr
		typ  *ctype // in which it is computed; of comparisons that of the operands
	}
	choice struct {
		cond, x, y expr
		typ        *ctype
	}
	cast struct {
		typ   *ctype
		x     expr
		style int
	}
	pick struct { // min, max
		name string
		x, y expr
		typ  *ctype
	}
	element struct { // of a local record or array
		v     *variable
		index expr // of an array
		field int  // of a record
	}
	call struct {
		f      *function
		args   []expr
		tmpl   []string
		consts []int64
	}
	textual struct { // what a macro stands for, and how it is written
		parts []expr // strings and expressions
		value expr
	}
	addressOf struct{ m *memory }
	offset    struct { // p + x, p - x
		op   string
		p, x expr
		elem *ctype
	}
	recast struct { // of a pointer
		p     expr
		to    *ctype // element
		style int
	}
	atomic struct {
		name string
		m    *memory
		x    expr
		one  bool
	}
	steps struct { // p++ and so on
		v    *variable
		text string // with % for the name
		by   int64  // elements
		post bool
	}
)

// memory is an access: a load when it stands as an expression, else what an assignment or an atomic does with it.
type memory struct {
	id    int
	form  form
	p     expr // a pointer
	index []expr
	dims  []int64 // of the array that is indexed
	elem  *ctype  // that the index counts
	path  []int   // fields
	typ   *ctype  // what is accessed
	tags  tags
	array string
	space space
}

type form uint8

const (
	subscript    form = iota // p[i], p[i][j]
	star                     // *(p + i)
	plain                    // *p
	arrow                    // p->x
	throughMacro             // AT(p, i)
	ldg                      // __ldg(&p[i])
	reversed                 // i[p]
	named                    // a scalar __shared__ variable
)

// stmt is a statement; the kinds follow.
type stmt interface{}

type (
	declare struct {
		v     *variable
		init  expr
		auto  bool
		style int
	}
	assign struct {
		to  expr // use, element, memory
		op  string
		x   expr
		typ *ctype // in which a compound assignment is computed
	}
	run    struct{ x expr }
	branch struct {
		cond      expr
		then, els []stmt
		bare      bool // no braces
	}
	loop struct {
		kind int // forLoop, whileLoop, doLoop
		init stmt
		cond expr
		post stmt
		body []stmt
		head string // a pragma
	}
	pickCase struct {
		x     expr
		cases []oneCase
	}
	leave    struct{ what string } // break, continue
	giveBack struct{ x expr }
	barrier  struct{}
	block    struct{ list []stmt }
)

const (
	forLoop = iota
	whileLoop
	doLoop
)

type oneCase struct {
	values []int64 // none is default
	body   []stmt
	falls  bool // no break at the end
}

// function is a __device__ function, a lambda or a kernel.
type function struct {
	name    string
	params  []*variable
	result  *ctype
	body    []stmt
	tmpl    []*variable // constants
	typeArg *ctype      // what T stands for; nil is no such parameter
	lambda  bool
	quals   string
}

// Program is a file with kernels and launches.
type Program struct {
	Seed    uint64
	defines []string
	records []*ctype
	helpers []*function
	kernel  *function
	shared  []*variable
	dynamic *variable
	launch  []*launch
	mems    []*memory
	objects int

	Text   string
	placed map[interface{}][2]int // of memory and calls: where it is written
}

// launch is an execution configuration.
type launch struct {
	grid, block [3]int64
	bytes       int64
	args        []argument
	tmpl        []int64
	style       int
}

// argument is what a parameter gets: a number, or an offset in elements into an allocation.
type argument struct {
	v    int64
	text string
}

// tags is a set of constructs that an access involves.
type tags uint64
