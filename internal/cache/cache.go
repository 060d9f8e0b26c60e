// Package cache keeps results in files: a key, made of all that a result depends on, and its bytes go in, the bytes come out in a later
// run.
//
// An entry is a file that is written beside its place and renamed, so that runs at the same time see all of it or nothing. It begins
// with a code of its key and its bytes that only the holder of a secret can make. The secret is kept apart from the folder: what
// somebody else puts there, or a damaged disk, is not taken for a result.
package cache

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/cudalint/cudalint/internal/disk"
)

// Bound is the size in bytes above which the entries that were not used for longest go.
const Bound = 256 << 20

// layout is raised when entries that were written before mean something else. It is part of the folder's path.
const layout = "v1"

// fresh is how long an entry counts as used without being touched again.
const fresh = time.Hour

// Key is a SHA-256 of what an entry depends on.
type Key [sha256.Size]byte

// Cache is a folder of entries. It may be used by several goroutines, and the folder by several processes.
type Cache struct {
	dir    string
	secret []byte
	bound  int64
	wrote  atomic.Bool
	system disk.System // entries are written to
}

// Open makes the folder where it is missing. It is refused when others than the user may write to it: they could take entries away.
func Open(dir string, secret []byte) (*Cache, error) {
	dir = filepath.Join(dir, layout)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of the cache: %w", err)
	}
	if err := private(dir, 0o055); err != nil {
		return nil, err
	}
	return &Cache{dir: dir, secret: secret, bound: Bound, system: disk.Real}, nil
}

func (c *Cache) path(k Key) string {
	name := hex.EncodeToString(k[:])
	return filepath.Join(c.dir, name[:2], name[2:])
}

// code proves that data belongs to the key.
func (c *Cache) code(k Key, data []byte) []byte {
	h := hmac.New(sha256.New, c.secret)
	h.Write(k[:])
	h.Write(data)
	return h.Sum(nil)
}

// Get gives the bytes that were put under a key. What is there and is no entry of ours is taken away.
func (c *Cache) Get(k Key) ([]byte, bool) {
	path := c.path(k)
	info, err := os.Stat(path)
	if err != nil {
		return nil, false
	}
	text, err := disk.Read(path, c.bound)
	if err != nil {
		return nil, false
	}
	if len(text) < sha256.Size || !hmac.Equal(text[:sha256.Size], c.code(k, text[sha256.Size:])) {
		_ = os.Remove(path)
		return nil, false
	}
	if now := time.Now(); now.Sub(info.ModTime()) > fresh {
		_ = os.Chtimes(path, now, now) // at worst it goes early
	}
	return text[sha256.Size:], true
}

// Put keeps bytes under a key.
func (c *Cache) Put(k Key, data []byte) error {
	text := append(c.code(k, data), data...)
	path := c.path(k)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("keep an entry: %w", err)
	}
	if err := disk.Replace(c.system, path, text, disk.How{Pattern: unfinished + "*"}); err != nil {
		return fmt.Errorf("keep an entry: %w", err)
	}
	c.wrote.Store(true)
	return nil
}

// unfinished begins the names of files that are being written.
const unfinished = ".new-"

// entry is one file of the cache.
type entry struct {
	path string
	size int64
	used time.Time
}

// entries lists the files of the cache and nothing else that may be in its folder.
func (c *Cache) entries() []entry {
	var out []entry
	folders, _ := os.ReadDir(c.dir)
	for _, d := range folders {
		if _, err := hex.DecodeString(d.Name()); err != nil || len(d.Name()) != 2 || !d.IsDir() {
			continue
		}
		files, _ := os.ReadDir(filepath.Join(c.dir, d.Name()))
		for _, f := range files {
			_, err := hex.DecodeString(f.Name())
			ours := err == nil && len(f.Name()) == 2*sha256.Size-2 || strings.HasPrefix(f.Name(), unfinished)
			if info, err := f.Info(); ours && err == nil && info.Mode().IsRegular() {
				out = append(out, entry{filepath.Join(c.dir, d.Name(), f.Name()), info.Size(), info.ModTime()})
			}
		}
	}
	return out
}

// Size is the number of entries, and their size in bytes.
func (c *Cache) Size() (count int, bytes int64) {
	for _, e := range c.entries() {
		count++
		bytes += e.size
	}
	return count, bytes
}

// Trim takes the entries that were not used for longest away until the rest is below four fifths of the bound, when it is above the
// bound. It looks only after something was put.
func (c *Cache) Trim() error {
	if !c.wrote.Swap(false) {
		return nil
	}
	list := c.entries()
	total := int64(0)
	for _, e := range list {
		total += e.size
	}
	if total <= c.bound {
		return nil
	}
	slices.SortFunc(list, func(x, y entry) int {
		if n := x.used.Compare(y.used); n != 0 {
			return n
		}
		return strings.Compare(x.path, y.path)
	})
	for _, e := range list {
		if total <= c.bound/5*4 {
			break
		}
		if err := remove(e.path); err != nil {
			return err
		}
		total -= e.size
	}
	return nil
}

// Clean takes all entries away and gives their number.
func (c *Cache) Clean() (int, error) {
	n := 0
	for _, e := range c.entries() {
		if err := remove(e.path); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// remove takes a file away that another run may have taken meanwhile.
func remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("take an entry out of the cache: %w", err)
	}
	return nil
}
