package layout

import (
	"strconv"
	"strings"
	"sync"
)

// Builtin finds a type that needs no declaration in a CUDA source file: the C++ types with their words in any order ("long
// unsigned int"), the fixed-width names, the built-in vector types and the types of the CUDA headers. Aliases share one pointer:
// uint and uint32_t are unsigned int, cuComplex is float2. "std::" in front is for the caller to take off.
func Builtin(name string) (*Type, bool) {
	if t, ok := builtins()[name]; ok {
		return t, true
	}
	t, ok := builtins()[canonical(name)]
	return t, ok
}

// canonical puts the words of an integer type in order: "long unsigned int" is "unsigned long". "" when name is no such type.
func canonical(name string) string {
	var unsigned, signed, char, short bool
	long := 0
	for _, word := range strings.Fields(name) {
		switch word {
		case "unsigned":
			unsigned = true
		case "signed":
			signed = true
		case "char":
			char = true
		case "short":
			short = true
		case "long":
			long++
		case "int", "__signed__":
		case "double":
			if long == 1 {
				return "long double"
			}
			return ""
		default:
			return ""
		}
	}
	base := "int"
	switch {
	case char && signed:
		return "signed char"
	case char:
		base = "char"
	case short:
		base = "short"
	case long > 0:
		base = strings.TrimSpace(strings.Repeat("long ", long))
	case name == "":
		return ""
	}
	if unsigned {
		return "unsigned " + base
	}
	return base
}

var builtins = sync.OnceValue(table)

func table() map[string]*Type {
	m := map[string]*Type{"void": {Kind: Void, Name: "void"}}
	scalar := func(kind Kind, size int64, signed bool, names ...string) {
		t := &Type{Kind: kind, Name: names[0], Size: size, Align: size, Signed: signed}
		for _, n := range names {
			m[n] = t
		}
	}
	// C++ types and their other names: System V AMD64 psABI, figure 3.1; glibc <stdint.h> for the fast types.
	scalar(Bool, 1, false, "bool", "_Bool")
	scalar(Int, 1, true, "char")
	scalar(Int, 1, true, "signed char", "int8_t", "int_least8_t", "int_fast8_t", "__int8_t")
	scalar(Int, 1, false, "unsigned char", "uint8_t", "uint_least8_t", "uint_fast8_t", "uchar", "u_char", "u_int8_t", "__uint8_t", "byte")
	scalar(Int, 2, true, "short", "int16_t", "int_least16_t", "__int16_t")
	scalar(Int, 2, false, "unsigned short", "uint16_t", "uint_least16_t", "ushort", "u_short", "u_int16_t", "__uint16_t")
	scalar(Int, 4, true, "int", "int32_t", "int_least32_t", "__int32_t")
	scalar(Int, 4, false, "unsigned int", "uint32_t", "uint_least32_t", "uint", "u_int", "u_int32_t", "__uint32_t")
	scalar(Int, 8, true, "long", "int64_t", "int_least64_t", "int_fast16_t", "int_fast32_t", "int_fast64_t", "ptrdiff_t", "intptr_t",
		"intmax_t", "ssize_t", "time_t", "clock_t", "off_t", "__int64_t")
	scalar(Int, 8, false, "unsigned long", "uint64_t", "uint_least64_t", "uint_fast16_t", "uint_fast32_t", "uint_fast64_t", "size_t",
		"uintptr_t", "uintmax_t", "ulong", "u_long", "u_int64_t", "__uint64_t")
	scalar(Int, 8, true, "long long")
	scalar(Int, 8, false, "unsigned long long", "ulonglong", "cudaTextureObject_t", "cudaSurfaceObject_t", "CUdeviceptr",
		"CUtexObject", "CUsurfObject", "cudaGraphConditionalHandle")
	scalar(Int, 16, true, "__int128", "__int128_t")
	scalar(Int, 16, false, "unsigned __int128", "__uint128_t")
	scalar(Int, 4, true, "wchar_t")
	scalar(Int, 1, false, "char8_t")
	scalar(Int, 2, false, "char16_t")
	scalar(Int, 4, false, "char32_t")
	scalar(Float, 4, true, "float", "float_t")
	scalar(Float, 8, true, "double", "double_t")
	scalar(Float, 16, true, "long double")
	// cuda_fp16.h, cuda_bf16.h, cuda_fp8.h, cuda_fp6.h, cuda_fp4.h
	scalar(Float, 2, true, "half", "__half", "nv_half", "__half_raw", "_Float16", "half_t")
	scalar(Float, 2, true, "__nv_bfloat16", "nv_bfloat16", "bfloat16", "__nv_bfloat16_raw", "bfloat16_t", "__bf16")
	for _, n := range []string{"__nv_fp8_e4m3", "__nv_fp8_e5m2", "__nv_fp8_e8m0", "__nv_fp6_e2m3", "__nv_fp6_e3m2", "__nv_fp4_e2m1"} {
		scalar(Float, 1, true, n)
	}
	scalar(Int, 1, false, "__nv_fp8_storage_t")
	scalar(Int, 2, false, "__nv_fp8x2_storage_t")
	scalar(Int, 4, false, "__nv_fp8x4_storage_t")

	vectors(m)
	headers(m)
	handles(m)
	return m
}

