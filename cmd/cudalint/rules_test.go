package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cudalint/cudalint/rules"
)

// TestRulesReport runs the whole program, with settings as they are where nobody sets any, on the fixtures of each rule.
func TestRulesReport(t *testing.T) {
	for _, r := range rules.All() {
		var stdout, stderr bytes.Buffer
		run([]string{"--no-cache", "--output", "concise", "--select", r.Name, filepath.Join(top, "testdata", "kernels", r.Name)}, nil, &stdout, &stderr)
		assert.True(t, strings.Contains(stdout.String(), "["+r.Name+"]"), "no finding of %s in its fixtures: %s", r.Name, stderr.String())
	}
}
