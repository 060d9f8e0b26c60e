package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestDiff(t *testing.T) {
	for _, c := range []struct{ name, path, before, after, want string }{
		{"nothing", "a.cu", "x\n", "x\n", ""},
		{"a line", "d/a.cu", "1\n2\n3\n", "1\ntwo\n3\n", "diff --git a/d/a.cu b/d/a.cu\n--- a/d/a.cu\n+++ b/d/a.cu\n@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n"},
		{"no line end at the end", "a.cu", "1\n2", "1\n3", "diff --git a/a.cu b/a.cu\n--- a/a.cu\n+++ b/a.cu\n@@ -1,2 +1,2 @@\n 1\n-2\n\\ No newline at end of file\n+3\n\\ No newline at end of file\n"},
		{"CRLF", "a.cu", "1\r\n2\r\n", "1\r\n3\r\n", "diff --git a/a.cu b/a.cu\n--- a/a.cu\n+++ b/a.cu\n@@ -1,2 +1,2 @@\n 1\r\n-2\r\n+3\r\n"},
		{"odd name", "ä\".cu", "1\n", "2\n", "diff --git \"a/\\303\\244\\\".cu\" \"b/\\303\\244\\\".cu\"\n--- \"a/\\303\\244\\\".cu\"\n+++ \"b/\\303\\244\\\".cu\"\n@@ -1 +1 @@\n-1\n+2\n"},
	} {
		var b strings.Builder
		require.NoError(t, Diff(&b, c.path, c.before, c.after))
		assert.Equal(t, c.want, b.String(), c.name)
	}
}
