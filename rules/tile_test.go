package rules

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

// turned writes a tile along its rows and reads it down its columns.
func turned(elem string, rows, cols int64, block ...int64) *builder {
	b := newBuilder(block...)
	a := b.array("tile", trace.Shared, elem, rows, cols)
	b.access(a, trace.Store, plus(mul(lit(cols), b.y.Expr()), b.x.Expr()))
	b.access(a, trace.Load, plus(mul(lit(cols), b.x.Expr()), b.y.Expr()))
	return b
}

func TestTileRemedies(t *testing.T) {
	tests := []struct {
		name    string
		b       *builder
		message string
		fixes   []string
	}{
		{"32x32 floats", turned("float", 32, 32, 32, 32),
			"32-way bank conflict (32 wavefronts, ideal 1): lanes read tile 128 bytes apart",
			[]string{"pad to float tile[32][33]: 1 wavefront, not 32, for 128 bytes more", "swizzle as tile[r][c ^ r]: 1 wavefront, not 32"}},
		{"16x16 floats: no pad will do", turned("float", 16, 16, 16, 16),
			"8-way bank conflict (8 wavefronts, ideal 1): lanes read tile 64 bytes apart",
			[]string{"swizzle as tile[r][c ^ r]: 1 wavefront, not 8"}},
		{"16x17 floats", turned("float", 16, 17, 16, 16),
			"2-way bank conflict (2 wavefronts, ideal 1): lanes write tile in rows 68 bytes apart",
			[]string{"swizzle as float tile[16][16] with tile[r][c ^ r]: 1 wavefront, not 2, with 64 bytes less"}},
		{"32x34 floats: a smaller pad", turned("float", 32, 34, 32, 32),
			"2-way bank conflict (2 wavefronts, ideal 1): lanes read tile 136 bytes apart",
			[]string{"shorten to float tile[32][33]: 1 wavefront, not 2, with 128 bytes less"}},
		{"doubles", turned("double", 32, 32, 32, 8),
			"16-way bank conflict (32 wavefronts, ideal 2): lanes read tile 256 bytes apart",
			[]string{"pad to double tile[32][33]: 2 wavefronts, not 32, for 256 bytes more"}},
		{"halves", turned("half", 32, 32, 32, 32),
			"16-way bank conflict (16 wavefronts, ideal 1): lanes read tile 64 bytes apart",
			[]string{"pad to half tile[32][34]: 1 wavefront, not 16, for 128 bytes more"}},
		{"chars", turned("char", 32, 32, 32, 32),
			"8-way bank conflict (8 wavefronts, ideal 1): lanes read tile 32 bytes apart",
			[]string{"pad to char tile[32][36]: 1 wavefront, not 8, for 128 bytes more"}},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			d := only(t, c.b, sharedBankConflict)
			assert.Equal(t, c.message, d.Message)
			var titles []string
			for _, f := range d.Fixes {
				titles = append(titles, f.Title)
			}
			require.GreaterOrEqual(t, len(titles), len(c.fixes), "%q", titles)
			assert.Equal(t, c.fixes, titles[:len(c.fixes)])
			require.NotNil(t, d.Picture)
			require.NotNil(t, d.Picture.After)
			assert.Equal(t, "memory_l1_wavefronts_shared", d.Metric)
		})
	}
}

// Rows that are also accessed as float4 keep their length a multiple of 16 bytes.
func TestPadKeepsVectorsAligned(t *testing.T) {
	b := newBuilder(32, 8)
	a := b.array("tile", trace.Shared, "float", 32, 32)
	column := b.access(a, trace.Load, plus(mul(lit(32), b.x.Expr()), mul(lit(4), b.y.Expr())))
	column.Width = 16
	b.run.Program.Accesses[0].Width = 16
	b.access(a, trace.Store, plus(mul(lit(32), b.y.Expr()), b.x.Expr()))
	d := only(t, b, sharedBankConflict)
	assert.Equal(t, "8-way bank conflict (32 wavefronts, ideal 4): lanes read tile 128 bytes apart", d.Message)
	require.NotEmpty(t, d.Fixes)
	assert.Equal(t, "pad to float tile[32][36]: 4 wavefronts, not 32, for 512 bytes more", d.Fixes[0].Title)
}

