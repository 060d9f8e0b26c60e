package ast

import "github.com/cudalint/cudalint/source"

// Expr is an expression.
type Expr interface {
	Node
	expr()
}

// NamePart is one step of a qualified name. Args are template arguments (Type or Expr each: what looks like a plain
// name is an *Ident, and may still name a type); HasArgs is true for `f<>`.
type NamePart struct {
	Name    string
	HasArgs bool
	Args    []Node
}

// Ident is a name, perhaps qualified and with template arguments: blockDim, N, std::min<int>, A<4>::value.
// A leading `::` is dropped.
type Ident struct {
	At
	Parts []NamePart
}

// Name is the last part's plain name.
func (x *Ident) Name() string { return x.Parts[len(x.Parts)-1].Name }

// Plain is the name when it is one word without template arguments.
func (x *Ident) Plain() (string, bool) {
	if len(x.Parts) == 1 && !x.Parts[0].HasArgs {
		return x.Parts[0].Name, true
	}
	return "", false
}

// IntLit is an integer literal, character or bool; Suffix is in lower case ("u", "ll", "ull").
type IntLit struct {
	At
	Value    uint64
	Suffix   string
	Overflow bool // does not fit in 64 bits
	Kind     IntKind
}

// IntKind tells what an IntLit was written as.
type IntKind uint8

const (
	IntNumber IntKind = iota
	IntChar
	IntBool
	IntNull // nullptr, NULL
)

// FloatLit is a floating literal; Single is true with an f suffix.
type FloatLit struct {
	At
	Value  float64
	Single bool
}

// StringLit is a string literal, pieces joined.
type StringLit struct {
	At
	Value string
}

// Unary is a prefix operator: - + ! ~ * & ++ --. Post makes it the postfix form of ++ and --.
type Unary struct {
	At
	Op   string
	X    Expr
	Post bool
}

// Binary is an infix operator, the comma included; not an assignment.
type Binary struct {
	At
	Op   string
	X, Y Expr
}

// Assign is `=` or a compound assignment; Op is "=", "+=", ...
type Assign struct {
	At
	Op   string
	X, Y Expr
}

// Cond is `c ? x : y`.
type Cond struct {
	At
	C, X, Y Expr
}

// Call is a function call, a functional cast `T(x)` or a macro use.
type Call struct {
	At
	Fun  Expr
	Args []Expr
	// Raw are the argument texts as written, for macros; filled when Fun is a plain identifier, save in text that came out
	// of a macro itself. An argument that is a type, `READ(float *, x)`, is an *Ident in Args whose name is the type's text.
	Raw []source.Span
}

// Launch is `kernel<<<grid, block, shared, stream>>>(args)`. Config has 2 to 4 entries.
type Launch struct {
	At
	Fun    Expr
	Config []Expr
	Args   []Expr
}

// Index is `x[i]`.
type Index struct {
	At
	X, I Expr
}

// Member is `x.name` or `x->name`.
type Member struct {
	At
	X     Expr
	Name  NamePart
	Arrow bool
}

// CastKind tells how a cast was written.
type CastKind uint8

const (
	CCast CastKind = iota // (T)x
	StaticCast
	ReinterpretCast
	ConstCast
	DynamicCast
	FunctionalCast // int(x), float4(..) where the grammar knows it for a type
)

// Cast converts X to Type.
type Cast struct {
	At
	Kind CastKind
	Type Type
	X    Expr
}

// Construct is `T{a, b}`, or `T(a, b)` where T is certainly a type.
type Construct struct {
	At
	Type  Type
	Args  []Expr
	Brace bool
}

// InitList is `{a, b}`; Names holds designators (".x" form) where given, else "".
type InitList struct {
	At
	Elems []Expr
	Names []string
}

// SizeofType is sizeof, alignof or a like word on a type; SizeofExpr on an expression (a name may still be a type).
type SizeofType struct {
	At
	Op   string // "sizeof", "alignof"
	Type Type
}

// SizeofExpr is sizeof on an expression. sizeof...(p) has Op "sizeof...".
type SizeofExpr struct {
	At
	Op string
	X  Expr
}

// Capture is one lambda capture. Name "&" or "=" is the default; "this" is this.
type Capture struct {
	At
	Name string
	Ref  bool
	Init Expr
}

// Lambda is a lambda expression.
type Lambda struct {
	At
	Captures []Capture
	Template *Template
	Params   []*Param
	Quals    Qualifiers
	Result   Type
	Body     *Block
}

// New is a new expression.
type New struct {
	At
	Type Type
	Args []Expr
	Len  Expr // of new T[n]
}

// Delete is a delete expression.
type Delete struct {
	At
	X Expr
}

// This is `this`.
type This struct{ At }

// Paren keeps the parentheses of an expression, which macros and messages need.
type Paren struct {
	At
	X Expr
}

// Fold is a fold expression over a pack; Left or Right may be nil.
type Fold struct {
	At
	Op          string
	Left, Right Expr
}

// PackExpansion is `x...`.
type PackExpansion struct {
	At
	X Expr
}

// BadExpr could not be read. Parts holds what could be read inside.
type BadExpr struct {
	At
	Parts []Expr
}

func (*Ident) expr()         {}
func (*IntLit) expr()        {}
func (*FloatLit) expr()      {}
func (*StringLit) expr()     {}
func (*Unary) expr()         {}
func (*Binary) expr()        {}
func (*Assign) expr()        {}
func (*Cond) expr()          {}
func (*Call) expr()          {}
func (*Launch) expr()        {}
func (*Index) expr()         {}
func (*Member) expr()        {}
func (*Cast) expr()          {}
func (*Construct) expr()     {}
func (*InitList) expr()      {}
func (*SizeofType) expr()    {}
func (*SizeofExpr) expr()    {}
func (*Lambda) expr()        {}
func (*New) expr()           {}
func (*Delete) expr()        {}
func (*This) expr()          {}
func (*Paren) expr()         {}
func (*Fold) expr()          {}
func (*PackExpansion) expr() {}
func (*BadExpr) expr()       {}
