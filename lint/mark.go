package lint

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"slices"

	"github.com/cudalint/cudalint/diag"
)

// Mark is what is left of an access where accesses are counted and not listed.
type Mark struct {
	Place     diag.Place
	Kernel    string
	Judgeable bool // see Access.Judgeable
	Known     bool // it has numbers

	key markKey
}

// markKey is a hash of an accessKey: entries that say the same have the same.
type markKey [16]byte

// Counted is a result with marks in the place of its accesses. The lists that it shares with r must not be changed.
func (r *Result) Counted() *Result {
	out := *r
	out.Marks, out.Accesses = r.marks(), nil
	return &out
}

// Counts are the accesses that sectors or wavefronts are counted for, and how many of them have numbers.
func (r *Result) Counts() (judgeable, known int) {
	count := func(yes, number bool) {
		if yes {
			judgeable++
		}
		if yes && number {
			known++
		}
	}
	for i := range r.Accesses {
		count(r.Accesses[i].Judgeable(), r.Accesses[i].Numbers.Known)
	}
	for _, m := range r.Marks {
		count(m.Judgeable, m.Known)
	}
	return judgeable, known
}

// marks are those that the result has, or else those of its accesses.
func (r *Result) marks() []Mark {
	if r.Marks != nil {
		return r.Marks
	}
	out := make([]Mark, len(r.Accesses))
	var text []byte
	for i := range r.Accesses {
		a := &r.Accesses[i]
		k := keyOf(a)
		text = k.appendTo(text[:0])
		sum := sha256.Sum256(text)
		out[i] = Mark{Place: a.Place, Kernel: a.Subject.Kernel, Judgeable: a.Judgeable(), Known: a.Numbers.Known, key: markKey(sum[:])}
	}
	return out
}

// appendTo writes a key so that no other is written alike.
func (k *accessKey) appendTo(out []byte) []byte {
	for _, s := range []string{k.site.path, k.kernel, k.array, k.space, k.op, k.index, k.calls, k.blockedWhen} {
		out = append(binary.AppendUvarint(out, uint64(len(s))), s...)
	}
	for _, n := range []int64{int64(k.site.start), int64(k.site.end), k.block[0], k.block[1], k.block[2], int64(k.width), int64(k.piece), int64(k.nth)} {
		out = binary.AppendVarint(out, n)
	}
	n := k.numbers
	for _, x := range []float64{n.Lanes, n.Actual, n.Ideal, n.Footprint, n.UsefulShare} {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(x+0)) // -0 is 0
	}
	if n.Known {
		out = append(out, 1)
	}
	return out
}

func mergeMarks(list []Mark) []Mark {
	if len(list) == 0 {
		return nil
	}
	list = sorted(list, func(m *Mark) diag.Place { return m.Place }, func(x, y *Mark) int { return bytes.Compare(x.key[:], y.key[:]) })
	return slices.CompactFunc(list, func(x, y Mark) bool { return x.key == y.key })
}
