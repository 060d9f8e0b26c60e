package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/fatih/color"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/internal/compare"
	"github.com/cudalint/cudalint/lint"
)

// Comparison is two states of a program, with what the formats need to write it.
type Comparison struct {
	Tool   Tool
	Commit string // that the state before is of, in full
	Result *compare.Comparison
	Style  Style
	All    bool // kernels that are the same are listed, too
}

// ComparisonFormats are the names of the formats that a comparison is written in.
func ComparisonFormats() []string { return []string{"text", "json", "markdown"} }

// WriteComparison writes in one of them.
func WriteComparison(w io.Writer, format string, c *Comparison) error {
	switch format {
	case "json":
		return encode(w, comparisonDocument(c))
	case "markdown":
		return comparisonMarkdown(w, c)
	}
	return comparisonText(w, c)
}

// shown are the kernels that are listed.
func (c *Comparison) shown() []*compare.Kernel {
	var out []*compare.Kernel
	for _, k := range c.Result.Kernels {
		if c.All || k.Verdict != compare.Same {
			out = append(out, k)
		}
	}
	return out
}

// Tally is the last line: how many kernels went which way.
func (c *Comparison) Tally() string {
	var parts []string
	for _, v := range []compare.Verdict{compare.Worse, compare.Mixed, compare.New, compare.Gone, compare.Better, compare.Changed} {
		if n := c.Result.Count(v); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v))
		}
	}
	if n := c.Result.Count(compare.Same); n > 0 || len(parts) == 0 {
		parts = append(parts, fmt.Sprintf("%d as before", n))
	}
	return fmt.Sprintf("%s since %s: %s", Plural(len(c.Result.Kernels), "kernel"), c.Commit[:min(len(c.Commit), 12)], strings.Join(parts, ", "))
}

// figureRow is one line of a kernel's table.
type figureRow struct{ name, before, after string }

// figures are the rows of a shape; a side that there is not is empty.
func figures(s *compare.Shape) []figureRow {
	row := func(name string, of func(*compare.State) string) figureRow {
		r := figureRow{name: name}
		if s.Before != nil {
			r.before = of(s.Before)
		}
		if s.After != nil {
			r.after = of(s.After)
		}
		return r
	}
	rows := []figureRow{
		row("accesses", func(t *compare.State) string { return fmt.Sprint(t.Accesses) }),
		row("costly accesses", func(t *compare.State) string { return fmt.Sprint(t.Costly) }),
		row("without a number", func(t *compare.State) string { return fmt.Sprint(t.Unknown) }),
		row("sectors per request", func(t *compare.State) string { return perRequest(t.Global) }),
		row("sectors per warp", func(t *compare.State) string { return perWarp(t.Global) }),
		row("useful share of fetched bytes", func(t *compare.State) string {
			if t.Global.Requests <= 0 {
				return none
			}
			return percentText(t.Useful)
		}),
		row("wavefronts per request", func(t *compare.State) string { return perRequest(t.Shared) }),
		row("wavefronts per warp", func(t *compare.State) string { return perWarp(t.Shared) }),
	}
	kept := rows[:0]
	for i, r := range rows {
		if empty := r.before == none || r.before == "" || i == 2 && r.before == "0"; empty && (r.after == none || r.after == "" || i == 2 && r.after == "0") {
			continue // nothing of that kind on either side
		}
		kept = append(kept, r)
	}
	return kept
}

// none stands where there are no requests.
const none = "-"

func perRequest(s compare.Sum) string {
	actual, ideal, ok := s.PerRequest()
	if !ok {
		return none
	}
	return short(actual) + " (ideal " + short(ideal) + ")"
}

func perWarp(s compare.Sum) string {
	if s.Requests <= 0 {
		return none
	}
	return figure(s.Actual) + " (ideal " + figure(s.Ideal) + ")"
}

// shapeTitle names the block shapes of a row: "block 32x8", "block 256, before 32x8".
func shapeTitle(s *compare.Shape) string {
	switch {
	case s.Before == nil:
		return fmt.Sprintf("block %s (%s), new", shape(s.After.Block), s.After.BlockFrom)
	case s.After == nil:
		return fmt.Sprintf("block %s (%s), gone", shape(s.Before.Block), s.Before.BlockFrom)
	case s.Before.Block != s.After.Block:
		return fmt.Sprintf("block %s (%s), before %s (%s)", shape(s.After.Block), s.After.BlockFrom, shape(s.Before.Block), s.Before.BlockFrom)
	}
	return fmt.Sprintf("block %s (%s)", shape(s.After.Block), s.After.BlockFrom)
}

// changedAccess is an access before and after on one line.
func changedAccess(a compare.Access) (sign, line string) {
	of := func(x *lint.Access) string {
		return fmt.Sprintf("%s %s %s: %s", x.Subject.Space, x.Subject.Op, written(x), costOf(x))
	}
	switch {
	case a.Before == nil:
		return "+", of(a.After)
	case a.After == nil:
		return "-", of(a.Before)
	case written(a.Before) == written(a.After):
		text := of(a.After) + ", before " + costOf(a.Before)
		if costOf(a.Before) == costOf(a.After) {
			text = fmt.Sprintf("%s of %s lanes, before %s", of(a.After), short(a.After.Numbers.Lanes), short(a.Before.Numbers.Lanes))
		}
		return "~", text
	}
	return "~", of(a.After) + ", before " + written(a.Before) + ": " + costOf(a.Before)
}

