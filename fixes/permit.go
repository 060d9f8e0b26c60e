package fixes

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

// Forbidden tells why edits must not be made in a unit's files, whatever they are good for; "" when they may.
//
// Edits stay in the files that the user named (editable, by path; nil is the unit's root alone). They touch no directive and nothing
// within the parentheses of a macro's use, unless the whole use goes. And a function, or for edits outside functions the file, that
// holds #if is left alone where a branch that none of the edits stands in names something that they are about: that branch may
// not have been read, and would be left as it is.
func Forbidden(u *sema.Unit, edits []diag.Edit, editable func(path string) bool) string {
	if len(edits) == 0 || !Disjoint(edits) {
		return "the edits overlap"
	}
	macros := functionMacros(u)
	for _, f := range append(slices.Clone(u.Headers), u.Root) {
		var mine []diag.Edit
		for _, e := range edits {
			if e.Place.File == f.Source {
				mine = append(mine, e)
			}
		}
		if len(mine) == 0 {
			continue
		}
		if editable == nil && f != u.Root || editable != nil && !editable(f.Source.Path) {
			return f.Source.Path + " was not named"
		}
		if why := inFile(f, mine, macros); why != "" {
			return why
		}
		edits = slices.DeleteFunc(slices.Clone(edits), func(e diag.Edit) bool { return e.Place.File == f.Source })
	}
	if len(edits) > 0 {
		return "a file that is no part of the unit"
	}
	return ""
}

func functionMacros(u *sema.Unit) map[string]bool {
	out := map[string]bool{}
	for _, f := range append(slices.Clone(u.Headers), u.Root) {
		for _, m := range f.Macros {
			if m.Function && !m.Undef {
				out[m.Name] = true
			}
		}
	}
	return out
}

func inFile(f *ast.File, edits []diag.Edit, macros map[string]bool) string {
	text := f.Source.Text
	for _, e := range edits {
		s := e.Place.Span
		if s.Start < 0 || s.End < s.Start || int(s.End) > len(text) {
			return "outside the file"
		}
	}
	tokens := tokensOf(text)
	for i, t := range tokens {
		for _, e := range edits {
			s := e.Place.Span
			if t.directive && touches(s, lineOf(f.Source, t.span)) {
				return "in a directive"
			}
			if t.directive || !t.word() || s.End <= t.span.End || !macros[t.text] && !looksLikeMacro(t.text) {
				continue
			}
			if use, ok := call(tokens[i:]); ok && s.Start < use.End && use.Start < s.End && !s.Covers(use) {
				return "within the arguments of the macro " + t.text
			}
		}
	}
	return inBranches(f, tokens, edits)
}

// looksLikeMacro takes a name in capitals, whose definition may lie in a header that was not found, for a macro.
func looksLikeMacro(name string) bool {
	return len(name) > 2 && !strings.ContainsFunc(name, unicode.IsLower) && strings.ContainsAny(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
}

func lineOf(f *source.File, s source.Span) source.Span { return f.LineSpan(f.LineOf(s.Start)) }

func touches(s, other source.Span) bool {
	if s.Start == s.End {
		return other.Start <= s.Start && s.Start <= other.End
	}
	return s.Start < other.End && other.Start < s.End
}

// call is the span of a name, which is the first token, with its arguments; false when no parenthesis follows.
func call(tokens []token) (source.Span, bool) {
	if len(tokens) < 2 || tokens[1].text != "(" {
		return source.Span{}, false
	}
	depth := 0
	for _, t := range tokens[1:] {
		switch t.text {
		case "(":
			depth++
		case ")":
			depth--
		}
		if depth == 0 {
			return source.Span{Start: tokens[0].span.Start, End: t.span.End}, true
		}
	}
	return source.Span{}, false
}

// inBranches looks for a branch of #if without edits that names what the edits are about.
func inBranches(f *ast.File, tokens []token, edits []diag.Edit) string {
	about := map[string]bool{}
	for _, e := range edits {
		for _, text := range []string{f.Source.Slice(e.Place.Span), e.Text} {
			for _, t := range tokensOf([]byte(text)) {
				about[t.text] = t.word() && !everywhere[t.text]
			}
		}
	}
	regions := regionsOf(f, edits)
	for _, branch := range branches(f.Source, tokens) {
		if !slices.ContainsFunc(regions, func(r source.Span) bool { return r.Covers(branch) }) {
			continue
		}
		if slices.ContainsFunc(edits, func(e diag.Edit) bool { return touches(e.Place.Span, branch) }) {
			continue
		}
		for _, t := range tokens {
			if !t.directive && branch.Covers(t.span) && about[t.text] {
				return fmt.Sprintf("%s is named in a branch of #if at line %d", t.text, f.Source.LineOf(t.span.Start))
			}
		}
	}
	return ""
}

// everywhere are words that tell nothing of what an edit is about.
var everywhere = map[string]bool{
	"threadIdx": true, "blockIdx": true, "blockDim": true, "gridDim": true, "x": true, "y": true, "z": true, "if": true, "for": true,
	"int": true, "float": true, "double": true, "unsigned": true, "const": true, "void": true, "__shared__": true, "__syncthreads": true,
	"sizeof": true, "return": true, "size_t": true, "char": true, "half": true, "else": true,
}

// regionsOf are the functions that the edits stand in; the whole file when one stands in none.
func regionsOf(f *ast.File, edits []diag.Edit) []source.Span {
	var functions []source.Span
	ast.Inspect(f, func(n ast.Node) bool {
		d, ok := n.(*ast.FuncDecl)
		if ok && d.Body != nil {
			functions = append(functions, d.Body.Span)
		}
		return !ok
	})
	var out []source.Span
	for _, e := range edits {
		i := slices.IndexFunc(functions, func(s source.Span) bool { return s.Covers(e.Place.Span) })
		if i < 0 {
			return []source.Span{f.Pos()}
		}
		out = append(out, functions[i])
	}
	return out
}

// branches are the stretches between the conditional directives of a file.
func branches(f *source.File, tokens []token) []source.Span {
	var out []source.Span
	var open []int32 // where the branches that are open begin, innermost last
	for i, t := range tokens {
		if !t.directive || t.text != "#" || i+1 == len(tokens) {
			continue
		}
		line := lineOf(f, t.span)
		kind := tokens[i+1].text
		switch kind {
		case "elif", "else", "endif", "elifdef", "elifndef":
			if n := len(open); n > 0 {
				out = append(out, source.Span{Start: open[n-1], End: line.Start})
				open = open[:n-1]
			}
		}
		switch kind {
		case "if", "ifdef", "ifndef", "elif", "else", "elifdef", "elifndef":
			open = append(open, line.End)
		}
	}
	return out
}
