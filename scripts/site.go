//go:build ignore

// Site writes the documentation as a static site; see internal/site.
//
//	go run scripts/site.go DIR
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/cudalint/cudalint/internal/site"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run scripts/site.go DIR")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

func write(dir string) error {
	tree := os.DirFS(".")
	sources, err := site.Sources(tree)
	if err != nil {
		return err
	}
	s, err := site.Build(tree, sources)
	if err != nil {
		return err
	}
	for _, p := range s.Problems {
		fmt.Fprintln(os.Stderr, p)
	}
	if len(s.Problems) > 0 {
		return fmt.Errorf("%d links lead nowhere", len(s.Problems))
	}
	for name, text := range s.Files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return err
		}
	}
	fmt.Printf("wrote %d files to %s\n", len(s.Files), dir)
	return nil
}