// vectors adds the built-in vector types (CUDA C++ Programming Guide, "Built-in Vector Types", alignment requirements): two
// elements are as aligned as they are large, four likewise up to 16 bytes, one and three as one element.
func vectors(m map[string]*Type) {
	add := func(name string, elem *Type, n, align int64) *Type {
		s := RecordSpec{Name: name, Align: align}
		for _, field := range []string{"x", "y", "z", "w"}[:n] {
			s.Members = append(s.Members, Member{Name: field, Type: elem})
		}
		t := RecordOf(s)
		t.Vector = true
		m[name] = t
		return t
	}
	elems := []struct{ prefix, elem string }{
		{"char", "signed char"}, {"uchar", "unsigned char"}, {"short", "short"}, {"ushort", "unsigned short"}, {"int", "int"},
		{"uint", "unsigned int"}, {"long", "long"}, {"ulong", "unsigned long"}, {"longlong", "long long"},
		{"ulonglong", "unsigned long long"}, {"float", "float"}, {"double", "double"},
	}
	for _, e := range elems {
		elem := m[e.elem]
		for n := int64(1); n <= 4; n++ {
			align := elem.Align
			if n%2 == 0 {
				align = min(16, n*elem.Size)
			}
			add(e.prefix+strconv.FormatInt(n, 10), elem, n, align)
		}
		if elem.Size == 8 { // CUDA 13 names the alignment of the four-element ones
			m[e.prefix+"4_16a"] = m[e.prefix+"4"]
			add(e.prefix+"4_32a", elem, 4, 32)
		}
	}
	m["half2"] = add("__half2", m["half"], 2, 4)
	m["nv_half2"], m["__half2_raw"] = m["half2"], m["half2"]
	m["nv_bfloat162"] = add("__nv_bfloat162", m["bfloat16"], 2, 4)
	m["bfloat162"], m["__nv_bfloat162_raw"] = m["nv_bfloat162"], m["nv_bfloat162"]
	for _, f := range []string{"e4m3", "e5m2", "e8m0"} {
		add("__nv_fp8x2_"+f, m["__nv_fp8_"+f], 2, 2)
		add("__nv_fp8x4_"+f, m["__nv_fp8_"+f], 4, 4)
	}
	// cuComplex.h, cufft.h, cublas: complex numbers are the two-element vectors.
	for _, n := range []string{"cuComplex", "cuFloatComplex", "cufftComplex"} {
		m[n] = m["float2"]
	}
	for _, n := range []string{"cuDoubleComplex", "cufftDoubleComplex"} {
		m[n] = m["double2"]
	}
	m["cufftReal"], m["cufftDoubleReal"] = m["float"], m["double"]
	dim := *m["uint3"]
	dim.Name, dim.Vector = "dim3", false
	m["dim3"] = &dim
}

