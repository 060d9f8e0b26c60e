package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

func readYAML(t *testing.T, path string, to any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(top, path))
	require.NoError(t, err)
	require.NoError(t, yaml.Unmarshal(text, to), path)
}

// accepted reports whether the program takes these arguments.
func accepted(args ...string) bool {
	return run(append(args, "--help"), nil, &bytes.Buffer{}, &bytes.Buffer{}) == exitClean
}

func TestHooks(t *testing.T) {
	var hooks []struct {
		ID, Name, Entry, Language string
		Types                     []string `yaml:"types_or"`
		Args                      []string
	}
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	require.NotEmpty(t, hooks)
	for _, h := range hooks {
		words := strings.Fields(h.Entry)
		assert.Equal(t, map[bool]string{true: "cudalint/cudalint", false: "cudalint"}[h.Language == "docker_image"], words[0], h.ID)
		assert.True(t, accepted(append(words[1:], h.Args...)...), h.ID)
		assert.Equal(t, []string{"cuda"}, h.Types)
	}
	assert.False(t, accepted("check", "--nonsense"))
}

var flagName = regexp.MustCompile(`--[a-z][a-z-]+`)

// TestActionAndTemplate: every flag that the action and the GitLab template use is one of the program.
func TestActionAndTemplate(t *testing.T) {
	var action struct {
		Inputs map[string]struct{ Description string }
		Runs   struct {
			Using string
			Steps []struct {
				Run, Shell string
				Env        map[string]string
			}
		}
	}
	readYAML(t, "action.yml", &action)
	assert.Equal(t, "composite", action.Runs.Using)
	var scripts []string
	used := map[string]bool{}
	for _, s := range action.Runs.Steps {
		if s.Run != "" {
			assert.Equal(t, "bash", s.Shell)
			assert.NotContains(t, s.Run, "${{", "what a user wrote must not become part of a script")
			scripts = append(scripts, s.Run)
		}
		for _, v := range s.Env {
			if name, ok := strings.CutPrefix(v, "${{ inputs."); ok {
				used[strings.TrimSuffix(name, " }}")] = true
			}
		}
	}
	for name, input := range action.Inputs {
		assert.NotEmpty(t, input.Description, name)
		assert.True(t, used[name], "input %s does something", name)
	}
	var template struct{ Cudalint struct{ Script []string } }
	readYAML(t, "integrations/gitlab-ci.yml", &template)
	require.NotEmpty(t, template.Cudalint.Script)
	for _, script := range append(scripts, template.Cudalint.Script...) {
		for _, f := range flagName.FindAllString(script, -1) {
			assert.True(t, accepted("check", f+"=text"), f)
		}
	}
}

// TestProblemMatcher: the pattern reads each line of the format concise.
func TestProblemMatcher(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(top, "integrations", "problem-matcher.json"))
	require.NoError(t, err)
	var doc struct {
		ProblemMatcher []struct {
			Pattern []struct {
				Regexp                                      string
				File, Line, Column, Severity, Message, Code int
			}
		}
	}
	require.NoError(t, json.Unmarshal(text, &doc))
	p := doc.ProblemMatcher[0].Pattern[0]
	pattern := regexp.MustCompile(p.Regexp)
	var out bytes.Buffer
	run([]string{"--isolated", "--output", "concise", filepath.Join(top, "testdata", "kernels")}, nil, &out, &bytes.Buffer{})
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.Greater(t, len(lines), 10)
	for _, l := range lines {
		m := pattern.FindStringSubmatch(l)
		if assert.NotNil(t, m, l) {
			assert.FileExists(t, m[p.File])
			assert.Regexp(t, `^\d+$`, m[p.Line]+m[p.Column])
			assert.Contains(t, []string{"error", "warning", "info", "hint"}, m[p.Severity])
			assert.True(t, strings.HasSuffix(l, ": "+m[p.Message]+" ["+m[p.Code]+"]"))
		}
	}
}
