package sema

import (
	"bytes"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/trace"
)

// maxHostSteps bounds the walk over all host code of a unit; each root may take half of what is left.
const maxHostSteps = 100_000

// maxLoopSteps bounds the walk over one loop of host code.
const maxLoopSteps = 6_000

// hostWalk is what a walk over host code gathers.
type hostWalk struct {
	launches []*Launch
	launcher map[*ast.FuncDecl]bool // functions that launch, themselves or through others
}

// Launches evaluates the launches that the unit's host code makes: it walks the functions that nothing calls, and from there
// whatever leads to a launch, with the values of variables as far as the text tells them.
func Launches(u *Unit) []*Launch {
	if !u.walked {
		u.launches, u.walked = newTables(u).withCallers().walkHost(), true
	}
	return u.launches
}

// Entrances are the functions of the unit that launch and that nothing in it calls: other files may. A unit with a main has none.
func Entrances(u *Unit) []string {
	t := newTables(u)
	if !t.launches() || len(t.funcs["main"]) > 0 {
		return nil
	}
	set := t.launchers()
	called := t.called(set)
	var out []string
	for _, f := range t.hosts {
		name := f.decl.Name
		if set[f.decl] && !called[name] && !f.decl.Quals.Has(ast.Static) && f.record == nil {
			out = append(out, name)
		}
	}
	return out
}

// CallsOne reports whether a file's code mentions one of the functions without a definition of its own by that name.
func CallsOne(f *ast.File, names []string) bool {
	found := false
	for _, name := range names {
		defines, calls := false, false
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				defines = defines || n.Name == name && n.Body != nil
			case *ast.Call:
				if id, ok := strip(n.Fun).(*ast.Ident); ok {
					calls = calls || id.Name() == name
				}
			}
			return !defines
		})
		found = found || calls && !defines
	}
	return found
}

// walkHost walks the host code from the functions that nothing calls.
func (t *tables) walkHost() []*Launch {
	if !t.launches() {
		return nil
	}
	h := &hostWalk{launcher: t.launchers()}
	if len(h.launcher) == 0 {
		return nil
	}
	in := t.interp(&Run{Block: [3]int64{1, 1, 1}})
	in.host = h
	called := t.called(h.launcher)
	var roots, rest []*function
	for _, f := range t.hosts {
		switch {
		case !h.launcher[f.decl]:
		case f.decl.Name == "main":
			roots = append([]*function{f}, roots...)
		case !called[f.decl.Name]:
			roots = append(roots, f)
		default:
			rest = append(rest, f)
		}
	}
	seen := func(f *function) bool {
		for _, l := range h.launches {
			if strings.Contains("/"+l.site.calls, "/"+f.decl.Name+"/") {
				return true
			}
		}
		return false
	}
	all := append(roots, rest...)
	left := maxHostSteps
	if len(t.unit.callers) > 0 {
		left /= 2 // a large program: what matters is near
	}
	for i, f := range all {
		if i >= len(roots) && seen(f) {
			continue
		}
		// Each gets its share of what is left, so that one that goes round and round leaves the others theirs.
		share := max(left/(len(all)-i), left/2)
		in.steps = maxSteps - share
		in.root(f)
		left -= share - (maxSteps - in.steps)
		if left <= 0 {
			break
		}
	}
	return h.launches
}

// root walks a function that nothing in sight calls: its parameters are unknown.
func (in *interp) root(f *function) {
	in.st = newState(nil)
	in.decls = map[*ast.VarDecl]*object{}
	fr := &frame{file: f.file, scope: &scope{}, name: f.decl.Name, body: f.decl, ret: &object{name: "result", space: trace.Local}}
	fr.node = &trace.Scope{}
	in.frame = fr
	if f.record != nil {
		fr.rec = in.instanceOf(f.record, nil)
		if fr.rec != nil {
			o := &object{name: "this", space: trace.Local, typ: fr.rec.typ, param: true}
			in.st.store(o, 0, o.typ, value{typ: o.typ, cells: cells{}})
			fr.this = &place{obj: o, off: indexmath.Const(0), typ: o.typ}
		}
	}
	if f.decl.Template != nil {
		fr.tmpl = in.bindTemplate(f.decl.Template, nil, nil)
	}
	for _, p := range f.decl.Params {
		t := in.typeOf(p.Type)
		o := &object{name: p.Name, space: trace.Local, typ: t, param: true}
		in.st.store(o, 0, t, in.unknownParam(o, t, p))
		fr.scope.declare(p.Name, place{obj: o, off: indexmath.Const(0), typ: t})
	}
	entry := in.st
	in.st = newState(entry)
	fr.entry = in.st
	in.stmts(f.decl.Body.List)
}

