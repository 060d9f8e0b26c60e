package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/internal/disk"
	"github.com/cudalint/cudalint/internal/driver"
	"github.com/cudalint/cudalint/internal/fresh"
	"github.com/cudalint/cudalint/internal/report"
)

// freshFlags say which findings are new.
type freshFlags struct {
	baseline      string
	create, prune bool
	since         string
	mergeBase     string
	staged        bool
	patch         string
	whole         bool
}

func (f *freshFlags) add(set *pflag.FlagSet) {
	set.StringVar(&f.baseline, "baseline", "", "report only what is not in this file of known findings")
	set.BoolVar(&f.create, "create-baseline", false, "write all findings to the file of --baseline, and report none")
	set.BoolVar(&f.prune, "prune-baseline", false, "take out of the file of --baseline what is not found any more")
	set.StringVar(&f.since, "since", "", "report only what is about lines that changed since this revision of git")
	set.StringVar(&f.mergeBase, "merge-base", "", "the same since the last commit that HEAD and this revision have in common")
	set.BoolVar(&f.staged, "staged", false, "report only what is about lines that are staged for the next commit")
	set.StringVar(&f.patch, "diff-file", "", "report only what is about lines that this unified diff adds (- is standard input)")
	set.BoolVar(&f.whole, "whole-files", false, "with one of these, report all that is in a changed file")
}

// ways are the flags that name changed lines and were given.
func (f *freshFlags) ways() []string {
	var out []string
	for _, w := range []struct {
		name  string
		given bool
	}{{"--since", f.since != ""}, {"--merge-base", f.mergeBase != ""}, {"--staged", f.staged}, {"--diff-file", f.patch != ""}} {
		if w.given {
			out = append(out, w.name)
		}
	}
	return out
}

// sifter leaves out what is not new.
type sifter struct {
	flags    *freshFlags
	stderr   io.Writer
	path     func(string) string
	top      string
	lines    fresh.Lines     // nil: all lines count
	baseline *fresh.Baseline // nil: nothing is known
}

// sifter checks the flags and reads what they name, before anything is judged.
func (p *program) sifter(ctx context.Context, f *runFlags) (*sifter, error) {
	flags := &f.fresh
	s := &sifter{flags: flags, stderr: p.stderr, path: fromTop()}
	ways := flags.ways()
	switch {
	case len(ways) > 1:
		return nil, usageError("%s and %s contradict each other", ways[0], ways[1])
	case flags.whole && len(ways) == 0:
		return nil, usageError("--whole-files needs --since, --merge-base, --staged or --diff-file")
	case (flags.create || flags.prune) && flags.baseline == "":
		return nil, usageError("--create-baseline and --prune-baseline need --baseline")
	case flags.create && flags.prune:
		return nil, usageError("--create-baseline and --prune-baseline contradict each other")
	case (flags.create || flags.prune) && f.fixes.reason != "":
		return nil, usageError("--create-baseline and --prune-baseline do not go with --add-ignore")
	case flags.create && len(ways) > 0:
		return nil, usageError("--create-baseline takes all findings; it does not go with %s", ways[0])
	case f.fixes.asked() && f.fixes.reason == "" && (len(ways) > 0 || flags.baseline != ""):
		return nil, usageError("--fix, --fix-only and --diff make all fixes; they do not go with --baseline and %s", "--since, --merge-base, --staged, --diff-file")
	}
	var err error
	if len(ways) > 0 {
		if s.lines, err = s.changed(ctx, p.stdin); err != nil {
			return nil, err
		}
	}
	if flags.baseline != "" && !flags.create {
		s.baseline, err = readBaseline(flags.baseline)
	}
	return s, err
}

func (s *sifter) changed(ctx context.Context, stdin io.Reader) (fresh.Lines, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return nil, failure(err)
	}
	repository, err := fresh.Open(ctx, cwd)
	if err == nil {
		s.top = real(filepath.FromSlash(repository.Top))
	}
	if s.flags.patch != "" { // needs no repository
		if s.top == "" {
			s.top = real(cwd)
		}
		return readPatch(s.flags.patch, stdin)
	}
	var lines fresh.Lines
	if err == nil {
		switch {
		case s.flags.since != "":
			lines, err = repository.Since(ctx, s.flags.since)
		case s.flags.mergeBase != "":
			lines, err = repository.SinceMergeBase(ctx, s.flags.mergeBase)
		default:
			lines, err = repository.Staged(ctx)
		}
	}
	if errors.Is(err, fresh.ErrUsage) {
		return nil, usageError("%s: %w", s.flags.ways()[0], err)
	}
	if err != nil {
		return nil, failure(fmt.Errorf("%s: %w", s.flags.ways()[0], err))
	}
	return lines, nil
}

func readPatch(name string, stdin io.Reader) (fresh.Lines, error) {
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, usageError("--diff-file: %w", err)
		}
		defer file.Close()
		stdin = file
	}
	lines, err := fresh.ReadPatch(stdin)
	if err != nil {
		return nil, usageError("--diff-file %s: %w", name, err)
	}
	return lines, nil
}

