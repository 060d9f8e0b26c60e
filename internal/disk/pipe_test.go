//go:build unix

package disk

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPipes: neither a pipe that nobody writes to nor a device without an end is read.
func TestPipes(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o644))
	for _, path := range []string{pipe, "/dev/zero", "/dev/null"} {
		_, err := Read(path, 1<<20)
		assert.ErrorIs(t, err, ErrKind, path)
	}
}
