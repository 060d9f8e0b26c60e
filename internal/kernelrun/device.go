package kernelrun

import (
	"math"
	"math/bits"
	"strings"

	"github.com/cudalint/cudalint/ast"
)

// device is what only kernels have: barriers, atomics, what the lanes of a warp do together, special loads.
func (t *thread) device(name string, x *ast.Call) (value, bool) {
	void := value{t: tVoid}
	arg := func(i int) value { return t.val(x.Args[i]) }
	switch name {
	case "__syncthreads":
		return t.wait(event{kind: barrier}), true
	case "__syncthreads_count", "__syncthreads_or", "__syncthreads_and":
		return t.wait(event{kind: barrier, v: arg(0), lane: map[string]int64{"__syncthreads_or": 1, "__syncthreads_and": 2}[name]}), true
	case "__syncwarp":
		mask := uint32(math.MaxUint32)
		if len(x.Args) > 0 {
			mask = uint32(arg(0).i)
		}
		t.wait(event{kind: "sync", mask: mask})
		return void, true
	case "__threadfence", "__threadfence_block", "__threadfence_system", "__nanosleep":
		return void, true
	case "__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync":
		e := event{kind: strings.TrimSuffix(strings.TrimPrefix(name, "__shfl_"), "_sync"), mask: uint32(arg(0).i), v: arg(1), lane: arg(2).i, width: 32}
		if e.kind == "sync" {
			e.kind = "shfl"
		}
		if len(x.Args) > 3 {
			e.width = arg(3).i
		}
		return t.wait(e), true
	case "__ballot_sync", "__any_sync", "__all_sync":
		return t.wait(event{kind: strings.TrimSuffix(strings.TrimPrefix(name, "__"), "_sync"), mask: uint32(arg(0).i), v: arg(1)}), true
	case "__reduce_add_sync", "__reduce_min_sync", "__reduce_max_sync":
		return t.wait(event{kind: strings.TrimSuffix(strings.TrimPrefix(name, "__reduce_"), "_sync"), mask: uint32(arg(0).i), v: arg(1)}), true
	case "__ldg", "__ldcs", "__ldcg", "__ldca", "__ldlu", "__ldcv":
		p := arg(0)
		return t.loadAt(x, place{p.t.elem, uint64(p.i)}), true
	case "__stcs", "__stcg", "__stwb", "__stwt":
		p, v := arg(0), arg(1)
		t.at = x.Span
		t.store(place{p.t.elem, uint64(p.i)}, v)
		return void, true
	case "__popc", "__popcll":
		return value{t: tInt, i: int64(bits.OnesCount64(unsigned(arg(0))))}, true
	case "__clz":
		return value{t: tInt, i: int64(bits.LeadingZeros32(uint32(arg(0).i)))}, true
	case "__ffs":
		v := uint32(arg(0).i)
		if v == 0 {
			return value{t: tInt}, true
		}
		return value{t: tInt, i: int64(bits.TrailingZeros32(v)) + 1}, true
	case "__mul24", "__umul24":
		return t.binary("*", arg(0), arg(1)), true
	case "__float2int_rn":
		return value{t: tInt, i: int64(math.RoundToEven(arg(0).float()))}, true
	case "__float_as_int", "__float_as_uint":
		return value{t: tInt, i: int64(int32(math.Float32bits(float32(arg(0).f))))}, true
	case "__int_as_float", "__uint_as_float":
		return value{t: tFloat, f: float64(math.Float32frombits(uint32(arg(0).i)))}, true
	case "__fadd_rn", "__fmul_rn", "__fdividef", "__fdiv_rn":
		return t.binary(map[string]string{"__fadd_rn": "+", "__fmul_rn": "*", "__fdividef": "/", "__fdiv_rn": "/"}[name], arg(0), arg(1)), true
	case "assert":
		return void, true
	}
	if op, ok := strings.CutPrefix(name, "atomic"); ok {
		return t.atomics(strings.TrimSuffix(op, "_block"), x)
	}
	return void, false
}

func unsigned(v value) uint64 {
	if v.t.size == 4 {
		return uint64(uint32(v.i))
	}
	return uint64(v.i)
}

func (t *thread) atomics(op string, x *ast.Call) (value, bool) {
	p := t.val(x.Args[0])
	if p.t.kind != pointerKind {
		return value{}, false
	}
	at := place{p.t.elem, uint64(p.i)}
	v := t.convert(t.val(x.Args[1]), at.t)
	var other value
	if op == "CAS" {
		other = t.convert(t.val(x.Args[2]), at.t)
	}
	t.at = x.Span
	t.atomic = true
	defer func() { t.atomic = false }()
	old := t.load(at)
	next := old
	switch op {
	case "Add", "Sub", "And", "Or", "Xor":
		next = t.binary(map[string]string{"Add": "+", "Sub": "-", "And": "&", "Or": "|", "Xor": "^"}[op], old, v)
	case "Exch":
		next = v
	case "Min":
		if t.binary("<", v, old).truth() {
			next = v
		}
	case "Max":
		if t.binary(">", v, old).truth() {
			next = v
		}
	case "CAS":
		if old.i == v.i && old.f == v.f {
			next = other
		}
	case "Inc":
		next = value{t: at.t, i: old.i + 1}
		if uint64(old.i) >= uint64(v.i) {
			next.i = 0
		}
	default:
		return value{}, false
	}
	t.store(at, next)
	return old, true
}

