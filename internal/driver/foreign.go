package driver

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/internal/config"
	"github.com/cudalint/cudalint/lint"
)

// foreignFolders are the names, in lower case, of folders in which projects keep what others wrote.
var foreignFolders = map[string]bool{
	"third_party": true, "third-party": true, "thirdparty": true, "3rd_party": true, "3rd-party": true, "3rdparty": true,
	"vendor": true, "vendored": true, "extern": true, "external": true, "externals": true, "deps": true, "_deps": true,
}

// foreign gathers what is left out because somebody else, or a program, wrote it.
type foreign struct {
	mu        sync.Mutex
	folders   []string // displayed
	generated []string
}

func (f *foreign) add(list *[]string, path string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	*list = append(*list, path)
}

// tell notes what was left out, each kind once.
func (r *run) tell() {
	for _, kind := range []struct {
		what, flag string
		list       []string
	}{{"third-party code", "--third-party", r.foreign.folders}, {"generated code", "--generated", r.foreign.generated}} {
		list := slices.Compact(slices.Sorted(slices.Values(kind.list)))
		if len(list) == 0 {
			continue
		}
		text := strings.Join(list[:min(len(list), 3)], ", ")
		if more := len(list) - 3; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		r.log.note(fmt.Sprintf("left out as %s: %s; %s judges it", kind.what, text, kind.flag))
	}
}

// asked is a setting that is on or off, for a file; without settings it is the standard.
func (r *run) asked(abs, key string, standard bool) bool {
	if s := r.settings(abs); s != nil {
		return s.Bool(key)
	}
	return standard
}

// askedIn is the same for a setting that holds for whole folders.
func (r *run) askedIn(dir, key string, standard bool) bool {
	return r.asked(filepath.Join(dir, config.FileName), key, standard)
}

// base is the folder from which the names of a path's folders count: the innermost one that the user named, else the current one or
// the top of the path's repository.
func (r *run) base(abs string) string {
	best := ""
	for _, top := range r.names.tops {
		if within(abs, top) && len(top) > len(best) {
			best = top
		}
	}
	switch {
	case best != "":
		return best
	case within(abs, r.names.cwd):
		return r.names.cwd
	}
	for dir := filepath.Dir(abs); ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil || filepath.Dir(dir) == dir {
			return dir
		}
	}
}

// foreignFolder is the outermost folder around a path, below base, that is kept for what others wrote; "" when there is none.
func foreignFolder(base, abs string) string {
	rel, err := filepath.Rel(base, abs)
	if err != nil {
		return ""
	}
	parts := strings.Split(rel, string(filepath.Separator))
	for i, name := range parts[:len(parts)-1] {
		if foreignFolders[strings.ToLower(name)] {
			return filepath.Join(append([]string{base}, parts[:i+1]...)...)
		}
	}
	return ""
}

// skips reports whether a file or folder that was found is passed by, whatever the reason.
func (r *run) skips(top, abs string, d fs.DirEntry) bool {
	if _, out := r.settingsExclude(abs); out || r.excluded(top, abs) {
		return true
	}
	if _, out := r.ignored(abs, d.IsDir(), top); out {
		return true
	}
	if !d.IsDir() {
		return false
	}
	if foreignFolders[strings.ToLower(d.Name())] && !r.askedIn(abs, config.KeyThirdParty, false) {
		if holdsKernels(abs) {
			r.foreign.add(&r.foreign.folders, r.names.display(abs))
		}
		return true
	}
	return skippedDirs[d.Name()] || r.names.buildFolder(abs)
}

func (r *run) ignored(abs string, folder bool, from string) (fmt.Stringer, bool) {
	why, out := r.ignore.Out(abs, folder, from, r.askedIn(filepath.Dir(abs), config.KeyGitignore, true))
	why.File = r.names.display(why.File)
	return why, out
}

// holdsKernels reports whether a folder holds files of CUDA by their names.
func holdsKernels(dir string) bool {
	found := false
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && cudaExtensions[strings.ToLower(filepath.Ext(path))] {
			found = true
			return fs.SkipAll
		}
		return nil
	})
	return found
}

// outsider tells, by displayed path, the files that are only read because others include them and that nobody wants to hear of: those
// that a run over their folder would pass by.
func (r *run) outsider() func(path string) bool {
	known := map[string]bool{}
	return func(path string) bool {
		out, had := known[path]
		if !had {
			out = r.outside(path)
			known[path] = out
		}
		return out
	}
}

func (r *run) outside(path string) bool {
	abs := r.names.abs(path)
	switch {
	case r.names.taken[abs]:
		return false
	case r.excludes(abs):
		return true
	case r.asked(abs, config.KeyGenerated, false):
		return false
	}
	for _, l := range r.all() {
		if e := l.known(abs); e != nil {
			return generated(l.scan(&e.file).source.Text)
		}
	}
	return false
}

// excludes reports whether a run over the folder of a file would pass it by, whatever is in it.
func (r *run) excludes(abs string) bool {
	base := r.base(abs)
	if _, out := r.settingsExclude(abs); out || r.excluded(base, abs) {
		return true
	}
	if _, out := r.ignored(abs, false, base); out {
		return true
	}
	return foreignFolder(base, abs) != "" && !r.askedIn(filepath.Dir(abs), config.KeyThirdParty, false)
}

// passBy takes what is found in files that nobody wants to hear of out of a result.
func (r *run) passBy(res *lint.Result) {
	outside := r.outsider()
	gone := func(p diag.Place) bool { return p.File != nil && outside(p.File.Path) }
	res.Findings = slices.DeleteFunc(res.Findings, func(d diag.Diagnostic) bool { return gone(d.Place) })
	res.Suppressed = slices.DeleteFunc(res.Suppressed, func(s lint.Suppressed) bool { return gone(s.Place) })
}

// head bounds the start of a file in which it says that it was generated, in bytes.
const head = 4 << 10

var (
	saysGenerated = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(^|\s)@generated\b|(^|\n)[\s#]*(this\s+(file|code|header|source)\s+(is|was|has\s+been)?\s*)?(auto-?generated|automatically\s+generated|generated\s+automatically)\b`)
	})
	saysByProgram = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\bgenerated\b`)
	})
	saysHandsOff = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(do\s+not|don't|never)\s+(edit|modify)\b`)
	})
)

// generated reports whether the comments at the start of a text say that a program wrote it.
func generated(text []byte) bool {
	text = text[:min(len(text), head)]
	var comments []byte
	for rest := text; ; {
		rest = bytes.TrimLeft(bytes.TrimPrefix(rest, []byte("\ufeff")), " \t\r\n")
		end := 0
		switch {
		case bytes.HasPrefix(rest, []byte("//")):
			end = bytes.IndexByte(rest, '\n')
		case bytes.HasPrefix(rest, []byte("/*")):
			if end = bytes.Index(rest, []byte("*/")); end >= 0 {
				end += 2
			}
		case !bytes.Contains(bytes.ToLower(comments), []byte("generated")):
			return false
		default:
			return saysGenerated().Match(comments) || saysByProgram().Match(comments) && saysHandsOff().Match(comments)
		}
		if end < 0 {
			end = len(rest)
		}
		for line := range bytes.Lines(rest[:end]) {
			comments = append(append(comments, bytes.Trim(line, "/*! \t\r\n")...), '\n')
		}
		rest = rest[end:]
	}
}
