package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

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
	return fmt.Sprintf("<!-- from the rule's own page; %s -->\n# %s\n\nDefault severity: %s.\n\n%s\n", howToRefresh, r.Name, r.Default, strings.TrimSpace(r.Doc))
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
