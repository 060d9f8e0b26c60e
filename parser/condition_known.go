package parser

import (
	"maps"
	"slices"
	"strconv"
	"sync"

	"github.com/cudalint/cudalint/ast"
)

// macroTable is what is known about macros at one place of the file.
type macroTable struct {
	closed bool                  // what is not known to be defined is not
	defs   map[string]*ast.Macro // nil: known to be undefined
	attrs  map[string]attrMacro
}

// present are macros that nvcc with GCC on 64-bit Linux defines in the pass for the device (CUDA Programming Guide, "nvcc";
// CUDA 12.8, the first that knows sm_120).
var present = map[string]string{
	"__CUDACC__": "1", "__NVCC__": "1", "__CUDACC_VER_MAJOR__": "12", "__CUDACC_VER_MINOR__": "8", "__CUDACC_VER_BUILD__": "93",
	"__CUDA_API_VER_MAJOR__": "12", "__CUDA_API_VER_MINOR__": "8", "CUDA_VERSION": "12080", "CUDART_VERSION": "12080",
	"__CUDACC_EXTENDED_LAMBDA__": "1", "__CUDACC_RELAXED_CONSTEXPR__": "1",
	"__cplusplus": "201703", "__GNUC__": "11", "__GNUG__": "11", "__GNUC_MINOR__": "4", "__GNUC_PATCHLEVEL__": "0",
	"__linux__": "1", "__linux": "1", "linux": "1", "__gnu_linux__": "1", "__unix__": "1", "__unix": "1", "unix": "1",
	"__x86_64__": "1", "__x86_64": "1", "__amd64__": "1", "__LP64__": "1", "_LP64": "1", "__STDC__": "1",
	"__SIZEOF_POINTER__": "8", "__SIZEOF_LONG__": "8", "__SIZEOF_INT__": "4", "__CHAR_BIT__": "8", "__ELF__": "1",
	"__BYTE_ORDER__": "1234", "__ORDER_LITTLE_ENDIAN__": "1234", "__ORDER_BIG_ENDIAN__": "4321",
	"CHAR_BIT": "8", "INT_MAX": "2147483647", "UINT_MAX": "4294967295u",
}

// absent are macros of other compilers, systems and device languages.
var absent = sync.OnceValue(func() map[string]bool {
	t := map[string]bool{}
	for _, name := range []string{
		"__HIPCC__", "__HIP__", "__HIP_PLATFORM_AMD__", "__HIP_PLATFORM_HCC__", "__HIP_PLATFORM_NVCC__", "__HIP_PLATFORM_NVIDIA__",
		"__HIP_DEVICE_COMPILE__", "__HIP_ARCH_GFX1100__", "__HIP_ROCclr__", "__HCC__", "__HIP_VDI__", "USE_ROCM", "USE_HIP",
		"TORCH_HIP_VERSION", "HIP_VERSION", "ROCM_VERSION", "ENABLE_HIP", "GGML_USE_HIP", "GGML_USE_HIPBLAS", "GGML_USE_MUSA",
		"__MUSACC__", "__MUSA_ARCH__", "__gfx90a__", "__gfx908__", "__gfx942__", "__AMDGCN__", "__AMDGCN_WAVEFRONT_SIZE",
		"SYCL_LANGUAGE_VERSION", "__SYCL_DEVICE_ONLY__", "CL_SYCL_LANGUAGE_VERSION", "__SYCL_COMPILER_VERSION",
		"__OPENCL_VERSION__", "__OPENCL_C_VERSION__",
		"_MSC_VER", "_MSC_FULL_VER", "_WIN32", "WIN32", "__WIN32__", "_WIN64", "WIN64", "_WINDOWS", "__MINGW32__", "__MINGW64__",
		"__CYGWIN__", "__BORLANDC__", "_MSVC_LANG",
		"__APPLE__", "__MACH__", "__MACOSX", "MACOSX", "__MACOS__", "TARGET_OS_MAC", "__ANDROID__", "ANDROID", "__FreeBSD__",
		"__NetBSD__", "__OpenBSD__", "__sun", "_AIX", "__QNX__", "__EMSCRIPTEN__",
		"__arm__", "__aarch64__", "_M_ARM64", "_M_IX86", "_M_X64", "__i386__", "__i386", "__powerpc__", "__PPC__", "__powerpc64__",
		"__riscv", "__mips__", "__s390x__", "__sparc__", "__ia64__",
		"__clang__", "__CUDA__", "__INTEL_COMPILER", "__ICC", "__INTEL_LLVM_COMPILER", "__PGI", "__PGIC__", "__NVCOMPILER",
		"_NVHPC_CUDA", "__SUNPRO_CC", "__IBMCPP__", "__xlC__", "__CUDACC_RTC__", "__CUDACC_DEBUG__", "__DOXYGEN__", "DOXYGEN",
		"DOXYGEN_SHOULD_SKIP_THIS", "__CUDA_DEVICE_EMULATION__", "__DEVICE_EMULATION__", "__CUDABE__", "SWIG", "__CLING__",
		"__JETBRAINS_IDE__", "__INTELLISENSE__", "__CDT_PARSER__", "__clang_analyzer__", "__cplusplus_cli", "__OBJC__",
		"__STDC_VERSION__", "_OPENMP",
	} {
		t[name] = true
	}
	return t
})

func newMacroTable(o Options) *macroTable {
	t := &macroTable{defs: make(map[string]*ast.Macro, len(o.Macros)+len(o.Defines)), attrs: map[string]attrMacro{}}
	arch := o.Arch
	if arch == 0 {
		arch = 900
	}
	t.defs["__CUDA_ARCH__"] = &ast.Macro{Name: "__CUDA_ARCH__", Body: strconv.Itoa(arch)}
	for _, name := range slices.Sorted(maps.Keys(o.Defines)) {
		text := o.Defines[name]
		if text == "" {
			text = "1"
		}
		t.add(&ast.Macro{Name: name, Body: text})
	}
	for _, m := range o.Macros {
		t.add(m)
	}
	return t
}

// add takes in one #define or #undef.
func (t *macroTable) add(m *ast.Macro) {
	if m.Undef {
		t.defs[m.Name] = nil
		delete(t.attrs, m.Name)
		return
	}
	t.defs[m.Name] = m
	if a, ok := t.attributes(m); ok {
		t.attrs[m.Name] = a
	} else if len(t.attrs) > 0 {
		delete(t.attrs, m.Name)
	}
}

// find looks a macro up. known is false when it may or may not be defined; of a macro that is known to be undefined the
// result is nil.
func (t *macroTable) find(name string) (m *ast.Macro, known bool) {
	if m, known = t.defs[name]; known {
		return m, true
	}
	if body, ok := present[name]; ok {
		return &ast.Macro{Name: name, Body: body}, true
	}
	return nil, t.closed || absent()[name]
}
