package layout

// Promote is the integer promotion: bool, the char types, short and enumerations become int, or what an enumeration is kept as
// when that is wider. Other types stay what they are; nil becomes unknown.
func Promote(t *Type) *Type {
	switch {
	case t == nil:
		return unknown
	case t.Kind == Enum:
		return Promote(t.Elem)
	case (t.Kind == Bool || t.Kind == Int) && t.Size < 4:
		return builtins()["int"]
	case t == builtins()["wchar_t"]:
		return builtins()["int"]
	case t == builtins()["char32_t"]:
		return builtins()["unsigned int"]
	}
	return t
}

// Arithmetic is the type of x + y after the usual arithmetic conversions (C++ [expr.arith.conv]). 16-bit floating-point types
// of two kinds meet in float. Where x or y is no arithmetic type the result is of Kind Unknown.
func Arithmetic(x, y *Type) *Type {
	x, y = Promote(x), Promote(y)
	switch {
	case !number(x) || !number(y):
		return unknown
	case x == y:
		return x
	case x.Kind == Float && y.Kind == Float:
		if x.Size == y.Size {
			return builtins()["float"]
		}
		return wider(x, y)
	case x.Kind == Float:
		return x
	case y.Kind == Float:
		return y
	case x.Signed == y.Signed:
		return higher(x, y)
	}
	signed, unsigned := x, y
	if y.Signed {
		signed, unsigned = y, x
	}
	switch {
	case rank(unsigned) >= rank(signed):
		return unsigned
	case signed.Size > unsigned.Size:
		return signed
	}
	t, _ := Builtin("unsigned " + signed.Name)
	return t
}

func number(t *Type) bool { return t.Kind == Int || t.Kind == Float }

func wider(x, y *Type) *Type {
	if x.Size >= y.Size {
		return x
	}
	return y
}

func higher(x, y *Type) *Type {
	if rank(x) >= rank(y) {
		return x
	}
	return y
}

// rank orders the promoted integer types; long and long long are of one size but differ.
func rank(t *Type) int {
	switch t.Name {
	case "int", "unsigned int":
		return 1
	case "long", "unsigned long":
		return 2
	case "long long", "unsigned long long":
		return 3
	}
	return 4 // __int128
}
