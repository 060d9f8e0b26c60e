package report

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/lint"
)

// Findings writes each finding with its source line, its grounds, the remedy and the picture of one warp.
func Findings(w io.Writer, findings []diag.Diagnostic, s Style) error {
	out := bufio.NewWriter(w)
	sectors, banks := false, false
	for i := range findings {
		if i > 0 {
			fmt.Fprintln(out)
		}
		for _, line := range findingLines(&findings[i], s) {
			fmt.Fprintln(out, line)
		}
		if p := findings[i].Picture; p != nil {
			sectors, banks = sectors || !p.Shared, banks || p.Shared
		}
	}
	for _, line := range legend(sectors, banks, s) {
		fmt.Fprintln(out, line)
	}
	return out.Flush()
}

// relatedShown is how many related places of a finding are printed; JSON has them all.
const relatedShown = 8

func findingLines(d *diag.Diagnostic, s Style) []string {
	lines := []string{fmt.Sprintf("%s: %s: %s %s", s.paint(where(d.Place), bold), s.severity(d.Severity),
		s.paint(clean(d.Message, s.ASCII), bold), s.paint("["+d.Rule+"]", faint))}
	lines = append(lines, snippet(d.Place, s)...)
	for _, g := range groundsOf(d) {
		lines = append(lines, "   = "+clean(g, s.ASCII))
	}
	for i, r := range d.Related {
		if i == relatedShown && len(d.Related) > relatedShown+1 {
			lines = append(lines, fmt.Sprintf("   = and %d more places", len(d.Related)-relatedShown))
			break
		}
		lines = append(lines, fmt.Sprintf("   = %s: %s", where(r.Place), clean(r.Message, s.ASCII)))
	}
	if d.Help != "" {
		lines = append(lines, "   "+s.paint("help", green)+": "+clean(d.Help, s.ASCII))
	}
	for _, f := range d.Fixes {
		lines = append(lines, fmt.Sprintf("   %s (%s): %s", s.paint("fix", green), f.Applicability, clean(f.Title, s.ASCII)))
	}
	if d.Picture != nil {
		lines = append(lines, picture(d.Picture, d.Subject.Op == "load", s)...)
	}
	return lines
}

// groundsOf are the sentences on what a finding rests.
func groundsOf(d *diag.Diagnostic) []string {
	var out []string
	subject := d.Subject
	if subject.Kernel != "" {
		line := "kernel " + subject.Kernel
		if subject.Block != [3]int64{} {
			line += fmt.Sprintf(", block %s (%s)", shape(subject.Block), origin(subject))
		}
		if subject.Stride != "" {
			line += fmt.Sprintf(", stride %s bytes", subject.Stride)
		}
		out = append(out, line)
	}
	if d.Cost != nil && d.Metric != "" {
		out = append(out, fmt.Sprintf("to confirm: %s, %s per request (ideal %s)", d.Metric, short(d.Cost.Actual), short(d.Cost.Ideal)))
	}
	for _, a := range d.Assumptions {
		out = append(out, "assumed: "+a)
	}
	return out
}

func origin(s diag.Subject) string {
	if s.BlockFrom == "launch" && s.LaunchLine > 0 {
		if s.LaunchFile != "" {
			return "launch at " + s.LaunchFile + ":" + strconv.Itoa(s.LaunchLine)
		}
		return "launch at line " + strconv.Itoa(s.LaunchLine)
	}
	return s.BlockFrom
}

// shape drops trailing ones: 256, 32x8, 8x8x4.
func shape(block [3]int64) string {
	text := strconv.FormatInt(block[0], 10)
	if block[1] > 1 || block[2] > 1 {
		text += "x" + strconv.FormatInt(block[1], 10)
	}
	if block[2] > 1 {
		text += "x" + strconv.FormatInt(block[2], 10)
	}
	return text
}

// short prints at most two digits behind the point.
func short(x float64) string {
	return strconv.FormatFloat(float64(int64(x*100+0.5))/100, 'f', -1, 64)
}

func where(p diag.Place) string {
	at := positionOf(p)
	return fmt.Sprintf("%s:%d:%d", clean(at.File, false), at.Line, at.Column)
}

func element(a *lint.Access) string {
	name, index := a.Subject.Array, a.Subject.Index
	if name == "" {
		name = "?"
	}
	if index == "" {
		return name
	}
	if runes := []rune(index); len(runes) > 40 {
		index = string(runes[:37]) + "..."
	}
	return name + "[" + index + "]"
}

func costOf(a *lint.Access) string {
	if !a.Numbers.Known {
		return "unknown: " + a.BlockedBy
	}
	unit := "sectors"
	if a.Subject.Space == "shared" {
		unit = "wavefronts"
	}
	return fmt.Sprintf("%s/%s %s", short(a.Numbers.Actual), short(a.Numbers.Ideal), unit)
}

// Unknown lists what could not be read, the accesses that got no number, and the fixes that did not stand the trial.
func Unknown(w io.Writer, r *lint.Result) {
	for _, u := range r.Unread {
		kernel := ""
		if u.Kernel != "" {
			kernel = " in " + u.Kernel
		}
		fmt.Fprintf(w, "%s: not read%s: %s\n", where(u.Place), kernel, clean(u.Reason, false))
	}
	for i := range r.Accesses {
		a := &r.Accesses[i]
		if !a.Judgeable() || a.Numbers.Known {
			continue
		}
		fmt.Fprintf(w, "%s: no number for the %s of %s in %s: %s\n", where(a.Place), a.Subject.Op, strings.TrimSpace(clean(element(a), false)), a.Subject.Kernel, clean(a.BlockedBy, false))
	}
	for _, f := range r.Withdrawn {
		fmt.Fprintf(w, "%s: fix not offered: %s: %s\n", where(f.Place), clean(f.Title, false), clean(f.Reason, false))
	}
}