func readBaseline(name string) (*fresh.Baseline, error) {
	text, err := disk.Read(name, disk.List)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usageError("--baseline %s: there is no such file; --create-baseline makes it", name)
	}
	if err != nil {
		return nil, failure(fmt.Errorf("--baseline: %w", err))
	}
	b, err := fresh.ReadBaseline(text)
	if err != nil {
		return nil, usageError("--baseline %s: %w", name, err)
	}
	return b, nil
}

// inRepository is the path of a displayed file from the top of the repository that the changes are of; false for a file that is not in
// it, or in one below it.
func (s *sifter) inRepository(displayed string) (string, bool) {
	abs, err := filepath.Abs(filepath.FromSlash(displayed))
	if err != nil {
		return "", false
	}
	abs = real(abs)
	rel, err := filepath.Rel(s.top, abs)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", false
	}
	for dir := filepath.Dir(abs); dir != s.top && len(dir) > len(s.top); dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return "", false
		}
	}
	return filepath.ToSlash(rel), true
}

// place is the path that a baseline knows a finding's file by.
func (s *sifter) place(p diag.Place) string {
	if p.File == nil || s.path == nil {
		return ""
	}
	return s.path(p.File.Path)
}

// sift leaves out what is not new, and keeps the baseline.
func (s *sifter) sift(out *driver.Output) error {
	all := len(out.Findings)
	if s.lines != nil {
		if s.flags.patch == "" {
			s.tellOutside(out.Paths)
		}
		out.Findings = s.lines.Keep(out.Findings, s.flags.whole, s.inRepository)
		if n := all - len(out.Findings); n > 0 {
			fmt.Fprintf(s.stderr, "cudalint: note: %s not about changed lines (%s)\n", told(n), s.flags.ways()[0])
		}
	}
	if s.flags.create {
		b := fresh.NewBaseline(out.Findings, s.place)
		if err := s.write(b); err != nil {
			return err
		}
		fmt.Fprintf(s.stderr, "cudalint: note: wrote %s to %s\n", report.Plural(len(out.Findings), "finding"), s.flags.baseline)
		out.Findings = nil
		return nil
	}
	if s.baseline == nil {
		return nil
	}
	return s.known(out)
}

func told(n int) string {
	if n == 1 {
		return "1 finding is"
	}
	return fmt.Sprintf("%d findings are", n)
}

func (s *sifter) tellOutside(paths []string) {
	outside := 0
	for _, p := range paths {
		if _, inside := s.inRepository(p); !inside {
			outside++
		}
	}
	if outside > 0 {
		fmt.Fprintf(s.stderr, "cudalint: note: %s outside the repository %s, or in one below it; what is found there is all reported\n", report.Plural(outside, "file"), filepath.ToSlash(s.top))
	}
}

// known leaves out what the baseline knows.
func (s *sifter) known(out *driver.Output) error {
	exists := func(file string) bool {
		_, err := os.Lstat(s.absolute(file))
		return err == nil
	}
	judged := map[string]bool{}
	for _, p := range out.Paths {
		judged[s.path(p)] = true
	}
	all := len(out.Findings)
	news, missed := s.baseline.Sift(out.Findings, s.place, exists)
	if s.lines != nil || len(out.Errors) > 0 {
		missed = nil // what was left out may well be there
	}
	stale := slices.DeleteFunc(missed, func(e fresh.Entry) bool { return !judged[e.File] && exists(e.File) || out.Off(e.Rule) })
	out.Findings = news
	if n := all - len(news); n > 0 {
		fmt.Fprintf(s.stderr, "cudalint: note: %s known (%s)\n", told(n), s.flags.baseline)
	}
	if s.flags.prune {
		if len(stale) == 0 {
			return nil
		}
		if err := s.write(s.baseline.Without(stale)); err != nil {
			return err
		}
		fmt.Fprintf(s.stderr, "cudalint: note: took %s out of %s\n", entries(stale), s.flags.baseline)
		return nil
	}
	for _, e := range stale {
		fmt.Fprintf(s.stderr, "cudalint: note: %s: %s is in %s and not found any more\n", e.File, e.Rule, s.flags.baseline)
	}
	if len(stale) > 0 {
		fmt.Fprintf(s.stderr, "cudalint: note: --prune-baseline takes %s out\n", entries(stale))
	}
	return nil
}

func entries(list []fresh.Entry) string {
	n := 0
	for _, e := range list {
		n += e.Count
	}
	return report.Plural(n, "finding")
}

// absolute is the path of a file that a baseline names.
func (s *sifter) absolute(file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(topFolder(), filepath.FromSlash(file))
}

func (s *sifter) write(b *fresh.Baseline) error {
	if err := disk.Write(disk.Real, s.flags.baseline, b.Write()); err != nil {
		return failure(fmt.Errorf("write the baseline: %w", err))
	}
	return nil
}
