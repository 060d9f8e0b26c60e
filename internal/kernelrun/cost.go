package kernelrun

import (
	"math/bits"

	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/source"
)

// Access names an access of a kernel: where it is written, what it does, through which calls it is reached.
type Access struct {
	Kernel     string
	Block      [3]int64
	Start, End int
	Shared     bool
	Store      bool
	Width      int64
	Piece      int64 // bytes from the beginning of a struct that is moved in pieces
	Chain      uint64
}

// Tally sums up the requests of an access.
type Tally struct {
	Requests, Lanes, Actual, Ideal int64
	Calls                          []int // where the calls start that lead to it, innermost first
}

// request is one instruction of a warp.
type request struct {
	at     source.Span
	shared bool
	store  bool
	width  int64
	piece  int64
	chain  uint64
	path   uint64
	warp   int
	again  int
}

type lanes struct {
	addr [32]int64
	mask uint32
}

// called is the chain of calls with one more.
func (m *machine) called(chain uint64, at source.Span) uint64 {
	c := mixed(chain, uint64(at.Start))
	if _, ok := m.chains[c]; !ok {
		m.chains[c] = append([]int{int(at.Start)}, m.chains[chain]...)
	}
	return c
}

// cost notes a lane's part of a request. A struct goes in pieces of its alignment, of at most 16 bytes.
func (t *thread) cost(s space, addr uint64, n int64, writes bool) {
	if !t.m.options.Costs || t.atomic {
		return
	}
	step := n
	if n > 16 || n&(n-1) != 0 {
		step = 4
		for step*2 <= 16 && n%(step*2) == 0 {
			step *= 2
		}
		if n%step != 0 {
			step = 1
		}
	}
	for piece := int64(0); piece < n; piece += step {
		r := request{at: t.at, shared: s == sharedSpace, store: writes, width: step, piece: piece, chain: t.chain, path: t.path, warp: t.linear / 32}
		bit := uint32(1) << (t.linear % 32)
		for {
			l := t.block.reqs[r]
			if l == nil {
				l = &lanes{}
				t.block.reqs[r] = l
			}
			if l.mask&bit == 0 {
				l.mask |= bit
				l.addr[t.linear%32] = int64(addr) + piece
				break
			}
			r.again++
		}
	}
	if t.m.costOwner == nil {
		t.m.costOwner = t.launch
	}
}

// count adds the requests of a block up.
func (m *machine) count(b *block) {
	l := m.costOwner
	m.costOwner = nil
	if l == nil {
		return
	}
	for r, k := range b.reqs {
		a := Access{Kernel: l.fn.d.Name, Block: l.block, Start: int(r.at.Start), End: int(r.at.End), Shared: r.shared, Store: r.store, Width: r.width, Piece: r.piece, Chain: r.chain}
		y := m.tally[a]
		if y == nil {
			calls := m.chains[r.chain]
			y = &Tally{Calls: calls[:max(0, len(calls)-2)]}
			m.tally[a] = y
		}
		y.Requests++
		y.Lanes += int64(bits.OnesCount32(k.mask))
		if r.shared {
			n := gpu.Wavefronts(&k.addr, k.mask, int(r.width), r.store)
			y.Actual += int64(n)
			y.Ideal += int64(gpu.IdealWavefronts(n, k.mask, int(r.width)))
		} else {
			n := gpu.Sectors(&k.addr, k.mask, int(r.width))
			y.Actual += int64(n)
			y.Ideal += int64(gpu.IdealSectors(n, k.mask, int(r.width)))
		}
	}
}
