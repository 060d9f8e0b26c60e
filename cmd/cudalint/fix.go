package main

import (
	"bufio"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/internal/driver"
	"github.com/cudalint/cudalint/internal/report"
)

// fixFlags say which fixes are made, and where to.
type fixFlags struct {
	fix, only, diff, unsafe bool

	reason string // of the comments that are to be added; "" adds none
}

func (f *fixFlags) add(set *pflag.FlagSet) {
	set.BoolVar(&f.fix, "fix", false, "make the safe fixes in the files, and report what is left")
	set.BoolVar(&f.only, "fix-only", false, "make the fixes and report nothing")
	set.BoolVar(&f.diff, "diff", false, "print what --fix would change as a unified diff, and write nothing")
	set.StringVar(&f.reason, "add-ignore", "", "write a comment with this reason at each finding that silences it; with --diff print what would be written")
	set.BoolVar(&f.unsafe, "unsafe-fixes", false, "let --fix, --fix-only and --diff make fixes that may change what a program does, too")
}

// asked reports whether fixes are to be made; --unsafe-fixes alone makes none.
func (f *fixFlags) asked() bool { return f.fix || f.only || f.diff }

func (f *fixFlags) least() diag.Applicability {
	if f.unsafe {
		return diag.Unsafe
	}
	return diag.Safe
}

// fix makes the fixes, in the files or in a diff. What is given back is what the files hold afterwards.
func (p *program) fix(ctx context.Context, f *runFlags, options driver.Options) (*driver.Output, error) {
	if !f.fixes.diff && slices.Contains(options.Paths, "-") {
		return nil, usageError("--fix cannot write to standard input; --diff tells the changes")
	}
	fixed, err := driver.Fix(ctx, options, f.fixes.least())
	if err != nil {
		return nil, failure(err)
	}
	for _, r := range fixed.Refused {
		fmt.Fprintf(p.stderr, "cudalint: note: %s: taken back: %s: %s; please report this\n", placeOf(r.Finding), r.Fix.Title, r.Reason)
	}
	if f.fixes.diff {
		if err := p.diff(fixed.Changes); err != nil {
			return nil, err
		}
		fmt.Fprintf(p.stderr, "%s would be made in %s\n", report.Plural(len(fixed.Made), "fix"), report.Plural(len(fixed.Changes), "file"))
		return fixed.First, nil
	}
	written := p.write(fixed.Changes, fixed.Last)
	for _, m := range fixed.Made {
		if written[m.Finding.Place.File.Path] {
			fmt.Fprintf(p.stderr, "%s: fixed: %s\n", placeOf(m.Finding), m.Fix.Title)
		}
	}
	return fixed.Last, nil
}

// diff prints the changes.
func (p *program) diff(changes []*driver.Change) error {
	out := bufio.NewWriter(p.stdout)
	for _, c := range changes {
		if err := report.Diff(out, c.Path, string(c.Before), string(c.After)); err != nil {
			return &exitError{exitFailure, fmt.Errorf("write the diff: %w", err)}
		}
	}
	if err := out.Flush(); err != nil {
		return &exitError{exitFailure, fmt.Errorf("write the diff: %w", err)}
	}
	return nil
}

// write writes the changes; what could not be written becomes a failure of the run. The paths that were written are given back.
func (p *program) write(changes []*driver.Change, out *driver.Output) map[string]bool {
	written := map[string]bool{}
	for _, c := range changes {
		if err := c.Write(); err != nil {
			out.Errors = append(out.Errors, &driver.Failure{Path: c.Path, Err: err})
			continue
		}
		written[c.Path] = true
	}
	return written
}

// checkReason tells what is wrong with the reason of comments.
func checkReason(reason string) error {
	switch {
	case strings.TrimSpace(reason) == "":
		return usageError("--add-ignore: a reason is wanted, as in --add-ignore='runs once'")
	case strings.ContainsAny(reason, "\r\n") || strings.HasSuffix(reason, "\\") || strings.HasSuffix(reason, "??/"):
		return usageError("--add-ignore %q: the reason must fit on one line of a comment", reason)
	}
	return nil
}

// addIgnores writes comments at the findings that sift leaves, or a diff. What is given back is found in spite of them.
func (p *program) addIgnores(ctx context.Context, f *runFlags, options driver.Options, sift func(*driver.Output) error) (*driver.Output, error) {
	if !f.fixes.diff && slices.Contains(options.Paths, "-") {
		return nil, usageError("--add-ignore cannot write to standard input; --diff tells the changes")
	}
	done, err := driver.AddIgnores(ctx, options, strings.TrimSpace(f.fixes.reason), sift)
	if err != nil {
		return nil, err
	}
	told := "silenced"
	if f.fixes.diff {
		if err := p.diff(done.Changes); err != nil {
			return nil, err
		}
		told = "would be silenced"
	} else {
		p.write(done.Changes, done.Output)
	}
	fmt.Fprintf(p.stderr, "%s %s in %s\n", report.Plural(len(done.Silenced), "finding"), told, report.Plural(len(done.Changes), "file"))
	if n := len(done.Output.Findings); n > 0 {
		fmt.Fprintf(p.stderr, "%s no comment here can silence\n", report.Plural(n, "finding"))
	}
	return done.Output, nil
}

func placeOf(d diag.Diagnostic) string {
	return fmt.Sprintf("%s:%d", d.Place.File.Path, d.Place.File.LineOf(d.Place.Span.Start))
}

// hint tells of fixes that were not asked for; "" when there are none.
func (f *fixFlags) hint(findings []diag.Diagnostic) string {
	safe, unsafe := 0, 0
	for _, d := range findings {
		best := diag.Sketch
		for _, x := range d.Fixes {
			if len(x.Edits) > 0 {
				best = max(best, x.Applicability)
			}
		}
		switch best {
		case diag.Safe:
			safe++
		case diag.Unsafe:
			unsafe++
		}
	}
	if f.diff || f.fix && f.unsafe {
		return ""
	}
	const unsafely = "--fix --unsafe-fixes"
	switch {
	case f.unsafe && safe+unsafe > 0:
		return report.Plural(safe+unsafe, "fix") + " can be made with " + unsafely
	case !f.fix && safe > 0 && unsafe > 0:
		return fmt.Sprintf("%s can be made with --fix, %d more with %s", report.Plural(safe, "fix"), unsafe, unsafely)
	case !f.fix && safe > 0:
		return report.Plural(safe, "fix") + " can be made with --fix"
	case unsafe > 0:
		return report.Plural(unsafe, "fix") + " can be made with " + unsafely
	}
	return ""
}
