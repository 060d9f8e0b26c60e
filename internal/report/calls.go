package report

import (
	"cmp"
	"slices"

	"github.com/cudalint/cudalint/lint"
)

// The compiler's line table counts the first instructions of an inlined function at the line of its call, not always, but often: a
// profiler shows them there. So where a call has no access of its own of the same space and operation, those of the function's first
// line with such an access are listed once more, at the call. They are the same accesses: written_at says where they stand.

// request is what a profiler sums over a line: a space and an operation of a kernel under one configuration.
type request struct {
	kernel, space, op string
	block             [3]int64
	launch            int
}

func requestOf(a *lint.Access) request {
	s := &a.Subject
	return request{s.Kernel, s.Space, s.Op, s.Block, s.LaunchLine}
}

// line is a line of a file.
type line struct {
	file string
	n    int
}

// requestAt is a request at a line.
type requestAt struct {
	line
	request
}

// accessAt is an access, at the call with the given number among its calls, -1 for where it is written.
type accessAt struct {
	*lint.Access
	call int
	at   position
}

// withCalls lists all accesses, and again those that a profiler may show at a call, in order of their places.
func withCalls(accesses []lint.Access) []accessAt {
	out := make([]accessAt, 0, len(accesses))
	own := map[requestAt]bool{}
	called := false
	for i := range accesses {
		a := &accesses[i]
		at := positionOf(a.Place)
		out = append(out, accessAt{a, -1, at})
		called = called || len(a.Calls) > 0
		for n := at.Line; n <= at.EndLine; n++ {
			own[requestAt{line{at.File, n}, requestOf(a)}] = true
		}
	}
	if !called {
		return out
	}
	out = append(out, atCalls(accesses, own)...)
	slices.SortStableFunc(out, func(a, b accessAt) int {
		return cmp.Or(cmp.Compare(a.at.File, b.at.File), cmp.Compare(a.at.Line, b.at.Line), cmp.Compare(a.at.Column, b.at.Column))
	})
	return out
}

// callAt is a request of what a call leads to.
type callAt struct {
	at position
	request
}

func atCalls(accesses []lint.Access, own map[requestAt]bool) []accessAt {
	first := map[callAt]line{}
	eachCall(accesses, func(a *lint.Access, _ int, k callAt) {
		at := line{a.Place.File.Path, a.Place.File.Position(a.Place.Span.Start).Line}
		if old, ok := first[k]; !ok || cmp.Or(cmp.Compare(at.file, old.file), cmp.Compare(at.n, old.n)) < 0 {
			first[k] = at
		}
	})
	var out []accessAt
	eachCall(accesses, func(a *lint.Access, i int, k callAt) {
		if (line{a.Place.File.Path, a.Place.File.Position(a.Place.Span.Start).Line}) != first[k] {
			return
		}
		for n := k.at.Line; n <= k.at.EndLine; n++ {
			if own[requestAt{line{k.at.File, n}, k.request}] {
				return
			}
		}
		out = append(out, accessAt{a, i, k.at})
	})
	return out
}

func eachCall(accesses []lint.Access, f func(a *lint.Access, i int, k callAt)) {
	for i := range accesses {
		a := &accesses[i]
		if a.Place.File == nil || !a.Judgeable() || a.Subject.Op == "copy" {
			continue
		}
		for n, c := range a.Calls {
			if c.File != nil {
				f(a, n, callAt{positionOf(c), requestOf(a)})
			}
		}
	}
}
