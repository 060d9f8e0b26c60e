package lsp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/internal/config"
)

// patience is how long a test waits for what must come.
const patience = 30 * time.Second

// object is a JSON object.
type object = map[string]any

// sent is a message that the server sent.
type sent struct {
	method   string // of a response: of its request
	response bool
	raw      json.RawMessage
}

// fault is the error of a response.
type fault struct {
	Code    int
	Message string
	Data    json.RawMessage
}

// editor is a client that shares no code with the server. It keeps everything that is sent to it.
type editor struct {
	t       testing.TB
	out     io.WriteCloser
	done    chan struct{} // closed when Serve has returned
	code    int
	answers map[string]any // to requests of the server, by method; null for others

	mu      sync.Mutex
	next    int
	asked   map[string]string // methods by id
	replies map[string]chan json.RawMessage
	all     []sent
	arrived chan struct{}
	log     bytes.Buffer
}

// start runs a server and says nothing to it yet.
func start(t testing.TB, command config.Command) *editor {
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	e := &editor{t: t, out: toServer, done: make(chan struct{}), asked: map[string]string{}, replies: map[string]chan json.RawMessage{}, arrived: make(chan struct{}), answers: map[string]any{}, code: -1}
	go func() {
		defer close(e.done)
		defer out.Close()
		e.code = Serve(context.Background(), Options{In: in, Out: out, Close: in.Close, Log: lockedWriter{e}, Version: "test", Command: command})
	}()
	read := make(chan struct{}) // closed when all that was sent has been taken
	go func() {
		defer close(read)
		e.read(bufio.NewReader(fromServer))
	}()
	t.Cleanup(func() {
		toServer.Close()
		<-e.done
		<-read
		record(e.all)
	})
	return e
}

type lockedWriter struct{ e *editor }

func (w lockedWriter) Write(p []byte) (int, error) {
	w.e.mu.Lock()
	defer w.e.mu.Unlock()
	return w.e.log.Write(p)
}

