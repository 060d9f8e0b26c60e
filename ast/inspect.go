package ast

import "github.com/cudalint/cudalint/source"

// Inspect calls f for n and, where f says so, for everything below it, in source order. Nodes that are missing are left out.
func Inspect(n Node, f func(Node) bool) {
	if isNil(n) || !f(n) {
		return
	}
	switch n := n.(type) {
	case *File:
		inspectAll(n.Decls, f)
	case Stmt:
		inspectStmt(n, f)
	case Expr:
		inspectExpr(n, f)
	case Decl:
		inspectDecl(n, f)
	case Type:
		inspectType(n, f)
	}
}

// Pos makes a file a node.
func (f *File) Pos() (s source.Span) {
	if f.Source != nil {
		s.End = int32(len(f.Source.Text))
	}
	return s
}

func inspectAll[T Node](list []T, f func(Node) bool) {
	for _, n := range list {
		Inspect(n, f)
	}
}

// isNil reports whether an interface holds nothing or a nil pointer of a node that is often left out.
func isNil(n Node) bool {
	switch n := n.(type) {
	case nil:
		return true
	case *Block:
		return n == nil
	case *VarDecl:
		return n == nil
	case *FuncDecl:
		return n == nil
	}
	return false
}

func inspectStmt(n Stmt, f func(Node) bool) {
	switch n := n.(type) {
	case *Block:
		inspectAll(n.List, f)
	case *DeclStmt:
		inspectAll(n.Decls, f)
	case *ExprStmt:
		Inspect(n.X, f)
	case *If:
		Inspect(n.Init, f)
		Inspect(n.Cond, f)
		Inspect(n.Then, f)
		Inspect(n.Else, f)
	case *For:
		Inspect(n.Init, f)
		Inspect(n.Cond, f)
		Inspect(n.Post, f)
		Inspect(n.Body, f)
	case *RangeFor:
		Inspect(n.Var, f)
		Inspect(n.Range, f)
		Inspect(n.Body, f)
	case *While:
		Inspect(n.Cond, f)
		Inspect(n.Body, f)
	case *DoWhile:
		Inspect(n.Body, f)
		Inspect(n.Cond, f)
	case *Switch:
		Inspect(n.Cond, f)
		Inspect(n.Body, f)
	case *Case:
		Inspect(n.X, f)
		inspectAll(n.Body, f)
	case *Return:
		Inspect(n.X, f)
	case *Throw:
		Inspect(n.X, f)
	case *Try:
		Inspect(n.Body, f)
		for _, h := range n.Handlers {
			Inspect(h.Body, f)
		}
	case *Labeled:
		Inspect(n.Stmt, f)
	case *Asm:
		for _, o := range n.Outputs {
			Inspect(o.X, f)
		}
		for _, o := range n.Inputs {
			Inspect(o.X, f)
		}
	case *MacroStmt:
		Inspect(n.Body, f)
	case *MacroLoop:
		Inspect(n.Body, f)
	case *BadStmt:
		inspectAll(n.List, f)
	}
}

func inspectExpr(n Expr, f func(Node) bool) {
	switch n := n.(type) {
	case *Unary:
		Inspect(n.X, f)
	case *Binary:
		Inspect(n.X, f)
		Inspect(n.Y, f)
	case *Assign:
		Inspect(n.X, f)
		Inspect(n.Y, f)
	case *Cond:
		Inspect(n.C, f)
		Inspect(n.X, f)
		Inspect(n.Y, f)
	case *Call:
		Inspect(n.Fun, f)
		inspectAll(n.Args, f)
	case *Launch:
		Inspect(n.Fun, f)
		inspectAll(n.Config, f)
		inspectAll(n.Args, f)
	case *Index:
		Inspect(n.X, f)
		Inspect(n.I, f)
	case *Member:
		Inspect(n.X, f)
	case *Cast:
		Inspect(n.Type, f)
		Inspect(n.X, f)
	case *Construct:
		Inspect(n.Type, f)
		inspectAll(n.Args, f)
	case *InitList:
		inspectAll(n.Elems, f)
	case *SizeofType:
		Inspect(n.Type, f)
	case *SizeofExpr:
		Inspect(n.X, f)
	case *Lambda:
		Inspect(n.Body, f)
	case *New:
		Inspect(n.Type, f)
		inspectAll(n.Args, f)
		Inspect(n.Len, f)
	case *Delete:
		Inspect(n.X, f)
	case *Paren:
		Inspect(n.X, f)
	case *Fold:
		Inspect(n.Left, f)
		Inspect(n.Right, f)
	case *PackExpansion:
		Inspect(n.X, f)
	case *BadExpr:
		inspectAll(n.Parts, f)
	}
}

func inspectDecl(n Decl, f func(Node) bool) {
	switch n := n.(type) {
	case *FuncDecl:
		for _, p := range n.Params {
			Inspect(p.Type, f)
			Inspect(p.Default, f)
		}
		Inspect(n.Body, f)
	case *VarDecl:
		Inspect(n.Type, f)
		Inspect(n.Init, f)
		inspectAll(n.Args, f)
	case *RecordDecl:
		inspectAll(n.Members, f)
	case *EnumDecl:
		for _, v := range n.Values {
			Inspect(v.Value, f)
		}
	case *AliasDecl:
		Inspect(n.Type, f)
	case *BindingDecl:
		Inspect(n.Init, f)
	case *MacroStmt:
		Inspect(n.Body, f)
	case *NamespaceDecl:
		inspectAll(n.Decls, f)
	}
}

func inspectType(n Type, f func(Node) bool) {
	switch n := n.(type) {
	case *NamedType:
		if n.Record != nil {
			Inspect(n.Record, f)
		}
	case *PointerType:
		Inspect(n.Elem, f)
	case *RefType:
		Inspect(n.Elem, f)
	case *ArrayType:
		Inspect(n.Elem, f)
		Inspect(n.Len, f)
	case *DecltypeType:
		Inspect(n.X, f)
	case *PackType:
		Inspect(n.Elem, f)
	}
}
