package indexmath

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

// What people read is of bounded length: the outer parts of an expression stay, and dots stand for the rest.
func TestBrief(t *testing.T) {
	sym := func(name string) Expr { return (&Sym{Name: name, Kind: Data}).Expr() }
	nested := func(depth int) Expr {
		x := sym("first")
		for i := range depth {
			x = Select(Lt(sym("bound"), Add(x, sym("step"))), Add(Mul(sym("pitch"), Const(int64(i+2))), x), sym("other"))
		}
		return x
	}
	x := Add(Mul(nested(6), Const(4)), sym("threadIdx.x"))
	assert.Greater(t, len(x.String()), 900)
	assert.Equal(t, "threadIdx.x + 4*(bound < step + ... ? 7*pitch + (... ? ... : other) : other)", fourLevels(x))
	long := Const(0)
	for i := range 60 {
		long = Add(long, Mul(sym("größe"+string(rune('a'+i%26))+string(rune('a'+i/26))), Const(int64(3+i))))
	}
	for _, y := range []Expr{x, long, Mul(x, long), sym(strings.Repeat("ö", 300)), {}, nested(1)} {
		got := y.Brief()
		assert.LessOrEqual(t, len(got), BriefBytes+4)
		assert.True(t, utf8.ValidString(got), got)
		if len(y.String()) <= BriefBytes {
			assert.Equal(t, y.String(), got)
		} else {
			assert.Contains(t, got, "...")
		}
	}
}

// fourLevels is a form that Brief may come to.
func fourLevels(x Expr) string {
	p := printer{levels: 4}
	p.print(x.n, bindCond)
	return p.String()
}
