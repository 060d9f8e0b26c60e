// Package ast is the typed tree of CUDA C++ that the rest of cudalint works on.
// The parser makes it, everything else reads it; it is never changed once built. What could not be read is a Bad node.
package ast

import "github.com/cudalint/cudalint/source"

// Node is anything with a place in the file.
type Node interface {
	Pos() source.Span
}

// At is the place of a node; every node embeds it.
type At struct{ Span source.Span }

// Pos is the node's span in its file. Nodes that come out of a macro have the span of the macro's use.
func (a At) Pos() source.Span { return a.Span }

// File is one parsed source file.
type File struct {
	Source   *source.File
	Decls    []Decl
	Macros   []*Macro   // in source order, from the branches of #if that were taken
	Includes []*Include // likewise
	Comments []Comment
	Problems []Problem
	Ahead    []*Macro // those that files ahead of this one define and that its conditions ask for: it reads otherwise without
	Bytes    int      // bytes of the file that were read into Decls, for coverage
}

// Macro is one #define, or one #undef when Undef is set.
type Macro struct {
	At       // the name
	Name     string
	Params   []string // of a function-like macro; the last is "..." when variadic
	Function bool     // has a parameter list, perhaps an empty one
	Undef    bool
	Body     string // replacement text: comments gone, line splices joined, blanks folded and trimmed
}

// Include is one #include.
type Include struct {
	At
	Path   string
	System bool // <path>
}

// Comment is one comment, markers included in the span.
type Comment struct {
	At
	Text string // without markers, trimmed
}

// Problem is a stretch of the file that could not be read.
type Problem struct {
	At
	Message string
	Kernel  string // the kernel whose body it is in, when it is
}

// Qualifiers of a declaration, as a set. Const, Volatile and Restrict are those of the object itself (of an array, of its
// elements): `const float *p` has none, `float *const __restrict__ p` has Const and Restrict. What is pointed to has them in its type.
type Qualifiers uint32

const (
	Global       Qualifiers = 1 << iota // __global__
	Device                              // __device__
	Host                                // __host__
	Shared                              // __shared__
	Constant                            // __constant__
	Managed                             // __managed__
	GridConstant                        // __grid_constant__
	Restrict                            // __restrict__
	Extern
	Static
	Inline
	Constexpr
	Const
	Volatile
	Virtual
	Typedef
)

// Has reports whether every qualifier of other is set.
func (q Qualifiers) Has(other Qualifiers) bool { return q&other == other }

// Decl is a declaration: *FuncDecl, *VarDecl, *RecordDecl, *EnumDecl, *AliasDecl, *NamespaceDecl, *UsingDecl,
// *BindingDecl, *InstanceDecl, *MacroStmt, *BadDecl.
type Decl interface {
	Node
	decl()
}

// TemplateParam is one parameter of a template head.
type TemplateParam struct {
	At
	Name    string
	Type    Type // of a value parameter; nil for typename and class
	Default Node // Type or Expr, may be nil
	Pack    bool
}

// Template is a template head. Specialization is set for `template <>`, Args then are those behind the name.
type Template struct {
	At
	Params []*TemplateParam
}

// Param is a function parameter. Name may be empty.
type Param struct {
	At
	Name    string
	NameAt  source.Span
	Type    Type
	Quals   Qualifiers
	Default Expr // may be nil
	Pack    bool
}

// FuncDecl is a function, member function, constructor or operator; Body is nil for a mere declaration. Its span begins at the
// template head or the first CUDA word. A single declaration behind extern "C" has no NamespaceDecl around it.
type FuncDecl struct {
	At
	Name         string // plain: "f", "operator[]", "operator()"; a constructor has its class's name; a conversion is "operator " and its type, which is Result too
	NameAt       source.Span
	Scope        []string   // qualifiers in front of the name: A::B::f has [A B]
	TemplateArgs []Node     // of an explicit specialization f<int>: Type or Expr
	Template     *Template  // nil when it is none
	Quals        Qualifiers // Global, Device, ...
	Result       Type       // nil for constructors
	Params       []*Param
	Variadic     bool
	Inits        []*MemberInit // constructor initializers
	Body         *Block
	LaunchBounds []Expr // of __launch_bounds__
	Macro        string // the macro that hid __global__ or __device__, or that writes the whole function
}

