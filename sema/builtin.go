package sema

import (
	"math"
	"math/bits"
	"strings"
	"sync"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/trace"
)

// builtin evaluates the functions that CUDA and the C library give; false when the name is none of them or the program has its own.
func (in *interp) builtin(name string, x *ast.Call) (value, bool) {
	if in.host != nil {
		if v, ok := in.hostBuiltin(name, x); ok {
			return v, true
		}
	}
	if in.defines(name, x) {
		return value{}, false
	}
	n := len(x.Args)
	switch {
	case strings.HasPrefix(name, "__ld") && n == 1 && isCacheLoad(name):
		v := in.eval(x.Args[0])
		if p, ok := in.deref(v, indexmath.Const(0), x.Args[0]); ok {
			return in.load(p, x), true
		}
	case isCacheStore(name) && n == 2:
		w := in.eval(x.Args[1])
		if p, ok := in.deref(in.eval(x.Args[0]), indexmath.Const(0), x.Args[0]); ok {
			in.store(p, w, x)
			return value{}, true
		}
	case isAtomic(name) && n >= 2:
		for _, a := range x.Args[1:] {
			in.eval(a)
		}
		if p, ok := in.deref(in.eval(x.Args[0]), indexmath.Const(0), x.Args[0]); ok {
			return in.atomic(name, p, x), true
		}
	case strings.HasPrefix(name, "__shfl"):
		return in.shuffle(name, x), true
	case strings.HasPrefix(name, "make_") && n >= 1:
		if t, ok := layout.Builtin(strings.TrimPrefix(name, "make_")); ok {
			return in.construct(t, x.Args, x), true
		}
	case strings.HasPrefix(name, "tex") && (strings.HasPrefix(name, "tex1D") || strings.HasPrefix(name, "tex2D") || strings.HasPrefix(name, "tex3D") || strings.HasPrefix(name, "texCube")),
		strings.HasPrefix(name, "surf"):
		for _, a := range x.Args {
			in.eval(a)
		}
		return unknown(nil, in.text(x)), true
	}
	if v, ok := in.warpVote(name, x); ok {
		return v, true
	}
	if v, ok := in.groupOf(name, x); ok {
		return v, true
	}
	if v, ok := in.copyAsync(name, x); ok {
		return v, true
	}
	return in.mathFunction(name, x)
}

// defines reports whether the program has a function of that name which fits the call. An atomic of its own for another type
// stands beside the built-in ones.
func (in *interp) defines(name string, x *ast.Call) bool {
	if strings.HasPrefix(name, "__") {
		return false
	}
	for _, f := range in.t.funcs[name] {
		if f.decl.Body == nil || f.record != nil || len(f.decl.Params) != len(x.Args) {
			continue
		}
		if !isAtomic(name) || len(x.Args) == 0 {
			return true
		}
		t := in.peek(x.Args[0]).typ
		var want *layout.Type
		in.within(f.file, nil, nil, func() *layout.Type { want = in.typeOf(f.decl.Params[0].Type); return nil })
		if t == nil || want == nil || f.decl.Template != nil || elemOf(t) == nil || elemOf(want) == nil || elemOf(t).String() == elemOf(want).String() {
			return true
		}
	}
	return false
}

func isCacheLoad(name string) bool {
	switch name {
	case "__ldg", "__ldcs", "__ldca", "__ldcg", "__ldlu", "__ldcv":
		return true
	}
	return false
}

func isCacheStore(name string) bool {
	switch name {
	case "__stcs", "__stcg", "__stwb", "__stwt":
		return true
	}
	return false
}

func isAtomic(name string) bool {
	return strings.HasPrefix(name, "atomic") && len(name) > 6 && name[6] >= 'A' && name[6] <= 'Z'
}

// shuffle is a value of another lane: the same for all lanes where it comes from one lane of the whole warp.
func (in *interp) shuffle(name string, x *ast.Call) value {
	args := x.Args
	for i, a := range args {
		if i == 0 && strings.HasSuffix(name, "_sync") {
			in.eval(a)
			args = args[1:]
		}
	}
	if len(args) == 0 {
		return unknown(nil, in.text(x))
	}
	v := in.eval(args[0])
	var from, size value
	if len(args) > 1 {
		from = in.eval(args[1])
	}
	whole := true
	if len(args) > 2 {
		size = in.eval(args[2])
		n, ok := size.integer()
		whole = ok && n == 32
	}
	if v.uniform() && v.cells == nil {
		return v
	}
	one := strings.TrimSuffix(name, "_sync") == "__shfl" && from.uniform() && whole
	out := value{typ: v.typ, same: one, name: in.text(x)}
	if isInteger(v.typ) {
		if one {
			out.num = in.param(out.name, v.typ)
		} else {
			out.num = in.data(out.name, v.typ)
		}
	}
	return out
}

