package report

import (
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/fatih/color"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/gpu"
)

// Picture draws the lanes of a warp as text, with a line that explains the signs; nil where there is nothing to draw.
func Picture(p *diag.Picture, load bool, s Style) []string {
	lines := picture(p, load, s)
	if lines == nil {
		return nil
	}
	return append(lines, legend(!p.Shared, p.Shared, s)...)
}

// Shape is a block shape as text, trailing ones dropped: 256, 32x8, 8x8x4.
func Shape(block [3]int64) string { return shape(block) }

// Number is a number with at most two digits behind the point.
func Number(x float64) string { return short(x) }

// Sizes of the drawing in pixels.
const (
	svgCell   = 13
	svgText   = 10
	svgGap    = 6
	svgMargin = 8
	svgLine   = 18
	svgWidth  = 32*svgCell + 2*svgMargin + 8*svgGap
	svgRows   = 12 // rows of boxes of one picture; further ones are counted
)

// svg is a drawing that grows downwards.
type svg struct {
	body strings.Builder
	y    int
}

func (d *svg) text(s, class string) {
	d.y += svgLine
	fmt.Fprintf(&d.body, `<text x="%d" y="%d" class="%s">%s</text>`, svgMargin, d.y-5, class, escapeXML(s))
}

// cell draws one square with the lane that uses it.
func (d *svg) cell(x int, lane int, class string) {
	label := ""
	switch lane {
	case nobody:
		class = "idle"
	case several:
		label = "*"
	default:
		label = laneDigits[lane : lane+1]
	}
	fmt.Fprintf(&d.body, `<rect x="%d" y="%d" width="%d" height="%d" class="%s"/>`, x, d.y, svgCell, svgCell, class)
	if label != "" {
		fmt.Fprintf(&d.body, `<text x="%d" y="%d" class="lane">%s</text>`, x+svgCell/2, d.y+svgText, label)
	}
}

// PictureSVG draws the lanes of a warp now and with the remedy: sectors and the bytes of them that are used, or wavefronts and banks. It
// looks at the reader's preference for light or dark. "" where there is nothing to draw.
func PictureSVG(p *diag.Picture, load bool) string {
	if !gpu.Judged(p.Width) || p.Active == 0 {
		return ""
	}
	d := &svg{y: svgMargin}
	d.warp("one warp now", &p.Before, p, load, "bad")
	if p.After != nil {
		remedy := "after"
		if p.Remedy != "" {
			remedy = clean(p.Remedy, false)
		}
		d.y += svgGap
		d.warp(remedy, p.After, p, load, "good")
	}
	d.y += svgMargin
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-label="%s"><style>%s</style>%s</svg>`,
		svgWidth, d.y, svgWidth, d.y, escapeXML(strings.Join(summaryOf(p, load), "; ")), svgStyle, d.body.String())
}

const svgStyle = `text{font:12px sans-serif;fill:#333}.lane{font:9px monospace;fill:#fff;text-anchor:middle}.bad{fill:#c0392b}.good{fill:#27824a}` +
	`.idle{fill:none;stroke:#999;stroke-width:.5}@media(prefers-color-scheme:dark){text{fill:#ccc}.lane{fill:#fff}}`

// summaryOf are the headings of the text picture, for those who cannot see the drawing.
func summaryOf(p *diag.Picture, load bool) []string {
	var out []string
	for _, line := range picture(p, load, Style{}) {
		if strings.HasPrefix(line, indent) && !strings.HasPrefix(line, indent+" ") {
			out = append(out, strings.TrimSpace(line))
		}
	}
	return out
}

func (d *svg) warp(title string, addr *[32]int64, p *diag.Picture, load bool, class string) {
	if p.Shared {
		count, _ := bankPicture(addr, p, load, []color.Attribute{}, Style{})
		d.text(title+": "+count, "title")
		d.wavefronts(wavefrontsOf(addr, p.Active, p.Width, load), class)
		return
	}
	count, _ := sectorPicture(addr, p, []color.Attribute{}, Style{})
	d.text(title+": "+count, "title")
	d.sectors(sectorsOf(addr, p.Active, p.Width), class)
}

func (d *svg) wavefronts(rows []wavefront, class string) {
	for i, row := range rows {
		if i == svgRows {
			d.text(fmt.Sprintf("and %d more wavefronts", len(rows)-i), "more")
			return
		}
		for bank, lane := range row {
			d.cell(svgMargin+bank*svgCell, lane, class)
		}
		d.y += svgCell + 1
	}
}

func (d *svg) sectors(list []*sector, class string) {
	x, row := svgMargin, 0
	for i, s := range list {
		gap := 0
		if i > 0 && x > svgMargin {
			gap = 2
			if list[i-1].number+1 != s.number {
				gap = svgGap
			}
		}
		if x+gap+len(s.lanes)*svgCell > svgWidth-svgMargin {
			x, gap = svgMargin, 0
			d.y += svgCell + 3
			if row++; row == svgRows {
				d.text(fmt.Sprintf("and %d more sectors", len(list)-i), "more")
				return
			}
		}
		x += gap
		for _, lane := range s.lanes {
			d.cell(x, lane, class)
			x += svgCell
		}
	}
	d.y += svgCell + 1
}

func escapeXML(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a builder takes everything
	return b.String()
}
