package rules

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

func param(name string) indexmath.Expr {
	return (&indexmath.Sym{Name: name, Kind: indexmath.Param, Range: indexmath.AtLeast(1)}).Expr()
}

func blockID(axis int) indexmath.Expr {
	return (&indexmath.Sym{Name: "blockIdx." + string(rune('x'+axis)), Kind: indexmath.Block, Axis: axis, Range: indexmath.AtLeast(0)}).Expr()
}

// only is the single finding of a rule.
func only(t *testing.T, b *builder, r *Rule) diag.Diagnostic {
	t.Helper()
	found := r.Check(b.model(), nil)
	require.Len(t, found, 1)
	return found[0]
}

func TestGlobalCauses(t *testing.T) {
	tests := []struct {
		name    string
		block   [2]int64
		add     func(b *builder, m, o *sema.Array)
		cause   string
		message string
	}{
		{"strided", [2]int64{256, 1}, func(b *builder, m, _ *sema.Array) {
			b.access(m, trace.Load, mul(lit(2), b.x.Expr()))
		}, strided, "8 sectors per request, ideal 4: lanes read m 8 bytes apart"},
		{"symbolic stride", [2]int64{256, 1}, func(b *builder, m, _ *sema.Array) {
			b.access(m, trace.Atomic, mul(param("step"), b.x.Expr()))
		}, strided, "32 sectors per request, ideal 4: lanes update m 4*step bytes apart"},
		{"chunked", [2]int64{256, 1}, func(b *builder, m, _ *sema.Array) {
			b.in("k", 0, func(v indexmath.Expr) indexmath.Expr { return indexmath.Lt(v, lit(64)) },
				func(v indexmath.Expr) indexmath.Expr { return plus(v, lit(1)) },
				func(k indexmath.Expr) { b.access(m, trace.Load, plus(mul(lit(64), b.x.Expr()), k)) })
		}, chunked, "32 sectors per request, ideal 4: lanes read m 256 bytes apart"},
		{"chunk of one's own loop", [2]int64{256, 1}, func(b *builder, m, _ *sema.Array) {
			k := param("k")
			l := b.in("i", 0, func(v indexmath.Expr) indexmath.Expr { return indexmath.Lt(v, mul(k, plus(b.x.Expr(), lit(1)))) },
				func(v indexmath.Expr) indexmath.Expr { return plus(v, lit(1)) },
				func(i indexmath.Expr) { b.access(m, trace.Load, i) })
			l.Trace.Vars[0].Init, l.Trace.Vars[0].Sym.Varies = mul(k, b.x.Expr()), true
		}, chunked, "32 sectors per request, ideal 4: lanes read m 4*k bytes apart"},
		{"column", [2]int64{256, 1}, func(b *builder, m, _ *sema.Array) {
			b.access(m, trace.Load, plus(mul(param("n"), b.x.Expr()), blockID(1)))
		}, columnMajor, "32 sectors per request, ideal 4: lanes read m 4*n bytes apart"},
		{"swapped", [2]int64{16, 16}, func(b *builder, m, _ *sema.Array) {
			b.access(m, trace.Store, plus(mul(lit(1024), b.x.Expr()), b.y.Expr()))
		}, swapped, "16 sectors per request, ideal 4: lanes write m 4096 bytes apart"},
		{"transposed store", [2]int64{32, 8}, func(b *builder, m, o *sema.Array) {
			b.access(m, trace.Load, plus(mul(lit(1024), b.y.Expr()), b.x.Expr()))
			b.access(o, trace.Store, plus(mul(lit(1024), b.x.Expr()), b.y.Expr()))
		}, transposedStore, "32 sectors per request, ideal 4: lanes write o 4096 bytes apart"},
		{"narrow block", [2]int64{4, 8}, func(b *builder, m, _ *sema.Array) {
			b.access(m, trace.Load, plus(mul(lit(1024), b.y.Expr()), b.x.Expr()))
		}, narrowBlock, "8 sectors per request, ideal 4: lanes read m in rows 4096 bytes apart"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			b := newBuilder(c.block[0], c.block[1])
			c.add(b, b.array("m", trace.Global, "float"), b.array("o", trace.Global, "float"))
			d := only(t, b, uncoalescedAccess)
			assert.Equal(t, c.cause, d.Cause)
			assert.Equal(t, c.message, d.Message)
			assert.NotEmpty(t, d.Help)
			want := diag.Warning
			if c.cause == narrowBlock {
				want = diag.Info
			}
			assert.Equal(t, want, d.Severity)
			assert.Equal(t, "memory_l2_theoretical_sectors_global", d.Metric)
		})
	}
}

