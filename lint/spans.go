package lint

import (
	"math/bits"
	"slices"
	"sort"

	"github.com/cudalint/cudalint/source"
)

// spanIndex finds the spans of a list that hold an offset without a look at all of them: those of about one length lie together, ordered
// by where they start, so that only starts within that length in front of the offset are looked at.
type spanIndex struct {
	byLength [32][]indexed // at k those of 2^(k-1) to 2^k-1 bytes
	settled  bool
}

type indexed struct {
	span source.Span
	id   int
}

func (x *spanIndex) add(s source.Span, id int) {
	if s.End > s.Start {
		k := bits.Len32(uint32(s.End - s.Start))
		x.byLength[k] = append(x.byLength[k], indexed{s, id})
		x.settled = false
	}
}

// overlapping are the ids of the spans that have a byte of s in them, ascending, each as often as it has such spans.
func (x *spanIndex) overlapping(s source.Span) []int {
	if !x.settled {
		for _, list := range x.byLength {
			slices.SortStableFunc(list, func(a, b indexed) int { return int(a.span.Start) - int(b.span.Start) })
		}
		x.settled = true
	}
	var out []int
	for k, list := range x.byLength {
		from := int64(s.Start) - int64(1)<<k
		for i := sort.Search(len(list), func(i int) bool { return int64(list[i].span.Start) > from }); i < len(list) && list[i].span.Start < s.End; i++ {
			if list[i].span.End > s.Start {
				out = append(out, list[i].id)
			}
		}
	}
	slices.Sort(out)
	return out
}
