package rules

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

// record is a struct of n floats named a, b, c ..
func record(name string, n int) *layout.Type {
	float, _ := layout.Builtin("float")
	spec := layout.RecordSpec{Name: name}
	for i := range n {
		spec.Members = append(spec.Members, layout.Member{Name: string(rune('a' + i)), Type: float})
	}
	return layout.RecordOf(spec)
}

// field adds a read of one float of element index of an array of structs.
func (b *builder) field(a *sema.Array, index indexmath.Expr, offset int64) *sema.Access {
	out := b.access(a, trace.Load, index)
	name, _, _ := a.Elem.At(offset)
	out.Width, out.Field = 4, &sema.FieldUse{Struct: a.Elem, Name: name, Offset: offset, Size: 4}
	out.Offset = plus(out.Offset, lit(offset))
	t := b.run.Program.Accesses[out.ID]
	t.Width, t.Offset = 4, out.Offset
	return out
}

func (b *builder) structs(name string, elem *layout.Type) *sema.Array {
	a := b.array(name, trace.Global, "float")
	a.Elem = elem
	return a
}

func TestFieldOfStructs(t *testing.T) {
	tests := []struct {
		floats  int
		message string
	}{
		{2, "8 sectors per request, ideal 4: lanes read S.b 8 bytes apart, 4 of 8 bytes used"},
		{3, "12 sectors per request, ideal 4: lanes read S.b 12 bytes apart, 4 of 12 bytes used"},
		{6, "24 sectors per request, ideal 4: lanes read S.b 24 bytes apart, 4 of 24 bytes used"},
		{16, "32 sectors per request, ideal 4: lanes read S.b 64 bytes apart, 4 of 64 bytes used"},
	}
	for _, c := range tests {
		b := newBuilder(256, 1)
		b.field(b.structs("p", record("S", c.floats)), b.x.Expr(), 4)
		found := Check(b.model(), nil)
		require.Len(t, found, 1)
		d := found[0]
		assert.Equal(t, "aos-field-access", d.Rule)
		assert.Equal(t, c.message, d.Message)
		assert.Equal(t, diag.Warning, d.Severity)
		require.Len(t, d.Fixes, 1)
		assert.Equal(t, 4.0, d.Fixes[0].After)
		require.NotNil(t, d.Picture.After)
		assert.Equal(t, int64(4), d.Picture.After[1]-d.Picture.After[0])
	}
}

func TestAllFieldsUsedAreCached(t *testing.T) {
	b := newBuilder(256, 1)
	p := b.structs("p", record("S", 4))
	for _, offset := range []int64{0, 4, 8, 12} {
		b.field(p, b.x.Expr(), offset)
	}
	found := Check(b.model(), nil)
	require.Len(t, found, 1)
	d := found[0]
	assert.Equal(t, "16 sectors per request, ideal 4: lanes read S.a 16 bytes apart, 16 of 16 bytes used", d.Message)
	assert.Equal(t, diag.Hint, d.Severity)
	assert.Equal(t, cached, d.Related[len(d.Related)-1].Message)
	assert.Equal(t, "copy the whole S at once, aligned to 16 bytes: one 16-byte access a lane", d.Help)
	assert.Equal(t, "load S whole: 16 sectors for all its fields, not 16 for each", d.Fixes[0].Title)
}

// A field at a strided index is not cured by a structure of arrays: the index is at fault.
func TestStridedFieldIsTheIndexFault(t *testing.T) {
	b := newBuilder(256, 1)
	b.field(b.structs("p", record("S", 4)), mul(lit(4), b.x.Expr()), 0)
	found := Check(b.model(), nil)
	require.Len(t, found, 1)
	assert.Equal(t, "uncoalesced-access", found[0].Rule)
	assert.Equal(t, "32 sectors per request, ideal 4: lanes read p 64 bytes apart", found[0].Message)
}

// On a block of rows too narrow for a sector the struct is still what spreads the lanes of a row.
func TestFieldOnNarrowBlock(t *testing.T) {
	b := newBuilder(4, 8)
	b.field(b.structs("p", record("S", 4)), plus(mul(lit(1024), b.y.Expr()), b.x.Expr()), 0)
	found := Check(b.model(), nil)
	require.Len(t, found, 1)
	assert.Equal(t, "aos-field-access", found[0].Rule)
	assert.Equal(t, "16 sectors per request, ideal 4: lanes read S.a 16 bytes apart, 4 of 16 bytes used", found[0].Message)
}