var unaryMath = map[string]func(float64) float64{"sqrt": math.Sqrt, "fabs": math.Abs, "exp": math.Exp, "log": math.Log, "sin": math.Sin, "cos": math.Cos,
	"tan": math.Tan, "tanh": math.Tanh, "floor": math.Floor, "ceil": math.Ceil, "exp2": math.Exp2, "log2": math.Log2, "log10": math.Log10, "round": math.Round,
	"trunc": math.Trunc, "rint": math.RoundToEven, "cbrt": math.Cbrt, "asin": math.Asin, "acos": math.Acos, "atan": math.Atan, "erf": math.Erf,
	"rsqrt": func(x float64) float64 { return 1 / math.Sqrt(x) }}

var binaryMath = map[string]func(x, y float64) float64{"pow": math.Pow, "fmod": math.Mod, "atan2": math.Atan2, "fmax": math.Max, "fmin": math.Min, "hypot": math.Hypot}

// math is the functions of numbers that host and device share.
func (t *thread) math(name string, x *ast.Call) (value, bool) {
	switch {
	case (name == "min" || name == "max" || name == "umin" || name == "umax") && len(x.Args) == 2:
		a, b := t.val(x.Args[0]), t.val(x.Args[1])
		if !a.t.number() || !b.t.number() {
			return value{}, false
		}
		ty := a.t
		if a.t != b.t {
			ty = common(a.t, b.t)
		}
		a, b = t.convert(a, ty), t.convert(b, ty)
		op := "<"
		if strings.HasSuffix(name, "max") {
			op = ">"
		}
		if t.binary(op, b, a).truth() {
			return b, true
		}
		return a, true
	case (name == "abs" || name == "labs" || name == "llabs") && len(x.Args) == 1:
		v := t.val(x.Args[0])
		if v.t.kind == floatKind {
			return value{t: v.t, f: math.Abs(v.f)}, true
		}
		if v.t.number() && v.i < 0 {
			return intValue(promoted(v.t), -v.i), true
		}
		return v, v.t.number()
	case (name == "isnan" || name == "isinf") && len(x.Args) == 1:
		v := t.val(x.Args[0])
		return truthValue(name == "isnan" && math.IsNaN(v.f) || name == "isinf" && math.IsInf(v.f, 0)), true
	case (name == "fma" || name == "fmaf" || name == "__fmaf_rn") && len(x.Args) == 3:
		a, b, c := t.val(x.Args[0]), t.val(x.Args[1]), t.val(x.Args[2])
		ty := t.mathType(name, a, b, c)
		return value{t: ty, f: rounded(ty, math.FMA(a.float(), b.float(), c.float()))}, true
	case name == "now" && len(x.Args) == 0:
		return value{t: tLong}, true
	case name == "duration_cast" && len(x.Args) == 1:
		return t.val(x.Args[0]), true
	}
	switch name {
	case "__half2float":
		return t.convert(t.val(x.Args[0]), tFloat), true
	case "__float2half", "__float2half_rn":
		return t.convert(t.convert(t.val(x.Args[0]), tFloat), tHalf), true
	case "__hadd", "__hmul", "__hsub":
		op := map[string]string{"__hadd": "+", "__hmul": "*", "__hsub": "-"}[name]
		return t.binary(op, t.convert(t.val(x.Args[0]), tHalf), t.convert(t.val(x.Args[1]), tHalf)), true
	}
	base := strings.TrimPrefix(name, "__")
	if f, ok := unaryMath[base]; ok && len(x.Args) == 1 {
		v := t.val(x.Args[0])
		ty := t.mathType(name, v)
		return value{t: ty, f: rounded(ty, f(v.float()))}, true
	}
	base = strings.TrimSuffix(base, "f")
	if f, ok := unaryMath[base]; ok && len(x.Args) == 1 {
		return value{t: tFloat, f: rounded(tFloat, f(t.convert(t.val(x.Args[0]), tFloat).f))}, true
	}
	single := tFloat
	if _, ok := binaryMath[name]; ok {
		base, single = name, nil
	}
	if f, ok := binaryMath[base]; ok && len(x.Args) == 2 {
		a, b := t.val(x.Args[0]), t.val(x.Args[1])
		ty := single
		if ty == nil {
			ty = t.mathType(name, a, b)
		}
		return value{t: ty, f: rounded(ty, f(a.float(), b.float()))}, true
	}
	return value{}, false
}

// mathType is float when all arguments are, else double.
func (t *thread) mathType(name string, args ...value) *typ {
	if strings.HasPrefix(name, "__") {
		return tFloat
	}
	for _, a := range args {
		if !a.t.number() {
			panic(t.unknown("%s of %s", name, a.t.name))
		}
		if a.t != tFloat {
			return tDouble
		}
	}
	return tFloat
}