func TestSilentOnGlobal(t *testing.T) {
	b := newBuilder(256, 1)
	m := b.array("m", trace.Global, "float")
	b.access(m, trace.Load, b.x.Expr())
	b.access(m, trace.Load, plus(b.x.Expr(), lit(1)))
	b.access(m, trace.Load, param("n"))
	b.access(m, trace.Load, indexmath.Xor(b.x.Expr(), lit(5)))
	lone := sema.Guard{Cond: indexmath.Eq(b.x.Expr(), lit(0)), Text: "threadIdx.x == 0"}
	b.access(m, trace.Store, mul(lit(64), b.x.Expr()), lone)
	assert.Empty(t, Check(b.model(), nil, WithPossible()))
}

// An index that is not known, but not loaded either, is no gather.
func TestUnknownIndexIsNoGather(t *testing.T) {
	b := newBuilder(256, 1)
	b.access(b.array("x", trace.Global, "float"), trace.Load, (&indexmath.Sym{Name: "f(i)", Kind: indexmath.Data}).Expr())
	assert.Empty(t, Check(b.model(), nil))
}

func TestGathers(t *testing.T) {
	data := func(name string) indexmath.Expr {
		return (&indexmath.Sym{Name: name, Kind: indexmath.Data, Memory: true}).Expr()
	}
	b := newBuilder(256, 1)
	x, y, small := b.array("x", trace.Global, "float"), b.array("y", trace.Global, "double"), b.array("small", trace.Global, "float")
	b.access(x, trace.Load, data("cols[i]"))
	b.access(y, trace.Load, data("cols[j]"))
	b.access(small, trace.Load, indexmath.And(data("c"), lit(15)))
	d := only(t, b, uncoalescedAccess)
	assert.Equal(t, "up to 32 sectors per request, ideal 4: lanes read x at an index from memory, cols[i]", d.Message)
	assert.Equal(t, diag.Hint, d.Severity)
	require.Len(t, d.Related, 1, "the other array stands in the same line")
	assert.Contains(t, d.Related[0].Message, "lanes read y")
}

func TestSeverityAndConfidence(t *testing.T) {
	stride := func(b *builder) *sema.Array {
		m := b.array("m", trace.Global, "float")
		b.access(m, trace.Load, mul(lit(32), b.x.Expr()))
		return m
	}
	t.Run("proved", func(t *testing.T) {
		b := newBuilder(256, 1)
		stride(b)
		d := only(t, b, uncoalescedAccess)
		assert.Equal(t, diag.Proved, d.Confidence)
		assert.Empty(t, d.Related)
	})
	t.Run("one block", func(t *testing.T) {
		b := newBuilder(256, 1)
		b.run.Grid = [3]int64{1, 1, 1}
		stride(b)
		d := only(t, b, uncoalescedAccess)
		assert.Equal(t, diag.Info, d.Severity)
		assert.Equal(t, oneBlock, d.Related[0].Message)
	})
	t.Run("one warp", func(t *testing.T) {
		b := newBuilder(256, 1)
		m := b.array("m", trace.Global, "float")
		b.access(m, trace.Load, mul(lit(32), b.x.Expr()), sema.Guard{Cond: indexmath.Lt(b.x.Expr(), lit(32)), Text: "t < 32"})
		d := only(t, b, uncoalescedAccess)
		assert.Equal(t, diag.Info, d.Severity)
		assert.Equal(t, oneWarp, d.Related[0].Message)
	})
	t.Run("outside the loop", func(t *testing.T) {
		b := newBuilder(256, 1)
		m := stride(b)
		b.in("k", 0, func(v indexmath.Expr) indexmath.Expr { return indexmath.Lt(v, lit(8)) },
			func(v indexmath.Expr) indexmath.Expr { return plus(v, lit(1)) },
			func(k indexmath.Expr) { b.access(m, trace.Load, plus(b.x.Expr(), mul(lit(256), k))) })
		d := only(t, b, uncoalescedAccess)
		assert.Equal(t, diag.Info, d.Severity)
		assert.Equal(t, outsideLoop, d.Related[0].Message)
	})
	t.Run("assumed shape, the others agree", func(t *testing.T) {
		b, other := newBuilder(256, 1), newBuilder(16, 16)
		stride(b)
		stride(other)
		b.run.Origin, other.run.Origin = sema.Assumed, sema.Assumed
		other.judged()
		other.run.Accesses[0].Place = b.run.Accesses[0].Place
		b.run.Kernel.Tries = []*sema.Run{other.run}
		d := only(t, b, uncoalescedAccess)
		assert.Equal(t, diag.Likely, d.Confidence)
		assert.Equal(t, diag.Info, d.Severity)
		assert.Equal(t, []string{"no launch of k is in sight: a block of 256 threads is assumed"}, d.Assumptions)
	})
	t.Run("assumed shape, another disagrees", func(t *testing.T) {
		b, other := newBuilder(256, 1), newBuilder(16, 16)
		stride(b)
		m := other.array("m", trace.Global, "float")
		other.access(m, trace.Load, other.x.Expr())
		b.run.Origin, other.run.Origin = sema.Assumed, sema.Assumed
		other.judged()
		other.run.Accesses[0].Place = b.run.Accesses[0].Place
		b.run.Kernel.Tries = []*sema.Run{other.run}
		m2 := b.model()
		assert.Empty(t, Check(m2, nil))
		possible := Check(m2, nil, WithPossible())
		require.Len(t, possible, 1)
		assert.Equal(t, diag.Possible, possible[0].Confidence)
	})
}

