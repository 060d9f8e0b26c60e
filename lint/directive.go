package lint

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/source"
)

// The words of comments that ask for silence.
const (
	ignoreWord   = "ignore"
	disableWord  = "disable"
	enableWord   = "enable"
	fileWord     = "file-ignore"
	kernelWord   = "kernel-ignore"
	noLint       = "NOLINT"
	noLintNext   = "NOLINTNEXTLINE"
	noLintBegin  = "NOLINTBEGIN"
	noLintEnd    = "NOLINTEND"
	ourPrefix    = "cudalint:"
	noLintPrefix = "cudalint"
)

var (
	silenceWords = []string{ignoreWord, disableWord, enableWord, fileWord, kernelWord}
	// otherWords are those of comments that say something else to cudalint.
	otherWords = []string{"block", "assume", "layout", expectWord}
)

// Directive is a comment that asks for silence, or one of several in a comment. It is plain values but for the text of its file.
type Directive struct {
	Place  diag.Place // the comment
	Word   string     // "ignore", "NOLINT", ..
	Names  []Name     // the rules, in the order in which they are written; of a `disable` or `enable` one, with Beside the others
	Beside []Name     // all names of the list that this is a part of, nil when it is the whole
	Bare   bool       // a NOLINT without a list: all rules, and perhaps those of other tools
	Reason string

	at     source.Span // the word and its list
	word   source.Span // the word alone
	insert int32       // where a list goes that is missing
	joined bool        // prose goes before it: a formatter may have joined two comments, or it is an example
	scope  scope
	fault  fault
}

// Name is a rule's name as it is written in a comment.
type Name struct {
	Text string
	at   source.Span
	used bool // it has silenced something
}

// fault is what is wrong with a comment, "" when nothing is; word and move say how it can be mended.
type fault struct {
	message string
	word    string // the word that would be right
	moveTo  int32  // the offset of the line that it belongs in front of; 0 is the top of the file
	move    bool
	open    bool // it works all the same: a range that nothing closes
}

func (d *Directive) isNoLint() bool { return strings.HasPrefix(d.Word, noLint) }

// own reports whether the comment is addressed to cudalint, not perhaps to another tool.
func (d *Directive) own() bool {
	return !d.isNoLint() || slices.ContainsFunc(d.Names, func(n Name) bool { return n.ours() })
}

// ours tells names that mean cudalint in a list for NOLINT.
func (n Name) ours() bool {
	return n.Text == noLintPrefix || strings.HasPrefix(n.Text, noLintPrefix+"-")
}

// matches reports whether the list holds the rule, and the positions of the names that say so. In a list for NOLINT names may hold
// `*`, and a later one with `-` in front takes back what an earlier one says, as clang-tidy reads them.
func (d *Directive) matches(rule string) (yes bool, by []int) {
	if d.Bare {
		return true, nil
	}
	for i, n := range d.Names {
		if !d.isNoLint() {
			if n.Text == rule {
				yes, by = true, append(by, i)
			}
			continue
		}
		pattern, taken := strings.CutPrefix(n.Text, "-")
		if pattern == noLintPrefix || glob(pattern, noLintPrefix+"-"+rule) {
			yes = !taken
			if yes {
				by = append(by, i)
			}
		}
	}
	return yes, by
}

// glob matches a pattern in which `*` stands for any text.
func glob(pattern, text string) bool {
	head, rest, starred := strings.Cut(pattern, "*")
	text, fits := strings.CutPrefix(text, head)
	if !fits || !starred {
		return fits && text == ""
	}
	for i := 0; i <= len(text); i++ {
		if glob(rest, text[i:]) {
			return true
		}
	}
	return false
}

// mayHoldDirectives is a quick look at a text.
func mayHoldDirectives(text string) bool {
	return strings.Contains(text, ourPrefix) || strings.Contains(text, noLint)
}

// directivesOf reads the comments of a file.
func directivesOf(f *ast.File) []*Directive {
	var out []*Directive
	for i, c := range f.Comments {
		if !mayHoldDirectives(c.Text) {
			continue
		}
		text := f.Source.Slice(c.Span)
		r := reader{file: f.Source, span: c.Span, text: text}
		if d := r.ours(nextComments(f, i)); d != nil {
			out = append(out, d)
			continue
		}
		out = append(out, r.noLints()...)
	}
	return out
}

// nextComments are the line comments that follow a line comment with nothing but blanks between: where the line got too long, a
// formatter goes on there.
func nextComments(f *ast.File, i int) []source.Span {
	var out []source.Span
	at := f.Comments[i].Span
	for _, c := range f.Comments[i+1:] {
		between := f.Source.Slice(source.Span{Start: at.End, End: c.Span.Start})
		if !isLineComment(f.Source, at) || !isLineComment(f.Source, c.Span) || strings.TrimSpace(between) != "" || mayHoldDirectives(c.Text) {
			break
		}
		out = append(out, c.Span)
		at = c.Span
	}
	return out
}

func isLineComment(f *source.File, s source.Span) bool { return strings.HasPrefix(f.Slice(s), "//") }

// reader reads one comment.
type reader struct {
	file *source.File
	span source.Span
	text string // of the span
}

func (r *reader) place(from, to int) source.Span {
	return source.Span{Start: r.span.Start + int32(from), End: r.span.Start + int32(to)}
}

