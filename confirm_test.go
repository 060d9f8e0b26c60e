package cudalint

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/internal/driver"
	"github.com/cudalint/cudalint/internal/profile"
	"github.com/cudalint/cudalint/lint"
)

// TestConfirm sets our own kernels beside what Nsight Compute 2025.3 read of them on an H200, its source page cut to the columns that are
// used and to memory and arithmetic instructions.
func TestConfirm(t *testing.T) {
	readings, err := profile.Load(intensityDir + "/kernels.source.csv")
	require.NoError(t, err)
	launches, err := profile.Load(intensityDir + "/kernels.raw.csv")
	require.NoError(t, err)
	require.Len(t, launches.Launches, 13)
	readings.Launches = launches.Launches
	out, err := driver.Run(context.Background(), driver.Options{Paths: []string{intensityDir + "/kernels.cu"}, Lint: lint.Options{Detail: true}})
	require.NoError(t, err)

	rows := profile.Rows(out.Result, readings)
	assert.Len(t, rows, 37)
	for _, r := range rows {
		at := []any{"line %d, %s %s of %s", r.Line, r.Space, r.Op, r.Kernel}
		assert.NotEmpty(t, r.Accesses, at...)
		measured, ok := r.Measured.Ratio()
		require.True(t, ok, at...)
		predicted, ok := r.Predicted()
		require.True(t, ok, at...)
		assert.InEpsilon(t, measured, predicted, 0.05, at...)
	}

	confirmed, summary := profile.Confirm(out.Result, readings)
	var moved *diag.Diagnostic
	for i, d := range confirmed.Findings {
		if d.Subject.Kernel == "moveAll" {
			moved = &confirmed.Findings[i]
		}
		if d.Measured != nil {
			assert.NotEqual(t, diag.Contradicted, d.Measured.Verdict, d.Message)
		}
	}
	require.NotNil(t, moved)
	assert.Equal(t, diag.Confirmed, moved.Measured.Verdict)
	assert.Contains(t, moved.Message, "measured 32 per request, ideal 4: confirmed")
	assert.Zero(t, summary.Unflagged)
	assert.Zero(t, summary.Contradicted)
}
