package gpu

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPeaks(t *testing.T) {
	names := TargetNames()
	for name := range peaks {
		assert.Contains(t, names, name)
	}
	for _, name := range names {
		target, ok := TargetByName(name)
		assert.True(t, ok)
		assert.Equal(t, peaks[name], target.Peak, name)
	}
	h200, _ := TargetByName("sm_90a")
	assert.InDelta(t, 13.96, h200.Peak.Balance(), 0.01, "67 TFLOP/s over 4.8 TB/s")
	assert.Equal(t, h200.Peak.Single, h200.Peak.Attainable(20))
	assert.InDelta(t, 4.8e12, h200.Peak.Attainable(1), 1)
	assert.Zero(t, Peak{}.Balance())
}
