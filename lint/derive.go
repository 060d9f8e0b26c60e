package lint

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
	"github.com/cudalint/cudalint/trace"
)

// deriver tells step by step where an access's numbers come from: the text of the access, the declarations that its names lead to, the
// index that they add up to, its distance from lane to lane, the lanes of one warp and what these cost. A nil deriver tells nothing.
type deriver struct {
	unit      *sema.Unit
	functions map[*source.File][]*ast.FuncDecl
}

func newDeriver(u *sema.Unit, wanted bool) *deriver {
	if !wanted {
		return nil
	}
	d := &deriver{unit: u, functions: map[*source.File][]*ast.FuncDecl{}}
	for _, f := range unitFiles(u) {
		ast.Inspect(f, func(n ast.Node) bool {
			if fn, ok := n.(*ast.FuncDecl); ok && fn.Body != nil {
				d.functions[f.Source] = append(d.functions[f.Source], fn)
			}
			return true
		})
	}
	return d
}

// access fills in the detail of an access.
func (d *deriver) access(run *sema.Run, a *sema.Access, out *Access) {
	if d == nil {
		return
	}
	out.Detail = &Detail{
		Requests: a.Cost.Requests, Settled: a.Cost.Settled, Trips: Trips{a.Cost.ByTrip, a.Cost.TripsKnown}, Steps: d.steps(run, a, out),
	}
	if a.Cost.Known {
		out.Detail.Offsets, out.Detail.Active = a.Cost.Witness.Offsets, a.Cost.Witness.Active
	}
}

func (d *deriver) steps(run *sema.Run, a *sema.Access, out *Access) []Step {
	var steps []Step
	tell := func(k StepKind, at diag.Place, format string, args ...any) {
		steps = append(steps, Step{at, k, fmt.Sprintf(format, args...)})
	}
	nowhere := diag.Place{}
	steps = append(steps, d.sources(a)...)
	for _, c := range a.Calls {
		tell(StepCall, diag.Place(c), "called here: %s", oneLine(c.File.Slice(c.Span)))
	}
	if a.Array != nil {
		tell(StepElements, diag.Place(a.Array.Place), "%s lies in %s memory%s", a.Array.Name, spaceNames[a.Array.Space], elements(a))
	}
	if a.Index.Known() {
		tell(StepIndex, nowhere, "element index: %s", a.Index)
	}
	if offset := indexmath.Uncast(a.Offset); offset.Known() {
		tell(StepOffset, nowhere, "bytes from the start of the array: %s", offset)
	}
	switch {
	case a.Stride.Known():
		tell(StepStride, nowhere, "from one threadIdx.x to the next: %s bytes%s", a.Stride, beside(a))
	case a.Offset.Known():
		tell(StepStride, nowhere, "from one threadIdx.x to the next: no one distance; it is not the same for all lanes")
	}
	tell(StepBlock, diag.Place(run.Launch), "%s", warpShape(run))
	for _, g := range a.Guards {
		not := ""
		if g.Not {
			not = "not "
		}
		tell(StepGuard, nowhere, "executed where %s(%s) holds", not, oneLine(g.Text))
	}
	if a.Cost.ByTrip > 1 {
		sure := ""
		if !a.Cost.TripsKnown {
			sure = ", which rests on a value that is not known"
		}
		tell(StepLoop, nowhere, "the loops around it run %s times%s", number64(a.Cost.ByTrip), sure)
	}
	for _, s := range out.Assumptions {
		if strings.HasPrefix(s, restsOnValue) {
			continue // below, with the alignment of the base
		}
		tell(StepAssumed, nowhere, "assumed: %s", s)
	}
	if len(a.Cost.Rests) > 0 {
		tell(StepAssumed, nowhere, "the number rests on: %s", strings.Join(a.Cost.Rests, ", "))
	}
	if !a.Cost.Known {
		tell(StepUnknown, nowhere, "no number: %s", out.BlockedBy)
		return steps
	}
	tell(StepLanes, nowhere, "%s", laneRuns(&a.Cost.Witness))
	if a.Wavefronts() {
		tell(StepCounted, nowhere, "shared memory: 32 banks of 4 bytes; a pass serves %d lanes and takes as many wavefronts as its busiest bank holds distinct words", passLanes(a.Width))
	} else {
		tell(StepCounted, nowhere, "global memory: each distinct block of 32 bytes is one sector")
	}
	unit := "sector"
	if a.Wavefronts() {
		unit = "wavefront"
	}
	if a.Cost.Actual != 1 {
		unit += "s"
	}
	tell(StepCost, nowhere, "%s %s per request (mean), %s would do for %s lanes of %d bytes", number64(a.Cost.Actual), unit, number64(a.Cost.Ideal), number64(a.Cost.Lanes), a.Width)
	return steps
}

