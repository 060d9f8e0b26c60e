package report

import (
	"bufio"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/source"
)

//go:embed html/page.tmpl html/style.css html/script.js
var pageFiles embed.FS

// HTML writes an overview as one page that needs nothing else: no network, and no script for what it says. Whatever comes out of source
// files is text; a policy in the page forbids all scripts but its own.
func HTML(w io.Writer, o *Overview) error {
	script, err := pageFiles.ReadFile("html/script.js")
	if err != nil {
		return err
	}
	style, err := pageFiles.ReadFile("html/style.css")
	if err != nil {
		return err
	}
	t, err := template.New("page.tmpl").Funcs(template.FuncMap{
		"figure": figure, "percent": percentText, "bytes": bytesText, "shape": shape, "short": short, "ratio": ratioText,
	}).ParseFS(pageFiles, "html/page.tmpl")
	if err != nil {
		return err
	}
	hash := sha256.Sum256(script)
	out := bufio.NewWriter(w)
	page := &htmlPage{
		Overview: o, Roofline: drawRoofline(o), Balance: o.Target.Peak.Balance(),
		Style: template.CSS(style), Script: template.JS(script), Hash: base64.StdEncoding.EncodeToString(hash[:]),
	}
	for _, c := range o.Cards {
		page.Kernels = append(page.Kernels, newHTMLCard(o, c))
	}
	for i := range o.Other {
		page.Others = append(page.Others, newHTMLFinding(&o.Other[i], ""))
	}
	if err := t.Execute(out, page); err != nil {
		return err
	}
	return out.Flush()
}

// htmlPage is what the template sees.
type htmlPage struct {
	*Overview
	Kernels  []*htmlCard
	Others   []htmlFinding
	Roofline template.HTML
	Balance  float64
	Style    template.CSS
	Script   template.JS
	Hash     string
}

type htmlCard struct {
	*Card
	Name, Where, Launch string
	Intense, Text       string // FLOP per byte
	BoundBy             Bound
	Share               Efficiency
	Judged, Unknown     int
	Worst               string // severity of the worst finding, "" when there is none
	Tally               string // how many have it, and how many others there are
	Found               []htmlFinding
	Rows                []htmlRow
	Lines               []htmlLine
	Balance             float64
	Per                 string // what totals are of
}

type htmlRow struct {
	Line          int
	Where         string
	Access, Text  string
	Lanes         template.HTML
	Cost          string
	Ratio         float64
	Costly, Known bool
	Pattern       string
	Steps         string // one a line
}

type htmlFinding struct {
	ID, Severity, Message, Rule, Where string
	Line                               int
	Grounds                            []string
	Help                               string
	Fixes                              []string
	Now, After                         template.HTML
	NowTakes, AfterTakes               string // sectors or wavefronts of the drawings
	Remedy                             string
}

type htmlLine struct {
	Number int
	Text   string
	Class  string // severity of a finding on it
	Marks  []string
}

func newHTMLCard(o *Overview, c *Card) *htmlCard {
	e := c.Execution
	h := &htmlCard{
		Card: c, Name: e.Kernel, Where: where(e.Place), BoundBy: c.bound, Share: c.Efficiency(), Judged: c.judged, Unknown: c.unknown,
		Intense: "none", Text: "none", Balance: Balance(o.Target, c), Per: "launch",
	}
	if e.Template != "" {
		h.Name += "<" + strings.TrimSuffix(strings.TrimPrefix(e.Template, "<"), ">") + ">"
	}
	h.Launch = e.BlockFrom
	if e.Launch.File != nil {
		h.Launch = "launched at " + where(e.Launch)
	}
	if !e.Whole() {
		h.Per = "block"
	}
	if c.Rough() {
		h.Per += ", for a large assumed size"
	}
	if v, ok := c.Intensity(); ok {
		h.Intense = figure(v)
	}
	if v, ok := c.Textbook(); ok {
		h.Text = figure(v)
	}
	worst, alike := diag.Hint, 0
	for i := range c.Findings {
		f := newHTMLFinding(&c.Findings[i], fmt.Sprintf("%s-f%d", c.ID, i+1))
		h.Found = append(h.Found, f)
		switch s := c.Findings[i].Severity; {
		case h.Worst == "" || s > worst:
			worst, h.Worst, alike = s, s.String(), 1
		case s == worst:
			alike++
		}
	}
	h.Tally = Plural(alike, h.Worst)
	if more := len(h.Found) - alike; more > 0 {
		h.Tally += fmt.Sprintf(", %d more", more)
	}
	for i := range e.Accesses {
		if a := &e.Accesses[i]; a.Judgeable() {
			h.Rows = append(h.Rows, newHTMLRow(a, e))
		}
	}
	h.Lines = sourceLines(c)
	return h
}

func newHTMLRow(a *lint.Access, e *lint.Execution) htmlRow {
	at := positionOf(a.Place)
	r := htmlRow{
		Line: at.Line, Where: where(a.Place), Access: a.Subject.Space + " " + a.Subject.Op, Text: written(a), Lanes: drawLanes(a),
		Cost: costOf(a), Known: a.Numbers.Known, Pattern: a.Pattern + ", " + a.Basis,
	}
	if a.Place.File == e.Place.File {
		r.Where = fmt.Sprintf("%d:%d", at.Line, at.Column)
	}
	if a.Numbers.Known && a.Numbers.Ideal > 0 {
		r.Ratio = a.Numbers.Actual / a.Numbers.Ideal
		r.Costly = r.Ratio >= costlyRatio
	}
	if a.Detail != nil {
		for i, s := range a.Detail.Steps {
			number := lineOf(s, a)
			if number != "" {
				number += " "
			}
			r.Steps += fmt.Sprintf("%d. %s%s\n", i+1, number, clean(s.Text, false))
		}
	}
	return r
}

