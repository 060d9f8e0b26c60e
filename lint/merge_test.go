package lint

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/source"
)

var (
	header = source.NewFile("k.cuh", []byte("__global__ void k(float *a) {\n  a[threadIdx.x * 2] = 0;\n  a[threadIdx.x] = 0;\n}\n"))
	other  = source.NewFile("b.cuh", []byte("__global__ void other(float *a) { a[0] = 0; }\n"))
)

func spot(f *source.File, start int32) diag.Place {
	return diag.Place{File: f, Span: source.Span{Start: start, End: start + 4}}
}

// access of kernel k, judged under a block of x threads.
func access(start int32, x int64, from string, sectors float64) Access {
	return Access{
		Place:   spot(header, start),
		Subject: diag.Subject{Kernel: "k", Array: "a", Space: "global", Op: "store", Block: [3]int64{x, 1, 1}, BlockFrom: from},
		Width:   4,
		Numbers: Numbers{Known: true, Lanes: 32, Actual: sectors, Ideal: 4},
	}
}

func finding(start int32, rule, message string, severity diag.Severity) diag.Diagnostic {
	return diag.Diagnostic{Rule: rule, Message: message, Severity: severity, Place: spot(header, start), Subject: diag.Subject{Kernel: "k", Array: "a"}}
}

// shapes are the blocks of a result's accesses, in order.
func shapes(r *Result) []string {
	var out []string
	for _, a := range r.Accesses {
		out = append(out, fmt.Sprintf("%d:%d %s", a.Place.Span.Start, a.Subject.Block[0], a.Subject.BlockFrom))
	}
	return out
}

func TestMergePrefersLaunches(t *testing.T) {
	launched := &Result{
		Kernels:  []Kernel{{Name: "k", Place: spot(header, 16), Settled: true}},
		Accesses: []Access{access(32, 128, "launch", 8)},
		Findings: []diag.Diagnostic{finding(32, "uncoalesced-access", "launched", diag.Warning)},
	}
	assumed := &Result{
		Kernels:  []Kernel{{Name: "k", Place: spot(header, 16)}, {Name: "other", Place: spot(other, 16)}},
		Accesses: []Access{access(32, 256, "assumed", 8)},
		Findings: []diag.Diagnostic{finding(32, "shared-bank-conflict", "assumed", diag.Info), finding(60, SyntaxError, "unread", diag.Info)},
		Unread:   []Unread{{Place: spot(header, 60), Kernel: "k", Reason: "unread"}},
	}
	got := Merge(assumed, launched)
	assert.Equal(t, []string{"32:128 launch"}, shapes(got))
	assert.Len(t, got.Kernels, 2)
	assert.Len(t, got.Unread, 1)
	require.Len(t, got.Findings, 2)
	assert.Equal(t, "launched", got.Findings[0].Message)
	assert.Equal(t, SyntaxError, got.Findings[1].Rule)

	assert.Equal(t, []string{"32:256 assumed"}, shapes(Merge(assumed)), "where nobody launches it, the assumption stands")
}

func TestMergeEntries(t *testing.T) {
	twice := []Access{access(32, 64, "launch", 8), access(32, 64, "launch", 8)}
	number(twice)
	inner := access(32, 64, "launch", 8)
	inner.Calls = []diag.Place{spot(header, 60)}
	later := access(32, 64, "launch", 8)
	later.Subject.LaunchLine = 99
	costlier := access(32, 64, "launch", 16)
	got := Merge(
		&Result{Accesses: append(slices.Clone(twice), inner)},
		&Result{Accesses: []Access{later, costlier, access(60, 64, "launch", 4), access(32, 128, "launch", 8)}},
	)
	assert.Len(t, got.Accesses, 6, "two of one macro, one call chain, other numbers, another shape, another place; not the second launch with the same numbers")
	assert.Equal(t, int32(60), got.Accesses[5].Place.Span.Start)
	for _, a := range got.Accesses {
		assert.NotEqual(t, 99, a.Subject.LaunchLine)
	}
}

func TestMergeFindings(t *testing.T) {
	worse := finding(32, "uncoalesced-access", "16 sectors", diag.Warning)
	worse.Cost = &diag.Cost{Unit: diag.Sectors, Actual: 16, Ideal: 4}
	worse.Related = []diag.Related{{Place: spot(header, 60), Message: "also here"}}
	milder := finding(32, "uncoalesced-access", "8 sectors", diag.Warning)
	milder.Cost = &diag.Cost{Unit: diag.Sectors, Actual: 8, Ideal: 4}
	milder.Related = []diag.Related{{Place: spot(header, 60), Message: "also here"}, {Place: spot(other, 0), Message: "and there"}}
	elsewhere := finding(60, "uncoalesced-access", "8 sectors", diag.Info)
	got := Merge(&Result{Findings: []diag.Diagnostic{elsewhere, milder}}, &Result{Findings: []diag.Diagnostic{worse}})
	require.Len(t, got.Findings, 2)
	assert.Equal(t, "16 sectors", got.Findings[0].Message)
	assert.Len(t, got.Findings[0].Related, 2)
}

