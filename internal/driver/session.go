package driver

import (
	"bytes"
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/parser"
)

// Session keeps what a run has read, so that files can be judged again and again while their texts change, as in an editor. A file
// is judged as a run over the session's paths would judge it: through the units that include it, with the launches that its folder
// makes. Of what a change leaves as it was nothing is done again.
//
// Its methods may be called by several goroutines; they take turns.
type Session struct {
	turn  sync.Mutex
	run   *run
	kept  map[string]bool   // files that are judged often: what they include stays parsed
	units map[string]*state // of roots, by absolute path
	reach map[string][]*file
}

// state is what is known of a root's unit; a nil field is not known, or no longer true.
type state struct {
	launches *lint.Launches
	result   *lint.Result

	// judged is the unit as it was judged last, whatever text the root had then, and before it as it was the time before: typing leaves a text that
	// can be read and comes back to one. Nothing but the root's text has changed since.
	judged, before *lint.Judged
}

// OpenSession finds the files that the options name, and what each includes. Nothing is judged yet.
func OpenSession(ctx context.Context, o Options) (*Session, error) {
	if _, err := parser.Parse(probe, parser.Options{}); err != nil {
		return nil, err
	}
	texts := map[string][]byte{}
	for abs, text := range o.Texts {
		texts[abs] = text
	}
	o.Texts = texts
	r := newRun(o)
	if err := r.find(ctx); err != nil {
		return nil, err
	}
	if err := r.checkSettings(); err != nil {
		return nil, err
	}
	r.loader = newLoader(r, Reading{o.Parser, o.Include, o.Sema})
	s := &Session{run: r, kept: map[string]bool{}, units: map[string]*state{}}
	s.link(ctx)
	return s, ctx.Err()
}

// link works out which files are roots and through which roots every file is judged.
func (s *Session) link(ctx context.Context) {
	r := s.run
	r.folders, s.reach = map[string][]*file{}, map[string][]*file{}
	for _, f := range r.roots(ctx) {
		r.folders[f.dir()] = append(r.folders[f.dir()], f)
		if s.units[f.abs] == nil {
			s.units[f.abs] = &state{}
		}
		s.reach[f.abs] = append(s.reach[f.abs], f)
		for _, h := range r.loaderOf(f).closure(f, f.dir()) {
			if h.abs != f.abs {
				s.reach[h.abs] = append(s.reach[h.abs], f)
			}
		}
	}
}

// Files is the number of files that are judged, headers that were reached by #include alone not counted.
func (s *Session) Files() int {
	s.turn.Lock()
	defer s.turn.Unlock()
	return len(s.run.files)
}

// Holds reports whether a file is one of those that are judged.
func (s *Session) Holds(abs string) bool {
	s.turn.Lock()
	defer s.turn.Unlock()
	return s.run.file(abs) != nil
}

// Shown is the path under which findings name a file, and Path the file that they name.
func (s *Session) Shown(abs string) string { return s.run.names.display(abs) }

// Path is the absolute path of a file by its path in a finding.
func (s *Session) Path(shown string) string { return s.run.names.abs(shown) }

// Keep says that a file is judged often, or no longer.
func (s *Session) Keep(abs string, often bool) {
	s.turn.Lock()
	defer s.turn.Unlock()
	if often {
		s.kept[abs] = true
		return
	}
	delete(s.kept, abs)
	s.trim()
}

// SetText gives a file another text, which stands for what is on disk. It reports false when the session was opened without the file:
// then another has to be opened that knows it.
func (s *Session) SetText(ctx context.Context, abs string, text []byte) bool {
	s.turn.Lock()
	defer s.turn.Unlock()
	s.run.names.texts[abs] = text
	return s.changed(ctx, abs, text)
}

// Reread takes the text of a file from disk, again when it was read before. Like SetText it reports whether the session goes on.
func (s *Session) Reread(ctx context.Context, abs string) bool {
	s.turn.Lock()
	defer s.turn.Unlock()
	delete(s.run.names.texts, abs)
	f := &file{abs: abs}
	if f.read(nil) != nil || binary(f.text) {
		return !s.knows(abs) // gone
	}
	return s.changed(ctx, abs, f.text)
}

// knows reports whether the file was read by the session in whatever role.
func (s *Session) knows(abs string) bool {
	return s.run.file(abs) != nil || len(s.reach[abs]) > 0
}

