package profile

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/source"
)

// Ratios of actual to ideal.
const (
	costly = 1.5  // from which a measured line counts as costly, as rules have it
	holds  = 1.25 // from which a finding counts as confirmed
)

// Hit rates from which a finding on global memory is demoted: what is requested again is there already.
const (
	mostlyL1 = 0.75
	mostlyL2 = 0.95
)

// Summary counts what became of the findings.
type Summary struct {
	Confirmed, Contradicted, NotExecuted, NotProfiled, Unmeasured int
	Unflagged                                                     int // costly lines that nothing was found at
	Demoted                                                       int
	Notes                                                         []string
}

// String is the last line of a run.
func (s Summary) String() string {
	parts := []string{fmt.Sprintf("%d confirmed", s.Confirmed)}
	for _, p := range []struct {
		n    int
		text string
	}{{s.Contradicted, "contradicted"}, {s.NotExecuted, "not executed"}, {s.NotProfiled, "not profiled"}, {s.Unmeasured, "of a kind that the profile does not measure"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.text))
		}
	}
	text := "findings: " + strings.Join(parts, ", ")
	if s.Demoted > 0 {
		text += fmt.Sprintf("; %d demoted, since caches answer", s.Demoted)
	}
	if s.Unflagged > 0 {
		text += fmt.Sprintf("; costly lines without a finding: %d", s.Unflagged)
	}
	return text
}

// Confirm sets each finding beside the profile: its message tells what was measured, and what costs most comes first. Findings on global
// memory whose kernel the caches serve, and those that the readings contradict, are demoted to info. Costly lines at which nothing was found are added under the rule
// lint.MeasuredCost. It returns a new result.
func Confirm(r *lint.Result, p *Profile) (*lint.Result, Summary) {
	m := matched(r, p)
	out := *r
	out.Findings = slices.Clone(r.Findings)
	var s Summary
	excess := map[int]float64{}
	covered := map[rowKey]bool{}
	for i := range out.Findings {
		d := &out.Findings[i]
		for _, k := range sites(d) {
			covered[k] = true
		}
		excess[i] = m.judge(d, &s)
		if d.Measured != nil {
			s.demote(d, p)
		}
	}
	first := len(out.Findings)
	for _, row := range m.order {
		k := rowKey{row.File, row.Line, row.Kernel, row.Space, ""}
		if ratio, ok := row.Measured.Ratio(); ok && ratio >= costly && !covered[k] {
			out.Findings = append(out.Findings, unflagged(row))
			excess[len(out.Findings)-1] = row.Excess()
		}
	}
	s.Unflagged = len(out.Findings) - first
	order := make([]int, len(out.Findings))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int {
		switch {
		case excess[x] > excess[y]:
			return -1
		case excess[x] < excess[y]:
			return 1
		}
		return 0
	})
	sorted := make([]diag.Diagnostic, len(order))
	for i, from := range order {
		sorted[i] = out.Findings[from]
	}
	out.Findings = sorted
	s.Notes = m.missed
	return &out, s
}

// judge gives a finding its verdict and returns the measured excess of its places in bytes.
func (m *match) judge(d *diag.Diagnostic, s *Summary) float64 {
	if d.Cost == nil || d.Subject.Kernel == "" || d.Cost.Unit == diag.Requests {
		s.Unmeasured++
		return 0
	}
	say := func(v diag.Verdict, format string, args ...any) {
		if d.Measured == nil {
			d.Measured = &diag.Measured{}
		}
		d.Measured.Verdict, d.Measured.Why = v, fmt.Sprintf(format, args...)
		d.Message += "; " + d.Measured.String()
	}
	if !m.kernels[d.Subject.Kernel] {
		s.NotProfiled++
		say(diag.NotProfiled, "")
		return 0
	}
	rows, excess := m.rowsOf(d)
	if len(rows) == 0 {
		s.NotExecuted++
		say(diag.NotExecuted, "the compiler left no such access on this line")
		return 0
	}
	first := rows[0]
	d.Measured = &diag.Measured{Requests: first.Measured.Requests, Actual: first.Measured.Actual, Ideal: first.Measured.Ideal}
	ratio, ok := first.Measured.Ratio()
	switch {
	case first.Measured.Requests == 0:
		s.NotExecuted++
		say(diag.NotExecuted, "")
	case !ok:
		s.Unmeasured++
		d.Measured = nil
	case ratio >= holds, d.Cost.Ideal > 0 && ratio >= 0.95*d.Cost.Actual/d.Cost.Ideal:
		s.Confirmed++
		say(diag.Confirmed, "")
	case first.Block != [3]int64{} && first.Block != d.Subject.Block && d.Subject.BlockFrom == "launch":
		s.NotProfiled++
		d.Measured = nil
		say(diag.NotProfiled, "the launch that was profiled has blocks of %dx%dx%d", first.Block[0], first.Block[1], first.Block[2])
	default:
		s.Contradicted++
		d.Severity = min(d.Severity, diag.Info)
		say(diag.Contradicted, "%s", why(d, first))
	}
	return excess
}

