package sema

import "github.com/cudalint/cudalint/indexmath"

// bitsOf writes the 32-bit functions __brev, __popc, __clz and __ffs of a value that is known for each lane as shifts and masks, in
// the usual way of halves, quarters and so on. False for values of data, of which nothing would come out.
func bitsOf(name string, x indexmath.Expr) (indexmath.Expr, bool) {
	if x.Has(indexmath.Data) || !x.Known() {
		return indexmath.Expr{}, false
	}
	x = indexmath.Cast(x, 32, false)
	switch name {
	case "brev":
		return reversed(x), true
	case "popc":
		return ones(x), true
	case "clz":
		return indexmath.Sub(indexmath.Const(32), ones(smeared(x))), true
	case "ffs": // the ones below the lowest one, plus 1; 0 for 0
		low := indexmath.And(x, indexmath.Neg(x))
		below := ones(indexmath.And(indexmath.Sub(low, indexmath.Const(1)), indexmath.Const(1<<32-1)))
		return indexmath.Select(indexmath.Eq(x, indexmath.Const(0)), indexmath.Const(0), indexmath.Add(below, indexmath.Const(1))), true
	}
	return indexmath.Expr{}, false
}

// masks of every other group of 1, 2, 4, 8 and 16 bits.
var bitMasks = []int64{0x55555555, 0x33333333, 0x0F0F0F0F, 0x00FF00FF, 0x0000FFFF}

func reversed(x indexmath.Expr) indexmath.Expr {
	for i, m := range bitMasks {
		n, mask := indexmath.Const(1<<i), indexmath.Const(m)
		x = indexmath.Or(indexmath.And(indexmath.Shr(x, n), mask), indexmath.Shl(indexmath.And(x, mask), n))
	}
	return x
}

func ones(x indexmath.Expr) indexmath.Expr {
	for i, m := range bitMasks {
		n, mask := indexmath.Const(1<<i), indexmath.Const(m)
		x = indexmath.Add(indexmath.And(x, mask), indexmath.And(indexmath.Shr(x, n), mask))
	}
	return x
}

// smeared has a one in every bit below the highest one of x.
func smeared(x indexmath.Expr) indexmath.Expr {
	for i := range bitMasks {
		x = indexmath.Or(x, indexmath.Shr(x, indexmath.Const(1<<i)))
	}
	return x
}
