package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/cudalint/cudalint/internal/disk"
	"github.com/cudalint/cudalint/internal/driver"
	"github.com/cudalint/cudalint/internal/report"
	"github.com/cudalint/cudalint/lint"
)

// outputFlags say what is written, and where to.
type outputFlags struct {
	list     []string
	template string
}

// sink is one output; file is "" for standard output.
type sink struct{ format, file string }

const (
	auto     = "auto"
	text     = "text"
	template = "template"
)

// mixable are the formats that may stand on standard output together: text for people, and commands to a service among it.
var mixable = []string{text, "concise", "github", "azure", "teamcity"}

func (f *outputFlags) add(set *pflag.FlagSet) {
	set.Var(list{to: &f.list}, "output", "FORMAT or FORMAT=FILE, may be given several times: "+strings.Join(append([]string{auto}, report.Formats()...), ", ")+" (--format is the same)")
	set.StringVar(&f.template, "template", "", "the Go template of --output template; it sees what json has: {{range .findings}}{{.file}}:{{.line}} {{.message}}{{\"\\n\"}}{{end}}")
}

// addPlain is for commands that list something else than findings.
func (f *outputFlags) addPlain(set *pflag.FlagSet, formats ...string) {
	set.Var(list{to: &f.list}, "output", "FORMAT or FORMAT=FILE, may be given several times: "+strings.Join(formats, ", ")+" (--format is the same)")
}

// sinks checks the flags; formats are those that the command has.
func (f *outputFlags) sinks(formats []string) ([]sink, error) {
	list := f.list
	if len(list) == 0 {
		list = []string{auto}
	}
	if f.template != "" {
		if err := report.CheckTemplate(f.template); err != nil {
			return nil, usageError("--template: %v", err)
		}
	}
	var out []sink
	for _, s := range list {
		format, file, named := strings.Cut(s, "=")
		if format == auto {
			if named {
				return nil, usageError("--output %s: auto is for standard output", s)
			}
			for _, chosen := range chosenFormats() {
				if slices.Contains(formats, chosen) {
					out = append(out, sink{format: chosen})
				}
			}
			continue
		}
		if !slices.Contains(formats, format) {
			if near := lint.Nearest(format, formats); near != "" {
				return nil, usageError("unknown format %q; did you mean %q?", format, near)
			}
			return nil, usageError("unknown format %q: one of %s", format, strings.Join(formats, ", "))
		}
		if named && file == "" {
			return nil, usageError("--output %s: no file is named", s)
		}
		if file == "-" {
			file = ""
		}
		if format == template && f.template == "" {
			return nil, usageError("--output template needs --template")
		}
		out = append(out, sink{format, file})
	}
	if f.template != "" && !slices.ContainsFunc(out, func(s sink) bool { return s.format == template }) {
		return nil, usageError("--template needs --output template")
	}
	return out, together(out)
}

// together checks that what goes to one place may stand there together.
func together(list []sink) error {
	for i, s := range list {
		for _, other := range list[:i] {
			switch {
			case s.file != other.file:
			case s.file != "":
				return usageError("--output: %s and %s both go to %s", other.format, s.format, s.file)
			case s.format == other.format || !slices.Contains(mixable, s.format) || !slices.Contains(mixable, other.format):
				return usageError("--output: %s and %s both go to standard output; name a file, %s=FILE", other.format, s.format, s.format)
			}
		}
	}
	return nil
}

// services are those whose log is read for commands, by a variable that they set, with their format.
var services = []struct{ variable, format string }{{"GITHUB_ACTIONS", "github"}, {"TF_BUILD", "azure"}, {"TEAMCITY_VERSION", "teamcity"}}

// chosenFormats are those that auto stands for: text, and beside it the commands of the service that the program runs in.
func chosenFormats() []string {
	for _, s := range services {
		if os.Getenv(s.variable) != "" {
			return []string{text, s.format}
		}
	}
	return []string{text}
}

// inService reports whether the log is read for commands.
func inService() bool { return len(chosenFormats()) > 1 }

// toPeople reports whether text goes to standard output, so that the last line with the counts may follow on standard error.
func toPeople(list []sink) bool {
	return slices.ContainsFunc(list, func(s sink) bool { return s.file == "" && (s.format == text || s.format == "concise") })
}

// emit writes all outputs.
func (p *program) emit(list []sink, write func(io.Writer, string) error) error {
	for _, s := range list {
		if err := p.emitOne(s, inService() || commands(list), write); err != nil {
			return &exitError{exitFailure, fmt.Errorf("write the report: %w", err)}
		}
	}
	return nil
}

// commands reports whether commands to a service go to standard output.
func commands(list []sink) bool {
	return slices.ContainsFunc(list, func(s sink) bool {
		return s.file == "" && slices.ContainsFunc(services, func(o struct{ variable, format string }) bool { return o.format == s.format })
	})
}

func (p *program) emitOne(s sink, guarded bool, write func(io.Writer, string) error) error {
	to := p.stdout
	if s.file != "" {
		var doc bytes.Buffer // a report that fails leaves the file as it was
		if err := write(&doc, s.format); err != nil {
			return err
		}
		return disk.Write(disk.Real, s.file, doc.Bytes())
	}
	if guarded && (s.format == text || s.format == "concise") {
		to = report.Guard(to)
	}
	return into(to, s.format, write)
}

func into(w io.Writer, format string, write func(io.Writer, string) error) error {
	buffered := bufio.NewWriter(w)
	if err := write(buffered, format); err != nil {
		return err
	}
	return buffered.Flush()
}

// document is what the formats for findings write.
func (f *runFlags) document(out *driver.Output, style report.Style, s report.Summary) (*report.Document, error) {
	d := &report.Document{
		Tool: report.Tool{Name: "cudalint", Version: version()}, Result: out.Result, Summary: s, Style: style,
		Template: f.output.template, Path: fromTop(), Silenced: f.text.showSilent,
	}
	if out.Outside != nil {
		d.Path = out.Outside
	}
	for _, e := range out.Errors {
		d.Failures = append(d.Failures, e.Error())
	}
	var err error
	d.Shard, err = shardOf(out)
	return d, err
}

// fromTop names paths from the top of the repository, links followed, or from the current folder where there is none. What lies
// outside keeps its absolute path.
func fromTop() func(string) string {
	show := shownFrom(real(topFolder()))
	return func(path string) string {
		abs, err := filepath.Abs(filepath.FromSlash(path))
		if err != nil {
			return path
		}
		return show(real(abs))
	}
}

// topFolder is the top of the repository that the current folder is in, or else that folder.
func topFolder() string {
	cwd, err := os.Getwd()
	if err != nil {
		return "."
	}
	for dir := cwd; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if filepath.Dir(dir) == dir {
			return cwd
		}
	}
}

// real follows links; what does not exist, as a file that comes from standard input may not, has those of its folder followed.
func real(abs string) string {
	if target, err := filepath.EvalSymlinks(abs); err == nil {
		return target
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(abs)); err == nil {
		return filepath.Join(dir, filepath.Base(abs))
	}
	return filepath.Clean(abs)
}
