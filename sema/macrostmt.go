package sema

import (
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/trace"
)

// macroStmtText is what a macro that stands as a statement gives.
func (in *interp) macroStmtText(s *ast.MacroStmt, m *ast.Macro) (string, bool) {
	in.macros.pos = in.pos
	if !s.Call {
		return in.macros.text(in.frame.file, m.Body, map[string]bool{m.Name: true}), true
	}
	args := make([]string, len(s.Args))
	for i, a := range s.Args {
		args[i] = in.macros.text(in.frame.file, a, map[string]bool{})
	}
	return in.macros.call(in.frame.file, m, args)
}

// macroStmt walks what a macro stands for; of one that is not defined in sight, the arguments that read as code.
func (in *interp) macroStmt(s *ast.MacroStmt) {
	if in.macros.depth > maxExpand {
		return
	}
	m := in.macro(s.Name, s.Call)
	if m != nil {
		if text, ok := in.macroStmtText(s, m); ok {
			if list, ok := in.macros.statements(in, text+";", s); ok {
				in.atUse(s, func() { in.stmts(list) })
				if s.Body != nil {
					in.block(s.Body)
				}
				return
			}
		}
	}
	for _, a := range s.Args {
		if list, ok := in.macros.statements(in, a+";", s); ok && strings.ContainsAny(a, "(=") {
			in.atUse(s, func() { in.push(); in.stmts(list); in.dispatchedIn(list, s); in.pop() })
		}
	}
	if s.Body != nil {
		in.block(s.Body)
	}
}

// gridStride are loop macros of public projects that visit i, i + blockDim.x*gridDim.x, ..; they are taken as such where their
// definition is not in sight.
func gridStride(name string) bool {
	return strings.HasSuffix(name, "KERNEL_LOOP") || strings.HasSuffix(name, "KERNEL_LOOP_TYPE") || name == "CUDA_1D_KERNEL_LOOP_T"
}

// macroLoop walks a loop that a macro writes.
func (in *interp) macroLoop(s *ast.MacroLoop) {
	if m := in.macro(s.Name, true); m != nil {
		in.macros.pos = in.pos
		args := make([]string, len(s.Args))
		for i, a := range s.Args {
			args[i] = in.macros.text(in.frame.file, a, map[string]bool{})
		}
		if text, ok := in.macros.call(in.frame.file, m, args); ok && in.loopText(text, s) {
			return
		}
	} else if gridStride(s.Name) && len(s.Args) >= 2 {
		i, n := s.Args[0], s.Args[1]
		text := "for (int " + i + " = blockIdx.x * blockDim.x + threadIdx.x; " + i + " < (" + n + "); " + i + " += blockDim.x * gridDim.x)"
		if in.loopText(text, s) {
			return
		}
	}
	in.push()
	if len(s.Args) > 0 {
		name := strings.TrimSpace(s.Args[0])
		o := &object{name: name, space: trace.Local, typ: typeInt}
		in.st.store(o, 0, typeInt, unknown(typeInt, s.Name+"'s "+name))
		in.frame.scope.declare(name, place{obj: o, off: indexmath.Const(0), typ: typeInt})
	}
	in.loop(loopParts{body: s.Body, node: s})
	in.pop()
}

// loopText reads a loop's header and puts the body behind it.
func (in *interp) loopText(text string, s *ast.MacroLoop) bool {
	list, ok := in.macros.statements(in, text+" ;", s)
	if !ok || len(list) == 0 {
		return false
	}
	last := len(list) - 1
	if _, empty := list[last].(*ast.Empty); empty && last > 0 {
		last--
	}
	loop, ok := withBody(list[last], s.Body)
	if !ok {
		return false
	}
	in.push()
	for _, st := range list[:last] {
		in.stmt(st)
	}
	in.stmt(loop)
	in.pop()
	return true
}

// withBody is the statement with body in the place of the innermost empty one.
func withBody(s ast.Stmt, body ast.Stmt) (ast.Stmt, bool) {
	switch s := s.(type) {
	case *ast.For:
		c := *s
		var ok bool
		c.Body, ok = withBody(s.Body, body)
		return &c, ok
	case *ast.While:
		c := *s
		var ok bool
		c.Body, ok = withBody(s.Body, body)
		return &c, ok
	case *ast.If:
		c := *s
		var ok bool
		c.Then, ok = withBody(s.Then, body)
		return &c, ok
	case *ast.Empty:
		return body, true
	case nil:
		return body, true
	}
	return nil, false
}
