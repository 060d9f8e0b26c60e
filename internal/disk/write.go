package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// System is what writing takes of a file system. Tests put failures in.
type System interface {
	// CreateTemp makes a new file under a name that cannot be foreseen, as os.CreateTemp does.
	CreateTemp(dir, pattern string) (File, error)
	Rename(from, to string) error
	Remove(path string) error
	// SyncFolder makes a renaming last.
	SyncFolder(dir string) error
}

// File is a file that is written.
type File interface {
	Write([]byte) (int, error)
	Name() string
	Stat() (fs.FileInfo, error)
	Chmod(fs.FileMode) error
	Chown(user, group int) error
	Sync() error
	Close() error
}

// Real is the file system of the machine.
var Real System = machine{}

type machine struct{}

func (machine) CreateTemp(dir, pattern string) (File, error) {
	f, err := os.CreateTemp(dir, pattern)
	if err != nil {
		return nil, err // no File that holds a nil
	}
	return f, nil
}

func (machine) Rename(from, to string) error { return os.Rename(from, to) }
func (machine) Remove(path string) error     { return os.Remove(path) }
func (machine) SyncFolder(dir string) error  { return syncFolder(dir) }

// How says how a file takes the place of another.
type How struct {
	Pattern string       // of the temporary file's name
	Like    fs.FileInfo  // whose mode and owner it gets; nil leaves the mode of a temporary file, 0600
	Mode    fs.FileMode  // where Like is nil, if not 0
	Last    func() error // asked when all is written, ahead of the renaming; its error stops that. It may be nil.
	Lasting bool         // the text and the name are synced to disk
}

// Replace writes a file beside path, which takes its name when it is whole. Where anything fails what stood there stands there still, and
// the new file is taken away. An interruption leaves at most the new file.
func Replace(s System, path string, text []byte, how How) error {
	f, err := s.CreateTemp(filepath.Dir(path), how.Pattern)
	if err != nil {
		return err
	}
	err = errors.Join(fill(f, text, how), f.Close())
	if err == nil && how.Last != nil {
		err = how.Last()
	}
	if err == nil {
		err = s.Rename(f.Name(), path)
	}
	if err != nil {
		_ = s.Remove(f.Name()) // the first error tells more
		return err
	}
	if how.Lasting {
		return s.SyncFolder(filepath.Dir(path))
	}
	return nil
}

func fill(f File, text []byte, how How) error {
	if _, err := f.Write(text); err != nil {
		return err
	}
	if how.Like != nil {
		if err := keepOwner(f, how.Like); err != nil { // ahead of the mode, which a change of owner may clear
			return err
		}
		how.Mode = how.Like.Mode().Perm() | how.Like.Mode()&(fs.ModeSetuid|fs.ModeSetgid|fs.ModeSticky)
	}
	if how.Mode != 0 {
		if err := f.Chmod(how.Mode); err != nil {
			return err
		}
	}
	if how.Lasting {
		return f.Sync()
	}
	return nil
}

// Write puts a text in a file that the user named for what the program writes: whole or not at all where it is a file, or is made.
// What is there and is no file (a pipe, a terminal) is written to. A link is followed.
func Write(s System, path string, text []byte) error {
	if err := write(s, path, text); err != nil {
		return &fs.PathError{Op: "write", Path: path, Err: Reason(err)} // of the file that the user named, not of the temporary one
	}
	return nil
}

func write(s System, path string, text []byte) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return os.WriteFile(path, text, 0o666)
	case err == nil:
		target, err := filepath.EvalSymlinks(path)
		if err != nil {
			return err
		}
		if f, err := os.OpenFile(target, os.O_WRONLY, 0); err != nil { // the new file could take the place of one that must not be written
			return err
		} else if err := f.Close(); err != nil {
			return err
		}
		return Replace(s, target, text, How{Pattern: temporary, Like: info})
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if _, err := os.Lstat(path); err == nil { // a link to what is not there
		return os.WriteFile(path, text, 0o666)
	}
	return Replace(s, path, text, How{Pattern: temporary, Mode: 0o666 &^ mask})
}

// temporary names the files that Write makes for a while.
const temporary = ".cudalint-*"
