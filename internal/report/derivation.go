package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/lint"
)

// Derivation writes where the numbers of each access come from, step by step, with a picture of one warp.
func Derivation(w io.Writer, accesses []lint.Access, s Style) error {
	out := bufio.NewWriter(w)
	sectors, banks := false, false
	for i := range accesses {
		a := &accesses[i]
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintf(out, "%s: %s\n", s.paint(where(a.Place), bold), s.paint(clean(fmt.Sprintf("%s %s of %s in %s", a.Subject.Space, a.Subject.Op, element(a), a.Subject.Kernel), s.ASCII), bold))
		for _, line := range snippet(a.Place, s) {
			fmt.Fprintln(out, line)
		}
		if a.Detail == nil {
			continue
		}
		for _, line := range stepLines(a, s) {
			fmt.Fprintln(out, line)
		}
		if a.Numbers.Known {
			p := &diag.Picture{Shared: a.Subject.Space == "shared", Width: a.Width, Active: a.Detail.Active, Before: a.Detail.Offsets}
			lines := picture(p, a.Subject.Op == "load", s)
			for _, line := range lines {
				fmt.Fprintln(out, line)
			}
			if len(lines) > 0 {
				sectors, banks = sectors || !p.Shared, banks || p.Shared
			}
		}
	}
	for _, line := range legend(sectors, banks, s) {
		fmt.Fprintln(out, line)
	}
	return out.Flush()
}

// stepLines are the steps, those that show the source with their line numbers in front.
func stepLines(a *lint.Access, s Style) []string {
	margin := 0
	for _, st := range a.Detail.Steps {
		margin = max(margin, len(lineOf(st, a)))
	}
	var out []string
	for i, st := range a.Detail.Steps {
		number := lineOf(st, a)
		out = append(out, fmt.Sprintf("   %2d. %s%s %s", i+1, strings.Repeat(" ", margin-len(number)), s.paint(number, blue), clean(st.Text, s.ASCII)))
	}
	return out
}

// lineOf is the line that a step is about, with its file when that is another than the access's.
func lineOf(st lint.Step, a *lint.Access) string {
	if st.Place.File == nil || st.Kind == lint.StepBlock {
		return ""
	}
	line := st.Place.File.LineOf(st.Place.Span.Start)
	if st.Place.File != a.Place.File {
		return fmt.Sprintf("%s:%d:", clean(st.Place.File.Path, false), line)
	}
	return fmt.Sprintf("%d:", line)
}
