// Package indexmath is the algebra of array indices: symbolic 64-bit integers go in, and what can be said of them comes out —
// their simplest form, an interval, a congruence, the stride along a symbol, and their values in the 32 lanes of a warp.
//
// All arithmetic is that of 64-bit two's complement: sums and products wrap, division truncates toward zero as in C. An
// expression is simplified when it is built, and only by rewrites that keep its value under wrapping. A rewrite that needs the
// arithmetic to be exact (4*n/4 is n only when 4*n does not wrap) asks the interval: the interval of a sum is known only when no
// partial result can leave 64 bits, so a known interval is the proof. For n in [0, 2147483647], 4*n/4 is n; for an n of which
// nothing is known it stays 4*n/4. So it does for an n that is only known to be 0 or more, as that may be the greatest integer:
// a symbol that stands for a size is of use with an upper end.
//
// "Know nothing" is a value, and the zero value of every type here: the zero Expr is unknown, the zero Interval holds every
// integer, the zero Congruence excludes none. It comes out where a helper computation would overflow, where a divisor is zero,
// and where an expression grows past a fixed size; it is never an error.
//
// An expression with a value keeps it, unless it grew past bounds: where a lane of the unsimplified expression has a value, the
// simplified one has the same.
// The reverse does not hold: 0*d is 0 although d is not known.
package indexmath
