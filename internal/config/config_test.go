package config

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite docs/cudalint.schema.json")

// written makes files in a folder of their own.
func written(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	return dir
}

// TestPlaces: a fault is told with the place of the key or value that it is about, in code points.
func TestPlaces(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a = 1", `1:1: unknown key "a"`},
		{"\n\n  tarGet = 1", `3:3: unknown key "tarGet"; did you mean "target"?`},
		{"target = 1", "1:10: target: must be a text"},
		{"target = \"sm_1\"", `1:10: target: "sm_1" is not one of`},
		{"possible = 'yes'", "1:12: possible: must be true or false"},
		{"[rules]\nx = 'off'", `2:1: unknown rule "x"`},
		{"[rules]\n\"é\" = 1 ", `2:1: unknown rule "é"`},
		{"rules = 1", "1:1: rules must be a table"},
		{"[rules]\nsyntax-error = 'é' # ü\nsyntax-erro = 1", `2:16: syntax-error: "é" is not one of`},
		{"rules.syntax-error = true\nkernels = {k = {blok = [1]}}", `2:17: unknown key "blok"; did you mean "block"?`},
		{"[kernels]\nk = 1", "2:1: kernels.k must be a table"},
		{"[kernels.k]\nblock = [0]", "2:1: block: 0 is no number from 1 to 1024"},
		{"block = [1, 2, 3, 4]", "1:1: block: at most three numbers"},
		{"block = ['x']", "1:1: block: must be a list of one to three numbers"},
		{"defines = 'X'", "1:11: defines: must be a list of texts"},
		{"wavefronts-ratio = nan", "1:20: wavefronts-ratio: must be a number of at least 1.5"},
		{"sectors-ratio = 0x1", "1:17: sectors-ratio: must be a number of at least 1.5"},
		{"exclude = ['[a']", `1:1: exclude: "[a" is no valid pattern`},
		{"overrides = 1", "1:1: overrides must be a list of tables"},
		{"[overrides]\npaths = []", "1:2: overrides must be a list of tables"},
		{"[[overrides]]\npaths = 'x'", "2:9: paths: must be a list of texts"},
		{"[[overrides]]\npaths = ['x']\nextend = 'y'", `3:1: unknown key "extend"`},
		{"[[overrides]]\npaths = ['x']\n[overrides.rules]\nx = 1", `4:1: unknown rule "x"`},
		{"extend = 1", "1:10: extend must be the path of a settings file"},
		{"extend = '.cudalint.toml'", "1:10: more than 16 files extend each other"},
		{"x = ", "1:"},
		{"[[rules]]\n", "1:3: rules must be a table"},
	} {
		dir := written(t, map[string]string{FileName: c.text})
		_, err := NewResolver(Command{}, func(p string) string { return filepath.Base(p) }).For(filepath.Join(dir, "a.cu"))
		if assert.Error(t, err, c.text) {
			assert.True(t, strings.HasPrefix(err.Error(), FileName+":"+c.want), "%s\n%v", c.text, err)
		}
	}
}

func TestNearestAndOverrides(t *testing.T) {
	dir := written(t, map[string]string{
		FileName: `
possible = true
[[overrides]]
paths = ["a/*.cu", "!x"]
target = "sm_70"
[[overrides]]
paths = ["a"]
defines = ["X=1"]
`,
		"a/b/" + FileName:    "target = 'sm_75'",
		"repo/.git/HEAD":     "",
		"deep/" + FileName:   "extend = '../" + FileName + "'\nexclude = ['x']",
		"deep/y/" + FileName: "extend = '../" + FileName + "'\n",
	})
	r := NewResolver(Command{}, nil)
	for path, want := range map[string]string{
		"c.cu":        "sm_90 true []",
		"a/c.cu":      "sm_70 true [X=1]",
		"a/d/c.cu":    "sm_90 true [X=1]",
		"a/b/c.cu":    "sm_75 false []",
		"repo/c.cu":   "sm_90 false []", // the settings end at the repository's top
		"deep/a/c.cu": "sm_90 true []",  // an override is about the folder of its file
	} {
		s, err := r.For(filepath.Join(dir, filepath.FromSlash(path)))
		require.NoError(t, err)
		assert.Equal(t, want, strings.Join([]string{s.Text(KeyTarget), spell(s.Bool(KeyPossible)), "[" + strings.Join(s.List(KeyDefines), " ") + "]"}, " "), path)
	}
	for path, want := range map[string]bool{"deep/x": true, "deep/x/y/a.cu": true, "deep/xy": false, "x": false, "deep/y/x/a.cu": false} {
		_, out := r.Excluded(filepath.Join(dir, filepath.FromSlash(path)))
		assert.Equal(t, want, out, path)
	}
}

