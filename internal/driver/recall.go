package driver

import (
	"context"
	"crypto/sha256"
	"fmt"
	"hash"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/internal/cache"
	"github.com/cudalint/cudalint/internal/config"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/source"
)

// Results are kept folder by folder, as they are judged. The key of a folder is made of the program, the options, and of each file that
// may be looked at for its sake: the path that it is shown by, its text, what each of its includes leads to, and its settings. These
// are the roots, the files of the folder that may launch or call something in them, and the headers of all of these.

// recalled is folder, or what an earlier run kept of it.
func (r *run) recalled(ctx context.Context, dir string, roots []*file) []*lint.Result {
	if r.options.Cache == nil || r.options.Settings == nil {
		return r.counted(r.folder(ctx, dir, roots))
	}
	read := lint.Unarchive
	if r.options.Count {
		read = lint.UnarchiveCounted
	}
	key := r.folderKey(dir, roots)
	if data, ok := r.options.Cache.Get(key); ok {
		if results, err := read(data, r.sources(roots)); err == nil {
			for _, f := range roots {
				r.loaderOf(f).done(f)
			}
			return results
		}
	}
	before := r.log.failed()
	results := r.folder(ctx, dir, roots)
	if ctx.Err() != nil || r.log.failed() != before || r.hurried.Load() {
		return r.counted(results) // not what another run would find
	}
	data, err := lint.Archive(results, r.sources(roots))
	if err != nil {
		return r.counted(results) // something in a text that is no file, such as the macros of the command line
	}
	if err := r.options.Cache.Put(key, data); err != nil {
		r.notKept(err)
	}
	return r.counted(results)
}

func (r *run) notKept(err error) {
	r.unkept.Do(func() { r.log.note("results are not all kept for the next run: " + err.Error()) })
}

// counted are the results as the run wants them.
func (r *run) counted(results []*lint.Result) []*lint.Result {
	if r.options.Count {
		for i, one := range results {
			results[i] = one.Counted()
		}
	}
	return results
}

// sources gives the files that were read by the path that they are shown by; roots are of units that may hold them.
func (r *run) sources(roots []*file) func(path string) *source.File {
	var loaders []*loader
	for _, f := range roots {
		if l := r.loaderOf(f); !slices.Contains(loaders, l) {
			loaders = append(loaders, l)
		}
	}
	loaders = append(loaders, r.all()...)
	return func(path string) *source.File {
		if i := slices.IndexFunc(r.log.unread, func(u lint.Unread) bool { return u.Place.File.Path == path }); i >= 0 {
			return r.log.unread[i].Place.File
		}
		abs := r.names.abs(path)
		for _, l := range loaders {
			if e := l.known(abs); e != nil && e.path == path {
				return l.scan(&e.file).source
			}
		}
		return nil
	}
}

// folderKey is the key of a folder's results.
func (r *run) folderKey(dir string, roots []*file) cache.Key {
	k := &keyer{hash: sha256.New()}
	k.say("folder", r.program, fmt.Sprint(r.options.Lint.Loud, r.options.Lint.Pictures, r.options.Lint.Detail, r.options.Words, r.options.Shapes, r.options.Try))
	if choose := r.options.Lint.Select; choose != nil {
		for _, rule := range lint.RuleNames() {
			k.say(rule, fmt.Sprint(choose(rule)))
		}
	}
	for _, f := range roots {
		k.file("root", r.loaderOf(f), f)
	}
	for _, f := range r.hostFiles(dir, roots) {
		k.file("host", r.loaderOf(f), f)
	}
	for _, f := range r.others(dir) {
		k.file("other", r.loaderOf(f), f)
	}
	return cache.Key(k.hash.Sum(nil))
}

// keyer writes what a key is made of.
type keyer struct {
	hash hash.Hash
	text []byte
}

// say writes texts so that no other list of texts is written alike.
func (k *keyer) say(texts ...string) {
	k.text = k.text[:0]
	for _, t := range texts {
		k.text = append(append(strconv.AppendInt(k.text, int64(len(t)), 10), ':'), t...)
	}
	k.hash.Write(k.text)
}

// file writes a file that makes a unit of its own, with all that it includes, each once. What it would include if other branches were taken
// is among them: a header reads otherwise behind other macros.
func (k *keyer) file(as string, l *loader, f *file) {
	k.say(as)
	seen := map[*entry]bool{}
	var visit func(e *entry)
	visit = func(e *entry) {
		if seen[e] {
			return
		}
		seen[e] = true
		sum := l.digest(e, f.dir())
		k.say(string(sum[:]))
		for _, root := range []string{f.dir(), ""} {
			for _, x := range l.links(e, root) {
				if x.to != nil {
					visit(x.to)
				}
			}
			for _, inc := range e.passed {
				if to := l.target(e, root, inc); to != nil {
					visit(to)
				}
			}
		}
	}
	visit(l.scan(f))
}

// digest tells what a file adds to the key of a unit: its text, how it is shown, read and judged, and where its includes lead. A header is
// also parsed without the folder of the unit's root, so both ways of its includes count.
func (l *loader) digest(e *entry, rootDir string) textHash {
	at := fromOf(e, rootDir)
	l.mu.Lock()
	sum, known := l.digests[at]
	l.mu.Unlock()
	if known {
		return sum
	}
	k := &keyer{hash: sha256.New()}
	sum = e.sum()
	k.say(e.path, string(sum[:]), fmt.Sprint(l.run.names.taken[e.abs], l.run.editable(e.path)))
	if s := l.run.settings(e.abs); s != nil {
		k.say(l.run.judged(s))
	}
	for _, links := range [][]link{l.links(e, rootDir), l.links(e, "")} {
		for _, x := range links {
			to := ""
			if x.to != nil {
				to = x.to.path
			}
			k.say(x.include.Path, to)
		}
	}
	for _, inc := range e.passed {
		for _, root := range []string{at.root, ""} {
			to := ""
			if x := l.target(e, root, inc); x != nil {
				to = x.path
			}
			k.say(inc.Path, to)
		}
	}
	sum = textHash(k.hash.Sum(nil))
	l.mu.Lock()
	defer l.mu.Unlock()
	l.digests[at] = sum
	return sum
}

// judged is a hash of what settings say of how a unit is read and judged. What they say of findings that are there counts later.
func (r *run) judged(s *config.Settings) string {
	r.settled.Lock()
	defer r.settled.Unlock()
	text, known := r.digests[s]
	if !known {
		how := ReadingOf(s)
		var b strings.Builder
		fmt.Fprintln(&b, gpu.DefaultTarget, how.Parser, how.Sema, s.Bool(config.KeyPossible), s.Ratio(config.KeySectors), s.Ratio(config.KeyWavefronts))
		for _, rule := range lint.RuleNames() {
			fmt.Fprintln(&b, rule, s.Level(rule) != "off")
		}
		sum := sha256.Sum256([]byte(b.String()))
		text = string(sum[:])
		r.digests[s] = text
	}
	return text
}

// others are the files of a folder that are not part of the run and may launch kernels.
func (r *run) others(dir string) []*file {
	if r.names.walked[dir] {
		return nil // all of its files are part of the run
	}
	var out []*file
	for _, abs := range r.names.files(dir) {
		if r.names.taken[abs] || !sourceExtensions[filepath.Ext(abs)] {
			continue
		}
		f := &file{abs: abs, path: r.names.display(abs)}
		if r.names.read(f) == nil && !binary(f.text) {
			out = append(out, f)
		}
	}
	return out
}