// elements is the array's element type and its size.
func elements(a *sema.Access) string {
	if a.Array.Elem == nil || a.Array.Elem.Size == 0 {
		return ""
	}
	text := fmt.Sprintf(", elements of %d bytes", a.Array.Elem.Size)
	if a.Field != nil && a.Field.Struct != nil {
		text += fmt.Sprintf("; field %s at byte %d of %d", a.Field.Name, a.Field.Offset, a.Field.Struct.Size)
	}
	return text
}

// beside says what the distance means.
func beside(a *sema.Access) string {
	n, ok := a.Stride.Const()
	switch {
	case !ok:
		return ""
	case n == 0:
		return ": all at one place"
	case n == int64(a.Width):
		return ": side by side"
	case a.Width > 0 && n%int64(a.Width) == 0:
		return fmt.Sprintf(": every %s", ordinal(n/int64(a.Width)))
	}
	return ""
}

func ordinal(n int64) string {
	if n < 0 {
		return ordinal(-n) + ", backwards"
	}
	suffix := "th"
	if n%100/10 != 1 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return strconv.FormatInt(n, 10) + suffix + " element"
}

func warpShape(run *sema.Run) string {
	b := run.Block
	text := fmt.Sprintf("block %d", b[0])
	for i, n := range b[1:] {
		if n > 1 || i == 0 && b[2] > 1 {
			text += fmt.Sprintf("x%d", n)
		}
	}
	switch {
	case run.Origin == sema.FromLaunch && run.Launch.File != nil:
		text += fmt.Sprintf(", launched at line %d", run.Launch.File.LineOf(run.Launch.Span.Start))
	case run.Origin == sema.Assumed && run.Unsized.File != nil:
		text += fmt.Sprintf(", assumed, as the launch at line %d does not tell it", run.Unsized.File.LineOf(run.Unsized.Span.Start))
	case run.Origin == sema.Assumed:
		text += ", assumed, as no launch is in sight"
	default:
		text += ", by " + strings.ReplaceAll(run.Origin.String(), "_", " ")
	}
	switch {
	case b[0] >= 32 && b[0]%32 == 0:
		return text + ": the 32 lanes of a warp are 32 values of threadIdx.x in one row"
	case b[0] < 32 && 32%b[0] == 0 && b[1]*b[2] > 1:
		return text + fmt.Sprintf(": a warp is %d rows of %d values of threadIdx.x", min(32/b[0], b[1]*b[2]), b[0])
	}
	return text + ": a warp is 32 consecutive threads, threadIdx.x first"
}

func passLanes(width int) int {
	switch width {
	case 8:
		return 16
	case 16:
		return 8
	}
	return 32
}

// laneRuns lists the bytes at which the lanes of a request start, evenly spaced lanes together.
func laneRuns(q *trace.Request) string {
	var parts []string
	lowest := int64(math.MaxInt64)
	for l, o := range q.Offsets {
		if q.Active>>l&1 == 1 {
			lowest = min(lowest, o)
		}
	}
	base := lowest - floorMod(lowest, gpu.LineBytes)
	for l := 0; l < 32; {
		if q.Active>>l&1 == 0 {
			l++
			continue
		}
		end, step := l, int64(0)
		for end+1 < 32 && q.Active>>(end+1)&1 == 1 {
			d := q.Offsets[end+1] - q.Offsets[end]
			if end > l && d != step {
				break
			}
			step = d
			end++
		}
		switch {
		case end == l:
			parts = append(parts, fmt.Sprintf("lane %d at %d", l, q.Offsets[l]-base))
		case step == 0:
			parts = append(parts, fmt.Sprintf("lanes %d-%d all at %d", l, end, q.Offsets[l]-base))
		default:
			parts = append(parts, fmt.Sprintf("lanes %d-%d at %d to %d, %d apart", l, end, q.Offsets[l]-base, q.Offsets[end]-base, step))
		}
		l = end + 1
	}
	const most = 9
	if len(parts) > most {
		parts = append(parts[:most-1], fmt.Sprintf("and %d more", len(parts)-most+1))
	}
	text := "one warp, in bytes: "
	if base != 0 {
		text = "one warp, in bytes from the first line of 128 bytes that it touches: "
	}
	return text + strings.Join(parts, "; ")
}

func floorMod(a, b int64) int64 { return (a%b + b) % b }

func number64(v float64) string {
	return strconv.FormatFloat(float64(int64(v*100+0.5))/100, 'f', -1, 64)
}

// oneLine folds blanks and cuts what is long.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 100 {
		return string(r[:99]) + "…"
	}
	return s
}

// mostSources bounds the declarations that are shown for one access.
const mostSources = 14

