package ast

// Stmt is a statement.
type Stmt interface {
	Node
	stmt()
}

// Block is `{ .. }`.
type Block struct {
	At
	List []Stmt
}

// DeclStmt is a declaration inside a function: one entry a declarator.
type DeclStmt struct {
	At
	Decls []Decl
}

// ExprStmt is an expression used as a statement.
type ExprStmt struct {
	At
	X Expr
}

// If is an if statement. Else may be nil.
type If struct {
	At
	Constexpr bool
	Init      Stmt // may be nil
	Cond      Expr // may be nil when a declaration in Init decides
	Then      Stmt
	Else      Stmt
}

// For is a for loop; each part may be nil. Unroll is the factor of a #pragma unroll in front of it
// (nil without one, an Ident named "" when no factor is given); it lies in front of the span.
type For struct {
	At
	Init   Stmt
	Cond   Expr
	Post   Expr
	Body   Stmt
	Unroll Expr
}

// RangeFor is `for (T x : range)`.
type RangeFor struct {
	At
	Var   *VarDecl
	Range Expr
	Body  Stmt
}

// While is a while loop.
type While struct {
	At
	Cond   Expr
	Body   Stmt
	Unroll Expr
}

// DoWhile is a do loop.
type DoWhile struct {
	At
	Body Stmt
	Cond Expr
}

// Switch is a switch; its body holds *Case statements, in order with what they label.
type Switch struct {
	At
	Cond Expr
	Body Stmt
}

// Case is `case X:` (X nil for default) with the statements up to the next label.
type Case struct {
	At
	X    Expr
	Body []Stmt
}

// Return leaves the function. X may be nil.
type Return struct {
	At
	X Expr
}

// Throw throws. X may be nil.
type Throw struct {
	At
	X Expr
}

// Try is a try block with its handlers.
type Try struct {
	At
	Body     *Block
	Handlers []Handler
}

// Handler is one catch clause. Param is nil for `catch (...)`.
type Handler struct {
	Param *Param
	Body  *Block
}

// Break leaves a loop or switch.
type Break struct{ At }

// Continue goes to the next iteration.
type Continue struct{ At }

// Goto jumps.
type Goto struct {
	At
	Label string
}

// Labeled is `name: stmt`.
type Labeled struct {
	At
	Label string
	Stmt  Stmt
}

// AsmOperand is one operand of inline assembly.
type AsmOperand struct {
	Constraint string
	X          Expr
}

// Asm is an inline assembly statement.
type Asm struct {
	At
	Template string // string pieces joined, escapes decoded
	Outputs  []AsmOperand
	Inputs   []AsmOperand
}

// MacroStmt is a macro that stands as a statement (or in a class or at file level as a declaration: it is a Decl too), with or
// without arguments, and does not read as plain C++: CHECK(p) without semicolon, SWITCH(t, T, run<T>();).
// Args are the raw texts between the commas at depth 0.
type MacroStmt struct {
	At
	Name string
	Call bool // has an argument list
	Args []string
	Body Stmt // the block behind it, `DISPATCH(t) { .. }`; may be nil
}

// MacroLoop is a loop macro with its body: KERNEL_LOOP(i, n) { .. }.
type MacroLoop struct {
	At
	Name string
	Args []string // raw texts
	Body Stmt
}

// Empty is a lone semicolon.
type Empty struct{ At }

// BadStmt could not be read. List holds what could be read inside.
type BadStmt struct {
	At
	List []Stmt
}

func (*Block) stmt()     {}
func (*DeclStmt) stmt()  {}
func (*ExprStmt) stmt()  {}
func (*If) stmt()        {}
func (*For) stmt()       {}
func (*RangeFor) stmt()  {}
func (*While) stmt()     {}
func (*DoWhile) stmt()   {}
func (*Switch) stmt()    {}
func (*Case) stmt()      {}
func (*Return) stmt()    {}
func (*Throw) stmt()     {}
func (*Try) stmt()       {}
func (*Break) stmt()     {}
func (*Continue) stmt()  {}
func (*Goto) stmt()      {}
func (*Labeled) stmt()   {}
func (*Asm) stmt()       {}
func (*MacroStmt) stmt() {}
func (*MacroLoop) stmt() {}
func (*Empty) stmt()     {}
func (*BadStmt) stmt()   {}
