//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
)

// forever is what no run of these tests may take: a hang is what they look for.
const forever = 5 * time.Minute

// execute runs the program in a folder; a run that hangs has code -1.
func execute(t *testing.T, dir string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), forever)
	defer stop()
	cmd := exec.CommandContext(ctx, "cudalint", args...)
	cmd.Dir = dir
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

const fineKernel = "__global__ void k(float *a, int n) { int i = threadIdx.x; a[i] = 1; }\n"

// nest puts text between n openings and n closings.
func nest(n int, open, text, shut string) string {
	return strings.Repeat(open, n) + text + strings.Repeat(shut, n)
}

func inKernel(text string) string {
	return "__global__ void k(float *a, int n) { int i = threadIdx.x; " + text + " a[i] = 1; }\n"
}

// TestHostileText: texts that are deep, long or grow when they are expanded. None may make the program crash or hang, and where something
// was not read the run says so: a gate with --fail-on-unread fails.
func TestHostileText(t *testing.T) {
	const deep = 100_000
	var laughs, laughsOf strings.Builder
	laughs.WriteString("#define L0 a[i] = 1;\n")
	laughsOf.WriteString("#define F0(x) x\n")
	for i := 1; i < 40; i++ {
		fmt.Fprintf(&laughs, "#define L%d%s\n", i, strings.Repeat(fmt.Sprintf(" L%d", i-1), 8))
		fmt.Fprintf(&laughsOf, "#define F%d(x) F%d(x + x)\n", i, i-1)
	}
	for _, c := range []struct {
		name, text, why string // why is the reason that is told; "" where all is read
	}{
		{"parentheses", inKernel("i = " + nest(deep, "(", "1", ")") + ";"), "brackets nested too deeply"},
		{"braces", inKernel(nest(deep, "{", "i = 1;", "}")), "brackets nested too deeply"},
		{"brackets", inKernel("i = a" + nest(deep, "[a", "[0]", "]") + ";"), "brackets nested too deeply"},
		{"calls", inKernel("i = " + nest(deep, "f(", "1", ")") + ";"), "brackets nested too deeply"},
		{"lambdas", inKernel("auto f = " + nest(deep, "[=](int x) { return ", "1", "; }") + ";"), "brackets nested too deeply"},
		{"structs", nest(deep, "struct S { ", "", "};") + fineKernel, "brackets nested too deeply"},
		{"open", fineKernel + strings.Repeat("{", deep), "brackets nested too deeply"},
		{"sum", inKernel("i = n" + strings.Repeat("+n", deep) + ";"), "more than 64 KB without"},
		{"choices", inKernel("i = " + strings.Repeat("n?1:", deep) + "0;"), "more than 64 KB without"},
		{"stars", inKernel("int " + strings.Repeat("*", deep) + "p;"), "more than 64 KB without"},
		{"signs", inKernel("i = " + strings.Repeat("- ", deep) + "n;"), "more than 64 KB without"},
		{"members", inKernel("i = s" + strings.Repeat(".x", deep) + ";"), "more than 64 KB without"},
		{"templates", nest(deep, "A<", "int", ">") + " x;\n" + fineKernel, "more than 64 KB without"},
		{"shorter sum", inKernel("i = n" + strings.Repeat("+n", 20_000) + ";"), "nested too deeply"},
		{"loops", inKernel(strings.Repeat("for(;n;)", 5_000) + "i = 1;"), "nested too deeply"},
		{"conditions", strings.Repeat("#if 1\n", 2_000) + fineKernel + strings.Repeat("#endif\n", 2_000), ""},
		{"a condition", "#if " + nest(deep, "(", "1", ")") + "\n#endif\n" + fineKernel, ""},
		{"a condition of nots", "#if " + strings.Repeat("!", deep) + "1\n#endif\n" + fineKernel, ""},
		{"macros of statements", laughs.String() + inKernel("L39"), ""},
		{"macros with arguments", laughsOf.String() + inKernel("i = F39(i);"), ""},
		{"a long name", "__global__ void " + strings.Repeat("k", 200_000) + "(float *a) { a[0] = 1; }\n", "more than 64 KB without"},
		{"a long comment", "/*" + strings.Repeat("x", 2_000_000) + "*/" + fineKernel, ""},
		{"itself", "struct S { S s; struct T *t; }; typedef B A; typedef A B;\n__global__ void k(S *s, A *a) { s[threadIdx.x].s.s = 0; a[threadIdx.x] = 0; }\n", ""},
		{"calls of itself", "__device__ int f(int x) { return f(x - 1) + f(x - 2); }\n" + inKernel("i = f(i);"), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			require.NoError(t, os.WriteFile(filepath.Join(dir, "a.cu"), []byte(c.text), 0o644))
			code, _, stderr := execute(t, dir, "check", "--no-cache", "--fail-on-unread", "--show-unknown", "a.cu")
			assert.NotContains(t, stderr, "internal error")
			assert.NotContains(t, stderr, "goroutine ")
			if c.why == "" {
				assert.Contains(t, []int{exitClean, exitFailure}, code, stderr)
				return
			}
			assert.Equal(t, exitFailure, code)
			assert.Regexp(t, `a\.cu:\d+:\d+: .*`+c.why, stderr)
			assert.Contains(t, stderr, "not everything was judged")
		})
	}
}

