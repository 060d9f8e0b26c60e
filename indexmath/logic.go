package indexmath

// LAnd is x && y: 1 or 0. It is 0 when one operand is 0, whether the other is known or not.
func LAnd(x, y Expr) Expr { return Expr{connect(opLAnd, x.n, y.n)} }

// LOr is x || y: 1 or 0. It is 1 when one operand is not 0, whether the other is known or not.
func LOr(x, y Expr) Expr { return Expr{connect(opLOr, x.n, y.n)} }

// LNot is !x: 1 or 0.
func LNot(x Expr) Expr { return Expr{not(x.n)} }

func not(x *node) *node {
	if x == nil {
		return nil
	}
	switch never0(x) {
	case yes:
		return constant(0)
	case no:
		return constant(1)
	}
	switch x.op {
	case opLt:
		return le(x.args[1], x.args[0])
	case opLe:
		return lt(x.args[1], x.args[0])
	case opEq:
		return ne(x.args[0], x.args[1])
	case opNe:
		return eq(x.args[0], x.args[1])
	}
	return apply(opEq, boolRange, Congruence{}, x, constant(0))
}

func toBool(x *node) *node { return ne(x, constant(0)) }

// connect joins two conditions. deciding is the answer that settles the whole: "is 0" for &&, "is not 0" for ||.
func connect(o op, x, y *node) *node {
	deciding, decided, other := no, constant(0), yes
	if o == opLOr {
		deciding, decided, other = yes, constant(1), no
	}
	a, b := never0(x), never0(y)
	switch {
	case a == deciding || b == deciding:
		return decided
	case x == nil || y == nil:
		return nil
	case a == other && b == other:
		return truth(o == opLAnd)
	case a == other:
		return toBool(y)
	case b == other:
		return toBool(x)
	}
	args := conditions(o, x, nil)
	n := len(args)
next:
	for _, c := range conditions(o, y, nil) {
		opposite := not(c)
		for _, have := range args[:n] {
			if same(have, c) {
				continue next
			}
			if same(have, opposite) {
				return decided
			}
		}
		args = append(args, c)
	}
	if len(args) == 1 {
		return toBool(args[0])
	}
	if len(args) > maxFactors {
		return nil
	}
	return apply(o, boolRange, Congruence{}, args...)
}

// conditions lists what a chain of one connective joins.
func conditions(o op, x *node, to []*node) []*node {
	if x.op == o {
		return append(to, x.args...)
	}
	return append(to, x)
}
