package cache

import (
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// shortestSecret is the size in bytes below which a secret is none.
const shortestSecret = 16

// Secret is made of a text that the user chose, so that machines which share entries can share it.
func Secret(text string) ([]byte, error) {
	if len(text) < shortestSecret {
		return nil, fmt.Errorf("the secret of the cache must be %d characters at least", shortestSecret)
	}
	sum := sha256.Sum256([]byte(text))
	return sum[:], nil
}

// OwnSecret reads the secret that is kept in a file; where there is none it is made. Of two runs that make one at the same time
// both get the same.
func OwnSecret(path string) ([]byte, error) {
	for range 2 {
		text, err := os.ReadFile(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, fmt.Errorf("read the secret of the cache: %w", err)
		case len(text) < shortestSecret:
			return nil, fmt.Errorf("the secret of the cache in %s is too short; take the file away", path)
		default:
			return text, private(path, 0)
		}
		if err := makeSecret(path); err != nil {
			return nil, fmt.Errorf("make the secret of the cache: %w", err)
		}
	}
	return nil, fmt.Errorf("%s cannot be made", path)
}

// makeSecret writes a new secret beside its place and links it there, unless there is one by then.
func makeSecret(path string) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, unfinished+"*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // never fails
	_, err = f.Write(secret)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := os.Link(f.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return os.Rename(f.Name(), path) // a file system without links
	}
	return nil
}
