package kernelrun

import (
	"encoding/binary"

	"github.com/cudalint/cudalint/ast"
)

// A std::vector is three words: where its elements are, how many there are, how many there is room for.

func (t *thread) word(p place, i uint64) int64 {
	b, _ := t.read(p.addr+8*i, 8, true)
	return int64(binary.LittleEndian.Uint64(b))
}

func (t *thread) setWords(p place, data, n, room int64) {
	var b [24]byte
	binary.LittleEndian.PutUint64(b[:], uint64(data))
	binary.LittleEndian.PutUint64(b[8:], uint64(n))
	binary.LittleEndian.PutUint64(b[16:], uint64(room))
	t.write(p.addr, b[:], nil)
}

func (t *thread) vectorData(p place) int64 { return t.word(p, 0) }
func (t *thread) vectorLen(p place) int64  { return t.word(p, 1) }

func (t *thread) vectorAt(p place, i int64) place {
	return place{p.t.elem, uint64(t.vectorData(p) + i*p.t.elem.size)}
}

// resizeVector keeps the elements that it had; new ones are zero.
func (t *thread) resizeVector(p place, n int64) {
	if t.launch != nil {
		panic(t.unknown("std::vector in a kernel"))
	}
	data, had, room := t.word(p, 0), t.word(p, 1), t.word(p, 2)
	if n > room {
		fresh := t.m.allocate(hostSpace, max(n, 2*room)*p.t.elem.size)
		if had > 0 {
			b, known := t.read(uint64(data), had*p.t.elem.size, false)
			t.write(fresh, b, known)
		}
		data, room = int64(fresh), max(n, 2*room)
	}
	t.setWords(p, data, n, room)
	if n > had {
		t.write(uint64(data+had*p.t.elem.size), make([]byte, (n-had)*p.t.elem.size), nil)
		for i := had; i < n && p.t.elem.kind == recordKind; i++ {
			t.byDefault(t.vectorAt(p, i))
		}
	}
}

func (t *thread) constructVector(p place, args []value) {
	t.zero(p)
	switch {
	case len(args) == 0:
	case len(args) == 1 && args[0].t.kind == vectorKind:
		t.copyVector(p, args[0])
	case len(args) <= 2 && args[0].t.number():
		t.resizeVector(p, args[0].i)
		for i := int64(0); len(args) == 2 && i < args[0].i; i++ {
			t.store(t.vectorAt(p, i), args[1])
		}
	case len(args) == 2 && args[0].t.kind == pointerKind:
		n := (args[1].i - args[0].i) / p.t.elem.size
		t.resizeVector(p, n)
		for i := range n {
			t.store(t.vectorAt(p, i), t.load(place{args[0].t.elem, uint64(args[0].i + i*args[0].t.elem.size)}))
		}
	default:
		panic(t.unknown("construction of a vector"))
	}
}

// copyVector gives a place the elements of a vector.
func (t *thread) copyVector(p place, v value) {
	if v.t != p.t {
		panic(t.unknown("a vector of other elements"))
	}
	data, n := int64(binary.LittleEndian.Uint64(v.b)), int64(binary.LittleEndian.Uint64(v.b[8:]))
	t.zero(p)
	if n == 0 {
		return
	}
	fresh := t.m.allocate(hostSpace, n*p.t.elem.size)
	b, known := t.read(uint64(data), n*p.t.elem.size, false)
	t.write(fresh, b, known)
	t.setWords(p, int64(fresh), n, n)
}

func (t *thread) vectorMethod(p place, name string, x *ast.Call) (value, place) {
	elem := pointerTo(p.t.elem)
	switch name {
	case "data", "begin", "cbegin":
		return value{t: elem, i: t.vectorData(p)}, place{}
	case "end", "cend":
		return value{t: elem, i: t.vectorData(p) + t.vectorLen(p)*p.t.elem.size}, place{}
	case "size":
		return value{t: tULong, i: t.vectorLen(p)}, place{}
	case "empty":
		return truthValue(t.vectorLen(p) == 0), place{}
	case "front":
		return value{}, t.vectorAt(p, 0)
	case "back":
		return value{}, t.vectorAt(p, t.vectorLen(p)-1)
	case "at":
		i := t.val(x.Args[0]).i
		if i < 0 || i >= t.vectorLen(p) {
			panic(t.fault(OutOfBounds, "element %d", i))
		}
		return value{}, t.vectorAt(p, i)
	case "resize", "assign":
		args := t.values(x.Args)
		if args[0].t.kind == pointerKind {
			t.constructVector(p, args)
			return value{t: tVoid}, place{}
		}
		had := t.vectorLen(p)
		if name == "assign" {
			had = 0
		}
		t.resizeVector(p, args[0].i)
		for i := had; len(args) == 2 && i < args[0].i; i++ {
			t.store(t.vectorAt(p, i), args[1])
		}
		return value{t: tVoid}, place{}
	case "push_back", "emplace_back":
		v := t.construct(p.t.elem, t.values(x.Args))
		n := t.vectorLen(p)
		t.resizeVector(p, n+1)
		t.store(t.vectorAt(p, n), v)
		return value{t: tVoid}, place{}
	case "reserve", "clear":
		if name == "clear" {
			t.setWords(p, t.word(p, 0), 0, t.word(p, 2))
		}
		return value{t: tVoid}, place{}
	}
	panic(t.unknown("vector.%s", name))
}
