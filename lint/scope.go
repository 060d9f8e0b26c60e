package lint

import (
	"slices"
	"sort"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/source"
)

// scope is where a comment counts.
type scope struct {
	spans  []source.Span // of its file: what begins in one of them
	kernel string        // and everything in this kernel
	macro  string        // and what comes out of this macro
	device bool          // it is in or above a function that is judged where it is called
}

// settle finds the scope of each comment of a file, or what is wrong with it.
func settle(o *outline, all []*Directive) []*Directive {
	var out []*Directive
	for _, d := range all {
		if d.fault.message != "" {
			out = append(out, d)
			continue
		}
		switch d.Word {
		case ignoreWord, noLint, noLintNext:
			o.statement(d)
		case fileWord:
			o.wholeFile(d)
		case kernelWord:
			o.function(d)
		default:
			continue
		}
		out = append(out, d)
	}
	out = append(out, o.ranges(all, disableWord, enableWord)...)
	out = append(out, o.ranges(all, noLintBegin, noLintEnd)...)
	slices.SortStableFunc(out, func(x, y *Directive) int { return int(x.at.Start - y.at.Start) })
	return out
}

// statement is for comments about the statement that they stand at: every piece on its lines when there is code beside the comment,
// the pieces around it when it stands on lines of its own inside one, else the next.
func (o *outline) statement(d *Directive) {
	c := d.Place.Span
	if m, ok := o.macroAt(c.Start); ok {
		d.scope.macro = m.name
		return
	}
	d.scope.device = o.inDevice(c)
	first, last := o.lines(c)
	switch {
	case d.Word == noLintNext:
		d.scope.spans = o.next(o.file.LineSpan(last).End)
		d.scope.macro = o.macroBelow(c)
	case o.codeBeside(c):
		d.scope.spans = o.touching(first, last, c.Start)
	default:
		if d.scope.spans = o.around(c); d.scope.spans == nil && d.Word == ignoreWord {
			d.scope.spans, d.scope.macro = o.next(c.End), o.macroBelow(c)
		}
	}
	if d.Word == ignoreWord && len(d.scope.spans) == 0 && d.scope.macro == "" && o.functionAt(c) != nil {
		d.fault = fault{message: "`ignore` is about one statement, and a function follows", word: kernelWord}
	}
}

// macroBelow is the macro whose definition follows a comment.
func (o *outline) macroBelow(c source.Span) string {
	i := sort.Search(len(o.macros), func(i int) bool { return o.macros[i].span.Start >= c.End })
	if i < len(o.macros) && !o.code(source.Span{Start: c.End, End: o.macros[i].span.Start}) {
		return o.macros[i].name
	}
	return ""
}

// functionAt is the function that a comment stands above or at the head of; nil when it stands elsewhere.
func (o *outline) functionAt(c source.Span) *ast.FuncDecl {
	line := o.file.LineOf(c.Start)
	for _, i := range o.found.funcs.overlapping(o.file.LineSpan(line)) {
		f := o.funcs[i]
		if f.Body != nil && line <= o.file.LineOf(f.Body.Span.Start) && c.Start < f.Span.End {
			return f
		}
	}
	if o.codeBeside(c) {
		return nil
	}
	return o.nextFunc(c.End)
}

func (o *outline) inDevice(c source.Span) bool {
	for _, i := range o.found.funcs.overlapping(c) {
		if f := o.funcs[i]; f.Span.Covers(c) {
			return !f.Quals.Has(ast.Global)
		}
	}
	return false
}

func (o *outline) function(d *Directive) {
	f := o.functionAt(d.Place.Span)
	if f == nil {
		d.fault = fault{message: "`kernel-ignore` stands neither above a kernel nor at its head"}
		for _, i := range o.found.funcs.overlapping(d.Place.Span) {
			if f := o.funcs[i]; f.Span.Covers(d.Place.Span) {
				d.fault.move, d.fault.moveTo = true, o.lineStart(f.Span.Start)
			}
		}
		return
	}
	d.scope.spans = []source.Span{f.Span}
	if f.Quals.Has(ast.Global) {
		d.scope.kernel = f.Name
	}
	d.scope.device = !f.Quals.Has(ast.Global)
}

