package sema

import (
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/trace"
)

// asm reports the loads, stores and copies of inline assembly that address memory through an operand, and forgets its outputs.
func (in *interp) asm(s *ast.Asm) {
	ops := make([]ast.AsmOperand, 0, len(s.Outputs)+len(s.Inputs))
	ops = append(append(ops, s.Outputs...), s.Inputs...)
	vals := make([]value, len(ops))
	for i, o := range ops {
		if i >= len(s.Outputs) {
			vals[i] = in.eval(o.X)
		}
	}
	for _, line := range strings.FieldsFunc(s.Template, func(r rune) bool { return r == ';' || r == '\n' }) {
		in.instruction(strings.TrimSpace(line), vals, s)
	}
	same := true
	for _, v := range vals[len(s.Outputs):] {
		same = same && v.uniform()
	}
	laneID := strings.Contains(s.Template, "%laneid") || strings.Contains(s.Template, "%tid") || strings.Contains(s.Template, "%%laneid") || len(s.Inputs) == 0
	for _, o := range s.Outputs {
		if p, ok := in.ref(o.X); ok && p.obj.array == nil {
			v := value{typ: p.typ, same: same && !laneID, name: "inline assembly"}
			if strings.Contains(s.Template, "laneid") && len(s.Outputs) == 1 {
				v.num = indexmath.Mod(in.rank(), indexmath.Const(32))
			}
			if off, ok := p.off.Const(); ok {
				in.st.store(p.obj, off, p.typ, v)
			} else {
				in.st.forget(p.obj)
			}
		}
	}
}

// instruction reads one PTX instruction.
func (in *interp) instruction(text string, vals []value, s *ast.Asm) {
	if strings.HasPrefix(text, "@") { // a predicate
		if i := strings.IndexAny(text, " \t"); i > 0 {
			text = strings.TrimSpace(text[i:])
		}
	}
	text = strings.TrimLeft(text, "{ \t")
	end := strings.IndexAny(text, " \t")
	if end < 0 {
		return
	}
	name := strings.Split(text[:end], ".")
	addr := addresses(text[end:])
	op, ok := map[string]trace.Op{"ld": trace.Load, "ldu": trace.Load, "st": trace.Store, "red": trace.Atomic, "atom": trace.Atomic}[name[0]]
	if ok && len(addr) == 1 {
		in.asmAccess(addr[0], asmWidth(name), op, vals, s)
		return
	}
	if name[0] == "cp" && len(name) > 2 && name[1] == "async" && name[2] != "bulk" && len(addr) == 2 {
		w, ok := copyWidth(text[end:], vals)
		dst, okDst := operand(addr[0], vals)
		src, okSrc := operand(addr[1], vals)
		if ok && okDst && okSrc {
			in.copyBoth(dst, src, w, name[2] == "cg", s)
		}
	}
	if (name[0] == "ldmatrix" || name[0] == "stmatrix") && len(addr) == 1 {
		in.matrices(name, addr[0], vals, s)
	}
}

// matrices reports an ldmatrix or stmatrix: lanes give the addresses of rows of 16 bytes.
func (in *interp) matrices(name []string, addr [2]int64, vals []value, s *ast.Asm) {
	kind, op := trace.Matrix1, trace.Load
	for _, p := range name[1:] {
		switch p {
		case "x2":
			kind = trace.Matrix2
		case "x4":
			kind = trace.Matrix4
		}
	}
	if name[0] == "stmatrix" {
		op = trace.Store
	}
	if v, ok := operand(addr, vals); ok {
		if t := in.access(place{obj: v.obj, off: v.num}, op, s, 16, 0, true); t != nil {
			t.Kind = kind
		}
	}
}

// operand is the pointer in an address operand, moved by its offset.
func operand(addr [2]int64, vals []value) (value, bool) {
	if int(addr[0]) >= len(vals) {
		return value{}, false
	}
	v := vals[addr[0]]
	if v.obj == nil || v.obj.array == nil {
		return value{}, false
	}
	v.num = indexmath.Add(v.num, indexmath.Const(addr[1]))
	return v, true
}

// addresses are the operand numbers in brackets: "[%1+16]" gives {1, 16}.
func addresses(text string) [][2]int64 {
	var out [][2]int64
	for {
		i := strings.IndexByte(text, '[')
		if i < 0 {
			return out
		}
		j := strings.IndexByte(text[i:], ']')
		if j < 0 {
			return out
		}
		inner := strings.ReplaceAll(text[i+1:i+j], " ", "")
		text = text[i+j+1:]
		if !strings.HasPrefix(inner, "%") {
			continue
		}
		num, rest, _ := strings.Cut(inner[1:], "+")
		k, err := strconv.ParseInt(num, 10, 32)
		if err != nil {
			continue
		}
		off := int64(0)
		if rest != "" {
			if off, err = strconv.ParseInt(rest, 0, 64); err != nil {
				continue
			}
		}
		out = append(out, [2]int64{k, off})
	}
}

// asmWidth is the bytes per lane of ld.global.v4.f32 and the like; 0 is unknown.
func asmWidth(name []string) int64 {
	n, size := int64(1), int64(0)
	for _, p := range name[1:] {
		switch p {
		case "v2":
			n = 2
		case "v4":
			n = 4
		case "v8":
			n = 8
		default:
			if len(p) > 1 && strings.IndexByte("bsuf", p[0]) >= 0 {
				if bits, err := strconv.ParseInt(p[1:], 10, 32); err == nil {
					size = bits / 8
				}
			}
		}
	}
	return n * size
}

// copyWidth is the size operand of cp.async, a number or an operand with a known value.
func copyWidth(text string, vals []value) (int64, bool) {
	parts := strings.Split(text, ",")
	if len(parts) < 3 {
		return 0, false
	}
	p := strings.TrimSpace(parts[2])
	if strings.HasPrefix(p, "%") {
		if k, err := strconv.Atoi(p[1:]); err == nil && k < len(vals) {
			return vals[k].integer()
		}
		return 0, false
	}
	n, err := strconv.ParseInt(p, 0, 64)
	return n, err == nil
}

func (in *interp) asmAccess(addr [2]int64, width int64, op trace.Op, vals []value, s *ast.Asm) {
	if v, ok := operand(addr, vals); ok && width > 0 {
		in.access(place{obj: v.obj, off: v.num}, op, s, width, 0, true)
	}
}
