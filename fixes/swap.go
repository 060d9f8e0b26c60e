package fixes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

// Swapping x and y for y and x in every threadIdx, blockIdx, blockDim and gridDim of a kernel, and in the grid and the block of each of
// its launches, gives every thread a new number and the same work: the program does what it did, but neighbouring lanes now have
// what was the y coordinate. It makes a difference only to code that asks which threads share a warp, and to the limit of gridDim.y.

// mostBlocksY is the limit of a grid's y and z extents (CUDA C++ Programming Guide, Technical Specifications per Compute Capability).
const mostBlocksY = 65535

// SwapXY exchanges x and y in a kernel and in all its launches. It asks that all launches are in sight, each with a dim3 of its own for
// the grid and the block, and that the kernel does not ask for warps, nor functions and macros that it uses for threadIdx or its like.
// Where a grid's x extent, which becomes y, is not known, or a launch is out of sight, it is a sketch without edits; where it is above 65,535
// there is none.
func SwapXY(s Site) (Rewrite, bool) {
	v, ok := viewOf(s)
	if !ok {
		return Rewrite{}, false
	}
	words := reachedWords(s.Model.Unit, v.kernel)
	outside := outsideWords(s.Model.Unit, v.kernel)
	if usesWarps(words) || slices.ContainsFunc(builtinObjects, func(w string) bool { return outside[w] }) || !v.swapBuiltins() {
		return Rewrite{}, false
	}
	sketch := Rewrite{Title: "swap x and y in the indices and in the grid and block of the launch", Applicability: diag.Sketch}
	launches, all := launchesOf(s)
	if !all {
		return sketch, true
	}
	edits := v.edits
	made := sema.Launches(s.Model.Unit)
	done := map[ast.Node]bool{}
	for _, l := range launches {
		switch n := l.longest(made); {
		case n > mostBlocksY:
			return Rewrite{}, false
		case n <= 0:
			return sketch, true
		}
		l.edits = nil
		if len(l.x.Config) < 2 || !l.swapDims(s.Kernel.Name, done) {
			return sketch, true
		}
		edits = append(edits, l.edits...)
	}
	edits = Sorted(edits)
	if !Disjoint(edits) {
		return Rewrite{}, false
	}
	return Rewrite{Title: fmt.Sprintf("swap x and y: in %s and in its %s", s.Kernel.Name, counted(len(launches), "launch")), Applicability: diag.Unsafe, Edits: edits}, true
}

func counted(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return fmt.Sprintf("%d %ses", n, noun)
}

// longest is the greatest x extent of the grids that a launch was seen with; 0 when one is not known.
func (l launchSite) longest(made []*sema.Launch) int64 {
	most := int64(0)
	for _, m := range made {
		if m.Place.File != l.file || m.Place.Span != l.x.Span {
			continue
		}
		if m.Grid()[0] <= 0 {
			return 0
		}
		most = max(most, m.Grid()[0])
	}
	return most
}

var builtinObjects = []string{"threadIdx", "blockIdx", "blockDim", "gridDim"}

// swapBuiltins edits every .x and .y; false when one of the objects is used as a whole or stands in text that is not its own.
func (v *view) swapBuiltins() bool {
	ok, n := true, 0
	v.each(func(m ast.Node) {
		id, is := m.(*ast.Ident)
		if !is {
			return
		}
		name, plain := id.Plain()
		if !plain || !slices.Contains(builtinObjects, name) {
			return
		}
		x, is := v.up[m].(*ast.Member)
		text := ""
		if is {
			text = v.text(x)
		}
		if !is || x.Arrow || !strings.HasPrefix(text, name) || !strings.HasSuffix(text, x.Name.Name) || len(x.Name.Name) != 1 {
			ok = false
			return
		}
		n++
		at := x.Pos()
		at.Start = at.End - 1
		switch x.Name.Name {
		case "x":
			v.edit(at, "y")
		case "y":
			v.edit(at, "x")
		}
	})
	body := v.file.Text[v.kernel.Body.Span.Start:v.kernel.Body.Span.End]
	for _, w := range builtinObjects {
		n -= timesNamed(body, w)
	}
	return ok && n == 0 && len(v.edits) > 0
}

// dims is a variable that holds a grid or a block.
type dims struct {
	name  string
	scope ast.Node
	args  []ast.Expr
}

