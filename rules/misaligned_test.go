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

// vector adds a float4 read at a byte offset of an array.
func (b *builder) vector(a *sema.Array, offset indexmath.Expr) *sema.Access {
	out := b.access(a, trace.Load, lit(0))
	to, _ := layout.Builtin("float4")
	out.Width, out.Offset, out.Stride = 16, offset, indexmath.Stride(offset, b.x)
	out.Vector = &sema.VectorUse{From: a.Elem, To: to, Text: "(float4 *)p"}
	t := b.run.Program.Accesses[out.ID]
	t.Width, t.Offset = 16, offset
	return out
}

func TestMisalignedVectors(t *testing.T) {
	lanes := func(b *builder, bytes int64) indexmath.Expr { return mul(lit(bytes), b.x.Expr()) }
	tests := []struct {
		name    string
		add     func(b *builder)
		sure    diag.Confidence
		message string
	}{
		{"offset pointer", func(b *builder) {
			b.vector(b.array("p", trace.Global, "float"), plus(lanes(b, 16), lit(12)))
		}, diag.Proved, "16-byte access to p at an address that is 12 modulo 16: it is 12 bytes past the start of p"},
		{"base assumed aligned", func(b *builder) {
			p := b.array("p", trace.Global, "float")
			p.Base.Align = 0
			b.vector(p, plus(lanes(b, 16), lit(4)))
		}, diag.Likely, "16-byte access to p at an address that is 4 modulo 16: it is 4 bytes past the start of p"},
		{"row of a tile", func(b *builder) {
			tile := b.array("tile", trace.Shared, "float", 8, 33)
			b.vector(tile, plus(mul(lit(132), b.y.Expr()), lanes(b, 16)))
		}, diag.Proved, "16-byte access to tile at an address that is 4 modulo 16: a row of tile is 132 bytes long"},
		{"lanes too close", func(b *builder) {
			b.vector(b.array("p", trace.Global, "float"), lanes(b, 8))
		}, diag.Proved, "16-byte access to p at an address that is 8 modulo 16: lanes are 8 bytes apart"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			b := newBuilder(8, 8)
			c.add(b)
			found := misalignedVectorAccess.Check(b.model(), nil)
			require.Len(t, found, 1)
			d := found[0]
			assert.Equal(t, c.message, d.Message)
			assert.Equal(t, c.sure, d.Confidence)
			want := diag.Error
			if c.sure == diag.Likely {
				want = diag.Warning
			}
			assert.Equal(t, want, d.Severity)
			assert.Nil(t, d.Cost)
		})
	}
}

func TestAlignedVectorsAreSilent(t *testing.T) {
	b := newBuilder(8, 8)
	p := b.array("p", trace.Global, "float")
	b.vector(p, mul(lit(16), b.x.Expr()))
	b.vector(b.array("tile", trace.Shared, "float", 8, 36), plus(mul(lit(144), b.y.Expr()), mul(lit(16), b.x.Expr())))
	assert.Empty(t, misalignedVectorAccess.Check(b.model(), nil, WithPossible()))

	unknown := newBuilder(8, 8)
	unknown.vector(unknown.array("p", trace.Global, "float"), plus(mul(lit(16), unknown.x.Expr()), mul(lit(4), param("offset"))))
	m := unknown.model()
	assert.Empty(t, misalignedVectorAccess.Check(m, nil), "nothing is known of the offset")
	possible := misalignedVectorAccess.Check(m, nil, WithPossible())
	require.Len(t, possible, 1)
	assert.Equal(t, diag.Possible, possible[0].Confidence)
}

// What rests on an assumed type, or on where a loop with an unknown end leaves a pointer, is no proof.
func TestMisalignmentInDoubt(t *testing.T) {
	assumed := newBuilder(8, 8)
	assumed.vector(assumed.array("p", trace.Global, "float"), plus(mul(lit(16), assumed.x.Expr()), lit(4))).Assume = []string{"the type is not known"}

	left := newBuilder(8, 8)
	out := (&indexmath.Sym{Name: "p", Kind: indexmath.Carried}).Expr()
	a := left.vector(left.array("p", trace.Global, "float"), plus(mul(lit(16), left.x.Expr()), plus(mul(lit(16), out), lit(4))))
	m := left.model()
	a.Cost.Guards = []indexmath.Expr{param("more")}
	a.Cost.Misaligned = trace.AlwaysOff

	for _, m := range []*sema.Model{assumed.model(), m} {
		assert.Empty(t, misalignedVectorAccess.Check(m, nil))
		possible := misalignedVectorAccess.Check(m, nil, WithPossible())
		require.Len(t, possible, 1)
		assert.Equal(t, diag.Possible, possible[0].Confidence)
		assert.Equal(t, diag.Info, possible[0].Severity)
	}
}
