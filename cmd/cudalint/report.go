package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/internal/config"
	"github.com/cudalint/cudalint/internal/driver"
	"github.com/cudalint/cudalint/internal/profile"
	"github.com/cudalint/cudalint/internal/report"
	"github.com/cudalint/cudalint/lint"
)

// reportFlags say where the pages go.
type reportFlags struct {
	html, markdown string
	plain          bool // without other block shapes
}

// triedShapes are the blocks that kernels are also judged under.
var triedShapes = [][3]int64{{32, 32, 1}, {256, 1, 1}, {128, 1, 1}, {32, 8, 1}, {16, 16, 1}, {8, 8, 1}}

func newReport(p *program) *cobra.Command {
	flags, pages := &runFlags{}, &reportFlags{}
	cmd := &cobra.Command{
		Use:   "report --html FILE [PATH..]",
		Short: "Write a page about every kernel",
		Long: `report writes what is known of every kernel: what its requests take too much, its operations for each byte against the target's balance
(the roofline), what limits its occupancy, its findings with pictures of one warp, each access with the way to its numbers, its
source, and what other block shapes would do. The page is one file that needs nothing else.

--markdown writes a table of kernels and findings for the summary of a pipeline. With --ncu, hit rates, occupancy and verdicts of a
profile are in both; see confirm. FILE may be - for standard output. The exit code is 0 unless something fails.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.report(cmd.Context(), flags, pages, args)
		},
	}
	cmd.Flags().StringVar(&pages.html, "html", "", "write the page to this file")
	cmd.Flags().StringVar(&pages.markdown, "markdown", "", "write a table in Markdown to this file")
	cmd.Flags().BoolVar(&pages.plain, "no-what-if", false, "leave out other block shapes, each of which takes as long as the judgement itself")
	flags.add(cmd.Flags())
	flags.addRules(cmd.Flags())
	flags.profile.addReadings(cmd.Flags())
	return cmd
}

// report is the command `report`.
func (p *program) report(ctx context.Context, f *runFlags, pages *reportFlags, paths []string) error {
	if pages.html == "" && pages.markdown == "" {
		return usageError("report needs --html FILE or --markdown FILE")
	}
	if pages.html == pages.markdown {
		return usageError("--html and --markdown both go to %s", pages.html)
	}
	options, err := f.driver(p, paths)
	if err != nil {
		return err
	}
	options.Lint.Detail = true
	readings, err := load(f.profile.ncu)
	if err != nil {
		return err
	}
	out, summary, err := p.judge(ctx, f, options, nil, driver.Run, nil)
	if err != nil {
		return err
	}
	if len(readings.Instructions) > 0 {
		out.Result, _ = profile.Confirm(out.Result, readings)
	}
	in := report.Inputs{Tool: report.Tool{Name: "cudalint", Version: version()}, Summary: summary, Readings: readingsByKernel(readings)}
	if in.Target, err = targetOf(options); err != nil {
		return err
	}
	if !pages.plain && pages.html != "" {
		if in.Tried, err = tryShapes(ctx, options, out.Result); err != nil {
			return err
		}
	}
	overview := report.NewOverview(out.Result, in)
	for _, page := range []struct {
		file  string
		write func(io.Writer, *report.Overview) error
	}{{pages.html, report.HTML}, {pages.markdown, report.OverviewMarkdown}} {
		if page.file == "" {
			continue
		}
		if err := p.page(page.file, func(w io.Writer) error { return page.write(w, overview) }); err != nil {
			return &exitError{exitFailure, fmt.Errorf("write the report: %w", err)}
		}
	}
	fmt.Fprintln(p.stderr, summary)
	if len(out.Errors) > 0 {
		return &exitError{code: exitFailure}
	}
	return nil
}

func readingsByKernel(p *profile.Profile) map[string]report.KernelReading {
	out := map[string]report.KernelReading{}
	for _, l := range p.Launches {
		if _, known := out[l.Kernel]; !known && l.L1 >= 0 {
			out[l.Kernel] = report.KernelReading{L1: l.L1, L2: l.L2, Occupancy: l.Occupancy}
		}
	}
	return out
}

// tryShapes judges the files with all kernels under other block shapes.
func tryShapes(ctx context.Context, o driver.Options, r *lint.Result) (map[[3]int64]*lint.Result, error) {
	o.Lint.Select = func(string) bool { return false }
	out := map[[3]int64]*lint.Result{}
	for _, shape := range triedShapes {
		o.Try = map[string][3]int64{}
		for _, k := range r.Kernels {
			o.Try[k.Name] = shape
		}
		tried, err := driver.Run(ctx, o)
		if err != nil {
			return nil, failure(err)
		}
		out[shape] = tried.Result
	}
	return out, nil
}

// page writes a file whole or not at all: under another name first. - is standard output.
func (p *program) page(name string, write func(io.Writer) error) error {
	if name == "-" {
		return write(p.stdout)
	}
	file, err := os.CreateTemp(filepath.Dir(name), ".cudalint-report-*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // gone already when all went well
	if err := write(file); err != nil {
		file.Close()
		return err
	}
	if err := file.Chmod(0o644); err != nil {
		file.Close()
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(file.Name(), name)
}

// targetOf is the target that the settings of the first path name.
func targetOf(o driver.Options) (gpu.Target, error) {
	abs, err := filepath.Abs(o.Paths[0])
	if err != nil {
		return gpu.Target{}, &exitError{exitFailure, err}
	}
	settings, err := o.Settings.For(abs)
	if err != nil {
		return gpu.Target{}, failure(err)
	}
	target, _ := gpu.TargetByName(settings.Text(config.KeyTarget)) // the settings were checked
	return target, nil
}
