package fresh

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/source"
)

// shown are the changed lines of a file, "3 4 5", "all" or "".
func shown(c *Changed, most int) string {
	if c == nil {
		return ""
	}
	if c.Whole {
		return "all"
	}
	var out []string
	for line := 1; line <= most; line++ {
		if c.touches(line, line) {
			out = append(out, fmt.Sprint(line))
		}
	}
	return strings.Join(out, " ")
}

func TestReadPatch(t *testing.T) {
	for _, c := range []struct{ name, patch, file, want string }{
		{"git", "diff --git a/x.cu b/x.cu\nindex 1..2 100644\n--- a/x.cu\n+++ b/x.cu\n@@ -1,3 +1,4 @@ void f()\n a\n+b\n c\n-d\n+e\n", "x.cu", "2 4"},
		{"no context", "--- a/x.cu\n+++ b/x.cu\n@@ -4 +4,2 @@\n-x\n+y\n+z\n@@ -9,2 +10,0 @@\n-p\n-q\n", "x.cu", "4 5"},
		{"diff -u", "--- old/x.cu\t2026-01-01\n+++ x.cu\t2026-01-02\n@@ -0,0 +1 @@\n+a\n\\ No newline at end of file\n", "x.cu", "1"},
		{"quoted", "--- \"a/\\303\\251 \\\"x.cu\"\n+++ \"b/\\303\\251 \\\"x.cu\"\n@@ -1 +1 @@\n-a\n+b\n", "é \"x.cu", "1"},
		{"lines that look like headers", "--- a/x.cu\n+++ b/x.cu\n@@ -1,2 +1,2 @@\n--- a\n+++ b\n @@ x\n", "x.cu", "1"},
		{"an empty line without its blank", "--- a/x.cu\n+++ b/x.cu\n@@ -1,2 +1,3 @@\n\n+a\n b\n", "x.cu", "2"},
		{"deleted", "--- a/x.cu\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", "x.cu", ""},
		{"renamed alone", "diff --git a/y.cu b/x.cu\nsimilarity index 100%\nrename from y.cu\nrename to x.cu\n", "x.cu", ""},
		{"CRLF", "--- a/x.cu\r\n+++ b/x.cu\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\n", "x.cu", "1"},
		{"mail", "From: me\nSubject: [PATCH] x\n\n---\n x.cu | 1 +\n\ndiff --git a/x.cu b/x.cu\n--- a/x.cu\n+++ b/x.cu\n@@ -0,0 +1 @@\n+a\n-- \n2.39\n", "x.cu", "1"},
		{"nothing", "", "x.cu", ""},
	} {
		lines, err := ReadPatch(strings.NewReader(c.patch))
		if assert.NoError(t, err, c.name) {
			assert.Equal(t, c.want, shown(lines[c.file], 20), c.name)
		}
	}
	for patch, want := range map[string]string{
		"hello\n":                                  "it is no unified diff",
		"--- a\n+++ b\n@@ -1,2 +1,2 @@\n a\n":      "ends in the middle of a hunk",
		"--- a\n+++ b\n@@ -1 +1 @@\nx\n":           "line 4: \"x\" is no line of a hunk",
		"--- a\n+++ b\n@@ -1 +x @@\n":              "line 3: the hunk",
		"--- a\n+++ b\n@@ -1,0 +1 @@\n-a\n":        "line 4: the hunk is longer than it says",
		"--- a\n+++ \"b\n@@ -1,0 +1 @@\n":          "line 2: the file name",
		"diff --git a/x b/x\n@@ nonsense\n":        "the hunk",
		"--- a\n+++ b\n@@ -1 +99999999999999 x @@": "the hunk",
	} {
		_, err := ReadPatch(strings.NewReader(patch))
		assert.ErrorContains(t, err, want, patch)
	}
}

