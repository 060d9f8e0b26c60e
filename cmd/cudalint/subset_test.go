package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var depth = flag.Int("depth", 5, "how many steps back TestSubsets goes")

var history = flag.String("history", "", "a git repository whose last commits TestSubsets goes through, in place of one that it makes")

// TestSubsets goes through the history of a repository: whatever flags leave findings out or spread the work, what is reported is exactly
// the part of the whole run that it has to be, word for word.
func TestSubsets(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	git := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false", "-c", "core.quotepath=off"}, args...)...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null")
		out, err := cmd.Output()
		if e, failed := err.(*exec.ExitError); failed {
			t.Fatalf("git %v: %s", args, e.Stderr)
		}
		return strings.TrimRight(string(out), "\n")
	}
	random := rand.New(rand.NewPCG(11, 12))
	if *history != "" {
		git("clone", "-q", *history, ".")
	} else {
		makeHistory(t, dir, random, git)
	}
	commits := strings.Fields(git("log", "--format=%H", "--first-parent", "-n", strconv.Itoa(*depth+1), "--", "*.cu", "*.cuh", "*.h", "*.hpp"))
	require.NotEmpty(t, commits)
	t.Chdir(dir)
	outside := t.TempDir()
	news, gone := 0, 0
	for i, commit := range commits {
		git("checkout", "-q", "-f", commit)
		whole := judged(t, "--no-cache", ".")
		assert.Equal(t, whole, judged(t, "--jobs", "1", "."), "jobs, and a cold cache")
		assert.Equal(t, whole, judged(t, "--jobs", "7", "."), "a warm cache")
		merge := []string{"merge"}
		for n := range 3 {
			name := filepath.Join(outside, fmt.Sprintf("%d.json", n))
			part := judged(t, "--shard", fmt.Sprintf("%d/3", n+1), "--output", "json="+name, ".")
			assert.Subset(t, whole, part, "shard %d", n+1)
			merge = append(merge, name)
		}
		assert.Equal(t, whole, judged(t, merge...), "all shards")
		if i+1 == len(commits) {
			break
		}
		before := commits[i+1]
		changed := changedLines(git("diff", "--unified=0", "--find-renames", before))
		var about, inFiles []string
		for _, f := range whole {
			touched, inChanged := concerns(t, f, changed)
			if touched {
				about = append(about, f)
			}
			if inChanged {
				inFiles = append(inFiles, f)
			}
		}
		assert.Equal(t, about, judged(t, "--since", before, "."), "since")
		assert.Equal(t, about, judged(t, "--merge-base", before, "."), "merge base")
		assert.Equal(t, inFiles, judged(t, "--since", before, "--whole-files", "."), "whole files")
		git("reset", "-q", "--soft", before)
		assert.Equal(t, about, judged(t, "--staged", "."), "staged")
		patch := filepath.Join(outside, "p.diff")
		require.NoError(t, os.WriteFile(patch, []byte(git("diff", "--find-renames", "--cached")+"\n"), 0o644))
		assert.Equal(t, about, judged(t, "--diff-file", patch, "."), "a patch")

		base := filepath.Join(outside, "base.json")
		git("checkout", "-q", "-f", before)
		require.Equal(t, exitClean, run([]string{"--baseline", base, "--create-baseline", "."}, nil, &bytes.Buffer{}, &bytes.Buffer{}))
		known := judged(t, ".")
		keys := sites(t, known)
		git("checkout", "-q", "-f", commit)
		fresh := judged(t, "--baseline", base, ".")
		assert.Subset(t, whole, fresh, "baseline")
		want := unknown(keys, sites(t, whole), func(file string) bool { _, err := os.Lstat(file); return err == nil })
		assert.ElementsMatch(t, want, sites(t, fresh), "baseline")
		assert.Empty(t, judged(t, "--baseline", base, "--since", commit, "."), "nothing is new since now")
		t.Logf("%.8s: %d findings, %d about changed lines, %d not in a baseline of %d", commit, len(whole), len(about), len(fresh), len(known))
		news, gone = news+len(about), gone+len(fresh)
	}
	assert.True(t, *history != "" || news > 0 && gone > 0, "something was new")
}

// judged runs the program over the current folder and gives each finding as JSON has it, in order.
func judged(t *testing.T, args ...string) []string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := run(append(args, "--output", "json"), nil, &stdout, &stderr)
	require.LessOrEqual(t, code, exitFindings, stderr.String())
	var doc struct{ Findings []json.RawMessage }
	require.NoError(t, json.Unmarshal(stdout.Bytes(), &doc))
	var out []string
	seen := map[string]bool{}
	for _, f := range doc.Findings {
		require.False(t, seen[string(f)], "twice: %s", f)
		seen[string(f)] = true
		out = append(out, string(f))
	}
	return out
}