// TestHostileFolder: pipes, devices and links out of the project under all names that are looked for. Nothing waits, and nothing outside
// of the project is read unless the user says so.
func TestHostileFolder(t *testing.T) {
	const flagged = "__global__ void k(float *a) { a[threadIdx.x * STEP] = 1; }\nvoid f(float *a) { k<<<8, 256>>>(a); }\n"
	folder := func(t *testing.T, files map[string]string) string {
		root := t.TempDir()
		files["repo/.git/HEAD"] = ""
		for name, text := range files {
			path := filepath.Join(root, name)
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
			require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		}
		return root
	}
	repo := func(root string) string { return filepath.Join(root, "repo") }
	for _, name := range []string{"f.h", "g.cu", ".cudalint.toml", "compile_commands.json", ".gitignore", ".cudalintignore", "build/compile_commands.json"} {
		for _, device := range []string{"", "/dev/zero"} {
			root := folder(t, map[string]string{"repo/a.cu": "#include \"f.h\"\n" + fineKernel, "repo/build/x": ""})
			path := filepath.Join(repo(root), name)
			if device == "" {
				require.NoError(t, syscall.Mkfifo(path, 0o644))
			} else {
				require.NoError(t, os.Symlink(device, path))
			}
			code, _, stderr := execute(t, repo(root), "check", ".")
			assert.Contains(t, []int{exitClean, exitUsage, exitFailure}, code, "%s %s: %s", name, device, stderr)
		}
	}

	t.Run("named pipes", func(t *testing.T) {
		root := folder(t, map[string]string{"repo/a.cu": fineKernel})
		require.NoError(t, syscall.Mkfifo(filepath.Join(repo(root), "p"), 0o644))
		for _, flag := range []string{"--config", "--baseline"} {
			code, _, stderr := execute(t, repo(root), "check", flag, "p", ".")
			assert.Contains(t, []int{exitUsage, exitFailure}, code)
			assert.Contains(t, stderr, "neither file nor folder", flag)
		}
		require.NoError(t, os.WriteFile(filepath.Join(repo(root), ".cudalint.toml"), []byte("extend = \"p\"\n"), 0o644))
		code, _, stderr := execute(t, repo(root), "check", ".")
		assert.Equal(t, exitUsage, code)
		assert.Contains(t, stderr, "neither file nor folder")
	})

	for name, include := range map[string]string{"up": "../out/x.h", "link": "x.h", "folder": "dir/x.h"} {
		t.Run("include "+name, func(t *testing.T) {
			root := folder(t, map[string]string{"repo/a.cu": fmt.Sprintf("#include %q\n", include) + flagged, "out/x.h": "#define STEP 32\n"})
			require.NoError(t, os.Symlink("../out/x.h", filepath.Join(repo(root), "x.h")))
			require.NoError(t, os.Symlink("../out", filepath.Join(repo(root), "dir")))
			code, _, stderr := execute(t, repo(root), "check", "--fail-on-unread", ".")
			assert.Equal(t, exitFailure, code, stderr)
			assert.Contains(t, stderr, include+" leads out of the project and is not read")
			for _, told := range [][]string{{"--outside"}, {"-I", "../out"}} {
				code, stdout, stderr := execute(t, repo(root), append([]string{"check", "."}, told...)...)
				assert.Equal(t, exitFindings, code, stderr)
				assert.Contains(t, stdout, "uncoalesced-access")
			}
		})
	}
	t.Run("include absolute", func(t *testing.T) {
		root := folder(t, map[string]string{"out/x.h": "#define STEP 32\n"})
		text := fmt.Sprintf("#include %q\n", filepath.Join(root, "out", "x.h")) + flagged
		require.NoError(t, os.WriteFile(filepath.Join(repo(root), "a.cu"), []byte(text), 0o644))
		code, _, stderr := execute(t, repo(root), "check", "--fail-on-unread", ".")
		assert.Equal(t, exitFailure, code)
		assert.Contains(t, stderr, "leads out of the project")
	})
	t.Run("file", func(t *testing.T) {
		root := folder(t, map[string]string{"repo/a.cu": fineKernel, "out/secret": "__global__ void k(float *a) { a[0] = hidden words 1; }\n"})
		require.NoError(t, os.Symlink("../out/secret", filepath.Join(repo(root), "s.cu")))
		code, stdout, stderr := execute(t, repo(root), "check", "--hints", ".")
		assert.Equal(t, exitClean, code)
		assert.NotContains(t, stdout+stderr, "hidden words")
		assert.Contains(t, stderr, "s.cu: left out, a link that leads out of the project")
		code, stdout, stderr = execute(t, repo(root), "check", "--hints", "s.cu")
		assert.Equal(t, exitFailure, code)
		assert.NotContains(t, stdout+stderr, "hidden words")
		_, stdout, stderr = execute(t, repo(root), "check", "--hints", "--outside", "s.cu")
		assert.Contains(t, stdout+stderr, "hidden words")
	})
	t.Run("settings", func(t *testing.T) {
		root := folder(t, map[string]string{"repo/a.cu": fineKernel, "out/o.toml": "secret words\n", "repo/.cudalint.toml": "extend = \"../out/o.toml\"\n"})
		code, _, stderr := execute(t, repo(root), "check", ".")
		assert.Equal(t, exitUsage, code)
		assert.NotContains(t, stderr, "secret")
		assert.Contains(t, stderr, "leads out of the repository and is not read")
		require.NoError(t, os.Remove(filepath.Join(repo(root), ".cudalint.toml")))
		require.NoError(t, os.Symlink("../out/o.toml", filepath.Join(repo(root), ".cudalint.toml")))
		code, _, stderr = execute(t, repo(root), "check", ".")
		assert.Equal(t, exitUsage, code)
		assert.NotContains(t, stderr, "secret")
	})
}

