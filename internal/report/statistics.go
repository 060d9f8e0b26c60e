package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/cudalint/cudalint/diag"
)

// tally adds up findings: excess is what their requests take above the ideal.
type tally struct {
	name                string
	findings            int
	sectors, wavefronts float64
}

func (t *tally) take(d *diag.Diagnostic) {
	t.findings++
	if d.Cost == nil {
		return
	}
	switch over := d.Cost.Actual - d.Cost.Ideal; d.Cost.Unit {
	case diag.Sectors:
		t.sectors += over
	case diag.Wavefronts:
		t.wavefronts += over
	}
}

// tallies adds up findings by name, those with most findings first.
func tallies(list []diag.Diagnostic, name func(*diag.Diagnostic) string) []*tally {
	byName := map[string]*tally{}
	var out []*tally
	for i := range list {
		n := name(&list[i])
		if n == "" {
			continue
		}
		t := byName[n]
		if t == nil {
			t = &tally{name: n}
			byName[n] = t
			out = append(out, t)
		}
		t.take(&list[i])
	}
	slices.SortFunc(out, func(x, y *tally) int {
		return cmp.Or(y.findings-x.findings, cmp.Compare(y.sectors+y.wavefronts, x.sectors+x.wavefronts), strings.Compare(x.name, y.name))
	})
	return out
}

// Statistics writes how many findings there are of each rule and in each kernel, and what their requests take above the ideal, added up.
func Statistics(w io.Writer, list []diag.Diagnostic) error {
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	table := func(head string, rows []*tally) {
		fmt.Fprintf(t, "findings\texcess sectors\texcess wavefronts\t%s\n", head)
		for _, r := range rows {
			fmt.Fprintf(t, "%d\t%s\t%s\t%s\n", r.findings, short(r.sectors), short(r.wavefronts), clean(r.name, false))
		}
	}
	table("rule", tallies(list, func(d *diag.Diagnostic) string { return d.Rule }))
	kernels := tallies(list, func(d *diag.Diagnostic) string {
		if d.Subject.Kernel == "" || d.Place.File == nil {
			return ""
		}
		return d.Subject.Kernel + " (" + d.Place.File.Path + ")"
	})
	if len(kernels) > 0 {
		fmt.Fprintln(t)
		table("kernel", kernels)
		fmt.Fprintln(t, "\nexcess: sectors or wavefronts per request above the ideal, added up over the findings")
	}
	return t.Flush()
}
