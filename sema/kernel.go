package sema

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/trace"
)

// maxShapes bounds the block shapes that one kernel is judged under.
const maxShapes = 6

// interp makes a walker over the unit's names.
func (t *tables) interp(r *Run) *interp {
	return &interp{
		t: t, run: r, st: newState(nil), frame: &frame{scope: &scope{}}, names: map[string]value{}, objects: map[string]*object{},
		decls: map[*ast.VarDecl]*object{}, indices: map[*ast.Index]indexmath.Expr{}, macros: newExpander(t), stands: map[*layout.Type]bool{},
	}
}

// Analyze works out every kernel that the unit defines, under the launches that the unit makes and the further ones given, of
// kernels that other files launch.
func Analyze(u *Unit, extra []*Launch) *Model {
	t := newTables(u)
	m := &Model{Unit: u}
	of := map[*function][]*Launch{}
	for _, l := range append(Launches(u), extra...) {
		if f := t.launched(l); f != nil {
			of[f] = append(of[f], l)
		}
	}
	for _, f := range t.kernels {
		if only := u.Options.Only; only != nil && !only(f.decl.Name) {
			continue
		}
		m.Kernels = append(m.Kernels, t.kernel(f, of[f]))
	}
	m.Unread = append(t.unread(), m.cut()...)
	return m
}

// maxOverloads bounds the functions of one name that a call or a launch is held against.
const maxOverloads = 256

// named are the kernels of a name.
func (t *tables) named(name string) []*function {
	if t.kernelsOf == nil {
		t.kernelsOf = map[string][]*function{}
		for _, f := range t.kernels {
			t.kernelsOf[f.decl.Name] = append(t.kernelsOf[f.decl.Name], f)
		}
	}
	return t.kernelsOf[name]
}

// launched is the kernel that a launch goes to: the specialization that its template arguments name, else the overload that fits.
func (t *tables) launched(l *Launch) *function {
	var fits []*function
	for _, f := range t.named(l.Kernel) {
		if len(fits) < maxOverloads && accepts(f.decl, len(l.args)) {
			fits = append(fits, f)
		}
	}
	fits = l.lookup.pick(fits)
	if len(fits) < 2 {
		if len(fits) == 0 {
			return nil
		}
		return fits[0]
	}
	in := t.interp(&Run{Block: [3]int64{1, 1, 1}})
	in.host = &hostWalk{}
	var general []*function
	for _, f := range fits {
		if f.decl.TemplateArgs == nil {
			general = append(general, f)
			continue
		}
		in.frame = &frame{file: f.file, scope: &scope{}}
		if r := (&record{decl: &ast.RecordDecl{Template: f.decl.Template, TemplateArgs: f.decl.TemplateArgs}}); len(l.tmpl) > 0 {
			if _, ok := in.specialization(r, l.tmpl); ok {
				return f
			}
		}
	}
	if len(general) == 0 {
		return fits[0]
	}
	types := make([]*layout.Type, len(l.args))
	for i, a := range l.args {
		types[i] = a.typ
	}
	in.frame = &frame{file: general[0].file, scope: &scope{}}
	return in.overload(general, len(l.args), types)
}

// unread lists headers that were not found and the stretches that could not be read.
func (t *tables) unread() []Unread {
	var out []Unread
	for _, f := range t.files {
		for _, p := range f.file.Problems {
			out = append(out, Unread{Place: Place{f.file.Source, p.Span}, Kernel: p.Kernel, Reason: p.Message})
		}
	}
	for _, at := range t.over {
		out = append(out, Unread{Place: at, Reason: "a class too large, or of objects too deep inside of each other, to be laid out"})
	}
	for _, m := range t.unit.Missing {
		out = append(out, Unread{Place: m.Place, Reason: "header not found: " + m.Path})
	}
	return out
}

