package report

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/fatih/color"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/gpu"
)

// The picture of one warp. Each lane has one digit, 0-9 and a-v.
//
// Global memory: each [box] is a sector of 32 bytes, each cell in it 4 bytes (2 or 1 where lanes move less), with the lane that
// uses them; a dot is fetched for nothing, a star is used by several lanes.
//
//	[0·······]⋯[1·······]⋯[2·······]      every lane in a sector of its own
//	[01234567][89abcdef]                  eight lanes a sector
//
// Shared memory: one row for each wavefront, one column for each bank, with the lane that is served.
const (
	laneDigits = "0123456789abcdefghijklmnopqrstuv"
	indent     = "   "
	columns    = 80
)

// picture draws the lanes of a warp now and, where a remedy is known, with it.
func picture(p *diag.Picture, load bool, s Style) []string {
	if !gpu.Judged(p.Width) || p.Active == 0 {
		return nil
	}
	draw := sectorPicture
	if p.Shared {
		draw = func(addr *[32]int64, p *diag.Picture, ink []color.Attribute, s Style) (string, []string) {
			return bankPicture(addr, p, load, ink, s)
		}
	}
	count, rows := draw(&p.Before, p, red, s)
	lines := append([]string{indent + "one warp now: " + count}, rows...)
	if p.After == nil {
		return lines
	}
	count, rows = draw(p.After, p, green, s)
	remedy := "after"
	if p.Remedy != "" {
		remedy = clean(p.Remedy, s.ASCII)
	}
	return append(append(lines, indent+remedy+": "+count), rows...)
}

// legend explains the pictures that were drawn.
func legend(sectors, banks bool, s Style) []string {
	if !sectors && !banks {
		return nil
	}
	lines := []string{"", "Pictures: 0-9 and a-v are the 32 lanes of one warp, * stands for several."}
	if sectors {
		lines = append(lines, fmt.Sprintf("Each [box] is a sector of 32 bytes; %s is fetched and not used.", s.symbol("·", ".")))
	}
	if banks {
		lines = append(lines, "Each row is a wavefront, each column a bank of shared memory.")
	}
	return lines
}

// sector is one fetched block of 32 bytes: for each cell the lane that uses it, -1 none, -2 several.
type sector struct {
	number int64
	lanes  []int
}

const (
	nobody  = -1
	several = -2
)

func (s *sector) take(cell, lane int) {
	switch s.lanes[cell] {
	case nobody:
		s.lanes[cell] = lane
	case lane:
	default:
		s.lanes[cell] = several
	}
}

// sectorsOf are the sectors that the lanes touch, by address.
func sectorsOf(addr *[32]int64, active uint32, width int) []*sector {
	unit := int64(min(width, 4))
	cells := int(gpu.SectorBytes / unit)
	var out []*sector
	for _, lane := range byAddress(addr, active) {
		for at := floor(addr[lane], unit); at < addr[lane]+int64(width); at += unit {
			n := floor(at, gpu.SectorBytes) / gpu.SectorBytes
			i := len(out) // lanes come by address, so that the sector is one of the last
			for i > 0 && out[i-1].number > n {
				i--
			}
			if i == 0 || out[i-1].number != n {
				out = slices.Insert(out, i, &sector{n, slices.Repeat([]int{nobody}, cells)})
				i++
			}
			out[i-1].take(int((at-n*gpu.SectorBytes)/unit), lane)
		}
	}
	return out
}

// byAddress are the active lanes in the order of their addresses.
func byAddress(addr *[32]int64, active uint32) []int {
	lanes := make([]int, 0, len(addr))
	for m := active; m != 0; m &= m - 1 {
		lanes = append(lanes, bits.TrailingZeros32(m))
	}
	slices.SortStableFunc(lanes, func(x, y int) int { return cmp.Compare(addr[x], addr[y]) })
	return lanes
}

// floor is the greatest multiple of unit that is not above x.
func floor(x, unit int64) int64 {
	r := x % unit
	if r < 0 {
		r += unit
	}
	return x - r
}

func sectorPicture(addr *[32]int64, p *diag.Picture, ink []color.Attribute, s Style) (string, []string) {
	sectors := sectorsOf(addr, p.Active, p.Width)
	used := usedBytes(addr, p.Active, p.Width)
	count := fmt.Sprintf("%s of 32 bytes, %d of %d bytes used", Plural(len(sectors), "sector"), used, len(sectors)*gpu.SectorBytes)
	const room = columns - 2*len(indent)
	var rows []string
	var row strings.Builder
	width, shown := 0, 0
	flush := func(more string) {
		rows = append(rows, indent+indent+row.String()+more)
		row.Reset()
		width = 0
	}
	for i, sec := range sectors {
		box := len(sec.lanes) + 2
		gap := i > 0 && sectors[i-1].number+1 != sec.number
		need := box
		if gap {
			need++
		}
		reserve := 0 // for the count of those left out
		if len(rows) == 1 {
			reserve = len(" +32 more")
		}
		if width+need+reserve > room && width > 0 {
			if len(rows) == 1 {
				break
			}
			flush("")
		}
		if gap && width > 0 {
			row.WriteString(s.paint(s.symbol("⋯", "~"), faint))
			width++
		}
		row.WriteString(drawSector(sec, ink, s))
		width += box
		shown++
	}
	more := ""
	if left := len(sectors) - shown; left > 0 {
		more = fmt.Sprintf(" +%d more", left)
	}
	flush(more)
	return count, rows
}

func drawSector(sec *sector, ink []color.Attribute, s Style) string {
	var b strings.Builder
	b.WriteByte('[')
	for _, lane := range sec.lanes {
		switch lane {
		case nobody:
			b.WriteString(s.paint(s.symbol("·", "."), faint))
		case several:
			b.WriteString(s.paint("*", ink))
		default:
			b.WriteString(s.paint(laneDigits[lane:lane+1], ink))
		}
	}
	b.WriteByte(']')
	return b.String()
}

func usedBytes(addr *[32]int64, active uint32, width int) int {
	used, end := int64(0), int64(math.MinInt64)
	for _, lane := range byAddress(addr, active) {
		from, to := addr[lane], addr[lane]+int64(width)
		used += to - min(max(from, end), to)
		end = max(end, to)
	}
	return int(used)
}
