package report

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/fatih/color"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/gpu"
)

// wavefront is one row of the picture: for each bank the lane that is served, nobody or several.
type wavefront [gpu.Banks]int

// wavefrontsOf serves the lanes pass by pass: in each, the words that meet in one bank go to one wavefront after the other.
func wavefrontsOf(addr *[32]int64, active uint32, width int, load bool) []wavefront {
	var rows []wavefront
	for _, lanes := range passesOf(addr, active, width, load) {
		rows = append(rows, passRows(addr, lanes, width)...)
	}
	return rows
}

// passesOf are the sets of lanes that are served together: 32, 16 or 8 lanes by width, and for wide loads two neighbouring sets
// where the model says that they merge.
func passesOf(addr *[32]int64, active uint32, width int, load bool) []uint32 {
	var passes []uint32
	group, per := 32, 32
	if width == 8 {
		per = 16
	}
	if width == 16 {
		group, per = 16, 8
	}
	for first := 0; first < gpu.Lanes; first += group {
		lanes := active & part(first, group)
		if lanes == 0 {
			continue
		}
		var split []uint32
		n := 0
		for f := first; f < first+group; f += per {
			if some := active & part(f, per); some != 0 {
				split = append(split, some)
				n += len(passRows(addr, some, width))
			}
		}
		if load && len(split) > 1 && gpu.Wavefronts(addr, lanes, width, false) < n {
			split = []uint32{lanes}
		}
		passes = append(passes, split...)
	}
	return passes
}

func part(first, n int) uint32 { return uint32(1<<n-1) << first }

func passRows(addr *[32]int64, lanes uint32, width int) []wavefront {
	var rows []wavefront
	eachWord(addr, lanes, width, func(row, bank, lane int) {
		if row == len(rows) {
			rows = append(rows, emptyWavefront())
		}
		rows[row].take(bank, lane)
	})
	return rows
}

// eachWord tells of each word that the lanes of a pass touch in which of the pass's wavefronts it is served.
func eachWord(addr *[32]int64, lanes uint32, width int, tell func(row, bank, lane int)) {
	var words [gpu.Banks][]int64
	for m := lanes; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros32(m)
		for at := floor(addr[lane], 4); at < addr[lane]+int64(width); at += 4 {
			word := at / 4
			bank := word & (gpu.Banks - 1)
			row := 0
			for row < len(words[bank]) && words[bank][row] != word {
				row++
			}
			if row == len(words[bank]) {
				words[bank] = append(words[bank], word)
			}
			tell(row, int(bank), lane)
		}
	}
}

func emptyWavefront() wavefront {
	var w wavefront
	for bank := range w {
		w[bank] = nobody
	}
	return w
}

func (w *wavefront) take(bank, lane int) {
	switch w[bank] {
	case nobody:
		w[bank] = lane
	case lane:
	default:
		w[bank] = several
	}
}

// shownWavefronts is how many rows are drawn before those in between are left out.
const shownWavefronts = 6

func bankPicture(addr *[32]int64, p *diag.Picture, load bool, ink []color.Attribute, s Style) (string, []string) {
	rows := wavefrontsOf(addr, p.Active, p.Width, load)
	lines := []string{indent + s.paint("bank", faint) + bankHeader(s)}
	for i, row := range rows {
		if len(rows) > shownWavefronts && i >= shownWavefronts-3 && i < len(rows)-1 {
			if i == shownWavefronts-3 {
				left := len(rows) - 1 - i
				lines = append(lines, fmt.Sprintf("%s   %s %d more", indent, s.symbol("⋮", ":"), left))
			}
			continue
		}
		lines = append(lines, fmt.Sprintf("%s%4d %s", indent, i+1, drawWavefront(row, ink, s)))
	}
	return Plural(len(rows), "wavefront"), lines
}

// bankHeader numbers every fourth bank, two columns a bank.
func bankHeader(s Style) string {
	var b strings.Builder
	for bank := 0; bank < gpu.Banks; bank += 4 {
		fmt.Fprintf(&b, " %-7d", bank)
	}
	return s.paint(strings.TrimRight(b.String(), " "), faint)
}

func drawWavefront(row wavefront, ink []color.Attribute, s Style) string {
	parts := make([]string, gpu.Banks)
	for bank, lane := range row {
		switch lane {
		case nobody:
			parts[bank] = s.paint(s.symbol("·", "."), faint)
		case several:
			parts[bank] = s.paint("*", ink)
		default:
			parts[bank] = s.paint(laneDigits[lane:lane+1], ink)
		}
	}
	return strings.Join(parts, " ")
}
