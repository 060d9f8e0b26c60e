package fixproof

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// measured holds what the machine read last, with the predictions that it was compared with.
const measured = "../../testdata/fixes/measured"

// TestPage holds docs/fixes.md against what was measured.
func TestPage(t *testing.T) {
	page := filepath.Join(t.TempDir(), "fixes.md")
	require.NoError(t, Report(measured, page))
	got, err := os.ReadFile(page)
	require.NoError(t, err)
	want, err := os.ReadFile("../../docs/fixes.md")
	require.NoError(t, err)
	assert.Equal(t, string(got), string(want), "run: go run scripts/fixproof.go report testdata/fixes/measured docs/fixes.md")
}

// TestPredictions holds today's predictions against the readings, for the programs that are what they were when they were measured. Each
// kind has to fix at least five kernels.
func TestPredictions(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, Write("../../testdata/fixes", dir))
	now, rows, err := readPredicted(dir)
	require.NoError(t, err)
	then, _, err := readPredicted(measured)
	require.NoError(t, err)
	read, err := readReadings(filepath.Join(measured, "readings.jsonl"))
	require.NoError(t, err)

	fixed := map[string]map[string]bool{}
	for _, f := range now.Fixes {
		if fixed[f.Kind] == nil {
			fixed[f.Kind] = map[string]bool{}
		}
		fixed[f.Kind][f.File+f.Kernel] = true
	}
	for _, k := range kinds {
		assert.GreaterOrEqual(t, len(fixed[k.name]), 5, "kernels that are fixed by: %s", k.title)
	}
	compared := 0
	for id, q := range read {
		if now.Sums[id.path] != then.Sums[id.path] {
			t.Logf("%s has changed since it was measured", id.path)
			continue
		}
		if id.op == "atomic" {
			continue
		}
		want, known := rows[id]
		compared++
		assert.True(t, known && (agree(&want, &q) || joined(&want, &q)), "%v: predicted %v, read %v", id, want, q)
	}
	assert.NotZero(t, compared)
}
