package kernelgen_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cudalint/cudalint/internal/kernelgen"
)

// A loop whose bound lies before its start once had a negative number of turns, with which what a variable may be turned round.
func TestLoopsThatNeverRun(t *testing.T) {
	assert.NotPanics(t, func() { kernelgen.New(51032, 2+51032%12) })
}