func TestFlatTile(t *testing.T) {
	b := newBuilder(32, 32)
	a := b.array("s", trace.Shared, "float", 1024)
	b.access(a, trace.Store, plus(mul(lit(32), b.x.Expr()), b.y.Expr()))
	b.access(a, trace.Load, plus(mul(lit(32), b.y.Expr()), b.x.Expr()))
	d := only(t, b, sharedBankConflict)
	assert.Equal(t, "pad the rows: s[r * 33 + c] makes every access to s free of conflicts, for 128 bytes more", d.Help)
}

func TestUnknownPitchIsOnlyPossible(t *testing.T) {
	b := newBuilder(32, 32)
	a := b.array("s", trace.Shared, "float")
	b.access(a, trace.Load, plus(mul(param("pitch"), b.x.Expr()), b.y.Expr()))
	m := b.model()
	b.run.Accesses[0].Cost = trace.Cost{Blocked: "pitch"}
	assert.Empty(t, sharedBankConflict.Check(m, nil))
	found := sharedBankConflict.Check(m, nil, WithPossible())
	require.Len(t, found, 1)
	assert.Equal(t, "up to 32-way bank conflict: lanes read s 4*pitch bytes apart, none when the pitch is an odd number of words", found[0].Message)
	assert.Nil(t, found[0].Cost)
}

// A reduction's own conflicts are said once, by the rule that knows the cure.
func TestReductionClaimsItsConflicts(t *testing.T) {
	spreadTree := func() *builder {
		return build(tree{guard: func(tid, s indexmath.Expr) sema.Guard {
			return sema.Guard{Cond: indexmath.Lt(spread(tid, s), lit(256))}
		}, at: spread, from: func(tid, s indexmath.Expr) indexmath.Expr { return plus(spread(tid, s), s) }})
	}
	found := Check(spreadTree().model(), nil)
	require.Len(t, found, 1)
	assert.Equal(t, "interleaved-reduction", found[0].Rule)
	assert.Equal(t, "8-way bank conflict in step s = 4: index 2*s*tid", found[0].Message)

	found = Check(spreadTree().model(), func(name string) bool { return name != "interleaved-reduction" })
	require.Len(t, found, 1)
	assert.Equal(t, "shared-bank-conflict", found[0].Rule)
}

// Eight lanes of 16 bytes spread over two passes take two wavefronts for 128 bytes, but no two of them meet in a bank.
func TestPassesAreNoConflict(t *testing.T) {
	b := newBuilder(32, 8)
	a := b.array("tile", trace.Shared, "float4", 256)
	everyFourth := sema.Guard{Cond: indexmath.Eq(indexmath.Mod(b.x.Expr(), lit(4)), lit(0)), Text: "t % 4 == 0"}
	b.access(a, trace.Store, b.x.Expr(), everyFourth)
	m := b.model()
	c := b.run.Accesses[0].Cost
	require.GreaterOrEqual(t, c.Actual, 1.5*c.Ideal, "it would be costly by its wavefronts")
	assert.Empty(t, sharedBankConflict.Check(m, nil))
}

// A stride that is no row: the cure is an element skipped after every turn of the banks.
func TestSkippedElement(t *testing.T) {
	b := newBuilder(256, 1)
	a := b.array("s", trace.Shared, "float", 512)
	b.access(a, trace.Load, mul(lit(2), b.x.Expr()))
	d := only(t, b, sharedBankConflict)
	require.NotEmpty(t, d.Fixes)
	assert.Equal(t, "index as s[i + i / 32]: 1 wavefront, not 2, for 64 bytes more", d.Fixes[0].Title)
}

// What nothing cures is not said to be cured.
func TestNoLayoutHelps(t *testing.T) {
	b := newBuilder(32, 1)
	a := b.array("s", trace.Shared, "float", 32, 32)
	square := indexmath.Mul(lit(32), indexmath.Mod(mul(b.x.Expr(), b.x.Expr()), lit(31)))
	b.access(a, trace.Load, square)
	b.access(a, trace.Load, mul(lit(32), b.x.Expr()))
	b.access(a, trace.Load, mul(lit(33), b.x.Expr()))
	b.access(a, trace.Load, plus(mul(lit(31), b.x.Expr()), lit(31)))
	d := only(t, b, sharedBankConflict)
	for _, f := range d.Fixes {
		assert.Less(t, f.After, f.Before)
		assert.NotContains(t, d.Help, "free of conflicts")
	}
}
