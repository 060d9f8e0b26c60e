package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"
)

// bar is the progress of some work as the client shows it; one that the client does not show does nothing.
type bar struct {
	server *server
	token  string // "" when nothing is shown

	mu   sync.Mutex
	told uint32
	last time.Time
}

// begin shows a bar. The work stops when the user says so.
func (s *server) begin(ctx context.Context, cancel context.CancelFunc, title string) *bar {
	b := &bar{server: s}
	if !s.client.progress {
		return b
	}
	s.mu.Lock()
	s.tokens++
	token := fmt.Sprintf("cudalint-%d", s.tokens)
	s.progress[token] = cancel
	s.mu.Unlock()
	if err := s.call(ctx, "window/workDoneProgress/create", progressCreateParams{token}, nil); err != nil {
		s.mu.Lock()
		delete(s.progress, token)
		s.mu.Unlock()
		return b
	}
	b.token = token
	b.send(progressBegin{Kind: "begin", Title: title, Cancellable: true})
	return b
}

func (b *bar) send(value any) {
	b.server.notify("$/progress", progressParams{b.token, value})
}

// report tells how far the work is, not more often than a person can read.
func (b *bar) report(done, of int) {
	if b.token == "" || of == 0 {
		return
	}
	percent := uint32(100 * done / of)
	b.mu.Lock()
	defer b.mu.Unlock()
	if percent <= b.told || time.Since(b.last) < 100*time.Millisecond {
		return
	}
	b.told, b.last = percent, time.Now()
	b.send(progressReport{Kind: "report", Message: fmt.Sprintf("%d of %d files", done, of), Percentage: percent})
}

// end takes the bar away.
func (b *bar) end(files int, err error) {
	if b.token == "" {
		return
	}
	s := b.server
	s.mu.Lock()
	delete(s.progress, b.token)
	s.mu.Unlock()
	message := fmt.Sprintf("%d files", files)
	if err != nil {
		message = err.Error()
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.send(progressEnd{Kind: "end", Message: message})
}

func (s *server) cancelProgress(_ context.Context, params json.RawMessage) error {
	var p struct{ Token json.RawMessage }
	if err := decode(params, &p); err != nil {
		return err
	}
	var token string
	if json.Unmarshal(p.Token, &token) != nil {
		return nil // none of ours
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.progress[token]; cancel != nil {
		cancel()
	}
	return nil
}
