package parser

import (
	"errors"
	"time"
)

// timeFor is how much processor time it may take to parse n bytes. The grammar is quadratic on some junk; a real file of 1 MB takes a third of a
// second.
func timeFor(n int) time.Duration { return time.Second + time.Duration(n)*2*time.Microsecond }

// TooLong begins the message of a problem that depends on how fast the machine is.
const TooLong = "takes too long to parse"

var (
	errTooLong   = errors.New("parse: takes too long")
	errNoMemory  = errors.New("parse: out of memory")
	errNoGrammar = errors.New("cudalint was built without cgo and cannot parse: build it with gcc at hand, or take a release binary")
)

// flatNode is one node of the flat tree; the layout is that of flat_node in tree.h.
type flatNode struct {
	start, end   uint32 // bytes
	last, parent int32
	kind         kind
	field        field
	flags        nodeFlags
}

// nodeFlags is a set of flags; of a missing node the upper half is the grammar's number of its symbol.
type nodeFlags uint32

const (
	flagMissing nodeFlags = 1 << iota // not in the text, put in by the parser
	flagError                         // an ERROR node
	flagBroken                        // holds one of the two, at any depth
)

// tree is a file's or snippet's tree in preorder. The first child of node i is i+1 when that is below nodes[i].last, the next
// sibling of node i is nodes[i].last.
type tree struct {
	nodes   []flatNode
	text    []byte   // that was parsed
	symbols []string // the grammar's names of its symbols
}

// node is an index into a tree's nodes; none says that there is no such node.
type node = int32

const none node = -1

// kids calls yield with each child of i.
func (t *tree) kids(i node) func(yield func(node) bool) {
	return func(yield func(node) bool) {
		for c, last := i+1, t.nodes[i].last; c < last; c = t.nodes[c].last {
			if !yield(c) {
				return
			}
		}
	}
}

// child is the first child of i in field f, or none.
func (t *tree) child(i node, f field) node {
	for c, last := i+1, t.nodes[i].last; c < last; c = t.nodes[c].last {
		if t.nodes[c].field == f {
			return c
		}
	}
	return none
}

// kidOf is the first child of i of kind k, or none.
func (t *tree) kidOf(i node, k kind) node {
	for c, last := i+1, t.nodes[i].last; c < last; c = t.nodes[c].last {
		if t.nodes[c].kind == k {
			return c
		}
	}
	return none
}

// only is the first child of i that is neither a token nor an error, or none.
func (t *tree) only(i node) node {
	for c, last := i+1, t.nodes[i].last; c < last; c = t.nodes[c].last {
		if k := t.nodes[c].kind; k != kToken && k != kDrop && k != kError {
			return c
		}
	}
	return none
}

func (t *tree) kind(i node) kind { return t.nodes[i].kind }

// str is the text of node i.
func (t *tree) str(i node) string { return string(t.text[t.nodes[i].start:t.nodes[i].end]) }

// is reports whether the text of node i is s; it allocates nothing.
func (t *tree) is(i node, s string) bool { return string(t.text[t.nodes[i].start:t.nodes[i].end]) == s }

// has reports whether i has a token child that reads s.
func (t *tree) has(i node, s string) bool {
	for c := range t.kids(i) {
		if k := t.nodes[c].kind; (k == kToken || k == kOther) && t.is(c, s) {
			return true
		}
	}
	return false
}

// missing is the name of the symbol that a missing node stands for, ";" or "identifier".
func (t *tree) missing(i node) string {
	if s := int(t.nodes[i].flags >> 16); s < len(t.symbols) {
		return t.symbols[s]
	}
	return ""
}

// broken reports whether there is an error in i or below.
func (t *tree) broken(i node) bool { return t.nodes[i].flags&flagBroken != 0 }

// droppedTokens carry no meaning beyond the node they are in, and are left out of the flat tree.
var droppedTokens = map[string]bool{"(": true, ")": true, "{": true, "}": true, ",": true, ";": true, "'": true, "\"": true}
