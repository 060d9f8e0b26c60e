package driver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/cudalint/cudalint/internal/config"
	"github.com/cudalint/cudalint/internal/disk"
	"github.com/cudalint/cudalint/internal/ignore"
	"github.com/cudalint/cudalint/source"
)

// largest is the size in bytes above which a file is not read.
const largest = 64 << 20

// file is one file of the run.
type file struct {
	abs   string // absolute and clean; identity
	path  string // as displayed, slashes forward
	named bool   // by the user, not found in a folder
	text  []byte
	have  bool // text is read
}

func (f *file) dir() string { return filepath.Dir(f.abs) }

func byPath(x, y *file) int { return strings.Compare(x.path, y.path) }

// errTooLarge is no failure of the tool: such a file is left out with a note.
var errTooLarge error = &disk.LargeError{Most: largest}

// tooLong reports whether a file was not read for its size.
func tooLong(err error) bool {
	_, large := errors.AsType[*disk.LargeError](err)
	return large
}

// read fills text; texts stand for files, by absolute path.
func (f *file) read(texts map[string][]byte) error {
	if f.have {
		return nil
	}
	if text, known := texts[f.abs]; known {
		f.text, f.have = text, true
		return nil
	}
	text, err := disk.Read(f.abs, largest)
	if err != nil {
		return err
	}
	f.text, f.have = text, true
	return nil
}

// reason is an I/O error without operation and path, which the caller tells.
func reason(err error) error { return disk.Reason(err) }

var (
	// probe is a file that any parser can read.
	probe = source.NewFile("", []byte("int x;"))

	cudaExtensions = map[string]bool{".cu": true, ".cuh": true}
	// sourceExtensions are those of files that are CUDA only when they hold CUDA words, and the former.
	sourceExtensions = map[string]bool{
		".cu": true, ".cuh": true, ".h": true, ".hh": true, ".hpp": true, ".inl": true, ".cc": true, ".cpp": true, ".cxx": true,
	}
	cudaWords   = [][]byte{[]byte("__global__"), []byte("__device__"), []byte("__shared__"), []byte("<<<"), []byte("cudaLaunchKernel")}
	skippedDirs = map[string]bool{".git": true, ".hg": true, ".svn": true, "node_modules": true}
)

func holdsCUDA(text []byte) bool {
	return slices.ContainsFunc(cudaWords, func(w []byte) bool { return bytes.Contains(text, w) })
}

// binary reports whether the text is none: a zero byte near its start, as git decides.
func binary(text []byte) bool { return bytes.IndexByte(text[:min(len(text), 8000)], 0) >= 0 }

// namer knows which files are part of the run and how a path is shown.
type namer struct {
	cwd      string
	absolute bool            // the user named absolute paths: files outside cwd are shown so
	taken    map[string]bool // files of the run, by absolute path
	walked   map[string]bool // folders that were searched whole
	tops     []string        // folders that the user named, absolute

	texts  map[string][]byte // what stands for files, by absolute path
	absent map[string]bool   // files that count as not there, by absolute path

	anywhere bool // see Options.Anywhere

	listings *listings // nil where folders and files may change meanwhile
}

// gone reports whether a file on disk counts as not there.
func (n *namer) gone(abs string) bool {
	_, open := n.texts[abs]
	return !open && n.absent[abs]
}

