package main

import (
	"fmt"
	"io"
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
		Use:   "explain [RULE|TOPIC]",
		Short: "Show a rule's page, or one on how to go about it; without a name, list them",
		Args:  cobra.MaximumNArgs(1),
		ValidArgsFunction: cobra.FixedCompletions(append(ruleCompletions(), topicCompletions()...),
			cobra.ShellCompDirectiveNoFileComp),
		RunE: func(_ *cobra.Command, args []string) error {
			text, err := listOfPages(), error(nil)
			if len(args) == 1 {
				text, err = explained(args[0])
			}
			if err != nil {
				return err
			}
			_, err = io.WriteString(p.stdout, text)
			return err
		},
	}
}

// explained is the page of a rule or a topic.
func explained(name string) (string, error) {
	if page := docs.TopicPage(name); page != "" {
		return page, nil
	}
	for _, r := range lint.Rules() {
		if r.Name == name {
			_, output, found := strings.Cut(docs.RulePage(r.Name), outputHeading)
			if found {
				output = "\n\n" + outputHeading + strings.TrimRight(output, "\n")
			}
			return fmt.Sprintf("%s (%s)\n\n%s%s\n", r.Name, r.Level(), strings.TrimSpace(r.Doc), output), nil
		}
	}
	return "", unknownName("page", name, append(lint.RuleNames(), docs.Topics()...), "`cudalint explain` lists them")
}

// listOfPages names what can be explained.
func listOfPages() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 8, 2, ' ', 0)
	fmt.Fprint(w, "Topics:\n")
	for _, name := range docs.Topics() {
		fmt.Fprintf(w, "  %s\t%s\n", name, topicSummary(name))
	}
	fmt.Fprint(w, "\nRules:\n")
	for _, r := range lint.Rules() {
		fmt.Fprintf(w, "  %s\t%s\n", r.Name, summaryOf(r.Doc))
	}
	w.Flush() // to a strings.Builder, which takes all
	return b.String()
}

// topicSummary is the first sentence of a topic's page behind its heading.
func topicSummary(name string) string {
	_, text, _ := strings.Cut(docs.TopicPage(name), "\n")
	return summaryOf(text)
}

// topicCompletions are the names of the topics with what each is about.
func topicCompletions() []string {
	var out []string
	for _, name := range docs.Topics() {
		out = append(out, cobra.CompletionWithDesc(name, topicSummary(name)))
	}
	return out
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
	return unknownName("rule", name, names, "`cudalint rules` lists them")
}

// unknownName says that there is no such thing, and which was perhaps meant.
func unknownName(kind, name string, names []string, list string) error {
	near := lint.Nearest(name, names)
	if i := slices.IndexFunc(names, func(n string) bool { return name != "" && strings.Contains(n, name) }); near == "" && i >= 0 {
		near = names[i] // a part of it
	}
	if near != "" {
		return usageError("unknown %s %q; did you mean %q?", kind, name, near)
	}
	return usageError("unknown %s %q; %s", kind, name, list)
}
