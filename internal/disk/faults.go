package disk

import (
	"errors"
	"io/fs"
)

// ErrFault is what Faulty fails with.
var ErrFault = errors.New("no space left")

// Faulty is a file system for tests that fails from a moment on, as a full disk does: each byte that is written and each operation that
// needs room takes one of what is left. A write that fails has written what there was room for. What gives room back never fails.
type Faulty struct {
	System
	Left int
}

func (f *Faulty) take() error {
	if f.Left <= 0 {
		return ErrFault
	}
	f.Left--
	return nil
}

// CreateTemp implements System.
func (f *Faulty) CreateTemp(dir, pattern string) (File, error) {
	if err := f.take(); err != nil {
		return nil, err
	}
	file, err := f.System.CreateTemp(dir, pattern)
	if err != nil {
		return nil, err
	}
	return &faultyFile{file, f}, nil
}

// Rename implements System.
func (f *Faulty) Rename(from, to string) error {
	if err := f.take(); err != nil {
		return err
	}
	return f.System.Rename(from, to)
}

// SyncFolder implements System.
func (f *Faulty) SyncFolder(dir string) error {
	if err := f.take(); err != nil {
		return err
	}
	return f.System.SyncFolder(dir)
}

type faultyFile struct {
	File
	of *Faulty
}

func (f *faultyFile) Write(b []byte) (int, error) {
	n := min(len(b), f.of.Left)
	f.of.Left -= n
	written, err := f.File.Write(b[:n])
	if err == nil && n < len(b) {
		err = ErrFault
	}
	return written, err
}

func (f *faultyFile) Chmod(m fs.FileMode) error {
	if err := f.of.take(); err != nil {
		return err
	}
	return f.File.Chmod(m)
}

func (f *faultyFile) Sync() error {
	if err := f.of.take(); err != nil {
		return err
	}
	return f.File.Sync()
}

// Close closes the file whatever happens, and tells late what it could not write, as network file systems do.
func (f *faultyFile) Close() error { return errors.Join(f.File.Close(), f.of.take()) }
