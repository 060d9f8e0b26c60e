package indexmath

// Kind says what a symbol stands for, and with it over what it varies.
type Kind uint8

const (
	// Thread is threadIdx.x, .y or .z (Axis 0 to 2): varies by lane.
	Thread Kind = iota
	// Block is blockIdx.x, .y or .z: uniform over a block.
	Block
	// Param is a value that is the same for every thread and that the text does not tell: a kernel argument, a size, a value
	// loaded from an address that is the same for all lanes.
	Param
	// Carried is a variable that a loop carries from one iteration to the next, or the value it leaves with.
	Carried
	// Data is a value per lane that the text does not tell: what was loaded from memory, what an unknown function gave.
	Data
)

// Sym is a symbol; two symbols are equal when they are the same pointer. It is read-only once in use.
type Sym struct {
	Name    string // as the user would write it: "n", "threadIdx.x", "idx[i]"
	Kind    Kind
	Axis    int
	Varies  bool       // of a Carried symbol: by lane
	Memory  bool       // of a Data symbol: it was loaded from memory
	Range   Interval   // what is known of its value; the zero value is "nothing"
	Residue Congruence // likewise
}