func (in *interp) unknownParam(o *object, t *layout.Type, p *ast.Param) value {
	v := value{typ: t, same: true, name: p.Name}
	switch {
	case t == nil || isInteger(t):
		v.num = in.param(p.Name, t)
	case isRecord(t):
		v.cells = cells{}
	case t.Kind == layout.Pointer:
		v.obj, v.num = &object{name: p.Name, space: trace.Local, typ: t.Elem, param: true}, indexmath.Const(0)
	}
	return v
}

// launchers are the host functions that launch a kernel, themselves, through a macro, or through another of them.
func (t *tables) launchers() map[*ast.FuncDecl]bool {
	out := map[*ast.FuncDecl]bool{}
	names := map[string]bool{}
	for name, defs := range t.macros {
		for _, d := range defs {
			if strings.Contains(d.macro.Body, "<<<") || strings.Contains(d.macro.Body, "LaunchKernel") {
				names[name] = true
			}
		}
	}
	calls := map[*ast.FuncDecl]map[string]bool{}
	for _, f := range t.hosts {
		direct, cs := t.mentioned(f.decl)
		calls[f.decl] = cs
		if direct && !f.file.caller {
			out[f.decl] = true
			names[f.decl.Name] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for _, f := range t.hosts {
			if out[f.decl] {
				continue
			}
			for c := range calls[f.decl] {
				if names[c] {
					out[f.decl] = true
					if !names[f.decl.Name] {
						names[f.decl.Name] = true
						changed = true
					}
					break
				}
			}
		}
	}
	return out
}

// launches reports whether a file of the unit looks as if it launched a kernel at all.
func (t *tables) launches() bool {
	for _, f := range t.files {
		text := f.file.Source.Text
		if bytes.Contains(text, []byte("<<")) || bytes.Contains(text, []byte("aunchKernel")) {
			return true
		}
	}
	return false
}

// mentioned is mentions of a function's body, worked out once.
func (t *tables) mentioned(d *ast.FuncDecl) (launches bool, names map[string]bool) {
	u := t.unit
	if u.mention == nil {
		u.mention = map[*ast.FuncDecl]mention{}
	}
	m, ok := u.mention[d]
	if !ok {
		m.launches, m.names = mentions(d.Body)
		u.mention[d] = m
	}
	return m.launches, m.names
}

// mention is what a function's body names.
type mention struct {
	launches bool
	names    map[string]bool
}

// mentions tells whether a body holds a launch of its own, and which functions and macros it names.
func mentions(body ast.Node) (launches bool, names map[string]bool) {
	names = map[string]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Launch:
			launches = true
		case *ast.Ident:
			if name := n.Name(); isLaunchCall(name) {
				launches = true
			} else {
				names[name] = true
			}
		case *ast.Member:
			names[n.Name.Name] = true
		case *ast.NamedType:
			names[n.Name()] = true // a constructor
		case *ast.MacroStmt:
			names[n.Name] = true
			for _, a := range n.Args {
				launches = launches || strings.Contains(a, "<<<")
				for i := 0; i < len(a); {
					if isLetter(a[i]) {
						k := word(a[i:])
						names[a[i:i+k]] = true
						i += k
						continue
					}
					i++
				}
			}
		case *ast.MacroLoop:
			names[n.Name] = true
		}
		return true
	})
	return launches, names
}

