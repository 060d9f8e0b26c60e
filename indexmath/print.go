package indexmath

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Binding strengths of C's operators, weakest first.
const (
	bindCond = iota
	bindLOr
	bindLAnd
	bindOr
	bindXor
	bindAnd
	bindEq
	bindRel
	bindShift
	bindSum
	bindProd
	bindUnary
	bindPrimary
)

var infix = map[op]struct {
	text string
	bind int
}{
	opDiv: {"/", bindProd}, opMod: {"%", bindProd},
	opShl: {" << ", bindShift}, opShr: {" >> ", bindShift},
	opAnd: {" & ", bindAnd}, opXor: {" ^ ", bindXor}, opOr: {" | ", bindOr},
	opLt: {" < ", bindRel}, opLe: {" <= ", bindRel}, opEq: {" == ", bindEq}, opNe: {" != ", bindEq},
	opLAnd: {" && ", bindLAnd}, opLOr: {" || ", bindLOr},
}

// maxPrinted is the number of operators and symbols after which String writes "...".
const maxPrinted = 200

// String writes the expression as C with no more parentheses than C needs: "4*n + threadIdx.x". Addends come in a fixed order,
// those that vary by thread last. The unknown expression is "?", and what is left of a very long one "...".
func (x Expr) String() string {
	if x.n == nil {
		return "?"
	}
	var p printer
	p.print(x.n, bindCond)
	return p.String()
}

const (
	mostLevels = 12 // that Brief tries to keep
	fewLevels  = 2

	// BriefBytes is the length up to which Brief writes an expression whole.
	BriefBytes = 200
)

// Brief writes the expression as String does, for people to read: where it is longer than BriefBytes, what is nested deepest is left
// out, with "..." in its place, and of a long sum the end.
func (x Expr) Brief() string {
	s := x.String()
	for level := mostLevels; len(s) > BriefBytes && level >= fewLevels; level-- {
		p := printer{levels: level}
		p.print(x.n, bindCond)
		s = p.String()
	}
	if len(s) <= BriefBytes {
		return s
	}
	cut := strings.LastIndexByte(s[:BriefBytes], ' ')
	if cut < BriefBytes/2 {
		for cut = BriefBytes; !utf8.RuneStart(s[cut]); {
			cut--
		}
	}
	return strings.TrimRight(s[:cut], " ") + " ..."
}

type printer struct {
	strings.Builder
	printed int
	level   int // of the node that is being printed
	levels  int // deeper ones are left out; 0 is no bound
}

// print writes n, in parentheses where it binds more weakly than its surroundings.
func (p *printer) print(n *node, around int) {
	p.printed++
	if p.level++; p.printed > maxPrinted || p.levels > 0 && p.level > p.levels && n.op != opSym && n.op != opConst {
		p.WriteString("...")
		p.level--
		return
	}
	defer func() { p.level-- }()
	bind := binding(n)
	if bind < around {
		p.WriteByte('(')
		defer p.WriteByte(')')
	}
	switch n.op {
	case opConst:
		p.WriteString(strconv.FormatInt(n.val, 10))
	case opSym:
		p.WriteString(n.sym.Name)
	case opSum:
		p.sum(n)
	case opProd:
		p.product(n.args, bindProd)
	case opMin:
		p.call("min", n.args)
	case opMax:
		p.call("max", n.args)
	case opCast:
		fmt.Fprintf(p, "(%s)", typeName(n.castType()))
		p.print(n.args[0], bindUnary)
	case opSelect:
		p.print(n.args[0], bindLOr)
		p.WriteString(" ? ")
		p.print(n.args[1], bindCond)
		p.WriteString(" : ")
		p.print(n.args[2], bindCond)
	default:
		if isNegation(n) {
			p.WriteByte('!')
			p.print(n.args[0], bindUnary)
			return
		}
		for i, a := range n.args {
			if i == 0 {
				p.print(a, bind)
				continue
			}
			p.WriteString(infix[n.op].text)
			p.print(a, bind+1)
		}
	}
}

// isNegation says that the node is a condition compared with 0: !(a && b).
func isNegation(n *node) bool { return n.op == opEq && n.args[1].is(0) && n.args[0].isBool() }

func binding(n *node) int {
	switch n.op {
	case opSum:
		if len(n.terms) > 1 || n.val != 0 {
			return bindSum
		}
		return bindProd
	case opProd:
		return bindProd
	case opSelect:
		return bindCond
	case opCast:
		return bindUnary
	case opConst:
		if n.val < 0 {
			return bindUnary
		}
		return bindPrimary
	}
	if isNegation(n) {
		return bindUnary
	}
	if i, ok := infix[n.op]; ok {
		return i.bind
	}
	return bindPrimary
}

// sum writes a positive addend first where there is one, the constant last where it can.
func (p *printer) sum(n *node) {
	first := -1
	for i, t := range n.terms {
		if t.k > 0 {
			first = i
			break
		}
	}
	constant := n.val
	started := false
	if first >= 0 {
		p.addend(n.terms[first], started)
		started = true
	} else if constant > 0 {
		p.WriteString(strconv.FormatInt(constant, 10))
		constant, started = 0, true
	}
	for i, t := range n.terms {
		if p.printed > maxPrinted {
			break
		}
		if i != first {
			p.addend(t, started)
			started = true
		}
	}
	if constant != 0 {
		p.sign(constant, started)
		p.WriteString(strconv.FormatUint(magnitude(constant), 10))
	}
}

func magnitude(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

func (p *printer) sign(k int64, started bool) {
	switch {
	case k < 0 && started:
		p.WriteString(" - ")
	case k < 0:
		p.WriteByte('-')
	case started:
		p.WriteString(" + ")
	}
}

func (p *printer) addend(t term, started bool) {
	p.sign(t.k, started)
	around := bindProd
	if k := magnitude(t.k); k != 1 {
		p.WriteString(strconv.FormatUint(k, 10))
		p.WriteByte('*')
		around = bindUnary
	} else if t.k < 0 && !started {
		around = bindUnary
	}
	if t.t.op == opProd {
		p.product(t.t.args, around)
		return
	}
	p.print(t.t, around)
}

func (p *printer) product(factors []*node, around int) {
	for i, f := range factors {
		if i > 0 {
			p.WriteByte('*')
			around = bindUnary
		}
		p.print(f, around)
	}
}

func (p *printer) call(name string, args []*node) {
	p.WriteString(name + "(")
	for i, a := range args {
		if i > 0 {
			p.WriteString(", ")
		}
		p.print(a, bindCond)
	}
	p.WriteByte(')')
}

func typeName(width int, signed bool) string {
	names := map[int]string{8: "char", 16: "short", 32: "int"}
	name, ok := names[width]
	switch {
	case !ok:
		name = fmt.Sprintf("_BitInt(%d)", width)
	case width == 32 && !signed:
		return "unsigned"
	case width == 8 && signed:
		return "signed char"
	}
	if !signed {
		return "unsigned " + name
	}
	return name
}
