package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type sample struct {
	Text  string         `json:"text"`
	List  []int          `json:"list"`
	Empty []int          `json:"empty"`
	Inner map[string]any `json:"inner"`
	None  *int           `json:"none"`
}

// A stream writes what encode writes.
func TestStream(t *testing.T) {
	full := sample{"a \"b\\\" {c}, [d]: <e> \u2028 é\n", []int{1, 2}, []int{}, map[string]any{"x": []any{map[string]any{}, 1.5, true}}, nil}
	for _, entries := range [][]sample{nil, {{}}, {full, {Text: "\\"}, full}} {
		var want, got bytes.Buffer
		require.NoError(t, encode(&want, struct {
			Version int      `json:"version"`
			Some    []sample `json:"some"`
			Words   []string `json:"words"`
		}{3, append([]sample{}, entries...), []string{"y", "z"}}))
		s := newStream(&got)
		s.begin()
		s.field("version", 3)
		list(s, "some", slices.Values(entries))
		list(s, "words", slices.Values([]string{"y", "z"}))
		require.NoError(t, s.end())
		assert.Equal(t, want.String(), got.String())
		assert.True(t, json.Valid(got.Bytes()))
	}
}

type broken struct{ left int }

func (b *broken) Write(text []byte) (int, error) {
	if b.left--; b.left < 0 {
		return 0, errors.New("no space left")
	}
	return len(text), nil
}

// The first failure is told, and nothing is written behind it.
func TestStreamFails(t *testing.T) {
	s := newStream(&broken{left: 2})
	s.begin()
	list(s, "words", slices.Values(strings.Fields("a b c")))
	assert.ErrorContains(t, s.end(), "no space left")
}
