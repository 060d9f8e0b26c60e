package driver

import (
	"cmp"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/source"
)

// log gathers notes and failures from all workers.
type log struct {
	mu       sync.Mutex
	notes    []string
	unread   []lint.Unread // whole files
	failures []*Failure
}

func (l *log) note(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.notes = append(l.notes, text)
}

// skip tells that a file is not judged, in a note and among what was not read.
func (l *log) skip(path, why string) {
	l.note(path + ": skipped, " + why)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.unread = append(l.unread, lint.Unread{Place: diag.Place{File: source.NewFile(path, nil)}, Reason: why})
}

func (l *log) fail(f *Failure) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.failures = append(l.failures, f)
}

// failed is the number of failures so far.
func (l *log) failed() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.failures)
}

// panicked fills f in from a panic, with the innermost functions that it came out of. It is called by the function that recovers.
func (l *log) panicked(f *Failure, value any) {
	var callers [64]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(3, callers[:])])
	var where []string
	for more := true; more && len(where) < 6; {
		var frame runtime.Frame
		frame, more = frames.Next()
		if _, function, ours := strings.Cut(frame.Function, "github.com/cudalint/cudalint/"); ours {
			where = append(where, fmt.Sprintf("%s (%s:%d)", function, filepath.Base(frame.File), frame.Line))
		}
	}
	f.Internal, f.Err = true, fmt.Errorf("%v, in %s", value, strings.Join(where, " < "))
	l.fail(f)
}

func (l *log) sorted() ([]string, []*Failure) {
	slices.Sort(l.notes)
	slices.SortFunc(l.failures, func(x, y *Failure) int {
		return cmp.Or(strings.Compare(x.Path, y.Path), strings.Compare(x.Err.Error(), y.Err.Error()))
	})
	same := func(x, y *Failure) bool { return x.Path == y.Path && x.Err.Error() == y.Err.Error() }
	return slices.Compact(l.notes), slices.CompactFunc(l.failures, same)
}
