package parser

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
)

// meaning is what a name is known to stand for.
type meaning uint8

const (
	unknownName meaning = iota
	valueName           // a variable, constant or enumerator
	funcName
	typeName
)

// names is a scoped symbol table: one map, and a log by which leaving a scope takes its names back.
type names struct {
	known  map[string]meaning
	log    []hidden
	macros map[string]*ast.Macro
	blind  bool // nothing is declared where the text comes from, so that unknown names are values unless spelt like types
}

// hidden is what a name meant outside the scope.
type hidden struct {
	name  string
	outer meaning
}

func newNames(macros []*ast.Macro) names {
	n := names{known: map[string]meaning{}, macros: make(map[string]*ast.Macro, len(macros))}
	for _, m := range macros {
		if !m.Undef { // a macro that is taken back at the end of a file still meant something inside
			n.macros[m.Name] = m
		}
	}
	return n
}

// enter opens a scope; leave takes what enter gave.
func (n *names) enter() int { return len(n.log) }

func (n *names) leave(mark int) {
	for len(n.log) > mark {
		h := n.log[len(n.log)-1]
		n.log = n.log[:len(n.log)-1]
		n.known[h.name] = h.outer
	}
}

func (n *names) declare(name string, m meaning) {
	if name == "" || n.known[name] == m {
		return
	}
	n.log = append(n.log, hidden{name, n.known[name]})
	n.known[name] = m
}

// object is the text of an object-like macro.
func (n *names) object(name string) (string, bool) {
	if m := n.macros[name]; m != nil && !m.Function {
		return m.Body, true
	}
	return "", false
}

// meaning looks a plain name up: in the scopes, among the macros, among the names that CUDA gives, by spelling.
func (n *names) meaning(name string) meaning {
	if m := n.known[name]; m != unknownName {
		return m
	}
	if m := n.macros[name]; m != nil {
		if m.Function {
			return funcName
		}
		if got := n.text(m.Body, 0); got != unknownName {
			return got
		}
	}
	switch {
	case givenTypes[name] || isVectorType(name) || len(name) > 2 && strings.HasSuffix(name, "_t"):
		return typeName
	case givenValues[name]:
		return valueName
	case givenFunctions[name]:
		return funcName
	}
	return unknownName
}

// text is what the text of a macro stands for.
func (n *names) text(body string, deep int) meaning {
	fields := strings.FieldsFunc(body, func(r rune) bool { return r == ' ' || r == '*' || r == '&' })
	if len(fields) == 0 || deep > 4 {
		return unknownName
	}
	last := fields[len(fields)-1]
	if leadingName(last) != last {
		if strings.ContainsAny(body, "<") && strings.HasSuffix(body, ">") || strings.Contains(last, "::") && strings.HasSuffix(last, "_t") {
			return typeName
		}
		return valueName
	}
	if primitiveTypes[last] || givenTypes[last] || isVectorType(last) || strings.HasSuffix(last, "_t") {
		return typeName
	}
	if len(fields) > 1 {
		if primitiveTypes[fields[0]] || fields[0] == "const" || fields[0] == "struct" {
			return typeName
		}
		return valueName
	}
	if m := n.known[last]; m != unknownName {
		return m
	}
	if m := n.macros[last]; m != nil && !m.Function {
		return n.text(m.Body, deep+1)
	}
	return unknownName
}

// isValue decides whether a name in parentheses in front of an operator is an operand; otherwise it is the type of a cast.
// A name that nothing is known of is a value when it is spelt like a constant.
func (n *names) isValue(parts []ast.NamePart) bool {
	last := parts[len(parts)-1]
	if last.HasArgs {
		return false
	}
	if len(parts) == 1 {
		switch n.meaning(last.Name) {
		case valueName, funcName:
			return true
		case typeName:
			return false
		}
	}
	if n.blind {
		return !looksType(last.Name)
	}
	return looksConstant(last.Name)
}

// looksType reports whether a name is spelt like a type: T, real_t, DATA_TYPE, ValueType.
func looksType(name string) bool {
	if name == "T" || name == strings.ToUpper(name) && !looksConstant(name) {
		return true
	}
	for _, w := range []string{"_t", "Type", "_type", "_T"} {
		if strings.HasSuffix(name, w) {
			return true
		}
	}
	return primitiveTypes[name]
}

// looksConstant reports whether a name is spelt like a constant: BLOCK_SIZE, N, kWarps; not T, REAL or DATA_TYPE.
func looksConstant(name string) bool {
	if len(name) > 1 && name[0] == 'k' && name[1] >= 'A' && name[1] <= 'Z' {
		return true
	}
	if name == "T" || name == "" || name != strings.ToUpper(name) || name == strings.ToLower(name) {
		return false
	}
	for _, w := range []string{"TYPE", "REAL", "FLOAT", "DOUBLE", "INT", "SCALAR", "HALF", "DTYPE", "_T"} {
		if strings.HasPrefix(name, w) || strings.HasSuffix(name, w) {
			return false
		}
	}
	return true
}

var primitiveTypes = setOf(`void bool char short int long float double signed unsigned size_t ssize_t ptrdiff_t wchar_t
	int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t char8_t char16_t char32_t`)

var givenTypes = setOf(`dim3 uint ulong ushort uchar half half2 __half __half2 __nv_bfloat16 __nv_bfloat162 nv_bfloat16 nv_bfloat162
	__nv_fp8_e4m3 __nv_fp8_e5m2 FILE string vector uint8 uint16 uint32 uint64 int8 int16 int32 int64 u8 u16 u32 u64 i8 i16 i32 i64
	cuComplex cuFloatComplex cuDoubleComplex`)

var givenValues = setOf(`threadIdx blockIdx blockDim gridDim warpSize`)

// givenFunctions are those of C whose names are written in parentheses to keep macros away.
var givenFunctions = setOf(`abs ceil exp fabs floor fmax fmin fmod log max min pow round sqrt`)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// isVectorType knows CUDA's vector types: uchar1 .. double4, longlong2 (CUDA C++ Programming Guide, "Built-in Vector Types").
func isVectorType(name string) bool {
	if len(name) < 4 || name[len(name)-1] < '1' || name[len(name)-1] > '4' {
		return false
	}
	switch name[:len(name)-1] {
	case "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "longlong", "ulonglong", "float", "double":
		return true
	}
	return false
}