func TestKeep(t *testing.T) {
	file := source.NewFile("x.cu", []byte("a\nb\rb2\nc\nd\n"))
	at := func(s string) diag.Place {
		i := int32(strings.Index(string(file.Text), s))
		return diag.Place{File: file, Span: source.Span{Start: i, End: i + int32(len(s))}}
	}
	list := []diag.Diagnostic{
		{Message: "a", Place: at("a")},
		{Message: "b2", Place: at("b2")},
		{Message: "c..d", Place: at("c\nd")},
		{Message: "a, also c", Place: at("a"), Related: []diag.Related{{Place: at("c")}}},
	}
	here := func(s string) (string, bool) { return "in/" + s, true }
	kept := func(l Lines, whole bool, where func(string) (string, bool)) string {
		var out []string
		for _, d := range l.Keep(list, whole, where) {
			out = append(out, d.Message)
		}
		return strings.Join(out, "; ")
	}
	lines := func(n int) Lines {
		c := &Changed{}
		c.add(n, 1)
		return Lines{"in/x.cu": c}
	}
	assert.Equal(t, "b2", kept(lines(2), false, here), "lines are those of git: a lone CR ends none")
	assert.Equal(t, "c..d; a, also c", kept(lines(3), false, here))
	assert.Equal(t, "c..d", kept(lines(4), false, here))
	assert.Equal(t, "a; b2; c..d; a, also c", kept(lines(4), true, here))
	assert.Equal(t, "", kept(Lines{}, true, here))
	assert.Equal(t, "a; b2; c..d; a, also c", kept(Lines{}, false, func(string) (string, bool) { return "", false }), "what git cannot tell is kept")
}

// repository is one made for the test, in a folder of its own, without the user's settings of git.
type repository struct {
	t   *testing.T
	dir string
}

func newRepository(t *testing.T) *repository {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	for _, v := range []string{"GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"} {
		t.Setenv(v, "")
		require.NoError(t, os.Unsetenv(v))
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		t.Setenv("GIT_"+who+"_NAME", "a")
		t.Setenv("GIT_"+who+"_EMAIL", "a@example.com")
	}
	r := &repository{t, t.TempDir()}
	r.git("init", "-q", "-b", "main")
	return r
}

func (r *repository) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	out, err := cmd.CombinedOutput()
	require.NoError(r.t, err, "git %v: %s", args, out)
	return string(out)
}

func (r *repository) write(name string, lines ...string) {
	r.t.Helper()
	path := filepath.Join(r.dir, filepath.FromSlash(name))
	require.NoError(r.t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(r.t, os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o644))
}

func (r *repository) commit(message string) {
	r.t.Helper()
	r.git("add", "-A")
	r.git("commit", "-q", "--allow-empty", "-m", message)
}

func (r *repository) open() *Repository {
	r.t.Helper()
	out, err := Open(context.Background(), r.dir)
	require.NoError(r.t, err)
	return out
}

// old are lines that stay.
func old(n int) []string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprint("a line that stays, number ", i+1))
	}
	return out
}