func TestOneFindingForAnArrayAndCause(t *testing.T) {
	b := newBuilder(256, 1)
	m, o := b.array("m", trace.Global, "float"), b.array("o", trace.Global, "float")
	b.access(m, trace.Load, mul(lit(2), b.x.Expr()))
	b.access(m, trace.Load, mul(lit(8), b.x.Expr()))
	b.access(o, trace.Store, mul(lit(2), b.x.Expr()))
	found := uncoalescedAccess.Check(b.model(), nil)
	require.Len(t, found, 2)
	assert.Equal(t, "32 sectors per request, ideal 4: lanes read m 32 bytes apart", found[0].Message, "the costliest is in front")
	require.Len(t, found[0].Related, 1)
	assert.Equal(t, "also here: 8 sectors per request, ideal 4: lanes read m 8 bytes apart", found[0].Related[0].Message)
	assert.Equal(t, "o", found[1].Subject.Array)
}

// The halo of a tile is read by one lane of each row.
func TestEdgesMatterLittle(t *testing.T) {
	b := newBuilder(8, 32)
	m := b.array("m", trace.Global, "float")
	b.access(m, trace.Load, mul(lit(1024), b.y.Expr()), sema.Guard{Cond: indexmath.Eq(b.x.Expr(), lit(0)), Text: "threadIdx.x == 0"})
	d := only(t, b, uncoalescedAccess)
	assert.Equal(t, diag.Info, d.Severity)
	assert.Equal(t, fewLanes, d.Related[0].Message)
}

// A launch with another shape is a related place of the same finding.
func TestOtherShapesAreRelated(t *testing.T) {
	b, other := newBuilder(32, 8), newBuilder(16, 16)
	for _, x := range []*builder{b, other} {
		x.access(x.array("m", trace.Global, "float"), trace.Store, plus(mul(lit(1024), x.x.Expr()), x.y.Expr()))
	}
	k := b.judged()
	other.judged()
	other.run.Accesses[0].Place, other.run.Accesses[0].Array.Place = b.run.Accesses[0].Place, b.run.Accesses[0].Array.Place
	other.run.Launch = sema.Place{File: other.file}
	k.Runs = append(k.Runs, other.run)
	found := uncoalescedAccess.Check(&sema.Model{Kernels: []*sema.Kernel{k}}, nil)
	require.Len(t, found, 1)
	require.Len(t, found[0].Related, 1)
	assert.Equal(t, "launched with 16x16 threads a block: 16 sectors per request, ideal 4: lanes write m 4096 bytes apart", found[0].Related[0].Message)
}
