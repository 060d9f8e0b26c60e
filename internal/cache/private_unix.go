//go:build unix

package cache

import (
	"fmt"
	"os"
	"syscall"
)

// private reports an error where a file or folder gives others more than the mode, or it is a link or another user's.
func private(path string, others os.FileMode) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	if info.Mode()&os.ModeSymlink != 0 {
		return fmt.Errorf("%s is a link", path)
	}
	if s, ok := info.Sys().(*syscall.Stat_t); ok && int(s.Uid) != os.Geteuid() {
		return fmt.Errorf("%s belongs to another user", path)
	}
	if more := info.Mode().Perm() &^ (0o700 | others); more != 0 {
		return fmt.Errorf("%s is open to others: mode %04o", path, info.Mode().Perm())
	}
	return nil
}
