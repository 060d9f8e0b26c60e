package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/mattn/go-isatty"

	"github.com/cudalint/cudalint/internal/driver"
)

// quiet is how long files must rest before they are judged again: editors write in several steps.
const quiet = 150 * time.Millisecond

// watch judges, and again whenever something changes that the run looked at, until the context ends. once is one run; it gives what it
// looked at to seen.
func (p *program) watch(ctx context.Context, once func(seen func(*driver.Output)) error) error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return failure(fmt.Errorf("watch files: %w", err))
	}
	defer w.Close()
	for {
		p.clear()
		var looked *driver.Output
		err := once(func(out *driver.Output) { looked = out })
		if e, ok := errors.AsType[*exitError](err); ok && looked == nil && e.code == exitUsage || ctx.Err() != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		if err != nil && err.Error() != "" {
			fmt.Fprintf(p.stderr, "cudalint: %v\n", err)
		}
		if looked != nil {
			if err := follow(w, looked.Folders); err != nil {
				return failure(err)
			}
		}
		fmt.Fprintln(p.stderr, "watching; interrupt to end")
		if !changed(ctx, w) {
			return nil
		}
	}
}

// clear empties a terminal.
func (p *program) clear() {
	if file, ok := p.stdout.(*os.File); ok && isatty.IsTerminal(file.Fd()) && os.Getenv("TERM") != "dumb" {
		fmt.Fprint(p.stdout, "\x1b[H\x1b[2J\x1b[3J")
	}
}

// follow watches folders that are not watched yet. One that is gone is no failure: another event tells of it.
func follow(w *fsnotify.Watcher, folders []string) error {
	have := w.WatchList()
	for _, dir := range folders {
		if slices.Contains(have, dir) {
			continue
		}
		if err := w.Add(dir); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("watch %s: %w", dir, err)
		}
	}
	return nil
}

// changed waits for something that matters, and until it rests; false when the context ended.
func changed(ctx context.Context, w *fsnotify.Watcher) bool {
	var rested <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return false
		case <-rested:
			return true
		case <-w.Errors: // events were lost
			rested = time.After(quiet)
		case e, open := <-w.Events:
			if !open {
				return false
			}
			if matters(e) {
				rested = time.After(quiet)
			}
		}
	}
}

// matters tells the events that may change what is found from those of other programs' files.
func matters(e fsnotify.Event) bool {
	if e.Op == fsnotify.Chmod {
		return false
	}
	name := filepath.Base(e.Name)
	if strings.HasSuffix(name, "~") || strings.HasPrefix(name, ".#") || strings.HasSuffix(name, ".swp") {
		return false
	}
	switch strings.ToLower(filepath.Ext(name)) {
	case ".o", ".obj", ".d", ".so", ".a", ".log", ".tmp", ".json", ".sarif", ".xml":
		return name == "compile_commands.json"
	}
	return true
}