// kernel judges one kernel under each of its launches, or under an assumed shape.
func (t *tables) kernel(f *function, launches []*Launch) *Kernel {
	k := &Kernel{Name: f.decl.Name, Decl: f.decl, Place: Place{f.file.file.Source, f.decl.NameAt}}
	exp := newExpander(t)
	k.Facts = f.facts()
	for _, l := range launches {
		contradict(k.Facts, f.decl, l)
	}
	shapes := map[[3]int64][]*Run{}
	for _, l := range launches {
		block := l.block
		if tried := t.unit.Options.Try[f.decl.Name]; validBlock(tried) {
			block = tried
		}
		if !accepts(f.decl, len(l.args)) || !validBlock(block) {
			continue
		}
		same := shapes[block]
		if len(same) == 0 && len(shapes) >= maxShapes {
			if k.beyond.File == nil {
				k.beyond = l.Place
			}
			continue
		}
		if len(same) >= 2 {
			same[0].Others = append(same[0].Others, l.Place)
			continue
		}
		r := t.run(k, f, l, block, FromLaunch, exp)
		if len(same) == 1 && same[0].agrees(r) {
			same[0].Others = append(same[0].Others, l.Place)
			continue
		}
		shapes[block] = append(same, r)
		k.Runs = append(k.Runs, r)
	}
	if len(k.Runs) > 0 {
		return k
	}
	var l *Launch // a launch whose shape is not known still tells arguments
	for _, c := range launches {
		if accepts(f.decl, len(c.args)) {
			l = c
			break
		}
	}
	block, origin := t.assume(f)
	if l != nil && origin == Assumed && l.block != [3]int64{} {
		return t.partly(k, f, l, exp)
	}
	r := t.run(k, f, l, block, origin, exp)
	k.Runs = append(k.Runs, r)
	if origin == Assumed && r.costly() {
		for _, b := range [][3]int64{{256, 1, 1}, {32, 8, 1}, {16, 16, 1}, {8, 8, 1}} {
			if b != block {
				k.Tries = append(k.Tries, t.try(r, f, l, b, exp))
			}
		}
	}
	return k
}

// costly reports whether some access of the run takes clearly more than it has to: nearly the 1.5 times from which rules make it a
// finding. Where none does, other shapes need no look: they only serve to weigh a verdict.
func (r *Run) costly() bool {
	for _, a := range r.Accesses {
		if a.Cost.Settled >= 1.45*a.Cost.Ideal && a.Cost.Ideal > 0 || a.Cost.Misaligned != trace.Aligned {
			return true
		}
	}
	return false
}

// partly judges a kernel whose block is known along some axes only: the others are assumed to make up 256 threads, and tried with
// 64, 128 and 512.
func (t *tables) partly(k *Kernel, f *function, l *Launch, exp *expander) *Kernel {
	var r *Run
	for _, threads := range []int64{256, 64, 128, 512} {
		b := l.block
		for axis := range b {
			if b[axis] > 0 {
				continue
			}
			known := max(b[0], 1) * max(b[1], 1) * max(b[2], 1)
			b[axis] = min(max(threads/known, 1), 1024)
			if axis == 0 && l.block[1] == 0 {
				b[axis] = min(b[axis], 32)
			}
		}
		if !validBlock(b) {
			continue
		}
		if r != nil {
			k.Tries = append(k.Tries, t.try(r, f, l, b, exp))
			continue
		}
		r = t.run(k, f, l, b, Assumed, exp)
		k.Runs = append(k.Runs, r)
		if !r.costly() {
			break
		}
	}
	return k
}

func accepts(d *ast.FuncDecl, n int) bool {
	need := 0
	for _, p := range d.Params {
		if p.Pack {
			return true
		}
		if p.Default == nil {
			need++
		}
	}
	return n >= need && n <= len(d.Params)
}

func validBlock(b [3]int64) bool {
	return b[0] > 0 && b[1] > 0 && b[2] > 0 && b[0]*b[1]*b[2] <= 1024
}

