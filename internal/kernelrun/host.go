package kernelrun

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/ast"
)

// runtime is what C++'s library, CUDA's runtime and the device's intrinsics have of that name. The arguments are evaluated here.
func (t *thread) runtime(name string, part ast.NamePart, x *ast.Call) (value, bool) {
	if t.launch != nil {
		if v, ok := t.device(name, x); ok {
			return v, true
		}
	}
	if v, ok := t.math(name, x); ok {
		return v, true
	}
	if strings.HasPrefix(name, "make_") && vectorTypes[strings.TrimPrefix(name, "make_")] != nil {
		return t.construct(vectorTypes[strings.TrimPrefix(name, "make_")], t.values(x.Args)), true
	}
	if name == "printf" {
		if t.launch != nil {
			return value{}, false
		}
		t.m.out.WriteString(t.format(t.values(x.Args)))
		return value{t: tInt}, true
	}
	if t.launch != nil {
		return value{}, false
	}
	if strings.HasPrefix(name, "cuda") {
		return t.cuda(name, part, x)
	}
	return t.library(name, x)
}

func (t *thread) library(name string, x *ast.Call) (value, bool) {
	void := value{t: tVoid}
	switch name {
	case "puts":
		t.m.out.WriteString(t.str(t.val(x.Args[0])) + "\n")
	case "fprintf":
		args := t.values(x.Args[1:])
		if id, ok := bare(x.Args[0]).(*ast.Ident); ok && id.Name() == "stdout" {
			t.m.out.WriteString(t.format(args))
		}
	case "fflush", "srand", "setbuf", "fclose":
		if name == "srand" {
			t.m.random = uint64(t.val(x.Args[0]).i)*2 + 1
		}
	case "rand":
		t.m.random = t.m.random*6364136223846793005 + 1442695040888963407
		return value{t: tInt, i: int64(t.m.random >> 33)}, true
	case "fwrite":
		if id, ok := bare(x.Args[3]).(*ast.Ident); !ok || id.Name() != "stdout" {
			return void, false
		}
		p, n := t.val(x.Args[0]), t.val(x.Args[1]).i*t.val(x.Args[2]).i
		b, known := t.read(uint64(p.i), n, false)
		for i := range b {
			if known[i] == 0 {
				fmt.Fprint(&t.m.out, "?") // as it was never written, nothing is said of it
				continue
			}
			t.m.out.WriteByte(b[i])
		}
		return value{t: tULong, i: n}, true
	case "malloc", "calloc", "aligned_alloc":
		args := t.values(x.Args)
		n := args[len(args)-1].i
		if name == "calloc" {
			n *= args[0].i
		}
		addr := t.m.allocate(hostSpace, n)
		if name == "calloc" {
			t.write(addr, make([]byte, n), nil)
		}
		return value{t: pointerTo(tVoid), i: int64(addr)}, true
	case "free":
		t.release(t.val(x.Args[0]))
	case "memcpy", "memmove":
		to, from, n := t.val(x.Args[0]), t.val(x.Args[1]), t.val(x.Args[2]).i
		t.move(uint64(to.i), uint64(from.i), n)
		return to, true
	case "memset":
		to, v, n := t.val(x.Args[0]), t.val(x.Args[1]).i, t.val(x.Args[2]).i
		t.write(uint64(to.i), repeated(v, n), nil)
		return to, true
	case "exit":
		t.m.exit = t.val(x.Args[0]).i
		panic(stop{exit: true})
	case "abort":
		t.m.exit = 134
		panic(stop{exit: true})
	case "assert":
		if !t.truth(x.Args[0]) {
			t.m.exit = 134
			panic(stop{exit: true})
		}
	case "atoi", "atol", "atof", "strtol":
		return value{}, false
	case "clock", "time":
		return value{t: tLong}, true
	case "reverse", "fill", "iota", "sort", "swap":
		return t.algorithm(name, x)
	default:
		return void, false
	}
	return void, true
}

func repeated(v, n int64) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(v)
	}
	return b
}

func (t *thread) release(v value) {
	if v.i == 0 {
		return
	}
	id := uint64(v.i) >> 32
	if id >= uint64(len(t.m.objects)) || uint32(v.i) != 0 || t.m.objects[id].freed {
		panic(t.fault(OutOfBounds, "free of what is no allocation"))
	}
	o := t.m.objects[id]
	t.m.bytes -= int64(len(o.data))
	*o = object{freed: true, space: o.space}
}

// move copies between any memories.
func (t *thread) move(to, from uint64, n int64) {
	a, b := t.anywhere(to, n), t.anywhere(from, n)
	if n == 0 {
		return
	}
	copy(a.data[uint32(to):int64(uint32(to))+n], b.data[uint32(from):int64(uint32(from))+n])
	copy(a.known[uint32(to):int64(uint32(to))+n], b.known[uint32(from):int64(uint32(from))+n])
}

