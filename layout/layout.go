// Package layout works out how C++ types lie in memory.
//
// The description of a type goes in; its size, its alignment and the offsets of its fields come out, all in bytes, as gcc and
// nvcc lay types out on x86-64 Linux (Itanium C++ ABI, System V AMD64 psABI). The device uses the host's layout, so one answer
// serves both sides. The CUDA types that a kernel meets without declaring them are known by name.
package layout

import (
	"strconv"
	"strings"
)

// Kind of a type. The zero value knows nothing.
type Kind uint8

const (
	Unknown Kind = iota
	Void
	Bool
	Int // char types included
	Float
	Pointer
	Array
	Record // struct, class, union, CUDA vector type
	Enum
	Func
)

func (k Kind) String() string {
	return [...]string{"unknown", "void", "bool", "int", "float", "pointer", "array", "record", "enum", "func"}[k]
}

// Type is a C++ type without const and volatile. It is read-only once built; builtin types have one pointer each, so they may be
// compared with ==, others with Same.
type Type struct {
	Kind   Kind
	Name   string
	Size   int64 // bytes; 0 when it is not known or the type is incomplete, see Sized
	Align  int64 // bytes; 0 when it is not known
	Signed bool
	Elem   *Type // Pointer, Array; Enum: underlying type
	Len    int64 // Array: elements; -1 when not known, 0 for a flexible array member
	Fields []Field
	Union  bool
	Vector bool // CUDA built-in vector type (float4, half2)
	abi    *abi // Record: what a derived class has to know
}

// Field is a member or a base of a record.
type Field struct {
	Name      string // "" for anonymous struct and union members; a base carries its type's name
	Type      *Type
	Offset    int64 // bytes; -1 when it is not known. Of a bit-field: of its storage unit
	Bits      int   // width of a bit-field; 0 when it is none
	BitOffset int   // of a bit-field: its lowest bit, from the start of its storage unit
	Base      bool
}

var unknown = &Type{}

// Sized reports whether t's size is known. A nil type has none.
func (t *Type) Sized() bool {
	if t == nil {
		return false
	}
	switch t.Kind {
	case Unknown, Void, Func:
		return false
	case Array:
		return t.Len == 0 || t.Size > 0
	}
	return t.Size > 0
}

// Scalar reports whether t is one value: bool, integer, floating point, pointer or enumeration.
func (t *Type) Scalar() bool {
	if t == nil {
		return false
	}
	switch t.Kind {
	case Bool, Int, Float, Pointer, Enum:
		return true
	}
	return false
}

// PointerTo is a pointer to t: 8 bytes. References have the same layout.
func PointerTo(t *Type) *Type {
	if t == nil {
		t = unknown
	}
	return &Type{Kind: Pointer, Size: 8, Align: 8, Elem: t}
}

// ArrayOf is t[n]. n is -1 when it is not known and 0 for a flexible array member, which takes no room.
func ArrayOf(t *Type, n int64) *Type {
	if t == nil {
		t = unknown
	}
	a := &Type{Kind: Array, Elem: t, Len: n, Align: t.Align}
	switch {
	case n < 0:
		a.Len = -1
	case n > 0 && t.Sized() && t.Size > 0:
		if n > maxSize/t.Size {
			a.Len = -1
			return a
		}
		a.Size = n * t.Size
	}
	return a
}

// EnumOf is an enumeration whose values are kept as under; a nil under is int.
func EnumOf(name string, under *Type) *Type {
	if under == nil {
		under = builtins()["int"]
	}
	return &Type{Kind: Enum, Name: name, Size: under.Size, Align: under.Align, Signed: under.Signed, Elem: under}
}

// Same reports whether x and y are the same type: pointers and arrays by what they are made of, all others by identity.
func Same(x, y *Type) bool {
	for {
		switch {
		case x == y:
			return true
		case x == nil || y == nil || x.Kind != y.Kind:
			return false
		case x.Kind == Array && x.Len == y.Len && x.Len >= 0, x.Kind == Pointer && x.Name == y.Name:
			x, y = x.Elem, y.Elem
		default:
			return false
		}
	}
}

// String spells t as C does: "float4", "float *", "float [32][33]", "float (*)[33]". What has no name is "?".
func (t *Type) String() string {
	declarator := ""
	for t != nil && t.Name == "" && (t.Kind == Pointer || t.Kind == Array) {
		if t.Kind == Pointer {
			declarator = "*" + declarator
			t = t.Elem
			continue
		}
		if strings.HasPrefix(declarator, "*") {
			declarator = "(" + declarator + ")"
		}
		n := ""
		if t.Len > 0 {
			n = strconv.FormatInt(t.Len, 10)
		}
		declarator += "[" + n + "]"
		t = t.Elem
	}
	name := "?"
	switch {
	case t == nil:
	case t.Name != "":
		name = t.Name
	case t.Kind == Record && t.Union:
		name = "union"
	case t.Kind == Record:
		name = "struct"
	case t.Kind == Enum:
		name = "enum"
	}
	if declarator == "" {
		return name
	}
	return name + " " + declarator
}

func alignUp(n, align int64) int64 {
	if align <= 1 {
		return n
	}
	return (n + align - 1) / align * align
}
