package main

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/docs"
	"github.com/cudalint/cudalint/lint"
)

func newRules(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "rules",
		Short: "List the rules",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			w := tabwriter.NewWriter(p.stdout, 0, 8, 2, ' ', 0)
			for _, r := range lint.Rules() {
				fmt.Fprintf(w, "%s\t%s\t%s\n", r.Name, r.Level(), summaryOf(r.Doc))
			}
			return w.Flush()
		},
	}
}

// outputHeading begins the part of a page that is made by running the program.
const outputHeading = "## What cudalint prints\n"

func newExplain(p *program) *cobra.Command {
	return &cobra.Command{
		Use:               "explain RULE",
		Short:             "Show a rule's page",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: cobra.FixedCompletions(ruleCompletions(), cobra.ShellCompDirectiveNoFileComp),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := knownRule(args[0]); err != nil {
				return err
			}
			for _, r := range lint.Rules() {
				if r.Name == args[0] {
					_, output, found := strings.Cut(docs.RulePage(r.Name), outputHeading)
					if found {
						output = "\n\n" + outputHeading + strings.TrimRight(output, "\n")
					}
					_, err := fmt.Fprintf(p.stdout, "%s (%s)\n\n%s%s\n", r.Name, r.Level(), strings.TrimSpace(r.Doc), output)
					return err
				}
			}
			return nil
		},
	}
}

// summaryOf is the first sentence of a rule's page, on one line.
func summaryOf(doc string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(doc), "\n\n")
	first = strings.Join(strings.Fields(first), " ")
	if sentence, _, more := strings.Cut(first, ". "); more {
		first = sentence
	}
	return strings.TrimSuffix(first, ".")
}

func knownRule(name string) error {
	names := lint.RuleNames()
	if slices.Contains(names, name) {
		return nil
	}
	near := lint.Nearest(name, names)
	if i := slices.IndexFunc(names, func(n string) bool { return name != "" && strings.Contains(n, name) }); near == "" && i >= 0 {
		near = names[i] // a part of it
	}
	if near != "" {
		return usageError("unknown rule %q; did you mean %q?", name, near)
	}
	return usageError("unknown rule %q; `cudalint rules` lists them", name)
}