func newHTMLFinding(d *diag.Diagnostic, id string) htmlFinding {
	f := htmlFinding{
		ID: id, Severity: d.Severity.String(), Message: d.Message, Rule: d.Rule, Where: where(d.Place), Line: positionOf(d.Place).Line, Grounds: groundsOf(d), Help: d.Help,
	}
	for _, r := range d.Related {
		f.Grounds = append(f.Grounds, where(r.Place)+": "+r.Message)
	}
	for _, x := range d.Fixes {
		f.Fixes = append(f.Fixes, fmt.Sprintf("%s (%s)", x.Title, x.Applicability))
	}
	if p := d.Picture; p != nil && gpu.Judged(p.Width) && p.Active != 0 {
		load := d.Subject.Op == "load"
		f.Remedy = p.Remedy
		f.Now, f.NowTakes = drawWarp(&p.Before, p.Active, p.Width, p.Shared, load)
		if p.After != nil {
			f.After, f.AfterTakes = drawWarp(p.After, p.Active, p.Width, p.Shared, load)
		}
	}
	return f
}

// mostSource bounds the lines of a kernel that are shown.
const mostSource = 400

// sourceLines are those of the kernel, from its name to its last access in the same file, with what was found on them.
func sourceLines(c *Card) []htmlLine {
	f := c.Execution.Place.File
	if f == nil {
		return nil
	}
	first := f.LineOf(c.Execution.Place.Span.Start)
	last := first
	for i := range c.Execution.Accesses {
		if p := c.Execution.Accesses[i].Place; p.File == f && f.LineOf(p.Span.Start) >= first {
			last = max(last, f.LineOf(p.Span.End))
		}
	}
	last = min(last+1, f.Lines(), first+mostSource)
	found := map[int][]*diag.Diagnostic{}
	for i := range c.Findings {
		if d := &c.Findings[i]; d.Place.File == f {
			n := f.LineOf(d.Place.Span.Start)
			found[n] = append(found[n], d)
		}
	}
	var out []htmlLine
	for n := first; n <= last; n++ {
		l := htmlLine{Number: n, Text: plainLine(f, n)}
		worst := diag.Hint
		for _, d := range found[n] {
			if l.Class == "" || d.Severity > worst {
				worst, l.Class = d.Severity, d.Severity.String()
			}
			l.Marks = append(l.Marks, d.Message)
		}
		out = append(out, l)
	}
	return out
}

// plainLine is a line of the source with tabs as blanks and control characters made visible.
func plainLine(f *source.File, n int) string {
	text := strings.TrimRight(f.Slice(f.LineSpan(n)), "\r\n")
	return clean(strings.ReplaceAll(text, "\t", "    "), false)
}

// OverviewMarkdown writes a table of the kernels and the findings of the costliest, for the summary of a pipeline or a pull request.
func OverviewMarkdown(w io.Writer, o *Overview) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## cudalint\n\n%s.\n\n", markdownText(o.Summary.String()))
	b.WriteString("| kernel | block | sectors of ideal | wavefronts of ideal | too much, a launch | FLOP/byte | bound by | occupancy limit |\n|---|---|---:|---:|---:|---:|---|---:|\n")
	for i, c := range o.Cards {
		if i == mostMarkdownKernels {
			fmt.Fprintf(&b, "\n%d more kernels are left out here.\n", len(o.Cards)-i)
			break
		}
		intensity := ""
		if v, ok := c.Intensity(); ok {
			intensity = figure(v)
		}
		excess := bytesText(c.Excess())
		if !c.Execution.Whole() {
			excess += " a block"
		}
		if c.Rough() {
			excess = "about " + excess
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s | %s |\n", markdownText(c.Execution.Kernel), shape(c.Execution.Block), ratioText(c.Traffic.Sectors, c.Traffic.Least),
			ratioText(c.Traffic.Wavefronts, c.Traffic.LeastWavefronts), excess, intensity, c.bound, percentText(c.Limit.Occupancy))
	}
	var all []diag.Diagnostic
	for _, c := range o.Cards {
		for _, d := range c.Findings {
			if !slices.ContainsFunc(all, func(x diag.Diagnostic) bool {
				return x.Place == d.Place && x.Rule == d.Rule && x.Subject.Array == d.Subject.Array
			}) {
				all = append(all, d)
			}
		}
	}
	all = append(all, o.Other...)
	if len(all) > 0 {
		b.WriteString("\n| | place | finding | rule |\n|---|---|---|---|\n")
	}
	for i, d := range all {
		row := fmt.Sprintf("| %s | %s | %s | [%s](%s) |\n", d.Severity, markdownText(where(d.Place)), markdownText(d.Message), d.Rule, RulePage(d.Rule))
		if b.Len()+len(row) > mostMarkdown {
			fmt.Fprintf(&b, "\n%d more findings are left out here.\n", len(all)-i)
			break
		}
		b.WriteString(row)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// mostMarkdownKernels bounds the rows of the table of kernels.
const mostMarkdownKernels = 100

// Headings of the table of kernels.
func (*htmlPage) Headings() []string {
	return []string{"kernel", "block", "findings", "sectors", "wavefronts", "too much", "FLOP/byte", "bound by", "occupancy limit"}
}
