package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/internal/driver"
	"github.com/cudalint/cudalint/internal/report"
	"github.com/cudalint/cudalint/lint"
)

// check is the command `check`.
func (p *program) check(ctx context.Context, f *runFlags, paths []string) error {
	if err := p.mistyped(paths); err != nil {
		return err
	}
	sinks, err := f.output.sinks(report.Formats())
	if err != nil {
		return err
	}
	if f.fixes.diff || f.fixes.only {
		if len(f.output.list) > 0 {
			return usageError("--output goes with neither --diff nor --fix-only, which report no findings")
		}
		sinks = nil
	}
	if f.text.statistics && !slices.ContainsFunc(sinks, func(s sink) bool { return s.format == text }) {
		return usageError("--statistics takes the place of text, which is none of the outputs")
	}
	options, err := f.driver(p, paths)
	if err != nil {
		return err
	}
	sift, err := p.sifter(ctx, f)
	if err != nil {
		return err
	}
	judge := func(ctx context.Context, o driver.Options) (*driver.Output, error) {
		o.Count = true
		out, err := driver.Run(ctx, o)
		if err == nil {
			err = sift.sift(out)
		}
		return out, err
	}
	if f.set.Changed("add-ignore") {
		if err := checkReason(f.fixes.reason); err != nil {
			return err
		}
		if f.fixes.fix || f.fixes.only || f.shard != "" {
			return usageError("--add-ignore goes with neither --fix, --fix-only nor --shard")
		}
		judge = func(ctx context.Context, o driver.Options) (*driver.Output, error) {
			return p.addIgnores(ctx, f, o, sift.sift)
		}
	} else if f.fixes.asked() {
		judge = func(ctx context.Context, o driver.Options) (*driver.Output, error) { return p.fix(ctx, f, o) }
	}
	if !f.watch {
		return p.judged(ctx, f, options, sinks, judge)
	}
	if f.fixes.asked() || f.fixes.reason != "" || f.fresh.create || f.fresh.prune || f.shard != "" || slices.Contains(options.Paths, "-") {
		return usageError("--watch only reports: it goes neither with flags that write, nor with --shard, nor with standard input")
	}
	return p.watch(ctx, func(seen func(*driver.Output)) error {
		options, err := f.driver(p, paths) // the settings may have changed
		if err != nil {
			return err
		}
		sift, err := p.sifter(ctx, f)
		if err != nil {
			return err
		}
		return p.judged(ctx, f, options, sinks, func(ctx context.Context, o driver.Options) (*driver.Output, error) {
			o.Count = true
			out, err := driver.Run(ctx, o)
			if err != nil {
				return nil, err
			}
			seen(out)
			return out, sift.sift(out)
		})
	})
}