func TestLevels(t *testing.T) {
	dir := written(t, map[string]string{FileName: "[rules]\nsyntax-error = 'off'\nuncoalesced-access = 'error'\naos-field-access = true"})
	level := func(rule string, c Command) string {
		s, err := NewResolver(c, nil).For(filepath.Join(dir, "a.cu"))
		require.NoError(t, err)
		return s.Level(rule)
	}
	assert.Equal(t, "off", level("syntax-error", Command{}))
	assert.Equal(t, "on", level("syntax-error", Command{Select: []string{"syntax-error"}}))
	assert.Equal(t, "error", level("uncoalesced-access", Command{}))
	assert.Equal(t, "error", level("uncoalesced-access", Command{Select: []string{"uncoalesced-access"}}))
	assert.Equal(t, "off", level("uncoalesced-access", Command{Select: []string{"syntax-error"}}))
	assert.Equal(t, "off", level("uncoalesced-access", Command{Ignore: []string{"uncoalesced-access"}}))
	assert.Equal(t, "on", level("aos-field-access", Command{}))
	assert.Equal(t, "on", level("uncoalesced-access", Command{Isolated: true}))
}

func TestCompilerCalls(t *testing.T) {
	for _, c := range []struct {
		command string
		want    call
	}{
		{`nvcc -c a.cu -DA -D B=2 --define-macro=C --define-macro D -D"E=x y" '-DF(x)=x'`, call{defines: []string{"A", "B=2", "C", "D", "E=x y"}}},
		{`nvcc -I inc -I/abs --include-path=c -isystem sys\ tem`, call{include: []string{"/w/inc", "/abs", "/w/c", "/w/sys tem"}}},
		{`nvcc -arch=sm_80`, call{target: "sm_80"}},
		{`nvcc -arch sm_90a -arch=native`, call{target: "sm_90"}},
		{`nvcc -gencode arch=compute_70,code=sm_70 -gencode arch=compute_100,code=[compute_100,sm_100] --generate-code=arch=compute_80,code=sm_80`, call{target: "sm_100"}},
		{`clang++ --cuda-gpu-arch=sm_75 -x cuda`, call{target: "sm_75"}},
		{`nvcc -Xcompiler -Wall -DX=`, call{defines: []string{"X="}}},
		{`nvcc -D`, call{}},
	} {
		assert.Equal(t, c.want, readCall("/w", words(c.command)), c.command)
	}
	assert.Equal(t, []string{"a", "", `b"c`, `d\e`, "f g"}, words(`a "" "b\"c" 'd\e' f\ g`))
}

func TestFaultyCompileCommands(t *testing.T) {
	dir := written(t, map[string]string{"build/compile_commands.json": "[{", "a.cu": "", FileName: ""})
	_, err := NewResolver(Command{}, func(p string) string { return filepath.Base(p) }).For(filepath.Join(dir, "a.cu"))
	assert.ErrorContains(t, err, "compile_commands.json: unexpected end of JSON input")
	_, err = NewResolver(Command{Set: map[string]Value{KeyCompile: {Data: false}}}, nil).For(filepath.Join(dir, "a.cu"))
	assert.NoError(t, err)
}

// TestInitial: the first settings file is read, and with every line taken out of its comment too.
func TestInitial(t *testing.T) {
	dir := written(t, map[string]string{"plain.toml": Initial(), FileName: "", "sub/all.toml": uncommented(Initial())})
	same := func(p string) string { return p }
	require.NoError(t, Verify(filepath.Join(dir, "plain.toml"), same))
	require.NoError(t, Verify(filepath.Join(dir, "sub", "all.toml"), same), "%s", uncommented(Initial()))
}

// uncommented turns the comments that are settings into settings.
func uncommented(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		rest, ok := strings.CutPrefix(line, "# ")
		if ok && (strings.Contains(rest, " = ") || rest[0] == '[') && !strings.Contains(rest, "NAME=VALUE") {
			line = rest
		}
		out = append(out, line)
	}
	return strings.Join(out, "")
}

func TestSchemaFile(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "cudalint.schema.json")
	if *update {
		require.NoError(t, os.WriteFile(path, Schema(), 0o644))
	}
	have, err := os.ReadFile(path)
	require.NoError(t, err, "run: go test ./internal/config -update")
	assert.Equal(t, string(Schema()), string(have), "stale; run: go test ./internal/config -update")
	var schema struct{ Properties map[string]any }
	require.NoError(t, json.Unmarshal(have, &schema))
	for _, name := range keyNames(false) {
		assert.Contains(t, schema.Properties, name)
	}
}
