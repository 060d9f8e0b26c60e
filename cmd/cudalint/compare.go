package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/internal/compare"
	"github.com/cudalint/cudalint/internal/driver"
	"github.com/cudalint/cudalint/internal/fresh"
	"github.com/cudalint/cudalint/internal/report"
)

// diffFlags say what is set beside what.
type diffFlags struct {
	mergeBase   bool
	failOnWorse bool
	all         bool
}

func newDiff(p *program) *cobra.Command {
	flags, which := &runFlags{}, &diffFlags{}
	cmd := &cobra.Command{
		Use:   "diff REV [PATH..]",
		Short: "Compare what the accesses of each kernel take with what they took in a revision of git",
		Long: `diff judges the files as they are and as they were in REV, and sets the kernels side by side: accesses and costly ones, sectors and
wavefronts per request and in all that a warp does, the useful share of the bytes that are fetched, accesses that changed, findings
that are new or gone. Kernels that are as they were are counted only; --all lists them, too.

What is not committed, and files that git does not know yet, belong to the files as they are. Settings, and what git ignores, are those of
now on either side, so that a difference is one of the code. Kernels are followed through renamed files, and into another file where
no other has their name. With --merge-base the comparison is with the last commit that HEAD and REV have in common, as for a pull request:

    cudalint diff --merge-base origin/main src
    cudalint diff --merge-base origin/main --output markdown="$GITHUB_STEP_SUMMARY" --fail-on-worse src

A kernel is better when its requests come closer to the ideal and take less beyond it in all, or when a finding at or above --fail-on is
gone; worse the other way round, and mixed when both are so.

Exit codes: 0, however much changed; with --fail-on-worse 1 when a kernel is worse or mixed, or a new one has a finding at or above
--fail-on; 2 wrong usage, an unknown revision or settings that cannot be read; 3 a file could not be read, or cudalint failed.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError("diff needs a revision of git, such as HEAD or origin/main")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.compare(cmd.Context(), flags, which, args[0], args[1:])
		},
	}
	flags.output.addPlain(cmd.Flags(), report.ComparisonFormats()...)
	cmd.Flags().BoolVar(&which.mergeBase, "merge-base", false, "compare with the last commit that HEAD and REV have in common")
	cmd.Flags().BoolVar(&which.failOnWorse, "fail-on-worse", false, "make the exit code 1 when something is worse")
	cmd.Flags().BoolVar(&which.all, "all", false, "list the kernels that are as they were, too")
	flags.add(cmd.Flags())
	flags.addRules(cmd.Flags())
	return cmd
}

// compare is the command `diff`.
func (p *program) compare(ctx context.Context, f *runFlags, which *diffFlags, revision string, paths []string) error {
	sinks, err := f.output.sinks(report.ComparisonFormats())
	if err != nil {
		return err
	}
	if slices.Contains(paths, "-") {
		return usageError("diff reads files: standard input has no revision")
	}
	options, err := f.driver(p, paths)
	if err != nil {
		return err
	}
	style, err := f.text.style(p)
	if err != nil {
		return err
	}
	e, err := earlier(ctx, revision, which.mergeBase)
	if err != nil {
		return err
	}
	options.Lint.Detail = true
	options.Words = true
	then, now := options, options
	then.Texts, then.Absent = e.texts, e.absent
	then.Paths, now.Paths = e.split(options.Paths)
	before, after, err := twice(ctx, then, now)
	if err != nil {
		return err
	}
	p.tellTwice(before, after, e.Notes)
	if n := e.outside(after.Paths); n > 0 {
		fmt.Fprintf(p.stderr, "cudalint: note: %s outside the repository, or in one below it; they are taken as they are now\n", report.Plural(n, "file"))
	}
	counts := func(d *diag.Diagnostic) bool { return d.Severity >= after.Fails(d.Place.File.Path) }
	c := &report.Comparison{
		Tool: report.Tool{Name: "cudalint", Version: version()}, Commit: e.Commit, Style: style, All: which.all,
		Result: compare.Results(before.Result, after.Result, compare.Options{Moved: e.moved, Counts: counts}),
	}
	if err := p.emit(sinks, func(w io.Writer, format string) error { return report.WriteComparison(w, format, c) }); err != nil {
		return err
	}
	if toPeople(sinks) {
		fmt.Fprintln(p.stderr, c.Tally())
	}
	switch {
	case len(before.Errors)+len(after.Errors) > 0:
		return &exitError{code: exitFailure}
	case which.failOnWorse && c.Result.Worse(counts):
		return &exitError{code: exitFindings}
	}
	return nil
}

// twice judges both states.
func twice(ctx context.Context, then, now driver.Options) (before, after *driver.Output, err error) {
	if before, err = driver.Run(ctx, then); err == nil {
		after, err = driver.Run(ctx, now)
	}
	if err != nil {
		return nil, nil, failure(err)
	}
	return before, after, nil
}

// tellTwice prints notes and failures of both states, those of both once.
func (p *program) tellTwice(before, after *driver.Output, notes []string) {
	said := map[string]bool{}
	say := func(line string) {
		if !said[line] {
			said[line] = true
			fmt.Fprintln(p.stderr, "cudalint: "+line)
		}
	}
	for _, n := range slices.Concat(notes, after.Notes, before.Notes) {
		say("note: " + n)
	}
	for _, o := range []struct {
		out  *driver.Output
		when string
	}{{after, ""}, {before, " (as it was)"}} {
		for _, e := range o.out.Errors {
			if !said[e.Error()] {
				say(e.Error() + o.when)
				said[e.Error()] = true
			}
		}
	}
}

// earlierState is a revision, with the paths as the driver has them.
type earlierState struct {
	*fresh.Earlier
	top    string // of the repository, as the user sees it
	cwd    string
	texts  map[string][]byte
	absent map[string]bool
}

func earlier(ctx context.Context, revision string, mergeBase bool) (*earlierState, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return nil, failure(err)
	}
	e := &earlierState{cwd: cwd, texts: map[string][]byte{}, absent: map[string]bool{}}
	repository, err := fresh.Open(ctx, cwd)
	if err == nil {
		e.top, err = repository.Prefix(ctx, cwd)
	}
	if err == nil {
		e.Earlier, err = repository.Earlier(ctx, revision, mergeBase)
	}
	if errors.Is(err, fresh.ErrUsage) {
		return nil, usageError("diff: %w", err)
	}
	if err != nil {
		return nil, failure(fmt.Errorf("diff: %w", err))
	}
	for path, text := range e.Texts {
		e.texts[e.abs(path)] = text
	}
	for path := range e.Absent {
		e.absent[e.abs(path)] = true
	}
	return e, nil
}

func (e *earlierState) abs(path string) string { return filepath.Join(e.top, filepath.FromSlash(path)) }

// moved is the displayed path that a file has now, by the one that it had.
func (e *earlierState) moved(displayed string) string {
	abs := filepath.FromSlash(displayed)
	if !filepath.IsAbs(abs) {
		abs = filepath.Join(e.cwd, abs)
	}
	rel, err := filepath.Rel(e.top, abs)
	if err != nil {
		return displayed
	}
	now, renamed := e.Renamed[filepath.ToSlash(rel)]
	if !renamed {
		return displayed
	}
	if filepath.IsAbs(filepath.FromSlash(displayed)) {
		return filepath.ToSlash(e.abs(now))
	}
	if rel, err := filepath.Rel(e.cwd, e.abs(now)); err == nil {
		return filepath.ToSlash(rel)
	}
	return displayed
}

// split tells which of the paths there were, and which there are. One that is on neither side is left for the driver to tell.
func (e *earlierState) split(paths []string) (then, now []string) {
	for _, p := range paths {
		abs, err := filepath.Abs(p)
		if err != nil {
			abs = p
		}
		_, err = os.Stat(abs)
		is, was := err == nil, err == nil && !e.absent[abs]
		for text := range e.texts {
			was = was || text == abs || strings.HasPrefix(text, abs+string(filepath.Separator))
		}
		if was {
			then = append(then, p)
		}
		if is || !was {
			now = append(now, p)
		}
		if renamed := e.moved(filepath.ToSlash(p)); was && !is && renamed != filepath.ToSlash(p) {
			now = append(now, renamed)
		}
		for old, path := range e.Renamed {
			if !was && is && e.abs(path) == abs {
				then = append(then, e.abs(old))
			}
		}
	}
	return then, now
}

// outside counts the files that are not of the repository.
func (e *earlierState) outside(paths []string) int {
	s := &sifter{top: real(e.top)}
	n := 0
	for _, p := range paths {
		if _, inside := s.inRepository(p); !inside {
			n++
		}
	}
	return n
}
