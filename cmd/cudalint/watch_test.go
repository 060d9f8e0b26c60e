package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// pipe is a buffer that may be read while it is written.
type pipe struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (p *pipe) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.Write(b)
}

func (p *pipe) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.String()
}

// TestWatch: a change of a file, of a header and of the settings, and a new file, each make another run; an interrupt ends it.
func TestWatch(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	const kernel = "__global__ void NAME(float *o, const float *a) { o[threadIdx.x] = a[threadIdx.x * STRIDE]; }\nvoid r(float *o, float *a) { NAME<<<9, 64>>>(o, a); }\n"
	write("src/a.cu", "#include \"../inc/s.h\"\n"+strings.ReplaceAll(kernel, "NAME", "one"))
	write("inc/s.h", "#define STRIDE 1\n")
	t.Chdir(dir)
	var out, notes pipe
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() {
		cmd := newRoot(&program{stdout: &out, stderr: &notes})
		cmd.SetArgs([]string{"--watch", "--output", "concise", "src"})
		ended <- cmd.ExecuteContext(ctx)
	}()
	runs := 0
	next := func(change func(), want string) {
		t.Helper()
		before := len(out.String())
		change()
		require.Eventually(t, func() bool { return strings.Count(notes.String(), "watching;") > runs }, 30*time.Second, time.Millisecond, notes.String())
		assert.Eventually(t, func() bool { return want == "" || strings.Contains(out.String()[before:], want) }, 30*time.Second, time.Millisecond, out.String())
		runs = strings.Count(notes.String(), "watching;")
	}
	next(func() {}, "")
	assert.Empty(t, out.String())
	next(func() { write("inc/s.h", "#define STRIDE 8\n") }, "src/a.cu:2:66: warning: 32 sectors")
	next(func() { write("src/.cudalint.toml", "[rules]\nuncoalesced-access = \"error\"\n") }, "src/a.cu:2:66: error: 32 sectors")
	next(func() {
		write("src/b.cu", strings.NewReplacer("NAME", "two", "STRIDE", "16").Replace(kernel))
	}, "src/b.cu:1:66: error: 32 sectors")
	stop()
	assert.NoError(t, <-ended)
}
