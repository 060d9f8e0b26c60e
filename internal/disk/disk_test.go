package disk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	require.NoError(t, os.WriteFile(path, []byte("text"), 0o644))
	text, err := Read(path, 4)
	require.NoError(t, err)
	assert.Equal(t, "text", string(text))
	_, err = Read(path, 3)
	assert.EqualError(t, err, "larger than 0 KB")
	_, err = Read(dir, 3)
	assert.ErrorIs(t, err, ErrFolder)
	_, err = Read(filepath.Join(dir, "b"), 3)
	assert.ErrorIs(t, err, os.ErrNotExist)
	assert.NotContains(t, err.Error(), dir)
	assert.EqualError(t, &LargeError{3 << 20}, "larger than 3 MB")
}

// TestFullDisk lets the disk be full at every byte and every operation: the file is wholly old or wholly new, and where an error is told
// nothing is left over.
func TestFullDisk(t *testing.T) {
	const before, after = "what stood there", "something else, and longer than before"
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	failed, done := 0, 0
	for left := range len(after) + 8 {
		require.NoError(t, os.WriteFile(path, []byte(before), 0o640))
		info, err := os.Stat(path)
		require.NoError(t, err)
		err = Replace(&Faulty{Real, left}, path, []byte(after), How{Pattern: ".x-*", Like: info, Lasting: true})
		text, readErr := os.ReadFile(path)
		require.NoError(t, readErr)
		list, readErr := os.ReadDir(dir)
		require.NoError(t, readErr)
		assert.Len(t, list, 1, "room for %d", left)
		if err == nil {
			done++
			assert.Equal(t, after, string(text), "room for %d", left)
			info, err := os.Stat(path)
			require.NoError(t, err)
			assert.Equal(t, os.FileMode(0o640), info.Mode().Perm())
			continue
		}
		failed++
		assert.ErrorIs(t, err, ErrFault)
		assert.Contains(t, []string{before, after}, string(text), "room for %d", left)
		if string(text) == after {
			assert.Equal(t, len(after)+5, left, "only what comes behind the renaming may fail so")
		}
	}
	assert.Equal(t, len(after)+6, failed)
	assert.Equal(t, 2, done)
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "a"), filepath.Join(dir, "l")
	require.NoError(t, Write(Real, path, []byte("one")))
	other := filepath.Join(dir, "b")
	require.NoError(t, os.WriteFile(other, nil, 0o666))
	want, err := os.Stat(other)
	require.NoError(t, err)
	got, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, want.Mode(), got.Mode(), "as others make files")
	require.NoError(t, os.Chmod(path, 0o604))
	require.NoError(t, os.Symlink(path, link))
	require.NoError(t, Write(Real, link, []byte("two")))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "two", string(text))
	got, err = os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o604), got.Mode().Perm())
	target, err := os.Readlink(link)
	require.NoError(t, err)
	assert.Equal(t, path, target)
	assert.ErrorIs(t, Write(&Faulty{Real, 5}, path, []byte(strings.Repeat("x", 100))), ErrFault)
	text, err = os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "two", string(text))
	assert.ErrorIs(t, Write(Real, filepath.Join(dir, "none", "a"), nil), os.ErrNotExist)
	require.NoError(t, Write(Real, os.DevNull, []byte("x")), "a device is written to, and stays")
	info, err := os.Stat(os.DevNull)
	require.NoError(t, err)
	assert.False(t, info.Mode().IsRegular())
}
