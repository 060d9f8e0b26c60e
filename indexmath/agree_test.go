package indexmath

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// lanesOf are the values of all symbols in 32 lanes.
type lanesOf map[*Sym]*Value

// assignment reads values for all symbols: one for all lanes where the kind says so. Data symbols are unknown in some lanes.
func (c *choices) assignment() lanesOf {
	out := lanesOf{}
	for _, s := range testSyms {
		v := &Value{Known: allLanes}
		varies := s.Kind == Thread || s.Kind == Data || s.Varies
		for l := range v.V {
			if l > 0 && !varies {
				v.V[l] = v.V[0]
				continue
			}
			v.V[l] = c.value(s)
			if s == symX {
				v.V[l] = int64(l)
			}
		}
		if s.Kind == Data {
			v.Known = []uint32{allLanes, 0, 0x0f0f3355}[c.below(3)]
		}
		out[s] = v
	}
	return out
}

func (a lanesOf) lane(l int) map[*Sym]maybe {
	env := map[*Sym]maybe{}
	for s, v := range a {
		env[s] = maybe{v.V[l], v.Known>>l&1 == 1}
	}
	return env
}

func (a lanesOf) bind(m *Machine) {
	for s, v := range a {
		m.Bind(s, v)
	}
}

func testLevel(s *Sym) int {
	switch s.Kind {
	case Carried:
		return 2
	case Thread:
		return 1
	}
	return 0
}

// failer is what testing.T and rapid.T share.
type failer interface {
	require.TestingT
	Fatalf(string, ...any)
}

// agrees checks a tree against the expression built from it, under several assignments of values.
func agrees(t failer, src *tree, c *choices) {
	x := src.expr()
	m := Compile([]Expr{x}, testLevel).NewMachine()
	for range 3 {
		a := c.assignment()
		a.bind(m)
		got := m.Eval(0)
		for l := range 32 {
			want := src.eval(a.lane(l))
			if !want.ok || !x.Known() {
				continue
			}
			if got.Known>>l&1 == 0 || got.V[l] != want.v {
				t.Fatalf("%s\n= %s\nlane %d: %d known %v, want %d\n%s", src, x, l, got.V[l], got.Known>>l&1 == 1, want.v, describe(a, l))
			}
			if !x.Range().Contains(want.v) {
				t.Fatalf("%s\n= %s\nrange %v does not hold %d\n%s", src, x, x.Range(), want.v, describe(a, l))
			}
			if x.Residue().Excludes(want.v) {
				t.Fatalf("%s\n= %s\n%v does not hold %d\n%s", src, x, x.Residue(), want.v, describe(a, l))
			}
		}
	}
}

func describe(a lanesOf, l int) string {
	s := ""
	for _, sym := range testSyms {
		s += sym.Name + "=" + Const(a[sym].V[l]).String() + " "
	}
	return s
}

func randomBytes(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

func TestRandomTreesAgree(t *testing.T) {
	trees := 5000
	if testing.Short() {
		trees = 500
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range trees {
		shape := &choices{randomBytes(r, 20+r.IntN(80))}
		src := shape.tree(1+r.IntN(5), new([]*tree))
		agrees(t, src, &choices{randomBytes(r, 4000)})
	}
}

func TestRandomIndicesAgree(t *testing.T) {
	trees := 5000
	if testing.Short() {
		trees = 500
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range trees {
		src := (&choices{randomBytes(r, 60)}).index()
		agrees(t, src, &choices{randomBytes(r, 4000)})
	}
}

func TestTreesAgreeShrinking(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := &choices{rapid.SliceOfN(rapid.Byte(), 1, 60).Draw(t, "shape")}
		seed := rapid.Uint64().Draw(t, "values")
		agrees(t, shape.tree(5, new([]*tree)), &choices{randomBytes(rand.New(rand.NewPCG(seed, 1)), 4000)})
	})
}

func FuzzAgree(f *testing.F) {
	f.Add([]byte{9, 0, 9, 7, 3, 0, 1, 12}, uint64(1))
	f.Fuzz(func(t *testing.T, shape []byte, seed uint64) {
		agrees(t, (&choices{shape}).tree(5, new([]*tree)), &choices{randomBytes(rand.New(rand.NewPCG(seed, 1)), 4000)})
	})
}

// FuzzIndices is FuzzAgree on indices as kernels write them.
func FuzzIndices(f *testing.F) {
	f.Add([]byte{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9}, uint64(1))
	f.Fuzz(func(t *testing.T, shape []byte, seed uint64) {
		agrees(t, (&choices{shape}).index(), &choices{randomBytes(rand.New(rand.NewPCG(seed, 1)), 4000)})
	})
}

// TestEveryOperatorIsDrawn: the trees that are held against brute force are made of every operator that there is.
func TestEveryOperatorIsDrawn(t *testing.T) {
	drawn := map[op]bool{opConst: true, opSym: true}
	for _, name := range treeOps {
		x, y, z := symX.Expr(), symU.Expr(), symA.Expr()
		kids := []*tree{{op: "sym", sym: symU}, {op: "sym", sym: symX}, {op: "sym", sym: symA}}
		e := (&tree{op: name, kids: kids, val: 8}).expr()
		if !e.Known() {
			t.Fatalf("%s of %s, %s, %s is not known", name, y, x, z)
		}
		visit(e.n, func(n *node) bool {
			drawn[n.op] = true
			return true
		})
	}
	for o := opConst; o <= opCast; o++ {
		require.True(t, drawn[o], "operator %d", o)
	}
}