func TestSince(t *testing.T) {
	r := newRepository(t)
	ctx := context.Background()
	staged, err := r.open().Staged(ctx)
	require.NoError(t, err, "before the first commit")
	assert.Empty(t, staged)
	r.write("a.cu", old(8)...)
	r.write("gone.cu", "1")
	r.write("é \"q\".cu", "1")
	r.write(".gitattributes", "*.cu -diff")
	staged, err = r.open().Staged(ctx)
	require.NoError(t, err)
	assert.Empty(t, staged, "nothing is staged")
	r.commit("one")
	r.git("branch", "base")
	r.write("a.cu", append(old(8), "nine")...)
	r.commit("two")
	r.git("mv", "a.cu", "b.cu")
	now := append(old(8), "nine")
	now[2] = "three"
	r.write("b.cu", now...)
	r.write("é \"q\".cu", "1", "2")
	require.NoError(t, os.Remove(filepath.Join(r.dir, "gone.cu")))
	r.git("add", "-A")
	now[5] = "six"
	r.write("b.cu", now...)
	r.write("new/x.cu", "1")
	r.write("skip.o", "1")
	r.write(".gitignore", "*.o")

	lines, err := r.open().Since(ctx, "base")
	require.NoError(t, err)
	assert.Equal(t, "3 6 9", shown(lines["b.cu"], 20), "a renamed file keeps its old lines, and attributes do not hide it")
	assert.Equal(t, "all", shown(lines["new/x.cu"], 20))
	assert.Equal(t, "2", shown(lines["é \"q\".cu"], 20))
	assert.NotContains(t, lines, "skip.o")
	assert.NotContains(t, lines, "gone.cu")
	lines, err = r.open().Since(ctx, "HEAD")
	require.NoError(t, err)
	assert.Equal(t, "3 6", shown(lines["b.cu"], 20))
	lines, err = r.open().Staged(ctx)
	require.NoError(t, err)
	assert.Equal(t, "3", shown(lines["b.cu"], 20), "what is not staged does not count")
	assert.NotContains(t, lines, "new/x.cu")

	r.commit("three")
	r.git("checkout", "-q", "base")
	r.write("gone.cu", "1", "2")
	r.commit("other")
	lines, err = r.open().SinceMergeBase(ctx, "main")
	require.NoError(t, err)
	assert.Equal(t, "2", shown(lines["gone.cu"], 20))
	assert.NotContains(t, lines, "b.cu", "what main did meanwhile is not new here")
	r.git("checkout", "-q", "--orphan", "island")
	r.commit("alone")
	_, err = r.open().SinceMergeBase(ctx, "main")
	assert.ErrorContains(t, err, `HEAD and "main" have nothing in common`)
	for _, revision := range []string{"nowhere", "--output=x", ""} {
		_, err = r.open().Since(ctx, revision)
		assert.ErrorIs(t, err, ErrUsage)
		assert.ErrorContains(t, err, fmt.Sprintf("there is no revision %q", revision))
	}
}

func TestShallow(t *testing.T) {
	r := newRepository(t)
	r.write("a.cu", "1")
	r.commit("one")
	r.git("branch", "old")
	r.write("a.cu", "1", "2")
	r.commit("two")
	c := &repository{t, t.TempDir()}
	c.git("clone", "-q", "--depth=1", "file://"+r.dir, ".")
	for _, since := range []func(context.Context, string) (Lines, error){c.open().Since, c.open().SinceMergeBase} {
		_, err := since(context.Background(), "old")
		assert.ErrorIs(t, err, ErrUsage)
		assert.ErrorContains(t, err, "shallow clone")
	}
	_, err := Open(context.Background(), t.TempDir())
	assert.ErrorContains(t, err, "not a git repository")
	t.Setenv("PATH", "")
	_, err = Open(context.Background(), r.dir)
	assert.ErrorContains(t, err, "git is needed")
}

// TestUnchangedLines: what is not among the changed lines was there before, in the same order, through random histories.
func TestUnchangedLines(t *testing.T) {
	r := newRepository(t)
	random := rand.New(rand.NewPCG(1, 2))
	text := []string{"a", "b", "c"}
	var history [][]string
	for i := range 12 {
		for range 1 + random.IntN(5) {
			at := random.IntN(len(text) + 1)
			if random.IntN(3) == 0 && len(text) > 3 {
				text = append(append([]string{}, text[:at/2]...), text[at/2+1:]...)
				continue
			}
			text = append(append(append([]string{}, text[:at]...), fmt.Sprint("line ", random.IntN(8))), text[at:]...)
		}
		r.write("x.cu", text...)
		r.commit(fmt.Sprint(i))
		r.git("tag", fmt.Sprint("t", i))
		history = append(history, text)
	}
	for i, before := range history {
		lines, err := r.open().Since(context.Background(), fmt.Sprint("t", i))
		require.NoError(t, err)
		rest := before
		for n, line := range text {
			if c := lines["x.cu"]; c != nil && c.touches(n+1, n+1) {
				continue
			}
			for len(rest) > 0 && rest[0] != line {
				rest = rest[1:]
			}
			require.NotEmpty(t, rest, "line %d, %q, since %d", n+1, line, i)
			rest = rest[1:]
		}
	}
}

