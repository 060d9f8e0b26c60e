package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestWithoutGit runs what asks git where there is none.
func TestWithoutGit(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, args := range [][]string{{"diff", "HEAD"}, {"--since", "HEAD"}} {
		var stdout, stderr bytes.Buffer
		assert.Equal(t, exitFailure, run(args, nil, &stdout, &stderr))
		assert.Contains(t, stderr.String(), "git is needed to tell what changed, and is not found")
		assert.Empty(t, stdout.String())
	}
}