// files are the paths of the files in a folder, sorted: those on disk that count, and those that texts stand for.
func (n *namer) files(dir string) []string {
	entries, err := n.list(dir)
	if err != nil {
		entries = nil // the folder may be listed by nobody, or be gone; its files were named one by one
	}
	var out []string
	for _, e := range entries {
		if abs := filepath.Join(dir, e.Name()); e.Type().IsRegular() && !n.gone(abs) {
			out = append(out, abs)
		}
	}
	for abs := range n.texts {
		if filepath.Dir(abs) == dir {
			out = append(out, abs)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// holdsTexts reports whether texts stand for files in a folder or below it.
func (n *namer) holdsTexts(dir string) bool {
	for abs := range n.texts {
		if within(abs, dir) {
			return true
		}
	}
	return false
}

// abs is the absolute path of one that is relative to the current folder, or displayed.
func (n *namer) abs(path string) string {
	path = filepath.FromSlash(path)
	if !filepath.IsAbs(path) {
		path = filepath.Join(n.cwd, path)
	}
	return filepath.Clean(path)
}

func (n *namer) display(abs string) string {
	rel, err := filepath.Rel(n.cwd, abs)
	if err != nil || n.absolute && !within(abs, n.cwd) {
		return filepath.ToSlash(abs)
	}
	return filepath.ToSlash(rel)
}

// TooManyError says that more source files were found than Options.Most.
type TooManyError struct{ Most int }

func (e *TooManyError) Error() string { return fmt.Sprintf("more than %d source files", e.Most) }

// find lists the files that the paths name. A path that does not exist is a failure of its own; the others go on.
func (r *run) find(ctx context.Context) error {
	cwd := r.options.Dir
	if cwd == "" {
		var err error
		if cwd, err = os.Getwd(); err != nil {
			return fmt.Errorf("find the current folder: %w", err)
		}
	}
	r.names = namer{
		cwd: cwd, taken: map[string]bool{}, walked: map[string]bool{}, texts: r.options.Texts, absent: r.options.Absent,
		listings: r.names.listings, anywhere: r.options.Anywhere,
	}
	for _, p := range r.options.Paths {
		r.names.absolute = r.names.absolute || filepath.IsAbs(p)
	}
	looked := r.look(ctx)
	for i, p := range r.options.Paths {
		if p == "-" {
			if err := r.takeStdin(ctx); err != nil {
				return err
			}
			continue
		}
		r.findPath(p, r.names.abs(p), looked[i])
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if most := r.options.Most; most > 0 && len(r.files) > most {
		return &TooManyError{most}
	}
	r.sniff(ctx)
	slices.SortFunc(r.files, byPath)
	return nil
}

func (r *run) takeStdin(ctx context.Context) error {
	name := r.options.StdinName
	if name == "" {
		name = "stdin.cu"
	}
	abs := name
	if !filepath.IsAbs(abs) {
		abs = filepath.Join(r.names.cwd, abs)
	}
	text, err := readAll(ctx, r.options.Stdin)
	if err != nil {
		return fmt.Errorf("read standard input: %w", err)
	}
	if len(text) > largest {
		return fmt.Errorf("read standard input: %w", errTooLarge)
	}
	if r.leftOut(filepath.Clean(abs)) {
		return nil
	}
	f := &file{abs: filepath.Clean(abs), named: true, text: text, have: true}
	f.path = r.names.display(f.abs)
	r.names.taken[f.abs] = true
	r.files = append(r.files, f)
	return nil
}

// readAll reads until the end, or until the context ends: who is asked for input may never answer.
func readAll(ctx context.Context, from io.Reader) ([]byte, error) {
	type result struct {
		text []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		text, err := io.ReadAll(io.LimitReader(from, largest+1))
		done <- result{text, err}
	}()
	select {
	case r := <-done:
		return r.text, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (r *run) findPath(as, abs string, found looked) {
	if _, open := r.names.texts[abs]; open {
		if !r.leftOut(abs) {
			r.take(abs, true)
		}
		return
	}
	if found.err != nil {
		if r.names.holdsTexts(abs) {
			r.names.tops = append(r.names.tops, abs)
			r.takeOpen(abs)
			return
		}
		r.log.fail(&Failure{Path: filepath.ToSlash(as), Err: reason(found.err)})
		return
	}
	switch {
	case r.names.gone(abs):
		r.log.fail(&Failure{Path: filepath.ToSlash(as), Err: fs.ErrNotExist})
		return
	case found.info.Mode().IsRegular():
		switch {
		case r.leftOut(abs):
		case r.leaves(filepath.Dir(abs), abs):
			r.log.fail(&Failure{Path: filepath.ToSlash(as), Err: errOutside})
		default:
			r.take(abs, true)
		}
		return
	case !found.info.IsDir():
		r.log.fail(&Failure{Path: filepath.ToSlash(as), Err: disk.ErrKind})
		return
	}
	r.names.tops = append(r.names.tops, abs)
	for _, file := range found.files {
		r.take(file, false)
	}
	r.takeOpen(abs)
}

func (r *run) take(abs string, named bool) {
	if r.names.taken[abs] || r.names.gone(abs) {
		return
	}
	r.names.taken[abs] = true
	r.files = append(r.files, &file{abs: abs, path: r.names.display(abs), named: named})
}

// takeOpen takes the files that texts stand for below a folder and that are not on disk.
func (r *run) takeOpen(top string) {
	for abs := range r.names.texts {
		if !within(abs, top) || !sourceExtensions[strings.ToLower(filepath.Ext(abs))] {
			continue
		}
		if _, err := os.Lstat(abs); err == nil {
			continue // it was found, or left out
		}
		if !r.excludes(abs) {
			r.take(abs, false)
		}
	}
}

// leftOut reports whether a file that the user named is left out all the same, and tells the user. What git ignores is judged when it is
// named.
func (r *run) leftOut(abs string) bool {
	origin, out := r.settingsExclude(abs)
	by := origin.String()
	if !out && config.InPatterns(r.options.Exclude, r.names.cwd, abs) {
		by, out = "--exclude", true
	}
	if !out {
		var why ignore.Reason
		if why, out = r.ignore.Out(abs, false, r.names.cwd, false); out {
			by = fmt.Sprintf("%s:%d", r.names.display(why.File), why.Line)
		}
	}
	if dir := foreignFolder(r.base(abs), abs); !out && dir != "" && !r.askedIn(filepath.Dir(abs), config.KeyThirdParty, false) {
		r.foreign.add(&r.foreign.folders, r.names.display(abs))
		return true
	}
	if out {
		r.log.note(fmt.Sprintf("%s: left out by %s", r.names.display(abs), by))
	}
	return out
}

// settingsExclude reports whether the settings leave a file or folder out, and the line that says so.
func (r *run) settingsExclude(abs string) (config.Origin, bool) {
	if r.options.Settings == nil {
		return config.Origin{}, false
	}
	return r.options.Settings.Excluded(abs)
}

func (r *run) excluded(top, abs string) bool {
	return config.InPatterns(r.options.Exclude, top, abs)
}

// sniff reads the files and keeps those that are CUDA.
func (r *run) sniff(ctx context.Context) {
	var done atomic.Int64
	r.each(ctx, r.files, func(f *file) {
		if r.options.Progress != nil {
			defer func() { r.options.Progress(int(done.Add(1)), len(r.files)) }()
		}
		switch err := r.names.read(f); {
		case tooLong(err):
			r.log.skip(f.path, err.Error())
		case err != nil:
			r.log.fail(&Failure{Path: f.path, Err: err})
		case binary(f.text):
			if f.named || cudaExtensions[strings.ToLower(filepath.Ext(f.path))] {
				r.log.skip(f.path, "not a text file")
			}
			f.text, f.have = nil, false
		case !f.named && !cudaExtensions[strings.ToLower(filepath.Ext(f.path))] && !holdsCUDA(f.text):
			r.names.spare(f)
		case generated(f.text) && !r.asked(f.abs, config.KeyGenerated, false):
			r.foreign.add(&r.foreign.generated, f.path)
			r.names.spare(f)
		}
	})
	for _, f := range r.files {
		if !f.have {
			delete(r.names.taken, f.abs)
		}
	}
	r.tell()
	r.files = slices.DeleteFunc(r.files, func(f *file) bool { return !f.have })
}

// IsSource reports whether a path has the extension of a file that may be judged.
func IsSource(path string) bool { return sourceExtensions[strings.ToLower(filepath.Ext(path))] }