func (e *editor) read(in *bufio.Reader) {
	for {
		length := 0
		for {
			line, err := in.ReadString('\n')
			if err != nil {
				return
			}
			if line == "\r\n" {
				break
			}
			if n, ok := strings.CutPrefix(line, "Content-Length: "); ok {
				length, _ = strconv.Atoi(strings.TrimSpace(n))
			}
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(in, body); err != nil {
			return
		}
		e.take(body)
	}
}

func (e *editor) take(body []byte) {
	var m struct {
		ID     json.RawMessage
		Method string
	}
	if err := json.Unmarshal(body, &m); err != nil {
		e.t.Errorf("the server sent %q: %v", body, err)
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if m.Method == "" {
		e.all = append(e.all, sent{e.asked[string(m.ID)], true, body})
		if c := e.replies[string(m.ID)]; c != nil {
			c <- body
		}
	} else {
		e.all = append(e.all, sent{m.Method, false, body})
		if m.ID != nil {
			answer := e.answers[m.Method]
			go e.write(object{"jsonrpc": "2.0", "id": m.ID, "result": answer})
		}
	}
	close(e.arrived)
	e.arrived = make(chan struct{})
}

func (e *editor) write(m any) {
	b, err := json.Marshal(m)
	require.NoError(e.t, err)
	e.writeRaw(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(b), b))
}

func (e *editor) writeRaw(s string) {
	_, _ = io.WriteString(e.out, s) // a server that is gone reads nothing
}

func (e *editor) notify(method string, params any) {
	e.write(object{"jsonrpc": "2.0", "method": method, "params": params})
}

// idOfNumber is one of the kinds of ids that clients use, or may use.
func idOfNumber(n int) any {
	return []any{n, -n, strconv.Itoa(n), "\x00-" + strconv.Itoa(n), "\x00\x00" + strconv.Itoa(n), "-" + strconv.Itoa(n)}[n%6]
}

// ask sends a request and gives a function that waits for the answer.
func (e *editor) ask(method string, params any) (id any, wait func() (json.RawMessage, *fault)) {
	e.mu.Lock()
	e.next++
	id = idOfNumber(e.next)
	c := make(chan json.RawMessage, 1)
	key, err := json.Marshal(id)
	require.NoError(e.t, err)
	e.asked[string(key)], e.replies[string(key)] = method, c
	e.mu.Unlock()
	e.write(object{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
	return id, func() (json.RawMessage, *fault) {
		select {
		case body := <-c:
			var m struct {
				Result json.RawMessage
				Error  *fault
			}
			require.NoError(e.t, json.Unmarshal(body, &m))
			return m.Result, m.Error
		case <-time.After(patience):
			e.mu.Lock()
			defer e.mu.Unlock()
			require.FailNow(e.t, "no answer to "+method, e.log.String())
			return nil, nil
		}
	}
}

// request waits for a result.
func (e *editor) request(method string, params any) json.RawMessage {
	_, wait := e.ask(method, params)
	result, f := wait()
	require.Nil(e.t, f, method)
	return result
}

// refused waits for an error.
func (e *editor) refused(method string, params any) *fault {
	_, wait := e.ask(method, params)
	_, f := wait()
	require.NotNil(e.t, f, method)
	return f
}

// capabilities are those of a client that can do everything.
func capabilities(encodings ...string) object {
	return object{
		"general":   object{"positionEncodings": encodings},
		"window":    object{"workDoneProgress": true, "showDocument": object{"support": false}},
		"workspace": object{"configuration": true, "workspaceFolders": true, "didChangeWatchedFiles": object{"dynamicRegistration": true}, "workspaceEdit": object{"documentChanges": true}},
		"textDocument": object{
			"publishDiagnostics": object{"relatedInformation": true, "versionSupport": true, "dataSupport": true, "codeDescriptionSupport": true, "tagSupport": object{"valueSet": []int{1, 2}}},
			"codeAction": object{
				"codeActionLiteralSupport": object{"codeActionKind": object{"valueSet": []string{}}}, "isPreferredSupport": true, "disabledSupport": true,
				"dataSupport": true, "resolveSupport": object{"properties": []string{"edit"}},
			},
			"hover": object{"contentFormat": []string{"markdown", "plaintext"}},
		},
	}
}

// begin initializes a server for a folder.
func (e *editor) begin(dir string, capabilities object, options any) object {
	result := e.request("initialize", object{
		"processId": os.Getpid(), "rootUri": fileURI(dir), "capabilities": capabilities, "initializationOptions": options,
		"workspaceFolders": []object{{"uri": fileURI(dir), "name": "w"}},
	})
	e.notify("initialized", object{})
	var out object
	require.NoError(e.t, json.Unmarshal(result, &out))
	return out
}

// end shuts the server down as the protocol says.
func (e *editor) end() {
	e.request("shutdown", nil)
	e.notify("exit", nil)
	select {
	case <-e.done:
		assert.Equal(e.t, 0, e.code)
	case <-time.After(patience):
		require.FailNow(e.t, "the server does not end")
	}
}

func (e *editor) open(uri, text string) {
	e.notify("textDocument/didOpen", object{"textDocument": object{"uri": uri, "languageId": "cuda", "version": 1, "text": text}})
}

func (e *editor) change(uri string, version int, changes ...object) {
	e.notify("textDocument/didChange", object{"textDocument": object{"uri": uri, "version": version}, "contentChanges": changes})
}

// published is what diagnostics were pushed.
type published struct {
	URI         string
	Version     *int
	Diagnostics []struct {
		Range              textRange
		Severity           int
		Code               string
		CodeDescription    *codeDescription
		Source             string
		Message            string
		Tags               []int
		RelatedInformation []relatedInformation
	}
}

func (p *published) codes() []string {
	out := []string{}
	for _, d := range p.Diagnostics {
		out = append(out, d.Code)
	}
	return out
}

// until waits for a message of the server that fits.
func (e *editor) until(method string, fits func(params json.RawMessage) bool) {
	deadline := time.After(patience)
	for seen := 0; ; {
		e.mu.Lock()
		list, arrived := e.all, e.arrived
		e.mu.Unlock()
		for ; seen < len(list); seen++ {
			var m struct{ Params json.RawMessage }
			if list[seen].method == method && !list[seen].response && json.Unmarshal(list[seen].raw, &m) == nil && fits(m.Params) {
				return
			}
		}
		select {
		case <-arrived:
		case <-deadline:
			e.mu.Lock()
			defer e.mu.Unlock()
			for _, s := range e.all {
				e.t.Logf("%.300s", s.raw)
			}
			require.FailNow(e.t, "no fitting "+method, e.log.String())
		}
	}
}

// findings waits for the diagnostics of a version of a document that fit, and gives them.
func (e *editor) findings(uri string, version int, fits func(*published) bool) (out published) {
	e.until("textDocument/publishDiagnostics", func(params json.RawMessage) bool {
		var p published
		require.NoError(e.t, json.Unmarshal(params, &p))
		if p.URI != uri || version > 0 && (p.Version == nil || *p.Version != version) || fits != nil && !fits(&p) {
			return false
		}
		out = p
		return true
	})
	return out
}

// files writes files into a fresh folder and gives it.
func files(t testing.TB, texts map[string]string) string {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for name, text := range texts {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	return dir
}