// TestMergeIgnoresOrder: the same bytes out for any order of the units.
func TestMergeIgnoresOrder(t *testing.T) {
	var results []*Result
	for i := range 12 {
		launch := access(32, 64, "launch", float64(4+i%3))
		launch.Subject.LaunchLine = i
		results = append(results, &Result{
			Kernels:  []Kernel{{Name: "k", Place: spot(header, 16), Settled: i%4 != 0}},
			Accesses: []Access{access(60, int64(32+i%2), "launch", 4), launch},
			Findings: []diag.Diagnostic{finding(32, "uncoalesced-access", fmt.Sprint("message ", i), diag.Warning)},
			Unread:   []Unread{{Place: spot(other, 0), Reason: fmt.Sprint("reason ", i%5)}},
		})
	}
	want := Merge(results...)
	random := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		random.Shuffle(len(results), func(i, j int) { results[i], results[j] = results[j], results[i] })
		require.Equal(t, want, Merge(results...))
	}
	assert.Equal(t, want, Merge(want), "merging again changes nothing")
}

// TestMergeOfCounted: where accesses are counted and not listed there are as many, at the same places, whichever units see which kernels
// launched.
func TestMergeOfCounted(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	places := func(r *Result) (out []string) {
		for _, a := range r.Accesses {
			out = append(out, fmt.Sprint(siteOf(a.Place), a.Subject.Kernel, a.Judgeable(), a.Numbers.Known))
		}
		for _, m := range r.Marks {
			out = append(out, fmt.Sprint(siteOf(m.Place), m.Kernel, m.Judgeable, m.Known))
		}
		slices.Sort(out)
		return out
	}
	united := 0
	for range 300 {
		var listed, counted []*Result
		all := 0
		for range 1 + random.IntN(4) {
			r := &Result{}
			for _, k := range []string{"k", "other"} {
				if random.IntN(3) > 0 {
					r.Kernels = append(r.Kernels, Kernel{Name: k, Place: spot(header, int32(len(k))), Settled: random.IntN(2) == 0})
				}
			}
			for range random.IntN(6) {
				a := access(int32(32+28*random.IntN(2)), int64(32<<random.IntN(2)), "launch", float64(4+4*random.IntN(2)))
				a.Subject.Kernel = []string{"k", "other"}[random.IntN(2)]
				a.Subject.Space = []string{"global", "shared", "local"}[random.IntN(3)]
				if random.IntN(4) == 0 {
					a.Numbers, a.BlockedBy = Numbers{}, []string{"n", "m"}[random.IntN(2)]
				}
				r.Accesses = append(r.Accesses, a)
			}
			number(r.Accesses)
			all += len(r.Accesses)
			listed, counted = append(listed, r), append(counted, r.Counted())
		}
		want, got := Merge(listed...), Merge(counted...)
		require.Equal(t, places(want), places(got))
		require.Empty(t, got.Accesses)
		a, b := want.Counts()
		c, d := got.Counts()
		require.Equal(t, []int{a, b}, []int{c, d})
		require.Equal(t, got, Merge(want.Counted()), "counting after merging is the same")
		if all > len(want.Accesses) {
			united++
		}
	}
	assert.Greater(t, united, 50)
}

func TestFingerprint(t *testing.T) {
	f := finding(32, "uncoalesced-access", "m", diag.Warning)
	moved := f
	moved.Place = diag.Place{File: source.NewFile("k.cuh", append([]byte("\n\n"), header.Text...)), Span: source.Span{Start: 34, End: 38}}
	array, elsewhere := f, moved
	array.Subject.Array = "b"
	elsewhere.Place.File = source.NewFile("other.cuh", moved.Place.File.Text)
	again := f
	again.Cause = "another"
	list := []diag.Diagnostic{f, array, again, elsewhere}
	count(list, nil)
	prints := map[string]bool{}
	for i := range list {
		prints[Fingerprint(&list[i])] = true
		assert.Len(t, Fingerprint(&list[i]), 16)
	}
	assert.Equal(t, []int{1, 1, 2, 1}, []int{list[0].Nth, list[1].Nth, list[2].Nth, list[3].Nth})
	assert.Len(t, prints, 3, "lines may move and files be renamed; the second of two alike is another finding")
	moved.Nth = 1
	assert.Equal(t, Fingerprint(&list[0]), Fingerprint(&moved))

	rest := []diag.Diagnostic{again}
	count(rest, []Suppressed{{Diagnostic: f}})
	assert.Equal(t, 2, rest[0].Nth, "a comment on the first changes nothing of the second")
}