// rowsOf are the rows of a finding's places, its own first, and what these took too much.
func (m *match) rowsOf(d *diag.Diagnostic) (rows []*Row, excess float64) {
	for i, k := range sites(d) {
		for _, op := range []string{d.Subject.Op, "load", "store", "atomic"} {
			if i == 0 && op != d.Subject.Op {
				break
			}
			k.op = op
			if row := m.rows[k]; row != nil && !slices.Contains(rows, row) {
				rows = append(rows, row)
				excess += row.Excess()
			}
		}
	}
	return rows, excess
}

// why explains a reading that contradicts a finding, as far as the two tell.
func why(d *diag.Diagnostic, row *Row) string {
	var own *lint.Access
	for _, a := range row.Accesses {
		if a.Subject.Array == d.Subject.Array && a.Subject.Op == d.Subject.Op {
			own = a
		}
	}
	if row.Block != [3]int64{} && row.Block != d.Subject.Block && d.Subject.Block != [3]int64{} {
		return fmt.Sprintf("it was launched with blocks of %dx%dx%d", row.Block[0], row.Block[1], row.Block[2])
	}
	if own != nil && len(row.Widths) > 0 && row.Widths[len(row.Widths)-1] > own.Width {
		return fmt.Sprintf("the compiler made accesses of %d bytes of them", row.Widths[len(row.Widths)-1])
	}
	if own != nil && row.Measured.Requests > 0 && math.Abs(row.Measured.Threads/row.Measured.Requests-own.Numbers.Lanes) > 0.2*own.Numbers.Lanes {
		return fmt.Sprintf("%s lanes took part, not %s", short(row.Measured.Threads/row.Measured.Requests), short(own.Numbers.Lanes))
	}
	if len(row.Accesses) > 1 {
		return "the reading is that of all such accesses of the line together"
	}
	if len(d.Assumptions) > 0 {
		return "assumed was that " + d.Assumptions[0]
	}
	return ""
}

// demote lowers what the caches answer.
func (s *Summary) demote(d *diag.Diagnostic, p *Profile) {
	if d.Subject.Space != "global" || d.Severity != diag.Warning || d.Measured.Verdict != diag.Confirmed {
		return
	}
	i := slices.IndexFunc(p.Launches, func(l Launch) bool { return l.Kernel == d.Subject.Kernel && l.L1 >= 0 })
	if i < 0 {
		return
	}
	text := ""
	switch l := p.Launches[i]; {
	case l.L1 >= mostlyL1:
		text = "L1 answers " + percent(l.L1) + " of the kernel's sectors: requests are repeated, traffic to L2 is not"
	case l.L2 >= mostlyL2:
		text = "L2 answers " + percent(l.L2) + " of what L1 misses: memory is hardly read"
	default:
		return
	}
	d.Severity = diag.Info
	d.Assumptions = append(slices.Clip(d.Assumptions), text)
	s.Demoted++
}

func percent(v float64) string { return short(v*100) + " %" }

func short(v float64) string { return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64) }

// unflagged is the finding for a costly line that nothing was found at.
func unflagged(row *Row) diag.Diagnostic {
	unit, cost := "sector", diag.Cost{Unit: diag.Sectors}
	metric := "memory_l2_theoretical_sectors_global"
	if row.Space == "shared" {
		unit, cost.Unit, metric = "wavefront", diag.Wavefronts, "memory_l1_wavefronts_shared"
	}
	cost.Actual, cost.Ideal = row.Measured.Actual/row.Measured.Requests, row.Measured.Ideal/row.Measured.Requests
	place := diag.Place{File: row.File, Span: row.File.LineSpan(row.Line)}
	subject := diag.Subject{Kernel: row.Kernel, Space: row.Space, Op: row.Op}
	reason := "cudalint sees no such access on this line"
	if len(row.Accesses) > 0 {
		a := row.Accesses[0]
		place, subject = a.Place, a.Subject
		reason = ownWords(row)
	} else {
		trimmed := strings.TrimLeft(row.File.Slice(place.Span), " \t")
		place.Span = source.Span{Start: place.Span.End - int32(len(trimmed)), End: place.Span.End}
	}
	return diag.Diagnostic{
		Rule: lint.MeasuredCost, Severity: diag.Info, Confidence: diag.Proved, Place: place, Subject: subject, Cost: &cost, Metric: metric,
		Message:  fmt.Sprintf("measured %s %ss per request, ideal %s, in %s requests: %s", short(cost.Actual), unit, short(cost.Ideal), short(row.Measured.Requests), reason),
		Measured: &diag.Measured{Verdict: diag.Unflagged, Requests: row.Measured.Requests, Actual: row.Measured.Actual, Ideal: row.Measured.Ideal},
	}
}

// ownWords tells what was worked out for a line.
func ownWords(row *Row) string {
	for _, a := range row.Accesses {
		if !a.Numbers.Known {
			return "no number was worked out: " + a.BlockedBy
		}
	}
	ratio, _ := row.Predicted()
	if ratio >= holds {
		return "worked out, but too little for a finding"
	}
	return "worked out were " + short(ratio) + " times the ideal"
}