func kernelTitle(k *compare.Kernel) string {
	text := where(k.At()) + ": " + k.Name
	if k.Moved() {
		text += " (before in " + k.Before.File.Path + ")"
	}
	return text
}

var verdictInk = map[compare.Verdict][]color.Attribute{compare.Better: green, compare.Worse: red, compare.Mixed: yellow}

func comparisonText(w io.Writer, c *Comparison) error {
	out := bufio.NewWriter(w)
	s := c.Style
	for i, k := range c.shown() {
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintf(out, "%s: %s\n", s.paint(clean(kernelTitle(k), s.ASCII), bold), s.paint(string(k.Verdict), verdictInk[k.Verdict]))
		for _, x := range k.Shapes {
			shapeText(out, x, s)
		}
		findingsText(out, k.Findings, "  ", s)
	}
	if o := c.Result.Outside; len(o.New)+len(o.Gone) > 0 {
		fmt.Fprintln(out, s.paint("outside of kernels:", bold))
		findingsText(out, o, "  ", s)
	}
	return out.Flush()
}

func shapeText(out io.Writer, x *compare.Shape, s Style) {
	fmt.Fprintf(out, "  %s\n", shapeTitle(x))
	rows := [][]cellText{}
	both := x.Before != nil && x.After != nil
	for _, r := range figures(x) {
		cells := []cellText{{text: "  " + r.name}, {text: r.before}}
		switch {
		case !both:
			cells[1].text += r.after
		case r.before != r.after:
			cells = append(cells, cellText{text: s.symbol("→", "->")}, cellText{text: r.after})
		}
		rows = append(rows, cells)
	}
	writeRows(out, rows, s)
	for _, a := range x.Accesses {
		sign, line := changedAccess(a)
		at := a.After
		if at == nil {
			at = a.Before
		}
		fmt.Fprintf(out, "    %s %s: %s\n", sign, where(at.Place), clean(line, s.ASCII))
	}
}

func findingsText(out io.Writer, f compare.Findings, indent string, s Style) {
	for _, x := range []struct {
		name string
		list []diag.Diagnostic
	}{{"new", f.New}, {"gone", f.Gone}} {
		for i := range x.list {
			d := &x.list[i]
			fmt.Fprintf(out, "%s%s %s %s: %s [%s]\n", indent, x.name, s.severity(d.Severity), where(d.Place), clean(d.Message, s.ASCII), d.Rule)
		}
	}
}

func comparisonMarkdown(w io.Writer, c *Comparison) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## cudalint: memory accesses before and after\n\n%s.\n", markdownText(c.Tally()))
	shown := c.shown()
	if len(shown) > 0 {
		b.WriteString("\n| kernel | | block | costly accesses | sectors per request | useful share | wavefronts per request | findings |\n|---|---|---|---|---|---|---|---|\n")
	}
	left := 0
	for i, k := range shown {
		for n, x := range k.Shapes {
			row := markdownShape(k, x, n == 0)
			if b.Len()+len(row) > mostMarkdown {
				left = len(shown) - i
				break
			}
			b.WriteString(row)
		}
		if left > 0 {
			break
		}
	}
	for _, k := range shown {
		var text strings.Builder
		for _, x := range k.Shapes {
			shapeText(&text, x, Style{})
		}
		findingsText(&text, k.Findings, "  ", Style{})
		block := detailsBlock(kernelTitle(k)+": "+string(k.Verdict), strings.TrimSuffix(text.String(), "\n"))
		if left == 0 && b.Len()+len(block) > mostMarkdown {
			left = 1
		}
		if left > 0 {
			break
		}
		b.WriteString(block)
	}
	if left > 0 {
		b.WriteString("\nThe rest is left out here: the summary would be too long.\n")
	}
	if o := c.Result.Outside; len(o.New)+len(o.Gone) > 0 && left == 0 {
		var text strings.Builder
		findingsText(&text, o, "", Style{})
		b.WriteString(detailsBlock("outside of kernels", strings.TrimSuffix(text.String(), "\n")))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// markdownShape is a row of the table; the kernel is named in its first.
func markdownShape(k *compare.Kernel, x *compare.Shape, first bool) string {
	cell := map[string]string{}
	for _, r := range figures(x) {
		text := r.before
		switch {
		case r.before == "" || r.before == r.after:
			text = r.after
		case r.after != "":
			text += " → " + r.after
		}
		cell[r.name] = text
	}
	name, verdict, found := "", "", ""
	if first {
		name, verdict = kernelTitle(k), string(k.Verdict)
		var parts []string
		for _, n := range []struct {
			count int
			what  string
		}{{len(k.Findings.New), "new"}, {len(k.Findings.Gone), "gone"}} {
			if n.count > 0 {
				parts = append(parts, fmt.Sprintf("%d %s", n.count, n.what))
			}
		}
		found = strings.Join(parts, ", ")
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s | %s | %s | %s |\n", markdownText(name), verdict, markdownText(strings.TrimPrefix(shapeTitle(x), "block ")), cell["costly accesses"],
		cell["sectors per request"], cell["useful share of fetched bytes"], cell["wavefronts per request"], found)
}

// detailsBlock is a text that opens when its title is clicked.
func detailsBlock(title, text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fmt.Sprintf("\n<details><summary>%s</summary>\n\n%stext\n%s\n%s\n\n</details>\n", markdownText(title), fence, text, fence)
}
