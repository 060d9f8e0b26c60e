package indexmath

import "testing"

// tileIndex is the index of a swizzled shared memory tile, and rowIndex that of a row-major matrix behind a guard: what is
// evaluated for every warp and turn of a loop.
func tileIndex() Expr {
	return sum(times(64, sum(ty, times(8, ii))), Xor(tx, Mod(sum(ty, ii), num(8))))
}

func rowIndex() Expr { return sum(Mul(sum(times(8, bx), ty), pitch), times(32, ii), tx) }

func guard() Expr { return LAnd(Lt(sum(times(32, ii), tx), n), Lt(sum(times(8, bx), ty), n)) }

func BenchmarkEval(b *testing.B) {
	m := Compile([]Expr{tileIndex(), rowIndex(), guard()}, testLevel).NewMachine()
	m.Bind(symX, laneNumbers())
	m.BindUniform(symN, 1000)
	m.BindUniform(symP, 1024)
	m.BindUniform(symB, 7)
	m.BindUniform(symY, 3)
	turn := int64(0)
	for b.Loop() {
		m.BindUniform(symI, turn&63)
		turn++
		m.Eval(0)
		m.Eval(1)
		m.Eval(2)
	}
}

func BenchmarkDivide(b *testing.B) {
	m := Compile([]Expr{Div(sum(times(7, n), tx), num(48))}, testLevel).NewMachine()
	m.Bind(symX, laneNumbers())
	turn := int64(0)
	for b.Loop() {
		m.BindUniform(symN, turn&1023)
		turn++
		m.Eval(0)
	}
}

func BenchmarkBuild(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		tileIndex()
		rowIndex()
		guard()
	}
}

func BenchmarkStride(b *testing.B) {
	x := rowIndex()
	b.ReportAllocs()
	for b.Loop() {
		Stride(x, symX)
		Stride(x, symY)
	}
}
