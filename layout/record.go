package layout

// The layout of a class, after the Itanium C++ ABI (section 2.4, "Non-POD Class Types"), as gcc follows it.
//
// Members are placed in order, each at the next multiple of its alignment; the class is as aligned as its most aligned part and
// its size is a multiple of that. What goes beyond C:
//   - An empty base takes no room: it goes to offset 0, or further on when an object of the same type already begins there.
//   - The padding at the end of a base is used by what follows, unless the base is plain old data:
//     struct A { A(); int i; char c; }; struct B : A { char d; };   puts d at 5, and at 8 when A has no constructor.
//   - A class with virtual functions begins with an 8-byte pointer, unless a base brings one.
//   - A bit-field goes to the next free bit unless it would cross more storage units than its type has; then to the next unit.
//
// Virtual bases cannot be described and are for the caller to leave unknown. Once a member's size is not known, neither is the
// offset of what follows it nor the size of the class.

// Member is a data member as declared.
type Member struct {
	Name    string // "" for an anonymous struct or union, and for unnamed bit-fields
	Type    *Type
	Bits    int
	HasBits bool  // a bit-field, of width Bits; 0 is a break
	Align   int64 // alignas on the member, in bytes; 0 for none
}

// RecordSpec is a struct, class or union as declared.
type RecordSpec struct {
	Name    string
	Union   bool
	Bases   []*Type
	Members []Member
	Align   int64 // alignas or __align__, in bytes; 0 for none
	Pack    int64 // #pragma pack(n) in bytes, 1 for the packed attribute; 0 for none
	Virtual bool  // declares a virtual function
	NonPOD  bool  // has a constructor, destructor, copy assignment or members that are not public
}

// Bounds on classes. One of more bytes, or whose objects lie deeper inside of each other, is left without a size: what walks over
// objects stays short, and offsets stay far from overflowing.
const (
	maxSize   = 1 << 40 // bytes
	maxNested = 4000    // objects inside of objects
	maxEmpty  = 4096    // looks at objects inside of one, for empty ones
)

type abi struct {
	nested   int   // the most objects that lie inside of each other
	over     bool  // one of the bounds is exceeded
	hollow   bool  // an object of an empty class is it, or lies in it
	dataSize int64 // bytes that a derived class must leave alone
	empty    bool
	dynamic  bool // has a virtual table pointer
	pod      bool
}

// RecordOf lays out a class.
func RecordOf(s RecordSpec) *Type {
	t := Declare(s.Name, s.Union)
	t.Define(s)
	return t
}

// Declare is a class that is not defined yet, for pointers to it; Define completes it.
func Declare(name string, union bool) *Type {
	return &Type{Kind: Record, Name: name, Union: union}
}

// Define lays out a declared class in place. It is called once, before the type is shared.
func (t *Type) Define(s RecordSpec) {
	b := builder{spec: s, t: t, align: 1, sized: true, abi: abi{pod: !s.NonPOD && !s.Virtual && len(s.Bases) == 0}, empties: map[emptyAt]bool{}}
	b.bases()
	for i, m := range s.Members {
		b.member(m, i == len(s.Members)-1)
	}
	b.finish()
}

// emptyAt is an object of an empty class at an offset; no two of one type may share one.
type emptyAt struct {
	t   *Type
	off int64
}

type builder struct {
	spec     RecordSpec
	t        *Type
	bits     int64 // first free bit
	size     int64 // bytes, before the final rounding
	emptyEnd int64 // where the empty bases end; an over-aligned one may reach beyond the last member
	align    int64
	sized    bool
	abi      abi
	empties  map[emptyAt]bool
	looks    int // at objects, for empty ones
}

func (b *builder) next() int64 { return (b.bits + 7) / 8 }

func (b *builder) capped(align int64) int64 {
	if b.spec.Pack > 0 && align > b.spec.Pack {
		return b.spec.Pack
	}
	return max(align, 1)
}

func (b *builder) bases() {
	b.abi.empty = !b.spec.Virtual && !b.spec.Union
	primary := -1
	for i, base := range b.spec.Bases {
		if base != nil && base.abi != nil && base.abi.dynamic {
			primary = i
			break
		}
	}
	switch {
	case primary >= 0:
		b.base(b.spec.Bases[primary])
	case b.spec.Virtual:
		b.bits, b.align = 64, b.capped(8)
	}
	for i, base := range b.spec.Bases {
		if i != primary {
			b.base(base)
		}
	}
	b.abi.dynamic = b.spec.Virtual || primary >= 0
}

func (b *builder) base(base *Type) {
	if base == nil {
		base = unknown
	}
	f := Field{Name: base.Name, Type: base, Offset: -1, Base: true}
	if base.Kind != Record || !base.Sized() {
		b.sized, b.abi.empty = false, false
	}
	if !b.sized {
		b.t.Fields = append(b.t.Fields, f)
		return
	}
	align := b.capped(base.Align)
	if base.abi.empty {
		f.Offset = 0
		if b.collides(base, 0) {
			f.Offset = b.vacant(base, alignUp(b.next(), align), align)
		}
		b.emptyEnd = max(b.emptyEnd, f.Offset+base.Size)
	} else {
		b.abi.empty = false
		f.Offset = b.vacant(base, alignUp(b.next(), align), align)
		b.bits = (f.Offset + base.abi.dataSize) * 8
	}
	b.add(f, align, f.Offset+base.Size)
}

