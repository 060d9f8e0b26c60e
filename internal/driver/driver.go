// Package driver takes the paths that a user names to the findings: it finds the files, reads them and the project headers that they
// include, hands unit after unit to lint on all cores, and unites the results. What comes out does not depend on the number of
// workers or on the order of the paths.
package driver

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/internal/cache"
	"github.com/cudalint/cudalint/internal/config"
	"github.com/cudalint/cudalint/internal/ignore"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/sema"
)

// Options of a run.
type Options struct {
	Paths     []string // files and folders; "-" is Stdin
	Stdin     io.Reader
	StdinName string   // the path that Stdin counts as
	Exclude   []string // doublestar patterns, relative to the folder that is searched
	Dir       string   // what paths are relative to; "" is the current folder
	Jobs      int      // workers; 0 means one for each core
	Lint      lint.Options
	Words     bool // fixes are left at words: none is worked out or tried
	Count     bool // accesses are counted and not listed: the result has Marks in the place of Accesses

	// Anywhere has includes and links followed that lead out of the project.
	Anywhere bool

	// Cache keeps the results of folders for runs of the same Program, which gives an identifier that changes when anything that it does
	// changes; it is asked when the files were found. Nil keeps nothing. Without Settings or an identifier nothing is kept.
	Cache   *cache.Cache
	Program func() string

	// Shard is the share that is judged. Outside names a displayed path in formats for other programs, for those that a part ends up in.
	Shard   Shard
	Outside func(displayed string) string

	// Settings resolves the settings of each file. Without it all files are read as Parser, Include and Sema say.
	Settings *config.Resolver
	Parser   parser.Options
	Include  []string // further folders to look for headers in
	Sema     sema.Options

	// Shapes are the blocks that a profile shows, by the kernels' plain names, for those whose launch is not seen.
	Shapes map[string][3]int64

	// Try are block shapes to judge kernels under, by plain name, whatever their launches say.
	Try map[string][3]int64

	// Texts stand for files, by absolute path: what an editor holds of them. None of them is read from disk, where it need not exist.
	Texts map[string][]byte

	// Absent are files that count as not there, by absolute path; Texts go first.
	Absent map[string]bool

	Most     int                // source files that may be found; 0 is any number
	Progress func(read, of int) // told while files are read, by several goroutines; may be nil
}

// Output is what a run found.
type Output struct {
	*lint.Result
	Files int      // judged, headers that were reached by #include alone not counted
	Paths []string // of these, as displayed, sorted
	Notes []string // what the user should know, sorted

	Folders []string   // that were searched, or hold a file that was read; absolute, sorted
	Errors  []*Failure // sorted by path

	// Fails tells the severity from which the findings in a file make the run fail.
	Fails func(path string) diag.Severity

	// Off reports whether a rule was off for all files.
	Off func(rule string) bool

	// Part is what Join needs of a shard's run; nil of a whole one. Outside names paths in formats for other programs, as the shards saw
	// them; nil unless Join made this.
	Part    *Part
	Outside func(displayed string) string
}

// Failure is a file or folder that could not be read, or on which the program failed.
type Failure struct {
	Path     string
	Internal bool
	Rule     string // that failed, when one did
	Err      error
}

func (f *Failure) Error() string {
	switch {
	case f.Rule != "":
		return fmt.Sprintf("internal error in rule %s on %s: %v", f.Rule, f.Path, f.Err)
	case f.Internal:
		return fmt.Sprintf("internal error in %s: %v", f.Path, f.Err)
	}
	return fmt.Sprintf("%s: %v", f.Path, f.Err)
}

func (f *Failure) Unwrap() error { return f.Err }

// Run judges the files that the options name. The error is set only when nothing at all can be done.
func Run(ctx context.Context, o Options) (*Output, error) {
	r, results, err := start(ctx, o)
	if err != nil {
		return nil, err
	}
	out := r.output(results)
	if !o.Shard.whole() {
		if out.Part, err = r.part(out, results); err != nil {
			return nil, fmt.Errorf("shard %d: %w", o.Shard.Index, err)
		}
		r.withhold(out, results)
	}
	return out, nil
}

// start finds the files and judges them, folder by folder.
func start(ctx context.Context, o Options) (*run, map[string][]*lint.Result, error) {
	if _, err := parser.Parse(probe, parser.Options{}); err != nil {
		return nil, nil, err
	}
	r := newRun(o)
	r.names.listings = newListings()
	if o.Settings != nil {
		o.Settings.Missing(r.names.missing)
	}
	if err := r.find(ctx); err != nil {
		return nil, nil, err
	}
	if err := r.checkSettings(); err != nil {
		return nil, nil, err
	}
	if o.Cache != nil {
		if r.program = o.Program(); r.program == "" {
			r.options.Cache = nil
		}
	}
	r.loader = newLoader(r, Reading{o.Parser, o.Include, o.Sema})
	r.folders = map[string][]*file{}
	for _, f := range r.roots(ctx) {
		r.folders[f.dir()] = append(r.folders[f.dir()], f)
	}
	results := r.judge(ctx, r.mine())
	if n := len(r.log.unread); n > 0 && (o.Shard.whole() || o.Shard.Index == 1) { // every shard looks at all files
		results[""] = []*lint.Result{{Unread: r.log.unread}}
	}
	if o.Cache != nil {
		for _, l := range r.all() {
			if err := l.included.keep(); err != nil {
				r.notKept(err)
			}
		}
		if err := o.Cache.Trim(); err != nil {
			r.log.note(err.Error())
		}
	}
	return r, results, ctx.Err()
}

