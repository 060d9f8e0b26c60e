package main

import (
	"io"
	"runtime/debug"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// program is where its input comes from and its output goes.
type program struct {
	stdin          io.Reader
	stdout, stderr io.Writer
}

func newRoot(p *program) *cobra.Command {
	flags := &runFlags{}
	root := &cobra.Command{
		Use:   "cudalint [check] [PATH..]",
		Short: "Finds memory accesses in CUDA source that cost more than they need to",
		Long: `cudalint reads CUDA source files and tells, for every global and shared memory access, how many sectors or
wavefronts a warp needs for it. It needs no compiler, no GPU and no compilation database.

PATH is a file, a folder, or - for standard input; without one the current folder is searched. In folders it takes .cu and .cuh
files, and .h, .hpp, .hh, .inl, .cpp, .cc and .cxx files that hold CUDA words.

Exit codes: 0 nothing at or above --fail-on; 1 findings; 2 wrong usage or settings; 3 a file could not be read, or cudalint failed.`,
		Args:          cobra.ArbitraryArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
		Version:       version(),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.check(cmd.Context(), flags, args)
		},
	}
	root.SetVersionTemplate("cudalint {{.Version}}\n")
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return &exitError{exitUsage, err} })
	root.SetGlobalNormalizationFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "format" {
			name = "output"
		}
		return pflag.NormalizedName(name)
	})
	flags.add(root.Flags())
	flags.addCheck(root.Flags())
	for _, command := range []func(*program) *cobra.Command{
		newCheck,
		newAccesses,
		newTest,
		newDiff,
		newMerge,
		newExplain,
		newRules,
		newConfirm,
		newReport,
		newTargets,
		newConfig,
		newCache,
		newRage,
		newLSP,
	} {
		root.AddCommand(command(p))
	}
	return root
}

func newCheck(p *program) *cobra.Command {
	flags := &runFlags{}
	cmd := &cobra.Command{
		Use:   "check [PATH..]",
		Short: "Report findings (the default command)",
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.check(cmd.Context(), flags, args)
		},
	}
	flags.add(cmd.Flags())
	flags.addCheck(cmd.Flags())
	return cmd
}

// release is the version that a release is built with; "" otherwise.
var release string

// version is the release, the module's version, or the revision that a checkout was built from.
func version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return "devel " + s.Value[:min(len(s.Value), 12)]
		}
	}
	return "devel"
}
