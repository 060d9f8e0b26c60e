package indexmath

// Select is c ? x : y.
func Select(c, x, y Expr) Expr { return Expr{choose(c.n, x.n, y.n)} }

func choose(c, x, y *node) *node {
	switch never0(c) {
	case yes:
		return x
	case no:
		return y
	}
	if same(x, y) {
		return x
	}
	if c == nil || x == nil || y == nil {
		return nil
	}
	switch {
	case c.op == opEq && c.args[1].is(0):
		return choose(c.args[0], y, x)
	case c.op == opNe && c.args[1].is(0):
		return choose(c.args[0], x, y)
	case x.is(1) && y.is(0):
		return toBool(c)
	case x.is(0) && y.is(1):
		return not(c)
	case x.op == opSelect && same(x.args[0], c):
		return choose(c, x.args[1], y)
	case y.op == opSelect && same(y.args[0], c):
		return choose(c, x, y.args[2])
	}
	if c.op == opLt || c.op == opLe {
		a, b := c.args[0], c.args[1]
		if same(a, x) && same(b, y) {
			return lesser(x, y)
		}
		if same(a, y) && same(b, x) {
			return greater(x, y)
		}
	}
	return apply(opSelect, x.rng.Union(y.rng), joinRes(x, y), c, x, y)
}

// Min is the lesser of x and y.
func Min(x, y Expr) Expr { return Expr{lesser(x.n, y.n)} }

// Max is the greater of x and y.
func Max(x, y Expr) Expr { return Expr{greater(x.n, y.n)} }

func lesser(x, y *node) *node {
	if x == nil || y == nil {
		return nil
	}
	if same(x, y) {
		return x
	}
	switch lo, hi := difference(x, y).ends(); {
	case hi <= 0:
		return x
	case lo >= 0:
		return y
	}
	x, y = constLast(x, y)
	if y.isConst() && x.op == opMin && x.args[1].isConst() {
		return lesser(x.args[0], constant(min(x.args[1].val, y.val)))
	}
	return apply(opMin, x.rng.Min(y.rng), joinRes(x, y), x, y)
}

func greater(x, y *node) *node {
	if x == nil || y == nil {
		return nil
	}
	if same(x, y) {
		return x
	}
	switch lo, hi := difference(x, y).ends(); {
	case hi <= 0:
		return y
	case lo >= 0:
		return x
	}
	x, y = constLast(x, y)
	if y.isConst() && x.op == opMax && x.args[1].isConst() {
		return greater(x.args[0], constant(max(x.args[1].val, y.val)))
	}
	return apply(opMax, x.rng.Max(y.rng), joinRes(x, y), x, y)
}