// anywhere is the object with n bytes at an address, whoever may touch it.
func (t *thread) anywhere(addr uint64, n int64) *object {
	id := addr >> 32
	if id == 0 || id >= uint64(len(t.m.objects)) || t.m.objects[id].freed || int64(uint32(addr))+n > int64(len(t.m.objects[id].data)) || n < 0 {
		panic(t.fault(OutOfBounds, "a copy of %d bytes", n))
	}
	return t.m.objects[id]
}

func (t *thread) algorithm(name string, x *ast.Call) (value, bool) {
	if name == "swap" {
		a, b := t.ref(x.Args[0]), t.ref(x.Args[1])
		if a.t.kind == vectorKind {
			v, w := t.load(a), t.load(b)
			t.write(a.addr, w.b, nil)
			t.write(b.addr, v.b, nil)
			return value{t: tVoid}, true
		}
		v, w := t.load(a), t.load(b)
		t.store(a, w)
		t.store(b, v)
		return value{t: tVoid}, true
	}
	args := t.values(x.Args)
	if len(args) < 2 || args[0].t.kind != pointerKind {
		return value{}, false
	}
	e := args[0].t.elem
	n := (args[1].i - args[0].i) / e.size
	at := func(i int64) place { return place{e, uint64(args[0].i + i*e.size)} }
	switch {
	case name == "reverse":
		for i := int64(0); i < n/2; i++ {
			v, w := t.load(at(i)), t.load(at(n-1-i))
			t.store(at(i), w)
			t.store(at(n-1-i), v)
		}
	case name == "fill" && len(args) == 3:
		for i := range n {
			t.store(at(i), args[2])
		}
	case name == "iota" && len(args) == 3:
		v := args[2]
		for i := range n {
			t.store(at(i), v)
			v = t.binary("+", v, value{t: tInt, i: 1})
		}
	default:
		return value{}, false
	}
	return value{t: tVoid}, true
}

// cuda is CUDA's runtime.
func (t *thread) cuda(name string, part ast.NamePart, x *ast.Call) (value, bool) {
	done := value{t: tInt}
	switch name {
	case "cudaMalloc", "cudaMallocManaged", "cudaMallocHost", "cudaHostAlloc", "cudaMallocAsync":
		p := t.val(x.Args[0])
		s := globalSpace
		switch name {
		case "cudaMallocManaged":
			s = managedSpace
		case "cudaMallocHost", "cudaHostAlloc":
			s = hostSpace
		}
		n := t.val(x.Args[1]).i
		addr := t.m.allocate(s, n)
		t.write(uint64(p.i), encode(value{t: tULong, i: int64(addr)}, new([8]byte)), nil)
	case "cudaFree", "cudaFreeHost", "cudaFreeAsync":
		t.release(t.val(x.Args[0]))
	case "cudaMemcpy", "cudaMemcpyAsync":
		t.move(uint64(t.val(x.Args[0]).i), uint64(t.val(x.Args[1]).i), t.val(x.Args[2]).i)
	case "cudaMemset", "cudaMemsetAsync":
		to, v, n := uint64(t.val(x.Args[0]).i), t.val(x.Args[1]).i, t.val(x.Args[2]).i
		o := t.anywhere(to, n)
		at := int64(uint32(to))
		copy(o.data[at:at+n], repeated(v, n))
		copy(o.known[at:at+n], repeated(1, n))
	case "cudaMemcpyToSymbol", "cudaMemcpyFromSymbol":
		sym, other, n := t.ref(x.Args[0]), t.ref(x.Args[1]), t.val(x.Args[2]).i
		if name == "cudaMemcpyFromSymbol" {
			sym, other = t.ref(x.Args[1]), t.ref(x.Args[0])
		}
		v := other.addr
		if other.t.kind == pointerKind {
			v = uint64(t.load(other).i)
		}
		if name == "cudaMemcpyFromSymbol" {
			t.move(v, sym.addr, n)
		} else {
			t.move(sym.addr, v, n)
		}
	case "cudaGetLastError", "cudaPeekAtLastError":
		e := t.m.lastError
		if name == "cudaGetLastError" {
			t.m.lastError = 0
		}
		return value{t: tInt, i: e}, true
	case "cudaGetErrorString", "cudaGetErrorName":
		return t.text(&ast.StringLit{Value: "an error"}), true
	case "cudaEventElapsedTime":
		p := t.val(x.Args[0])
		t.store(place{tFloat, uint64(p.i)}, value{t: tFloat})
	case "cudaEventCreate", "cudaStreamCreate", "cudaEventCreateWithFlags", "cudaStreamCreateWithFlags":
		p := t.val(x.Args[0])
		t.store(place{tOpaque, uint64(p.i)}, value{t: tOpaque, i: 1})
	case "cudaDeviceSynchronize", "cudaThreadSynchronize", "cudaStreamSynchronize", "cudaEventRecord", "cudaEventSynchronize", "cudaEventDestroy",
		"cudaStreamDestroy", "cudaSetDevice", "cudaDeviceReset", "cudaFuncSetAttribute", "cudaFuncSetCacheConfig", "cudaMemPrefetchAsync", "cudaProfilerStart", "cudaProfilerStop":
	default:
		_ = part
		return done, false
	}
	return done, true
}

