package main

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/rules"
)

func newRules(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "rules",
		Short: "List the rules",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			w := tabwriter.NewWriter(p.stdout, 0, 8, 2, ' ', 0)
			for _, r := range rules.All() {
				fmt.Fprintf(w, "%s\t%s\t%s\n", r.Name, r.Default, summaryOf(r.Doc))
			}
			fmt.Fprintf(w, "%s\tinfo\ta stretch of a file could not be read\n", lint.SyntaxError)
			return w.Flush()
		},
	}
}

func newExplain(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "explain RULE",
		Short: "Show a rule's page",
		Args:  cobra.ExactArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return ruleNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if err := knownRule(args[0]); err != nil {
				return err
			}
			for _, r := range rules.All() {
				if r.Name == args[0] {
					_, err := fmt.Fprintf(p.stdout, "%s (%s)\n\n%s\n", r.Name, r.Default, strings.TrimSpace(r.Doc))
					return err
				}
			}
			_, err := fmt.Fprintf(p.stdout, "%s (info)\n\n%s\n", lint.SyntaxError, syntaxErrorDoc)
			return err
		},
	}
}

const syntaxErrorDoc = `A stretch of the file could not be read.

The rest of the file is judged all the same: errors are tolerated by kernel and expression. What lies in the stretch is not judged;
--show-unknown lists it.`

// summaryOf is the first sentence of a rule's page, on one line.
func summaryOf(doc string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(doc), "\n\n")
	first = strings.Join(strings.Fields(first), " ")
	if sentence, _, more := strings.Cut(first, ". "); more {
		first = sentence
	}
	return strings.TrimSuffix(first, ".")
}

func ruleNames() []string {
	names := []string{lint.SyntaxError}
	for _, r := range rules.All() {
		names = append(names, r.Name)
	}
	slices.Sort(names)
	return names
}

func knownRule(name string) error {
	names := ruleNames()
	if slices.Contains(names, name) {
		return nil
	}
	if near := nearest(name, names); near != "" {
		return usageError("unknown rule %q; did you mean %q?", name, near)
	}
	return usageError("unknown rule %q; `cudalint rules` lists them", name)
}

// nearest is the name that the fewest insertions, deletions and replacements lead to, "" when all are more than half away.
func nearest(name string, names []string) string {
	best, least := "", len(name)/2+1
	for _, n := range names {
		if d := distance(name, n); d < least {
			best, least = n, d
		}
	}
	return best
}

func distance(x, y string) int {
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(x) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(y) {
			replace := diagonal
			if x[i] != y[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(y)]
}
