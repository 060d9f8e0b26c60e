package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra/doc"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/rules"
)

const (
	top          = "../.." // of the module
	howToRefresh = "run: go test ./cmd/cudalint -update"
)

// TestRulePages holds docs/rules against the rules: one page for each, and no other.
func TestRulePages(t *testing.T) {
	dir := filepath.Join("docs", "rules")
	pages := map[string]string{}
	t.Chdir(top)
	for _, r := range lint.Rules() {
		pages[r.Name+".md"] = rulePage(t, r)
	}
	if *update {
		require.NoError(t, os.RemoveAll(dir))
		require.NoError(t, os.MkdirAll(dir, 0o755))
		for name, text := range pages {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
		}
	}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err, howToRefresh)
	for _, e := range entries {
		assert.Contains(t, pages, e.Name(), "no rule has this page; %s", howToRefresh)
	}
	for name, text := range pages {
		have, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err, howToRefresh)
		assert.Equal(t, text, string(have), "%s is stale; %s", name, howToRefresh)
	}
}

// rulePage is a rule's page in docs/rules, with what cudalint prints of its example.
func rulePage(t *testing.T, r *rules.Rule) string {
	page := fmt.Sprintf("<!-- from the rule's own page and docs/examples; %s -->\n# %s\n\nDefault severity: %s.\n\n%s\n", howToRefresh, r.Name, levelOf(r), strings.TrimSpace(r.Doc))
	example := "docs/examples/" + r.Name + ".cu"
	text, err := os.ReadFile(example)
	if r.Name == lint.MeasuredCost { // it takes a profile
		return page
	}
	require.NoError(t, err, "each rule has an example")
	args := []string{"--select", r.Name, example}
	switch {
	case r.Name == lint.MissingReason:
		args = []string{"--require-reason", example}
	case !slices.ContainsFunc(rules.All(), func(o *rules.Rule) bool { return o.Name == r.Name }):
		args = []string{"--hints", example} // it is about what others report
	}
	found := printed(t, args)
	require.Contains(t, found, "["+r.Name+"]", example)
	page += fmt.Sprintf("\n## What cudalint prints\n[%s](../examples/%s) holds\n\n```cuda\n%s```\n\nand `cudalint %s` says of it\n\n```text\n%s```\n", example, filepath.Base(example), text, strings.Join(args, " "), found)
	instead := strings.TrimSuffix(example, ".cu") + ".after.cu"
	if _, err := os.Stat(instead); err != nil {
		return page
	}
	require.Empty(t, printed(t, []string{"--select", r.Name, instead}), "%s is what to do instead", instead)
	page += fmt.Sprintf("\nOf what to do instead, in [%s](../examples/%s), it says nothing. Its accesses, as `cudalint accesses %s` lists them:\n\n```text\n%s```\n",
		instead, filepath.Base(instead), instead, printed(t, []string{"accesses", instead}))
	return page
}

// printed is what the program writes to standard output.
func printed(t *testing.T, args []string) string {
	var stdout, stderr bytes.Buffer
	code := run(append(slices.Clone(args), "--no-cache"), nil, &stdout, &stderr)
	require.Less(t, code, exitUsage, stderr.String())
	return stdout.String()
}

// TestExamplesAreTheirFiles holds the examples of the pages against the files that are run.
func TestExamplesAreTheirFiles(t *testing.T) {
	for _, r := range rules.All() {
		for _, part := range []struct{ from, to, file string }{
			{"## Example\n", "## Use instead\n", r.Name + ".cu"}, {"## Use instead\n", "## When to leave it\n", r.Name + ".after.cu"},
		} {
			text, err := os.ReadFile(filepath.Join(top, "docs", "examples", part.file))
			require.NoError(t, err)
			lines := map[string]bool{}
			for line := range strings.Lines(string(text)) {
				lines[bareLine(line)] = true
			}
			_, section, _ := strings.Cut(r.Doc, part.from)
			section, _, _ = strings.Cut(section, part.to)
			shown := 0
			for line := range strings.Lines(section) {
				if !strings.HasPrefix(line, "    ") {
					continue
				}
				shown++
				assert.True(t, lines[bareLine(line)], "%s: %s is not in docs/examples/%s", r.Name, line, part.file)
			}
			if part.from == "## Example\n" {
				assert.Positive(t, shown, "%s shows code", r.Name)
			}
		}
	}
}

