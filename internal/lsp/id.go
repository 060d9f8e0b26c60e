package lsp

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/sourcegraph/jsonrpc2"
)

// The library holds ids that are texts or numbers from 0 on. Those of the protocol are texts or any integers. So a negative number becomes
// the text of it behind a zero character, and a text that begins with that character gets one more; answers go the way back.
const held = "\x00"

// isInteger reports whether an id is a number that the protocol allows.
func isInteger(id json.RawMessage) bool {
	digits, _ := bytes.CutPrefix(id, []byte("-"))
	_, err := strconv.ParseUint(string(digits), 10, 63)
	return err == nil
}

// heldID is the id that the library is given for one that it cannot hold; false for all others.
func heldID(id json.RawMessage) (string, bool) {
	if bytes.HasPrefix(id, []byte("-")) {
		return held + string(id), true
	}
	var text string
	if json.Unmarshal(id, &text) == nil && strings.HasPrefix(text, held) {
		return held + text, true
	}
	return "", false
}

// idOf is an id as the library holds it.
func idOf(raw json.RawMessage) (jsonrpc2.ID, error) {
	if text, ok := heldID(raw); ok {
		return jsonrpc2.ID{Str: text, IsString: true}, nil
	}
	var id jsonrpc2.ID
	err := json.Unmarshal(raw, &id)
	return id, err
}

// inward is a message with an id that the library can hold.
func inward(body []byte, id json.RawMessage) ([]byte, error) {
	text, ok := heldID(id)
	if !ok {
		return body, nil
	}
	return withID(body, func() (json.RawMessage, error) { return json.Marshal(text) })
}

// outward is a message with the id that the client knows.
func outward(body []byte) ([]byte, error) {
	if !bytes.Contains(body, []byte(`"id":"\u0000`)) {
		return body, nil
	}
	var m struct{ ID string }
	if json.Unmarshal(body, &m) != nil || !strings.HasPrefix(m.ID, held) {
		return body, nil // it is within something else
	}
	return withID(body, func() (json.RawMessage, error) {
		rest := m.ID[len(held):]
		if strings.HasPrefix(rest, held) {
			return json.Marshal(rest)
		}
		return json.RawMessage(rest), nil
	})
}

// withID is a message with another id.
func withID(body []byte, id func() (json.RawMessage, error)) ([]byte, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(body, &members); err != nil {
		return nil, err
	}
	var err error
	if members["id"], err = id(); err != nil {
		return nil, err
	}
	return json.Marshal(members)
}