func (b *builder) member(m Member, last bool) {
	if m.HasBits {
		b.bitField(m)
		return
	}
	b.abi.empty = false
	ty := m.Type
	if ty == nil {
		ty = unknown
	}
	b.abi.pod = b.abi.pod && plain(ty)
	f := Field{Name: m.Name, Type: ty, Offset: -1}
	if !b.sized {
		b.t.Fields = append(b.t.Fields, f)
		return
	}
	if ty.Align == 0 {
		b.sized = false
		b.t.Fields = append(b.t.Fields, f)
		return
	}
	align := b.capped(max(ty.Align, m.Align))
	if !b.spec.Union {
		f.Offset = b.vacant(ty, alignUp(b.next(), align), align)
		b.bits = (f.Offset + ty.Size) * 8
	} else {
		f.Offset = 0
	}
	b.add(f, align, f.Offset+ty.Size)
	b.sized = ty.Sized()
}

func (b *builder) bitField(m Member) {
	if m.Bits > 0 {
		b.abi.empty = false
	}
	if m.Type == nil || !m.Type.Sized() || m.Bits < 0 {
		b.sized, b.abi.empty = false, false
	}
	f := Field{Name: m.Name, Type: m.Type, Offset: -1, Bits: m.Bits}
	if !b.sized {
		if m.Name != "" {
			b.t.Fields = append(b.t.Fields, f)
		}
		return
	}
	unit, width := m.Type.Size*8, int64(m.Bits)
	align := b.capped(max(m.Type.Align, m.Align))
	if b.spec.Union {
		b.bits = 0
	}
	switch {
	case width == 0:
		b.bits = alignUp(b.bits, align*8)
		return
	case m.Align > 0:
		b.bits = alignUp(b.bits, align*8)
	case b.spec.Pack == 0 && b.bits%unit+width > unit:
		b.bits = alignUp(b.bits, unit)
	}
	first := b.bits
	b.bits += width
	if m.Name == "" {
		b.size = max(b.size, b.next())
		return
	}
	f.Offset = first / unit * m.Type.Size
	if first%unit+width > unit {
		f.Offset = first / 8
	}
	f.BitOffset = int(first - f.Offset*8)
	b.add(f, align, b.next())
}

// add records a placed field that ends at byte end.
func (b *builder) add(f Field, align, end int64) {
	b.t.Fields = append(b.t.Fields, f)
	b.align = max(b.align, align)
	b.size = max(b.size, end)
	if inner := innermost(f.Type); inner.abi != nil {
		b.abi.nested = max(b.abi.nested, inner.abi.nested+1)
		b.abi.hollow = b.abi.hollow || inner.abi.hollow
	}
	if f.Bits == 0 {
		b.eachEmpty(f.Type, f.Offset, func(e emptyAt) bool {
			b.empties[e] = true
			return true
		})
	}
}

// innermost is what an array is made of, and every other type itself.
func innermost(t *Type) *Type {
	for t != nil && t.Kind == Array && t.Elem != nil {
		t = t.Elem
	}
	if t == nil {
		return unknown
	}
	return t
}

// vacant is the first offset from off on, in steps of align, where no empty object of t meets one of its own type.
func (b *builder) vacant(t *Type, off, align int64) int64 {
	for b.collides(t, off) {
		off += align
	}
	return off
}

func (b *builder) collides(t *Type, off int64) bool {
	if len(b.empties) == 0 {
		return false
	}
	return !b.eachEmpty(t, off, func(e emptyAt) bool { return !b.empties[e] })
}

// eachEmpty visits the objects of empty classes inside an object of type t at off until visit returns false, and reports
// whether it went through all. Of an array it looks at the first elements only, and at no more objects than maxEmpty for one class.
func (b *builder) eachEmpty(t *Type, off int64, visit func(emptyAt) bool) bool {
	const elements = 64
	if inner := innermost(t); inner.abi == nil || !inner.abi.hollow {
		return true
	}
	if b.looks++; b.looks > maxEmpty {
		return true
	}
	switch {
	case t == nil:
		return true
	case t.Kind == Array:
		if t.Elem == nil || t.Elem.Kind != Record && t.Elem.Kind != Array {
			return true
		}
		for i := int64(0); i < min(t.Len, elements); i++ {
			if !b.eachEmpty(t.Elem, off+i*t.Elem.Size, visit) {
				return false
			}
		}
		return true
	case t.Kind != Record || t.abi == nil:
		return true
	}
	if t.abi.empty && !visit(emptyAt{t, off}) {
		return false
	}
	for _, f := range t.Fields {
		if f.Offset >= 0 && f.Bits == 0 && !b.eachEmpty(f.Type, off+f.Offset, visit) {
			return false
		}
	}
	return true
}

// Over reports whether a class has no size because it exceeds a bound, not because of what it holds.
func (t *Type) Over() bool { return t.abi != nil && t.abi.over }

func (b *builder) finish() {
	b.align = max(b.align, b.spec.Align)
	if max(b.size, b.next(), b.align) > maxSize || b.abi.nested > maxNested || b.looks > maxEmpty {
		b.abi.over, b.sized = b.sized, false
	}
	b.abi.hollow = b.abi.hollow || b.abi.empty
	b.abi.pod = b.abi.pod && b.sized
	b.t.abi = &b.abi
	b.t.Align = b.align
	if !b.sized {
		b.t.Align = 0
		return
	}
	b.t.Size = alignUp(max(b.size, b.next(), 1), b.align)
	b.abi.dataSize = max(b.emptyEnd, b.next())
	if b.abi.pod || b.spec.Union {
		b.abi.dataSize = b.t.Size
	}
}

// plain reports whether a member of type t leaves its class plain old data.
func plain(t *Type) bool {
	for t.Kind == Array {
		t = t.Elem
	}
	return t.Kind != Record || t.abi != nil && t.abi.pod
}
