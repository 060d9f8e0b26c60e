package sema

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/source"
	"github.com/cudalint/cudalint/trace"
)

// Options set what the text cannot tell.
type Options struct {
	Block   [3]int64            // block shape to assume where no launch is seen; zeros: what the code implies
	Blocks  map[string][3]int64 // the same for single kernels, by plain name
	Shapes  map[string][3]int64 // block shapes that a profile shows, by plain name, for kernels whose launch is not seen
	Defines map[string]string   // as -D would
	Arch    int                 // compute capability times ten, 900 for sm_90; 0 means 900

	Only func(kernel string) bool // the kernels to work out; nil is all
	Work bool                     // count what kernels compute, too

	// Try are block shapes to judge kernels under, by plain name, whatever their launches say.
	Try map[string][3]int64
}

// Missing is a quoted #include that was not found.
type Missing struct {
	Place Place
	Path  string
}

// Unit is one translation unit: the root file and the project headers that it includes, in the order in which they are included.
type Unit struct {
	Root    *ast.File
	Headers []*ast.File
	Missing []Missing
	Options Options

	callers  []*ast.File
	launches []*Launch // what Launches gave
	walked   bool
	mention  map[*ast.FuncDecl]mention // what functions name
}

// Edited is the unit with other trees in the place of its files'. What is known of its launches stays when nothing but kernels changed.
func (u *Unit) Edited(root *ast.File, headers []*ast.File, kernelsOnly bool) *Unit {
	c := &Unit{Root: root, Headers: headers, Missing: u.Missing, Options: u.Options, callers: u.callers}
	if kernelsOnly {
		c.launches, c.walked = u.launches, u.walked
	}
	return c
}

// AddCallers names further files of the folder, whose host code calls functions of this unit that launch: it is walked too, so that
// the launches get their arguments. Files that the unit has already are left out. It reports whether one was added.
func (u *Unit) AddCallers(files ...*ast.File) bool {
	have := map[*ast.File]bool{u.Root: true}
	for _, f := range append(u.Headers, u.callers...) {
		have[f] = true
	}
	n := len(u.callers)
	for _, f := range files {
		if !have[f] {
			have[f] = true
			u.callers = append(u.callers, f)
		}
	}
	if len(u.callers) == n {
		return false
	}
	u.launches, u.walked = nil, false
	return true
}

// unitFile is one file of a unit.
type unitFile struct {
	file   *ast.File
	order  int
	caller bool // not part of the unit: its launches are its own

	stated   []source.Span // runs of comments that hold statements, once they were searched
	searched bool
}

// tables are the names that a unit declares at file, namespace and class level.
type tables struct {
	unit      *Unit
	files     []*unitFile
	funcs     map[string][]*function
	records   map[string][]*record
	enums     map[string]*enumValue // enumerators, by plain name
	aliases   map[string][]*alias
	vars      map[string]*globalVar
	enumsT    map[string]*ast.EnumDecl
	macros    map[string][]macroDef
	kernels   []*function
	kernelsOf map[string][]*function // by name, see named
	hosts     []*function            // functions that may hold launches
	byType    map[*layout.Type]*instance
	exprs     map[expansion]ast.Expr // macros put in and read
	stmts     map[expansion][]ast.Stmt
	reuse     trace.Reuse                // of the replays of its kernels
	usings    []using                    // outside of functions
	space     []string                   // the namespace that is being declared
	over      []Place                    // classes that are too large or too deep to be laid out
	spaces    map[*ast.FuncDecl][]string // the namespaces that functions are in
}

type function struct {
	decl   *ast.FuncDecl
	file   *unitFile
	record *record  // of a member function
	space  []string // the namespaces around it, outermost first
}

type record struct {
	decl    *ast.RecordDecl
	file    *unitFile
	methods map[string][]*function
	statics map[string]*globalVar
	outer   *record
	built   map[string]*instance // by template arguments

	conversions []*function // conversion operators
	typedef     string      // what a typedef calls it; "" where it has a name of its own
}

