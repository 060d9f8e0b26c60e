package driver

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// looked is what was found under a path that the user named.
type looked struct {
	info  fs.FileInfo
	err   error
	files []string // absolute, below a folder
}

// look goes through the paths that the user named, and through folders side by side.
func (r *run) look(ctx context.Context) []looked {
	out := make([]looked, len(r.options.Paths))
	var g errgroup.Group
	g.SetLimit(r.options.Jobs)
	searches := make([]*search, len(out))
	for i, p := range r.options.Paths {
		abs := r.names.abs(p)
		if _, open := r.names.texts[abs]; open || p == "-" {
			continue
		}
		out[i].info, out[i].err = os.Stat(abs)
		if out[i].err != nil || !out[i].info.IsDir() || r.names.gone(abs) {
			continue
		}
		s := &search{run: r, ctx: ctx, top: abs, group: &g}
		searches[i] = s
		g.Go(func() error { s.folder(abs); return nil })
	}
	_ = g.Wait() // the functions return no error
	for i, s := range searches {
		if s == nil {
			continue
		}
		out[i].files = s.files
		for _, dir := range s.folders {
			r.names.walked[dir] = true
		}
	}
	return out
}

// search is the way through a folder that the user named. Links to folders in it are not followed, so there are no loops; a link to a file
// counts unless that file is in the same folder tree and will be found under its own name.
type search struct {
	run   *run
	ctx   context.Context
	top   string
	group *errgroup.Group

	mu             sync.Mutex
	files, folders []string // in no order
}

func (s *search) folder(dir string) {
	r := s.run
	entries, err := r.names.list(dir)
	if err != nil {
		r.log.fail(&Failure{Path: r.names.display(dir), Err: reason(err)})
	}
	s.add(&s.folders, dir)
	for _, d := range entries {
		if s.ended() {
			return
		}
		abs := filepath.Join(dir, d.Name())
		if !d.IsDir() && !sourceExtensions[strings.ToLower(filepath.Ext(abs))] || r.skips(s.top, abs, d) {
			continue
		}
		switch {
		case d.IsDir():
			if !s.group.TryGo(func() error { s.folder(abs); return nil }) {
				s.folder(abs)
			}
		case d.Type().IsRegular():
			s.add(&s.files, abs)
		case d.Type()&fs.ModeSymlink != 0:
			s.link(abs)
		}
	}
}

// ended reports whether the search is of no more use.
func (s *search) ended() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	most := s.run.options.Most
	return s.ctx.Err() != nil || most > 0 && len(s.files) > most
}

func (s *search) add(list *[]string, abs string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	*list = append(*list, abs)
}

func (s *search) link(abs string) {
	r := s.run
	target, err := filepath.EvalSymlinks(abs)
	if err != nil {
		r.log.fail(&Failure{Path: r.names.display(abs), Err: fmt.Errorf("follow link: %w", reason(err))})
		return
	}
	if real, err := filepath.EvalSymlinks(s.top); err == nil && within(target, real) {
		return
	}
	if r.leaves(s.top, abs) {
		r.log.note(r.names.display(abs) + ": left out, a link that leads out of the project; --outside follows it")
		return
	}
	if info, err := os.Stat(target); err == nil && info.Mode().IsRegular() {
		s.add(&s.files, abs)
	}
}

// buildFolder reports whether a build system keeps what it makes in a folder.
func (n *namer) buildFolder(dir string) bool {
	const mark = "CMakeCache.txt"
	if n.listings != nil {
		if l := n.listed(dir); l.names != nil && !l.names[strings.ToLower(mark)] {
			return false
		}
	}
	_, err := os.Stat(filepath.Join(dir, mark))
	return err == nil
}

// listings keeps what is in folders, and texts that were read and are not of the run, for the time of a run.
type listings struct {
	mu     sync.Mutex
	byPath map[string]*listing
	texts  map[string][]byte
	spare  int // bytes in texts
}

type listing struct {
	once    sync.Once
	entries []fs.DirEntry
	names   map[string]bool // in lower case; nil when the folder cannot be listed
	err     error
}

func newListings() *listings {
	return &listings{byPath: map[string]*listing{}, texts: map[string][]byte{}}
}

// listed is the listing of a folder.
func (n *namer) listed(dir string) *listing {
	l := n.listings
	if l == nil {
		out := &listing{}
		out.read(dir)
		return out
	}
	l.mu.Lock()
	out := l.byPath[dir]
	if out == nil {
		out = &listing{}
		l.byPath[dir] = out
	}
	l.mu.Unlock()
	out.once.Do(func() { out.read(dir) })
	return out
}

func (l *listing) read(dir string) {
	l.entries, l.err = os.ReadDir(dir)
	if l.err != nil && !errors.Is(l.err, fs.ErrNotExist) {
		return
	}
	l.names = make(map[string]bool, len(l.entries))
	for _, e := range l.entries {
		l.names[strings.ToLower(e.Name())] = true
	}
}

// list gives what is in a folder, sorted by name, as os.ReadDir does.
func (n *namer) list(dir string) ([]fs.DirEntry, error) {
	l := n.listed(dir)
	return l.entries, l.err
}

// listBelow lists a folder and all below it that listHeaders goes through, side by side, where lists are kept.
func (n *namer) listBelow(top string) {
	if n.listings == nil {
		return
	}
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	var files atomic.Int64
	var visit func(dir string)
	visit = func(dir string) {
		entries, _ := n.list(dir)
		for _, e := range entries {
			switch {
			case files.Load() > mostHeaders:
				return
			case !e.IsDir():
				files.Add(1)
			case !passedBy(e.Name()):
				sub := filepath.Join(dir, e.Name())
				if !g.TryGo(func() error { visit(sub); return nil }) {
					visit(sub)
				}
			}
		}
	}
	visit(top)
	_ = g.Wait() // the functions return no error
}

// missing reports whether nothing is at a path, as far as its folder was listed. Case is left to the file system.
func (n *namer) missing(path string) bool {
	if n.listings == nil {
		return false
	}
	n.listings.mu.Lock()
	l := n.listings.byPath[filepath.Dir(path)]
	n.listings.mu.Unlock()
	if l == nil {
		return false
	}
	l.once.Do(func() { l.read(filepath.Dir(path)) })
	return l.names != nil && !l.names[strings.ToLower(filepath.Base(path))]
}

// mostSpare bounds the texts that are kept for the case that they are read again, in bytes.
const mostSpare = 64 << 20

// read fills a file's text.
func (n *namer) read(f *file) error {
	if l := n.listings; l != nil && !f.have {
		l.mu.Lock()
		f.text, f.have = l.texts[f.abs]
		l.mu.Unlock()
	}
	return f.read(n.texts)
}

// spare takes the text from a file that is not of the run. Another may include it, or it may launch something.
func (n *namer) spare(f *file) {
	if l := n.listings; l != nil {
		l.mu.Lock()
		if l.spare += len(f.text); l.spare <= mostSpare {
			l.texts[f.abs] = f.text
		}
		l.mu.Unlock()
	}
	f.text, f.have = nil, false
}
