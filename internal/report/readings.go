package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/source"
)

// Reading is one source line of a profile beside what was worked out for it.
type Reading struct {
	File          *source.File
	Line          int
	Kernel        string
	Space, Op     string
	Requests      float64
	Actual, Ideal float64 // of all requests; 0 where the profile has none
	Widths        []int   // bytes per lane of the machine instructions
	Accesses      []*lint.Access
	Known         bool
	Ratio         float64 // that was worked out, where Known
}

// Readings writes one line for each reading: what was measured and what was worked out, per request.
func Readings(w io.Writer, list []Reading, s Style) error {
	out := bufio.NewWriter(w)
	rows := make([][]cellText, 0, len(list)+1)
	rows = append(rows, []cellText{{text: "place"}, {text: "kernel"}, {text: "access"}, {text: "requests"}, {text: "measured"}, {text: "worked out"}, {text: ""}})
	for i := range list {
		r := &list[i]
		measured, ink := "none", faint
		ratio := 0.0
		if r.Requests > 0 && r.Ideal > 0 {
			ratio = r.Actual / r.Ideal
			measured, ink = fmt.Sprintf("%s/%s = %s", short(r.Actual/r.Requests), short(r.Ideal/r.Requests), short(ratio)), green
			if ratio >= costlyRatio {
				ink = red
			}
		}
		rows = append(rows, []cellText{
			{text: fmt.Sprintf("%s:%d", clean(r.File.Path, s.ASCII), r.Line)}, {text: clean(r.Kernel, s.ASCII)}, {text: r.Space + " " + r.Op},
			{text: short(r.Requests)}, {measured, ink}, {text: workedOut(r)}, {text: agreement(r, ratio) + why(r, ratio)},
		})
	}
	writeRows(out, rows, s)
	return out.Flush()
}

func workedOut(r *Reading) string {
	if len(r.Accesses) == 0 {
		return "no access"
	}
	var parts []string
	for _, a := range r.Accesses {
		parts = append(parts, strings.TrimSuffix(strings.TrimSuffix(costOf(a), " sectors"), " wavefronts"))
	}
	if len(parts) > 3 {
		parts = append(parts[:3], fmt.Sprintf("and %d more", len(parts)-3))
	}
	text := strings.Join(parts, ", ")
	if r.Known {
		text += " = " + short(r.Ratio)
	}
	return text
}

func agreement(r *Reading, measured float64) string {
	switch {
	case !r.Known || measured == 0:
		return ""
	case r.Ratio <= measured*1.05 && measured <= r.Ratio*1.05:
		return "agrees"
	case (r.Ratio >= costlyRatio) == (measured >= costlyRatio):
		return "differs"
	}
	return "contradicts"
}

// why tells where a reading that does not agree comes from, as far as the text tells: what the numbers rest on, or what the compiler does
// with several accesses of one line.
func why(r *Reading, measured float64) string {
	switch agreement(r, measured) {
	case "", "agrees":
		return ""
	}
	assumed := func(guard bool) string {
		for _, a := range r.Accesses {
			for _, s := range a.Assumptions {
				if strings.Contains(s, " taken as true ") == guard {
					return ": " + cutMiddle(s, longestWhy)
				}
			}
		}
		return ""
	}
	if s := assumed(true); s != "" {
		return s // it decides which lanes there are
	}
	low, high := 0.0, 0.0
	for i, a := range r.Accesses {
		n := a.Numbers.Actual / a.Numbers.Ideal
		if i == 0 {
			low, high = n, n
		}
		low, high = min(low, n), max(high, n)
	}
	if low*1.05 < high && low <= measured*1.05 && measured <= high*1.05 {
		return fmt.Sprintf(": the reading is of %d accesses together, which the compiler does not execute equally often", len(r.Accesses))
	}
	if s := assumed(false); s != "" {
		return s
	}
	for _, a := range r.Accesses {
		if len(r.Widths) > 0 && !slices.Contains(r.Widths, a.Width) {
			return fmt.Sprintf(": the compiler made accesses of %s bytes of it", joined(r.Widths))
		}
	}
	return ""
}

// longestWhy is the length up to which a reason is shown.
const longestWhy = 110

// cutMiddle cuts a text in the middle.
func cutMiddle(s string, most int) string {
	list := []rune(s)
	if len(list) <= most {
		return s
	}
	half := (most - 2) / 2
	return string(list[:half]) + ".." + string(list[len(list)-half:])
}

func joined(list []int) string {
	var out []string
	for _, n := range list {
		out = append(out, strconv.Itoa(n))
	}
	return strings.Join(out, " and ")
}
