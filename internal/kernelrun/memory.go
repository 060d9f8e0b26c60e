package kernelrun

import (
	"encoding/binary"
	"math"
)

type space uint8

const (
	hostSpace space = iota
	globalSpace
	sharedSpace
	constantSpace
	localSpace
	managedSpace
)

// object is a stretch of memory. An address is the object's number in its upper half and the byte in the lower one, so each object
// begins at a multiple of whatever alignment is asked for, and what leaves one is in none.
type object struct {
	space  space
	data   []byte
	known  []byte // 1: was written
	shadow []cell // of memory that threads share
	freed  bool
	owner  *thread // of local memory
}

// stamp tells who touched a byte last.
type stamp struct {
	launch, thread int32
	block          int32
	epoch, turn    int32 // barriers of the block and of the warp that were passed
	atomic         bool
}

type cell struct{ wrote, read, other stamp }

type place struct {
	t    *typ
	addr uint64
}

func (m *machine) allocate(s space, n int64) uint64 {
	if n < 0 || n > 1<<28 || m.bytes+n > 1<<30 {
		panic(m.unknownf("%d bytes of memory", n))
	}
	m.bytes += n
	m.objects = append(m.objects, &object{space: s, data: make([]byte, n), known: make([]byte, n)})
	return uint64(len(m.objects)-1) << 32
}

// find is the object behind an address with room for n bytes there.
func (t *thread) find(addr uint64, n int64) (*object, int64) {
	id, at := addr>>32, int64(uint32(addr))
	if id == 0 || id >= uint64(len(t.m.objects)) {
		panic(t.fault(OutOfBounds, "address %#x is of no object", addr))
	}
	o := t.m.objects[id]
	if o.freed {
		panic(t.fault(OutOfBounds, "the memory was freed"))
	}
	if at+n > int64(len(o.data)) {
		panic(t.fault(OutOfBounds, "byte %d of an object of %d", at+n-1, len(o.data)))
	}
	switch {
	case t.launch == nil && (o.space == globalSpace || o.space == sharedSpace):
		panic(t.fault(OutOfBounds, "the host touches memory of the device"))
	case t.launch != nil && o.space == hostSpace && !t.m.constant[id]:
		panic(t.fault(OutOfBounds, "a kernel touches memory of the host"))
	case o.space == localSpace && o.owner != t && o.owner != nil:
		panic(t.unknown("memory of another thread"))
	}
	return o, at
}

// read gives the bytes of an access and whether all of them were written before. It notes the access.
func (t *thread) read(addr uint64, n int64, check bool) (b []byte, known []byte) {
	o, at := t.find(addr, n)
	if t.launch != nil && (o.space == sharedSpace || o.space == globalSpace) {
		t.touch(o, addr, n, false, nil)
	}
	b, known = o.data[at:at+n], o.known[at:at+n]
	if check {
		for _, k := range known {
			if k == 0 {
				t.note(Unwritten, "%d bytes that nobody wrote", n)
				break
			}
		}
	}
	return b, known
}

func (t *thread) write(addr uint64, b, known []byte) {
	o, at := t.find(addr, int64(len(b)))
	if t.launch != nil && (o.space == sharedSpace || o.space == globalSpace) {
		t.touch(o, addr, int64(len(b)), true, b)
	}
	copy(o.data[at:], b)
	if known != nil {
		copy(o.known[at:], known)
		return
	}
	for i := range b {
		o.known[at+int64(i)] = 1
	}
}

// aligned notes an access whose address is no multiple of what its type asks for.
func (t *thread) aligned(addr uint64, align int64) {
	if align > 1 && addr&uint64(align-1) != 0 {
		t.note(Misaligned, "address ..%02x is no multiple of %d", addr&255, align)
	}
}

// load reads a value.
func (t *thread) load(p place) value {
	ty := p.t
	switch ty.kind {
	case referenceKind:
		return t.load(t.through(p))
	case arrayKind:
		return value{t: pointerTo(ty.elem), i: int64(p.addr)}
	case voidKind:
		return value{t: tVoid}
	case recordKind, vectorKind:
		t.aligned(p.addr, ty.align)
		b, known := t.read(p.addr, ty.size, false)
		return value{t: ty, b: append([]byte(nil), b...), known: append([]byte(nil), known...)}
	}
	t.aligned(p.addr, ty.align)
	b, _ := t.read(p.addr, ty.size, true)
	return decode(ty, b)
}

