package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/cudalint/cudalint/diag"
)

// mostMarkdown is the size in bytes that a step summary of GitHub may have, less what the notice takes that something was left out.
const mostMarkdown = 1<<20 - 1<<10

// markdownText makes a text that has no meaning in Markdown, on one line and in a table.
func markdownText(s string) string {
	var b strings.Builder
	for _, r := range clean(s, false) {
		if strings.ContainsRune("\\`*_{}[]()<>#+-!|&~@:", r) {
			fmt.Fprintf(&b, "&#%d;", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// writeMarkdown writes a summary for people: a table of all findings, the worst first, then each with its source and picture as far
// as there is room.
func writeMarkdown(w io.Writer, d *Document) error {
	list := d.Result.Findings
	var b strings.Builder
	fmt.Fprintf(&b, "## cudalint\n\n%s.\n", markdownText(d.Summary.String()))
	for _, f := range d.Failures {
		fmt.Fprintf(&b, "\n**Not read:** %s\n", markdownText(f))
	}
	order := worstFirst(list)
	left := 0
	if len(order) > 0 {
		b.WriteString("\n| | place | finding | rule |\n|---|---|---|---|\n")
		for n, i := range order {
			f := &list[i]
			row := fmt.Sprintf("| %s | %s | %s | [%s](%s) |\n", f.Severity, markdownText(d.where(f)), markdownText(f.Message), f.Rule, RulePage(f.Rule))
			if b.Len()+len(row) > mostMarkdown {
				left = len(order) - n
				break
			}
			b.WriteString(row)
		}
		if left > 0 {
			fmt.Fprintf(&b, "\n%d more findings are left out here.\n", left)
		}
	}
	for n, i := range order {
		f := &list[i]
		text := strings.Join(findingLines(f, Style{}), "\n")
		fence := "```"
		for strings.Contains(text, fence) {
			fence += "`"
		}
		block := fmt.Sprintf("\n<details><summary>%s: %s</summary>\n\n%stext\n%s\n%s\n\n</details>\n", markdownText(d.where(f)), markdownText(f.Rule), fence, text, fence)
		if left > 0 || b.Len()+len(block) > mostMarkdown {
			fmt.Fprintf(&b, "\nThe details of %d more findings are left out here.\n", len(order)-n)
			break
		}
		b.WriteString(block)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// where is the place of a finding in the repository.
func (d *Document) where(f *diag.Diagnostic) string {
	at := positionOf(f.Place)
	return fmt.Sprintf("%s:%d:%d", d.path(f.Place), at.Line, at.Column)
}
