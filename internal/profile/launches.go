package profile

import (
	"strconv"
	"strings"
)

// launchTable reads tables with one launch a row: the raw page of Nsight Compute, its details page (one metric a row), and the kernel trace
// of Nsight Systems (`nsys stats --report cuda_gpu_trace --format csv`).
type launchTable struct {
	at      map[string]int
	units   []string // of the raw page, in its second row
	details bool
	open    *Launch // of the details page: the launch whose rows are being read
	id      string
}

// newLaunchTable is the table that a head begins, nil when it begins none.
func newLaunchTable(head []string) *launchTable {
	t := &launchTable{at: map[string]int{}}
	for i, name := range head {
		name = strings.TrimSpace(name)
		if plain, _, ok := strings.Cut(name, " ("); ok && strings.HasSuffix(name, ")") {
			name = plain // "Duration (ns)"
		}
		t.at[name] = i
	}
	has := func(names ...string) bool {
		for _, n := range names {
			if _, ok := t.at[n]; !ok {
				return false
			}
		}
		return true
	}
	switch {
	case has("Kernel Name", "Block Size", "Grid Size", "Metric Name", "Metric Value"):
		t.details = true
	case has("Kernel Name", "Block Size", "Grid Size"), has("Name", "BlkX", "BlkY", "BlkZ", "GrdX"), has("Kernel Name", "BlockXYZ", "GridXYZ"):
	default:
		return nil
	}
	return t
}

func (t *launchTable) cell(fields []string, name string) string {
	if i, ok := t.at[name]; ok && i < len(fields) {
		return fields[i]
	}
	return ""
}

// row reads one row and gives the launch that is complete with it.
func (t *launchTable) row(fields []string) *Launch {
	name := t.cell(fields, "Kernel Name")
	if name == "" {
		name = t.cell(fields, "Name")
	}
	if t.details {
		return t.detail(fields, name)
	}
	if name == "" {
		if t.units == nil && t.at["Kernel Name"] < len(fields) {
			t.units = fields // the second row of the raw page
		}
		return nil
	}
	l := t.launch(fields, name)
	if l.Block[0] == 0 {
		return nil // a copy, in the trace of Nsight Systems
	}
	l.L1, l.L2 = t.share(fields, "l1tex__t_sector_hit_rate.pct"), t.share(fields, "lts__t_sector_hit_rate.pct")
	l.Occupancy = t.share(fields, "sm__warps_active.avg.pct_of_peak_sustained_active")
	l.Microseconds = t.duration(fields)
	return l
}

func (t *launchTable) launch(fields []string, name string) *Launch {
	l := &Launch{Kernel: plainName(name), Shares: Shares{-1, -1, -1}}
	switch {
	case t.has("BlkX"):
		for i, axis := range []string{"X", "Y", "Z"} {
			l.Block[i], l.Grid[i] = whole(t.cell(fields, "Blk"+axis)), whole(t.cell(fields, "Grd"+axis))
		}
	case t.has("BlockXYZ"):
		l.Block, l.Grid = triple(t.cell(fields, "BlockXYZ")), triple(t.cell(fields, "GridXYZ"))
	default:
		l.Block, l.Grid = triple(t.cell(fields, "Block Size")), triple(t.cell(fields, "Grid Size"))
	}
	return l
}

func (t *launchTable) has(name string) bool {
	_, ok := t.at[name]
	return ok
}

// share reads a percentage, -1 when it is not there.
func (t *launchTable) share(fields []string, name string) float64 {
	if v, ok := figure(t.cell(fields, name)); ok {
		return v / 100
	}
	return -1
}

func (t *launchTable) duration(fields []string) float64 {
	for _, name := range []string{"gpu__time_duration.sum", "Duration"} {
		v, ok := figure(t.cell(fields, name))
		if !ok {
			continue
		}
		unit := "ns"
		if i := t.at[name]; name != "Duration" && i < len(t.units) {
			unit = t.units[i]
		}
		return microseconds(v, unit)
	}
	return 0
}

func microseconds(v float64, unit string) float64 {
	switch unit {
	case "s", "second":
		return v * 1e6
	case "ms", "msecond":
		return v * 1e3
	case "us", "usecond":
		return v
	}
	return v / 1e3
}

// detail adds a row of the details page to the launch that it belongs to.
func (t *launchTable) detail(fields []string, name string) *Launch {
	var done *Launch
	id := t.cell(fields, "ID")
	if t.open == nil || id != t.id {
		done = t.open
		t.open, t.id = t.launch(fields, name), id
	}
	v, ok := figure(t.cell(fields, "Metric Value"))
	if !ok {
		return done
	}
	switch t.cell(fields, "Metric Name") {
	case "L1/TEX Hit Rate":
		t.open.L1 = v / 100
	case "L2 Hit Rate":
		t.open.L2 = v / 100
	case "Achieved Occupancy":
		t.open.Occupancy = v / 100
	case "Duration":
		t.open.Microseconds = microseconds(v, t.cell(fields, "Metric Unit"))
	}
	return done
}

// rest is the launch that no further row completed.
func (t *launchTable) rest() []Launch {
	if t.open == nil {
		return nil
	}
	return []Launch{*t.open}
}

func whole(s string) int64 {
	v, _ := figure(s)
	return int64(v)
}

// triple reads "(32, 8, 1)" or "32 8 1"; grids may have separators, "(1,024, 1, 1)".
func triple(s string) (out [3]int64) {
	s = strings.Trim(strings.TrimSpace(s), "()")
	parts := strings.Split(s, ", ")
	if len(parts) == 1 {
		parts = strings.Fields(s)
	}
	for i := 0; i < len(parts) && i < 3; i++ {
		out[i], _ = strconv.ParseInt(strings.ReplaceAll(strings.TrimSpace(parts[i]), ",", ""), 10, 64)
	}
	return out
}
