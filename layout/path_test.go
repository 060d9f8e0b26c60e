package layout

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestString(t *testing.T) {
	f := b("float")
	row := ArrayOf(f, 33)
	for want, ty := range map[string]*Type{
		"float":           f,
		"float4":          b("float4"),
		"float *":         PointerTo(f),
		"float **":        PointerTo(PointerTo(f)),
		"float [32][33]":  ArrayOf(row, 32),
		"float (*)[33]":   PointerTo(row),
		"float *[4]":      ArrayOf(PointerTo(f), 4),
		"float (*[4])[2]": ArrayOf(PointerTo(ArrayOf(f, 2)), 4),
		"float []":        ArrayOf(f, -1),
		"unsigned char":   b("uint8_t"),
		"struct *":        PointerTo(RecordOf(RecordSpec{})),
		"? *":             PointerTo(nil),
		"?":               nil,
	} {
		assert.Equal(t, want, ty.String())
	}
}

func TestOneTypeOnePointer(t *testing.T) {
	assert.Same(t, b("unsigned int"), b("uint32_t"))
	assert.Same(t, b("unsigned long"), b("long unsigned int"))
	assert.Same(t, b("float2"), b("cuComplex"))
	assert.NotSame(t, b("char"), b("signed char"))
	assert.NotSame(t, b("long"), b("long long"))
	for _, name := range []string{"", "Foo", "unsigned Foo", "short double", "double int"} {
		_, ok := Builtin(name)
		assert.False(t, ok, name)
	}
}

func TestSame(t *testing.T) {
	f, i := b("float"), b("int")
	assert.True(t, Same(PointerTo(ArrayOf(f, 3)), PointerTo(ArrayOf(f, 3))))
	assert.False(t, Same(PointerTo(ArrayOf(f, 3)), PointerTo(ArrayOf(f, 4))))
	assert.False(t, Same(ArrayOf(f, -1), ArrayOf(f, -1)), "two unknown lengths may differ")
	assert.False(t, Same(PointerTo(f), PointerTo(i)))
	assert.False(t, Same(PointerTo(f), f))
	assert.False(t, Same(f, nil))
}

func TestAt(t *testing.T) {
	body := RecordOf(RecordSpec{Name: "Body", Members: members(m("float4", "pos"), of(ArrayOf(array("int", 3), 2), "m"), of(vec3, "v"), m("char", "c"))})
	derived := RecordOf(RecordSpec{Name: "Derived", Bases: []*Type{vec3}, Members: members(m("float", "w"))})
	union := RecordOf(RecordSpec{Name: "U", Union: true, Members: members(of(array("uchar", 4), "b"), m("float", "f"))})
	anonymous := RecordOf(RecordSpec{Members: members(m("int", "k"), of(RecordOf(RecordSpec{Members: members(m("int", "a"))}), ""))})
	for _, c := range []struct {
		in     *Type
		offset int64
		path   string
		leaf   string // "" when no scalar starts there
	}{
		{body, 0, "pos.x", "float"},
		{body, 12, "pos.w", "float"},
		{body, 13, "", ""},
		{body, 16 + 4*4, "m[1][1]", "int"},
		{body, 44, "v.y", "float"},
		{body, 52, "c", "char"},
		{body, 53, "", ""},
		{body, -4, "", ""},
		{ArrayOf(body, 2), 64 + 4, "[1].pos.y", "float"},
		{ArrayOf(body, 2), 128, "", ""},
		{ArrayOf(vec3, -1), 24, "[2].x", "float"},
		{derived, 8, "z", "float"},
		{derived, 12, "w", "float"},
		{union, 0, "b[0]", "unsigned char"},
		{union, 3, "b[3]", "unsigned char"},
		{anonymous, 4, "a", "int"},
		{b("double2"), 8, "y", "double"},
		{b("float"), 0, "", "float"},
		{nil, 0, "", ""},
	} {
		path, leaf, ok := c.in.At(c.offset)
		require.Equal(t, c.leaf != "", ok, "%s at %d", c.in, c.offset)
		if ok {
			assert.Equal(t, c.path, path)
			assert.Equal(t, c.leaf, leaf.String())
		}
	}
}

