package rules_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cudalint/cudalint/rules"
)

// Turns are advised where it does not matter which thread has which element, and nowhere else.
func TestChunksAndRows(t *testing.T) {
	want := map[string]string{
		"sum_own_chunk": "let the lanes of a warp work on one row together", "sum_own_chunk_by_pointer": "let the lanes of a warp work on one row together",
		"product": "let the lanes of a warp work on one row together", "recurrence": "each step needs the one before it",
		"total": "step by the number of threads", "chunk_loop": "let the lanes of a warp work on one row together",
	}
	got := map[string]bool{}
	for _, d := range rules.Check(analyse(t, filepath.Join(fixtures, "uncoalesced-access", "chunks.cu")), nil) {
		if d.Rule == "uncoalesced-access" {
			assert.Contains(t, d.Help, want[d.Subject.Kernel], d.Subject.Kernel)
			got[d.Subject.Kernel] = true
		}
	}
	assert.Len(t, got, len(want))
}
