package driver

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/internal/disk"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

// Sizes in bytes above which a header is not read for the sake of a file that includes it: one that holds CUDA words, and one that
// holds none. The largest of the latter are tables and libraries for the host, of which a kernel uses nothing.
const (
	largestHeader     = 4 << 20
	largestHostHeader = 128 << 10
)

// loader reads every file of a run once and parses every header once.
type loader struct {
	run      *run
	reading  Reading
	resolver *resolver
	included *included // nil when nothing is kept
	mu       sync.Mutex
	entries  map[string]*entry // by absolute path
	followed map[from][]link   // what links gave since the last text changed
	digests  map[from]textHash // what digest gave
	defines  *ast.File         // the macros of the command line, as a header ahead of all others; nil when there are none
}

// entry is one file with what it includes.
type entry struct {
	file
	once     sync.Once
	source   *source.File
	includes []*ast.Include
	passed   []*ast.Include // of branches that are not taken; only where results are kept
	saying   sync.Once
	said     parser.Directives // see directives
	hashed   sync.Once
	digest   [sha256.Size]byte // of the text

	parsing  sync.Mutex // held while trees are made or dropped
	tree     *ast.File
	variants map[string]*variant // by what is defined ahead
	users    int                 // units of this run that include it and are not judged yet
}

func newLoader(r *run, how Reading) *loader {
	l := &loader{run: r, reading: how, resolver: newResolver(&r.names, how.Include), included: newIncluded(r, how), entries: map[string]*entry{}}
	l.resolver.tell = r.log.note
	l.forget()
	for _, f := range r.files {
		l.entries[f.abs] = &entry{file: *f}
	}
	l.defines = l.commandLine()
	return l
}

// commandLine is a header with the macros that the user defined.
func (l *loader) commandLine() *ast.File {
	defines := l.reading.Parser.Defines
	if len(defines) == 0 {
		return nil
	}
	var text []byte
	for _, name := range slices.Sorted(maps.Keys(defines)) {
		text = fmt.Appendf(text, "#define %s %s\n", name, cmp.Or(defines[name], "1"))
	}
	return l.parseWith(&entry{file: file{path: "<command line>"}, source: source.NewFile("<command line>", text)}, nil, false)
}

func (l *loader) entry(abs string) *entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	e := l.entries[abs]
	if e == nil {
		e = &entry{file: file{abs: abs, path: l.run.names.display(abs)}}
		l.entries[abs] = e
	}
	return e
}

// known is the entry of a file that was met; nil for others.
func (l *loader) known(abs string) *entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.entries[abs]
}

// paths are the files that were met, absolute.
func (l *loader) paths() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Collect(maps.Keys(l.entries))
}

// sum is the hash of the text of an entry that was scanned.
func (e *entry) sum() [sha256.Size]byte {
	e.hashed.Do(func() { e.digest = sha256.Sum256(e.source.Text) })
	return e.digest
}

// scan reads a file and the list of what it includes. A file that cannot be read is empty.
func (l *loader) scan(f *file) *entry {
	e := l.entry(f.abs)
	e.once.Do(func() {
		e.source = source.NewFile(e.path, nil)
		defer l.run.rescue(e.path)
		if f.have {
			e.text, e.have = f.text, true
		}
		judged := e.have // it was read as a file of the run
		if err := l.run.names.read(&e.file); err != nil {
			if tooLong(err) {
				l.run.log.skip(e.path, err.Error())
			} else {
				l.run.log.fail(&Failure{Path: e.path, Err: err})
			}
			return
		}
		if !judged && len(e.text) > largestHeader && holdsCUDA(e.text) {
			l.run.log.skip(e.path, (&disk.LargeError{Most: largestHeader}).Error())
		}
		if binary(e.text) || !judged && tooLarge(e.text) {
			return
		}
		e.source = source.NewFile(e.path, e.text)
		if l.included != nil {
			e.includes, e.passed = l.included.of(e.sum(), e.source, l.reading.Parser)
			return
		}
		e.includes = parser.Includes(e.source, l.reading.Parser)
	})
	return e
}

// replace gives a file of the run another text; what was made of the old one is forgotten.
func (l *loader) replace(f *file) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entries[f.abs] = &entry{file: *f}
	l.forget()
	for _, e := range l.entries {
		e.drop()
		e.users = 0
	}
}

func tooLarge(header []byte) bool {
	return len(header) > largestHeader || len(header) > largestHostHeader && !holdsCUDA(header)
}

// link is one #include that was followed, or that could not be.
type link struct {
	include *ast.Include
	to      *entry // nil when not found
}

// from is a file whose includes are looked for, and the folder of the unit's root, "" for none.
type from struct {
	entry *entry
	root  string
}

// fromOf leaves out a root's folder that makes no difference.
func fromOf(e *entry, rootDir string) from {
	if rootDir == e.dir() {
		rootDir = ""
	}
	return from{e, rootDir}
}

// forget drops what follows from the texts as they were. The caller holds the lock.
func (l *loader) forget() {
	l.followed, l.digests = map[from][]link{}, map[from]textHash{}
}

