package indexmath

// Lanes is one 64-bit integer for each lane of a warp.
type Lanes [32]int64

const allLanes = ^uint32(0)

// Value is what an expression is in each lane. Bit l of Known says that lane l has a value; what V holds for the other lanes
// means nothing.
type Value struct {
	V     Lanes
	Known uint32
}

// Machine evaluates code for 32 lanes. It is for one goroutine. Every symbol is unbound at first, which means unknown in all lanes.
type Machine struct {
	code    *Code
	regs    []register
	clock   uint64
	changed []uint64 // by level: when a symbol of that level or a shallower one was last bound
	seen    []uint64 // by root: when it was last evaluated
	unknown Value
}

// register holds the value of one instruction. A uniform one has only V[0] set, unless full, and Known is 0 or all lanes.
type register struct {
	Value
	uniform bool
	full    bool
	at      uint64 // when it was computed
}

// NewMachine gives a machine with every symbol unbound.
func (c *Code) NewMachine() *Machine {
	m := &Machine{}
	m.Reset(c)
	return m
}

// Reset makes the machine one of the given code with every symbol unbound, in the memory that it has.
func (m *Machine) Reset(c *Code) {
	*m = Machine{code: c, regs: zeroed(m.regs, len(c.instrs)), changed: zeroed(m.changed, c.levels), seen: zeroed(m.seen, len(c.roots))}
	for i := range c.instrs {
		m.regs[i].uniform = true
		if c.instrs[i].op == opConst {
			m.regs[i].setUniform(c.instrs[i].val)
		}
	}
	m.touch(0)
}

// zeroed is n zero values, in the memory of s when it has room for them.
func zeroed[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// touch makes what depends on a level stale.
func (m *Machine) touch(level int32) {
	m.clock++
	for l := int(level); l < len(m.changed); l++ {
		m.changed[l] = m.clock
	}
}

// Slot is where the values of a symbol are bound; it saves looking for the symbol again and again.
type Slot int32

// Slot is that of a symbol; -1 for one that is in none of the expressions.
func (c *Code) Slot(s *Sym) Slot {
	if i, ok := c.syms[s]; ok {
		return Slot(i)
	}
	return -1
}

// Bind gives a symbol its values. A symbol that is in none of the expressions is ignored.
func (m *Machine) Bind(s *Sym, v *Value) { m.BindSlot(m.code.Slot(s), v) }

// BindSlot is Bind for the symbol of a slot.
func (m *Machine) BindSlot(i Slot, v *Value) {
	if i < 0 {
		return
	}
	if v.Known == 0 {
		m.unbind(i)
		return
	}
	if v.Known == allLanes && isUniform(&v.V) {
		m.bindUniform(i, v.V[0])
		return
	}
	r := &m.regs[i]
	if !r.uniform && r.Known == v.Known && r.V == v.V {
		return
	}
	r.Value, r.uniform = *v, false
	m.touch(m.code.instrs[i].level)
}

// BindUniform gives a symbol one value in all lanes.
func (m *Machine) BindUniform(s *Sym, v int64) {
	if i := m.code.Slot(s); i >= 0 {
		m.bindUniform(i, v)
	}
}

func (m *Machine) bindUniform(i Slot, v int64) {
	r := &m.regs[i]
	if r.uniform && r.Known == allLanes && r.V[0] == v {
		return
	}
	r.setUniform(v)
	m.touch(m.code.instrs[i].level)
}

// Unbind makes a symbol unknown in all lanes.
func (m *Machine) Unbind(s *Sym) {
	if i := m.code.Slot(s); i >= 0 {
		m.unbind(i)
	}
}

func (m *Machine) unbind(i Slot) {
	r := &m.regs[i]
	if r.Known == 0 {
		return
	}
	r.setUnknown()
	m.touch(m.code.instrs[i].level)
}

// Eval gives the values of the root of that number, counted as in the list given to Compile. It computes only what was made stale since.
// The result belongs to the machine and holds until the next call of any of its methods.
func (m *Machine) Eval(number int) *Value {
	r := &m.code.roots[number]
	if r.reg < 0 {
		return &m.unknown
	}
	if seen := m.seen[number]; seen != m.clock {
		for _, s := range r.steps {
			since := m.changed[s.level]
			if since <= seen {
				continue
			}
			for _, i := range s.instrs {
				if m.regs[i].at < since {
					m.exec(i)
					m.regs[i].at = m.clock
				}
			}
		}
		m.seen[number] = m.clock
	}
	out := &m.regs[r.reg]
	if out.uniform && !out.full {
		for l := range out.V {
			out.V[l] = out.V[0]
		}
		out.full = true
	}
	return &out.Value
}

func (r *register) setUniform(v int64) {
	r.V[0], r.Known, r.uniform, r.full = v, allLanes, true, false
}

func (r *register) setUnknown() {
	r.Known, r.uniform, r.full = 0, true, true
}

func isUniform(v *Lanes) bool {
	for _, x := range v {
		if x != v[0] {
			return false
		}
	}
	return true
}
