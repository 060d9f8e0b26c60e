package parser

import (
	"slices"
	"strings"
	"time"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// lowering turns one flat tree into nodes of ast, in one pass from the front to the back. Every function of it takes the index
// of a flat node and gives its ast; none keeps state about where it is, save for the scope.
//
// Three coordinates meet here. A flat node has offsets in the text that was parsed. Plus shift they are offsets in the masked
// file, in which the notes count. A node's span is that, unless the text is a snippet of which every node has the span fixed.
type lowering struct {
	conversion ast.Type // of the conversion operator whose name was read last
	*shared
	t      *tree
	shift  int32
	fixed  *source.Span
	kernel string // whose body is being lowered
	macro  string // that writes the text
	depth  int    // of nested expressions and statements
}

// shared is what all trees of one file share: the file's own and those of pieces that were read once more.
type shared struct {
	src      []byte // the file as it is
	notes    noteIndex
	names    names
	members  map[string][]string // fields of the records seen, by the record's plain name
	loose    map[ast.Expr]bool   // mended expressions that may not be bound as tightly as the grammar thought
	problems []ast.Problem
	defs     *definitions
	left     int            // bytes that macros may still write, see maxExpanded
	time     *time.Duration // of a processor that parsing may still take
	late     bool           // that it is used up was noted
}

func newShared(src []byte, m *masked, macros []*ast.Macro) *shared {
	allowed := timeFor(len(src))
	return &shared{
		src:     src,
		notes:   noteIndex{list: m.notes, taken: make([]bool, len(m.notes))},
		names:   newNames(slices.Concat(macros, m.macros)),
		members: map[string][]string{},
		loose:   map[ast.Expr]bool{},
		defs:    m.defs,
		left:    maxExpanded,
		time:    &allowed,
	}
}

const (
	maxBrackets = 1000 // a text with deeper brackets is not parsed
	maxDepth    = 4000 // expressions and statements nested deeper are not lowered
)

// start and end are the bounds of a flat node in the masked file.
func (l *lowering) start(i node) int32 { return int32(l.t.nodes[i].start) + l.shift }
func (l *lowering) end(i node) int32   { return int32(l.t.nodes[i].end) + l.shift }

// span is the place that a node made of [start, end) of the masked file gets.
func (l *lowering) span(start, end int32) source.Span {
	if l.fixed != nil {
		return *l.fixed
	}
	return source.Span{Start: start, End: end}
}

func (l *lowering) at(i node) ast.At { return ast.At{Span: l.span(l.start(i), l.end(i))} }

// floor is where the blanks in front of i begin: what the mask blanked there belongs to i.
func (l *lowering) floor(i node) int32 {
	p := int(l.t.nodes[i].start)
	for p > 0 && isBlank(l.t.text[p-1]) {
		p--
	}
	return int32(p) + l.shift
}

// ceiling is where the blanks behind i end.
func (l *lowering) ceiling(i node) int32 {
	p := int(l.t.nodes[i].end)
	for p < len(l.t.text) && isBlank(l.t.text[p]) {
		p++
	}
	return int32(p) + l.shift
}

func isBlank(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// problem notes that [start, end) could not be read. The same place is told once.
func (l *lowering) problem(start, end int32, message string) {
	p := ast.Problem{At: ast.At{Span: l.span(start, end)}, Message: message, Kernel: l.kernel}
	if !slices.ContainsFunc(l.problems[max(0, len(l.problems)-8):], func(q ast.Problem) bool { return q.Span == p.Span }) {
		l.problems = append(l.problems, p)
	}
}

// unread notes the problem that an ERROR or MISSING node is.
func (l *lowering) unread(i node) {
	if l.t.nodes[i].flags&flagMissing != 0 {
		name := l.t.missing(i)
		if k := l.t.kind(i); k == kToken || k == kDrop {
			name = "`" + name + "`"
		}
		l.problem(l.start(i), l.end(i), "missing "+strings.ReplaceAll(name, "_", " "))
		return
	}
	text := strings.Join(strings.Fields(l.t.str(i)), " ")
	if len(text) > 40 {
		text = strings.ToValidUTF8(text[:37], "") + "..."
	}
	l.problem(l.start(i), l.end(i), "cannot read `"+text+"`")
}

// damaged reports whether there is an error in i itself or in parts of it that are no expressions, statements or declarations of
// their own, and notes the problems. A missing semicolon is noted but damages nothing.
func (l *lowering) damaged(i node) bool {
	if !l.t.broken(i) {
		return false
	}
	found := false
	for c := range l.t.kids(i) {
		n := l.t.nodes[c]
		switch {
		case n.kind == kFieldIdentifier && n.flags&flagMissing != 0 && l.t.kidOf(i, kBitfieldClause) != none:
			// an unnamed bit-field, which the grammar knows only without company
		case n.flags&(flagError|flagMissing) != 0:
			l.unread(c)
			found = found || n.flags&flagError != 0 || l.t.missing(c) != ";"
		case n.flags&flagBroken != 0 && !standsAlone(n.kind):
			found = l.damaged(c) || found
		}
	}
	return found
}

// standsAlone reports whether nodes of the kind are lowered to an expression, statement or declaration that can be bad alone.
func standsAlone(k kind) bool { return isExpr(k) || isStmt(k) || isDecl(k) }

func isExpr(k kind) bool {
	switch k {
	case kIdentifier, kCommaExpression, kConditionalExpression, kAssignmentExpression, kPointerExpression, kUnaryExpression,
		kBinaryExpression, kUpdateExpression, kCastExpression, kSizeofExpression, kAlignofExpression, kOffsetofExpression,
		kSubscriptExpression, kCallExpression, kFieldExpression, kCompoundLiteralExpression, kParenthesizedExpression,
		kInitializerList, kCharLiteral, kConcatenatedString, kStringLiteral, kRawStringLiteral, kNull, kTrue, kFalse,
		kNumberLiteral, kTemplateFunction, kNewExpression, kDeleteExpression, kLambdaExpression, kFoldExpression,
		kParameterPackExpansion, kQualifiedIdentifier, kUserDefinedLiteral, kThis, kRequiresExpression:
		return true
	}
	return false
}

func isStmt(k kind) bool {
	switch k {
	case kCompoundStatement, kExpressionStatement, kIfStatement, kSwitchStatement, kCaseStatement, kWhileStatement, kDoStatement,
		kForStatement, kForRangeLoop, kReturnStatement, kBreakStatement, kContinueStatement, kGotoStatement, kLabeledStatement,
		kAttributedStatement, kThrowStatement, kTryStatement:
		return true
	}
	return false
}

func isDecl(k kind) bool {
	switch k {
	case kFunctionDefinition, kDeclaration, kFieldDeclaration, kTypeDefinition, kLinkageSpecification, kTemplateDeclaration,
		kTemplateInstantiation, kStructSpecifier, kUnionSpecifier, kClassSpecifier, kEnumSpecifier, kNamespaceDefinition,
		kNamespaceAliasDefinition, kUsingDeclaration, kAliasDeclaration, kStaticAssertDeclaration, kFriendDeclaration,
		kConceptDefinition:
		return true
	}
	return false
}

// nested runs lower one level deeper; it reports false, and notes the problem, when that is too deep.
func (l *lowering) nested(i node, lower func()) bool {
	if l.depth >= maxDepth {
		l.problem(l.start(i), l.end(i), "nested too deeply")
		return false
	}
	l.depth++
	lower()
	l.depth--
	return true
}

// reread parses piece of the masked file once more, as part of the other text in which head and tail wrap it, and hands the
// lowering of that to use. It is for pieces that the grammar took for something else.
func (l *lowering) reread(head string, piece source.Span, tail string, use func(*lowering)) {
	l.rereadText(head, string(l.t.text[piece.Start-l.shift:piece.End-l.shift]), piece.Start, tail, use)
}

// rereadText does that with a text that was masked, of which the masked file holds something else at offset.
func (l *lowering) rereadText(head, text string, offset int32, tail string, use func(*lowering)) {
	again := *l
	again.shift = offset - int32(len(head))
	_ = parseTree([]byte(head+text+tail), l.time, func(t tree) {
		again.t = &t
		use(&again)
	})
}
