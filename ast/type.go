package ast

// Type is a type as written.
type Type interface {
	Node
	typ()
}

// NamedType is a name in type position: float, unsigned long long (Parts holds one part, words in canonical order
// "unsigned long long", "long long", "unsigned int", "short", "unsigned char"), float4, Foo<int>, std::size_t,
// typename T::value_type. A leading `struct` or `typename` is dropped.
type NamedType struct {
	At
	Parts    []NamePart
	Const    bool
	Volatile bool
	Record   *RecordDecl // without a name and defined in place, `struct { .. } x;`: Parts are one empty part then
	Enum     *EnumDecl   // likewise
}

// Name is the last part's plain name.
func (t *NamedType) Name() string {
	if len(t.Parts) == 0 {
		return ""
	}
	return t.Parts[len(t.Parts)-1].Name
}

// PointerType is `Elem *`.
type PointerType struct {
	At
	Elem     Type
	Const    bool
	Volatile bool
	Restrict bool
}

// RefType is `Elem &` or `Elem &&`.
type RefType struct {
	At
	Elem   Type
	RValue bool
}

// ArrayType is `Elem [Len]`; Len is nil for `[]`.
type ArrayType struct {
	At
	Elem Type
	Len  Expr
}

// FuncType is the type of a function, mostly behind a pointer.
type FuncType struct {
	At
	Result Type
	Params []*Param
}

// AutoType is auto or decltype(auto).
type AutoType struct {
	At
	Const bool
}

// DecltypeType is decltype(X).
type DecltypeType struct {
	At
	X Expr
}

// PackType is `T...`.
type PackType struct {
	At
	Elem Type
}

// BadType could not be read.
type BadType struct{ At }

func (*NamedType) typ()    {}
func (*PointerType) typ()  {}
func (*RefType) typ()      {}
func (*ArrayType) typ()    {}
func (*FuncType) typ()     {}
func (*AutoType) typ()     {}
func (*DecltypeType) typ() {}
func (*PackType) typ()     {}
func (*BadType) typ()      {}
