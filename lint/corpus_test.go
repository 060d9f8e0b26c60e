//go:build linux

package lint

import (
	"fmt"
	"hash/fnv"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

// broken names folders whose files are judged as they are, cut short and changed; several are divided by colons. What the test takes for a
// hang is more processor time than longestFile, and what it takes for unbounded is more memory than largestRun, of the whole process.
const (
	broken      = "CUDALINT_CORPUS"
	edits       = "CUDALINT_CORPUS_EDITS" // how many cuts, and how many changes, in place of 5
	longestFile = 20 * time.Second
	largestRun  = 4 << 30
)

// TestBrokenFiles judges every source file as it is, cut at some places and with some bytes changed, each alone: no panic, no hang, and
// everything that is said has a place in the file.
func TestBrokenFiles(t *testing.T) {
	var paths []string
	for _, dir := range append(filepath.SplitList(os.Getenv(broken)), "../testdata/kernels") {
		require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && slices.Contains([]string{".cu", ".cuh", ".h", ".hpp", ".inl"}, filepath.Ext(path)) {
				paths = append(paths, path)
			}
			return err
		}))
	}
	require.NotEmpty(t, paths)
	if os.Getenv(broken) == "" && testing.Short() {
		paths = paths[:min(len(paths), 8)]
	}
	each := 5
	if n, err := strconv.Atoi(os.Getenv(edits)); err == nil {
		each = n
	}
	runtime.LockOSThread() // what a judgement takes is told by its thread
	defer runtime.UnlockOSThread()
	slowest, slow, judged := time.Duration(0), "", 0
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, v := range variants(path, text, each) {
			before := threadTime()
			watch := time.AfterFunc(30*longestFile, func() { panic("hang: " + v.name) })
			fault := judgeBroken(v)
			watch.Stop()
			took := threadTime() - before
			if judged++; took > slowest {
				slowest, slow = took, v.name
			}
			assert.Empty(t, fault, v.name)
			assert.Less(t, took, longestFile, v.name)
		}
	}
	var use syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &use))
	assert.Less(t, use.Maxrss<<10, int64(largestRun))
	t.Logf("%d files, %d texts; the slowest took %v: %s; %d MB at most", len(paths), judged, slowest, slow, use.Maxrss>>10)
}

type variant struct {
	name  string
	text  []byte
	whole bool // the text as it is
}

// variants are a text, what is left of it when it is cut at random, and what it is with single bytes changed; the same in every run.
func variants(path string, text []byte, each int) []variant {
	out := []variant{{path, text, true}}
	if len(text) == 0 {
		return out
	}
	h := fnv.New64a()
	h.Write(text)
	random := rand.New(rand.NewPCG(h.Sum64(), 1))
	for range each {
		n := random.IntN(len(text))
		out = append(out, variant{name: fmt.Sprintf("%s cut at %d", path, n), text: text[:n]})
	}
	for range each {
		n, b := random.IntN(len(text)), byte(random.IntN(256))
		changed := slices.Clone(text)
		changed[n] = b
		out = append(out, variant{name: fmt.Sprintf("%s with byte %d %#02x", path, n, b), text: changed})
	}
	return out
}

func threadTime() time.Duration {
	const thread = 1 // RUSAGE_THREAD
	var use syscall.Rusage
	if err := syscall.Getrusage(thread, &use); err != nil {
		return 0
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// judgeBroken tells what is wrong with the judgement of a text, "" where nothing is.
func judgeBroken(v variant) (fault string) {
	defer func() {
		if p := recover(); p != nil {
			fault = fmt.Sprintf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	file := source.NewFile("a.cu", v.text)
	root, err := parser.Parse(file, parser.Options{})
	if err != nil {
		return err.Error()
	}
	r := Judge(&sema.Unit{Root: root}, nil, Options{Possible: true, Detail: v.whole, Pictures: v.whole})
	place := func(what, message string, p diag.Place) {
		if p.File != file || p.Span.Start < 0 || p.Span.Start > p.Span.End || int(p.Span.End) > len(v.text) || strings.TrimSpace(message) == "" {
			fault += fmt.Sprintf("%s %q is at %v\n", what, message, p.Span)
		}
	}
	for _, d := range r.Findings {
		place("finding", d.Message, d.Place)
		for _, n := range d.Related {
			place("note", n.Message, n.Place)
		}
	}
	for _, u := range r.Unread {
		place("unread", u.Reason, u.Place)
	}
	for _, a := range r.Accesses {
		place("access", a.Basis, a.Place)
	}
	return fault
}