// warpVote are functions that give every lane the same, and those that only order things.
func (in *interp) warpVote(name string, x *ast.Call) (value, bool) {
	switch name {
	case "__syncthreads_count", "__syncthreads_or", "__syncthreads_and":
		in.barriers++
		fallthrough
	case "__ballot", "__ballot_sync", "__any_sync", "__all_sync", "__any", "__all", "__activemask", "__reduce_add_sync", "__reduce_max_sync", "__reduce_min_sync":
		for _, a := range x.Args {
			in.eval(a)
		}
		return value{typ: typeUint, same: true, name: in.text(x), num: in.param(in.text(x), nil)}, true
	case "__syncthreads", "__syncwarp", "__threadfence", "__threadfence_block", "__threadfence_system", "printf", "assert",
		"__trap", "__brkpt", "__nanosleep", "__builtin_assume", "__builtin_unreachable":
		in.barriers++
		for _, a := range x.Args {
			in.eval(a)
		}
		return value{}, true
	case "clock", "clock64", "__match_any_sync", "__match_all_sync":
		for _, a := range x.Args {
			in.eval(a)
		}
		return value{typ: typeLong, num: in.data(in.text(x), nil), name: in.text(x)}, true
	case "__builtin_expect", "__builtin_assume_aligned", "__cvta_generic_to_shared", "__cvta_generic_to_global", "__cvta_shared_to_generic", "forward", "move":
		if len(x.Args) > 0 {
			v := in.eval(x.Args[0])
			for _, a := range x.Args[1:] {
				in.eval(a)
			}
			return v, true
		}
	case "swap":
		if len(x.Args) == 2 {
			a, ok1 := in.ref(x.Args[0])
			b, ok2 := in.ref(x.Args[1])
			if ok1 && ok2 {
				va, vb := in.load(a, x.Args[0]), in.load(b, x.Args[1])
				in.store(a, vb, x.Args[0])
				in.store(b, va, x.Args[1])
				return value{}, true
			}
		}
	case "__isShared", "__isGlobal", "__isConstant", "__isLocal":
		for _, a := range x.Args {
			in.eval(a)
		}
		return constInt(1), true
	}
	return value{}, false
}

// copyAsync reports both sides of an asynchronous copy from global to shared memory of a width that one instruction moves.
func (in *interp) copyAsync(name string, x *ast.Call) (value, bool) {
	if name != "__pipeline_memcpy_async" || len(x.Args) < 3 {
		return value{}, false
	}
	dst, src := in.eval(x.Args[0]), in.eval(x.Args[1])
	size, ok := in.eval(x.Args[2]).integer()
	if !ok {
		return value{}, true
	}
	in.copyBoth(dst, src, size, size == 16, x) // 16 bytes bypass L1, as cuda_pipeline_helpers.h has it
	return value{}, true
}

// copyBoth reports the two sides of a copy from global to shared memory by one instruction.
func (in *interp) copyBoth(dst, src value, size int64, direct bool, x ast.Node) {
	var sides []*trace.Access
	for _, v := range []value{src, dst} {
		if v.obj == nil || v.obj.array == nil {
			continue
		}
		if t := in.access(place{obj: v.obj, off: v.num}, trace.Copy, x, size, 0, true); t != nil {
			sides = append(sides, t)
		}
	}
	if direct {
		for _, t := range sides {
			t.Kind = trace.Direct
		}
	}
	if len(sides) == 2 {
		sides[0].Peer, sides[1].Peer = sides[1], sides[0]
	}
}