func isLaunchCall(name string) bool {
	switch name {
	case "cudaLaunchKernel", "cudaLaunchCooperativeKernel", "cudaLaunchKernelEx", "hipLaunchKernelGGL", "cudaLaunchKernelExC":
		return true
	}
	return false
}

// called are the names that other functions of the set mention.
func (t *tables) called(set map[*ast.FuncDecl]bool) map[string]bool {
	out := map[string]bool{}
	for _, f := range t.hosts {
		if !set[f.decl] {
			continue
		}
		_, names := t.mentioned(f.decl)
		for n := range names {
			if n != f.decl.Name {
				out[n] = true
			}
		}
	}
	return out
}

// hostLoop walks a loop of host code iteration by iteration where its condition stays known. One that leads to a launch is walked
// once where it does not, and what it changes is unknown behind it; any other is passed over.
func (in *interp) hostLoop(l loopParts) {
	leads := in.leadsToLaunch(l.body, 0)
	lf := &loopFrame{depth: len(in.under), conds: len(in.frame.conds)}
	in.loops = append(in.loops, lf)
	defer func() { in.loops = in.loops[:len(in.loops)-1] }()
	base := in.st
	work := newState(base)
	in.st = work
	changed := in.changed(l)
	done := false
	start := in.steps
	turns := maxUnroll
	if in.long(l) {
		turns = 0
		if leads {
			turns = 1
		}
	}
	for n := 0; n < turns && in.steps-start < maxLoopSteps; n++ {
		c := indexmath.Const(1)
		if l.cond != nil && !(l.last && n == 0) {
			c = in.cond(in.eval(l.cond))
		}
		k, known := c.Const()
		if known && k == 0 {
			done = true
			break
		}
		if !known && !leads {
			break
		}
		if l.before != nil {
			l.before()
		}
		in.block(l.body)
		if work.dead && (lf.broke || lf.again) {
			work.dead = false
			if lf.broke {
				done = !leads
				break
			}
			lf.again = false
		}
		if work.dead {
			done = true
			break
		}
		if !known || !leads && nested(l.body) {
			break
		}
		if l.post != nil {
			in.eval(l.post)
		}
		if l.post == nil && l.cond == nil {
			break
		}
	}
	in.st = base
	base.take(work)
	if work.dead && done {
		base.dead = true
		return
	}
	if done {
		return
	}
	for _, o := range changed {
		c, ok := base.get(o)
		if !ok {
			continue
		}
		next := cells{}
		for _, e := range c.cells {
			if e.v.obj != nil || e.v.fn != nil || e.v.group != nil {
				next = append(next, e)
			}
		}
		base.set(o, content{next, base})
	}
}

// long reports whether a counted loop has more turns than are walked one by one: its head alone tells.
func (in *interp) long(l loopParts) bool {
	if l.cond == nil || l.post == nil || l.last {
		return false
	}
	base := in.st
	in.st = newState(base)
	defer func() { in.st = base }()
	more := true
	in.quiet(func() {
		for range maxUnroll {
			c, ok := in.cond(in.eval(l.cond)).Const()
			if !ok || c == 0 {
				more = false
				return
			}
			in.eval(l.post)
		}
	})
	return more
}

// nested reports whether a body holds a loop of its own.
func nested(body ast.Stmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.For, *ast.While, *ast.DoWhile:
			found = true
		}
		return !found
	})
	return found
}

func (in *interp) leadsToLaunch(body ast.Node, depth int) bool {
	direct, names := mentions(body)
	if direct {
		return true
	}
	for n := range names {
		for _, f := range in.t.funcs[n] {
			if in.host.launcher[f.decl] {
				return true
			}
		}
		for _, d := range in.t.macros[n] {
			if strings.Contains(d.macro.Body, "<<<") {
				return true
			}
		}
		if p, ok := in.frame.scope.lookup(n); ok {
			if v, ok := in.st.load(p.obj, 0, p.typ); ok && v.fn != nil && v.fn.lambda != nil && depth < 4 && in.leadsToLaunch(v.fn.lambda.Body, depth+1) {
				return true
			}
		}
	}
	return false
}
