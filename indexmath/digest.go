package indexmath

import "hash/maphash"

// digest identifies the structure of a node: 128 bits, so that two different structures of one run share one with a probability
// that is nil for practical purposes (some 1e-21 for a billion nodes). Comparing digests makes equality take constant
// time whatever the size of the graph. It depends on addresses: nothing that is printed may be ordered by it.
type digest struct{ a, b uint64 }

var seedA, seedB = maphash.MakeSeed(), maphash.MakeSeed()

func scramble(v uint64) uint64 {
	v ^= v >> 32
	v *= 0xd6e8feb86659fd93
	v ^= v >> 32
	v *= 0xd6e8feb86659fd93
	return v ^ v>>32
}

func (d digest) with(v digest) digest {
	return digest{
		scramble(d.a*0x9e3779b97f4a7c15 + scramble(v.a^0x5851f42d4c957f2d)),
		scramble(d.b*0xc2b2ae3d27d4eb4f + scramble(v.b^0x14057b7ef767814f)),
	}
}

func (d digest) withInt(v int64) digest {
	return d.with(digest{uint64(v), uint64(v) * 0xff51afd7ed558ccd})
}

func (d digest) plus(v digest) digest { return digest{d.a + v.a, d.b + v.b} }

// digest of a node from those of its arguments. Where the order of the arguments does not matter, theirs are added up.
func (n *node) digest() digest {
	d := digest{}.withInt(int64(n.op)).withInt(n.val)
	switch n.op {
	case opSym:
		return d.with(digest{maphash.Comparable(seedA, n.sym), maphash.Comparable(seedB, n.sym)})
	case opSum:
		var all digest
		for _, t := range n.terms {
			all = all.plus(t.t.id.withInt(t.k))
		}
		return d.with(all)
	case opProd, opAnd, opOr, opXor, opMin, opMax, opEq, opNe, opLAnd, opLOr:
		var all digest
		for _, a := range n.args {
			all = all.plus(a.id.withInt(1))
		}
		return d.with(all)
	}
	for _, a := range n.args {
		d = d.with(a.id)
	}
	return d
}
