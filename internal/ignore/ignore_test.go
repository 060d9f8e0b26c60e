package ignore

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func write(t *testing.T, root, path, text string) {
	t.Helper()
	abs := filepath.Join(root, filepath.FromSlash(path))
	require.NoError(t, os.MkdirAll(filepath.Dir(abs), 0o755))
	require.NoError(t, os.WriteFile(abs, []byte(text), 0o644))
}

func TestOut(t *testing.T) {
	root := t.TempDir()
	write(t, root, ".git/HEAD", "")
	write(t, root, ".gitignore", "build/\n*.gen.cu\n# *.cu\n\n!keep.gen.cu\n/only\ndoc/**\n")
	write(t, root, "a/.gitignore", "!x.gen.cu\r\n\\#odd.cu\ntrail\\ \nno trail   \n")
	write(t, root, ".cudalintignore", "slow/\n!b.gen.cu\nslow.cu\n")
	ignored := New(nil)
	for path, want := range map[string]string{
		"a.cu": "", "build/x.cu": ".gitignore:1", "a/build/b/x.cu": ".gitignore:1", "x.gen.cu": ".gitignore:2", "keep.gen.cu": "",
		"a/x.gen.cu": "", "a/y.gen.cu": ".gitignore:2", "only": ".gitignore:6", "a/only": "", "doc": "", "doc/x/y.cu": ".gitignore:7",
		"a/#odd.cu": "a/.gitignore:2", "a/trail ": "a/.gitignore:3", "a/no trail": "a/.gitignore:4", "b.gen.cu": "", "slow/x.cu": ".cudalintignore:1", "a/slow.cu": ".cudalintignore:3",
	} {
		why, out := ignored.Out(filepath.Join(root, filepath.FromSlash(path)), false, root, true)
		got := ""
		if out {
			got = strings.TrimPrefix(why.String(), filepath.ToSlash(root)+"/")
		}
		assert.Equal(t, want, got, path)
	}
	_, out := ignored.Out(filepath.Join(root, "build", "x.cu"), false, root, false)
	assert.False(t, out, "git's files do not count")
	_, out = ignored.Out(filepath.Join(root, "slow.cu"), false, root, false)
	assert.True(t, out, "cudalint's own do")
	_, out = ignored.Out(filepath.Dir(root), true, root, true)
	assert.False(t, out)
}

// TestAsGit: what git's own command says of random patterns and paths.
func TestAsGit(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed")
	}
	random := rand.New(rand.NewPCG(9, 10))
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	names := []string{"a", "b", "ab", "a.cu", "b.cu", "{a}", "x y", "a#"}
	glob := func() string {
		part := func() string {
			return pick("a", "b", "*", "a*", "?", "*.cu", "**", "[ab]", "[!a]", "{a}", "a.cu", `\a`, "x y", "#a", `a\#`)
		}
		p := part()
		for range random.IntN(3) {
			p += "/" + part()
		}
		return pick("", "", "", "!") + pick("", "", "/") + p + pick("", "", "", "/", "  ", "/**")
	}
	agreed, ignored := 0, 0
	for range 15 {
		root, err := filepath.EvalSymlinks(t.TempDir())
		require.NoError(t, err)
		run := func(in string, args ...string) string {
			cmd := exec.Command(git, append([]string{"-c", "core.excludesFile=/dev/null"}, args...)...)
			cmd.Dir, cmd.Stdin = root, strings.NewReader(in)
			cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "HOME="+root)
			out, err := cmd.Output()
			if x, ok := err.(*exec.ExitError); ok && x.ExitCode() != 1 {
				t.Fatalf("git %v: %s", args, x.Stderr)
			}
			return string(out)
		}
		run("", "init", "-q", ".")
		patterns := func() string {
			var lines []string
			for range 1 + random.IntN(4) {
				lines = append(lines, glob())
			}
			return strings.Join(lines, "\n") + "\n"
		}
		write(t, root, ".gitignore", patterns())
		write(t, root, "a/.gitignore", patterns())
		var paths []string
		for range 60 {
			path := pick(names...)
			for range random.IntN(3) {
				path += "/" + pick(names...)
			}
			abs := filepath.Join(root, path)
			if os.MkdirAll(filepath.Dir(abs), 0o755) == nil {
				if _, err := os.Lstat(abs); err != nil {
					require.NoError(t, os.WriteFile(abs, nil, 0o644))
				}
				paths = append(paths, path)
			}
		}
		said := map[string]bool{}
		for path := range strings.SplitSeq(run(strings.Join(paths, "\x00"), "check-ignore", "-z", "--stdin"), "\x00") {
			said[path] = true
		}
		i := New(nil)
		for _, path := range paths {
			info, err := os.Stat(filepath.Join(root, path))
			require.NoError(t, err)
			_, out := i.Out(filepath.Join(root, path), info.IsDir(), root, true)
			top, _ := os.ReadFile(filepath.Join(root, ".gitignore"))
			inner, _ := os.ReadFile(filepath.Join(root, "a", ".gitignore"))
			require.Equal(t, said[path], out, "%s\n.gitignore:\n%s\na/.gitignore:\n%s", path, top, inner)
			agreed++
			if out {
				ignored++
			}
		}
	}
	assert.Greater(t, ignored, 100)
	assert.Greater(t, agreed-ignored, 100)
}
