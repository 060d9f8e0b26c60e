package driver

import (
	"context"
	"crypto/sha256"
	"fmt"
	"hash"
	"path/filepath"
	"slices"
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
		return r.folder(ctx, dir, roots)
	}
	key := r.folderKey(dir, roots)
	if data, ok := r.options.Cache.Get(key); ok {
		if results, err := lint.Unarchive(data, r.sources()); err == nil {
			for _, f := range roots {
				r.loaderOf(f).done(f)
			}
			return results
		}
	}
	before := r.log.failed()
	results := r.folder(ctx, dir, roots)
	if ctx.Err() != nil || r.log.failed() != before || r.hurried.Load() {
		return results // not what another run would find
	}
	data, err := lint.Archive(results, r.sources())
	if err != nil {
		return results // something in a text that is no file, such as the macros of the command line
	}
	if err := r.options.Cache.Put(key, data); err != nil {
		r.unkept.Do(func() { r.log.note("results are not all kept for the next run: " + err.Error()) })
	}
	return results
}

// sources gives the files that were read by the path that they are shown by.
func (r *run) sources() func(path string) *source.File {
	loaders := r.all()
	return func(path string) *source.File {
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
	k := &keyer{run: r, hash: sha256.New(), seen: map[*entry]bool{}}
	k.say("folder", r.options.Program, fmt.Sprint(r.options.Lint.Loud, r.options.Lint.Pictures, r.options.Lint.Detail, r.options.Words, r.options.Shapes, r.options.Try))
	if choose := r.options.Lint.Select; choose != nil {
		for _, rule := range lint.RuleNames() {
			k.say(rule, fmt.Sprint(choose(rule)))
		}
	}
	for _, f := range roots {
		k.file("root", f)
	}
	for _, f := range r.hostFiles(dir, roots) {
		k.file("host", f)
	}
	for _, f := range r.others(dir) {
		k.file("other", f)
	}
	return cache.Key(k.hash.Sum(nil))
}

// keyer writes what a key is made of.
type keyer struct {
	run  *run
	hash hash.Hash
	seen map[*entry]bool // of the loader at hand
}

// say writes texts so that no other list of texts is written alike.
func (k *keyer) say(texts ...string) {
	for _, t := range texts {
		fmt.Fprintf(k.hash, "%d:%s", len(t), t)
	}
}

// file writes a file that makes a unit of its own, with all that it includes.
func (k *keyer) file(as string, f *file) {
	l := k.run.loaderOf(f)
	clear(k.seen)
	k.say(as)
	k.entry(l, l.scan(f), f.dir())
}

// entry writes a file once: a header is also parsed without the folder of the unit's root, so both ways of its includes count.
func (k *keyer) entry(l *loader, e *entry, rootDir string) {
	if k.seen[e] {
		return
	}
	k.seen[e] = true
	sum := e.sum()
	k.say(e.path, string(sum[:]), fmt.Sprint(k.run.names.taken[e.abs], k.run.editable(e.path)))
	if s := k.run.settings(e.abs); s != nil {
		k.say(k.run.judged(s))
	}
	here, alone := l.links(e, rootDir), l.links(e, "")
	for _, links := range [][]link{here, alone} {
		for _, x := range links {
			to := ""
			if x.to != nil {
				to = x.to.path
			}
			k.say(x.include.Path, to)
		}
	}
	for _, x := range slices.Concat(here, alone) {
		if x.to != nil {
			k.entry(l, x.to, rootDir)
		}
	}
}

// judged tells what settings say of how a unit is read and judged. What they say of findings that are there counts later.
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
		text = b.String()
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
		if f.read(r.names.texts) == nil && !binary(f.text) {
			out = append(out, f)
		}
	}
	return out
}