// agrees reports whether two runs of one shape give the same numbers.
func (r *Run) agrees(other *Run) bool {
	if len(r.Accesses) != len(other.Accesses) {
		return false
	}
	for i, a := range r.Accesses {
		b := other.Accesses[i]
		if a.Place != b.Place || a.Cost.Known != b.Cost.Known || a.Width != b.Width || differs(a.Cost.Actual, b.Cost.Actual) || differs(a.Cost.Ideal, b.Cost.Ideal) {
			return false
		}
	}
	return true
}

func differs(x, y float64) bool { return x-y > 0.01 || y-x > 0.01 }

// assume chooses a block shape where no launch tells it: a comment, the options, the launch bounds, what the code implies.
func (t *tables) assume(f *function) ([3]int64, Origin) {
	if b := t.unit.Options.Try[f.decl.Name]; validBlock(b) {
		return b, FromConfig
	}
	if b, ok := f.commentBlock(); ok {
		return b, FromComment
	}
	if b := t.unit.Options.Blocks[f.decl.Name]; validBlock(b) {
		return b, FromConfig
	}
	if b := t.unit.Options.Shapes[f.decl.Name]; validBlock(b) {
		return b, FromProfile
	}
	if validBlock(t.unit.Options.Block) {
		return t.unit.Options.Block, FromConfig
	}
	flat := !t.uses(f, "y") && !t.uses(f, "z")
	if len(f.decl.LaunchBounds) > 0 {
		in := t.interp(&Run{Block: [3]int64{1, 1, 1}})
		in.host = &hostWalk{}
		in.frame = &frame{file: f.file, scope: &scope{}}
		if f.decl.Template != nil {
			in.frame.tmpl = in.bindTemplate(f.decl.Template, nil, nil)
		}
		if n, ok := in.eval(f.decl.LaunchBounds[0]).integer(); ok && n > 0 && n <= 1024 {
			if flat || n%32 != 0 {
				return [3]int64{n, 1, 1}, FromBounds
			}
			return [3]int64{32, n / 32, 1}, FromBounds
		}
	}
	if flat {
		return [3]int64{256, 1, 1}, Assumed
	}
	if t.uses(f, "z") {
		return [3]int64{8, 8, 4}, Assumed
	}
	if n := t.squareTile(f); n > 0 {
		return [3]int64{n, n, 1}, Assumed
	}
	return [3]int64{32, 8, 1}, Assumed
}

// uses reports whether a kernel names threadIdx's axis, in its own text or in that of a macro that it uses.
func (t *tables) uses(f *function, axis string) bool {
	text := f.file.file.Source.Slice(f.decl.Body.Span)
	if strings.Contains(text, "threadIdx."+axis) {
		return true
	}
	found := false
	seen := map[string]bool{}
	ast.Inspect(f.decl.Body, func(n ast.Node) bool {
		name := ""
		switch n := n.(type) {
		case *ast.Ident:
			name, _ = n.Plain()
		case *ast.MacroStmt:
			name = n.Name
		case *ast.MacroLoop:
			name = n.Name
		}
		if seen[name] {
			return !found
		}
		seen[name] = true
		for _, d := range t.macros[name] {
			found = found || strings.Contains(d.macro.Body, "threadIdx."+axis)
		}
		return !found
	})
	return found
}

// squareTile is the side of a square shared tile whose side is a usual block width; 0 when there is none.
func (t *tables) squareTile(f *function) int64 {
	in := t.interp(&Run{Block: [3]int64{1, 1, 1}})
	in.frame = &frame{file: f.file, scope: &scope{}}
	if f.decl.Template != nil {
		in.frame.tmpl = in.bindTemplate(f.decl.Template, nil, nil)
	}
	side := int64(0)
	ast.Inspect(f.decl.Body, func(n ast.Node) bool {
		if d, ok := n.(*ast.VarDecl); ok && d.Quals.Has(ast.Shared) {
			if ty := in.typeOf(d.Type); ty != nil && ty.Kind == layout.Array && ty.Elem.Kind == layout.Array {
				rows := ty.Len
				if rows == 8 || rows == 16 || rows == 32 {
					side = max(side, rows)
				}
			}
		}
		return true
	})
	return side
}