// ours reads `cudalint: word[names]: reason`; nil when the comment is something else. A list may go on in the next comments.
func (r *reader) ours(next []source.Span) *Directive {
	start, to, word := r.word(r.begin(), next)
	joined := false
	if word == "" {
		if start, to, word = r.behindProse(next, r.listsRules); word == "" {
			return nil
		}
		joined = true
	}
	if slices.Contains(otherWords, word) {
		return nil
	}
	open := to + blanks(r.text[to:])
	listed := open < len(r.text) && (r.text[open] == '[' || r.text[open] == '(')
	d := &Directive{Word: word, word: r.place(to-len(word), to), insert: r.place(to, to).Start, joined: joined}
	if !slices.Contains(silenceWords, word) {
		near := Nearest(word, append(slices.Clone(silenceWords), expectWord))
		if !listed && (near == "" || distance(word, near) > 2) {
			return nil // prose
		}
		d.fault = fault{message: "cudalint knows no comment `" + word + "`", word: near}
	}
	if listed {
		for _, s := range next {
			if strings.ContainsAny(r.text[open:], "])") {
				break
			}
			r.span.End = s.End
			r.text = r.file.Slice(r.span)
		}
		to = r.list(d, open)
	}
	d.at = r.place(start, to)
	d.Place = diag.Place{File: r.file, Span: r.span}
	d.Reason = reasonIn(r.text[to:])
	return d
}

// begin is where the text of a comment begins.
func (r *reader) begin() int {
	start := 2
	for start < len(r.text) && strings.IndexByte("/!*< \t\r\n", r.text[start]) >= 0 {
		start++
	}
	return start
}

// word finds the word behind a `cudalint:` at start, "" when something else stands there. It may stand in the next comment.
func (r *reader) word(start int, next []source.Span) (from, end int, word string) {
	if !strings.HasPrefix(r.text[start:], ourPrefix) {
		return start, start, ""
	}
	end = start + len(ourPrefix)
	if len(next) > 0 && strings.TrimSpace(r.text[end:]) == "" {
		r.span.End = next[0].End
		r.text = r.file.Slice(r.span)
	}
	for end < len(r.text) && strings.IndexByte("/ \t\r\n\\", r.text[end]) >= 0 {
		end++
	}
	at := end
	for end < len(r.text) && isNameByte(r.text[end]) {
		end++
	}
	return start, end, r.text[at:end]
}

// behindProse finds a word behind other text that fits, which says so of the word and of what follows it: where a formatter fills lines,
// a comment goes on behind the one above.
func (r *reader) behindProse(next []source.Span, fits func(word string, end int) bool) (start, end int, word string) {
	whole := *r
	n := strings.Index(r.text, " "+ourPrefix)
	if n < 0 {
		return 0, 0, ""
	}
	if start, end, word = r.word(n+1, next); !fits(word, end) {
		*r = whole
		return 0, 0, ""
	}
	return start, end, word
}

// listsRules reports whether a word asks for silence of rules that there are.
func (r *reader) listsRules(word string, end int) bool {
	open := end + blanks(r.text[end:])
	if !slices.Contains(silenceWords, word) || open >= len(r.text) || r.text[open] != '[' {
		return false
	}
	d := Directive{}
	r.list(&d, open)
	return len(d.Names) > 0 && !slices.ContainsFunc(d.Names, func(n Name) bool { return !slices.Contains(RuleNames(), n.Text) })
}

// list reads the names from the bracket at open on, and gives the offset behind the closing one.
func (r *reader) list(d *Directive, open int) int {
	for i := open + 1; i < len(r.text); {
		switch c := r.text[i]; {
		case c == ']' || c == ')':
			return i + 1
		case isNameByte(c) || c == '*' && d.isNoLint():
			from := i
			for i < len(r.text) && (isNameByte(r.text[i]) || r.text[i] == '*' && d.isNoLint()) {
				i++
			}
			d.Names = append(d.Names, Name{Text: r.text[from:i], at: r.place(from, i)})
		default:
			i++
		}
	}
	return len(r.text)
}

// reasonIn is the text behind a list, without what separates it and without the end of a block comment.
func reasonIn(text string) string {
	text = strings.TrimSuffix(strings.TrimRight(text, " \t\r\n\\"), "*/")
	return strings.TrimSpace(strings.TrimLeft(text, ":- \t"))
}

// noLints finds the words of clang-tidy.
func (r *reader) noLints() []*Directive {
	var out []*Directive
	for i := 2; ; {
		n := strings.Index(r.text[i:], noLint)
		if n < 0 {
			return out
		}
		from := i + n
		to := from
		for to < len(r.text) && (isNameByte(r.text[to]) && r.text[to] != '-') {
			to++
		}
		i = to
		word := r.text[from:to]
		if from > 0 && isNameByte(r.text[from-1]) || !slices.Contains([]string{noLint, noLintNext, noLintBegin, noLintEnd}, word) {
			continue
		}
		d := &Directive{Place: diag.Place{File: r.file, Span: r.span}, Word: word, word: r.place(from, to)}
		if to < len(r.text) && r.text[to] == '(' {
			to = r.list(d, to)
		} else {
			d.Bare = true
		}
		i = to
		d.at = r.place(from, to)
		d.Reason = reasonIn(r.text[to:])
		out = append(out, d)
	}
}

func blanks(s string) int { return len(s) - len(strings.TrimLeft(s, " \t\r\n\\")) }

func isNameByte(c byte) bool {
	return c == '-' || c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// Span is where the name stands in the comment's file.
func (n Name) Span() source.Span { return n.at }
