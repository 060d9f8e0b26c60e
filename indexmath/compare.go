package indexmath

// Lt is x<y: 1 or 0.
func Lt(x, y Expr) Expr { return Expr{lt(x.n, y.n)} }

// Le is x<=y: 1 or 0.
func Le(x, y Expr) Expr { return Expr{le(x.n, y.n)} }

// Gt is x>y: 1 or 0.
func Gt(x, y Expr) Expr { return Expr{lt(y.n, x.n)} }

// Ge is x>=y: 1 or 0.
func Ge(x, y Expr) Expr { return Expr{le(y.n, x.n)} }

// Eq is x==y: 1 or 0.
func Eq(x, y Expr) Expr { return Expr{eq(x.n, y.n)} }

// Ne is x!=y: 1 or 0.
func Ne(x, y Expr) Expr { return Expr{ne(x.n, y.n)} }

var boolRange = Between(0, 1)

func truth(b bool) *node {
	if b {
		return constant(1)
	}
	return constant(0)
}

// difference is an interval of the exact x-y, not of the wrapped one. The interval of the simplified x-y serves when the exact one is
// within 64 bits: then it is the wrapped one.
func difference(x, y *node) Interval {
	far := x.rng.Sub(y.rng)
	if !far.known {
		return far
	}
	if d := sub(x, y); d != nil {
		return far.Intersect(d.rng)
	}
	return far
}

func lt(x, y *node) *node {
	if x == nil || y == nil {
		return nil
	}
	if same(x, y) {
		return constant(0)
	}
	xlo, xhi := x.rng.ends()
	ylo, yhi := y.rng.ends()
	if xhi < ylo {
		return constant(1)
	}
	if xlo >= yhi {
		return constant(0)
	}
	dlo, dhi := difference(x, y).ends()
	if dhi < 0 || dlo >= 0 {
		return truth(dhi < 0)
	}
	return apply(opLt, boolRange, Congruence{}, x, y)
}

func le(x, y *node) *node {
	if x == nil || y == nil {
		return nil
	}
	if same(x, y) {
		return constant(1)
	}
	xlo, xhi := x.rng.ends()
	ylo, yhi := y.rng.ends()
	if xhi <= ylo {
		return constant(1)
	}
	if xlo > yhi {
		return constant(0)
	}
	dlo, dhi := difference(x, y).ends()
	if dhi <= 0 || dlo > 0 {
		return truth(dhi <= 0)
	}
	return apply(opLe, boolRange, Congruence{}, x, y)
}

func eq(x, y *node) *node {
	if x == nil || y == nil {
		return nil
	}
	switch equality(x, y) {
	case yes:
		return constant(1)
	case no:
		return constant(0)
	}
	x, y = constLast(x, y)
	if y.is(0) {
		return not(x)
	}
	if y.is(1) && x.isBool() {
		return x
	}
	return apply(opEq, boolRange, Congruence{}, x, y)
}

func ne(x, y *node) *node {
	if x == nil || y == nil {
		return nil
	}
	switch equality(x, y) {
	case yes:
		return constant(0)
	case no:
		return constant(1)
	}
	x, y = constLast(x, y)
	if y.is(0) && x.isBool() {
		return x
	}
	if y.is(1) && x.isBool() {
		return not(x)
	}
	return apply(opNe, boolRange, Congruence{}, x, y)
}

// answer is yes, no, or the zero value when it is not known.
type answer int8

const (
	yes answer = iota + 1
	no
)

// equality tells whether x and y are equal: exactly when their wrapped difference is 0.
func equality(x, y *node) answer {
	if same(x, y) {
		return yes
	}
	xlo, xhi := x.rng.ends()
	ylo, yhi := y.rng.ends()
	if xhi < ylo || yhi < xlo {
		return no
	}
	d := sub(x, y)
	switch {
	case d == nil:
		return 0
	case d.is(0):
		return yes
	case !d.rng.Contains(0) || d.res.Excludes(0):
		return no
	}
	return 0
}

// never0 tells whether a value is other than 0 (yes), or 0 (no).
func never0(x *node) answer {
	switch {
	case x == nil:
		return 0
	case x.is(0):
		return no
	case !x.rng.Contains(0) || x.res.Excludes(0):
		return yes
	}
	return 0
}