// links resolves the includes of one file; rootDir is the folder of the unit's root, "" for none.
func (l *loader) links(e *entry, rootDir string) []link {
	at := fromOf(e, rootDir)
	l.mu.Lock()
	out, known := l.followed[at]
	l.mu.Unlock()
	if known {
		return out
	}
	out = make([]link, 0, len(e.includes))
	for _, inc := range e.includes {
		to := l.target(e, at.root, inc)
		if to != nil || !inc.System && !notOfProject(inc.Path) {
			out = append(out, link{inc, to})
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.followed[at] = out
	return out
}

// target is what an include of e leads to, nil when it is not found.
func (l *loader) target(e *entry, rootDir string, inc *ast.Include) *entry {
	abs, ok := l.resolver.find(e.dir(), rootDir, inc)
	if !ok {
		return nil
	}
	return l.scan(&file{abs: abs, path: l.run.names.display(abs)})
}

// closure lists the headers that f includes, each once, those that a header includes ahead of it. f itself is not listed.
func (l *loader) closure(f *file, rootDir string) []*entry {
	headers, _ := l.follow(l.scan(f), rootDir)
	return headers
}

func (l *loader) follow(root *entry, rootDir string) ([]*entry, []sema.Missing) {
	var headers []*entry
	var missing []sema.Missing
	seen := map[*entry]bool{root: true}
	var visit func(e *entry)
	visit = func(e *entry) {
		for _, k := range l.links(e, rootDir) {
			switch {
			case k.to == nil:
				at := sema.Place{File: e.source, Span: k.include.Span}
				missing = append(missing, sema.Missing{Place: at, Path: k.include.Path})
			case !seen[k.to]:
				seen[k.to] = true
				visit(k.to)
				headers = append(headers, k.to)
			}
		}
	}
	visit(root)
	return headers, missing
}

// unit loads the translation unit of a root.
func (l *loader) unit(f *file) *sema.Unit {
	root := l.scan(f)
	headers, missing := l.follow(root, root.dir())
	u := &sema.Unit{Missing: missing, Options: l.reading.Sema}
	if l.defines != nil {
		u.Headers = append(u.Headers, l.defines)
	}
	ahead := l.ahead(root)
	for _, h := range headers {
		u.Headers = append(u.Headers, l.treeBehind(h, ahead[h]))
	}
	u.Root = l.parseWith(root, u.Headers, false)
	return u
}

// tree parses a header with the macros of the headers that it includes itself.
//
// Headers that include each other in a ring would wait for each other; there, a header takes only the macros of those ahead of it
// in the order of paths, so that the result does not depend on where the ring was entered. What a header includes is looked up
// without the folder of the unit's root here, so that it is the same for every unit.
func (l *loader) tree(h *entry) *ast.File {
	h.parsing.Lock()
	defer h.parsing.Unlock()
	if h.tree == nil {
		h.tree = l.header(h, nil)
	}
	return h.tree
}

func (l *loader) header(h *entry, ahead []*ast.Macro) (tree *ast.File) {
	defer func() {
		if tree == nil { // a panic, which rescue tells
			tree = &ast.File{Source: h.source}
		}
	}()
	defer l.run.rescue(h.path)
	var own []*ast.File
	headers, _ := l.follow(h, "")
	for _, o := range headers {
		if h.abs > o.abs || !l.reaches(o, h) {
			own = append(own, l.tree(o))
		}
	}
	if len(ahead) > 0 {
		own = append([]*ast.File{{Source: h.source, Macros: ahead}}, own...)
	}
	tree = l.parseWith(h, own, !holdsCUDA(h.source.Text))
	tree.Ahead = ahead
	return tree
}

// expect notes that the root's unit will be asked for, and done that it is judged: a header's tree is dropped when no unit of the
// run needs it any more. A unit that nobody expected may parse a header again.
func (l *loader) expect(root *file) {
	for _, h := range l.closure(root, root.dir()) {
		h.parsing.Lock()
		h.users++
		h.parsing.Unlock()
	}
}

func (l *loader) done(root *file) {
	for _, h := range l.closure(root, root.dir()) {
		h.parsing.Lock()
		if h.users--; h.users <= 0 {
			h.tree, h.variants = nil, nil
		}
		h.parsing.Unlock()
	}
}

// reaches reports whether from includes to, directly or not.
func (l *loader) reaches(from, to *entry) bool {
	headers, _ := l.follow(from, "")
	for _, h := range headers {
		if h == to {
			return true
		}
	}
	return false
}

func (l *loader) parseWith(e *entry, headers []*ast.File, outline bool) *ast.File {
	if !bytes.ContainsAny(e.source.Text, ";(#") {
		return &ast.File{Source: e.source} // values for an initializer, prose: it declares nothing
	}
	o := l.reading.Parser
	n := len(o.Macros)
	for _, h := range headers {
		n += len(h.Macros)
	}
	macros := append(make([]*ast.Macro, 0, n), o.Macros...)
	for _, h := range headers {
		macros = append(macros, h.Macros...)
	}
	o.Macros, o.Outline = macros, outline
	tree, err := parser.Parse(e.source, o)
	if err != nil {
		l.run.log.fail(&Failure{Path: e.path, Err: err})
		return &ast.File{Source: e.source}
	}
	if slices.ContainsFunc(tree.Problems, func(p ast.Problem) bool { return strings.HasPrefix(p.Message, parser.TooLong) }) {
		l.run.hurried.Store(true)
	}
	return tree
}
