//go:build unix

package disk

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// mask is the user's umask, which can only be read by setting it: once, before anything else runs.
var mask = func() fs.FileMode {
	m := syscall.Umask(0o077)
	syscall.Umask(m)
	return fs.FileMode(m) & fs.ModePerm
}()

// keepOwner gives a file the owner and group of another. Where that is not allowed, because another user owns it, the file cannot be
// replaced without a loss.
func keepOwner(f File, like fs.FileInfo) error {
	want, ok := like.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if have, ok := info.Sys().(*syscall.Stat_t); ok && have.Uid == want.Uid && have.Gid == want.Gid {
		return nil
	}
	return f.Chown(int(want.Uid), int(want.Gid))
}

func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