// run walks a kernel under one configuration and judges it.
func (t *tables) run(k *Kernel, f *function, l *Launch, block [3]int64, origin Origin, exp *expander) *Run {
	r := t.walk(k, f, l, block, origin, exp, nil)
	r.judge(trace.Options{Reuse: &t.reuse})
	if t.unit.Options.Work {
		t.work(r, f, l, exp)
	}
	return r
}

// try judges a kernel under a shape that only serves to weigh a verdict on as: a smaller sample does.
func (t *tables) try(as *Run, f *function, l *Launch, block [3]int64, exp *expander) *Run {
	r := as.under(block)
	if r == nil {
		r = t.walk(as.Kernel, f, l, block, Assumed, exp, nil)
	}
	r.judge(trace.Options{Quick: true, Steps: trySteps, Reuse: &t.reuse})
	return r
}

// under is the run under another block shape, to be judged anew; nil when its walk does not stand for that shape. It does when the kernel
// asks for nothing but threadIdx.x, of which the other shape has no further values.
func (r *Run) under(block [3]int64) *Run {
	if r.shaped || block[0] > r.Block[0] {
		return nil
	}
	other := *r
	other.Block, other.Work = block, nil
	other.Accesses = make([]*Access, len(r.Accesses))
	all := make([]Access, len(r.Accesses))
	for i, a := range r.Accesses {
		all[i] = *a
		other.Accesses[i] = &all[i]
	}
	return &other
}

// trySteps bounds the replay of a shape that is only tried.
const trySteps = 1500

// walk reduces a kernel to its program under one configuration. It notes what the kernel computes in works, unless that is nil.
func (t *tables) walk(k *Kernel, f *function, l *Launch, block [3]int64, origin Origin, exp *expander, works tallies) *Run {
	r := &Run{Kernel: k, Block: block, Origin: origin, Shared: -1, Program: &trace.Program{}}
	if l != nil {
		r.Grid, r.Shared, r.Template = l.grid, l.shared, l.text
		switch origin {
		case FromLaunch:
			r.Launch = l.Place
		case Assumed:
			r.Unsized = l.Place
		}
	}
	in := t.interp(r)
	in.macros = exp
	in.facts = k.Facts
	in.works = works
	axis := [3]string{".x", ".y", ".z"}
	for i := range 3 {
		in.tid[i] = (&indexmath.Sym{Name: "threadIdx" + axis[i], Kind: indexmath.Thread, Axis: i, Range: indexmath.Between(0, block[i]-1)}).Expr()
		last := int64(1<<31 - 2)
		if i > 0 {
			last = 65534
		}
		if r.Grid[i] > 0 {
			last = r.Grid[i] - 1
		}
		in.bid[i] = (&indexmath.Sym{Name: "blockIdx" + axis[i], Kind: indexmath.Block, Axis: i, Range: indexmath.Between(0, last)}).Expr()
		in.dims[i] = indexmath.Const(block[i])
		if r.Grid[i] > 0 {
			in.grid[i] = indexmath.Const(r.Grid[i])
		} else {
			in.grid[i] = (&indexmath.Sym{Name: "gridDim" + axis[i], Kind: indexmath.Param, Range: indexmath.Between(1, 1<<31-1)}).Expr()
		}
	}
	in.frame = &frame{file: f.file, scope: &scope{}, name: f.decl.Name, body: f.decl}
	in.frame.tmpl = in.kernelBindings(f.decl, l)
	if f.record != nil {
		in.frame.rec = in.instanceOf(f.record, nil)
	}
	in.params(f.decl, l)
	in.out = &r.Program.Body
	in.st = newState(in.st)
	in.frame.entry = in.st
	in.stmts(f.decl.Body.List)
	r.Cut = in.cut
	r.shaped = in.shaped
	if works == nil {
		r.vectorize()
	}
	return r
}