// bareLine is a line of code without its comment and blanks.
func bareLine(line string) string {
	if code, _, found := strings.Cut(line, "//"); found && strings.TrimSpace(code) != "" {
		line = code
	}
	return strings.Join(strings.Fields(line), " ")
}

// levelOf says what a page says of a rule's severity.
func levelOf(r *rules.Rule) string {
	if r.Off {
		return fmt.Sprintf("off; %s where it is asked for", r.Default)
	}
	return r.Default.String()
}

// TestManPages holds docs/man against the commands: a page for each.
func TestManPages(t *testing.T) {
	dir := filepath.Join(top, "docs", "man")
	fresh := t.TempDir()
	day := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC) // pages that are the same on all days
	root := newRoot(&program{})
	root.DisableAutoGenTag = true
	root.InitDefaultHelpCmd()
	require.NoError(t, doc.GenManTree(root, &doc.GenManHeader{Title: "CUDALINT", Section: "1", Source: "cudalint", Manual: "cudalint", Date: &day}, fresh))
	if *update {
		require.NoError(t, os.RemoveAll(dir))
		require.NoError(t, os.CopyFS(dir, os.DirFS(fresh)))
	}
	names := func(dir string) (out []string) {
		entries, err := os.ReadDir(dir)
		require.NoError(t, err, howToRefresh)
		for _, e := range entries {
			out = append(out, e.Name())
		}
		return out
	}
	require.Equal(t, names(fresh), names(dir), howToRefresh)
	for _, name := range names(fresh) {
		want, err := os.ReadFile(filepath.Join(fresh, name))
		require.NoError(t, err)
		have, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.True(t, string(want) == string(have), "%s is stale; %s", name, howToRefresh)
	}
	assert.Contains(t, names(fresh), "cudalint-check.1")
}

// output matches a block of a document that shows what a command prints.
var output = regexp.MustCompile("(?s)<!-- output of: cudalint ([^\n]*) -->\n```text\n(.*?)```\n")

// TestPagesShowWhatIsPrinted runs the commands whose output the README and the topics show.
func TestPagesShowWhatIsPrinted(t *testing.T) {
	t.Chdir(top)
	pages, err := filepath.Glob("docs/topics/*.md")
	require.NoError(t, err)
	require.NotEmpty(t, pages)
	for _, page := range append(pages, "README.md") {
		before, err := os.ReadFile(page)
		require.NoError(t, err)
		require.Regexp(t, output, string(before), "%s shows what is printed", page)
		after := output.ReplaceAllFunc(before, func(block []byte) []byte {
			args := strings.Fields(string(output.FindSubmatch(block)[1]))
			var stdout bytes.Buffer
			run(args, nil, &stdout, &bytes.Buffer{})
			return fmt.Appendf(nil, "<!-- output of: cudalint %s -->\n```text\n%s```\n", strings.Join(args, " "), stdout.Bytes())
		})
		if *update {
			require.NoError(t, os.WriteFile(page, after, 0o644))
			continue
		}
		assert.Equal(t, string(after), string(before), "%s: %s", page, howToRefresh)
	}
}

// TestFirstFinding goes the way that the README shows: a finding, its fix, nothing left.
func TestFirstFinding(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(top, "docs", "example.cu"))
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("example.cu", text, 0o644))
	said := func(want int, args ...string) string {
		var stdout, stderr bytes.Buffer
		require.Equal(t, want, run(append(args, "--no-cache", "example.cu"), nil, &stdout, &stderr), stderr.String())
		return stdout.String()
	}
	assert.Contains(t, said(exitFindings), "fix (safe): ")
	assert.Empty(t, said(exitClean, "--fix"))
	assert.Empty(t, said(exitClean))
	assert.Contains(t, said(exitClean, "accesses"), "1/1 wavefronts")
}
