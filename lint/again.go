package lint

import (
	"bytes"
	"reflect"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/rules"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

// Judged is a unit with what was said of it, which lets it be judged again at the price of one kernel while somebody types in that.
type Judged struct {
	unit     *sema.Unit
	extra    []*sema.Launch
	launches *Launches
	raw      *Result // not merged
	whole    bool    // what is said of some kernel may rest on any text of the unit
}

// JudgeToEdit is Judge for a unit that will be edited; launches are its own, and no fix is tried whatever o says.
func JudgeToEdit(u *sema.Unit, launches *Launches, extra []*sema.Launch, o Options) (*Result, *Judged) {
	o.Prove = func(*diag.Diagnostic) bool { return false }
	j := &Judged{unit: u, extra: extra, launches: launches, raw: judge(u, extra, o)}
	for _, f := range unitFiles(u) {
		j.whole = j.whole || slices.ContainsFunc(functionsIn(f), func(d *ast.FuncDecl) bool { return d.Quals.Has(ast.Global) && rules.ReadsUnit(d) })
	}
	return merge(j.raw), j
}

// Launches are those of the unit.
func (j *Judged) Launches() *Launches { return j.launches }

// merge leaves raw as it is.
func merge(raw *Result) *Result {
	c := raw.moved(nil, nil, nil)
	return Merge(c)
}

// Again judges the unit with another text of its root. It is false unless the text differs in one place, everything around which stands as it
// stood, and that place is in a kernel or in a host function that no kernel can call, a comment or a blank. Then only the kernels
// whose body or whose launches are others are judged; no other can be judged otherwise.
func (j *Judged) Again(text *source.File, o Options) (*Result, *Judged, bool) {
	o.Prove = func(*diag.Diagnostic) bool { return false }
	old := j.unit.Root.Source
	e, ok := difference(old, text)
	if !ok || j.whole || o.Detail || len(j.raw.Directives)+len(j.raw.Expectations)+len(j.raw.Suppressed) > 0 || directed(text.Text) {
		return nil, nil, false
	}
	r := &retyped{Judged: j, text: text, change: e, functions: functionsIn(j.unit.Root)}
	u, launches, kernels, ok := r.unit()
	if !ok {
		return nil, nil, false
	}
	lines, ok := r.launchLines()
	if !ok {
		return nil, nil, false
	}
	raw := j.raw.moved(old, text, e.moved)
	raw.relaunch(lines)
	for name := range kernels {
		raw.without(name)
	}
	raw.withoutReread(r.reread)
	u.Options.Only = func(name string) bool { return kernels[name] }
	part := judge(u, j.extra, o)
	u.Options.Only = j.unit.Options.Only
	raw.take(part, nil)
	raw.Accesses = append(raw.Accesses, part.Accesses...)
	return merge(raw), &Judged{unit: u, extra: j.extra, launches: launches, raw: raw}, true
}

// retyped is a unit and what somebody has typed.
type retyped struct {
	*Judged
	change
	text      *source.File
	functions []*ast.FuncDecl // of the old text
	moot      []source.Span   // in the new text
}

// unit is the unit with the new text, and the kernels that have to be judged again.
func (r *retyped) unit() (u *sema.Unit, launches *Launches, kernels map[string]bool, ok bool) {
	root := r.Judged.unit.Root
	kernels = map[string]bool{}
	within := slices.IndexFunc(r.functions, func(f *ast.FuncDecl) bool {
		return f.Macro == "" && f.Body != nil && min(f.Span.Start, f.NameAt.Start) < r.from && r.to < f.Body.Span.End && f.Body.Span.Start <= f.Body.Span.End
	})
	host := false
	switch {
	case r.idle():
	case within < 0:
		return nil, nil, nil, false
	case r.functions[within].Quals.Has(ast.Global):
		k := r.functions[within]
		kernels[k.Name] = true
		body := r.moved(k.Body.Span)
		if body.Start > body.End {
			return nil, nil, nil, false
		}
		if strings.Contains(root.Source.Slice(k.Body.Span), "<<<") || bytes.Contains(r.text.Text[body.Start:body.End], []byte("<<<")) {
			return nil, nil, nil, false
		}
	case r.reachable(r.functions[within]):
		return nil, nil, nil, false
	default:
		host = true
	}
	tree, ok := r.parse(kernels, host)
	if !ok {
		return nil, nil, nil, false
	}
	if !host {
		if u, ok = r.Judged.unit.Moved(tree, r.change.moved); !ok {
			return nil, nil, nil, false
		}
		return u, r.launches.moved(u), kernels, true
	}
	before, ok := r.Judged.unit.Moved(tree, r.change.moved)
	if !ok {
		return nil, nil, nil, false
	}
	u = before.Edited(tree, before.Headers, false)
	launches = LaunchesOf(u)
	launches.Judged = r.launches.Judged
	if !slices.Equal(launches.Entrances, r.launches.Entrances) {
		return nil, nil, nil, false // other files may call others
	}
	if kernels = sema.Relaunched(before, u); len(kernels) > 0 {
		if tree, ok = r.parse(kernels, false); !ok {
			return nil, nil, nil, false
		}
		u = u.Edited(tree, u.Headers, true)
	}
	return u, launches, kernels, true
}

// parse reads the new text without the bodies that do not matter: those of other kernels, and of functions that launch unless hosts are asked
// for. Kernels that are no longer what they were are added to those given. It is false when anything else is not.
func (r *retyped) parse(kernels map[string]bool, hosts bool) (*ast.File, bool) {
	root := r.Judged.unit.Root
	moot := mootBodies(root, []source.Span{{Start: r.from, End: r.to}}, kernels)
	if hosts {
		moot = slices.DeleteFunc(moot, func(b source.Span) bool {
			return slices.ContainsFunc(r.functions, func(f *ast.FuncDecl) bool {
				return f.Body != nil && f.Body.Span == b && !f.Quals.Has(ast.Global)
			})
		})
	}
	for _, n := range r.raw.Unread { // the grammar finds its way out of what it cannot read by what follows
		if n.Place.File == root.Source && slices.ContainsFunc(moot, func(b source.Span) bool { return b.Start < n.Place.Span.End && n.Place.Span.Start < b.End }) {
			return nil, false
		}
	}
	tree, err := parser.Parse(r.text, skipping(r.Judged.unit, macrosOf(r.Judged.unit.Headers), moot, func(at int32) int32 { return r.change.moved(source.Span{Start: at, End: at}).Start }))
	reads := func(f *ast.FuncDecl) bool { return kernels[f.Name] && rules.ReadsUnit(f) }
	if err != nil || slices.ContainsFunc(functionsIn(tree), reads) || !r.keepsMacros(root.Macros, tree.Macros) || !r.keepsDecls(root.Decls, tree.Decls) {
		return nil, false
	}
	others, ok := r.others(r.functions, functionsIn(tree))
	if !ok {
		return nil, false
	}
	for _, name := range others {
		if !kernels[name] {
			for _, name := range others {
				kernels[name] = true
			}
			return r.parse(kernels, hosts)
		}
	}
	r.moot = nil
	for _, m := range moot {
		r.moot = append(r.moot, r.change.moved(m))
	}
	return tree, true
}

// reread reports whether a place in the new text is outside of the bodies that were left out, so that what cannot be read there is told anew.
func (r *retyped) reread(p diag.Place) bool {
	return p.File != r.text || !slices.ContainsFunc(r.moot, func(m source.Span) bool { return m.Covers(p.Span) })
}

// reachable reports whether a kernel may call a function of the file: it is a device function, or one names it.
func (r *retyped) reachable(f *ast.FuncDecl) bool {
	if f.Quals.Has(ast.Device) || f.Quals.Has(ast.Constexpr) || f.Result == nil || len(f.Scope) > 0 {
		return true
	}
	source := r.Judged.unit.Root.Source
	return slices.ContainsFunc(r.functions, func(o *ast.FuncDecl) bool {
		return o.Body != nil && o.Quals&(ast.Global|ast.Device) != 0 && strings.Contains(source.Slice(o.Body.Span), f.Name)
	})
}

// idle reports whether the edit changes no token: blanks beside blanks, or a word in a comment that ends with its line.
func (r *retyped) idle() bool {
	old, now := r.Judged.unit.Root.Source.Text, r.text.Text
	gone, come := old[r.from:r.to], now[r.from:int(r.to)+r.delta]
	start := bytes.LastIndexByte(now[:r.from], '\n') + 1
	end := int(r.to) + r.delta
	rest := now[end:]
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	line := now[start:r.from]
	if bytes.ContainsAny(line, "\"'\\") || bytes.ContainsAny(rest, "\"'\\") || bytes.Contains(now, []byte(`R"`)) {
		return false
	}
	comment := bytes.Contains(line, []byte("//"))
	switch breaks := bytes.ContainsAny(gone, "\r\n") || bytes.ContainsAny(come, "\r\n"); {
	case comment && !breaks:
		return true
	case len(bytes.TrimSpace(gone)) > 0 || len(bytes.TrimSpace(come)) > 0:
		return false
	case comment || bytes.Contains(rest, []byte("//")) && breaks:
		return len(bytes.TrimSpace(rest)) == 0 && !bytes.ContainsAny(gone, "\r\n")
	}
	blank := func(at int) bool {
		return at < 0 || at >= len(now) || now[at] == ' ' || now[at] == '\t' || now[at] == '\n' || now[at] == '\r'
	}
	return blank(int(r.from)-1) || blank(end)
}

// launchLines gives the new number of each line of the old text that a launch stands in. It is false where a launch in another file has such
// a line too, so that a number alone does not tell them apart.
func (r *retyped) launchLines() (map[int]int, bool) {
	from := r.Judged.unit.Root.Source
	lines := map[int]int{}
	foreign := map[int]bool{}
	moved := false
	for _, n := range r.raw.Runs {
		if n.Launch.File == nil {
			continue
		}
		line := n.Launch.File.LineOf(n.Launch.Span.Start)
		if n.Launch.File != from {
			foreign[line] = true
			continue
		}
		lines[line] = r.text.LineOf(r.change.moved(n.Launch.Span).Start)
		moved = moved || lines[line] != line
	}
	if !moved {
		return nil, true
	}
	for line := range lines {
		if foreign[line] {
			return nil, false
		}
	}
	return lines, true
}

// relaunch gives the launches that are named by their lines their new ones.
func (r *Result) relaunch(lines map[int]int) {
	if lines == nil {
		return
	}
	for i := range r.Findings {
		if to, ok := lines[r.Findings[i].Subject.LaunchLine]; ok {
			r.Findings[i].Subject.LaunchLine = to
		}
	}
	for i := range r.Accesses {
		if to, ok := lines[r.Accesses[i].Subject.LaunchLine]; ok {
			r.Accesses[i].Subject.LaunchLine = to
		}
	}
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

// difference is the one edit that makes b of a; false when it touches a directive, or a line that goes on in the next.
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
	rest := now[len(now)-same:]
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	directive := bytes.HasPrefix(bytes.TrimSpace(line), []byte("#")) || bytes.HasPrefix(bytes.TrimSpace(rest), []byte("#"))
	return e, a.Path == b.Path && !directive && !bytes.ContainsAny(gone, "#\\") && !bytes.ContainsAny(come, "#\\")
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

// others are the kernels that are not where they were, by name, or that were not there. It is false when that holds for another function.
func (e change) others(old, now []*ast.FuncDecl) (names []string, ok bool) {
	at := map[int32]*ast.FuncDecl{}
	for _, f := range now {
		at[f.NameAt.Start] = f
	}
	kept := map[*ast.FuncDecl]bool{}
	ok = true
	changed := func(f *ast.FuncDecl) {
		ok = ok && f.Quals.Has(ast.Global) && f.Macro == ""
		names = append(names, f.Name)
	}
	for _, x := range old {
		y := at[e.moved(x.NameAt).Start]
		if y != nil && x.Name == y.Name && x.Quals == y.Quals && (x.Body == nil) == (y.Body == nil) && (x.Body == nil || e.moved(x.Body.Span) == y.Body.Span) {
			kept[y] = true
			continue
		}
		changed(x)
	}
	for _, y := range now {
		if !kept[y] {
			changed(y)
		}
	}
	return names, ok
}

// keepsDecls reports whether what is declared beside functions, in the file and its namespaces, stands where it stood.
func (e change) keepsDecls(old, now []ast.Decl) bool {
	type declared struct {
		kind reflect.Type
		at   source.Span
	}
	var list func(decls []ast.Decl, by func(source.Span) source.Span) []declared
	list = func(decls []ast.Decl, by func(source.Span) source.Span) []declared {
		var out []declared
		for _, d := range decls {
			switch d := d.(type) {
			case *ast.FuncDecl, *ast.BadDecl:
				continue
			case *ast.NamespaceDecl:
				out = append(out, list(d.Decls, by)...)
			}
			out = append(out, declared{reflect.TypeOf(d), by(d.Pos())})
		}
		return out
	}
	return slices.Equal(list(old, e.moved), list(now, func(s source.Span) source.Span { return s }))
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

// without drops what is said of a kernel.
func (r *Result) without(kernel string) {
	r.Findings = slices.DeleteFunc(r.Findings, func(d diag.Diagnostic) bool { return d.Subject.Kernel == kernel })
	r.Unread = slices.DeleteFunc(r.Unread, func(n Unread) bool { return n.Kernel == kernel })
	r.Accesses = slices.DeleteFunc(r.Accesses, func(a Access) bool { return a.Subject.Kernel == kernel })
	r.Kernels = slices.DeleteFunc(r.Kernels, func(k Kernel) bool { return k.Name == kernel })
	r.Runs = slices.DeleteFunc(r.Runs, func(n Run) bool { return n.Kernel == kernel })
}

// withoutReread drops what is said outside of kernels about stretches that are read again.
func (r *Result) withoutReread(reread func(diag.Place) bool) {
	r.Findings = slices.DeleteFunc(r.Findings, func(d diag.Diagnostic) bool { return d.Subject.Kernel == "" && reread(d.Place) })
	r.Unread = slices.DeleteFunc(r.Unread, func(n Unread) bool { return n.Kernel == "" && reread(n.Place) })
}

// moved are the launches after an edit that moved them.
func (l *Launches) moved(u *sema.Unit) *Launches {
	c := &Launches{made: sema.Launches(u), defines: map[string][]site{}, Judged: l.Judged, Entrances: l.Entrances}
	for _, f := range unitFiles(u) {
		c.define(f, f.Decls)
	}
	return c
}