func TestScalars(t *testing.T) {
	r := RecordOf(RecordSpec{Bases: []*Type{vec3}, Members: members(of(array("short", 2), "s"), m("half2", "h"))})
	var got []string
	for _, l := range r.Scalars() {
		path, _, ok := r.At(l.Offset)
		assert.True(t, ok)
		assert.Equal(t, path, l.Path)
		got = append(got, l.Path)
	}
	assert.Equal(t, []string{"x", "y", "z", "s[0]", "s[1]", "h.x", "h.y"}, got)
	assert.Len(t, array("char", 5000).Scalars(), 1024)
}

func TestUnknownParts(t *testing.T) {
	r := RecordOf(RecordSpec{Name: "R", Members: members(m("int", "a"), of(nil, "what"), m("float", "z"))})
	assert.False(t, r.Sized())
	off, ft, ok := r.Field("a")
	assert.True(t, ok)
	assert.Zero(t, off)
	assert.Same(t, b("int"), ft)
	_, ft, ok = r.Field("z")
	assert.False(t, ok, "z stands behind a member of unknown size")
	assert.Same(t, b("float"), ft)
	_, ft, ok = r.Field("nowhere")
	assert.False(t, ok)
	assert.Nil(t, ft)

	assert.False(t, ArrayOf(b("int"), -1).Sized())
	assert.False(t, ArrayOf(nil, 4).Sized())
	huge := ArrayOf(ArrayOf(b("double"), math.MaxInt32), math.MaxInt64/8)
	assert.False(t, huge.Sized())
	assert.Equal(t, int64(-1), huge.Len)
	assert.False(t, Declare("Later", false).Sized())
}

func TestDefineInPlace(t *testing.T) {
	node := Declare("Node", false)
	node.Define(RecordSpec{Name: "Node", Members: members(m("int", "key"), of(PointerTo(node), "next"))})
	off, ft, ok := node.Field("next")
	require.True(t, ok)
	assert.Equal(t, int64(8), off)
	off, _, ok = ft.Elem.Field("key")
	assert.True(t, ok)
	assert.Zero(t, off)
	assert.Equal(t, int64(16), node.Size)
}

func TestArithmetic(t *testing.T) {
	for _, c := range [][3]string{
		{"char", "char", "int"},
		{"unsigned short", "short", "int"},
		{"bool", "float", "float"},
		{"int", "unsigned int", "unsigned int"},
		{"unsigned int", "long", "long"},
		{"unsigned long", "long long", "unsigned long long"},
		{"long", "long long", "long long"},
		{"size_t", "int", "unsigned long"},
		{"float", "double", "double"},
		{"half", "float", "float"},
		{"half", "half", "half"},
		{"half", "bfloat16", "float"},
		{"int64_t", "float", "float"},
		{"half", "int", "half"},
		{"wchar_t", "char", "int"},
		{"float4", "float", "?"},
	} {
		x, y := b(c[0]), b(c[1])
		assert.Equal(t, c[2], Arithmetic(x, y).String(), "%s + %s", c[0], c[1])
		assert.Equal(t, c[2], Arithmetic(y, x).String(), "%s + %s", c[1], c[0])
	}
	assert.Same(t, b("int"), Arithmetic(color, b("char")))
	assert.Equal(t, Unknown, Arithmetic(nil, b("int")).Kind)
	assert.Equal(t, Unknown, Arithmetic(PointerTo(b("int")), b("int")).Kind)
}

// TestDoubling: classes that hold two of the one before have no size beyond the bound, and no walk over them goes into all objects.
func TestDoubling(t *testing.T) {
	for name, start := range map[string]*Type{"empty": RecordOf(RecordSpec{Name: "E"}), "scalar": b("float")} {
		last, over := start, 0
		for range 200 {
			last = RecordOf(RecordSpec{Name: "S", Members: []Member{{Name: "a", Type: last}, {Name: "b", Type: last}}})
			if last.Over() {
				over++
			}
			assert.LessOrEqual(t, len(last.Scalars()), maxLeaves)
			_, _, found := last.Field("none")
			assert.False(t, found)
		}
		assert.Equal(t, 1, over, "%s: what holds a class without a size has none for that reason alone", name)
		assert.False(t, last.Sized())
	}
	last := RecordOf(RecordSpec{Name: "B", Members: []Member{{Name: "x", Type: b("float")}}})
	for range 200 {
		left := RecordOf(RecordSpec{Name: "L", Bases: []*Type{last}})
		right := RecordOf(RecordSpec{Name: "R", Bases: []*Type{last}})
		last = RecordOf(RecordSpec{Name: "D", Bases: []*Type{left, right}})
		_, _, found := last.Field("none")
		assert.False(t, found)
	}
}