// headers adds structs of the CUDA headers.
func headers(m map[string]*Type) {
	record := func(name string, members ...Member) *Type {
		t := RecordOf(RecordSpec{Name: name, Members: members})
		m[name] = t
		return t
	}
	alias := func(t *Type, names ...string) {
		for _, n := range names {
			m[n] = t
		}
	}
	uint, ull := m["unsigned int"], m["unsigned long long"]
	// What every pseudo-random state of curand_kernel.h ends in: the half of a Box-Muller pair that was not used yet.
	tail := []Member{
		{Name: "boxmuller_flag", Type: m["int"]}, {Name: "boxmuller_flag_double", Type: m["int"]},
		{Name: "boxmuller_extra", Type: m["float"]}, {Name: "boxmuller_extra_double", Type: m["double"]},
	}
	alias(record("curandStateXORWOW", append([]Member{{Name: "d", Type: uint}, {Name: "v", Type: ArrayOf(uint, 5)}}, tail...)...),
		"curandState", "curandState_t", "curandStateXORWOW_t")
	alias(record("curandStatePhilox4_32_10", append([]Member{{Name: "ctr", Type: m["uint4"]}, {Name: "output", Type: m["uint4"]},
		{Name: "key", Type: m["uint2"]}, {Name: "STATE", Type: uint}}, tail...)...), "curandStatePhilox4_32_10_t")
	alias(record("curandStateMRG32k3a", append([]Member{{Name: "s1", Type: ArrayOf(uint, 3)}, {Name: "s2", Type: ArrayOf(uint, 3)}},
		tail...)...), "curandStateMRG32k3a_t")
	alias(record("curandStateMtgp32", Member{Name: "s", Type: ArrayOf(uint, 1024)}, Member{Name: "offset", Type: m["int"]},
		Member{Name: "pIdx", Type: m["int"]}, Member{Name: "k", Type: PointerTo(unknown)}), "curandStateMtgp32_t")
	for _, kind := range []string{"", "Scrambled"} {
		for _, w := range []struct {
			bits string
			word *Type
			n    int64
		}{{"32", uint, 32}, {"64", ull, 64}} {
			name := "curandState" + kind + "Sobol" + w.bits
			alias(record(name, Member{Name: "i", Type: w.word}, Member{Name: "x", Type: w.word}, Member{Name: "c", Type: w.word},
				Member{Name: "direction_vectors", Type: ArrayOf(w.word, w.n)}), name+"_t")
		}
	}
	// driver_types.h
	size, ptr := m["size_t"], PointerTo(m["void"])
	record("cudaPitchedPtr", Member{Name: "ptr", Type: ptr}, Member{Name: "pitch", Type: size}, Member{Name: "xsize", Type: size},
		Member{Name: "ysize", Type: size})
	record("cudaExtent", Member{Name: "width", Type: size}, Member{Name: "height", Type: size}, Member{Name: "depth", Type: size})
	record("cudaPos", Member{Name: "x", Type: size}, Member{Name: "y", Type: size}, Member{Name: "z", Type: size})
}

// handles adds the opaque pointers and the enumerations of the CUDA headers.
func handles(m map[string]*Type) {
	for _, n := range []string{"cudaStream_t", "cudaEvent_t", "cudaGraph_t", "cudaGraphExec_t", "cudaArray_t", "cudaMemPool_t", "CUstream",
		"CUevent", "CUcontext", "CUmodule", "CUfunction", "cublasHandle_t", "cusparseHandle_t", "cusolverDnHandle_t", "cudnnHandle_t",
		"curandGenerator_t"} {
		m[n] = &Type{Kind: Pointer, Name: n, Size: 8, Align: 8, Elem: unknown}
	}
	m["nullptr_t"] = &Type{Kind: Pointer, Name: "nullptr_t", Size: 8, Align: 8, Elem: m["void"]}
	for _, n := range []string{"cudaError_t", "cudaError", "cudaMemcpyKind", "CUresult", "cublasStatus_t", "curandStatus_t", "cusparseStatus_t"} {
		m[n] = &Type{Kind: Enum, Name: n, Size: 4, Align: 4, Elem: m["unsigned int"]}
	}
}
