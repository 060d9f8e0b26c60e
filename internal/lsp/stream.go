package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
)

// Bounds on what a message may take, in bytes. A document is at most as large as the driver reads.
const (
	mostMessage = 256 << 20
	mostHeader  = 8 << 10 // all header lines of a message
)

// stream frames messages as the protocol says: header lines, an empty line, a body of Content-Length bytes. A body that is no JSON-RPC
// message is answered with an error, and the next one is read; a header that cannot be read ends the stream, since nobody knows
// where the next message begins.
type stream struct {
	in    *bufio.Reader
	out   io.Writer
	close func() error
	mu    sync.Mutex // held while a message is written
}

func newStream(in io.Reader, out io.Writer, closed func() error) *stream {
	return &stream{in: bufio.NewReaderSize(in, 64<<10), out: out, close: closed}
}

// WriteObject implements jsonrpc2.ObjectStream.
func (s *stream) WriteObject(v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	body, err := outward(bytes.TrimRight(b.Bytes(), "\n"))
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err = fmt.Fprintf(s.out, "Content-Length: %d\r\n\r\n%s", len(body), body)
	return err
}

// ReadObject implements jsonrpc2.ObjectStream.
func (s *stream) ReadObject(v any) error {
	for {
		n, err := s.header()
		if err != nil {
			return err
		}
		body, err := s.body(n)
		if err != nil {
			return err
		}
		id, fault := check(body)
		if fault != nil {
			if err := s.refuse(body, fault); err != nil {
				return err
			}
			continue
		}
		if body, err = inward(body, id); err != nil {
			return err
		}
		if err := json.Unmarshal(body, v); err != nil {
			if err := s.refuse(body, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: err.Error()}); err != nil {
				return err
			}
			continue
		}
		return nil
	}
}

// Close implements jsonrpc2.ObjectStream.
func (s *stream) Close() error { return s.close() }

// header reads the lines in front of a body and gives its length.
func (s *stream) header() (int, error) {
	length, read, blank := -1, 0, true // blank: nothing but empty lines so far
	for {
		line, err := s.in.ReadSlice('\n')
		read += len(line)
		if err != nil {
			if errors.Is(err, io.EOF) && len(bytes.TrimSpace(line)) == 0 && length < 0 {
				return 0, io.EOF
			}
			if errors.Is(err, bufio.ErrBufferFull) {
				return 0, errors.New("a header line without an end")
			}
			return 0, err
		}
		if read > mostHeader {
			return 0, fmt.Errorf("a header of more than %d bytes", mostHeader)
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			if length >= 0 {
				return length, nil
			}
			if blank {
				continue // blank lines between messages
			}
			return 0, errors.New("a header without Content-Length")
		}
		blank = false
		name, value, found := strings.Cut(text, ":")
		if !found {
			return 0, fmt.Errorf("%.40q is no header line", text)
		}
		if !strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			continue
		}
		n, err := strconv.ParseUint(strings.TrimSpace(value), 10, 63)
		switch {
		case err != nil:
			return 0, fmt.Errorf("Content-Length %.40q is no length", strings.TrimSpace(value))
		case n > mostMessage:
			return 0, fmt.Errorf("a message of %d bytes; %d are the most that is read", n, mostMessage)
		case length >= 0 && uint64(length) != n:
			return 0, errors.New("two different values of Content-Length")
		}
		length = int(n)
	}
}

// body reads n bytes. Memory is taken as they come, so that a length that nothing follows costs nothing.
func (s *stream) body(n int) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(min(n, 1<<20))
	if _, err := io.CopyN(&b, s.in, int64(n)); err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	return b.Bytes(), nil
}

// check gives the id of a body, if it has one, and tells what is wrong with it as a JSON-RPC message; nil when nothing is.
func check(body []byte) (json.RawMessage, *jsonrpc2.Error) {
	if !json.Valid(body) {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeParseError, Message: "the message is no JSON"}
	}
	var m struct {
		Method *string
		ID     json.RawMessage
		Result json.RawMessage
		Error  json.RawMessage
	}
	invalid := func(text string) (json.RawMessage, *jsonrpc2.Error) {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: text}
	}
	if bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")) {
		return invalid("messages come one by one, not in batches")
	}
	if err := json.Unmarshal(body, &m); err != nil {
		return invalid("the message is neither a request nor a response")
	}
	answer := m.Result != nil || m.Error != nil
	switch {
	case m.Method == nil && !answer:
		return invalid("the message is neither a request nor a response")
	case m.Method != nil && answer:
		return invalid("the message is both a request and a response")
	case len(m.ID) > 0 && m.ID[0] != '"' && !isInteger(m.ID) && (m.Method != nil || string(m.ID) != "null"):
		return invalid("the id is neither an integer nor a string")
	}
	return m.ID, nil
}

// refuse answers a body that is no message. The id is told when there is one that can be read.
func (s *stream) refuse(body []byte, fault *jsonrpc2.Error) error {
	var m struct{ ID json.RawMessage }
	id := json.RawMessage("null")
	if json.Unmarshal(body, &m) == nil && len(m.ID) > 0 && (m.ID[0] == '"' || isInteger(m.ID)) {
		id = m.ID
	}
	return s.WriteObject(struct {
		JSONRPC string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   *jsonrpc2.Error `json:"error"`
	}{"2.0", id, fault})
}
