package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/internal/driver"
)

// document is one that is open in the client. The server's lock guards it.
type document struct {
	uri     string
	abs     string // the file that it counts as
	version int32
	text    *text
	project *project

	revision int           // counts the contents
	told     int           // the revision that the project's session has; 0 is none
	again    bool          // something that it depends on has changed
	edited   time.Time     // zero when it was not yet
	asked    int           // requests that wait for a judgement
	result   *judgement    // the last one, which may be older than the content
	changed  chan struct{} // closed when content or result change
}

// judgement is what was found for one content of a document.
type judgement struct {
	revision int
	version  int32
	out      *driver.Output
	session  *driver.Session // that the paths in out are those of; nil when the document is not judged
	shown    string          // the document's path in out
}

// withFixes is the judgement with the fixes tried of the findings that chosen accepts.
func (j *judgement) withFixes(ctx context.Context, d *document, chosen func(*diag.Diagnostic) bool) (*judgement, error) {
	s := d.project.server
	judging, cancel := s.whileCurrent(ctx, d, j.revision)
	defer cancel()
	out, err := j.session.JudgeWithFixes(judging, d.abs, chosen)
	if err != nil {
		if ctx.Err() == nil {
			err = errModified
		}
		return nil, err
	}
	more := *j
	more.out = out
	return &more, nil
}

// errModified says that a document changed while a request about it waited.
var errModified = errors.New("the document changed meanwhile")

// changes tells those that wait for the document to look again.
func (d *document) changes() {
	close(d.changed)
	d.changed = make(chan struct{})
}

// current reports whether the last result is that of the content.
func (d *document) current() bool { return d.result != nil && d.result.revision == d.revision }

func (s *server) didOpen(_ context.Context, params json.RawMessage) error {
	var p didOpenParams
	if err := decode(params, &p); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if old := s.docs[p.TextDocument.URI]; old != nil {
		s.drop(old) // a client that opens twice means the later one
	}
	d := &document{uri: p.TextDocument.URI, version: p.TextDocument.Version, text: newText([]byte(p.TextDocument.Text)), revision: 1, changed: make(chan struct{})}
	s.docs[d.uri] = d
	s.place(d)
	return nil
}

func (s *server) didChange(_ context.Context, params json.RawMessage) error {
	var p didChangeParams
	if err := decode(params, &p); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.docs[p.TextDocument.URI]
	if d == nil {
		return fmt.Errorf("%s is not open", p.TextDocument.URI)
	}
	for _, c := range p.ContentChanges {
		d.text = d.text.apply(c, s.client.encoding)
	}
	d.version = p.TextDocument.Version
	d.revision++
	d.edited = time.Now()
	d.changes()
	d.project.edited(d)
	return nil
}

func (s *server) didSave(_ context.Context, params json.RawMessage) error {
	var p documentParams
	if err := decode(params, &p); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.docs[p.TextDocument.URI]; d != nil && !s.client.watches {
		d.project.outdated() // nobody tells what else is new on disk
	}
	return nil
}

func (s *server) didClose(_ context.Context, params json.RawMessage) error {
	var p documentParams
	if err := decode(params, &p); err != nil {
		return err
	}
	s.mu.Lock()
	d := s.docs[p.TextDocument.URI]
	if d != nil {
		s.drop(d)
	}
	s.mu.Unlock()
	if d != nil && !s.client.pulls {
		s.telling.Lock()
		defer s.telling.Unlock()
		s.notify("textDocument/publishDiagnostics", publishDiagnosticsParams{URI: d.uri, Diagnostics: []diagnostic{}})
	}
	return nil
}

// drop forgets a document. The lock is held.
func (s *server) drop(d *document) {
	delete(s.docs, d.uri)
	d.revision = -1
	d.changes()
	d.project.closed(d)
}

// open finds an open document and the revision that it has now.
func (s *server) open(uri string) (*document, int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.docs[uri]
	if d == nil {
		return nil, 0, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: uri + " is not open"}
	}
	return d, d.revision, nil
}

// whileCurrent is a context that ends when the document changes.
func (s *server) whileCurrent(ctx context.Context, d *document, revision int) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	s.start(func() {
		for {
			s.mu.Lock()
			changed, stale := d.changed, d.revision != revision
			s.mu.Unlock()
			if stale {
				cancel()
				return
			}
			select {
			case <-changed:
			case <-ctx.Done():
				return
			}
		}
	})
	return ctx, cancel
}

// await waits for the judgement of a revision of a document.
func (s *server) await(ctx context.Context, d *document, revision int) (*judgement, error) {
	s.mu.Lock()
	d.asked++
	d.project.wakes()
	defer func() {
		s.mu.Lock()
		d.asked--
		s.mu.Unlock()
	}()
	for {
		if d.revision != revision {
			s.mu.Unlock()
			return nil, errModified
		}
		if d.current() {
			result := d.result
			s.mu.Unlock()
			return result, nil
		}
		changed := d.changed
		s.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		s.mu.Lock()
	}
}