type alias struct {
	decl  *ast.AliasDecl
	file  *unitFile
	outer *record
	busy  bool // being resolved: typedef struct x x
}

type enumValue struct {
	decl  *ast.EnumDecl
	index int
	file  *unitFile
	outer *record
	busy  bool
}

type globalVar struct {
	decl *ast.VarDecl
	file *unitFile
	busy bool // its initializer is being evaluated
	rec  *record
}

type macroDef struct {
	macro *ast.Macro
	file  *unitFile
}

func newTables(u *Unit) *tables {
	t := &tables{
		unit: u, funcs: map[string][]*function{}, records: map[string][]*record{}, enums: map[string]*enumValue{},
		aliases: map[string][]*alias{}, vars: map[string]*globalVar{}, macros: map[string][]macroDef{},
		enumsT: map[string]*ast.EnumDecl{}, spaces: map[*ast.FuncDecl][]string{}, exprs: map[expansion]ast.Expr{}, stmts: map[expansion][]ast.Stmt{},
	}
	for i, f := range append(append([]*ast.File{}, u.Headers...), u.Root) {
		if f == nil {
			continue
		}
		uf := &unitFile{file: f, order: i}
		t.files = append(t.files, uf)
		for _, m := range f.Macros {
			t.macros[m.Name] = append(t.macros[m.Name], macroDef{m, uf})
		}
		t.declare(f.Decls, uf, nil)
	}
	return t
}

// withCallers adds the host functions, variables and macros of the unit's callers; what the unit has itself comes first.
func (t *tables) withCallers() *tables {
	for i, f := range t.unit.callers {
		uf := &unitFile{file: f, order: len(t.files) + i, caller: true}
		for _, m := range f.Macros {
			t.macros[m.Name] = append(t.macros[m.Name], macroDef{m, uf})
		}
		kernels := t.kernels
		t.declare(f.Decls, uf, nil)
		t.kernels = kernels
	}
	return t
}

func (t *tables) declare(decls []ast.Decl, uf *unitFile, outer *record) {
	for _, d := range decls {
		switch d := d.(type) {
		case *ast.NamespaceDecl:
			outside := t.space
			t.space = slices.Concat(outside, d.Name)
			t.declare(d.Decls, uf, outer)
			t.space = outside
		case *ast.UsingDecl:
			if outer == nil && len(d.Path) > 0 {
				t.usings = append(t.usings, using{d.Path, d.Namespace, t.space})
			}
		case *ast.FuncDecl:
			t.declareFunc(d, uf, outer)
		case *ast.RecordDecl:
			t.declareRecord(d, uf, outer)
		case *ast.EnumDecl:
			t.declareEnum(d, uf, outer)
		case *ast.AliasDecl:
			t.aliases[d.Name] = append(t.aliases[d.Name], &alias{decl: d, file: uf, outer: outer})
			t.declareInline(d.Type, uf, outer)
			t.nameRecord(d)
		case *ast.VarDecl:
			t.declareVar(d, uf, outer)
		}
	}
}

// declareInline declares a record or enum that is defined inside a type: typedef struct { .. } name.
func (t *tables) declareInline(ty ast.Type, uf *unitFile, outer *record) {
	for {
		switch x := ty.(type) {
		case *ast.PointerType:
			ty = x.Elem
			continue
		case *ast.ArrayType:
			ty = x.Elem
			continue
		case *ast.NamedType:
			if x.Record != nil {
				t.declareRecord(x.Record, uf, outer)
			}
			if x.Enum != nil {
				t.declareEnum(x.Enum, uf, outer)
			}
		}
		return
	}
}

