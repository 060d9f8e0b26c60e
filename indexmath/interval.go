package indexmath

import (
	"fmt"
	"math"
	"math/bits"
)

// Interval is a set of integers lo..hi, both ends included. An end that is not known stands for the least or greatest 64-bit
// integer. The zero value holds every integer.
//
// Operations give an interval that holds every result of the wrapping operation on members of the operands. Where a result may
// leave 64 bits nothing is known of it.
type Interval struct {
	lo, hi int64
	known  bool
}

// Between is lo..hi; every integer when lo > hi.
func Between(lo, hi int64) Interval {
	if lo > hi || lo == math.MinInt64 && hi == math.MaxInt64 {
		return Interval{}
	}
	return Interval{lo, hi, true}
}

// AtLeast is the integers from lo up.
func AtLeast(lo int64) Interval { return Between(lo, math.MaxInt64) }

// AtMost is the integers up to hi.
func AtMost(hi int64) Interval { return Between(math.MinInt64, hi) }

func (i Interval) ends() (lo, hi int64) {
	if !i.known {
		return math.MinInt64, math.MaxInt64
	}
	return i.lo, i.hi
}

// Lo is the lower end, when there is one.
func (i Interval) Lo() (int64, bool) { return i.lo, i.known && i.lo != math.MinInt64 }

// Hi is the upper end, when there is one.
func (i Interval) Hi() (int64, bool) { return i.hi, i.known && i.hi != math.MaxInt64 }

// Single is the only member, when there is only one.
func (i Interval) Single() (int64, bool) { return i.lo, i.known && i.lo == i.hi }

// Contains says that v is a member.
func (i Interval) Contains(v int64) bool {
	lo, hi := i.ends()
	return lo <= v && v <= hi
}

// Within says that every member of i is one of o.
func (i Interval) Within(o Interval) bool {
	lo, hi := i.ends()
	return o.Contains(lo) && o.Contains(hi)
}

// Intersect is what both hold. When they share nothing, which no value can satisfy, it is i.
func (i Interval) Intersect(o Interval) Interval {
	a, b := i.ends()
	c, d := o.ends()
	if max(a, c) > min(b, d) {
		return i
	}
	return Between(max(a, c), min(b, d))
}

// Union is the least interval that holds both.
func (i Interval) Union(o Interval) Interval {
	a, b := i.ends()
	c, d := o.ends()
	return Between(min(a, c), max(b, d))
}

func (i Interval) String() string {
	if !i.known {
		return "[-inf, inf]"
	}
	lo, hi := "-inf", "inf"
	if v, ok := i.Lo(); ok {
		lo = fmt.Sprint(v)
	}
	if v, ok := i.Hi(); ok {
		hi = fmt.Sprint(v)
	}
	return "[" + lo + ", " + hi + "]"
}

func addOK(a, b int64) (int64, bool) {
	s := a + b
	return s, (s > a) == (b > 0)
}

func subOK(a, b int64) (int64, bool) {
	d := a - b
	return d, (d < a) == (b > 0)
}

func mulOK(a, b int64) (int64, bool) {
	p := a * b
	if a == 0 || b == 0 {
		return 0, true
	}
	if a == -1 && b == math.MinInt64 || b == -1 && a == math.MinInt64 || p/b != a {
		return p, false
	}
	return p, true
}

// Add is the interval of x+y.
func (i Interval) Add(o Interval) Interval {
	a, b := i.ends()
	c, d := o.ends()
	lo, ok1 := addOK(a, c)
	hi, ok2 := addOK(b, d)
	if !ok1 || !ok2 {
		return Interval{}
	}
	return Between(lo, hi)
}

// Neg is the interval of -x.
func (i Interval) Neg() Interval {
	lo, hi := i.ends()
	if lo == math.MinInt64 {
		return Interval{}
	}
	return Between(-hi, -lo)
}

// Sub is the interval of x-y.
func (i Interval) Sub(o Interval) Interval {
	a, b := i.ends()
	c, d := o.ends()
	lo, ok1 := subOK(a, d)
	hi, ok2 := subOK(b, c)
	if !ok1 || !ok2 {
		return Interval{}
	}
	return Between(lo, hi)
}

// Mul is the interval of x*y.
func (i Interval) Mul(o Interval) Interval {
	return corners(i, o, mulOK)
}

// corners is the hull of f at the four pairs of ends.
func corners(i, o Interval, f func(a, b int64) (int64, bool)) Interval {
	a, b := i.ends()
	c, d := o.ends()
	lo, hi := int64(math.MaxInt64), int64(math.MinInt64)
	for _, p := range [4][2]int64{{a, c}, {a, d}, {b, c}, {b, d}} {
		v, ok := f(p[0], p[1])
		if !ok {
			return Interval{}
		}
		lo, hi = min(lo, v), max(hi, v)
	}
	return Between(lo, hi)
}

