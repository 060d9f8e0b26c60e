package parser

import (
	"errors"
	"slices"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// Parse reads one file. What cannot be read is a Bad node and an entry in File.Problems; the only errors are a build without
// cgo and want of memory. It is safe for concurrent use.
func Parse(f *source.File, o Options) (*ast.File, error) {
	m := mask(f, o)
	file := &ast.File{Source: f, Macros: m.macros, Includes: m.includes, Comments: m.comments, Problems: m.problems}
	if len(m.text) == 0 {
		return file, nil
	}
	if at, deep := tooDeep(m.text); deep {
		return unreadable(file, source.Span{Start: at, End: at + 1}, "brackets nested too deeply"), nil
	}
	if m.endless != (source.Span{}) {
		return unreadable(file, m.endless, "more than 64 KB without a semicolon or a brace"), nil
	}
	l := &lowering{shared: newShared(f.Text, m, o.Macros)}
	err := parseTree(m.text, l.time, func(t tree) {
		l.t = &t
		file.Decls = l.decls(0, 0, int32(len(m.text)))
	})
	if errors.Is(err, errTooLong) {
		return unreadable(file, source.Span{End: int32(len(f.Text))}, TooLong), nil
	}
	if err != nil {
		return nil, err
	}
	file.Problems = append(file.Problems, l.problems...)
	slices.SortStableFunc(file.Problems, func(a, b ast.Problem) int { return int(a.Span.Start) - int(b.Span.Start) })
	file.Bytes = readBytes(file)
	return file, nil
}

// unreadable is a file of which nothing was read, for a reason that stands at a place.
func unreadable(f *ast.File, at source.Span, why string) *ast.File {
	f.Decls = []ast.Decl{&ast.BadDecl{At: ast.At{Span: source.Span{End: int32(len(f.Source.Text))}}}}
	f.Problems = append(f.Problems, ast.Problem{At: ast.At{Span: at}, Message: why})
	return f
}

// tooDeep finds the bracket that is nested deeper than maxBrackets.
func tooDeep(text []byte) (int32, bool) {
	depth := 0
	for i, c := range text {
		switch c {
		case '(', '[', '{':
			if depth++; depth > maxBrackets {
				return int32(i), true
			}
		case ')', ']', '}':
			depth = max(0, depth-1)
		}
	}
	return 0, false
}

// readBytes is the length of the top-level declarations without the problems inside.
func readBytes(f *ast.File) int {
	n, end := 0, int32(0)
	for _, d := range f.Decls {
		if _, bad := d.(*ast.BadDecl); bad {
			continue
		}
		s := d.Pos()
		s.Start = max(s.Start, end)
		if s.Start < s.End {
			n += s.Len()
			end = s.End
		}
	}
	end = 0
	for _, p := range f.Problems {
		s := p.Span
		s.Start = max(s.Start, end)
		if s.Start < s.End {
			n -= s.Len()
			end = s.End
		}
	}
	return max(n, 0)
}
