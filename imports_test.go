package cudalint

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const modulePath = "github.com/cudalint/cudalint"

// rooms are the packages, lowest first: each may import only those of the rows above it. docs/architecture.md shows the same table.
var rooms = [][]string{
	{"docs"},
	{"source"},
	{"indexmath"},
	{"gpu"},
	{"layout"},
	{"diag"},
	{"ast"},
	{"parser"},
	{"trace"},
	{"sema"},
	{"fixes"},
	{"rules"},
	{"lint"},
	{"internal/compare"},
	{"internal/disk"},
	{"internal/config", "internal/report", "internal/profile", "internal/cache", "internal/fresh", "internal/ignore"},
	{"internal/driver"},
	{"internal/site"},
	{"internal/fixproof"},
	{"internal/kernelgen"},
	{"internal/kernelrun"},
	{"internal/lsp"},
	{"cmd/cudalint"},
	{"scripts"}, // run by hand, built by nobody
}

// owners are the packages that alone may import a module.
var owners = map[string]string{
	"github.com/smacker/go-tree-sitter": "parser",
	"github.com/spf13/cobra":            "cmd/cudalint",
	"github.com/fsnotify/fsnotify":      "cmd/cudalint",
	"github.com/sourcegraph/jsonrpc2":   "internal/lsp",
	"github.com/yuin/goldmark":          "internal/site",
}

// filesystem are the packages that may touch files, flags and the environment. Tests may anyway.
var filesystem = []string{"internal/disk", "internal/fixproof", "internal/config", "internal/profile", "internal/cache", "internal/fresh", "internal/ignore", "internal/driver", "internal/lsp", "cmd/cudalint", "scripts"}

// goFile is one Go file of the module with what it imports.
type goFile struct {
	path    string // slashes, from the module's root
	imports []string
}

func (f *goFile) room() string { return path.Dir(f.path) }

func (f *goFile) test() bool { return strings.HasSuffix(f.path, "_test.go") }

// goFiles lists every Go file of the module in dir, build constraints or not.
func goFiles(t *testing.T, dir string) []goFile {
	var out []goFile
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != dir && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".")) {
			return fs.SkipDir
		}
		if _, err := os.Stat(filepath.Join(name, "go.mod")); d.IsDir() && name != dir && err == nil {
			return fs.SkipDir // another module
		}
		if d.IsDir() || filepath.Ext(name) != ".go" {
			return nil
		}
		tree, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		f := goFile{path: filepath.ToSlash(rel)}
		for _, spec := range tree.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			f.imports = append(f.imports, imported)
		}
		out = append(out, f)
		return nil
	})
	require.NoError(t, err)
	return out
}

// violations are the imports that the table forbids, as "file imports package: reason".
func violations(files []goFile) []string {
	row := map[string]int{}
	for i, names := range rooms {
		for _, name := range names {
			row[name] = i
		}
	}
	var out []string
	for _, f := range files {
		room := f.room()
		if room == "." && f.test() {
			continue // the module's own tests belong to no room
		}
		mine, known := row[room]
		if !known {
			out = append(out, f.path+" is in a package that the table does not know")
			continue
		}
		for _, imported := range f.imports {
			if why := forbidden(f, room, mine, imported, row); why != "" {
				out = append(out, f.path+" imports "+imported+": "+why)
			}
		}
	}
	slices.Sort(out)
	return out
}

func forbidden(f goFile, room string, mine int, imported string, row map[string]int) string {
	for module, owner := range owners {
		if (imported == module || strings.HasPrefix(imported, module+"/")) && room != owner {
			return "only " + owner + " may"
		}
	}
	if !f.test() && slices.Contains([]string{"os", "flag", "os/exec", "net", "net/http"}, imported) && !slices.Contains(filesystem, room) {
		return "it touches nothing outside the program"
	}
	inside, ours := strings.CutPrefix(imported, modulePath+"/")
	if !ours || inside == room {
		return ""
	}
	theirs, known := row[inside]
	switch {
	case !known:
		return "the table does not know it"
	case theirs >= mine && !f.test():
		return "it is not below"
	}
	return ""
}

func TestImports(t *testing.T) {
	files := goFiles(t, ".")
	require.NotEmpty(t, files)
	assert.Empty(t, violations(files))
}

func TestViolations(t *testing.T) {
	for _, c := range []struct {
		file goFile
		want string
	}{
		{goFile{"ast/a.go", []string{modulePath + "/source"}}, ""},
		{goFile{"source/a.go", []string{modulePath + "/ast"}}, "it is not below"},
		{goFile{"internal/config/a.go", []string{modulePath + "/internal/cache"}}, "it is not below"},
		{goFile{"sema/a.go", []string{"os"}}, "touches nothing"},
		{goFile{"sema/a_test.go", []string{"os"}}, ""},
		{goFile{"sema/a.go", []string{"github.com/smacker/go-tree-sitter/cpp"}}, "only parser may"},
		{goFile{"misc/a.go", nil}, "does not know"},
		{goFile{"rules/a.go", []string{modulePath + "/misc"}}, "does not know"},
	} {
		got := violations([]goFile{c.file})
		if c.want == "" {
			assert.Empty(t, got)
			continue
		}
		if assert.Len(t, got, 1, c.file.path) {
			assert.Contains(t, got[0], c.want)
		}
	}
}