// nameRecord keeps the name in `typedef struct { .. } name`.
func (t *tables) nameRecord(d *ast.AliasDecl) {
	n, ok := d.Type.(*ast.NamedType)
	if !ok || n.Record == nil || n.Record.Name != "" {
		return
	}
	for _, r := range slices.Backward(t.records[""]) { // it was just declared
		if r.decl == n.Record {
			if r.typedef == "" {
				r.typedef = d.Name
			}
			return
		}
	}
}

func (t *tables) declareFunc(d *ast.FuncDecl, uf *unitFile, outer *record) {
	f := &function{decl: d, file: uf, record: outer, space: t.space}
	if outer == nil && len(d.Scope) > 0 {
		if rs := t.records[d.Scope[len(d.Scope)-1]]; len(rs) > 0 {
			f.record = rs[0]
		} else {
			f.space = slices.Concat(t.space, d.Scope)
		}
	}
	t.spaces[d] = f.space
	if f.record != nil {
		r := f.record
		r.methods[d.Name] = append(r.methods[d.Name], f)
		if strings.HasPrefix(d.Name, "operator ") {
			r.conversions = append(r.conversions, f)
		}
	}
	if outer == nil || d.Quals.Has(ast.Static) || d.Quals.Has(ast.Global) {
		t.funcs[d.Name] = append(t.funcs[d.Name], f)
	}
	if d.Body == nil {
		return
	}
	if d.Quals.Has(ast.Global) {
		t.kernels = append(t.kernels, f)
	} else {
		t.hosts = append(t.hosts, f)
	}
}

func (t *tables) declareRecord(d *ast.RecordDecl, uf *unitFile, outer *record) {
	if !d.Defined {
		return
	}
	r := &record{decl: d, file: uf, methods: map[string][]*function{}, statics: map[string]*globalVar{}, outer: outer, built: map[string]*instance{}}
	if d.Name != "" {
		t.records[d.Name] = append(t.records[d.Name], r)
	}
	byDecl := t.records[""]
	t.records[""] = append(byDecl, r)
	for _, m := range d.Members {
		switch m := m.(type) {
		case *ast.VarDecl:
			t.declareInline(m.Type, uf, r)
			if m.Quals&(ast.Static|ast.Constexpr) != 0 {
				g := &globalVar{decl: m, file: uf, rec: r}
				r.statics[m.Name] = g
			}
		default:
			t.declare([]ast.Decl{m}, uf, r)
		}
	}
}

func (t *tables) declareEnum(d *ast.EnumDecl, uf *unitFile, outer *record) {
	if d.Name != "" {
		t.enumsT[d.Name] = d
	}
	for i, e := range d.Values {
		if _, ok := t.enums[e.Name]; !ok {
			t.enums[e.Name] = &enumValue{decl: d, index: i, file: uf, outer: outer}
		}
	}
}

func (t *tables) declareVar(d *ast.VarDecl, uf *unitFile, outer *record) {
	t.declareInline(d.Type, uf, outer)
	if len(d.Scope) > 0 {
		if rs := t.records[d.Scope[len(d.Scope)-1]]; len(rs) > 0 {
			if g := rs[0].statics[d.Name]; g != nil && g.decl.Init == nil {
				g.decl = d
			}
			return
		}
	}
	if old, ok := t.vars[d.Name]; ok && (old.decl.Init != nil || d.Quals.Has(ast.Extern) && d.Init == nil) {
		return
	}
	t.vars[d.Name] = &globalVar{decl: d, file: uf}
}

// macroAt finds the definition of a macro that is in force at an offset of a file.
func (t *tables) macroAt(name string, file *unitFile, at source.Span) *ast.Macro {
	defs := t.macros[name]
	var best *ast.Macro
	for i := range defs {
		d := &defs[i]
		if d.file == file && d.macro.Span.Start > at.Start {
			continue
		}
		if file != nil && d.file.order > file.order && best != nil {
			continue
		}
		best = d.macro
	}
	if best == nil || best.Undef {
		return nil
	}
	return best
}