// str reads a string.
func (t *thread) str(v value) string {
	var s []byte
	for addr := uint64(v.i); ; addr++ {
		b, _ := t.read(addr, 1, true)
		if b[0] == 0 {
			return string(s)
		}
		s = append(s, b[0])
	}
}

// format is printf.
func (t *thread) format(args []value) string {
	f := t.str(args[0])
	args = args[1:]
	var out strings.Builder
	for i := 0; i < len(f); i++ {
		if f[i] != '%' {
			out.WriteByte(f[i])
			continue
		}
		j := i + 1
		for j < len(f) && strings.IndexByte("-+ #0123456789.", f[j]) >= 0 {
			j++
		}
		flags := f[i:j]
		for j < len(f) && strings.IndexByte("hlzjtL", f[j]) >= 0 {
			j++
		}
		if j >= len(f) {
			break
		}
		i = j
		if f[j] == '%' {
			out.WriteByte('%')
			continue
		}
		if len(args) == 0 {
			panic(t.unknown("printf without a value"))
		}
		v := args[0]
		args = args[1:]
		switch f[j] {
		case 's':
			fmt.Fprintf(&out, flags+"s", t.str(v))
		case 'd', 'i':
			fmt.Fprintf(&out, flags+"d", v.i)
		case 'u':
			fmt.Fprintf(&out, flags+"d", uint64(v.i))
		case 'x', 'X':
			fmt.Fprintf(&out, flags+f[j:j+1], uint64(v.i))
		case 'c':
			out.WriteByte(byte(v.i))
		case 'p':
			out.WriteString("pointer")
		case 'f', 'F', 'e', 'E', 'g', 'G', 'a':
			fmt.Fprintf(&out, flags+strings.ToLower(f[j:j+1]), v.float())
		default:
			panic(t.unknown("printf %%%c", f[j]))
		}
	}
	return out.String()
}

// stream writes what `std::cout << x` writes.
func (t *thread) stream(x *ast.Binary) (value, bool) {
	if x.Op != "<<" {
		return value{}, false
	}
	left, last := bare(x.X), bare(x.Y)
	switch l := left.(type) {
	case *ast.Ident:
		if l.Name() != "cout" && l.Name() != "cerr" {
			return value{}, false
		}
	case *ast.Binary:
		v, ok := t.stream(l)
		if !ok || v.t != tStream {
			return value{}, false
		}
	default:
		return value{}, false
	}
	if id, ok := last.(*ast.Ident); ok && (id.Name() == "endl" || id.Name() == "flush") {
		t.m.out.WriteString("\n")
		return value{t: tStream}, true
	}
	v := t.val(x.Y)
	switch {
	case v.t.kind == pointerKind && v.t.elem == tChar:
		t.m.out.WriteString(t.str(v))
	case v.t.kind == floatKind:
		fmt.Fprintf(&t.m.out, "%.6g", v.f)
	case v.t == tChar:
		t.m.out.WriteByte(byte(v.i))
	case v.t.kind == intKind && !v.t.signed:
		fmt.Fprint(&t.m.out, uint64(v.i))
	case v.t.number():
		fmt.Fprint(&t.m.out, v.i)
	default:
		panic(t.unknown("cout << %s", v.t.name))
	}
	return value{t: tStream}, true
}

var tStream = &typ{kind: opaqueKind, name: "stream", size: 8, align: 8}

// chrono: every time is 0.
func (t *thread) chrono(x *ast.Call, f *ast.Member) (value, bool) {
	if f.Name.Name == "count" && len(x.Args) == 0 {
		v := t.val(f.X)
		if v.t.number() {
			return v, true
		}
	}
	return value{}, false
}

// constant is a name that a header of CUDA or of C has.
func (t *thread) constant(x *ast.Ident) (value, bool) {
	switch name := x.Name(); name {
	case "cudaSuccess", "EXIT_SUCCESS", "cudaMemcpyHostToHost", "cudaEventDefault":
		return value{t: tInt}, true
	case "EXIT_FAILURE", "cudaMemcpyHostToDevice":
		return value{t: tInt, i: 1}, true
	case "cudaMemcpyDeviceToHost":
		return value{t: tInt, i: 2}, true
	case "cudaMemcpyDeviceToDevice":
		return value{t: tInt, i: 3}, true
	case "cudaMemcpyDefault":
		return value{t: tInt, i: 4}, true
	case "warpSize":
		return value{t: tInt, i: 32}, true
	case "INT_MAX":
		return value{t: tInt, i: 1<<31 - 1}, true
	case "INT_MIN":
		return value{t: tInt, i: -1 << 31}, true
	case "FLT_MAX":
		return value{t: tFloat, f: 3.40282346638528859812e+38}, true
	case "M_PI":
		return value{t: tDouble, f: 3.14159265358979323846}, true
	case "cudaFuncAttributeMaxDynamicSharedMemorySize":
		return value{t: tInt, i: 8}, true
	}
	return value{}, false
}