// Div is the interval of x/y for y other than 0. The quotient is monotonic in x, and in y on either side of 0.
func (i Interval) Div(o Interval) Interval {
	c, d := o.ends()
	var r Interval
	some := false
	for _, side := range [2][2]int64{{c, min(d, -1)}, {max(c, 1), d}} {
		if side[0] > side[1] {
			continue
		}
		q := corners(i, Interval{side[0], side[1], true}, func(a, b int64) (int64, bool) {
			return a / b, a != math.MinInt64 || b != -1
		})
		if some {
			q = q.Union(r)
		}
		r, some = q, true
	}
	return r
}

// Mod is the interval of x%y for y other than 0: less than y in magnitude, no more than x in magnitude, with the sign of x.
func (i Interval) Mod(o Interval) Interval {
	a, b := i.ends()
	c, d := o.ends()
	if c == d && c != 0 && a/c == b/c && (a >= 0 || b <= 0) {
		return Between(a%c, b%c)
	}
	most := int64(math.MaxInt64)
	if c != math.MinInt64 {
		most = max(c, -c, d, -d) - 1
	}
	if most < 0 {
		return Interval{}
	}
	lo, hi := int64(0), int64(0)
	if a < 0 {
		lo = max(a, -most)
	}
	if b > 0 {
		hi = min(b, most)
	}
	return Between(lo, hi)
}

// Shl is the interval of x<<y for y from 0 to 63.
func (i Interval) Shl(o Interval) Interval {
	return corners(i, o.Intersect(Between(0, 63)), func(a, b int64) (int64, bool) {
		if b < 0 || b > 63 {
			return 0, false
		}
		return a << uint(b), a<<uint(b)>>uint(b) == a
	})
}

// Shr is the interval of x>>y for y from 0 to 63.
func (i Interval) Shr(o Interval) Interval {
	return corners(i, o.Intersect(Between(0, 63)), func(a, b int64) (int64, bool) {
		if b < 0 || b > 63 {
			return 0, false
		}
		return a >> uint(b), true
	})
}

// width is the number of value bits, the sign left out, that hold both intervals.
func width(i, o Interval) int {
	a, b := i.ends()
	c, d := o.ends()
	return bits.Len64(uint64(a^a>>63) | uint64(b^b>>63) | uint64(c^c>>63) | uint64(d^d>>63))
}

// And is the interval of x&y.
func (i Interval) And(o Interval) Interval {
	a, b := i.ends()
	c, d := o.ends()
	switch {
	case a >= 0 && c >= 0:
		return Between(0, min(b, d))
	case a >= 0:
		return Between(0, b)
	case c >= 0:
		return Between(0, d)
	}
	w := width(i, o)
	if w >= 63 {
		return Interval{}
	}
	return Between(-1<<w, max(b, d, -1))
}

// Or is the interval of x|y.
func (i Interval) Or(o Interval) Interval {
	a, _ := i.ends()
	c, _ := o.ends()
	w := width(i, o)
	if w >= 63 {
		return Interval{}
	}
	if a >= 0 && c >= 0 {
		return Between(max(a, c), 1<<w-1)
	}
	return Between(min(a, c, 0), 1<<w-1)
}

// Xor is the interval of x^y.
func (i Interval) Xor(o Interval) Interval {
	a, _ := i.ends()
	c, _ := o.ends()
	w := width(i, o)
	if w >= 63 {
		return Interval{}
	}
	if a >= 0 && c >= 0 {
		return Between(0, 1<<w-1)
	}
	return Between(-1<<w, 1<<w-1)
}

// Min is the interval of the lesser of x and y.
func (i Interval) Min(o Interval) Interval {
	a, b := i.ends()
	c, d := o.ends()
	return Between(min(a, c), min(b, d))
}

// Max is the interval of the greater of x and y.
func (i Interval) Max(o Interval) Interval {
	a, b := i.ends()
	c, d := o.ends()
	return Between(max(a, c), max(b, d))
}

// typeRange is what an integer type of that many bits holds.
func typeRange(width int, signed bool) Interval {
	switch {
	case width >= 64:
		return Interval{}
	case signed:
		return Between(-1<<(width-1), 1<<(width-1)-1)
	}
	return Between(0, 1<<width-1)
}

// Cast is the interval of x wrapped to an integer type of that many bits.
func (i Interval) Cast(width int, signed bool) Interval {
	t := typeRange(width, signed)
	if i.Within(t) {
		return i
	}
	return t
}
