package indexmath

import "math/bits"

// Congruence says that a value is Rest modulo Modulus: it is Rest + k*Modulus for some integer k. Modulus is 2 or more and Rest
// from 0 to Modulus-1 where something is known; the zero value says nothing.
//
// A sum that wraps changes by a multiple of 1<<64, which only a power of two divides: see wrapped.
type Congruence struct{ Modulus, Rest int64 }

// Modulo is the congruence of the values that are rest modulo m; the zero value when m is less than 2.
func Modulo(m, rest int64) Congruence { return Congruence{m, rest}.norm() }

// exactly is the congruence of a constant.
func exactly(v int64) Congruence { return Modulo(1<<62, v) }

func (c Congruence) norm() Congruence {
	if c.Modulus < 2 {
		return Congruence{}
	}
	return Congruence{c.Modulus, floorMod(c.Rest, c.Modulus)}
}

// parts reads "nothing" as "0 modulo 1".
func (c Congruence) parts() (m, r int64) {
	if c.Modulus < 2 {
		return 1, 0
	}
	return c.Modulus, c.Rest
}

// RestOf is the remainder, from 0 to m-1, modulo m where the congruence tells it. m is 1 or more.
func (c Congruence) RestOf(m int64) (int64, bool) {
	have, r := c.parts()
	if m < 1 || have%m != 0 {
		return 0, false
	}
	return r % m, true
}

// Excludes says that no value that satisfies the congruence is v.
func (c Congruence) Excludes(v int64) bool {
	m, r := c.parts()
	return floorMod(v, m) != r
}

func floorMod(v, m int64) int64 {
	r := v % m
	if r < 0 {
		r += m
	}
	return r
}

func floorDiv(v, m int64) int64 { return (v - floorMod(v, m)) / m }

// gcd of two magnitudes; gcd(0, x) is x.
func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	if a < 0 {
		return -a
	}
	return a
}

// mulMod is a*b modulo m for a and b from 0 to m-1.
func mulMod(a, b, m int64) int64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	_, r := bits.Div64(hi, lo, uint64(m))
	return int64(r)
}

// addMod is a+b modulo m for a and b from 0 to m-1.
func addMod(a, b, m int64) int64 { return int64((uint64(a) + uint64(b)) % uint64(m)) }

// Add is the congruence of x+y, if the sum does not wrap.
func (c Congruence) Add(o Congruence) Congruence {
	m, r := c.parts()
	n, s := o.parts()
	g := gcd(m, n)
	return Modulo(g, addMod(r%g, s%g, g))
}

// Mul is the congruence of x*y, if the product does not wrap: (r + m*a)*(s + n*b) is r*s modulo the divisors of m*s, n*r and m*n.
func (c Congruence) Mul(o Congruence) Congruence {
	m, r := c.parts()
	n, s := o.parts()
	ms, ok1 := mulOK(m, s)
	nr, ok2 := mulOK(n, r)
	mn, ok3 := mulOK(m, n)
	g := gcd(m, n)
	if ok1 && ok2 && ok3 {
		g = gcd(gcd(ms, nr), mn)
	}
	if g < 2 {
		return Congruence{}
	}
	return Modulo(g, mulMod(r%g, s%g, g))
}

// scale is the congruence of k*x, if the product does not wrap. k is not 0.
func (c Congruence) scale(k int64) Congruence {
	m, r := c.parts()
	km, ok := mulOK(m, k)
	if !ok || km == -km {
		if k == -k {
			return Modulo(1<<62, 0)
		}
		m, r, km = 1, 0, k
	}
	if km < 0 {
		km = -km
	}
	if km < 2 {
		return Congruence{}
	}
	return Modulo(km, mulMod(floorMod(k, km), r, km))
}

// shift is the congruence of x+v, if the sum does not wrap.
func (c Congruence) shift(v int64) Congruence {
	m, r := c.parts()
	return Modulo(m, addMod(r, floorMod(v, m), m))
}

// Join is what holds of x and of y alike.
func (c Congruence) Join(o Congruence) Congruence {
	m, r := c.parts()
	n, s := o.parts()
	g := gcd(gcd(m, n), r-s)
	return Modulo(g, r)
}

// wrapped is what is left of the congruence of an exact result when it is wrapped to 64 bits: the power of two in its modulus.
func (c Congruence) wrapped() Congruence {
	m, r := c.parts()
	return Modulo(m&-m, r)
}

// tighten moves the known ends of an interval inward to values that satisfy the congruence.
func (c Congruence) tighten(i Interval) Interval {
	m, r := c.parts()
	if !i.known || m == 1 {
		return i
	}
	lo, ok1 := addOK(i.lo, floorMod(r-floorMod(i.lo, m), m))
	hi, ok2 := addOK(i.hi, -floorMod(floorMod(i.hi, m)-r, m))
	if !ok1 || !ok2 || lo > hi {
		return i
	}
	return Interval{lo, hi, true}
}

// joinRes is the congruence of a value that is one of a or b.
func joinRes(a, b *node) Congruence {
	if a.isConst() && b.isConst() {
		d, ok := subOK(a.val, b.val)
		if !ok {
			return Congruence{}
		}
		return Modulo(gcd(d, 0), a.val)
	}
	if b.isConst() {
		a, b = b, a
	}
	if a.isConst() {
		m, r := b.res.parts()
		return Modulo(gcd(m, floorMod(a.val, m)-r), r)
	}
	return a.res.Join(b.res)
}