// MemberInit is `member(args)` in a constructor's initializer list.
type MemberInit struct {
	At
	Name string
	Args []Expr
}

// VarDecl is one declared variable or field: `int a, *b;` makes two.
type VarDecl struct {
	At       // the declarator with its initializer
	Name     string
	NameAt   source.Span
	Scope    []string // A::x has [A]
	Type     Type     // complete: array extents and pointers included
	Quals    Qualifiers
	Template *Template
	Init     Expr        // `= e`, `{..}` (an *InitList) or nil
	Args     []Expr      // constructor arguments of `T x(a, b)`; non-nil (perhaps empty) when written with parentheses
	Bits     Expr        // width of a bit-field
	Align    Expr        // alignas(e) or __align__(e)
	First    bool        // first declarator of its declaration
	Whole    source.Span // the whole declaration, template head, CUDA words and semicolon included
}

// RecordKind tells struct, class and union apart.
type RecordKind uint8

const (
	Struct RecordKind = iota
	Class
	Union
)

// Base is a base class.
type Base struct {
	At
	Type    Type
	Virtual bool
}

// RecordDecl is a struct, class or union. Declared but not defined: Defined is false. One with a name that is defined in a
// declaration, `struct S { .. } x;`, is a declaration of its own in front of it.
type RecordDecl struct {
	At
	Kind         RecordKind
	Name         string // empty when unnamed
	NameAt       source.Span
	Template     *Template
	TemplateArgs []Node // of a specialization
	Bases        []Base
	Members      []Decl // in order
	Align        []Expr // alignas(..), __align__(..); the strictest counts
	Packed       bool   // __attribute__((packed)) or #pragma pack(1)
	Pack         int    // #pragma pack(n), 0 for none
	Defined      bool
}

// Enumerator is one constant; Value is nil when counted on.
type Enumerator struct {
	At
	Name  string
	Value Expr
}

// EnumDecl is an enumeration.
type EnumDecl struct {
	At
	Name   string
	Scoped bool
	Under  Type // underlying type, may be nil
	Values []Enumerator
}

// AliasDecl is `typedef T name;`, `using name = T;` or `namespace name = T;`.
type AliasDecl struct {
	At
	Name     string
	Template *Template
	Type     Type
}

// NamespaceDecl is a namespace (Name is empty when unnamed) or an extern "C" block.
type NamespaceDecl struct {
	At
	Name  []string
	Decls []Decl
}

// UsingDecl is `using A::b;` or `using namespace A;`.
type UsingDecl struct {
	At
	Path      []string
	Namespace bool
}

// BindingDecl is a structured binding, `auto [a, b] = e;`.
type BindingDecl struct {
	At
	Names []string
	Type  Type // auto, const auto, auto&
	Init  Expr // may be nil, in a range-for
}

// InstanceDecl is an explicit instantiation, `template void f<int>(int*);`.
type InstanceDecl struct {
	At
	Func *FuncDecl // a declaration with TemplateArgs; nil for a class
}

// BadDecl could not be read.
type BadDecl struct{ At }

func (*FuncDecl) decl()      {}
func (*VarDecl) decl()       {}
func (*RecordDecl) decl()    {}
func (*EnumDecl) decl()      {}
func (*AliasDecl) decl()     {}
func (*NamespaceDecl) decl() {}
func (*UsingDecl) decl()     {}
func (*BindingDecl) decl()   {}
func (*MacroStmt) decl()     {}
func (*InstanceDecl) decl()  {}
func (*BadDecl) decl()       {}