// mistyped is an error where the first path does not exist and looks like the name of a command.
func (p *program) mistyped(paths []string) error {
	if len(paths) == 0 || paths[0] == "-" || strings.ContainsAny(paths[0], `./\`) {
		return nil
	}
	if _, err := os.Lstat(paths[0]); err == nil {
		return nil
	}
	var names []string
	for _, c := range newRoot(p).Commands() {
		names = append(names, c.Name())
	}
	if near := lint.Nearest(paths[0], names); near != "" {
		return usageError("there is neither a file nor a command %q; did you mean cudalint %s?", paths[0], near)
	}
	return nil
}

// judged reports findings, with their counts on the last line, and ends with the exit code that they ask for.
func (p *program) judged(ctx context.Context, f *runFlags, options driver.Options, sinks []sink, judge judgement) error {
	return p.reported(ctx, f, options, sinks, judge, func(out *driver.Output, summary report.Summary) {
		if toPeople(sinks) {
			fmt.Fprintln(p.stderr, summary)
			if n := len(out.Findings) - len(f.withoutHints(out).Findings); n > 0 {
				fmt.Fprintf(p.stderr, "%s not shown (--hints shows what costs little or has no other way)\n", plainHints(n))
			}
			if hint := f.fixes.hint(out.Findings); hint != "" {
				fmt.Fprintln(p.stderr, hint)
			}
		}
	})
}

// reported is judged with another last line.
func (p *program) reported(ctx context.Context, f *runFlags, options driver.Options, sinks []sink, judge judgement, last func(*driver.Output, report.Summary)) error {
	out, summary, err := p.judge(ctx, f, options, sinks, judge, func(w io.Writer, format string, out *driver.Output, style report.Style, s report.Summary) error {
		if f.text.statistics && format == text {
			return report.Statistics(w, out.Findings)
		}
		if slices.Contains(forPeople, format) {
			out = f.withoutHints(out)
		}
		d, err := f.document(out, style, s)
		if err != nil {
			return err
		}
		return report.Write(w, format, d)
	})
	if err != nil {
		return err
	}
	last(out, summary)
	found := !f.fixes.only && slices.ContainsFunc(out.Findings, func(d diag.Diagnostic) bool { return d.Severity >= out.Fails(d.Place.File.Path) })
	return p.ended(f, out, summary, found)
}

// forPeople are the formats that leave hints out.
var forPeople = []string{text, "concise", "markdown", "github", "azure", "teamcity"}

// withoutHints leaves out the hints that neither were asked for nor make the run fail.
func (f *runFlags) withoutHints(out *driver.Output) *driver.Output {
	if f.text.hints || len(f.check.sel) > 0 {
		return out
	}
	result := *out.Result
	result.Findings = slices.DeleteFunc(slices.Clone(result.Findings), func(d diag.Diagnostic) bool {
		return d.Severity == diag.Hint && out.Fails(d.Place.File.Path) > diag.Hint
	})
	less := *out
	less.Result = &result
	return &less
}

func plainHints(n int) string {
	if n == 1 {
		return "1 hint is"
	}
	return fmt.Sprintf("%d hints are", n)
}

// ended is how a run ends: failures go before findings.
func (p *program) ended(f *runFlags, out *driver.Output, summary report.Summary, found bool) error {
	switch {
	case len(out.Errors) > 0:
		return &exitError{code: exitFailure}
	case f.failUnread && summary.Unread > 0:
		return &exitError{exitFailure, fmt.Errorf("%s could not be read, so not everything was judged (--fail-on-unread; --show-unknown lists them)", report.Plural(summary.Unread, "place"))}
	case found:
		return &exitError{code: exitFindings}
	}
	return nil
}

// writer prints a result.
type writer func(w io.Writer, format string, out *driver.Output, style report.Style, s report.Summary) error

// judgement is driver.Run, or a run that makes fixes.
type judgement func(context.Context, driver.Options) (*driver.Output, error)

// judge runs the driver, lets write print the result, and tells notes and failures on standard error.
func (p *program) judge(ctx context.Context, f *runFlags, options driver.Options, sinks []sink, run judgement, write writer) (*driver.Output, report.Summary, error) {
	style, err := f.text.style(p)
	if err != nil {
		return nil, report.Summary{}, err
	}
	out, err := run(ctx, options)
	if err != nil {
		if _, ok := errors.AsType[*exitError](err); !ok {
			err = failure(err)
		}
		return nil, report.Summary{}, err
	}
	summary := report.Summarize(out.Files, len(out.Errors), out.Result)
	if err := p.emit(sinks, func(w io.Writer, format string) error { return write(w, format, out, style, summary) }); err != nil {
		return nil, summary, err
	}
	for _, note := range out.Notes {
		fmt.Fprintf(p.stderr, "cudalint: note: %s\n", note)
	}
	for _, failure := range out.Errors {
		fmt.Fprintf(p.stderr, "cudalint: %v\n", failure)
	}
	if f.text.showSilent {
		report.Silenced(p.stderr, out.Result)
	}
	if f.text.showUnknown {
		report.Unknown(p.stderr, out.Result)
	}
	return out, summary, nil
}
