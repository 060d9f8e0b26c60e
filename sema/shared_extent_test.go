package sema_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestExtentOfAThread reads what is typed halfway to something else: a tile whose extent is asked for before any thread runs.
func TestExtentOfAThread(t *testing.T) {
	m := analyzed(t, "__global__ void k(float *o) {\n  __shared__ float t[threadIdx.x][32];\n  o[threadIdx.x] = t[0][threadIdx.y];\n}\n")
	require.Len(t, m.Kernels, 1)
	assert.NotEmpty(t, m.Kernels[0].Runs)
}
