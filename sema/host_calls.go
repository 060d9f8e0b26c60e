package sema

import (
	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/trace"
)

// hostBuiltin evaluates the calls of the CUDA runtime that decide a launch.
func (in *interp) hostBuiltin(name string, x *ast.Call) (value, bool) {
	n := len(x.Args)
	switch name {
	case "cudaMalloc", "cudaMallocManaged", "cudaMallocHost", "cudaHostAlloc", "cudaMallocAsync", "cudaMallocPitch", "hipMalloc":
		if n < 2 {
			return value{}, false
		}
		p := in.eval(x.Args[0])
		for _, a := range x.Args[1:] {
			in.eval(a)
		}
		in.allocate(p, x)
		return value{typ: typeInt, num: indexmath.Const(0), same: true}, true
	case "malloc", "calloc", "aligned_alloc":
		for _, a := range x.Args {
			in.eval(a)
		}
		return value{typ: layout.PointerTo(nil), obj: &object{name: name, space: trace.Local, param: true}, num: indexmath.Const(0)}, true
	case "cudaLaunchKernel", "cudaLaunchCooperativeKernel":
		if n >= 4 {
			t := in.kernelName(x.Args[0])
			cfg := []value{in.eval(x.Args[1]), in.eval(x.Args[2])}
			args := in.pointedArgs(in.eval(x.Args[3]))
			for i, a := range x.Args[4:] {
				v := in.eval(a)
				if i == 0 {
					cfg = append(cfg, v)
				}
			}
			in.record(t, x, cfg, args)
			return constInt(0), true
		}
	case "cudaLaunchKernelEx", "cudaLaunchKernelExC":
		if n >= 2 {
			cfg := in.launchConfig(x.Args[0])
			t := in.kernelName(x.Args[1])
			var args []value
			for _, a := range in.spread(x.Args[2:]) {
				args = append(args, in.argValue(a))
			}
			in.record(t, x, cfg, args)
			return constInt(0), true
		}
	case "hipLaunchKernelGGL":
		if n >= 5 {
			t := in.kernelName(x.Args[0])
			cfg := []value{in.eval(x.Args[1]), in.eval(x.Args[2]), in.eval(x.Args[3])}
			var args []value
			for _, a := range in.spread(x.Args[5:]) {
				args = append(args, in.argValue(a))
			}
			in.record(t, x, cfg, args)
			return value{}, true
		}
	}
	return value{}, false
}

// allocate stores a new device pointer where p points to. cudaMalloc aligns to at least 256 bytes (CUDA C++ programming guide,
// "Device Memory Accesses").
func (in *interp) allocate(p value, x *ast.Call) {
	if p.obj == nil || p.obj.array != nil {
		return
	}
	off, ok := p.num.Const()
	if !ok {
		in.st.forget(p.obj)
		return
	}
	t := p.obj.typ
	if t != nil && t.Kind == layout.Record {
		if _, ft, ok := t.At(off); ok {
			t = ft
		}
	} else if t != nil && t.Kind == layout.Array {
		t = innermost(t)
	}
	if t == nil || t.Kind != layout.Pointer {
		t = elemOf(p.typ)
	}
	o := &object{name: in.text(x.Args[0]), space: trace.Local, typ: elemOf(t), alloc: 256, param: true}
	in.st.store(p.obj, off, t, value{typ: t, obj: o, num: indexmath.Const(0)})
}

// pointedArgs are the values behind an array of pointers to arguments.
func (in *interp) pointedArgs(v value) []value {
	if v.obj == nil {
		return nil
	}
	c, ok := in.st.get(v.obj)
	if !ok {
		return nil
	}
	var out []value
	for _, e := range c.cells {
		p := e.v
		if p.obj == nil {
			out = append(out, value{same: true})
			continue
		}
		at, _ := p.num.Const()
		w, _ := in.st.load(p.obj, at, p.obj.typ)
		out = append(out, w)
	}
	return out
}

// launchConfig reads gridDim, blockDim and dynamicSmemBytes of a cudaLaunchConfig_t: the type comes from CUDA's headers, so its
// members were stored by name.
func (in *interp) launchConfig(x ast.Expr) []value {
	if u, ok := strip(x).(*ast.Unary); ok && u.Op == "&" {
		x = u.X
	}
	get := func(name string) value {
		m := &ast.Member{At: ast.At{Span: x.Pos()}, X: x, Name: ast.NamePart{Name: name}}
		if p, ok := in.ref(m); ok {
			return in.load(p, m)
		}
		return value{}
	}
	return []value{get("gridDim"), get("blockDim"), get("dynamicSmemBytes")}
}

// dispatched walks a lambda that launches and that is handed to a function or macro whose definition is not in sight: those that pick
// an element type (AT_DISPATCH_FLOATING_TYPES and its like) run it. The names that they define in it, as scalar_t, stay unknown types.
func (in *interp) dispatched(v value, x ast.Node) {
	if in.host == nil || v.fn == nil || v.fn.lambda == nil || !in.leadsToLaunch(v.fn.lambda.Body, 0) {
		return
	}
	in.callValue(v.fn, nil, x)
}

// dispatchedIn is dispatched of the statements that a macro's argument reads as.
func (in *interp) dispatchedIn(list []ast.Stmt, x ast.Node) {
	for _, s := range list {
		if e, ok := s.(*ast.ExprStmt); ok {
			if l, ok := strip(e.X).(*ast.Lambda); ok {
				in.dispatched(in.eval(l), x)
			}
		}
	}
}
