package driver

import (
	"path"
	"strings"
)

// notOfProject reports whether a header that is written in quotes belongs to the CUDA toolkit or to the language, so that nobody
// misses it in the project.
func notOfProject(name string) bool {
	for _, folder := range [...]string{"thrust/", "cub/", "cuda/", "nv/", "cooperative_groups/", "crt/", "sys/"} {
		if strings.HasPrefix(name, folder) {
			return true
		}
	}
	return path.Dir(name) == "." && (toolkitHeaders[name] || standardHeaders[strings.TrimSuffix(name, ".h")])
}

// toolkitHeaders are those in the toolkit's include folder that programs name most.
var toolkitHeaders = map[string]bool{
	"builtin_types.h": true, "channel_descriptor.h": true, "cooperative_groups.h": true, "cuComplex.h": true, "cublas.h": true,
	"cublas_v2.h": true, "cuda.h": true, "cudaEGL.h": true, "cuda_bf16.h": true, "cuda_d3d11_interop.h": true, "cuda_egl_interop.h": true,
	"cuda_fp16.h": true, "cuda_fp8.h": true, "cuda_gl_interop.h": true, "cuda_pipeline.h": true, "cuda_profiler_api.h": true,
	"cuda_runtime.h": true, "cuda_runtime_api.h": true, "cuda_texture_types.h": true, "cudla.h": true, "cufft.h": true, "cufftXt.h": true,
	"curand.h": true, "curand_kernel.h": true, "cusolverDn.h": true, "cusparse.h": true, "device_atomic_functions.h": true,
	"device_functions.h": true, "device_launch_parameters.h": true, "device_types.h": true, "driver_types.h": true,
	"host_config.h": true, "host_defines.h": true, "math_constants.h": true, "math_functions.h": true, "mma.h": true, "npp.h": true,
	"nppi.h": true, "nvToolsExt.h": true, "nvml.h": true, "nvrtc.h": true, "sm_60_atomic_functions.h": true, "surface_functions.h": true,
	"surface_types.h": true, "texture_fetch_functions.h": true, "texture_types.h": true, "vector_functions.h": true,
	"vector_functions.hpp": true, "vector_types.h": true,
}

// standardHeaders are those of C, C++ and POSIX, without .h.
var standardHeaders = map[string]bool{
	"algorithm": true, "array": true, "assert": true, "cassert": true, "cfloat": true, "chrono": true, "climits": true, "cmath": true,
	"complex": true, "cstddef": true, "cstdint": true, "cstdio": true, "cstdlib": true, "cstring": true, "ctime": true, "ctype": true,
	"errno": true, "fcntl": true, "float": true, "fstream": true, "functional": true, "getopt": true, "iomanip": true, "iostream": true,
	"limits": true, "list": true, "malloc": true, "map": true, "math": true, "memory": true, "mutex": true, "numeric": true, "omp": true,
	"pthread": true, "random": true, "set": true, "signal": true, "sstream": true, "stdarg": true, "stdbool": true, "stddef": true,
	"stdint": true, "stdio": true, "stdlib": true, "string": true, "strings": true, "thread": true, "time": true, "tuple": true,
	"type_traits": true, "unistd": true, "unordered_map": true, "utility": true, "vector": true,
}