// mathFunction evaluates arithmetic functions on numbers that are known, and tells of the others whether they differ by lane.
func (in *interp) mathFunction(name string, x *ast.Call) (value, bool) {
	base := strings.TrimPrefix(name, "__")
	if _, ok := arity()[name]; !ok {
		if _, ok := arity()[base]; !ok || !strings.HasPrefix(name, "__") {
			return value{}, false
		}
		name = base
	}
	if len(x.Args) == 0 {
		return value{}, false
	}
	vs := make([]value, len(x.Args))
	for i, a := range x.Args {
		vs[i] = in.eval(a)
	}
	if v, ok := in.integerFunction(name, vs, x); ok {
		return v, true
	}
	same := true
	for _, v := range vs {
		same = same && v.uniform()
		if v.obj != nil && v.obj.array == nil { // sincos(x, &s, &c)
			in.st.forget(v.obj)
		}
	}
	t := typeDouble
	if strings.HasSuffix(name, "f") || len(vs) > 0 && vs[0].typ == typeFloat {
		t = typeFloat
	}
	if f, ok := vs[0].float(); ok && len(vs) <= 2 {
		g := 0.0
		if len(vs) == 2 {
			g, ok = vs[1].float()
		}
		if ok {
			if r, ok := floatFunction(strings.TrimSuffix(name, "f"), f, g); ok && !math.IsNaN(r) && !math.IsInf(r, 0) {
				return floatValue(t, r), true
			}
		}
	}
	if n := operations(name); n > 0 {
		in.count(t, n)
	}
	if r := vs[0].ratio; r != nil {
		switch name {
		case "ceil", "ceilf":
			up := indexmath.Div(indexmath.Add(r[0], indexmath.Sub(r[1], indexmath.Const(1))), r[1])
			return value{typ: t, same: same, name: in.text(x), num: up}, true
		case "floor", "floorf", "trunc", "truncf":
			return value{typ: t, same: same, name: in.text(x), num: indexmath.Div(r[0], r[1])}, true
		}
	}
	switch name {
	case "float2int_rn", "float2int_rz", "float2int_rd", "float2int_ru", "float2uint_rn", "float2uint_rz", "double2int_rn", "double2int_rz",
		"lrint", "lround", "rint2int", "lrintf", "lroundf", "llrint":
		return value{typ: typeInt, same: same, name: in.text(x)}, true
	case "ceil", "floor", "ceilf", "floorf", "round", "roundf", "trunc", "truncf", "rintf", "rint", "fabs", "fabsf":
		// rounding a whole number leaves it
		return value{typ: t, same: same, name: in.text(x)}.keepWhole(vs[0]), true
	}
	return value{typ: t, same: same, name: in.text(x)}, true
}

func (v value) keepWhole(from value) value {
	if isInteger(from.typ) {
		v.num = from.num
	}
	return v
}

// integerFunction evaluates functions whose result is a whole number of whole numbers.
func (in *interp) integerFunction(name string, vs []value, x ast.Node) (value, bool) {
	whole := true
	for _, v := range vs {
		whole = whole && v.obj == nil && (isInteger(v.typ) || v.typ == nil) && v.flt == nil
	}
	if !whole {
		return value{}, false
	}
	t := vs[0].typ
	if len(vs) > 1 {
		if t != nil && vs[1].typ != nil {
			t = layout.Arithmetic(t, vs[1].typ)
		} else if t == nil {
			t = vs[1].typ
		}
	}
	a := in.number(vs[0])
	var b indexmath.Expr
	if len(vs) > 1 {
		b = in.number(vs[1])
	}
	switch name {
	case "min", "umin", "llmin", "ullmin", "fmin", "fminf", "MIN", "Min":
		if len(vs) == 2 {
			return in.smaller("min", vs, t, x), true
		}
	case "max", "umax", "llmax", "ullmax", "fmax", "fmaxf", "MAX", "Max":
		if len(vs) == 2 {
			return in.smaller("max", vs, t, x), true
		}
	case "clamp":
		if len(vs) == 3 {
			return intValue(t, indexmath.Min(indexmath.Max(a, b), in.number(vs[2]))), true
		}
	case "abs", "labs", "llabs":
		return intValue(t, indexmath.Max(a, indexmath.Neg(a))), true
	case "mul24", "umul24", "imul":
		return intValue(t, indexmath.Mul(a, b)), true
	case "umad24", "imad":
		return intValue(t, indexmath.Add(indexmath.Mul(a, b), in.number(vs[2]))), true
	case "umulhi":
		if len(vs) == 2 {
			high := indexmath.Shr(indexmath.Mul(indexmath.Cast(a, 32, false), indexmath.Cast(b, 32, false)), indexmath.Const(32))
			return intValue(typeUint, indexmath.And(high, indexmath.Const(1<<32-1))), true
		}
	case "mulhi":
		if len(vs) == 2 {
			return intValue(typeInt, indexmath.Shr(indexmath.Mul(a, b), indexmath.Const(32))), true
		}
	case "popc", "popcll", "clz", "clzll", "ffs", "ffsll", "brev":
		if n, ok := a.Const(); ok {
			return constInt(countBits(name, n)), true
		}
		if n, ok := bitsOf(name, a); ok {
			return intValue(typeInt, n), true
		}
		out := value{typ: typeInt, same: vs[0].uniform(), name: in.text(x)}
		sym := indexmath.Data
		if out.same {
			sym = indexmath.Param
		}
		if name != "brev" {
			out.num = (&indexmath.Sym{Name: out.name, Kind: sym, Range: indexmath.Between(0, 64)}).Expr()
		}
		return out, true
	}
	return value{}, false
}

