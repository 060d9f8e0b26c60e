package cache

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/internal/disk"
)

func key(s string) Key { return sha256.Sum256([]byte(s)) }

func open(t *testing.T, dir, secret string) *Cache {
	t.Helper()
	s, err := Secret(secret + "................")
	require.NoError(t, err)
	c, err := Open(dir, s)
	require.NoError(t, err)
	return c
}

func TestPutAndGet(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	c := open(t, dir, "x")
	_, ok := c.Get(key("one"))
	assert.False(t, ok)
	for _, text := range []string{"", "first", "second"} {
		require.NoError(t, c.Put(key("one"), []byte(text)))
		data, ok := open(t, dir, "x").Get(key("one"))
		assert.True(t, ok)
		assert.Equal(t, text, string(data))
	}
	n, size := c.Size()
	assert.Equal(t, 1, n)
	assert.Equal(t, int64(len("second")+sha256.Size), size)
	n, err := c.Clean()
	require.NoError(t, err)
	assert.Equal(t, 1, n)
	_, ok = c.Get(key("one"))
	assert.False(t, ok)
}

// TestPlanted: what another secret made, what was made for another key and what was damaged is not taken, and goes.
func TestPlanted(t *testing.T) {
	dir := t.TempDir()
	c, stranger := open(t, dir, "x"), open(t, dir, "y")
	require.NoError(t, stranger.Put(key("one"), []byte("no findings")))
	_, ok := c.Get(key("one"))
	assert.False(t, ok, "another secret")
	assert.NoFileExists(t, c.path(key("one")))

	require.NoError(t, c.Put(key("two"), []byte("text")))
	text, err := os.ReadFile(c.path(key("two")))
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(filepath.Dir(c.path(key("three"))), 0o755))
	require.NoError(t, os.WriteFile(c.path(key("three")), text, 0o644))
	_, ok = c.Get(key("three"))
	assert.False(t, ok, "another key")
	for i := range text {
		bad := bytes.Clone(text)
		bad[i] ^= 1
		require.NoError(t, os.WriteFile(c.path(key("two")), bad, 0o644))
		_, ok = c.Get(key("two"))
		require.False(t, ok, "byte %d", i)
		require.NoError(t, os.WriteFile(c.path(key("two")), text[:i], 0o644))
		_, ok = c.Get(key("two"))
		require.False(t, ok, "cut at %d", i)
	}
}

// TestTrim: above the bound what was not used for longest goes, and nothing that is not the cache's.
func TestTrim(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir, "x")
	c.bound = 10_000
	foreign := filepath.Join(c.dir, "ab", "notes.txt")
	require.NoError(t, os.MkdirAll(filepath.Dir(foreign), 0o755))
	require.NoError(t, os.WriteFile(foreign, bytes.Repeat([]byte("x"), 50_000), 0o644))
	name := func(i int) Key { return key(fmt.Sprint(i)) }
	for i := range 20 {
		require.NoError(t, c.Put(name(i), bytes.Repeat([]byte("x"), 1000)))
		old := time.Now().Add(time.Duration(i-100) * time.Hour)
		require.NoError(t, os.Chtimes(c.path(name(i)), old, old))
	}
	_, ok := c.Get(name(0))
	require.True(t, ok, "and it counts as used")
	require.NoError(t, c.Trim())
	_, size := c.Size()
	assert.LessOrEqual(t, size, c.bound)
	assert.Greater(t, size, c.bound/2)
	for i, want := range map[int]bool{0: true, 1: false, 12: false, 14: true, 19: true} {
		_, ok := c.Get(name(i))
		assert.Equal(t, want, ok, "entry %d", i)
	}
	assert.FileExists(t, foreign)
}

// TestParallel: readers see all of an entry or nothing while others write and trim it.
func TestParallel(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for i := range 4 {
		c := open(t, dir, "x")
		c.bound = 60_000
		all.Go(func() {
			for n := range 100 {
				k := key(fmt.Sprint(n % 10))
				assert.NoError(t, c.Put(k, bytes.Repeat([]byte{byte(n % 10)}, 5000+i)))
				data, ok := c.Get(k)
				if ok {
					assert.Equal(t, len(data), bytes.Count(data, []byte{byte(n % 10)}))
				}
				assert.NoError(t, c.Trim())
			}
		})
	}
	all.Wait()
}

func TestOpenToOthers(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir, "x")
	require.NoError(t, os.Chmod(c.dir, 0o777))
	_, err := Open(dir, c.secret)
	assert.ErrorContains(t, err, "is open to others")
	require.NoError(t, os.Rename(c.dir, c.dir+"x"))
	require.NoError(t, os.Symlink(c.dir+"x", c.dir))
	_, err = Open(dir, c.secret)
	assert.ErrorContains(t, err, "is a link")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o644))
	_, err = Open(filepath.Join(dir, "file"), c.secret)
	assert.ErrorContains(t, err, "make the folder of the cache")
}

func TestSecret(t *testing.T) {
	_, err := Secret("short")
	assert.ErrorContains(t, err, "16 characters at least")
	path := filepath.Join(t.TempDir(), "cudalint", "secret")
	made := make([][]byte, 8)
	var all sync.WaitGroup
	for i := range made {
		all.Go(func() {
			s, err := OwnSecret(path)
			assert.NoError(t, err)
			made[i] = s
		})
	}
	all.Wait()
	for _, s := range made {
		assert.Len(t, s, 32)
		assert.Equal(t, made[0], s, "runs at the same time get the same")
	}
	require.NoError(t, os.Chmod(path, 0o644))
	_, err = OwnSecret(path)
	assert.ErrorContains(t, err, "is open to others")
	require.NoError(t, os.WriteFile(path, []byte("x"), 0o600))
	_, err = OwnSecret(path)
	assert.ErrorContains(t, err, "too short")
	entries, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	assert.Len(t, entries, 1, "nothing is left over")
}

// TestFullDisk lets the disk be full at every byte of an entry: what was kept before is read, or nothing, and nothing is left over.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir, "x")
	before, after := []byte("before"), []byte("after that")
	failed := 0
	for left := range len(after) + sha256.Size + 8 {
		c.system = disk.Real
		require.NoError(t, c.Put(key("one"), before))
		c.system = &disk.Faulty{System: disk.Real, Left: left}
		err := c.Put(key("one"), after)
		data, ok := c.Get(key("one"))
		require.True(t, ok, "room for %d", left)
		want := after
		if err != nil {
			failed++
			want = before
		}
		assert.Equal(t, string(want), string(data), "room for %d", left)
		list, err := os.ReadDir(filepath.Dir(c.path(key("one"))))
		require.NoError(t, err)
		assert.Len(t, list, 1)
	}
	assert.Equal(t, len(after)+sha256.Size+3, failed) // to make it, its bytes, to close it and to rename it
}
