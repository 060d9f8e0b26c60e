package main

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/cudalint/cudalint/internal/driver"
	"github.com/cudalint/cudalint/internal/report"
)

// check is the command `check`.
func (p *program) check(ctx context.Context, f *runFlags, paths []string) error {
	threshold, err := f.check.threshold()
	if err != nil {
		return err
	}
	found := false
	return p.judge(ctx, f, paths, func(w io.Writer, out *driver.Output, style report.Style, s report.Summary) error {
		for _, d := range out.Findings {
			found = found || d.Severity >= threshold
		}
		if f.format == "json" {
			return report.WriteFindings(w, report.Tool{Name: "cudalint", Version: version()}, out.Result, s)
		}
		return report.Findings(w, out.Findings, style)
	}, &found)
}

// accesses is the command `accesses`.
func (p *program) accesses(ctx context.Context, f *runFlags, paths []string) error {
	return p.judge(ctx, f, paths, func(w io.Writer, out *driver.Output, style report.Style, _ report.Summary) error {
		if f.format == "json" {
			return report.WriteAccesses(w, out.Result)
		}
		return report.Accesses(w, out.Accesses, style)
	}, new(bool))
}

type writer func(io.Writer, *driver.Output, report.Style, report.Summary) error

// judge runs the driver, lets write print the result, and tells notes, failures and the summary on standard error.
func (p *program) judge(ctx context.Context, f *runFlags, paths []string, write writer, found *bool) error {
	style, err := f.text.style(p)
	if err != nil {
		return err
	}
	options, err := f.driver(p, paths)
	if err != nil {
		return err
	}
	out, err := driver.Run(ctx, options)
	if err != nil {
		return &exitError{exitFailure, err}
	}
	summary := report.Summarize(out.Files, len(out.Errors), out.Result)
	buffered := bufio.NewWriter(p.stdout)
	if err := write(buffered, out, style, summary); err != nil {
		return &exitError{exitFailure, fmt.Errorf("write the report: %w", err)}
	}
	if err := buffered.Flush(); err != nil {
		return &exitError{exitFailure, fmt.Errorf("write the report: %w", err)}
	}
	for _, note := range out.Notes {
		fmt.Fprintf(p.stderr, "cudalint: note: %s\n", note)
	}
	for _, failure := range out.Errors {
		fmt.Fprintf(p.stderr, "cudalint: %v\n", failure)
	}
	if f.text.showUnknown {
		report.Unknown(p.stderr, out.Result)
	}
	if f.format == "text" {
		fmt.Fprintln(p.stderr, summary)
	}
	switch {
	case len(out.Errors) > 0:
		return &exitError{code: exitFailure}
	case *found:
		return &exitError{code: exitFindings}
	}
	return nil
}