// sources are the text of the access and of what its names are made of, as far as the text shows: of each name the last declaration or
// assignment above the access in the same function, else the parameter, the constant or the macro.
func (d *deriver) sources(a *sema.Access) []Step {
	fn := d.function(a.Place)
	first := Step{diag.Place(a.Place), StepText, oneLine(a.Text)}
	if fn == nil {
		return []Step{first}
	}
	todo := d.namesIn(fn, a.Place.Span)
	had := map[string]bool{}
	var found []Step
	for len(todo) > 0 && len(found) < mostSources {
		name := todo[0]
		todo = todo[1:]
		if had[name] || builtins[name] {
			continue
		}
		had[name] = true
		step, more, ok := d.origin(fn, a.Place, name)
		if ok {
			found = append(found, step)
			todo = append(todo, more...)
		}
	}
	slices.SortStableFunc(found, func(x, y Step) int { return compareSites(siteOf(x.Place), siteOf(y.Place)) })
	return append(found, first)
}

var builtins = map[string]bool{"threadIdx": true, "blockIdx": true, "blockDim": true, "gridDim": true, "warpSize": true}

// function is the innermost function around a place.
func (d *deriver) function(at sema.Place) *ast.FuncDecl {
	var best *ast.FuncDecl
	for _, f := range d.functions[at.File] {
		s := f.Pos()
		if s.Start <= at.Span.Start && at.Span.End <= s.End && (best == nil || s.End-s.Start < best.Pos().End-best.Pos().Start) {
			best = f
		}
	}
	return best
}

// namesIn are the names that stand within a span, in order.
func (d *deriver) namesIn(fn ast.Node, span source.Span) []string {
	var out []string
	ast.Inspect(fn, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if ok && span.Start <= id.Span.Start && id.Span.End <= span.End {
			if name, plain := id.Plain(); plain && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
		return true
	})
	return out
}

// origin finds what gives a name its value.
func (d *deriver) origin(fn *ast.FuncDecl, at sema.Place, name string) (Step, []string, bool) {
	var where source.Span
	var value source.Span
	ast.Inspect(fn, func(n ast.Node) bool {
		s := n.Pos()
		if s.Start >= at.Span.Start {
			return false
		}
		switch n := n.(type) {
		case *ast.For:
			if l := inductionOf(n); l == name && n.Span.End > at.Span.Start {
				where = source.Span{Start: n.Span.Start, End: n.Body.Pos().Start}
				value = where
			}
		case *ast.VarDecl:
			if n.Name == name && (n.Init != nil || n.Args != nil || where == source.Span{}) && !within(n.Span, where) {
				where, value = n.Whole, n.Span
				if where == (source.Span{}) || where.End-where.Start > 200 {
					where = n.Span
				}
			}
		case *ast.Assign:
			if id, ok := n.X.(*ast.Ident); ok && n.Span.End <= at.Span.Start {
				if p, plain := id.Plain(); plain && p == name && !within(n.Span, where) {
					where, value = n.Span, n.Span
				}
			}
		}
		return true
	})
	if where != (source.Span{}) {
		more := slices.DeleteFunc(d.namesIn(fn, value), func(s string) bool { return s == name })
		return Step{diag.Place{File: at.File, Span: where}, StepText, strings.TrimSuffix(oneLine(at.File.Slice(where)), ";")}, more, true
	}
	for _, p := range fn.Params {
		if p.Name == name {
			return Step{diag.Place{File: at.File, Span: p.Span}, StepText, "parameter " + oneLine(at.File.Slice(p.Span))}, nil, true
		}
	}
	for _, f := range unitFiles(d.unit) {
		for _, m := range f.Macros {
			if m.Name == name && !m.Undef {
				return Step{diag.Place{File: f.Source, Span: m.Span}, StepText, "#define " + oneLine(m.Name+parameters(m)+" "+m.Body)}, nil, true
			}
		}
		for _, decl := range f.Decls {
			if v, ok := decl.(*ast.VarDecl); ok && v.Name == name {
				return Step{diag.Place{File: f.Source, Span: v.Whole}, StepText, strings.TrimSuffix(oneLine(f.Source.Slice(v.Whole)), ";")}, nil, true
			}
		}
	}
	return Step{}, nil, false
}

func within(s, outer source.Span) bool {
	return outer != (source.Span{}) && outer.Start <= s.Start && s.End <= outer.End
}

func parameters(m *ast.Macro) string {
	if !m.Function {
		return ""
	}
	return "(" + strings.Join(m.Params, ", ") + ")"
}

// inductionOf is the variable that a for statement steps.
func inductionOf(f *ast.For) string {
	var x ast.Expr
	switch p := f.Post.(type) {
	case *ast.Unary:
		x = p.X
	case *ast.Assign:
		x = p.X
	}
	if id, ok := x.(*ast.Ident); ok {
		return id.Name()
	}
	return ""
}
