//go:build unix

package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var kills = flag.Int("kills", 6, "how often the program is killed while it writes")

// TestKilled kills the program at moments spread over the second half of its run, in which it writes: every file is wholly old or wholly new then, and what it left behind
// is not taken for source.
func TestKilled(t *testing.T) {
	const kernel = "__global__ void k(float *o, const float *i) {\n    __shared__ float t[32][32];\n    t[threadIdx.y][threadIdx.x] = i[threadIdx.y * 32 + threadIdx.x];\n" +
		"    __syncthreads();\n    o[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x][threadIdx.y];\n}\nvoid r(float *o, const float *i) { k<<<8, dim3(32, 32)>>>(o, i); }\n"
	before := kernel + strings.Repeat("// a tail\n", 5_000)
	after := strings.Replace(before, "[32][32]", "[32][33]", 1)
	dir := t.TempDir()
	var paths []string
	for i := range 24 {
		paths = append(paths, filepath.Join(dir, fmt.Sprintf("%c.cu", 'a'+i)))
	}
	run := func(ctx context.Context) error {
		for _, p := range paths {
			require.NoError(t, os.WriteFile(p, []byte(before), 0o644))
		}
		return exec.CommandContext(ctx, "cudalint", "--fix-only", dir).Run()
	}
	began := time.Now()
	require.NoError(t, run(context.Background()))
	whole := time.Since(began)
	for _, p := range paths {
		text, err := os.ReadFile(p)
		require.NoError(t, err)
		require.Equal(t, after, string(text))
	}
	old, fresh := 0, 0 // files
	for i := range *kills {
		ctx, stop := context.WithTimeout(context.Background(), whole/2+whole/2*time.Duration(i+1)/time.Duration(*kills))
		_ = run(ctx) // killed, or done
		stop()
		for _, p := range paths {
			text, err := os.ReadFile(p)
			require.NoError(t, err)
			switch string(text) {
			case before:
				old++
			case after:
				fresh++
			default:
				t.Fatalf("%s is neither old nor new", p)
			}
		}
	}
	t.Logf("%d files old, %d new", old, fresh)
	list, err := filepath.Glob(filepath.Join(dir, "*.cu"))
	require.NoError(t, err)
	assert.Equal(t, paths, list)
}
