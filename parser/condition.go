package parser

import (
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/ast"
)

// A condition is evaluated with three values: true, false and unknown. Unknown is what the headers that are not at hand and the
// compiler's command line decide. `0 && u` is false and `1 || u` is true whatever u is. Where an #else stands ready, what nothing
// in sight defines counts as not defined, as a compiler without further flags takes it; else the group is read.

// number is the value of a condition or of a part of it; the zero value is unknown.
type number struct {
	known bool
	v     int64
}

func truth(b bool) number {
	if b {
		return number{true, 1}
	}
	return number{true, 0}
}

// limits of an expansion, beyond which a condition is unknown
const (
	maxConditionTokens = 4096
	maxConditionDepth  = 64
)

// condition decides an #if, #ifdef, #ifndef (or the #elif twin, without "el"). The text starts at offset i.
func (l *lexer) condition(kind string, i, end int) bool {
	text := l.fold(i, end)
	if v, known := l.decide(kind, text, end); known || !l.hasElse(end) {
		return v
	}
	l.known.closed = true
	v, _ := l.decide(kind, text, end)
	l.known.closed = false
	return v
}

// decide is a condition's truth; one that is not known counts as true.
func (l *lexer) decide(kind, text string, end int) (truth, known bool) {
	if kind == "if" {
		v := l.known.evaluate(text)
		return !v.known || v.v != 0, v.known
	}
	name, _ := cutName(text)
	m, known := l.known.find(name)
	if !known {
		return true, false
	}
	if kind == "ifndef" {
		return m == nil || l.isGuard(m, end), true
	}
	return m != nil, true
}

// maxLooks bounds how often the groups of one file are looked for.
const maxLooks = 16

// hasElse looks ahead for an #else of the group whose opening line ends at end. One look finds those of all groups that follow.
func (l *lexer) hasElse(end int) bool {
	if found, known := l.elses[end]; known || l.looks >= maxLooks {
		return found
	}
	l.looks++
	if l.elses == nil {
		l.elses = map[int]bool{}
	}
	at := l.pos
	defer func() { l.pos = at }()
	l.pos = end
	open := [][]int{{end}} // the lines of each group that is open, by where they end
	l.elses[end] = false
	for l.pos < len(l.src) && len(open) > 0 {
		l.pos = l.skipBlank(l.pos, len(l.src))
		if l.at(l.pos) != '#' {
			l.skipLine()
			continue
		}
		name, _, next := l.line(false)
		l.pos = next
		switch name {
		case "if", "ifdef", "ifndef":
			open = append(open, []int{next})
			l.elses[next] = false
		case "elif", "elifdef", "elifndef":
			open[len(open)-1] = append(open[len(open)-1], next)
			l.elses[next] = false
		case "endif":
			open = open[:len(open)-1]
		case "else":
			for _, line := range open[len(open)-1] {
				l.elses[line] = true
			}
			open[len(open)-1] = nil
		}
	}
	return l.elses[end]
}

// isGuard reports whether the #ifndef that ends at end is the file's own include guard, known ahead because the file's headers
// include the file: nothing is in front of it and the same name is defined as nothing in the next line.
func (l *lexer) isGuard(m *ast.Macro, end int) bool {
	if len(l.toks) > 1 || len(l.groups) > 1 || len(l.res.macros) > 0 || m.Body != "" {
		return false
	}
	i := l.skipBlank(end, len(l.src))
	if l.at(i) != '#' {
		return false
	}
	i = l.skipBlank(i+1, len(l.src))
	if l.src[i:l.nameEnd(i)] != "define" {
		return false
	}
	i = l.skipBlank(l.nameEnd(i), len(l.src))
	return l.src[i:l.nameEnd(i)] == m.Name
}

// evaluate is the value of the text of an #if.
func (t *macroTable) evaluate(text string) number {
	e := evaluator{table: t}
	tokens := e.expand(splitCondition(text), nil)
	if e.failed || len(tokens) == 0 {
		return number{}
	}
	e.tokens = tokens
	v := e.conditional(0)
	if e.failed || e.i < len(e.tokens) {
		return number{}
	}
	return v
}

// splitCondition cuts text into names, numbers, literals and operators. Angle brackets of __has_include come apart like
// everything else.
func splitCondition(text string) []string {
	var tokens []string
	for i := 0; i < len(text); {
		j := i + 1
		switch class := classOf[text[i]]; {
		case class == classBlank:
			i++
			continue
		case class&(classLetter|classDigit|classHigh) != 0:
			for j < len(text) && (classOf[text[j]]&(classLetter|classDigit|classHigh) != 0 ||
				class == classDigit && (text[j] == '\'' || text[j] == '.')) {
				j++
			}
		case text[i] == '"' || text[i] == '\'':
			for j < len(text) && text[j] != text[i] {
				if text[j] == '\\' {
					j++
				}
				j++
			}
			j = min(j+1, len(text))
		case j < len(text):
			switch text[i : j+1] {
			case "&&", "||", "==", "!=", "<=", ">=", "<<", ">>":
				j++
			}
		}
		tokens = append(tokens, text[i:j])
		i = j
	}
	return tokens
}

