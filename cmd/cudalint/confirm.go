package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/internal/driver"
	"github.com/cudalint/cudalint/internal/profile"
	"github.com/cudalint/cudalint/internal/report"
)

// profileFlags name a profiler's exports.
type profileFlags struct {
	ncu    []string
	shapes []string
}

func (f *profileFlags) addShapes(set *pflag.FlagSet) {
	set.Var(list{to: &f.shapes}, "shapes", "take block shapes from this export of nsys or ncu where no launch is seen; may be given several times")
}

func (f *profileFlags) addReadings(set *pflag.FlagSet) {
	set.Var(list{to: &f.ncu}, "ncu", "Nsight Compute's source page as CSV, its raw or details page, or the output of integrations/ncu_export.py; may be given several times")
}

// load reads several exports as one.
func load(files []string) (*profile.Profile, error) {
	all := &profile.Profile{}
	for _, name := range files {
		p, err := profile.Load(name)
		if err != nil {
			return nil, &exitError{exitFailure, fmt.Errorf("read the profile: %w", err)}
		}
		all.Instructions = append(all.Instructions, p.Instructions...)
		all.Launches = append(all.Launches, p.Launches...)
	}
	return all, nil
}

// blocks are the block shapes of the first launch of each kernel.
func (f *profileFlags) blocks() (map[string][3]int64, error) {
	if len(f.shapes)+len(f.ncu) == 0 {
		return nil, nil
	}
	p, err := load(append(slices.Clone(f.shapes), f.ncu...))
	if err != nil {
		return nil, err
	}
	out := map[string][3]int64{}
	for _, l := range p.Launches {
		if _, known := out[l.Kernel]; !known && l.Block[0] > 0 {
			out[l.Kernel] = l.Block
		}
	}
	if len(f.shapes) > 0 && len(out) == 0 {
		return nil, usageError("--shapes: no launch is in %s; export the raw page of ncu (--page raw --csv), or nsys's trace (nsys stats --report cuda_gpu_trace --format csv)", f.shapes[0])
	}
	return out, nil
}

func newConfirm(p *program) *cobra.Command {
	flags := &runFlags{}
	rows := false
	cmd := &cobra.Command{
		Use:   "confirm --ncu FILE [PATH..]",
		Short: "Set findings beside what Nsight Compute read",
		Long: `confirm judges the files as check does and compares each finding with a profile of the program: confirmed, contradicted (with the reason
where it can be told; such findings become info), not executed, not profiled. What costs most comes first. Costly lines at which nothing was found are listed
as measured-cost. Where the profile has hit rates, findings whose kernel the caches serve become info.

The program has to be compiled with -lineinfo. Then:

    ncu --set full --import-source yes -o app ./app
    ncu --import app.ncu-rep --page source --csv --print-source cuda,sass > app.source.csv
    ncu --import app.ncu-rep --page raw --csv > app.raw.csv
    cudalint confirm --ncu app.source.csv --ncu app.raw.csv src

The raw page is not needed; it adds hit rates, occupancy and the block shapes of kernels whose launch is not in sight. Readings on
other GPUs than the H200 that cudalint's model was checked on are read alike.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.confirm(cmd.Context(), flags, args, rows)
		},
	}
	flags.output.add(cmd.Flags())
	flags.add(cmd.Flags())
	flags.addRules(cmd.Flags())
	flags.profile.addReadings(cmd.Flags())
	cmd.Flags().BoolVar(&rows, "rows", false, "list every line that was read and looked at, with both numbers, in place of the findings")
	return cmd
}

// confirm is the command `confirm`.
func (p *program) confirm(ctx context.Context, f *runFlags, paths []string, rows bool) error {
	if len(f.profile.ncu) == 0 {
		return usageError("confirm needs --ncu FILE")
	}
	sinks, err := f.output.sinks(report.Formats())
	if err != nil {
		return err
	}
	readings, err := load(f.profile.ncu)
	if err != nil {
		return err
	}
	if len(readings.Instructions) == 0 {
		return usageError("--ncu: the source page of the profile is missing; export it with --page source --csv --print-source cuda,sass")
	}
	options, err := f.driver(p, paths)
	if err != nil {
		return err
	}
	options.Lint.Detail = true
	var told profile.Summary
	run := func(ctx context.Context, o driver.Options) (*driver.Output, error) {
		out, err := driver.Run(ctx, o)
		if err == nil {
			out.Result, told = profile.Confirm(out.Result, readings)
			out.Notes = append(out.Notes, told.Notes...)
		}
		return out, err
	}
	out, summary, err := p.judge(ctx, f, options, sinks, run, func(w io.Writer, format string, out *driver.Output, style report.Style, s report.Summary) error {
		if rows && format == text {
			return report.Readings(w, readingsOf(profile.Rows(out.Result, readings)), style)
		}
		doc, err := f.document(out, style, s)
		if err != nil {
			return err
		}
		return report.Write(w, format, doc)
	})
	if err != nil {
		return err
	}
	if toPeople(sinks) {
		fmt.Fprintln(p.stderr, summary)
		fmt.Fprintln(p.stderr, told)
	}
	switch {
	case len(out.Errors) > 0:
		return &exitError{code: exitFailure}
	case slices.ContainsFunc(out.Findings, func(d diag.Diagnostic) bool { return d.Severity >= out.Fails(d.Place.File.Path) }):
		return &exitError{code: exitFindings}
	}
	return nil
}

func readingsOf(rows []*profile.Row) []report.Reading {
	out := make([]report.Reading, len(rows))
	for i, r := range rows {
		out[i] = report.Reading{
			File: r.File, Line: r.Line, Kernel: r.Kernel, Space: r.Space, Op: r.Op, Requests: r.Measured.Requests, Actual: r.Measured.Actual,
			Ideal: r.Measured.Ideal, Widths: r.Widths, Accesses: r.Accesses,
		}
		out[i].Ratio, out[i].Known = r.Predicted()
	}
	return out
}
