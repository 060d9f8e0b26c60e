package driver

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/cudalint/cudalint/internal/disk"
)

// Change is a file's text before and after the fixes. Path is as displayed.
type Change struct {
	Path          string
	Before, After []byte
	abs           string
}

// errChanged says that a file is not what was judged.
var errChanged = errors.New("changed while it was judged, left alone")

// Write puts the new text in the place of the old, whole or not at all: it goes into a temporary file in the same folder, is synced
// to disk, gets the old file's mode and owner, and takes its name. A link is followed. A file that no longer holds the old text is
// left alone. An interruption leaves at most the temporary file, whose name begins with a dot.
func (c *Change) Write() error {
	target, err := filepath.EvalSymlinks(c.abs)
	if err != nil {
		return c.failed(err)
	}
	info, err := os.Stat(target)
	if err != nil {
		return c.failed(err)
	}
	if handle, err := os.OpenFile(target, os.O_RDWR, 0); err != nil { // a new file could take the place of one that must not be written
		return c.failed(err)
	} else {
		handle.Close()
	}
	if same, err := c.unchanged(target); err != nil || same {
		return err
	}
	last := func() error { // once more, as late as can be
		_, err := c.unchanged(target)
		return err
	}
	return c.failed(disk.Replace(system, target, c.After, disk.How{Pattern: ".cudalint-*", Like: info, Last: last, Lasting: true}))
}

// system is written to; tests put another in its place.
var system = disk.Real

func (c *Change) failed(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return errChanged
	}
	if err == nil || errors.Is(err, errChanged) {
		return err
	}
	return fmt.Errorf("write: %w", reason(err))
}

// unchanged compares the file with the text that was judged; done is true when it holds the new text already.
func (c *Change) unchanged(target string) (done bool, err error) {
	now, err := disk.Read(target, largest)
	switch {
	case err != nil:
		return false, c.failed(err)
	case bytes.Equal(now, c.After):
		return true, nil
	case !bytes.Equal(now, c.Before):
		return false, errChanged
	}
	return false, nil
}
