package indexmath

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func laneNumbers() *Value {
	v := &Value{Known: allLanes}
	for l := range v.V {
		v.V[l] = int64(l)
	}
	return v
}

func TestEvalUniformAndByLane(t *testing.T) {
	m := Compile([]Expr{sum(Mul(n, ty), tx), n, num(7), {}, Mul(n, tx)}, testLevel).NewMachine()
	assert.Zero(t, m.Eval(0).Known, "nothing is bound")
	assert.Zero(t, m.Eval(1).Known)
	assert.Equal(t, &Value{Lanes{7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7}, allLanes}, m.Eval(2))
	assert.Zero(t, m.Eval(3).Known, "the unknown expression")

	m.Bind(symX, laneNumbers())
	m.BindUniform(symY, 3)
	m.BindUniform(symN, 100)
	got := m.Eval(0)
	assert.Equal(t, allLanes, got.Known)
	for l, v := range got.V {
		assert.EqualValues(t, 300+l, v)
	}
	assert.EqualValues(t, 100, m.Eval(1).V[31])

	m.Unbind(symN)
	assert.Zero(t, m.Eval(0).Known)
	assert.Equal(t, uint32(1), m.Eval(4).Known, "lane 0 is 0*n")
	m.BindUniform(symQ, 5) // in none of the expressions
	m.Bind(symQ, laneNumbers())
	m.Unbind(symQ)
}

// A lane that is not known makes only itself unknown, and not even that where another operand decides.
func TestEvalUnknownLanes(t *testing.T) {
	loaded := &Sym{Name: "w[i]", Kind: Data}
	e := loaded.Expr()
	roots := []Expr{sum(e, tx), Mul(e, tx), And(e, tx), LAnd(e, tx), LOr(e, tx), Select(tx, n, e), Select(e, n, tx), Div(n, tx), Shl(n, Sub(tx, num(1)))}
	want := []uint32{0x0000fffe, 0x0000ffff, 0x0000ffff, 0x0000ffff, 0xfffffffe, 0xfffffffe, 0x0000fffe, 0xfffffffe, 0xfffffffe}
	m := Compile(roots, testLevel).NewMachine()
	data := laneNumbers()
	data.Known = 0x0000fffe
	m.Bind(loaded, data)
	m.Bind(symX, laneNumbers())
	m.BindUniform(symN, 9)
	for i := range roots {
		assert.Equal(t, want[i], m.Eval(i).Known, roots[i].String())
	}
}

// Binding in any order, again and again, gives what a new machine gives.
func TestEvalAfterRebinding(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 300 {
		c := &choices{randomBytes(r, 20000)}
		var roots []Expr
		var have []*tree
		for range 4 {
			roots = append(roots, c.tree(4, &have).expr())
		}
		code := Compile(roots, testLevel)
		m := code.NewMachine()
		now := lanesOf{}
		for range 12 {
			fresh := c.assignment()
			for range 1 + c.below(3) {
				s := testSyms[c.below(len(testSyms))]
				now[s] = fresh[s]
				if c.below(5) == 0 {
					now[s] = &Value{}
				}
				m.Bind(s, now[s])
			}
			clean := code.NewMachine()
			now.bind(clean)
			for i := range roots {
				if c.below(3) == 0 {
					continue
				}
				want, got := clean.Eval(i), m.Eval(i)
				require.Equal(t, want.Known, got.Known, roots[i])
				for l := range 32 {
					if want.Known>>l&1 == 1 {
						require.Equal(t, want.V[l], got.V[l], roots[i])
					}
				}
			}
		}
	}
}

func TestBindingComputesOnlyWhatIsDeeper(t *testing.T) {
	outer, inner := Mod(sum(n, tx), num(7)), Mod(sum(ii, tx), num(5))
	code := Compile([]Expr{sum(outer, inner)}, testLevel)
	m := code.NewMachine()
	m.Bind(symX, laneNumbers())
	m.BindUniform(symN, 3)
	m.BindUniform(symI, 0)
	m.Eval(0)
	computed := func() (count int) {
		for i := range m.regs {
			if m.regs[i].at == m.clock {
				count++
			}
		}
		return count
	}
	assert.Equal(t, 5, computed(), "two sums, two remainders and the root")
	m.BindUniform(symI, 1)
	m.Eval(0)
	assert.Equal(t, 3, computed(), "the inner sum, its remainder and the root")
	before := m.clock
	m.BindUniform(symI, 1)
	m.Bind(symX, laneNumbers())
	assert.Equal(t, before, m.clock, "the same values again change nothing")
}

func TestCompileSharesWhatIsEqual(t *testing.T) {
	part := func() Expr { return Mod(sum(n, tx), num(7)) }
	code := Compile([]Expr{sum(part(), ty), sum(part(), bx)}, testLevel)
	mods := 0
	for _, in := range code.instrs {
		if in.op == opMod {
			mods++
		}
	}
	assert.Equal(t, 1, mods)
}

func TestDivideByAConstant(t *testing.T) {
	for _, c := range []int64{1, 2, 3, 7, 10, 48, 64, 641, 1<<31 - 1, 1<<32 - 1, 1 << 32, 1<<32 + 1, 1 << 62} {
		for _, base := range []int64{0, c - 9, 1<<32 - 32, 1<<32 - 16, 1 << 40, -16, -1 << 40, 5*c - 16, -5*c - 16} {
			var x, quotient, remainder Lanes
			for l := range x {
				x[l] = base + int64(l)
			}
			divideBy(opDiv, &x, c, &quotient)
			divideBy(opMod, &x, c, &remainder)
			for l, v := range x {
				require.Equal(t, v/c, quotient[l], "%d/%d", v, c)
				require.Equal(t, v%c, remainder[l], "%d%%%d", v, c)
			}
		}
	}
}
