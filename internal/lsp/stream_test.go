package lsp

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/sourcegraph/jsonrpc2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFraming(t *testing.T) {
	one := `{"jsonrpc":"2.0","id":1,"method":"m","params":{"text":"本 🚀"}}`
	size := strconv.Itoa(len(one))
	for name, input := range map[string]string{
		"plain":          "Content-Length: " + size + "\r\n\r\n" + one,
		"any case":       "CONTENT-LENGTH:" + size + " \r\ncontent-type: x\r\n\r\n" + one,
		"bare line ends": "Content-Length: " + size + "\n\n" + one,
		"blank lines":    "\r\n\r\nContent-Length: " + size + "\r\n\r\n" + one,
		"after no JSON":  "Content-Length: 3\r\n\r\n{x}Content-Length: " + size + "\r\n\r\n" + one,
	} {
		var out bytes.Buffer
		s := newStream(strings.NewReader(input), &out, func() error { return nil })
		var got json.RawMessage
		require.NoError(t, s.ReadObject(&got), name)
		assert.Equal(t, one, string(got), name)
		assert.ErrorIs(t, s.ReadObject(&got), io.EOF, name)
	}
	var out bytes.Buffer
	s := newStream(strings.NewReader(""), &out, nil)
	require.NoError(t, s.WriteObject(map[string]string{"a": "<本>"}))
	assert.Equal(t, "Content-Length: 13\r\n\r\n{\"a\":\"<本>\"}", out.String())
}

// TestIDs: whatever id a request has, the library gets one that it can hold, no two the same, and the answer has the client's.
func TestIDs(t *testing.T) {
	seen := map[jsonrpc2.ID]string{}
	for _, id := range []string{"0", "1", "-1", "-0", "-9007199254740993", "9223372036854775807", `""`, `"1"`, `"-1"`, `"\u0000-1"`, `"\u0000\u0000-1"`, `"\u0000"`, `"\u00001"`, `"本"`} {
		body := `{"jsonrpc":"2.0","id":` + id + `,"method":"m","params":{"id":-5,"text":"\"id\":\"\u0000-5\""}}`
		var out bytes.Buffer
		s := newStream(strings.NewReader("Content-Length: "+strconv.Itoa(len(body))+"\r\n\r\n"+body), &out, nil)
		var r jsonrpc2.Request
		require.NoError(t, s.ReadObject(&r), id)
		require.Empty(t, out.String(), id)
		assert.Empty(t, seen[r.ID], "%s and %s are one", id, seen[r.ID])
		seen[r.ID] = id
		assert.JSONEq(t, `{"id":-5,"text":"\"id\":\"\u0000-5\""}`, string(*r.Params))
		held, err := idOf(json.RawMessage(id))
		require.NoError(t, err)
		assert.Equal(t, r.ID, held, "as it is named when it is cancelled")

		result := json.RawMessage(`{"id":"\u0000-5","html":"<"}`)
		require.NoError(t, s.WriteObject(&jsonrpc2.Response{ID: r.ID, Result: &result}))
		_, answer, _ := strings.Cut(out.String(), "\r\n\r\n")
		var m struct{ ID, Result json.RawMessage }
		require.NoError(t, json.Unmarshal([]byte(answer), &m))
		assert.Equal(t, id, string(m.ID))
		assert.JSONEq(t, string(result), string(m.Result))
	}
	for _, id := range []string{"1.5", "-1.5", "true", "[]", "{}", "1e2", "-9223372036854775809"} {
		body := `{"jsonrpc":"2.0","id":` + id + `,"method":"m"}`
		var out bytes.Buffer
		s := newStream(strings.NewReader("Content-Length: "+strconv.Itoa(len(body))+"\r\n\r\n"+body), &out, nil)
		var r jsonrpc2.Request
		assert.ErrorIs(t, s.ReadObject(&r), io.EOF, id)
		assert.Contains(t, out.String(), "the id is neither an integer nor a string", id)
	}
}

// FuzzStream reads whatever comes. It must end, without a panic, and what it gives on is JSON.
func FuzzStream(f *testing.F) {
	f.Add([]byte("Content-Length: 2\r\n\r\n{}Content-Length: 9223372036854775807\r\n\r\n{"))
	f.Add([]byte("Content-Length: 46\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"exit\",\"params\":null}"))
	f.Add([]byte("Content-Length: 4\r\n\r\n[{}]\r\n\r\nContent-Length: x\r\n\r\n"))
	f.Fuzz(func(t *testing.T, input []byte) {
		var out bytes.Buffer
		s := newStream(bytes.NewReader(input), &out, nil)
		for {
			var got json.RawMessage
			if s.ReadObject(&got) != nil {
				break
			}
			require.True(t, json.Valid(got))
		}
		assert.LessOrEqual(t, out.Len(), 200*len(input)+1000, "answers do not outgrow what was asked")
	})
}