// entry is what a finding says of where it is.
type entry struct {
	File                string
	Line                int
	EndLine             int `json:"end_line"`
	Rule, Kernel, Array string
	ByteStart           int `json:"byte_start"`
	ByteEnd             int `json:"byte_end"`
	Related             []struct {
		File    string
		Line    int
		EndLine int `json:"end_line"`
	}
}

func entryOf(t *testing.T, finding string) (e entry) {
	require.NoError(t, json.Unmarshal([]byte(finding), &e))
	return e
}

var hunk = regexp.MustCompile(`^@@ -\S+ \+(\d+)(?:,(\d+))? @@`)

// changedLines reads a patch without context: the lines of each file's new side.
func changedLines(patch string) map[string]map[int]bool {
	out := map[string]map[int]bool{}
	file := ""
	left := 0 // lines of the hunk, which may look like anything
	for line := range strings.SplitSeq(patch, "\n") {
		switch m := hunk.FindStringSubmatch(line); {
		case left > 0 && strings.HasPrefix(line, "+"):
			left--
		case m != nil:
			from, _ := strconv.Atoi(m[1])
			left = 1
			if m[2] != "" {
				left, _ = strconv.Atoi(m[2])
			}
			for n := range left {
				out[file][from+n] = true
			}
		case strings.HasPrefix(line, "+++ "):
			file = strings.TrimPrefix(strings.TrimSuffix(line[4:], "\t"), "b/")
			out[file] = map[int]bool{}
		}
	}
	return out
}

// concerns reports whether a finding or one of its related places is on a changed line, and whether it is in a changed file.
func concerns(t *testing.T, finding string, changed map[string]map[int]bool) (touched, inChanged bool) {
	e := entryOf(t, finding)
	check := func(file string, first, last int) {
		lines, is := changed[file]
		inChanged = inChanged || is
		for n := first; n <= last; n++ {
			touched = touched || lines[n]
		}
	}
	check(e.File, e.Line, e.EndLine)
	for _, r := range e.Related {
		check(r.File, r.Line, r.EndLine)
	}
	return touched, inChanged
}

// sites are what a baseline knows findings by: the file, and what stays when lines move.
func sites(t *testing.T, findings []string) (out [][2]string) {
	for _, f := range findings {
		e := entryOf(t, f)
		text, err := os.ReadFile(e.File)
		require.NoError(t, err)
		written := strings.Join(strings.Fields(string(text[e.ByteStart:e.ByteEnd])), "")
		out = append(out, [2]string{e.File, fmt.Sprintf("%s %s %s %s", e.Rule, e.Kernel, e.Array, written)})
	}
	return out
}

// unknown are those of now that before does not hold, each counted; what was in a file that is gone may be in any other.
func unknown(before, now [][2]string, exists func(string) bool) (out [][2]string) {
	left := map[[2]string]int{}
	for _, s := range before {
		left[s]++
	}
	var rest [][2]string
	for _, s := range now {
		if left[s] > 0 {
			left[s]--
		} else {
			rest = append(rest, s)
		}
	}
	moved := map[string]int{}
	for s, n := range left {
		if !exists(s[0]) {
			moved[s[1]] += n
		}
	}
	for _, s := range rest {
		if moved[s[1]] > 0 {
			moved[s[1]]--
		} else {
			out = append(out, s)
		}
	}
	return out
}

// makeHistory commits kernels of the rules' fixtures, a few more each time, and changes lines of those that are there.
func makeHistory(t *testing.T, dir string, random *rand.Rand, git func(...string) string) {
	fixtures, err := filepath.Glob(filepath.Join(top, "testdata", "kernels", "*", "*.cu"))
	require.NoError(t, err)
	require.Greater(t, len(fixtures), 10)
	git("init", "-q", ".")
	var have []string
	for range 4 {
		for range 4 {
			from := fixtures[random.IntN(len(fixtures))]
			text, err := os.ReadFile(from)
			require.NoError(t, err)
			to := filepath.Join(dir, filepath.Base(filepath.Dir(from)), filepath.Base(from))
			require.NoError(t, os.MkdirAll(filepath.Dir(to), 0o755))
			require.NoError(t, os.WriteFile(to, text, 0o644))
			have = append(have, to)
		}
		for range 3 {
			path := have[random.IntN(len(have))]
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			lines := strings.Split(string(text), "\n")
			at := random.IntN(len(lines))
			lines[at] = strings.Replace(lines[at], "threadIdx.x", "(threadIdx.x * 2)", 1)
			if random.IntN(2) == 0 {
				lines = append([]string{"// a line more"}, lines...)
			}
			require.NoError(t, os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o644))
		}
		git("add", "-A")
		git("commit", "-q", "-m", "more")
	}
}
