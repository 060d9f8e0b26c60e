package kernelgen

import "math/bits"

// undefined is what the machine panics with when a program does what C++ gives no meaning; such programs are not compared.
type undefined string

// compute is x op y in an integer type, to which both were converted.
func compute(op string, t *ctype, x, y int64) int64 {
	if t.size == 8 && !t.signed {
		return computeUnsigned(op, uint64(x), uint64(y))
	}
	var v int64
	switch op {
	case "+":
		v = x + y
		if x > 0 && y > 0 && v < 0 || x < 0 && y < 0 && v >= 0 {
			panic(undefined("overflow"))
		}
	case "-":
		v = x - y
		if x >= 0 && y < 0 && v < 0 || x < 0 && y > 0 && v >= 0 {
			panic(undefined("overflow"))
		}
	case "*":
		hi, lo := bits.Mul64(magnitude(x), magnitude(y))
		if hi != 0 || t.signed && lo > 1<<63-1 {
			panic(undefined("overflow"))
		}
		v = x * y
	case "/", "%":
		if y == 0 {
			panic(undefined("division by zero"))
		}
		if op == "/" {
			v = x / y
		} else {
			v = x % y
		}
	case "<<", ">>":
		if y < 0 || y >= 8*t.size {
			panic(undefined("shift"))
		}
		if op == ">>" {
			v = x >> y
			break
		}
		if t.signed && (x < 0 || x > 1<<62>>y) {
			panic(undefined("shift"))
		}
		v = x << y
	case "&":
		v = x & y
	case "|":
		v = x | y
	case "^":
		v = x ^ y
	default:
		return truth(compare(op, x, y))
	}
	w := t.wrap(v)
	if w != v && t.signed {
		panic(undefined("overflow"))
	}
	return w
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func compare(op string, x, y int64) bool {
	switch op {
	case "<":
		return x < y
	case "<=":
		return x <= y
	case ">":
		return x > y
	case ">=":
		return x >= y
	case "==":
		return x == y
	case "!=":
		return x != y
	}
	panic("no such operator: " + op)
}

func computeUnsigned(op string, x, y uint64) int64 {
	switch op {
	case "+":
		return int64(x + y)
	case "-":
		return int64(x - y)
	case "*":
		return int64(x * y)
	case "/", "%":
		if y == 0 {
			panic(undefined("division by zero"))
		}
		if op == "/" {
			return int64(x / y)
		}
		return int64(x % y)
	case "<<", ">>":
		if y >= 64 {
			panic(undefined("shift"))
		}
		if op == "<<" {
			return int64(x << y)
		}
		return int64(x >> y)
	case "&":
		return int64(x & y)
	case "|":
		return int64(x | y)
	case "^":
		return int64(x ^ y)
	}
	switch {
	case x == y:
		return truth(op == "==" || op == "<=" || op == ">=")
	case x < y:
		return truth(op == "<" || op == "<=" || op == "!=")
	}
	return truth(op == ">" || op == ">=" || op == "!=")
}

// hash mixes numbers.
func hash(xs ...int64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, x := range xs {
		h = (h ^ uint64(x)) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return h
}
