package indexmath

import (
	"math"
	"math/bits"
)

// exec computes one instruction.
func (m *Machine) exec(i int32) {
	in, out := &m.code.instrs[i], &m.regs[i]
	switch in.op {
	case opSum:
		m.execSum(in, out)
	case opProd:
		m.execProd(in, out)
	case opLAnd, opLOr:
		m.execConnect(in, out)
	case opSelect:
		m.execSelect(in, out)
	case opCast:
		m.execCast(in, out)
	default:
		m.execBinary(in, out)
	}
}

func (m *Machine) execSum(in *instr, out *register) {
	base, known, uniform := in.val, allLanes, true
	for j, a := range in.args {
		r := &m.regs[a]
		known &= r.Known
		if r.uniform {
			base += in.coefs[j] * r.V[0]
		} else {
			uniform = false
		}
	}
	switch {
	case known == 0:
		out.setUnknown()
		return
	case uniform:
		out.setUniform(base)
		return
	}
	first := true
	for j, a := range in.args {
		r := &m.regs[a]
		if r.uniform {
			continue
		}
		k := in.coefs[j]
		if first {
			for l := range out.V {
				out.V[l] = base + k*r.V[l]
			}
			first = false
			continue
		}
		for l := range out.V {
			out.V[l] += k * r.V[l]
		}
	}
	out.Known, out.uniform = known, false
}

// execProd: a factor that is known to be 0 settles a lane.
func (m *Machine) execProd(in *instr, out *register) {
	scalar, known, uniform := int64(1), allLanes, true
	zero := uint32(0)
	for _, a := range in.args {
		r := &m.regs[a]
		known &= r.Known
		if !r.uniform {
			uniform = false
			continue
		}
		if r.Known != 0 {
			scalar *= r.V[0]
			if r.V[0] == 0 {
				out.setUniform(0)
				return
			}
		}
	}
	if uniform {
		if known == 0 {
			out.setUnknown()
		} else {
			out.setUniform(scalar)
		}
		return
	}
	first := true
	for _, a := range in.args {
		r := &m.regs[a]
		if r.uniform {
			continue
		}
		if known != allLanes {
			zero |= zeroLanes(r)
		}
		if first {
			for l := range out.V {
				out.V[l] = scalar * r.V[l]
			}
			first = false
			continue
		}
		for l := range out.V {
			out.V[l] *= r.V[l]
		}
	}
	for z := zero; z != 0; z &= z - 1 {
		out.V[bits.TrailingZeros32(z)] = 0
	}
	out.Known, out.uniform = known|zero, false
}

// zeroLanes are the lanes that are known to be 0.
func zeroLanes(r *register) (zero uint32) {
	for l, v := range r.V {
		if v == 0 {
			zero |= 1 << l
		}
	}
	return zero & r.Known
}

// execConnect: an operand that decides settles a lane, whether the others are known or not.
func (m *Machine) execConnect(in *instr, out *register) {
	settled, all := uint32(0), allLanes // lanes with a deciding operand; lanes where all are known
	for _, a := range in.args {
		r := &m.regs[a]
		all &= r.Known
		zero := uint32(0)
		if r.uniform {
			if r.Known != 0 && r.V[0] == 0 {
				zero = allLanes
			}
		} else {
			zero = zeroLanes(r)
		}
		if in.op == opLAnd {
			settled |= zero
		} else {
			settled |= r.Known &^ zero
		}
	}
	ones := settled
	if in.op == opLAnd {
		ones = all &^ settled
	}
	out.setBits(ones, settled|all)
}

// setBits makes lanes 1 where the bit is set and 0 elsewhere.
func (r *register) setBits(ones, known uint32) {
	switch {
	case known == 0:
		r.setUnknown()
	case known == allLanes && ones == 0:
		r.setUniform(0)
	case known == allLanes && ones == allLanes:
		r.setUniform(1)
	default:
		for l := range r.V {
			r.V[l] = int64(ones >> l & 1)
		}
		r.Known, r.uniform = known, false
	}
}

func (m *Machine) execSelect(in *instr, out *register) {
	c, x, y := &m.regs[in.args[0]], &m.regs[in.args[1]], &m.regs[in.args[2]]
	if c.uniform {
		switch {
		case c.Known == 0:
			out.setUnknown()
		case c.V[0] != 0:
			out.copyOf(x)
		default:
			out.copyOf(y)
		}
		return
	}
	known := uint32(0)
	for l := range out.V {
		from := x
		if c.V[l] == 0 {
			from = y
		}
		at := l
		if from.uniform {
			at = 0
		}
		out.V[l] = from.V[at]
		known |= from.Known & (1 << l)
	}
	out.finish(known & c.Known)
}

