package report

import (
	"fmt"
	"html/template"
	"math"
	"math/bits"
	"strings"

	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/lint"
)

// Drawings of the page. Cells of one kind are one path, so that a page of hundreds of kernels stays small; colours are classes of the
// page's style.

type cells2D struct{ used, shared, idle strings.Builder }

func (c *cells2D) put(lane, x, y, w, h int) {
	to := &c.used
	switch lane {
	case nobody:
		to = &c.idle
	case several:
		to = &c.shared
	}
	fmt.Fprintf(to, "M%d %dh%dv%dh-%dz", x, y, w, h, w)
}

func (c *cells2D) svg(width, height int, label string) template.HTML {
	return template.HTML(fmt.Sprintf(`<svg viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="%s"><path class="idle" d="%s"/><path class="used" d="%s"/><path class="many" d="%s"/></svg>`,
		width, height, width, height, template.HTMLEscapeString(label), c.idle.String(), c.used.String(), c.shared.String()))
}

// drawWarp draws the sectors of a request with the bytes that are used, eight sectors a row, or its wavefronts over the 32 banks, and says
// how many there are.
func drawWarp(addr *[32]int64, active uint32, width int, shared, load bool) (drawing template.HTML, takes string) {
	var c cells2D
	if shared {
		rows := wavefrontsOf(addr, active, width, load)
		for y, row := range rows {
			for bank, lane := range row {
				c.put(lane, bank*10, y*8, 9, 7)
			}
		}
		takes = Plural(len(rows), "wavefront")
		return c.svg(320, max(1, len(rows))*8, takes+" over 32 banks"), takes
	}
	list := sectorsOf(addr, active, width)
	for i, s := range list {
		x, y := i%8*42, i/8*11
		w := 40 / len(s.lanes)
		for cell, lane := range s.lanes {
			c.put(lane, x+cell*w, y, w, 9)
		}
	}
	takes = Plural(len(list), "sector")
	return c.svg(336, (len(list)+7)/8*11, fmt.Sprintf("%s of 32 bytes, %d of %d bytes used", takes, usedBytes(addr, active, width), len(list)*gpu.SectorBytes)), takes
}

// drawLanes draws the 32 lanes of an access's costliest request: a step for each further sector or wavefront.
func drawLanes(a *lint.Access) template.HTML {
	d := a.Detail
	if d == nil || d.Active == 0 || !gpu.Judged(a.Width) {
		return ""
	}
	var path strings.Builder
	top := 0
	levels := laneLevels(a)
	for lane, level := range levels {
		if d.Active>>lane&1 == 0 {
			continue
		}
		top = max(top, level)
		h := level%8*2 + 2
		fmt.Fprintf(&path, "M%d %dh3v%dh-3z", lane*4, 18-h, h)
	}
	unit := "sector"
	if a.Subject.Space == "shared" {
		unit = "wavefront"
	}
	label := fmt.Sprintf("%s in %s", Plural(bits.OnesCount32(d.Active), "lane"), Plural(top+1, unit))
	return template.HTML(fmt.Sprintf(`<svg class="lanes" viewBox="0 0 128 18" width="128" height="18" role="img" aria-label="%s"><path d="%s"/></svg>`, label, path.String()))
}

// The roofline: FLOP for each byte across, FLOP/s upwards, both by powers of ten.
const (
	roofWidth, roofHeight  = 720, 320
	roofLeft, roofBottom   = 64, 40
	roofLow, roofHigh      = -2.0, 3.0 // decades of intensity
	roofDecades            = 4.5       // of FLOP/s below the peak
	roofInnerW, roofInnerH = roofWidth - roofLeft - 16, roofHeight - roofBottom - 16
)

func roofX(intensity float64) float64 {
	v := min(max(math.Log10(max(intensity, 1e-9)), roofLow), roofHigh)
	return roofLeft + (v-roofLow)/(roofHigh-roofLow)*roofInnerW
}

func roofY(t gpu.Target, flops float64) float64 {
	top := math.Ceil(math.Log10(t.Peak.Single)*2) / 2
	v := min(max(math.Log10(max(flops, 1)), top-roofDecades), top)
	return 16 + (top-v)/roofDecades*roofInnerH
}

// drawRoofline draws the target's roof with a mark for each card that has an intensity; nothing where the target's figures are not known.
func drawRoofline(o *Overview) template.HTML {
	peak := o.Target.Peak
	if !peak.Known() {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="roof" viewBox="0 0 %d %d" role="group" aria-label="Roofline of %s: FLOP per byte across, attainable TFLOP/s upwards">`, roofWidth, roofHeight, template.HTMLEscapeString(peak.Product))
	for d := roofLow; d <= roofHigh; d++ {
		x := roofX(math.Pow(10, d))
		fmt.Fprintf(&b, `<path class="grid" d="M%.1f 16V%d"/><text x="%.1f" y="%d" text-anchor="middle">%s</text>`, x, roofHeight-roofBottom, x, roofHeight-roofBottom+16, figure(math.Pow(10, d)))
	}
	top := math.Floor(math.Log10(peak.Single))
	for d := top; d > top-4; d-- {
		y := roofY(o.Target, math.Pow(10, d))
		fmt.Fprintf(&b, `<path class="grid" d="M%d %.1fH%d"/><text x="%d" y="%.1f" text-anchor="end">%s</text>`, roofLeft, y, roofWidth-16, roofLeft-6, y+4, figure(math.Pow(10, d-12)))
	}
	balance := peak.Balance()
	fmt.Fprintf(&b, `<path class="roofline" d="M%.1f %.1fL%.1f %.1fL%.1f %.1f"/>`, roofX(math.Pow(10, roofLow)), roofY(o.Target, math.Pow(10, roofLow)*peak.Bytes),
		roofX(balance), roofY(o.Target, peak.Single), roofX(math.Pow(10, roofHigh)), roofY(o.Target, peak.Single))
	fmt.Fprintf(&b, `<path class="balance" d="M%.1f %.1fV%d"/><text x="%.1f" y="%d" text-anchor="middle">balance %s</text>`, roofX(balance), roofY(o.Target, peak.Single), roofHeight-roofBottom, roofX(balance), roofHeight-6, figure(balance))
	for _, c := range o.Cards {
		v, ok := c.Intensity()
		if !ok || v == 0 {
			continue
		}
		class := "dot"
		if c.bound == BoundCompute {
			class = "dot compute"
		}
		fmt.Fprintf(&b, `<a href="#%s" aria-label="%s, %s FLOP per byte"><circle class="%s" cx="%.1f" cy="%.1f" r="5"><title>%s: %s FLOP/byte</title></circle></a>`, c.ID,
			template.HTMLEscapeString(c.Execution.Kernel), figure(v), class, roofX(v), roofY(o.Target, peak.Attainable(v)), template.HTMLEscapeString(c.Execution.Kernel), figure(v))
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}
