package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
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
	dir := filepath.Join(top, "docs", "rules")
	pages := map[string]string{}
	for _, r := range lint.Rules() {
		pages[r.Name+".md"] = rulePage(r)
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

// rulePage is a rule's page in docs/rules.
func rulePage(r *rules.Rule) string {
	return fmt.Sprintf("<!-- from the rule's own page; %s -->\n# %s\n\nDefault severity: %s.\n\n%s\n", howToRefresh, r.Name, levelOf(r), strings.TrimSpace(r.Doc))
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

// TestReadmeShowsWhatIsPrinted runs the commands whose output the README shows.
func TestReadmeShowsWhatIsPrinted(t *testing.T) {
	t.Chdir(top)
	before, err := os.ReadFile("README.md")
	require.NoError(t, err)
	require.Regexp(t, output, string(before), "the README shows a finding")
	after := output.ReplaceAllFunc(before, func(block []byte) []byte {
		args := strings.Fields(string(output.FindSubmatch(block)[1]))
		var stdout bytes.Buffer
		run(args, nil, &stdout, &bytes.Buffer{})
		return fmt.Appendf(nil, "<!-- output of: cudalint %s -->\n```text\n%s```\n", strings.Join(args, " "), stdout.Bytes())
	})
	if *update {
		require.NoError(t, os.WriteFile("README.md", after, 0o644))
		return
	}
	assert.Equal(t, string(after), string(before), howToRefresh)
}
