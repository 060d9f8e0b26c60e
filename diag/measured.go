package diag

import (
	"math"
	"strconv"
)

// Verdict is what a profiler's readings say of a finding.
type Verdict string

const (
	Confirmed    Verdict = "confirmed"
	Contradicted Verdict = "contradicted"
	NotExecuted  Verdict = "not executed"
	NotProfiled  Verdict = "not profiled"
	Unflagged    Verdict = "unflagged" // a costly reading that nothing was found at
)

// Measured is what a profiler read for the line of a finding. Counts are those of all executions together.
type Measured struct {
	Verdict  Verdict
	Why      string // of a contradiction; "" when nothing explains it
	Requests float64
	Actual   float64
	Ideal    float64
}

// String is the verdict with its numbers: "measured 32 per request, ideal 4: confirmed".
func (m *Measured) String() string {
	text := string(m.Verdict)
	if m.Requests > 0 {
		text = "measured " + decimal(m.Actual/m.Requests) + " per request, ideal " + decimal(m.Ideal/m.Requests) + ": " + text
	}
	if m.Why != "" {
		text += " (" + m.Why + ")"
	}
	return text
}

func decimal(v float64) string { return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64) }
