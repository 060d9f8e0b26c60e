package parser

import (
	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// noteKind says what the mask overwrote.
type noteKind uint8

const (
	// wordNote is a blanked CUDA or attribute word, arguments included: text "__global__", "__launch_bounds__(256, 2)",
	// "__align__(16)", "alignas(8)", "[[nodiscard]]". Of a macro that stands for such words each is a note of its own, span is the
	// macro's use (so the text of the file there is not text), and specifiers that did not fit in its place are noted too
	// ("static", "inline", `extern "C"`). Lowering gives it to the declaration that it stands in: every word not yet
	// taken that lies before the declaration's body or end.
	wordNote noteKind = iota
	// launchNote is at the "<<<" that became "(", which is its first byte: a call of a call whose inner argument
	// list starts here is a launch.
	launchNote
	// asmNote is an asm statement that became ";", written over its first byte: span covers it, its semicolon included, text is
	// the whole statement as written.
	asmNote
	// unrollNote is a blanked `#pragma unroll`: text is the factor ("" for none); it belongs to the next loop.
	unrollNote
	// loopMacroNote is a loop macro whose name and parentheses became `for (;;)`: span covers name and arguments, text is the
	// name, args the raw arguments. The loop statement that starts here is an ast.MacroLoop.
	loopMacroNote
	// stmtMacroNote is a macro at statement or declaration level that was blanked or given a semicolon: span covers name and
	// arguments, text is the name, args the raw arguments; call is set when it has an argument list. What the grammar
	// sees in its place is `;` in the first byte among statements, blanks among declarations, and blanks with a block behind
	// them with hasBody. That block is what stands behind the macro, or its last argument: span ends in front of it then.
	stmtMacroNote
	// packNote is a #pragma pack: text is the packing from here on, "" for the default.
	packNote
	// exprNote is what stands in parentheses that the grammar has no rule for, ({ f(); x; }) or (i = 1, j), over which a
	// character literal was written: text is what was there in the end.
	exprNote
	// tableNote is a long list of numbers in braces whose inside was blanked: text is the list, braces included, comments blanked.
	tableNote
	// otherNote is text that was overwritten for parsing only, nothing is to be put back.
	otherNote
)

// note is one piece of text that the mask overwrote.
type note struct {
	kind    noteKind
	span    source.Span
	text    string
	args    []string
	call    bool
	hasBody bool
	writes  string // the declarations that a stmtMacroNote stands for, when it may be some
}

// masked is a file as the grammar sees it, and what was overwritten, sorted by offset.
type masked struct {
	text     []byte
	notes    []note
	macros   []*ast.Macro
	includes []*ast.Include
	comments []ast.Comment
	problems []ast.Problem // unbalanced directives and the like
	defs     *definitions
	endless  source.Span // where more than maxEndless bytes stand without a semicolon or a brace
}
