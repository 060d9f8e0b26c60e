package report

import (
	"bufio"
	"fmt"
	"io"
	"math/bits"
	"strings"

	"github.com/fatih/color"
	"github.com/mattn/go-runewidth"

	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/source"
)

// Accesses writes a table for each kernel under each of its execution configurations, one row for each access:
//
//	src/t.cu: transpose, block 32x32 (launch at line 12)
//	  7:21   global load   in[64*y + x]  4 B  ▁▁▁▁▁▁▁▁▂▂▂▂▂▂▂▂▃▃▃▃▃▃▃▃▄▄▄▄▄▄▄▄  4/4 sectors  contiguous, exact
//
// The pattern shows the 32 lanes of the costliest request: lanes of one height share a sector or a wavefront. It needs
// lint.Options.Detail; without, the column is empty.
func Accesses(w io.Writer, accesses []lint.Access, s Style) error {
	out := bufio.NewWriter(w)
	groups, order := groupAccesses(accesses)
	drawn := false
	for i, k := range order {
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintln(out, s.paint(k.title(s), bold))
		rows := make([][]cellText, len(groups[k]))
		for i, a := range groups[k] {
			rows[i] = accessRow(a, k.file, s)
			drawn = drawn || a.Detail != nil && a.Detail.Active != 0
		}
		writeRows(out, rows, s)
	}
	if drawn {
		fmt.Fprintf(out, "\nPatterns: one column for each of the 32 lanes of a warp, a step for each further sector (in shared memory: wavefront), from the\n"+
			"bottom again after %s; lanes of one height share it. %s is a lane that does not take part.\n", s.symbol("eight", "thirty-two"), s.symbol("·", "."))
	}
	return out.Flush()
}

// kernelKey tells the kernels and configurations of a run apart.
type kernelKey struct {
	file   *source.File // in which the kernel stands
	kernel string
	block  [3]int64
	from   string
}

func (k kernelKey) title(s Style) string {
	path := ""
	if k.file != nil {
		path = clean(k.file.Path, s.ASCII) + ": "
	}
	return fmt.Sprintf("%s%s, block %s (%s)", path, clean(k.kernel, s.ASCII), shape(k.block), k.from)
}

// groupAccesses gives the accesses of each kernel and configuration, in the order in which these come up.
func groupAccesses(accesses []lint.Access) (groups map[kernelKey][]*lint.Access, order []kernelKey) {
	groups = map[kernelKey][]*lint.Access{}
	for i := range accesses {
		a := &accesses[i]
		k := kernelKey{a.Place.File, a.Subject.Kernel, a.Subject.Block, origin(a.Subject)}
		if n := len(a.Calls); n > 0 {
			k.file = a.Calls[n-1].File
		}
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], a)
	}
	return groups, order
}

// cellText is one cell of a table.
type cellText struct {
	text string
	ink  []color.Attribute
}

func accessRow(a *lint.Access, home *source.File, s Style) []cellText {
	at := positionOf(a.Place)
	place := fmt.Sprintf("%d:%d", at.Line, at.Column)
	if a.Place.File != home {
		place = where(a.Place)
	}
	ink := green
	switch {
	case !a.Numbers.Known:
		ink = faint
	case a.Numbers.Actual >= costlyRatio*a.Numbers.Ideal:
		ink = red
	}
	return []cellText{
		{text: place}, {text: a.Subject.Space + " " + a.Subject.Op}, {text: clean(written(a), s.ASCII)}, {text: fmt.Sprintf("%d B", a.Width)},
		{lanePattern(a, s), blue}, {clean(costOf(a), s.ASCII), ink}, {text: a.Pattern + ", " + a.Basis},
	}
}

// written is an access as it stands in the source, on one line.
func written(a *lint.Access) string {
	if a.Place.File == nil {
		return element(a)
	}
	text := strings.Join(strings.Fields(a.Place.File.Slice(a.Place.Span)), " ")
	if runes := []rune(text); len(runes) > 44 {
		text = string(runes[:41]) + "..."
	}
	return text
}

// costlyRatio is the ratio of actual to ideal from which an access is shown as costly; rules draw the line in the same place.
const costlyRatio = 1.5

func writeRows(out io.Writer, rows [][]cellText, s Style) {
	var widths []int
	for _, row := range rows {
		for i, c := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], runewidth.StringWidth(c.text))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		line.WriteString("  ")
		for i, c := range row {
			if widths[i] == 0 {
				continue
			}
			line.WriteString(s.paint(c.text, c.ink))
			if i < len(row)-1 {
				line.WriteString(strings.Repeat(" ", widths[i]-runewidth.StringWidth(c.text)+2))
			}
		}
		fmt.Fprintln(out, strings.TrimRight(line.String(), " "))
	}
}

var heights = []rune("▁▂▃▄▅▆▇█")

// lanePattern draws the lanes of the costliest request, "" when it is not known.
func lanePattern(a *lint.Access, s Style) string {
	d := a.Detail
	if d == nil || d.Active == 0 || !gpu.Judged(a.Width) {
		return ""
	}
	var b strings.Builder
	for lane, level := range laneLevels(a) {
		switch {
		case d.Active>>lane&1 == 0:
			b.WriteString(s.symbol("·", "."))
		case s.ASCII:
			b.WriteByte(laneDigits[level%len(laneDigits)])
		default:
			b.WriteRune(heights[level%len(heights)])
		}
	}
	return b.String()
}

// laneLevels numbers the sectors or wavefronts that a request takes, by address or in the order in which they are served, and gives for
// each lane the first that it needs.
func laneLevels(a *lint.Access) (level [gpu.Lanes]int) {
	d := a.Detail
	if a.Subject.Space == "shared" {
		first := 0
		for _, lanes := range passesOf(&d.Offsets, d.Active, a.Width, a.Subject.Op == "load") {
			rows := 0
			var served uint32
			eachWord(&d.Offsets, lanes, a.Width, func(row, _, lane int) {
				rows = max(rows, row+1)
				if served>>lane&1 == 0 {
					served |= 1 << lane
					level[lane] = first + row
				}
			})
			first += rows
		}
		return level
	}
	sectors := sectorsOf(&d.Offsets, d.Active, a.Width)
	for m := d.Active; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros32(m)
		for i, sec := range sectors {
			if sec.number == floor(d.Offsets[lane], gpu.SectorBytes)/gpu.SectorBytes {
				level[lane] = i
			}
		}
	}
	return level
}