// TestSignals: a run that is asked to end does so although it waits for input, and reports nothing.
func TestSignals(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		ctx, stop := context.WithTimeout(context.Background(), forever)
		defer stop()
		cmd := exec.CommandContext(ctx, "cudalint", "check", "--no-cache", "-")
		in, err := cmd.StdinPipe()
		require.NoError(t, err)
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		require.NoError(t, cmd.Start())
		_, err = in.Write(make([]byte, 1<<20)) // more than a pipe holds: when it is written the program reads
		require.NoError(t, err)
		require.NoError(t, cmd.Process.Signal(signal))
		require.Error(t, cmd.Wait())
		assert.Equal(t, exitFailure, cmd.ProcessState.ExitCode(), signal)
		assert.Empty(t, out.String())
		assert.Contains(t, errs.String(), "interrupted")
	}
}

// TestManyRuns has runs at the same time share a cache, some of which are killed: what the others say is what a run without one says, and
// no entry is half written.
func TestManyRuns(t *testing.T) {
	dir, kept := t.TempDir(), t.TempDir()
	for i := range 8 {
		sub := filepath.Join(dir, fmt.Sprint(i))
		require.NoError(t, os.Mkdir(sub, 0o755))
		text := fmt.Sprintf("__global__ void k%d(float *a) { a[threadIdx.x * %d] = 1; }\nvoid f(float *a) { k%d<<<8, 256>>>(a); }\n", i, i+8, i)
		require.NoError(t, os.WriteFile(filepath.Join(sub, "a.cu"), []byte(text), 0o644))
	}
	_, want, _ := execute(t, dir, "check", "--no-cache", "--output", "json", ".")
	require.Contains(t, want, "uncoalesced-access")
	var all errgroup.Group
	all.SetLimit(8)
	for i := range *kills {
		all.Go(func() error {
			if i%2 == 1 {
				ctx, stop := context.WithTimeout(context.Background(), time.Duration(1+i*7%300)*time.Millisecond)
				defer stop()
				cmd := exec.CommandContext(ctx, "cudalint", "check", "--cache-dir", kept, ".")
				cmd.Dir = dir
				_ = cmd.Run() // killed, or done
				return nil
			}
			code, got, stderr := execute(t, dir, "check", "--cache-dir", kept, "--output", "json", ".")
			assert.Equal(t, exitFindings, code, stderr)
			assert.Equal(t, want, got)
			return nil
		})
	}
	require.NoError(t, all.Wait())
	code, got, stderr := execute(t, dir, "check", "--cache-dir", kept, "--output", "json", ".")
	assert.Equal(t, exitFindings, code)
	assert.Equal(t, want, got)
	assert.NotContains(t, stderr, "cache")
}
