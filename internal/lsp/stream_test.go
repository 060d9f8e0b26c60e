package lsp

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"testing"

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
