package lsp

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/cudalint/cudalint/internal/config"
	"github.com/cudalint/cudalint/internal/driver"
)

// project is a workspace folder, or the folder of documents outside of those. Its worker owns the session: no other goroutine tells it
// of changes. The server's lock guards the first group of fields.
//
// A project starts with a small session over the open documents alone, so that the first diagnostics come at once. Meanwhile the whole
// folder is read in the background; when that is done its session takes over, and includers and launches in other files count too.
type project struct {
	settings settings
	list     []*document        // open, the one that changed last at the end
	cost     time.Duration      // of the last judgement
	reread   []string           // files to read again from disk
	stale    bool               // the session has to be opened again
	ready    *opened            // a session over the whole folder that waits to take over
	indexing bool               // the folder is being read
	afresh   bool               // and has to be once more
	epoch    int                // counts the settings
	files    int                // of the index
	trouble  string             // why there is no index
	stop     context.CancelFunc // of the judgement that goes on

	server *server
	root   string // the workspace folder, absolute; "" when there is none
	dir    string // what paths are relative to
	wake   chan struct{}

	// The worker's own.
	session *driver.Session
	whole   bool // the session is over all of root
}

// opened is a session with what the index needs to say of it, or why there is none.
type opened struct {
	session *driver.Session
	err     error
	epoch   int
}

// place finds or makes the project of a document. The lock is held.
func (s *server) place(d *document) {
	abs, ok := filePath(d.uri)
	key, root := "", ""
	if ok {
		root = s.folderOf(abs)
		key = root
		if root == "" {
			key = "beside " + filepath.Dir(abs)
		}
	} else {
		dir := os.TempDir()
		if len(s.folders) > 0 {
			dir = s.folders[0].abs
		}
		abs = virtualPath(d.uri, dir, func(dir string) bool {
			info, err := os.Stat(filepath.FromSlash(dir))
			return err == nil && info.IsDir()
		})
		key = "virtual " + d.uri
	}
	d.abs = abs
	p := s.projects[key]
	if p == nil {
		p = &project{server: s, root: root, dir: root, wake: make(chan struct{}, 1), settings: s.settings, stale: true}
		if root == "" {
			p.dir = filepath.Dir(abs)
		} else if own, ok := s.own[root]; ok {
			p.settings = own
		}
		s.projects[key] = p
		s.background("worker", p.run)
		p.index()
	}
	d.project = p
	p.list = append(p.list, d)
	p.wakes()
}

// folderOf is the innermost workspace folder that holds a file; "" for none. The lock is held.
func (s *server) folderOf(abs string) string {
	best := ""
	for _, f := range s.folders {
		rel, err := filepath.Rel(f.abs, abs)
		if err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) && len(f.abs) > len(best) {
			best = f.abs
		}
	}
	return best
}

// wakes tells the worker that there is something to do.
func (p *project) wakes() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// edited takes note of a document's new content: the judgement that goes on is of no use any more. The lock is held.
func (p *project) edited(d *document) {
	for i, o := range p.list {
		if o == d {
			p.list = append(append(p.list[:i:i], p.list[i+1:]...), d)
			break
		}
	}
	p.interrupt()
	p.wakes()
}

func (p *project) interrupt() {
	if p.stop != nil {
		p.stop()
	}
}

// closed takes note of a document that is gone. What is on disk counts from now on. The lock is held.
func (p *project) closed(d *document) {
	for i, o := range p.list {
		if o == d {
			p.list = append(p.list[:i:i], p.list[i+1:]...)
			break
		}
	}
	p.reread = append(p.reread, d.abs)
	p.wakes()
}

// reload makes the settings count that changed in the editor or on disk. The lock is held.
func (p *project) reload() {
	p.stale = true
	p.epoch++
	p.interrupt()
	p.index()
	p.wakes()
}

// outdated has the whole folder read again. The lock is held.
func (p *project) outdated() {
	if p.root == "" {
		p.stale = true
		p.wakes()
		return
	}
	p.index()
}

// options of a session over some paths. The lock is held.
func (p *project) options(paths []string) driver.Options {
	command, faults := p.settings.command(p.server.options.Command, p.dir)
	for _, f := range faults {
		p.server.warn("cudalint: settings: " + f)
	}
	o := driver.Options{Paths: paths, Dir: p.dir, Texts: map[string][]byte{}, Most: p.settings.MaxFiles}
	o.Settings = config.NewResolver(command, func(abs string) string {
		if rel, err := filepath.Rel(p.dir, abs); err == nil && !strings.HasPrefix(rel, "..") {
			return filepath.ToSlash(rel)
		}
		return filepath.ToSlash(abs)
	})
	o.Lint.Pictures = true
	for _, d := range p.list {
		if d.isSource() {
			o.Texts[d.abs] = d.text.bytes
		}
	}
	return o
}

// isSource tells documents that may hold CUDA by their names: editors do not agree on the language of a .cuh file.
func (d *document) isSource() bool { return driver.IsSource(d.abs) }

// index reads the whole folder in the background; once more when it is being read already. The lock is held.
func (p *project) index() {
	if p.root == "" {
		return
	}
	if p.indexing {
		p.afresh = true
		return
	}
	p.indexing, p.afresh = true, false
	epoch := p.epoch
	o := p.options([]string{p.root})
	p.server.background("index", func(ctx context.Context) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		bar := p.server.begin(ctx, cancel, "Reading CUDA files of "+filepath.Base(p.root))
		o.Progress = bar.report
		session, err := driver.OpenSession(ctx, o)
		if ctx.Err() != nil && p.server.life.Err() == nil {
			session, err = nil, errors.New("stopped by the user")
		}
		s := p.server
		s.mu.Lock()
		p.indexing = false
		p.trouble = ""
		if err == nil {
			p.files = session.Files()
		} else {
			p.trouble = err.Error()
		}
		p.ready = &opened{session, err, epoch}
		if p.afresh && s.life.Err() == nil {
			p.index()
		}
		s.mu.Unlock()
		bar.end(p.files, err)
		p.wakes()
	})
}

// warn shows the user a message. It does not wait.
func (s *server) warn(message string) {
	s.background("message", func(context.Context) {
		s.notify("window/showMessage", showMessageParams{messageWarning, message})
	})
}
