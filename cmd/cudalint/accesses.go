package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/internal/driver"
	"github.com/cudalint/cudalint/internal/report"
	"github.com/cudalint/cudalint/lint"
)

func newAccesses(p *program) *cobra.Command {
	flags := &runFlags{}
	at := ""
	cmd := &cobra.Command{
		Use:   "accesses [PATH..]",
		Short: "List every memory access with its numbers, whether or not it is a finding",
		Long: `accesses writes a table for each kernel and block shape: what a warp's request to memory takes and what would do, for every access,
with a pattern of its 32 lanes.

--at FILE:LINE shows one access (or those of a line) with the way to its numbers: the declarations that its index is made of, its
distance from lane to lane, the lanes of one warp, and what they cost. Without PATH, FILE alone is judged.

In JSON, the first accesses of an inlined function stand once more at each call that has none of its own of that space and operation:
profilers often count them there. Such entries say in written_at where the access is. Of an index or a condition that is very long the
outer parts are written, with ... in the place of the others.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.accesses(cmd.Context(), flags, args, at)
		},
	}
	flags.output.addPlain(cmd.Flags(), text, "json")
	flags.add(cmd.Flags())
	cmd.Flags().StringVar(&at, "at", "", "show the accesses at FILE:LINE[:COLUMN], and where their numbers come from")
	return cmd
}

// accesses is the command `accesses`.
func (p *program) accesses(ctx context.Context, f *runFlags, paths []string, at string) error {
	sinks, err := f.output.sinks([]string{text, "json"})
	if err != nil {
		return err
	}
	var point *point
	if at != "" {
		if point, err = parsePoint(at); err != nil {
			return err
		}
		if len(paths) == 0 {
			paths = []string{point.file}
		}
	}
	options, err := f.driver(p, paths)
	if err != nil {
		return err
	}
	options.Lint.Select = func(string) bool { return false }
	options.Lint.Detail = slices.ContainsFunc(sinks, func(s sink) bool { return s.format == text })
	run := driver.Run
	if point != nil {
		run = point.run
	}
	out, summary, err := p.judge(ctx, f, options, sinks, run, func(w io.Writer, format string, out *driver.Output, style report.Style, _ report.Summary) error {
		switch {
		case format == "json":
			return report.WriteAccesses(w, out.Result)
		case point != nil:
			return report.Derivation(w, out.Accesses, style)
		}
		return report.Accesses(w, out.Accesses, style)
	})
	if err != nil {
		return err
	}
	if toPeople(sinks) && point == nil {
		fmt.Fprintln(p.stderr, summary.Coverage())
	}
	return p.ended(f, out, summary, false)
}

// point is a place that the user named; column 0 is the whole line.
type point struct {
	file         string
	line, column int
}

func parsePoint(s string) (*point, error) {
	wrong := usageError("--at %q: FILE:LINE or FILE:LINE:COLUMN is wanted, such as src/sum.cu:12", s)
	rest, last, ok := cutLast(s)
	if !ok || rest == "" {
		return nil, wrong
	}
	if file, line, ok := cutLast(rest); ok && file != "" {
		return &point{file, line, last}, nil
	}
	return &point{file: rest, line: last}, nil
}

// cutLast cuts a positive number off that stands behind the last colon.
func cutLast(s string) (rest string, number int, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0, false
	}
	number, err := strconv.Atoi(s[i+1:])
	if err != nil || number < 1 {
		return s, 0, false
	}
	return s[:i], number, true
}

// run judges and keeps what stands at the point.
func (p *point) run(ctx context.Context, o driver.Options) (*driver.Output, error) {
	out, err := driver.Run(ctx, o)
	if err != nil {
		return nil, err
	}
	if len(out.Errors) > 0 {
		return out, nil
	}
	var here []lint.Access
	lines := map[int]bool{}
	named, missing := os.Stat(p.file)
	same := map[string]bool{}
	for _, a := range out.Accesses {
		path := a.Place.File.Path
		if _, known := same[path]; !known {
			other, err := os.Stat(filepath.FromSlash(path))
			same[path] = filepath.Clean(path) == filepath.ToSlash(filepath.Clean(p.file)) || missing == nil && err == nil && os.SameFile(named, other)
		}
		if !same[path] {
			continue
		}
		first, last := a.Place.File.LineOf(a.Place.Span.Start), a.Place.File.LineOf(a.Place.Span.End)
		lines[first] = true
		if first <= p.line && p.line <= last && p.within(&a) {
			here = append(here, a)
		}
	}
	if len(here) == 0 {
		if missing != nil && len(lines) == 0 {
			return nil, usageError("--at: %s: no such file", p.file)
		}
		return nil, usageError("--at: no access at %s:%d; %s", p.file, p.line, p.nearest(lines))
	}
	result := *out.Result
	result.Accesses = here
	out.Result = &result
	return out, nil
}

func (p *point) within(a *lint.Access) bool {
	if p.column == 0 {
		return true
	}
	from, to := a.Place.File.Position(a.Place.Span.Start), a.Place.File.Position(a.Place.Span.End)
	after := from.Line < p.line || from.Line == p.line && from.Column <= p.column
	before := to.Line > p.line || to.Line == p.line && p.column < to.Column
	return after && before
}

// nearest tells where the file has accesses.
func (p *point) nearest(lines map[int]bool) string {
	if len(lines) == 0 {
		return "the file has none"
	}
	var list []int
	for l := range lines {
		list = append(list, l)
	}
	far := func(l int) int { return max(l-p.line, p.line-l) }
	slices.SortFunc(list, func(x, y int) int { return far(x) - far(y) })
	list = list[:min(len(list), 5)]
	slices.Sort(list)
	texts := make([]string, len(list))
	for i, l := range list {
		texts[i] = strconv.Itoa(l)
	}
	return "the nearest are at line " + strings.Join(texts, ", ")
}
