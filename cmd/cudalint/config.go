package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/internal/config"
)

// configFlags say which settings files count.
type configFlags struct {
	file     string
	isolated bool
}

func (f *configFlags) add(set *pflag.FlagSet) {
	set.StringVar(&f.file, "config", "", "use this settings file for all files, not the nearest "+config.FileName)
	set.BoolVar(&f.isolated, "isolated", false, "use no settings file and no compile_commands.json")
}

// command is what the flags set for all files.
func (f *runFlags) command() (config.Command, error) {
	c := config.Command{Set: map[string]config.Value{}, Select: f.check.sel, Ignore: f.check.ignore, Isolated: f.config.isolated}
	if f.config.file != "" {
		if f.config.isolated {
			return c, usageError("--config and --isolated contradict each other")
		}
		abs, err := filepath.Abs(f.config.file)
		if err != nil {
			return c, &exitError{exitFailure, err}
		}
		c.File = abs
	}
	for _, name := range slices.Concat(f.check.sel, f.check.ignore) {
		if err := knownRule(name); err != nil {
			return c, err
		}
	}
	put := func(flag, key string, value any) {
		if f.set.Changed(flag) {
			c.Set[key] = config.Value{Data: value, Origin: config.Origin{Path: "--" + flag}}
		}
	}
	target, ok := gpu.TargetByName(f.source.target)
	if !ok {
		return c, usageError("unknown target %q: one of %s", f.source.target, strings.Join(gpu.TargetNames(), ", "))
	}
	block, err := parseBlock(f.source.block)
	if err != nil {
		return c, err
	}
	for _, d := range f.source.defines {
		if name, _, _ := strings.Cut(d, "="); name == "" || strings.ContainsAny(d, "\r\n") {
			return c, usageError("-D %q: no macro", d)
		}
	}
	var include []string
	for _, dir := range f.source.include {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return c, &exitError{exitFailure, err}
		}
		include = append(include, abs)
	}
	if f.set.Lookup("fail-on") != nil && !slices.Contains(config.Severities, f.check.failOn) {
		return c, usageError("unknown severity %q: error, warning, info or hint", f.check.failOn)
	}
	put("target", config.KeyTarget, target.Name)
	put("block", config.KeyBlock, block)
	put("define", config.KeyDefines, f.source.defines)
	put("include", config.KeyInclude, include)
	put("fail-on", config.KeyFailOn, f.check.failOn)
	put("no-gitignore", config.KeyGitignore, !f.find.noGitignore)
	put("third-party", config.KeyThirdParty, f.find.thirdParty)
	put("generated", config.KeyGenerated, f.find.generated)
	put("possible", config.KeyPossible, f.check.possible)
	put("require-reason", config.KeyRequireReason, f.check.reasons)
	return c, nil
}

// parseBlock reads "X", "X,Y" or "X,Y,Z".
func parseBlock(s string) ([3]int64, error) {
	if s == "" {
		return [3]int64{}, nil
	}
	var shape []int64
	for part := range strings.SplitSeq(s, ",") {
		n, err := strconv.ParseInt(strings.TrimSpace(part), 10, 32)
		if err != nil {
			return [3]int64{}, usageError("--block %q: %q is no number from 1 to 1024", s, part)
		}
		shape = append(shape, n)
	}
	b, why := config.BlockShape(shape)
	if why != "" {
		return b, usageError("--block %q: %s", s, why)
	}
	return b, nil
}

// shownFrom names paths relative to a folder where they are below it.
func shownFrom(dir string) func(string) string {
	return func(abs string) string {
		rel, err := filepath.Rel(dir, abs)
		if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return filepath.ToSlash(abs)
		}
		return filepath.ToSlash(rel)
	}
}

func newConfig(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show, check or start the settings of a project",
		Long: `Settings are kept in ` + config.FileName + `. The nearest one from a file's folder up to the top of its repository counts, with what it
extends. Flags go before settings, settings before compile_commands.json.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newConfigShow(p), newConfigVerify(p), newConfigInit(p))
	return cmd
}

func newConfigShow(p *program) *cobra.Command {
	flags := &runFlags{}
	cmd := &cobra.Command{
		Use:   "show FILE",
		Short: "Show the settings that hold for a file, and what set each of them",
		Args:  cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			options, err := flags.driver(p, nil)
			if err != nil {
				return err
			}
			abs, err := filepath.Abs(args[0])
			if err != nil {
				return &exitError{exitFailure, err}
			}
			settings, err := options.Settings.For(abs)
			if err != nil {
				return err
			}
			if origin, out := options.Settings.Excluded(abs); out {
				fmt.Fprintf(p.stderr, "cudalint: note: %s is left out by %s\n", args[0], origin)
			}
			cwd, err := os.Getwd()
			if err != nil {
				return &exitError{exitFailure, err}
			}
			return settings.Show(p.stdout, shownFrom(cwd))
		},
	}
	flags.addSource(cmd.Flags())
	flags.addRules(cmd.Flags())
	return cmd
}

func newConfigVerify(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "verify [FILE..]",
		Short: "Check settings files; without FILE the one that holds for the current folder",
		Args:  cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			cwd, err := os.Getwd()
			if err != nil {
				return &exitError{exitFailure, err}
			}
			if len(args) == 0 {
				settings, err := config.NewResolver(config.Command{}, shownFrom(cwd)).For(filepath.Join(cwd, config.FileName))
				if err != nil {
					return err
				}
				if settings.File == "" {
					return usageError("no %s here or above", config.FileName)
				}
				return nil
			}
			var faults []error
			for _, path := range args {
				abs, err := filepath.Abs(path)
				if err == nil {
					err = config.Verify(abs, shownFrom(cwd))
				}
				if err != nil {
					faults = append(faults, err)
				}
			}
			return errors.Join(faults...)
		},
	}
}

func newConfigInit(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "init",
		Short: "Write a " + config.FileName + " with every setting, commented out",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			f, err := os.OpenFile(config.FileName, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
			if errors.Is(err, fs.ErrExist) {
				return usageError("there is a %s already", config.FileName)
			}
			if err != nil {
				return &exitError{exitFailure, err}
			}
			_, err = f.WriteString(config.Initial())
			if err := errors.Join(err, f.Close()); err != nil {
				return &exitError{exitFailure, fmt.Errorf("write %s: %w", config.FileName, err)}
			}
			fmt.Fprintf(p.stderr, "wrote %s\n", config.FileName)
			return nil
		},
	}
}
