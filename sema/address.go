package sema

import (
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
)

// addressed is a pointer that was made an integer as a number, for arithmetic that takes it apart: `(size_t)p % 16`. Its base is a symbol
// of which no more is known than its alignment. Other values stay what they are.
func (in *interp) addressed(v value) value {
	if v.obj == nil || v.obj.array == nil || v.obj.array.Base == nil || !isInteger(v.typ) || !v.num.Known() {
		return v
	}
	s := in.bases[v.obj]
	if s == nil {
		s = &indexmath.Sym{Name: "address of " + v.obj.name, Kind: indexmath.Param, Range: indexmath.Between(0, maxAddress)}
		if v.obj.lanes {
			s.Kind = indexmath.Data
		}
		align := v.obj.array.Base.Align
		if e := v.obj.array.Elem; align == 0 && e != nil && e.Kind != layout.Unknown {
			align = e.Align
		}
		s.Residue = indexmath.Modulo(align, 0)
		if in.bases == nil {
			in.bases = map[*object]*indexmath.Sym{}
		}
		in.bases[v.obj] = s
	}
	return intValue(v.typ, indexmath.Add(s.Expr(), v.num))
}

// maxAddress is above every address that a GPU uses: 49 bits (CUDA C++ Programming Guide, unified virtual addressing).
const maxAddress = 1 << 49
