package driver

import (
	"crypto/sha256"
	wire "encoding/binary"
	"fmt"
	"slices"
	"sync"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/internal/cache"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/source"
)

// included keeps what texts include from run to run. A text's list depends on nothing but the text and the way it is read, so lists are
// kept by hash in one entry of the cache for each way of reading and current folder; it need not be right about which files there are.
type included struct {
	cache *cache.Cache
	key   cache.Key

	load  sync.Once
	mu    sync.Mutex
	lists map[textHash]includeList
	fresh bool // a list is not kept yet
}

// textHash is a SHA-256 of a text.
type textHash = [sha256.Size]byte

type includeList struct {
	list   []*ast.Include
	passed []*ast.Include // those of branches that are not taken
	met    bool           // in this run
}

// Kinds of includes, as they are kept.
const (
	systemInclude = 1 << iota
	passedInclude
)

// mostIdle bounds the lists that are kept for texts that a run did not meet, beside as many as it met.
const mostIdle = 4096

func newIncluded(r *run, how Reading) *included {
	if r.options.Cache == nil {
		return nil
	}
	return &included{cache: r.options.Cache, key: sha256.Sum256(fmt.Appendf(nil, "includes\x00%s\x00%s\x00%s", r.program, r.names.cwd, how.key()))}
}

// of is what a text includes, and what it would include if other branches were taken.
func (m *included) of(sum textHash, f *source.File, o parser.Options) (list, passed []*ast.Include) {
	m.load.Do(m.read)
	m.mu.Lock()
	kept, known := m.lists[sum]
	m.mu.Unlock()
	if !known {
		said := parser.ReadDirectives(f, o)
		kept.list, kept.passed = said.Includes, said.Passed
	}
	kept.met = true
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lists[sum] = kept
	m.fresh = m.fresh || !known
	return kept.list, kept.passed
}

// keep writes the lists for the next run, if it would miss any.
func (m *included) keep() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.fresh {
		return nil
	}
	m.fresh = false
	met := 0
	for _, l := range m.lists {
		if l.met {
			met++
		}
	}
	idle := len(m.lists) - met
	var out []byte
	for sum, l := range m.lists {
		if !l.met && idle > met+mostIdle {
			continue
		}
		out = append(out, sum[:]...)
		out = wire.AppendUvarint(out, uint64(len(l.list)+len(l.passed)))
		for n, i := range slices.Concat(l.list, l.passed) {
			out = wire.AppendUvarint(out, uint64(i.Span.Start))
			out = wire.AppendUvarint(out, uint64(i.Span.End))
			kind := byte(0)
			if i.System {
				kind |= systemInclude
			}
			if n >= len(l.list) {
				kind |= passedInclude
			}
			out = append(out, kind)
			out = append(wire.AppendUvarint(out, uint64(len(i.Path))), i.Path...)
		}
	}
	return m.cache.Put(m.key, out)
}

// read takes over what an earlier run kept.
func (m *included) read() {
	m.lists = map[textHash]includeList{}
	data, ok := m.cache.Get(m.key)
	if !ok {
		return
	}
	in := reader{rest: string(data)}
	for len(in.rest) > 0 {
		var sum textHash
		if copy(sum[:], in.take(sha256.Size)) < len(sum) {
			return
		}
		n := in.number()
		var l includeList
		for range n {
			if in.bad {
				return
			}
			i := &ast.Include{}
			i.Span = source.Span{Start: int32(in.number()), End: int32(in.number())}
			kind := in.number()
			i.System = kind&systemInclude != 0
			i.Path = in.take(in.number())
			if kind&passedInclude != 0 {
				l.passed = append(l.passed, i)
			} else {
				l.list = append(l.list, i)
			}
		}
		if in.bad {
			return
		}
		m.lists[sum] = l
	}
}

// reader reads numbers and texts; what is asked of it behind the end is empty.
type reader struct {
	rest string
	bad  bool // something was missing
}

func (r *reader) number() uint64 {
	n, shift := uint64(0), 0
	for len(r.rest) > 0 && shift < 64 {
		b := r.rest[0]
		r.rest = r.rest[1:]
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return n
		}
		shift += 7
	}
	r.bad = true
	return 0
}

func (r *reader) take(n uint64) string {
	if n > uint64(len(r.rest)) {
		r.bad = true
		n = 0
	}
	out := r.rest[:n]
	r.rest = r.rest[n:]
	return out
}
