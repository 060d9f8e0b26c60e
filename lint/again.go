package lint

import (
	"bytes"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

// Judged is a unit with what was said of it, which lets it be judged again at the price of one kernel while somebody types in that.
type Judged struct {
	unit     *sema.Unit
	extra    []*sema.Launch
	launches *Launches
	raw      *Result // not merged
}

// JudgeToEdit is Judge for a unit that will be edited; launches are its own, and no fix is tried whatever o says.
func JudgeToEdit(u *sema.Unit, launches *Launches, extra []*sema.Launch, o Options) (*Result, *Judged) {
	o.Prove = func(*diag.Diagnostic) bool { return false }
	j := &Judged{unit: u, extra: extra, launches: launches, raw: judge(u, extra, o)}
	return merge(j.raw), j
}

// Launches are those of the unit.
func (j *Judged) Launches() *Launches { return j.launches }

// merge leaves raw as it is.
func merge(raw *Result) *Result {
	c := raw.moved(nil, nil, nil)
	return Merge(c)
}

// Again judges the unit with another text of its root. It is false unless the text differs in a few bytes of one line inside the body of one
// kernel, and everything around stands as it stood: then no other kernel can be judged otherwise, and none is.
func (j *Judged) Again(text *source.File, o Options) (*Result, *Judged, bool) {
	o.Prove = func(*diag.Diagnostic) bool { return false }
	root := j.unit.Root
	e, ok := difference(root.Source, text)
	if !ok || o.Detail || len(j.raw.Directives)+len(j.raw.Expectations)+len(j.raw.Suppressed) > 0 || directed(text.Text) {
		return nil, nil, false
	}
	functions := functionsIn(root)
	k := slices.IndexFunc(functions, func(f *ast.FuncDecl) bool {
		return f.Quals.Has(ast.Global) && f.Macro == "" && f.Body != nil && f.Body.Span.Start < e.from && e.to < f.Body.Span.End
	})
	if k < 0 {
		return nil, nil, false
	}
	kernel := functions[k]
	if same := slices.IndexFunc(j.raw.Kernels, func(o Kernel) bool { return o.Name == kernel.Name && o.Place.Span != kernel.NameAt }); same >= 0 {
		return nil, nil, false
	}
	body := e.moved(kernel.Body.Span)
	if strings.Contains(root.Source.Slice(kernel.Body.Span), "<<<") || bytes.Contains(text.Text[body.Start:body.End], []byte("<<<")) {
		return nil, nil, false
	}
	edits := []diag.Edit{{Place: diag.Place{File: root.Source, Span: source.Span{Start: e.from, End: e.to}}, Text: string(text.Text[e.from : int(e.to)+e.delta])}}
	moot := mootBodies(root, edits, map[string]bool{kernel.Name: true})
	tree, err := parser.Parse(text, skipping(j.unit, macrosOf(j.unit.Headers), moot, edits))
	if err != nil || !e.keeps(functions, functionsIn(tree)) || !e.keepsMacros(root.Macros, tree.Macros) {
		return nil, nil, false
	}
	u, ok := j.unit.Moved(tree, e.moved)
	if !ok {
		return nil, nil, false
	}
	u.Options.Only = func(name string) bool { return name == kernel.Name }
	part := judge(u, j.extra, o)
	u.Options.Only = j.unit.Options.Only
	raw := j.raw.moved(root.Source, text, e.moved)
	for i, m := range moot {
		moot[i] = e.moved(m)
	}
	raw.without(kernel.Name, func(p diag.Place) bool {
		return p.File == text && slices.ContainsFunc(moot, func(m source.Span) bool { return m.Covers(p.Span) })
	})
	raw.take(part, nil)
	next := &Judged{unit: u, extra: j.extra, launches: j.launches.moved(u, root.Source, e.moved), raw: raw}
	return merge(raw), next, true
}

// directed reports whether there may be comments for the linter in a text: what they do reaches beyond a kernel.
func directed(text []byte) bool {
	return bytes.Contains(text, []byte("cudalint")) || bytes.Contains(text, []byte("NOLINT"))
}

// change is what an edit does to a text: the bytes from..to became delta bytes more.
type change struct {
	from, to int32
	delta    int
}

// difference is the one edit that makes b of a; false when it goes over more than a line or touches a directive.
func difference(a, b *source.File) (change, bool) {
	old, now := a.Text, b.Text
	n := min(len(old), len(now))
	from := 0
	for from < n && old[from] == now[from] {
		from++
	}
	same := 0
	for same < n-from && old[len(old)-1-same] == now[len(now)-1-same] {
		same++
	}
	e := change{int32(from), int32(len(old) - same), len(now) - len(old)}
	gone, come := old[from:len(old)-same], now[from:len(now)-same]
	line := now[bytes.LastIndexByte(now[:from], '\n')+1 : from]
	if bytes.ContainsAny(gone, "\r\n#\\") || bytes.ContainsAny(come, "\r\n#\\") || bytes.HasPrefix(bytes.TrimSpace(line), []byte("#")) {
		return e, false
	}
	return e, a.Path == b.Path
}

// moved is where a span stands after the edit that it does not touch, or that lies inside it.
func (e change) moved(s source.Span) source.Span {
	to := func(at int32, end bool) int32 {
		if at > e.to || at == e.to && (!end || e.from == e.to) {
			return at + int32(e.delta)
		}
		return at
	}
	return source.Span{Start: to(s.Start, false), End: to(s.End, true)}
}

// functionsIn are the functions of a file, members too, in the order of the source.
func functionsIn(f *ast.File) []*ast.FuncDecl {
	var out []*ast.FuncDecl
	ast.Inspect(f, func(n ast.Node) bool {
		d, is := n.(*ast.FuncDecl)
		if is {
			out = append(out, d)
		}
		return !is
	})
	return out
}

// keeps reports whether the functions are the same ones, where they were.
func (e change) keeps(old, now []*ast.FuncDecl) bool {
	return slices.EqualFunc(old, now, func(x, y *ast.FuncDecl) bool {
		if x.Name != y.Name || x.Quals != y.Quals || e.moved(x.NameAt) != y.NameAt || (x.Body == nil) != (y.Body == nil) {
			return false
		}
		return x.Body == nil || e.moved(x.Body.Span) == y.Body.Span
	})
}

func (e change) keepsMacros(old, now []*ast.Macro) bool {
	return slices.EqualFunc(old, now, func(x, y *ast.Macro) bool {
		return x.Name == y.Name && x.Body == y.Body && x.Function == y.Function && x.Undef == y.Undef && slices.Equal(x.Params, y.Params) && e.moved(x.Span) == y.Span
	})
}

// moved is a copy in which what stood in one text stands in another.
func (r *Result) moved(from, to *source.File, by func(source.Span) source.Span) *Result {
	place := func(p diag.Place) diag.Place {
		if from == nil || p.File != from {
			return p
		}
		return diag.Place{File: to, Span: by(p.Span)}
	}
	copied := *r
	c := &copied
	c.Findings, c.Accesses, c.Unread, c.Kernels, c.Runs = slices.Clone(r.Findings), slices.Clone(r.Accesses), slices.Clone(r.Unread), slices.Clone(r.Kernels), slices.Clone(r.Runs)
	for i := range c.Findings {
		d := &c.Findings[i]
		d.Place = place(d.Place)
		d.Related = slices.Clone(d.Related)
		for k := range d.Related {
			d.Related[k].Place = place(d.Related[k].Place)
		}
	}
	for i := range c.Accesses {
		a := &c.Accesses[i]
		a.Place = place(a.Place)
		a.Calls = slices.Clone(a.Calls)
		for k := range a.Calls {
			a.Calls[k] = place(a.Calls[k])
		}
	}
	for i := range c.Unread {
		c.Unread[i].Place = place(c.Unread[i].Place)
	}
	for i := range c.Kernels {
		c.Kernels[i].Place = place(c.Kernels[i].Place)
	}
	for i := range c.Runs {
		c.Runs[i].At, c.Runs[i].Launch = place(c.Runs[i].At), place(c.Runs[i].Launch)
	}
	return c
}

// without drops what is said of a kernel, and of stretches outside of kernels that are read again: those that are not moot.
func (r *Result) without(kernel string, moot func(diag.Place) bool) {
	stays := func(name string, at diag.Place) bool { return name != "" && name != kernel || name == "" && moot(at) }
	r.Findings = slices.DeleteFunc(r.Findings, func(d diag.Diagnostic) bool { return !stays(d.Subject.Kernel, d.Place) })
	r.Unread = slices.DeleteFunc(r.Unread, func(n Unread) bool { return !stays(n.Kernel, n.Place) })
	r.Accesses = slices.DeleteFunc(r.Accesses, func(a Access) bool { return a.Subject.Kernel == kernel })
	r.Kernels = slices.DeleteFunc(r.Kernels, func(k Kernel) bool { return k.Name == kernel })
	r.Runs = slices.DeleteFunc(r.Runs, func(n Run) bool { return n.Kernel == kernel })
}

// moved are the launches after an edit that moved them.
func (l *Launches) moved(u *sema.Unit, from *source.File, by func(source.Span) source.Span) *Launches {
	c := &Launches{made: sema.Launches(u), defines: map[string][]site{}, Judged: l.Judged, Entrances: l.Entrances}
	for name, sites := range l.defines {
		for _, s := range sites {
			if s.path == from.Path {
				to := by(source.Span{Start: s.start, End: s.end})
				s.start, s.end = to.Start, to.End
			}
			c.defines[name] = append(c.defines[name], s)
		}
	}
	return c
}