// through follows a reference that is kept in memory.
func (t *thread) through(p place) place {
	b, _ := t.read(p.addr, 8, true)
	return place{p.t.elem, binary.LittleEndian.Uint64(b)}
}

func decode(ty *typ, b []byte) value {
	v := value{t: ty}
	if ty.kind == floatKind {
		switch ty.size {
		case 2:
			v.f = halfOf(binary.LittleEndian.Uint16(b))
		case 4:
			v.f = float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
		default:
			v.f = math.Float64frombits(binary.LittleEndian.Uint64(b))
		}
		return v
	}
	switch ty.size {
	case 1:
		v.i = int64(b[0])
		if ty.signed {
			v.i = int64(int8(b[0]))
		}
	case 2:
		u := binary.LittleEndian.Uint16(b)
		v.i = int64(u)
		if ty.signed {
			v.i = int64(int16(u))
		}
	case 4:
		u := binary.LittleEndian.Uint32(b)
		v.i = int64(u)
		if ty.signed {
			v.i = int64(int32(u))
		}
	default:
		v.i = int64(binary.LittleEndian.Uint64(b))
	}
	return v
}

func encode(v value, buf *[8]byte) []byte {
	ty := v.t
	if ty.kind == floatKind {
		if ty.size == 2 {
			binary.LittleEndian.PutUint16(buf[:], halfBits(v.f))
			return buf[:2]
		}
		if ty.size == 4 {
			binary.LittleEndian.PutUint32(buf[:], math.Float32bits(float32(v.f)))
			return buf[:4]
		}
		binary.LittleEndian.PutUint64(buf[:], math.Float64bits(v.f))
		return buf[:8]
	}
	binary.LittleEndian.PutUint64(buf[:], uint64(v.i))
	return buf[:ty.size]
}

// store writes a value, converted to the place's type.
func (t *thread) store(p place, v value) {
	if p.t.kind == referenceKind {
		p = t.through(p)
	}
	v = t.convert(v, p.t)
	t.aligned(p.addr, p.t.align)
	switch p.t.kind {
	case vectorKind:
		t.copyVector(p, v)
	case recordKind:
		t.write(p.addr, v.b, v.known)
	default:
		var buf [8]byte
		t.write(p.addr, encode(v, &buf), nil)
	}
}

// touch notes an access of a kernel to memory that threads share: for races and for what it costs.
func (t *thread) touch(o *object, addr uint64, n int64, writes bool, b []byte) {
	if t.asking {
		return
	}
	t.cost(o.space, addr, n, writes)
	if o.shadow == nil {
		o.shadow = make([]cell, len(o.data))
	}
	me := stamp{t.launch.number, int32(t.linear), t.block.number, t.block.epoch, t.turn, t.atomic}
	at := int64(uint32(addr))
	for i := at; i < at+n; i++ {
		c := &o.shadow[i]
		switch {
		case !writes:
			if t.clash(&c.wrote, &me) {
				t.race(o, i, "reads what another thread writes")
			}
			if c.read.launch != me.launch || c.read.thread == me.thread && c.read.block == me.block {
				c.read = me
			} else {
				c.other, c.read = c.read, me
			}
		default:
			same := b != nil && o.data[i] == b[i-at] && o.known[i] != 0
			if !same && (t.clash(&c.wrote, &me) || t.clash(&c.read, &me) || t.clash(&c.other, &me)) {
				t.race(o, i, "writes what another thread uses")
			}
			c.wrote = me
		}
	}
}

func (t *thread) race(o *object, at int64, what string) {
	where := "global"
	if o.space == sharedSpace {
		where = "shared"
	}
	t.note(Race, "thread %d %s: byte %d of %s memory", t.linear, what, at, where)
}

// clash reports whether nothing orders two accesses.
func (t *thread) clash(was, me *stamp) bool {
	switch {
	case was.launch != me.launch || was.atomic && me.atomic:
		return false
	case was.block != me.block:
		return true
	case was.thread == me.thread || was.epoch != me.epoch:
		return false
	}
	return was.thread/32 != me.thread/32 || was.turn == me.turn
}
