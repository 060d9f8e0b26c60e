package report

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/lint"
)

const calledText = `float both(const float *p, int i) {
    float a = p[i];
    return a * p[2 * i];
}
void k(float *out, const float *in) {
    out[t] =
        both(in, t);
    float own = in[t] + both(in, t + 1);
}
`

// What a function accesses first is listed at its call as well, unless the call has such an access of its own.
func TestAccessesAtCalls(t *testing.T) {
	access := func(text, op string, calls ...string) lint.Access {
		a := lint.Access{Place: at(calledText, text), Subject: diag.Subject{Kernel: "k", Space: "global", Op: op, Block: [3]int64{256, 1, 1}}}
		for _, c := range calls {
			a.Calls = append(a.Calls, at(calledText, c))
		}
		return a
	}
	var out bytes.Buffer
	require.NoError(t, WriteAccesses(&out, &lint.Result{Accesses: []lint.Access{
		access("p[i]", "load", "both(in, t)"), access("p[i]", "load", "both(in, t + 1)"),
		access("p[2 * i]", "load", "both(in, t)"), access("p[2 * i]", "load", "both(in, t + 1)"),
		access("out[t]", "store"), access("in[t]", "load"),
	}}))
	var doc struct {
		Accesses []struct {
			Line      int
			Column    int
			WrittenAt *struct{ Line int } `json:"written_at"`
			Calls     []any               `json:"called_from"`
		}
	}
	require.NoError(t, json.Unmarshal(out.Bytes(), &doc))
	var lines []int
	for _, a := range doc.Accesses {
		lines = append(lines, a.Line)
		if a.Line != 7 {
			assert.Nil(t, a.WrittenAt, "line %d", a.Line)
			continue
		}
		require.NotNil(t, a.WrittenAt)
		assert.Equal(t, 2, a.WrittenAt.Line)
		assert.Equal(t, 9, a.Column)
		assert.Empty(t, a.Calls)
	}
	assert.Equal(t, []int{2, 2, 3, 3, 6, 7, 8}, lines)
}
