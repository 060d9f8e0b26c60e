//go:build cgo

package parser

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The flat tree holds together: preorder, children inside their parents, errors known to all above.
func TestFlatTree(t *testing.T) {
	err := parseTree([]byte("int f(int a) { return a + g(1, ; } struct S { int x; };"), new(time.Minute), func(tr tree) {
		require.NotEmpty(t, tr.nodes)
		assert.Equal(t, kTranslationUnit, tr.kind(0))
		assert.Equal(t, int32(len(tr.nodes)), tr.nodes[0].last)
		assert.True(t, tr.broken(0))
		for i := range tr.nodes[1:] {
			i := node(i + 1)
			n, p := tr.nodes[i], tr.nodes[i].parent
			require.Less(t, p, i)
			assert.LessOrEqual(t, n.last, tr.nodes[p].last)
			assert.LessOrEqual(t, tr.nodes[p].start, n.start)
			assert.LessOrEqual(t, n.end, tr.nodes[p].end)
			if n.flags&flagBroken != 0 {
				assert.True(t, tr.broken(p))
			}
		}
		f := tr.kidOf(0, kFunctionDefinition)
		require.NotEqual(t, none, f)
		d := tr.child(f, fDeclarator)
		assert.Equal(t, "f(int a)", tr.str(d))
		assert.Equal(t, "f", tr.str(tr.child(d, fDeclarator)))
		s := tr.kidOf(0, kStructSpecifier)
		require.NotEqual(t, none, s)
		assert.False(t, tr.broken(s))
	})
	require.NoError(t, err)
}

// Every kind and field that lowering asks for is one of the grammar's.
func TestGrammarHasOurNames(t *testing.T) {
	g := grammar()
	kinds, fields := map[kind]bool{}, map[field]bool{}
	for _, k := range g.kinds {
		kinds[kind(k)] = true
	}
	for _, f := range g.fields {
		fields[field(f)] = true
	}
	for k, name := range kindNames {
		if name != "" {
			assert.True(t, kinds[kind(k)], name)
		}
	}
	for f, name := range fieldNames {
		if name != "" {
			assert.True(t, fields[field(f)], name)
		}
	}
}

func TestMissingTokensHaveNames(t *testing.T) {
	err := parseTree([]byte("int x"), new(time.Minute), func(tr tree) {
		found := ""
		for i := range tr.nodes {
			if tr.nodes[i].flags&flagMissing != 0 {
				found = tr.missing(node(i))
			}
		}
		assert.Equal(t, ";", found)
	})
	require.NoError(t, err)
}