func (o *outline) wholeFile(d *Directive) {
	if d.Place.Span.Start > o.first {
		d.fault = fault{message: "`file-ignore` stands behind the first declaration", move: true, moveTo: o.top()}
		return
	}
	d.scope.spans = []source.Span{{End: int32(len(o.file.Text))}}
}

// top is the offset of the file's first line behind a byte order mark.
func (o *outline) top() int32 {
	if strings.HasPrefix(string(o.file.Text[:min(3, len(o.file.Text))]), "\ufeff") {
		return 3
	}
	return 0
}

func (o *outline) lineStart(at int32) int32 { return o.file.LineSpan(o.file.LineOf(at)).Start }

// ranges pairs the comments that begin a range with those that end it. Each name makes a range of its own for `disable`; NOLINTBEGIN
// and NOLINTEND pair when their lists are the same.
func (o *outline) ranges(all []*Directive, begin, end string) []*Directive {
	var open, out []*Directive
	for _, d := range all {
		if d.fault.message != "" || d.Word != begin && d.Word != end {
			continue
		}
		if _, inMacro := o.macroAt(d.Place.Span.Start); inMacro {
			d.fault.message = "`" + d.Word + "` does nothing in a macro; `ignore` does"
			d.fault.word = map[string]string{disableWord: ignoreWord, noLintBegin: noLint}[d.Word]
			out = append(out, d)
			continue
		}
		for _, part := range o.parts(d) {
			if d.Word == begin {
				open = append(open, part)
				continue
			}
			i := lastIndex(open, func(b *Directive) bool { return o.pairs(b, part) })
			if i < 0 {
				part.fault.message = "nothing that `" + d.Word + "` ends was begun"
				out = append(out, part)
				continue
			}
			open[i].scope.spans = []source.Span{{Start: open[i].Place.Span.Start, End: part.Place.Span.End}}
			out = append(out, open[i])
			open = slices.Delete(open, i, i+1)
		}
	}
	for _, b := range open {
		if b.isNoLint() {
			b.fault.message = "no `NOLINTEND` with the same list follows, so it does nothing"
		} else {
			inner := o.block(b.Place.Span.Start)
			b.scope.spans = []source.Span{{Start: b.Place.Span.Start, End: inner.End}}
			b.fault = fault{message: "no `enable` follows before its block or file ends", open: true}
		}
		out = append(out, b)
	}
	return out
}

// parts are one directive for each name of a `disable` or `enable`.
func (o *outline) parts(d *Directive) []*Directive {
	if d.isNoLint() || len(d.Names) < 2 {
		return []*Directive{d}
	}
	var out []*Directive
	for _, n := range d.Names {
		one := *d
		one.Names, one.Beside = []Name{n}, d.Names
		out = append(out, &one)
	}
	return out
}

// pairs reports whether end ends what begin began.
func (o *outline) pairs(begin, end *Directive) bool {
	if begin.Bare != end.Bare || len(begin.Names) != len(end.Names) {
		return false
	}
	for i, n := range begin.Names {
		if end.Names[i].Text != n.Text {
			return false
		}
	}
	return begin.isNoLint() || end.Place.Span.Start < o.block(begin.Place.Span.Start).End
}

func lastIndex[T any](list []T, is func(T) bool) int {
	for i := len(list) - 1; i >= 0; i-- {
		if is(list[i]) {
			return i
		}
	}
	return -1
}

// holds reports whether what a rule says of a kernel at a place is in the scope; expands tells the macros that a text uses.
func (d *Directive) holds(kernel string, at diag.Place, expands func(text, macro string) bool) bool {
	if d.fault.message != "" && !d.fault.open || at.File == nil {
		return false
	}
	if d.scope.kernel != "" && d.scope.kernel == kernel {
		return true
	}
	if at.File.Path == d.Place.File.Path && slices.ContainsFunc(d.scope.spans, func(s source.Span) bool { return s.Contains(at.Span.Start) }) {
		return true
	}
	return d.scope.macro != "" && expands(at.File.Slice(at.Span), d.scope.macro)
}