// evaluator holds one condition.
type evaluator struct {
	table  *macroTable
	tokens []string
	i      int
	count  int // tokens that came out of expansions
	depth  int
	failed bool // not an expression, or too large
}

// Words that stand for values in expanded text; no source text can hold them.
const (
	tokenUnknown = "?unknown"
	tokenTrue    = "1"
	tokenFalse   = "0"
)

// expand replaces macros, but none of those in hidden, and `defined`.
func (e *evaluator) expand(tokens []string, hidden []string) []string {
	var out []string
	if e.depth++; e.depth > maxConditionDepth {
		e.failed = true
	}
	defer func() { e.depth-- }()
	for i := 0; i < len(tokens) && !e.failed; i++ {
		t := tokens[i]
		if e.count++; e.count > maxConditionTokens {
			e.failed = true
		}
		if classOf[t[0]]&(classLetter|classHigh) == 0 {
			out = append(out, t)
			continue
		}
		if t == "defined" {
			name, n := definedName(tokens[i+1:])
			out = append(out, e.isDefined(name))
			i += n
			continue
		}
		m, known := e.table.find(t)
		switch {
		case t == "true":
			out = append(out, tokenTrue)
		case t == "false":
			out = append(out, tokenFalse)
		case slices.Contains(hidden, t), !known:
			out = append(out, tokenUnknown)
			i += callLen(tokens[i+1:])
		case m == nil:
			out = append(out, tokenFalse)
			if n := callLen(tokens[i+1:]); n > 0 {
				out[len(out)-1] = tokenUnknown
				i += n
			}
		case m.Function:
			n := callLen(tokens[i+1:])
			if n == 0 {
				out = append(out, tokenUnknown)
				continue
			}
			args := conditionArgs(tokens[i+2 : i+n])
			for k := range args {
				args[k] = e.expand(args[k], hidden)
			}
			out = append(out, e.expand(substitute(m, args), append(hidden[:len(hidden):len(hidden)], t))...)
			i += n
		case m.Body == "":
			out = append(out, tokenUnknown)
		default:
			out = append(out, e.expand(splitCondition(m.Body), append(hidden[:len(hidden):len(hidden)], t))...)
		}
	}
	return out
}

// definedName is the name behind `defined`, and how many tokens it takes.
func definedName(tokens []string) (string, int) {
	switch {
	case len(tokens) >= 3 && tokens[0] == "(" && tokens[2] == ")":
		return tokens[1], 3
	case len(tokens) >= 1:
		return tokens[0], 1
	}
	return "", 0
}

func (e *evaluator) isDefined(name string) string {
	m, known := e.table.find(name)
	switch {
	case !known:
		return tokenUnknown
	case m != nil:
		return tokenTrue
	}
	return tokenFalse
}

// callLen is the number of tokens of the parenthesis that tokens begin with, 0 without one.
func callLen(tokens []string) int {
	depth := 0
	for i, t := range tokens {
		switch t {
		case "(":
			depth++
		case ")":
			depth--
		}
		if depth == 0 {
			if i == 0 {
				return 0
			}
			return i + 1
		}
	}
	return 0
}

// conditionArgs parts the tokens between a call's parentheses at the commas.
func conditionArgs(tokens []string) [][]string {
	var args [][]string
	depth, from := 0, 0
	for i, t := range tokens {
		switch t {
		case "(":
			depth++
		case ")":
			depth--
		case ",":
			if depth == 0 {
				args = append(args, tokens[from:i])
				from = i + 1
			}
		}
	}
	return append(args, tokens[from:])
}

// substitute is the body of a function-like macro with its arguments put in.
func substitute(m *ast.Macro, args [][]string) []string {
	var out []string
	for _, t := range splitCondition(m.Body) {
		k := -1
		for i, p := range m.Params {
			if p == t {
				k = i
			}
		}
		switch {
		case t == "__VA_ARGS__":
			for i := len(m.Params) - 1; i >= 0 && i < len(args); i++ {
				if i >= len(m.Params) {
					out = append(out, ",")
				}
				out = append(out, args[i]...)
			}
		case k >= 0 && k < len(args):
			out = append(out, args[k]...)
		default:
			out = append(out, t)
		}
	}
	return out
}

// conditionLiteral reads an integer or character constant.
func conditionLiteral(t string) (number, bool) {
	if t[0] == '\'' {
		v, _, tail, err := strconv.UnquoteChar(strings.TrimPrefix(t, "'"), '\'')
		return number{true, int64(v)}, err == nil && tail == "'"
	}
	digits := strings.TrimRight(strings.ReplaceAll(t, "'", ""), "uUlLzZ")
	v, err := strconv.ParseUint(digits, 0, 64)
	return number{true, int64(v)}, err == nil
}