// editable reports whether the user named a file, or the folder that it was found in.
func (r *run) editable(path string) bool {
	_, found := slices.BinarySearchFunc(r.files, path, func(f *file, path string) int { return strings.Compare(f.path, path) })
	return found
}

// merged unites what the units of all folders say.
func (r *run) merged(results map[string][]*lint.Result) *lint.Result {
	var all []*lint.Result
	dirs := slices.SortedFunc(maps.Keys(results), func(a, b string) int { return strings.Compare(a+"/", b+"/") }) // nearly the order that Merge gives
	for _, dir := range dirs {
		all = append(all, results[dir]...)
	}
	return lint.Finish(lint.Merge(all...), r.finishing())
}

func (r *run) output(results map[string][]*lint.Result) *Output {
	out := &Output{Result: r.merged(results), Files: len(r.files), Fails: r.fails, Off: r.off}
	out.Folders = r.looked()
	r.passBy(out.Result)
	for _, f := range r.files {
		out.Paths = append(out.Paths, f.path)
	}
	out.Notes, out.Errors = r.log.sorted()
	return out
}

// looked are the folders that a change in may change what is found.
func (r *run) looked() []string {
	folders := maps.Clone(r.names.walked)
	for _, l := range r.all() {
		for _, abs := range l.paths() {
			folders[filepath.Dir(abs)] = true
		}
	}
	return slices.Sorted(maps.Keys(folders))
}

// run is the state of one Run.
type run struct {
	options Options
	program string // see Options.Program
	names   namer
	files   []*file            // found, sorted by display path
	folders map[string][]*file // the roots of each folder, sorted
	shared  map[string]int     // the shard of each folder; nil when there are none
	loader  *loader            // where there are no settings

	settled sync.Mutex         // guards the next three
	loaders map[string]*loader // by Reading.key
	byFile  map[string]*config.Settings
	digests map[*config.Settings]string

	unkept  sync.Once
	hurried atomic.Bool // something took too long to parse, which it may not in another run

	ignore  *ignore.Ignore
	foreign foreign

	slots *semaphore.Weighted // bounds the files that are worked on at a time
	log   log
}

func newRun(o Options) *run {
	if o.Jobs < 1 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	r := &run{options: o, loaders: map[string]*loader{}, byFile: map[string]*config.Settings{}, digests: map[*config.Settings]string{}, slots: semaphore.NewWeighted(int64(o.Jobs))}
	r.ignore = ignore.New(func(path string) bool { return r.names.missing(path) })
	return r
}

// roots are the files that no other of the run includes. Of files that include each other in a ring the first by path is one.
func (r *run) roots(ctx context.Context) []*file {
	includes := make(map[*file]*[]*entry, len(r.files))
	for _, f := range r.files {
		includes[f] = new([]*entry)
	}
	r.each(ctx, r.files, func(f *file) { *includes[f] = r.loaderOf(f).closure(f, f.dir()) })
	reached := map[string]bool{} // by somebody else
	for _, f := range r.files {
		for _, h := range *includes[f] {
			if h.abs != f.abs {
				reached[h.abs] = true
			}
		}
	}
	var roots []*file
	covered := map[string]bool{}
	add := func(f *file) {
		roots = append(roots, f)
		covered[f.abs] = true
		for _, h := range *includes[f] {
			covered[h.abs] = true
		}
	}
	for _, f := range r.files {
		if !reached[f.abs] {
			add(f)
		}
	}
	for _, f := range r.files {
		if !covered[f.abs] {
			add(f)
		}
	}
	slices.SortFunc(roots, byPath)
	for _, f := range roots {
		r.loaderOf(f).expect(f)
	}
	return roots
}

// judge works folder by folder, as many at a time as there are workers, so that only the trees of those are in memory.
func (r *run) judge(ctx context.Context, folders []string) map[string][]*lint.Result {
	folders = r.largestFirst(folders)
	results := make([][]*lint.Result, len(folders))
	var g errgroup.Group
	g.SetLimit(r.options.Jobs)
	for i, dir := range folders {
		g.Go(func() error {
			results[i] = r.recalled(ctx, dir, r.folders[dir])
			return nil
		})
	}
	_ = g.Wait() // the functions return no error
	out := map[string][]*lint.Result{}
	for i, dir := range folders {
		out[dir] = results[i]
	}
	return out
}

// largestFirst orders folders by the text in them, so that no worker is left alone with a large one at the end.
func (r *run) largestFirst(folders []string) []string {
	size := map[string]int{}
	for _, dir := range folders {
		for _, f := range r.folders[dir] {
			size[dir] += len(f.text)
		}
	}
	out := slices.Clone(folders)
	slices.SortStableFunc(out, func(x, y string) int { return cmp.Compare(size[y], size[x]) })
	return out
}

// each runs do for every file, bounded by the run's slots. A panic becomes a failure of that file.
func (r *run) each(ctx context.Context, files []*file, do func(*file)) {
	var g errgroup.Group
	for _, f := range files {
		if r.slots.Acquire(ctx, 1) != nil {
			break
		}
		g.Go(func() error {
			defer r.slots.Release(1)
			defer r.rescue(f.path)
			do(f)
			return nil
		})
	}
	_ = g.Wait() // the functions return no error
}

// guard runs a rule on a file; a panic becomes a failure of the rule, and the other rules go on.
func (r *run) guard(path string) func(string, func()) {
	return func(rule string, do func()) {
		defer func() {
			if p := recover(); p != nil {
				r.log.panicked(&Failure{Path: path, Rule: rule}, p)
			}
		}()
		do()
	}
}

// rescue turns a panic into a failure of the file at path.
func (r *run) rescue(path string) {
	if p := recover(); p != nil {
		r.log.panicked(&Failure{Path: path}, p)
	}
}