func (r *register) copyOf(x *register) {
	if x.uniform {
		r.V[0], r.Known, r.uniform, r.full = x.V[0], x.Known, true, false
		return
	}
	r.Value, r.uniform = x.Value, false
}

// finish completes a register whose V is set in all lanes.
func (r *register) finish(known uint32) {
	switch {
	case known == 0:
		r.setUnknown()
	case known == allLanes && isUniform(&r.V):
		r.Known, r.uniform, r.full = known, true, true
	default:
		r.Known, r.uniform = known, false
	}
}

func (m *Machine) execCast(in *instr, out *register) {
	x := &m.regs[in.args[0]]
	width, signed := int(in.val), false
	if width < 0 {
		width, signed = -width, true
	}
	switch {
	case x.Known == 0:
		out.setUnknown()
	case x.uniform:
		out.setUniform(wrap(x.V[0], width, signed))
	default:
		for l := range out.V {
			out.V[l] = wrap(x.V[l], width, signed)
		}
		out.finish(x.Known)
	}
}

// decides gives the operand that settles a bitwise operator whatever the other is.
func decides(o op) (v int64, ok bool) {
	switch o {
	case opAnd:
		return 0, true
	case opOr:
		return -1, true
	}
	return 0, false
}

func (m *Machine) execBinary(in *instr, out *register) {
	x, y := &m.regs[in.args[0]], &m.regs[in.args[1]]
	if v, ok := decides(in.op); ok && (x.Known != allLanes || y.Known != allLanes) {
		m.execDecided(in.op, v, x, y, out)
		return
	}
	known := x.Known & y.Known
	if known == 0 {
		out.setUnknown()
		return
	}
	if x.uniform && y.uniform {
		if v, ok := compute(in.op, x.V[0], y.V[0]); ok {
			out.setUniform(v)
		} else {
			out.setUnknown()
		}
		return
	}
	if y.uniform && y.V[0] > 0 && (in.op == opDiv || in.op == opMod) {
		divideBy(in.op, &x.V, y.V[0], &out.V)
		out.finish(known)
		return
	}
	var spread Lanes
	a, b := x.lanes(&spread), y.lanes(&spread)
	out.finish(known & computeLanes(in.op, a, b, &out.V))
}

// lanes gives all 32 values of a register; to holds them when it is uniform.
func (r *register) lanes(to *Lanes) *Lanes {
	if !r.uniform || r.full {
		return &r.V
	}
	for l := range to {
		to[l] = r.V[0]
	}
	return to
}

// execDecided is a bitwise operator with lanes that are not known.
func (m *Machine) execDecided(o op, v int64, x, y, out *register) {
	var sx, sy Lanes
	a, b := x.lanes(&sx), y.lanes(&sy)
	known := x.Known & y.Known
	for l := range out.V {
		bit := uint32(1) << l
		if x.Known&bit != 0 && a[l] == v || y.Known&bit != 0 && b[l] == v {
			out.V[l] = v
			known |= bit
			continue
		}
		out.V[l], _ = compute(o, a[l], b[l])
	}
	out.finish(known)
}

// divideBy computes x/d or x%d for d above 0.
func divideBy(o op, x *Lanes, d int64, out *Lanes) {
	if d&(d-1) == 0 {
		k := uint(bits.TrailingZeros64(uint64(d)))
		for l, v := range x {
			q := (v + v>>63&(d-1)) >> k
			if o == opMod {
				q = v - q<<k
			}
			out[l] = q
		}
		return
	}
	var all uint64
	for _, v := range x {
		all |= uint64(v)
	}
	if (all|uint64(d))>>32 == 0 {
		// With c = 2^64/d rounded up, v/d is c*v/2^64 rounded down: the excess of c, below 1, counts v times over 2^64, which is less
		// than 2^-32 and so than the 1/d by which v/d may fall short of the next integer.
		c := math.MaxUint64/uint64(d) + 1
		for l, v := range x {
			q, _ := bits.Mul64(c, uint64(v))
			if o == opMod {
				q = uint64(v) - q*uint64(d)
			}
			out[l] = int64(q)
		}
		return
	}
	for l, v := range x {
		if o == opDiv {
			out[l] = v / d
		} else {
			out[l] = v % d
		}
	}
}
