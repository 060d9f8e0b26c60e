package main

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/internal/report"
	"github.com/cudalint/cudalint/lint"
)

// addCompletions tells shells the values of flags that have a few, for a command and those below it. The other flags take files or
// folders, which shells complete themselves, or a text of the user, for which they offer nothing.
func addCompletions(cmd *cobra.Command) {
	formats := append([]string{auto}, report.Formats()...)
	if cmd.Name() == "accesses" {
		formats = []string{text, "json"}
	}
	severities := []string{"error", "warning", "info", "hint"}
	values := map[string][]string{
		"output": formats, "target": gpu.TargetNames(), "fail-on": severities, "color": {auto, "always", "never"},
		"select": ruleCompletions(), "ignore": ruleCompletions(),
	}
	for _, name := range []string{"define", "block", "jobs", "shard", "template", "add-ignore", "since", "merge-base", "exclude"} {
		values[name] = nil
	}
	for name, list := range values {
		if cmd.Flags().Lookup(name) == nil {
			continue
		}
		complete := cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp)
		if name == "output" {
			complete = cobra.FixedCompletions(list, cobra.ShellCompDirectiveDefault) // a file may follow
		}
		if err := cmd.RegisterFlagCompletionFunc(name, complete); err != nil {
			panic(err) // the flag is there
		}
	}
	for _, folder := range []string{"include", "cache-dir"} {
		if cmd.Flags().Lookup(folder) != nil {
			if err := cmd.MarkFlagDirname(folder); err != nil {
				panic(err)
			}
		}
	}
	for _, sub := range cmd.Commands() {
		addCompletions(sub)
	}
}

// ruleCompletions are the rules' names with what each finds.
func ruleCompletions() []string {
	var out []string
	for _, r := range lint.Rules() {
		out = append(out, cobra.CompletionWithDesc(r.Name, summaryOf(r.Doc)))
	}
	slices.Sort(out)
	return out
}
