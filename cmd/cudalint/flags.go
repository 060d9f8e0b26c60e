package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/mattn/go-isatty"
	"github.com/spf13/pflag"

	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/internal/config"
	"github.com/cudalint/cudalint/internal/driver"
	"github.com/cudalint/cudalint/internal/report"
	"github.com/cudalint/cudalint/lint"
)

// runFlags are the flags of the commands that judge files.
type runFlags struct {
	output    outputFlags
	stdinName string
	exclude   []string
	find      findFlags
	jobs      int
	shard     string

	watch      bool           // judge again when files change
	failUnread bool           // what could not be read makes the run fail
	set        *pflag.FlagSet // tells which flags were given
	config     configFlags
	source     sourceFlags
	text       textFlags
	check      checkFlags
	fresh      freshFlags
	fixes      fixFlags
	cache      cacheFlags
	profile    profileFlags
}

// sourceFlags say how source is read.
type sourceFlags struct {
	defines []string
	include []string
	target  string
	block   string
}

// findFlags say which files are left out.
type findFlags struct{ noGitignore, thirdParty, generated, outside bool }

// textFlags say what text looks like.
type textFlags struct {
	color       string
	ascii       bool
	showUnknown bool
	showSilent  bool
	hints       bool
	statistics  bool
}

// checkFlags say what is a finding.
type checkFlags struct {
	sel, ignore []string
	failOn      string
	possible    bool
	loud        bool
	reasons     bool
}

func (f *runFlags) add(set *pflag.FlagSet) {
	f.addSource(set)
	f.profile.addShapes(set)
	f.cache.add(set)
	set.StringVar(&f.stdinName, "stdin-filename", "", "the path that standard input counts as, with - as PATH")
	set.Var(list{to: &f.exclude, commas: true}, "exclude", "leave out files and folders that match these patterns, relative to the searched folder (** matches any depth)")
	set.BoolVar(&f.find.noGitignore, "no-gitignore", false, "find what .gitignore files leave out, too")
	set.BoolVar(&f.find.thirdParty, "third-party", false, "judge folders for the code of others (third_party, vendor, external and the like), too")
	set.BoolVar(&f.find.generated, "generated", false, "judge files whose first comment says that a program wrote them, too")
	set.BoolVar(&f.find.outside, "outside", false, "follow includes, links and extend that lead out of the project (the repository, or else the current folder)")
	set.IntVarP(&f.jobs, "jobs", "j", 0, "files worked on at a time; 0 means one for each core")
	f.addUnread(set)
	f.text.add(set)
}

func (f *runFlags) addUnread(set *pflag.FlagSet) {
	set.BoolVar(&f.failUnread, "fail-on-unread", false, "make the exit code 3 when something was not judged because it could not be read: broken syntax, limits, missing headers")
}

func (f *textFlags) addHints(set *pflag.FlagSet) {
	set.BoolVar(&f.hints, "hints", false, "show hints, too, where people read: text, concise, markdown and the logs of services; with --select they are shown anyway")
}

func (f *textFlags) add(set *pflag.FlagSet) {
	set.StringVar(&f.color, "color", "auto", "colour: auto, always or never (NO_COLOR is heeded)")
	set.BoolVar(&f.ascii, "ascii", false, "draw with ASCII characters only")
	set.BoolVar(&f.showUnknown, "show-unknown", false, "list what could not be judged, and why")
}

// addSource are the flags that the settings of a file go on with.
func (f *runFlags) addSource(set *pflag.FlagSet) {
	f.set = set
	f.config.add(set)
	set.VarP(list{to: &f.source.defines}, "define", "D", "define a macro, NAME or NAME=VALUE")
	set.VarP(list{to: &f.source.include}, "include", "I", "also look for headers in this folder")
	set.StringVar(&f.source.target, "target", gpu.DefaultTarget, "compute capability to read the source for: "+strings.Join(gpu.TargetNames(), ", "))
	set.StringVar(&f.source.block, "block", "", "block shape X[,Y[,Z]] to assume where no launch is seen")
}

func (f *runFlags) addCheck(set *pflag.FlagSet) {
	f.output.add(set)
	set.StringVar(&f.shard, "shard", "", "judge share I of N, written I/N, of the folders; cudalint merge unites the json or sarif of all")
	f.fresh.add(set)
	f.addRules(set)
	f.text.addHints(set)
	set.BoolVar(&f.text.statistics, "statistics", false, "print how many findings there are of each rule and in each kernel, and their excess per request, in the place of text")
	set.BoolVar(&f.watch, "watch", false, "judge again whenever a file changes, until interrupted")
	set.BoolVar(&f.check.loud, "ignore-suppressions", false, "report what comments silence, too")
	set.BoolVar(&f.text.showSilent, "show-suppressed", false, "list what comments silence, and where they stand")
	f.fixes.add(set)
}

// addRules are the flags that the settings of the rules go on with.
func (f *runFlags) addRules(set *pflag.FlagSet) {
	set.Var(list{to: &f.check.sel, commas: true}, "select", "report these rules only")
	set.Var(list{to: &f.check.ignore, commas: true}, "ignore", "do not report these rules")
	set.StringVar(&f.check.failOn, "fail-on", "warning", "severity from which findings make the exit code 1: error, warning, info or hint")
	set.BoolVar(&f.check.possible, "possible", false, "report findings that depend on data or on what could not be read, too")
	set.BoolVar(&f.check.reasons, "require-reason", false, "report comments that silence a rule without saying why")
}

// driver checks the flags and turns them into the driver's options.
func (f *runFlags) driver(p *program, paths []string) (driver.Options, error) {
	o := driver.Options{Paths: paths, Stdin: p.stdin, StdinName: f.stdinName, Exclude: f.exclude, Jobs: f.jobs, Anywhere: f.find.outside}
	if f.jobs < 0 {
		return o, usageError("--jobs %d: must not be negative", f.jobs)
	}
	for _, pattern := range f.exclude {
		if !doublestar.ValidatePattern(pattern) {
			return o, usageError("--exclude %q is no valid pattern", pattern)
		}
	}
	if len(o.Paths) == 0 {
		o.Paths = []string{"."}
	}
	if f.stdinName != "" && !slices.Contains(o.Paths, "-") {
		return o, usageError("--stdin-filename needs - as PATH")
	}
	command, err := f.command()
	if err != nil {
		return o, err
	}
	cwd, err := os.Getwd()
	if err != nil {
		return o, &exitError{exitFailure, fmt.Errorf("find the current folder: %w", err)}
	}
	command.Anywhere = f.find.outside
	o.Settings = config.NewResolver(command, shownFrom(cwd))
	o.Lint = lint.Options{Loud: f.check.loud}
	if o.Shard, err = parseShard(f.shard); err != nil {
		return o, err
	}
	if f.shard != "" {
		o.Outside = fromTop()
		if f.fixes.asked() {
			return o, usageError("--shard does not go with --fix, --fix-only and --diff")
		}
	}
	if o.Shapes, err = f.profile.blocks(); err != nil {
		return o, err
	}
	o.Cache, o.Program, err = f.cache.open()
	return o, err
}

// style decides on colour: `auto` colours a terminal unless NO_COLOR is set or TERM is dumb.
func (f *textFlags) style(p *program) (report.Style, error) {
	s := report.Style{ASCII: f.ascii}
	switch f.color {
	case "always":
		s.Color = true
	case "never":
	case "auto":
		file, ok := p.stdout.(*os.File)
		s.Color = ok && isatty.IsTerminal(file.Fd()) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	default:
		return s, usageError("unknown colour %q: auto, always or never", f.color)
	}
	return s, nil
}
