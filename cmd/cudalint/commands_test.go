package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	codeSpan = regexp.MustCompile("`([^`]+)`")
	flagSpan = regexp.MustCompile("`(--?[A-Za-z][a-z-]*)(?:[ =][^`]*)?`")
	// invoked finds a call of cudalint in a line of code, behind a prompt, a pipe, an assignment or a path.
	invoked = regexp.MustCompile(`(?:^|[|;&]\s*|\$\s+|bin/|\./|[A-Z_]+=\S+\s+)cudalint((?:\s+[^|;&>]+)?)`)
)

// documents are the pages that tell users what to type.
func documents(t *testing.T) []string {
	var out []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/rules/*.md", "docs/topics/*.md", "editors/*.md", "editors/*/*.md", "integrations/*.md"} {
		list, err := filepath.Glob(filepath.Join(top, pattern))
		require.NoError(t, err)
		out = append(out, list...)
	}
	return out
}

// commandLines are the calls of cudalint in a page: in code spans and in blocks of code.
func commandLines(page string) []string {
	var out []string
	fenced := ""
	for line := range strings.Lines(page) {
		line = strings.TrimRight(line, "\n")
		switch mark := strings.TrimLeft(line, " "); {
		case strings.HasPrefix(mark, "```"):
			if fenced == "" {
				fenced = strings.TrimPrefix(mark, "```") + " "
			} else {
				fenced = ""
			}
			continue
		case fenced == "text ": // output
			continue
		case fenced != "" || strings.HasPrefix(line, "    "):
			if m := invoked.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
				out = append(out, described(m[1]))
			}
			continue
		}
		for _, span := range codeSpan.FindAllStringSubmatch(line, -1) {
			if m := invoked.FindStringSubmatch(span[1]); m != nil && !strings.HasPrefix(span[1], "http") {
				out = append(out, described(m[1]))
			}
		}
	}
	return out
}

// described takes off what stands behind a command to explain it.
func described(command string) string {
	command, _, _ = strings.Cut(command, " #")
	command, _, _ = strings.Cut(strings.TrimLeft(command, " "), "    ")
	return regexp.MustCompile(`\s{2,}.*$`).ReplaceAllString(strings.TrimSpace(command), "")
}

// words splits a command as a shell does.
func words(command string) []string {
	var out []string
	for _, m := range regexp.MustCompile(`(?:[^\s"']|"[^"]*"|'[^']*')+`).FindAllString(command, -1) {
		out = append(out, strings.NewReplacer(`"`, "", "'", "").Replace(m))
	}
	return out
}

// TestCommandsInDocuments reads every command line of the pages as the program does, and runs those that need nothing.
func TestCommandsInDocuments(t *testing.T) {
	read := 0
	for _, name := range documents(t) {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, line := range commandLines(string(text)) {
			args := words(strings.Replace(line, "SHELL", "bash", 1))
			read++
			root := newRoot(&program{})
			root.InitDefaultCompletionCmd()
			root.InitDefaultHelpCmd()
			root.InitDefaultHelpFlag()
			root.InitDefaultVersionFlag()
			cmd, rest, err := root.Find(args)
			if !assert.NoError(t, err, "%s: cudalint %s", name, line) {
				continue
			}
			cmd.InitDefaultHelpFlag()
			if cmd.DisableFlagParsing {
				continue
			}
			assert.NoError(t, cmd.ParseFlags(rest), "%s: cudalint %s", name, line)
			named := len(rest) == 0 // the command is merely named
			if cmd.HasParent() && !named {
				assert.NoError(t, cmd.ValidateArgs(cmd.Flags().Args()), "%s: cudalint %s", name, line)
			}
			if len(args) > 0 && slices.Contains([]string{"explain", "rules", "targets"}, args[0]) && !named && !slices.Contains(args, "RULE") {
				var stdout, stderr bytes.Buffer
				assert.Equal(t, exitClean, run(args, nil, &stdout, &stderr), "%s: cudalint %s: %s", name, line, stderr.String())
			}
		}
	}
	assert.Greater(t, read, 60)
}

// foreignFlags are those of other programs that the pages name.
var foreignFlags = []string{"-lineinfo", "-update"}

// TestFlagsInDocuments looks up every flag that the pages name by itself.
func TestFlagsInDocuments(t *testing.T) {
	known := map[string]bool{"--help": true, "--version": true}
	var visit func(*cobra.Command)
	visit = func(c *cobra.Command) {
		c.LocalFlags().VisitAll(func(f *pflag.Flag) { known["--"+f.Name], known["-"+f.Shorthand] = true, true })
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	visit(newRoot(&program{}))
	known["--format"] = true // another name of --output
	for _, name := range documents(t) {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, m := range flagSpan.FindAllStringSubmatch(string(text), -1) {
			assert.True(t, known[m[1]] || slices.Contains(foreignFlags, m[1]), "%s: no command has %s", name, m[1])
		}
	}
}
