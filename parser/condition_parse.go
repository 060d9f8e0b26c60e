package parser

// The grammar of #if expressions, by precedence climbing over the expanded tokens.

// precedence of the infix operators; ?: is below them all.
var precedence = map[string]int{
	"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7,
	"<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}

func (e *evaluator) peek() string {
	if e.i < len(e.tokens) {
		return e.tokens[e.i]
	}
	return ""
}

func (e *evaluator) accept(t string) bool {
	if e.peek() != t {
		return false
	}
	e.i++
	return true
}

func (e *evaluator) conditional(depth int) number {
	if depth > maxConditionDepth {
		e.failed = true
		return number{}
	}
	c := e.binary(1, depth)
	if !e.accept("?") {
		return c
	}
	x := e.conditional(depth + 1)
	if !e.accept(":") {
		e.failed = true
	}
	y := e.conditional(depth + 1)
	switch {
	case !c.known:
		return number{}
	case c.v != 0:
		return x
	}
	return y
}

func (e *evaluator) binary(least, depth int) number {
	x := e.unary(depth)
	for !e.failed {
		op := e.peek()
		p := precedence[op]
		if p == 0 || p < least {
			return x
		}
		e.i++
		x = apply(op, x, e.binary(p+1, depth+1))
	}
	return number{}
}

func (e *evaluator) unary(depth int) number {
	if depth > maxConditionDepth {
		e.failed = true
		return number{}
	}
	t := e.peek()
	e.i++
	switch t {
	case "!", "not":
		x := e.unary(depth + 1)
		if !x.known {
			return x
		}
		return truth(x.v == 0)
	case "-":
		x := e.unary(depth + 1)
		return number{x.known, -x.v}
	case "+":
		return e.unary(depth + 1)
	case "~":
		x := e.unary(depth + 1)
		return number{x.known, ^x.v}
	case "(":
		x := e.conditional(depth + 1)
		if !e.accept(")") {
			e.failed = true
		}
		return x
	case tokenUnknown:
		return number{}
	case "":
		e.failed = true
		return number{}
	}
	x, ok := conditionLiteral(t)
	if !ok {
		e.failed = true
	}
	return x
}

// apply is one infix operator on numbers that may be unknown.
func apply(op string, x, y number) number {
	switch op {
	case "&&":
		if x.known && x.v == 0 || y.known && y.v == 0 {
			return truth(false)
		}
	case "||":
		if x.known && x.v != 0 || y.known && y.v != 0 {
			return truth(true)
		}
	}
	if !x.known || !y.known {
		return number{}
	}
	a, b := x.v, y.v
	switch op {
	case "&&", "||":
		return truth(op == "&&") // neither side decided it alone
	case "|":
		return number{true, a | b}
	case "^":
		return number{true, a ^ b}
	case "&":
		return number{true, a & b}
	case "==":
		return truth(a == b)
	case "!=":
		return truth(a != b)
	case "<":
		return truth(a < b)
	case ">":
		return truth(a > b)
	case "<=":
		return truth(a <= b)
	case ">=":
		return truth(a >= b)
	case "<<":
		return number{b >= 0 && b < 64, a << (uint64(b) & 63)}
	case ">>":
		return number{b >= 0 && b < 64, a >> (uint64(b) & 63)}
	case "+":
		return number{true, a + b}
	case "-":
		return number{true, a - b}
	case "*":
		return number{true, a * b}
	case "/", "%":
		if b == 0 {
			return number{}
		}
		if op == "/" {
			return number{true, a / b}
		}
		return number{true, a % b}
	}
	return number{}
}
