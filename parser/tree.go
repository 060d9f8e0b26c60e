//go:build cgo

package parser

// #cgo CFLAGS: -std=c11 -O2
// #include "tree.h"
import "C"

import (
	"sync"
	"time"
	"unsafe"

	_ "github.com/smacker/go-tree-sitter/cpp" // brings in the library and the grammar that tree.c calls
)

// tables translate the grammar's numbers of symbols and fields into kinds and fields.
type tables struct {
	kinds  []C.uint16_t
	fields []C.uint16_t
	names  []string // of the symbols
}

var grammar = sync.OnceValue(func() tables {
	named := map[string]kind{}
	for k, name := range kindNames {
		named[name] = kind(k)
	}
	var t tables
	for s := range C.flat_symbols() {
		name, k := C.GoString(C.flat_symbol_name(s)), kToken
		if C.flat_symbol_is_named(s) != 0 {
			if k = named[name]; k == kDrop && name != "comment" {
				k = kOther
			}
		} else if droppedTokens[name] {
			k = kDrop
		}
		t.kinds = append(t.kinds, C.uint16_t(k))
		t.names = append(t.names, name)
	}
	fields := map[string]field{}
	for f, name := range fieldNames {
		fields[name] = field(f)
	}
	t.fields = []C.uint16_t{0}
	for f := C.uint32_t(1); f <= C.flat_fields(); f++ {
		t.fields = append(t.fields, C.uint16_t(fields[C.GoString(C.flat_field_name(f))]))
	}
	return t
})

// stores are those that no parse uses; there are as many as were ever used at a time.
var stores struct {
	sync.Mutex
	free []*C.flat_store
}

func takeStore() *C.flat_store {
	stores.Lock()
	defer stores.Unlock()
	n := len(stores.free)
	if n == 0 {
		return C.flat_store_new()
	}
	s := stores.free[n-1]
	stores.free = stores.free[:n-1]
	return s
}

func giveStore(s *C.flat_store) {
	C.flat_rest(s)
	stores.Lock()
	defer stores.Unlock()
	stores.free = append(stores.free, s)
}

// parseTree parses text, which must not be empty, and hands the flat tree to use; the tree must not be kept. It lives in C, and
// goes before parseTree returns, which is safe for concurrent use. It fails when memory ran out, or the processor time that is left, of
// which it takes what it used: how busy the machine is with other things must not show in what is read.
func parseTree(text []byte, left *time.Duration, use func(tree)) error {
	if *left < time.Millisecond {
		return errTooLong
	}
	g := grammar()
	store := takeStore()
	if store == nil {
		return errNoMemory
	}
	defer giveStore(store)
	flat := C.flat_parse(store, (*C.char)(unsafe.Pointer(unsafe.SliceData(text))), C.uint32_t(len(text)),
		unsafe.SliceData(g.kinds), unsafe.SliceData(g.fields), C.uint16_t(kError), C.uint64_t(left.Microseconds()))
	*left -= time.Duration(flat.micros) * time.Microsecond
	if flat.nodes == nil {
		if flat.late != 0 {
			return errTooLong
		}
		return errNoMemory
	}
	use(tree{nodes: unsafe.Slice((*flatNode)(unsafe.Pointer(flat.nodes)), flat.count), text: text, symbols: g.names})
	return nil
}
