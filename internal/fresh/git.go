package fresh

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// ErrUsage marks what the user can mend: a revision that there is not, a folder that is no repository.
var ErrUsage = errors.New("")

func usage(format string, args ...any) error {
	return fmt.Errorf("%w"+format, append([]any{ErrUsage}, args...)...)
}

// Repository is a git repository.
type Repository struct {
	Top string // its top folder, as git names it
}

// Open finds the repository of a folder.
func Open(ctx context.Context, dir string) (*Repository, error) {
	r := &Repository{Top: dir}
	top, err := r.git(ctx, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	r.Top = strings.TrimSuffix(strings.TrimSuffix(top, "\n"), "\r")
	if r.Top == "" {
		return nil, usage("%s is in a repository without a working tree", dir)
	}
	return r, nil
}

// git runs a command of git in the top folder.
func (r *Repository) git(ctx context.Context, args ...string) (string, error) {
	return r.gitInput(ctx, "", args...)
}

func (r *Repository) gitInput(ctx context.Context, input string, args ...string) (string, error) {
	path, err := exec.LookPath("git")
	if err != nil {
		return "", errors.New("git is needed to tell what changed, and is not found")
	}
	cmd := exec.CommandContext(ctx, path, append(slices.Clone(harmless), args...)...)
	cmd.Dir = r.Top
	cmd.Env = environment(os.Environ())
	cmd.Stdin = strings.NewReader(input)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		said := strings.TrimSpace(stderr.String())
		if said == "" {
			said = err.Error()
		}
		return "", usage("git %s: %s", args[0], strings.Join(strings.Fields(said), " "))
	}
	return stdout.String(), nil
}

// commit resolves a revision.
func (r *Repository) commit(ctx context.Context, revision string) (string, error) {
	id, err := r.git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err == nil {
		return strings.TrimSpace(id), nil
	}
	if r.shallow(ctx) {
		return "", usage("the repository is a shallow clone that does not hold %q; fetch more of its history (git fetch --unshallow, fetch-depth: 0)", revision)
	}
	return "", usage("there is no revision %q", revision)
}

func (r *Repository) shallow(ctx context.Context) bool {
	out, err := r.git(ctx, "rev-parse", "--is-shallow-repository")
	return err == nil && strings.TrimSpace(out) == "true"
}

// diff gives the lines that the working tree has and a tree does not; the index where tree is "".
func (r *Repository) diff(ctx context.Context, tree string) (Lines, error) {
	args := []string{"diff", "--no-ext-diff", "--no-textconv", "--no-color", "--no-relative", "--text", "--unified=0", "--find-renames", "--ignore-submodules=all", "--src-prefix=a/", "--dst-prefix=b/"}
	if tree != "" {
		args = append(args, tree)
	}
	out, err := r.git(ctx, append(args, "--")...)
	if err != nil {
		return nil, err
	}
	lines, err := ReadPatch(strings.NewReader(out))
	if err != nil {
		return nil, fmt.Errorf("read what git diff says: %w", err)
	}
	return lines, nil
}

// Since gives the lines that changed since a revision, those that are not committed and the files that git does not know included.
func (r *Repository) Since(ctx context.Context, revision string) (Lines, error) {
	id, err := r.commit(ctx, revision)
	if err != nil {
		return nil, err
	}
	lines, err := r.diff(ctx, id)
	if err != nil {
		return nil, err
	}
	others, err := r.git(ctx, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, err
	}
	for path := range strings.SplitSeq(others, "\x00") {
		if path != "" {
			lines[path] = &Changed{Whole: true}
		}
	}
	return lines, nil
}

// SinceMergeBase is Since for the last commit that HEAD and a revision have in common.
func (r *Repository) SinceMergeBase(ctx context.Context, revision string) (Lines, error) {
	id, err := r.commit(ctx, revision)
	if err != nil {
		return nil, err
	}
	base, err := r.mergeBase(ctx, id, revision)
	if err != nil {
		return nil, err
	}
	return r.Since(ctx, base)
}

// mergeBase is the last commit that HEAD and another have in common; revision is what the user calls that.
func (r *Repository) mergeBase(ctx context.Context, id, revision string) (string, error) {
	base, err := r.git(ctx, "merge-base", "HEAD", id)
	switch {
	case err == nil:
		return strings.TrimSpace(base), nil
	case r.shallow(ctx):
		return "", usage("the repository is a shallow clone that does not hold what HEAD and %q have in common; fetch more of its history (git fetch --unshallow, fetch-depth: 0)", revision)
	}
	return "", usage("HEAD and %q have nothing in common", revision)
}

// emptyTree stands for a repository without a commit.
const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"

// Staged gives the lines of the working tree that are in the index and not in HEAD.
func (r *Repository) Staged(ctx context.Context) (Lines, error) {
	head, err := r.commit(ctx, "HEAD")
	if err != nil {
		head = emptyTree
	}
	all, err := r.diff(ctx, head)
	if err != nil {
		return nil, err
	}
	unstaged, err := r.diff(ctx, "")
	if err != nil {
		return nil, err
	}
	return all.without(unstaged), nil
}

// harmless are settings that keep git from running programs that the repository's own settings name. What is read of it needs no hook, no
// monitor of files, no other pager and no program that shows differences.
var harmless = []string{
	"--no-pager", "-c", "core.quotepath=off", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull, "-c", "diff.external=",
	"-c", "core.attributesFile=" + os.DevNull, "-c", "submodule.recurse=false", "-c", "core.sshCommand=false", "-c", "protocol.allow=never",
}

// environment leaves out what turns git to another repository or has it run programs; settings that the user gives by variables go, too.
func environment(from []string) []string {
	out := slices.DeleteFunc(slices.Clone(from), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return strings.HasPrefix(strings.ToUpper(name), "GIT_") && !slices.Contains(kept, name)
	})
	return append(out, "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_PAGER=cat", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_LITERAL_PATHSPECS=1")
}

// kept are git's variables that say where it finds things, not what it runs: a hook of git sets some of them for what it runs.
var kept = []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_QUARANTINE_PATH"}
