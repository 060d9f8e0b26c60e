package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/internal/driver"
	"github.com/cudalint/cudalint/internal/report"
	"github.com/cudalint/cudalint/lint"
)

func newTest(p *program) *cobra.Command {
	flags := &runFlags{}
	cmd := &cobra.Command{
		Use:   "test [PATH..]",
		Short: "Hold accesses against the expect(..) comments, and report nothing else",
		Long: `A comment states what the accesses of a statement, or of a whole kernel, may cost:

    // cudalint: expect(sectors <= 4)
    // cudalint: expect(coalesced, conflict-free)

test reports those that do not hold, or cannot be judged. check reports them too, beside everything else. The page of the rule,
cudalint explain unmet-expectation, has the conditions.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			flags.check.sel, flags.check.failOn = []string{lint.UnmetExpectation}, "hint"
			return p.test(cmd.Context(), flags, args)
		},
	}
	flags.add(cmd.Flags())
	flags.output.add(cmd.Flags())
	return cmd
}

// test is the command `test`.
func (p *program) test(ctx context.Context, f *runFlags, paths []string) error {
	sinks, err := f.output.sinks(report.Formats())
	if err != nil {
		return err
	}
	options, err := f.driver(p, paths)
	if err != nil {
		return err
	}
	var expected []lint.Expectation
	judge := func(ctx context.Context, o driver.Options) (*driver.Output, error) {
		o.Count = true
		out, err := driver.Run(ctx, o)
		if err == nil {
			expected = out.Expectations
		}
		return out, err
	}
	return p.reported(ctx, f, options, sinks, judge, func(*driver.Output, report.Summary) {
		broken := 0
		for _, e := range expected {
			if e.Broken {
				broken++
			}
		}
		switch {
		case len(expected) == 0:
			fmt.Fprintln(p.stderr, "cudalint: note: there are no expect(..) comments; nothing was tested")
		case broken == 0:
			fmt.Fprintf(p.stderr, "%s met\n", are(len(expected)))
		default:
			fmt.Fprintf(p.stderr, "%s met, %d not\n", are(len(expected)-broken), broken)
		}
	})
}

func are(n int) string {
	if n == 1 {
		return "1 expectation is"
	}
	return fmt.Sprintf("%d expectations are", n)
}