func TestBaseline(t *testing.T) {
	finding := func(path, rule, text string) diag.Diagnostic {
		f := source.NewFile(path, []byte(text))
		return diag.Diagnostic{Rule: rule, Place: diag.Place{File: f, Span: source.Span{End: int32(len(text))}}, Subject: diag.Subject{Kernel: "k"}}
	}
	path := func(p diag.Place) string { return p.File.Path }
	all := func(string) bool { return true }
	a, b, c := finding("a.cu", "r", "x[i]"), finding("a.cu", "r", "y[i]"), finding("b.cu", "r", "x[i]")
	base := NewBaseline([]diag.Diagnostic{a, a, b}, path)
	text := base.Write()
	assert.Equal(t, text, NewBaseline([]diag.Diagnostic{b, a, a}, path).Write(), "the order of findings does not matter")
	read, err := ReadBaseline(text)
	require.NoError(t, err)
	assert.Equal(t, text, read.Write())

	sift := func(exists func(string) bool, list ...diag.Diagnostic) (int, string) {
		news, missed := read.Sift(list, path, exists)
		var out []string
		for _, e := range missed {
			out = append(out, fmt.Sprint(e.File, " ", e.Count))
		}
		return len(news), strings.Join(out, ", ")
	}
	check := func(wantNew int, wantMissed string, exists func(string) bool, list ...diag.Diagnostic) {
		t.Helper()
		news, missed := sift(exists, list...)
		assert.Equal(t, wantNew, news)
		assert.Equal(t, wantMissed, missed)
	}
	check(0, "", all, a, a, b)
	check(1, "", all, a, a, a, b)
	check(1, "a.cu 1", all, finding("a.cu", "r", "z[i]"), a, b)
	check(1, "a.cu 1", all, a, b, c)
	gone := func(string) bool { return false }
	news, missed := read.Sift([]diag.Diagnostic{c}, path, gone)
	assert.Empty(t, news, "a.cu became b.cu")
	assert.Len(t, missed, 2)
	assert.Equal(t, 1, len(read.Without(missed).Entries))

	for text, want := range map[string]string{
		"":                              "EOF",
		`{"version": 2}`:                "version 2 is not 1",
		`{"version": 1, "x": 1}`:        "unknown field",
		`{"version":1,"findings":[{}]}`: "an entry lacks",
	} {
		_, err := ReadBaseline([]byte(text))
		assert.ErrorContains(t, err, want)
	}
}

// TestNothingIsRun: whatever a repository's settings and the environment name, git runs nothing of it.
func TestNothingIsRun(t *testing.T) {
	r := newRepository(t)
	mark := filepath.Join(t.TempDir(), "ran")
	program := filepath.Join(t.TempDir(), "program")
	require.NoError(t, os.WriteFile(program, []byte("#!/bin/sh\ntouch "+mark+"\n"), 0o755))
	r.write("a.cu", old(3)...)
	r.write(".gitattributes", "*.cu diff=own")
	r.commit("one")
	r.write("a.cu", old(4)...)
	r.write("b.cu", "new")
	for _, key := range []string{"core.fsmonitor", "diff.external", "diff.own.command", "diff.own.textconv", "core.pager", "core.sshCommand"} {
		r.git("config", key, program)
	}
	hooks := t.TempDir()
	require.NoError(t, os.Symlink(program, filepath.Join(hooks, "post-index-change")))
	r.git("config", "core.hooksPath", hooks)
	for _, v := range []string{"GIT_EXTERNAL_DIFF", "GIT_PAGER", "GIT_SSH_COMMAND", "GIT_ASKPASS"} {
		t.Setenv(v, program)
	}
	t.Setenv("GIT_CONFIG_COUNT", "1")
	t.Setenv("GIT_CONFIG_KEY_0", "core.fsmonitor")
	t.Setenv("GIT_CONFIG_VALUE_0", program)
	require.NoError(t, os.RemoveAll(mark)) // what the lines above set off
	ctx, found := context.Background(), r.open()
	lines, err := found.Since(ctx, "HEAD")
	require.NoError(t, err)
	assert.Contains(t, lines, "a.cu")
	assert.Contains(t, lines, "b.cu")
	_, err = found.Staged(ctx)
	require.NoError(t, err)
	_, err = found.Earlier(ctx, "HEAD", false)
	require.NoError(t, err)
	assert.NoFileExists(t, mark)
	for _, v := range environment(os.Environ()) {
		assert.NotContains(t, v, program)
	}
}