func countBits(name string, n int64) int64 {
	switch name {
	case "popc":
		return int64(bits.OnesCount32(uint32(n)))
	case "popcll":
		return int64(bits.OnesCount64(uint64(n)))
	case "clz":
		return int64(bits.LeadingZeros32(uint32(n)))
	case "clzll":
		return int64(bits.LeadingZeros64(uint64(n)))
	case "brev":
		return int64(bits.Reverse32(uint32(n)))
	}
	if n == 0 {
		return 0
	}
	return int64(bits.TrailingZeros64(uint64(n))) + 1
}

func floatFunction(name string, f, g float64) (float64, bool) {
	switch name {
	case "ceil":
		return math.Ceil(f), true
	case "floor":
		return math.Floor(f), true
	case "round", "rint", "lround", "lrint":
		return math.Round(f), true
	case "trunc":
		return math.Trunc(f), true
	case "sqrt":
		return math.Sqrt(f), true
	case "log2":
		return math.Log2(f), true
	case "log":
		return math.Log(f), true
	case "log10":
		return math.Log10(f), true
	case "exp2":
		return math.Exp2(f), true
	case "cbrt":
		return math.Cbrt(f), true
	case "pow":
		return math.Pow(f, g), true
	case "fabs", "abs":
		return math.Abs(f), true
	case "min", "fmin":
		return math.Min(f, g), true
	case "max", "fmax":
		return math.Max(f, g), true
	case "fmod":
		return math.Mod(f, g), true
	}
	return 0, false
}

// arity holds the functions of numbers that are known by name, without leading underscores where the device has a twin with them.
var arity = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(`min max umin umax llmin llmax ullmin ullmax fmin fmax fminf fmaxf MIN MAX Min Max clamp
		abs labs llabs fabs fabsf mul24 umul24 imul umad24 imad popc popcll clz clzll ffs ffsll brev
		ceil ceilf floor floorf round roundf rint rintf trunc truncf lrint lrintf lround lroundf llrint nearbyint nearbyintf
		sqrt sqrtf rsqrt rsqrtf cbrt cbrtf exp expf exp2 exp2f exp10 exp10f log logf log2 log2f log10 log10f pow powf fmod fmodf
		sin sinf cos cosf tan tanf asin asinf acos acosf atan atanf atan2 atan2f sinh sinhf cosh coshf tanh tanhf sincos sincosf
		erf erff erfc erfcf fma fmaf hypot hypotf isnan isinf isfinite copysign copysignf fdividef fadd_rn fmul_rn saturatef
		float2int_rn float2int_rz float2int_rd float2int_ru float2uint_rn float2uint_rz double2int_rn double2int_rz
		int2float_rn uint2float_rn int_as_float float_as_int uint_as_float float_as_uint mulhi umulhi float2half float2half_rn half2float
		hadd hmul hfma hadd2 hmul2 hfma2 half22float2 float22half2_rn float2bfloat16 bfloat162float float2half2_rn rcp fdiv_rn frcp_rn
		expm1 expm1f log1p log1pf tgamma lgamma normcdf normcdff sinpi cospi sinpif cospif`) {
		m[n] = true
	}
	return m
})
