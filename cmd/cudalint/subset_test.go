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
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var history = flag.String("history", "", "a git repository whose last commits TestSubsets goes through, in place of one that it makes")

// TestSubsets goes through the history of a repository: whatever flags leave findings out or spread the work, what is reported is word
// for word what the whole run reports of it.
func TestSubsets(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	git := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"}, args...)...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null")
		out, err := cmd.Output()
		if e, failed := err.(*exec.ExitError); failed {
			t.Fatalf("git %v: %s", args, e.Stderr)
		}
		return strings.TrimSpace(string(out))
	}
	random := rand.New(rand.NewPCG(11, 12))
	if *history != "" {
		git("clone", "-q", *history, ".")
	} else {
		makeHistory(t, dir, random, git)
	}
	commits := strings.Fields(git("log", "--format=%H", "--first-parent", "-n", "6"))
	require.NotEmpty(t, commits)
	t.Chdir(dir)
	findings := func(args ...string) map[string]bool {
		t.Helper()
		var stdout, stderr bytes.Buffer
		code := run(append([]string{"--output", "json", "."}, args...), nil, &stdout, &stderr)
		require.LessOrEqual(t, code, exitFindings, stderr.String())
		var doc struct{ Findings []json.RawMessage }
		require.NoError(t, json.Unmarshal(stdout.Bytes(), &doc))
		out := map[string]bool{}
		for _, f := range doc.Findings {
			require.False(t, out[string(f)], "twice: %s", f)
			out[string(f)] = true
		}
		return out
	}
	news := 0
	for i, commit := range commits {
		git("checkout", "-q", commit)
		whole := findings("--no-cache")
		assert.Equal(t, whole, findings("--jobs", "1"), "jobs, and a cold cache")
		assert.Equal(t, whole, findings("--jobs", "7"), "a warm cache")
		inside := func(part map[string]bool, what string) {
			for f := range part {
				assert.True(t, whole[f], "%s: not in the whole run: %s", what, f)
			}
		}
		shards := 0
		for n := range 3 {
			part := findings("--shard", fmt.Sprintf("%d/3", n+1))
			inside(part, "shard")
			shards += len(part)
		}
		assert.LessOrEqual(t, shards, len(whole))
		if i+1 < len(commits) {
			before := commits[i+1]
			since := findings("--since", before)
			inside(since, "since")
			inside(findings("--since", before, "--whole-files"), "whole files")
			news += len(since)
			base := filepath.Join(t.TempDir(), "base.json")
			git("checkout", "-q", before)
			require.Equal(t, exitClean, run([]string{"--baseline", base, "--create-baseline", "."}, nil, &bytes.Buffer{}, &bytes.Buffer{}))
			git("checkout", "-q", commit)
			inside(findings("--baseline", base), "baseline")
			assert.Empty(t, findings("--baseline", base, "--since", commit), "nothing is new since now")
		}
	}
	assert.True(t, *history != "" || news > 0, "something was new")
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
