package rules

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

var ruleName = regexp.MustCompile(`^[a-z]+(-[a-z]+)+$`)

func TestPages(t *testing.T) {
	had := map[string]bool{}
	for _, r := range All() {
		t.Run(r.Name, func(t *testing.T) {
			assert.Regexp(t, ruleName, r.Name)
			assert.False(t, had[r.Name], "the name is taken")
			had[r.Name] = true
			first, _, _ := strings.Cut(r.Doc, "\n")
			assert.True(t, strings.HasPrefix(first, "Flags ") && strings.HasSuffix(first, "."), "first line: %s", first)
			last := -1
			for _, heading := range []string{"## What it does\n", "## Why\n", "## Example\n", "## Use instead\n", "## When to leave it\n"} {
				at := strings.Index(r.Doc, heading)
				assert.Greater(t, at, last, heading)
				last = at
			}
		})
	}
}
