package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/internal/driver"
	"github.com/cudalint/cudalint/internal/report"
)

// parseShard reads "I/N"; "" is the whole run.
func parseShard(s string) (driver.Shard, error) {
	if s == "" {
		return driver.Shard{}, nil
	}
	i, n, cut := strings.Cut(s, "/")
	index, err1 := strconv.Atoi(i)
	count, err2 := strconv.Atoi(n)
	if !cut || err1 != nil || err2 != nil || index < 1 || count < index || count > 1<<16 {
		return driver.Shard{}, usageError("--shard %q: I/N is wanted, with I from 1 to N", s)
	}
	return driver.Shard{Index: index, Count: count}, nil
}

// identity is what parts of one run agree on: the version, and of a build that has none its hash.
func identity() string {
	v := version()
	if numbered := strings.TrimPrefix(v, "v"); numbered != "" && numbered[0] >= '0' && numbered[0] <= '9' {
		return v
	}
	hash, err := programHash()
	if err != nil {
		return v
	}
	return v + " " + hash
}

// shardOf is what the documents of a shard carry; nil for a whole run.
func shardOf(out *driver.Output) (*report.Shard, error) {
	if out.Part == nil {
		return nil, nil
	}
	out.Part.Program = identity()
	text, err := out.Part.Text()
	if err != nil {
		return nil, failure(fmt.Errorf("pack the shard: %w", err))
	}
	return &report.Shard{Index: out.Part.Shard.Index, Count: out.Part.Shard.Count, Part: text}, nil
}

func newMerge(p *program) *cobra.Command {
	flags := &runFlags{}
	cmd := &cobra.Command{
		Use:   "merge FILE..",
		Short: "Make one report of those that runs with --shard wrote",
		Long: `Each of N machines runs cudalint --shard I/N --output json=FILE (or sarif=FILE) over the same files, with the same flags. merge takes
the N files and gives what one run over everything would have given, in whichever format is wanted, with the exit code that it would
have had. It needs neither the sources nor the settings. Flags that leave out what is not new belong here.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.merge(cmd.Context(), flags, args)
		},
	}
	flags.set = cmd.Flags()
	flags.output.add(cmd.Flags())
	flags.fresh.add(cmd.Flags())
	flags.text.add(cmd.Flags())
	flags.addUnread(cmd.Flags())
	flags.text.addHints(cmd.Flags())
	cmd.Flags().BoolVar(&flags.text.showSilent, "show-suppressed", false, "list what comments silence, and where they stand")
	return cmd
}

// merge is the command `merge`.
func (p *program) merge(ctx context.Context, f *runFlags, files []string) error {
	sinks, err := f.output.sinks(report.Formats())
	if err != nil {
		return err
	}
	sift, err := p.sifter(ctx, f)
	if err != nil {
		return err
	}
	judge := func(context.Context, driver.Options) (*driver.Output, error) {
		parts := make([]*driver.Part, 0, len(files))
		for _, name := range files {
			part, err := readPart(name)
			if err != nil {
				return nil, err
			}
			parts = append(parts, part)
		}
		out, err := driver.Join(parts)
		if err != nil {
			return nil, usageError("%w", err)
		}
		if parts[0].Program != identity() {
			out.Notes = append(out.Notes, "the parts were made by another version of cudalint")
			slices.Sort(out.Notes)
		}
		return out, sift.sift(out)
	}
	return p.judged(ctx, f, driver.Options{}, sinks, judge)
}

func readPart(name string) (*driver.Part, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, &exitError{exitFailure, err}
	}
	defer file.Close()
	shard, err := report.ReadShard(io.Reader(file))
	if err != nil {
		return nil, usageError("%s: %w", name, err)
	}
	part, err := driver.ReadPart(shard.Part)
	if err != nil {
		return nil, usageError("%s: %w", name, err)
	}
	return part, nil
}