// dimsOf finds the first two extents of a grid or block: dim3(a, b) in place, or a variable that is declared so, whose other uses are
// its members and further launches of the kernel.
func (l launchSite) dimsOf(x ast.Expr, kernel string) (dims, *ast.VarDecl, bool) {
	out := dims{args: dim3Args(x)}
	name, plain := plainName(x)
	var d *ast.VarDecl
	if plain {
		d, out.scope = l.declared(name, x)
		if d == nil || out.scope == nil {
			return out, nil, false
		}
		out.name, out.args = name, d.Args
		if d.Args == nil {
			out.args = dim3Args(d.Init)
		}
		named, _ := d.Type.(*ast.NamedType)
		if named == nil || named.Name() != "dim3" || !l.usedByLaunches(out.scope, name, kernel) {
			return out, nil, false
		}
	}
	ok := len(out.args) >= 2 && l.reads(out.args[0]) && l.reads(out.args[1])
	return out, d, ok
}

// swapDims exchanges the extents of a grid and a block, and x and y wherever a member of the variables is used.
func (l launchSite) swapDims(kernel string, done map[ast.Node]bool) bool {
	var todo []dims
	for _, c := range l.x.Config[:2] {
		d, decl, ok := l.dimsOf(c, kernel)
		if !ok {
			return false
		}
		if decl != nil {
			if done[decl] {
				continue
			}
			done[decl] = true
		}
		if l.text(d.args[0]) != l.text(d.args[1]) {
			todo = append(todo, d)
		}
	}
	renamed := map[string]bool{}
	for _, d := range todo {
		renamed[d.name] = d.name != ""
	}
	var moved []ast.Expr
	for _, d := range todo {
		l.replace(d.args[0], l.exchanged(d.args[1], renamed))
		l.replace(d.args[1], l.exchanged(d.args[0], renamed))
		moved = append(moved, d.args[:2]...)
	}
	for _, d := range todo {
		if d.name == "" {
			continue
		}
		for _, m := range membersOf(d.scope, d.name) {
			if !slices.ContainsFunc(moved, func(x ast.Expr) bool { return x.Pos().Covers(m.Pos()) }) {
				at := source.Span{Start: m.Pos().End - 1, End: m.Pos().End}
				l.edit(at, otherAxis(m.Name.Name))
			}
		}
	}
	return true
}

// exchanged is an expression's text with x and y of some variables exchanged.
func (l launchSite) exchanged(x ast.Expr, renamed map[string]bool) string {
	part := &view{file: l.file}
	for name, is := range renamed {
		if !is {
			continue
		}
		for _, m := range membersOf(x, name) {
			part.edit(source.Span{Start: m.Pos().End - 1, End: m.Pos().End}, otherAxis(m.Name.Name))
		}
	}
	for i := range part.edits {
		part.edits[i].Place.Span.Start -= x.Pos().Start
		part.edits[i].Place.Span.End -= x.Pos().Start
	}
	return string(Apply([]byte(l.text(x)), part.edits))
}

func otherAxis(axis string) string {
	switch axis {
	case "x":
		return "y"
	case "y":
		return "x"
	}
	return axis
}

// membersOf lists the uses of name.x, name.y and name.z below a node.
func membersOf(n ast.Node, name string) (out []*ast.Member) {
	eachBelow(n, func(m ast.Node) {
		if x, ok := m.(*ast.Member); ok && !x.Arrow && len(x.Name.Name) == 1 {
			if base, plain := plainName(x.X); plain && base == name {
				out = append(out, x)
			}
		}
	})
	return out
}

// dim3Args are the arguments of dim3(a, b), dim3{a, b} or {a, b}.
func dim3Args(x ast.Expr) []ast.Expr {
	if x == nil {
		return nil
	}
	switch x := bare(x).(type) {
	case *ast.Call:
		if name, _ := plainName(x.Fun); name == "dim3" {
			return x.Args
		}
	case *ast.Construct:
		if t, ok := x.Type.(*ast.NamedType); ok && t.Name() == "dim3" {
			return x.Args
		}
	case *ast.InitList:
		return x.Elems
	}
	return nil
}

// usedByLaunches reports whether a variable is used for nothing but its members, as they stand in the text, and the configurations of
// one kernel's launches.
func (l launchSite) usedByLaunches(scope ast.Node, name, kernel string) bool {
	used, known := countName(scope, name), 0
	for _, m := range membersOf(scope, name) {
		if text := l.text(m); strings.HasPrefix(text, name) && strings.HasSuffix(text, "."+m.Name.Name) {
			known++
		}
	}
	eachBelow(scope, func(n ast.Node) {
		x, ok := n.(*ast.Launch)
		if !ok {
			return
		}
		id, ok := bare(x.Fun).(*ast.Ident)
		for i, c := range x.Config {
			if n, plain := plainName(c); plain && n == name && ok && id.Name() == kernel && i < 2 {
				known++
			}
		}
	})
	return used == known
}
