package lsp

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/cudalint/cudalint/internal/config"
	"github.com/cudalint/cudalint/internal/driver"
)

// run is the worker of a project.
func (p *project) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.wake:
		}
		for ctx.Err() == nil && p.turn(ctx) {
		}
	}
}

// turn waits for a pause in typing, tells the session what is new, and judges the document that needs it most. False when there is
// nothing to do.
func (p *project) turn(ctx context.Context) bool {
	if !p.settled(ctx) {
		return false
	}
	p.session = p.prepared(ctx)
	d, revision, content := p.next()
	if d == nil {
		return false
	}
	began := time.Now()
	judging, stop := context.WithCancel(ctx)
	defer stop()
	s := p.server
	s.mu.Lock()
	p.stop = stop
	fresh := d.revision == revision
	s.mu.Unlock()
	result := &judgement{revision: revision, version: content.version}
	if fresh && p.session != nil && content.judged {
		out, err := p.session.Judge(judging, content.abs)
		if err != nil {
			return true // interrupted
		}
		result.out, result.session, result.shown = out, p.session, p.session.Shown(content.abs)
		for _, f := range out.Errors {
			s.logf("%v", f)
		}
	}
	s.mu.Lock()
	p.stop = nil
	p.cost = time.Since(began)
	stale := d.revision != revision
	var old *judgement
	if !stale {
		old, d.result, d.again = d.result, result, false
		d.changes()
	}
	s.mu.Unlock()
	if !stale && !s.client.pulls {
		s.publish(d, result, old)
	}
	return true
}

// settled waits until nobody has typed for a while, or somebody asks. False when there is nothing to wait for and nothing to do.
func (p *project) settled(ctx context.Context) bool {
	s := p.server
	for {
		s.mu.Lock()
		var wait time.Duration
		busy := p.stale || p.ready != nil || len(p.reread) > 0
		asked := false
		for _, d := range p.list {
			asked = asked || d.asked > 0 && !d.current()
			if !d.current() || d.again {
				busy = true
				wait = max(wait, p.settings.pause(p.cost)-time.Since(d.edited))
			}
		}
		s.mu.Unlock()
		if !busy {
			return false
		}
		if asked || wait <= 0 {
			return true
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
		case <-p.wake:
		case <-timer.C:
		}
		timer.Stop()
		if ctx.Err() != nil {
			return false
		}
	}
}

// content is what is judged of a document.
type content struct {
	abs     string
	version int32
	judged  bool // it is CUDA, and not switched off
}

// next picks the document to judge: the one that changed last of those without a result, then those that others' changes reach.
func (p *project) next() (*document, int, content) {
	s := p.server
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, need := range []func(*document) bool{
		func(d *document) bool { return !d.current() },
		func(d *document) bool { return d.again },
	} {
		for _, d := range slices.Backward(p.list) {
			if need(d) && d.told == d.revision {
				return d, d.revision, content{d.abs, d.version, p.settings.Enable && d.isSource()}
			}
		}
	}
	return nil, 0, content{}
}

// prepared is the session with all that is new: a session that was opened anew, the documents' contents, files that changed on disk.
func (p *project) prepared(ctx context.Context) *driver.Session {
	s := p.server
	s.mu.Lock()
	session, ready, stale := p.session, p.ready, p.stale
	p.ready = nil
	if ready != nil && ready.epoch != p.epoch {
		ready = nil // it was opened with other settings
	}
	if ready != nil && ready.err == nil {
		session, p.whole, stale = ready.session, true, false
		for _, d := range p.list {
			d.told, d.again = 0, true
		}
	}
	reread := p.reread
	p.reread = nil
	small := session == nil || stale || !p.whole && slices.ContainsFunc(p.list, func(d *document) bool { return d.told == 0 })
	var o driver.Options
	if small {
		var paths []string
		for _, d := range p.list {
			if d.isSource() {
				paths = append(paths, d.abs)
			}
			d.told, d.again = d.revision, true
		}
		o = p.options(paths)
		o.Most = 0
		p.stale, p.whole = false, false
	}
	var fresh []*document
	var contents [][]byte
	for _, d := range p.list {
		if d.told != d.revision {
			if d.told != 0 || !small {
				fresh, contents = append(fresh, d), append(contents, d.text.bytes)
			}
			d.told = d.revision
		}
	}
	s.mu.Unlock()
	if ready != nil {
		p.tell(ready.err)
		p.refresh()
	}
	if small {
		opened, err := driver.OpenSession(ctx, o)
		if err != nil {
			p.tell(err)
			return nil
		}
		for _, path := range o.Paths {
			opened.Keep(path, true)
		}
		return opened
	}
	outdated, unknown := false, false
	for i, d := range fresh {
		session.Keep(d.abs, true)
		unknown = d.isSource() && !session.SetText(ctx, d.abs, contents[i]) || unknown
	}
	for _, abs := range reread {
		session.Keep(abs, false)
		if !p.isOpen(abs) && !session.Reread(ctx, abs) {
			outdated = true
		}
	}
	s.mu.Lock()
	if unknown {
		// The session was opened without one of the documents. A small one does until the folder is read again.
		p.stale = true
		p.outdated()
		s.mu.Unlock()
		return p.prepared(ctx)
	}
	defer s.mu.Unlock()
	if len(fresh)+len(reread) > 0 {
		for _, d := range p.list {
			d.again = d.again || !slices.Contains(fresh, d) // it may include or launch what changed
		}
	}
	if outdated {
		p.outdated()
	}
	return session
}

func (p *project) isOpen(abs string) bool {
	p.server.mu.Lock()
	defer p.server.mu.Unlock()
	return slices.ContainsFunc(p.list, func(d *document) bool { return d.abs == abs })
}

// tell shows the user why there is no session.
func (p *project) tell(err error) {
	switch {
	case err == nil || errors.Is(err, context.Canceled):
		return
	default:
		p.server.logf("%s: %v", p.dir, err)
	}
	kind := messageWarning
	text := "cudalint: " + err.Error()
	if _, ok := errors.AsType[*config.Error](err); ok {
		kind = messageError
	} else if _, ok := errors.AsType[*driver.TooManyError](err); ok {
		text += " in " + p.root + "; launches are looked for in a file's own folder only (setting maxFiles)"
	}
	p.server.mu.Lock()
	again := p.server.shown == text
	p.server.shown = text
	p.server.mu.Unlock()
	if !again {
		p.server.notify("window/showMessage", showMessageParams{kind, text})
	}
}

// refresh asks the client to ask again for what it pulls.
func (p *project) refresh() {
	s := p.server
	s.background("refresh", func(ctx context.Context) {
		for _, r := range []struct {
			takes  bool
			method string
		}{
			{s.client.refreshes.diagnostics && s.client.pulls, "workspace/diagnostic/refresh"},
			{s.client.refreshes.hints, "workspace/inlayHint/refresh"},
			{s.client.refreshes.lenses, "workspace/codeLens/refresh"},
		} {
			if r.takes {
				_ = s.call(ctx, r.method, nil, nil)
			}
		}
	})
}
