package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/internal/config"
	"github.com/cudalint/cudalint/internal/driver"
	"github.com/cudalint/cudalint/internal/fresh"
	"github.com/cudalint/cudalint/internal/report"
)

// rageVariables are the variables of the environment that change what the program does. Of secrets only their presence is told.
var rageVariables = []string{
	"NO_COLOR", "TERM", "LANG", "LC_ALL", "CI", "GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION", "GITLAB_CI",
	"GOGC", "GOMEMLIMIT", "GOMAXPROCS", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", cacheDirVariable,
}

func newRage(p *program) *cobra.Command {
	flags := &runFlags{}
	cmd := &cobra.Command{
		Use:   "rage [PATH..]",
		Short: "Print what a bug report should tell of the program, the machine and the settings",
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			p.rage(cmd.Context(), flags, args)
			return nil
		},
	}
	flags.set = cmd.Flags()
	flags.config.add(cmd.Flags())
	flags.cache.add(cmd.Flags())
	return cmd
}

// rage prints all that can be had; what cannot is told in its place.
func (p *program) rage(ctx context.Context, f *runFlags, paths []string) {
	say := func(name, format string, args ...any) {
		fmt.Fprintf(p.stdout, "%-16s %s\n", name, fmt.Sprintf(format, args...))
	}
	or := func(text string, err error) string {
		if err != nil {
			return err.Error()
		}
		return text
	}
	say("cudalint", "%s", version())
	say("built with", "%s, cgo %s", runtime.Version(), builtWith("CGO_ENABLED"))
	say("program", "%s, SHA-256 %s", or(os.Executable()), or(programHash()))
	say("machine", "%s/%s, %s", runtime.GOOS, runtime.GOARCH, report.Plural(runtime.GOMAXPROCS(0), "core"))
	cwd, err := os.Getwd()
	say("folder", "%s", or(cwd, err))
	file, isFile := p.stdout.(*os.File)
	say("terminal", "%t", isFile && isatty.IsTerminal(file.Fd()))
	for _, name := range rageVariables {
		if v, set := os.LookupEnv(name); set {
			say("$"+name, "%q", v)
		}
	}
	if os.Getenv(cacheSecretVariable) != "" {
		say("$"+cacheSecretVariable, "set")
	}
	if c, dir, _, err := f.cache.opened(); err != nil {
		say("cache", "none: %v", err)
	} else {
		n, size := c.Size()
		say("cache", "%s, %s, %s", dir, report.Plural(n, "entry"), megabytes(size))
	}
	git, err := exec.CommandContext(ctx, "git", "--version").Output()
	say("git", "%s", or(strings.TrimSpace(string(git)), err))
	if r, err := fresh.Open(ctx, cwd); err != nil {
		say("repository", "none: %v", err)
	} else {
		say("repository", "%s", r.Top)
	}
	p.rageFiles(ctx, f, paths, say)
}

func builtWith(key string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == key {
				return s.Value
			}
		}
	}
	return "unknown"
}

// rageFiles tells of the settings and of what a run finds.
func (p *program) rageFiles(ctx context.Context, f *runFlags, paths []string, say func(name, format string, args ...any)) {
	f.source.target = gpu.DefaultTarget
	options, err := f.driver(p, paths)
	if err != nil {
		say("settings", "%v", err)
		return
	}
	cwd, err := os.Getwd()
	if err != nil {
		return
	}
	settings, err := options.Settings.For(filepath.Join(cwd, config.FileName))
	if err != nil {
		say("settings", "%v", err)
		return
	}
	if settings.File == "" {
		say("settings", "no %s here or above", config.FileName)
	} else {
		say("settings", "%s", settings.File)
	}
	out, err := driver.Run(ctx, options)
	if err != nil {
		say("run", "%v", err)
	} else {
		say("run", "%s", report.Summarize(out.Files, len(out.Errors), out.Result))
		for _, n := range out.Notes {
			say("", "note: %s", n)
		}
		for _, e := range out.Errors {
			say("", "%v", e)
		}
	}
	fmt.Fprintln(p.stdout)
	if err := settings.Show(p.stdout, shownFrom(cwd)); err != nil {
		say("settings", "%v", err)
	}
}
