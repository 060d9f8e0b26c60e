package indexmath

// Scaled is one addend of a sum, taken apart into factors: K times By times what is left.
type Scaled struct {
	K      int64
	By     []Expr // the factors that arguments alone decide
	Moves  bool   // something is left: ids, loop counters
	Varies bool   // it differs from lane to lane
}

// Scales multiplies x out and takes its addends apart: 4*(i*n + j) + 8 is 4*[n]*i + 4*j, the constant left away. Conversions are looked
// through. It is nil where x is not known or has more addends than are looked at.
func Scales(x Expr) []Scaled {
	x = Uncast(x)
	if x.n == nil {
		return nil
	}
	var out []Scaled
	var take func(n *node, k int64) bool
	take = func(n *node, k int64) bool {
		l := asLinear(n)
		if expandable(n) {
			e := multipliedOut(n)
			if !e.ok {
				return false
			}
			l = linear{terms: e.terms}
		}
		for _, t := range l.terms {
			if len(out) > maxExpanded {
				return false
			}
			if expandable(t.t) && t.t != n {
				if !take(t.t, k*t.k) {
					return false
				}
				continue
			}
			out = append(out, scaledBy(t.t, k*t.k))
		}
		return true
	}
	if !take(x.n, 1) {
		return nil
	}
	return out
}

func scaledBy(n *node, k int64) Scaled {
	factors := []*node{n}
	if n.op == opProd {
		factors = n.args
	}
	s := Scaled{K: k}
	for _, f := range factors {
		if f.kinds == 1<<Param {
			s.By = append(s.By, Expr{f})
			continue
		}
		s.Moves = true
		s.Varies = s.Varies || f.varies
	}
	return s
}

// Largest are the expressions that x is the largest of: its arguments where it is a max, x itself where it is not.
func Largest(x Expr) []Expr { return among(x, opMax) }

// Smallest are the expressions that x is the smallest of.
func Smallest(x Expr) []Expr { return among(x, opMin) }

func among(x Expr, o op) []Expr {
	if x.n == nil {
		return nil
	}
	if x.n.op != o {
		return []Expr{x}
	}
	var out []Expr
	for _, a := range x.n.args {
		out = append(out, among(Expr{a}, o)...)
	}
	return out
}
