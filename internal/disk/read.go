// Package disk reads and writes files that nobody vouches for: a path goes in, its bytes come out, or it holds other bytes afterwards, all
// of them or none.
package disk

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Bounds in bytes on what is read: of settings, and of lists that programs write (a baseline, compile_commands.json).
const (
	Settings = 1 << 20
	List     = 256 << 20
)

// ErrKind is the error for what is neither file nor folder: a pipe would never end to open, a device never end to read.
var ErrKind = errors.New("neither file nor folder")

// ErrFolder is the error for a folder.
var ErrFolder = errors.New("is a folder")

// LargeError is the error for a file of more bytes than may be read.
type LargeError struct{ Most int64 }

func (e *LargeError) Error() string {
	if e.Most < 1<<20 {
		return fmt.Sprintf("larger than %d KB", e.Most>>10)
	}
	return fmt.Sprintf("larger than %d MB", e.Most>>20)
}

// Read reads a file of at most so many bytes. It neither waits for a pipe nor reads a device, whatever takes the file's place meanwhile.
// Errors come without operation and path, which the caller knows.
func Read(path string, most int64) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|noWait, 0)
	if err != nil {
		return nil, Reason(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, Reason(err)
	}
	switch {
	case info.IsDir():
		return nil, ErrFolder
	case !info.Mode().IsRegular():
		return nil, ErrKind
	case info.Size() > most:
		return nil, &LargeError{most}
	}
	text := bytes.NewBuffer(make([]byte, 0, info.Size()+bytes.MinRead)) // in one piece, unless it grows meanwhile
	if _, err := text.ReadFrom(io.LimitReader(f, most+1)); err != nil {
		return nil, Reason(err)
	}
	if int64(text.Len()) > most {
		return nil, &LargeError{most}
	}
	return text.Bytes(), nil
}

// Reason is an error of a file operation without operation and path.
func Reason(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Err
	}
	if l, ok := errors.AsType[*os.LinkError](err); ok {
		return l.Err
	}
	return err
}