// changed puts the text in the place of a file's old one and forgets what followed from that. False when another set of files is judged
// with it.
func (s *Session) changed(ctx context.Context, abs string, text []byte) bool {
	r := s.run
	f := r.file(abs)
	switch {
	case f == nil && s.wouldTake(abs, text):
		return false
	case f != nil && bytes.Equal(f.text, text):
		return true
	case f != nil && !f.named && !cudaExtensions[strings.ToLower(filepath.Ext(abs))] && !holdsCUDA(text):
		return false
	case f != nil:
		f.text, f.have = text, true
	default:
		f = &file{abs: abs, path: r.names.display(abs), text: text, have: true}
	}
	relink := false
	for _, l := range r.all() {
		before, read, included := l.swap(f)
		if read {
			s.forget(abs, before, text)
		}
		relink = relink || included
	}
	if relink {
		s.link(ctx)
		s.forget(abs, nil, text)
	}
	return true
}

// wouldTake reports whether a session that is opened now would judge the file, which this one does not.
func (s *Session) wouldTake(abs string, text []byte) bool {
	ext := strings.ToLower(filepath.Ext(abs))
	return sourceExtensions[ext] && (cudaExtensions[ext] || holdsCUDA(text)) && s.run.names.walked[filepath.Dir(abs)] && !s.run.excludes(abs)
}

// forget drops what is known of the units that a file belongs to, and of those that its launches and calls can make a difference to.
func (s *Session) forget(abs string, before, after []byte) {
	folders := map[string]bool{filepath.Dir(abs): true}
	for _, root := range s.reach[abs] {
		u := &state{}
		if root.abs == abs && len(s.reach[abs]) == 1 && before != nil {
			u.judged, u.before = s.units[abs].judged, s.units[abs].before
		}
		s.units[root.abs] = u
		folders[root.dir()] = true
	}
	for dir := range folders {
		for _, root := range s.run.folders[dir] {
			u := s.units[root.abs]
			u.result = nil // other launches may reach its kernels
			if root.abs != abs {
				u.judged, u.before = nil, nil
			}
			if u.launches != nil && (callsOne(before, u.launches.Entrances) || callsOne(after, u.launches.Entrances)) {
				u.launches = nil
			}
		}
	}
}

// trim drops the trees of headers that no file that is judged often needs.
func (s *Session) trim() {
	needed := map[string]bool{}
	for abs := range s.kept {
		for _, root := range s.reach[abs] {
			for _, h := range s.run.loaderOf(root).closure(root, root.dir()) {
				needed[h.abs] = true
			}
		}
	}
	for _, l := range s.run.all() {
		l.mu.Lock()
		for abs, e := range l.entries {
			if !needed[abs] {
				e.drop()
			}
		}
		l.mu.Unlock()
	}
}

// file is one of the files that are judged, nil when it is none.
func (r *run) file(abs string) *file {
	i, found := slices.BinarySearchFunc(r.files, &file{path: r.names.display(abs)}, byPath)
	if !found {
		return nil
	}
	return r.files[i]
}

// all are the loaders of the run that units are loaded with.
func (r *run) all() []*loader {
	if r.options.Settings == nil {
		return []*loader{r.loader}
	}
	r.settled.Lock()
	defer r.settled.Unlock()
	var out []*loader
	for _, key := range slices.Sorted(maps.Keys(r.loaders)) {
		out = append(out, r.loaders[key])
	}
	return out
}

// swap puts another text in the place of a file's, if that was read, and drops the trees that were parsed with it. It reports the old
// text and whether the file includes other headers than before.
func (l *loader) swap(f *file) (before []byte, read, included bool) {
	l.mu.Lock()
	old := l.entries[f.abs]
	if old == nil {
		l.mu.Unlock()
		return nil, false, false
	}
	fresh := &entry{file: *f}
	l.entries[f.abs] = fresh
	l.forget()
	var parsed []*entry
	for _, e := range l.entries {
		if e.tree != nil || len(e.variants) > 0 {
			parsed = append(parsed, e)
		}
	}
	l.mu.Unlock()
	if old.source == nil {
		return nil, false, false
	}
	l.scan(f)
	for _, e := range parsed {
		if headers, _ := l.follow(e, ""); slices.Contains(headers, fresh) {
			e.drop()
		}
	}
	same := slices.EqualFunc(old.includes, fresh.includes, func(x, y *ast.Include) bool { return x.Path == y.Path && x.System == y.System })
	return old.text, true, !same
}
