package kernelgen

// class says what the values of a type are.
type class uint8

const (
	integer class = iota
	floating
	record
	pointer
)

// ctype is a C++ type with its layout.
type ctype struct {
	name   string // as it is written
	real   string // what the name stands for, when it is a template parameter
	class  class
	size   int64
	align  int64
	signed bool
	rank   int // of integer conversion
	fields []field
	vector bool // one of CUDA's vector types
	elem   *ctype
}

type field struct {
	name   string
	typ    *ctype
	offset int64
}

var (
	tBool     = &ctype{name: "bool", size: 1, align: 1, rank: 0}
	tChar     = &ctype{name: "signed char", size: 1, align: 1, signed: true, rank: 1}
	tUChar    = &ctype{name: "unsigned char", size: 1, align: 1, rank: 1}
	tShort    = &ctype{name: "short", size: 2, align: 2, signed: true, rank: 2}
	tUShort   = &ctype{name: "unsigned short", size: 2, align: 2, rank: 2}
	tInt      = &ctype{name: "int", size: 4, align: 4, signed: true, rank: 3}
	tUInt     = &ctype{name: "unsigned", size: 4, align: 4, rank: 3}
	tLong     = &ctype{name: "long long", size: 8, align: 8, signed: true, rank: 4}
	tSize     = &ctype{name: "size_t", size: 8, align: 8, rank: 4}
	tFloat    = &ctype{name: "float", class: floating, size: 4, align: 4}
	tDouble   = &ctype{name: "double", class: floating, size: 8, align: 8}
	tFloat2   = vectorOf("float2", tFloat, 2)
	tFloat4   = vectorOf("float4", tFloat, 4)
	tInt2     = vectorOf("int2", tInt, 2)
	tInt4     = vectorOf("int4", tInt, 4)
	tUChar4   = vectorOf("uchar4", tUChar, 4)
	tDouble2  = vectorOf("double2", tDouble, 2)
	tShort2   = vectorOf("short2", tShort, 2)
	tFloat3   = recordOf("float3", tFloat, tFloat, tFloat)
	scalars   = []*ctype{tFloat, tFloat, tFloat, tDouble, tInt, tInt, tUInt, tUChar, tChar, tShort, tUShort, tLong}
	vectors   = []*ctype{tFloat2, tFloat4, tInt2, tInt4, tUChar4, tDouble2, tShort2}
	axisNames = [...]string{"x", "y", "z", "w"}
)

func vectorOf(name string, elem *ctype, n int) *ctype {
	t := recordOf(name, []*ctype{elem, elem, elem, elem}[:n]...)
	t.align, t.vector = t.size, true
	return t
}

// recordOf lays out a struct whose fields are called x, y, z, w.
func recordOf(name string, types ...*ctype) *ctype {
	t := &ctype{name: name, class: record, align: 1}
	for i, ft := range types {
		at := (t.size + ft.align - 1) / ft.align * ft.align
		t.fields = append(t.fields, field{axisNames[i], ft, at})
		t.size = at + ft.size
		t.align = max(t.align, ft.align)
	}
	t.size = (t.size + t.align - 1) / t.align * t.align
	return t
}

// uniform tells whether all fields are of one type that fills the record.
func (t *ctype) uniform() bool {
	for _, f := range t.fields {
		if f.typ != t.fields[0].typ {
			return false
		}
	}
	return t.size == int64(len(t.fields))*t.fields[0].typ.size
}

func pointerTo(t *ctype) *ctype {
	return &ctype{name: t.name + "*", class: pointer, size: 8, align: 8, elem: t}
}

// bounds are the least and the largest value of an integer type, as far as this package goes: those of 64 bits are cut.
func (t *ctype) bounds() (lo, hi int64) {
	if t == tBool {
		return 0, 1
	}
	bits := uint(8 * t.size)
	switch {
	case bits == 64 && t.signed:
		return -1 << 62, 1 << 62
	case bits == 64:
		return 0, 1 << 62
	case t.signed:
		return -1 << (bits - 1), 1<<(bits-1) - 1
	}
	return 0, 1<<bits - 1
}

// promoted is the type after integer promotion.
func (t *ctype) promoted() *ctype {
	if t.rank < tInt.rank {
		return tInt
	}
	return t
}

// common is the type that the usual arithmetic conversions give.
func common(a, b *ctype) *ctype {
	switch {
	case a.class == floating || b.class == floating:
		if a == tDouble || b == tDouble {
			return tDouble
		}
		return tFloat
	}
	a, b = a.promoted(), b.promoted()
	switch {
	case a.rank > b.rank:
		return a
	case b.rank > a.rank:
		return b
	case !a.signed:
		return a
	}
	return b
}

// wrap is the value that a conversion to an integer type gives.
func (t *ctype) wrap(v int64) int64 {
	switch t {
	case tBool:
		if v != 0 {
			return 1
		}
		return 0
	case tChar:
		return int64(int8(v))
	case tUChar:
		return int64(uint8(v))
	case tShort:
		return int64(int16(v))
	case tUShort:
		return int64(uint16(v))
	case tInt:
		return int64(int32(v))
	case tUInt:
		return int64(uint32(v))
	}
	return v // of 64 bits: unsigned ones beyond 2^63 are kept as negative numbers
}
