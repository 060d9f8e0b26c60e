package rules

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

// Metrics of Nsight Compute that show the numbers of a finding; each has an _ideal twin and is to be divided by inst_executed.
const (
	sectorMetric     = "memory_l2_theoretical_sectors_global"
	wavefrontMetric  = "memory_l1_wavefronts_shared"
	localMetric      = "smsp__inst_executed_op_local_ld.sum"
	hitMetric        = "l1tex__t_sector_hit_rate.pct"
	requestMetric    = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"
	divergenceMetric = "smsp__thread_inst_executed_per_inst_executed.ratio"
)

// num is a number with one decimal where it needs one.
func num(v float64) string {
	if r := math.Round(v); math.Abs(v-r) < 0.05 {
		return strconv.FormatFloat(r, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'f', 1, 64)
}

// count is a number with its noun: "1 sector", "8 sectors".
func count(v float64, noun string) string {
	s := num(v)
	if s == "1" {
		return s + " " + noun
	}
	return s + " " + noun + "s"
}

// verb is what the lanes do to the array.
func verb(a *sema.Access) string {
	switch a.Op {
	case trace.Store:
		return "write"
	case trace.Atomic:
		return "update"
	case trace.Copy:
		if a.Wavefronts() {
			return "write"
		}
	}
	return "read"
}

// arrayName is the array as the user calls it.
func arrayName(a *sema.Access) string {
	if a.Array != nil && a.Array.Name != "" {
		return a.Array.Name
	}
	return a.Text
}

// apart is the distance between neighbouring lanes in words: "128 bytes apart", "4*n bytes apart"; where each row of a narrow block is
// fine by itself, that between the rows: "in rows 68 bytes apart"; without a common distance "at scattered addresses".
func apart(r *sema.Run, a *sema.Access) string {
	if y := along(a, 1); y.Known() && rowsAtFault(r, a) {
		rows, constant := y.Const()
		lanes, _ := laneStride(a).Const()
		if d, ok := magnitude(y); ok && (!constant || abs(rows) > abs(lanes)) {
			return "in rows " + d + " bytes apart"
		}
	}
	return lanesApart(a)
}

// lanesApart is apart whatever the rows.
func lanesApart(a *sema.Access) string {
	d, ok := distance(a)
	if !ok {
		if sameAddress(&a.Cost.Witness) {
			return "at one address"
		}
		if restsOnValue(a) {
			return "far apart"
		}
		if rows := inRows(a); rows != "" {
			return rows
		}
		return "at scattered addresses"
	}
	if d == "1" {
		return "1 byte apart"
	}
	return d + " bytes apart"
}

// inRows tells where the lanes of a request are that repeat a pattern of 2, 4, 8 or 16 of them at one distance: side by side in rows, one in
// each of some rows, or at one distance again and again. It is "" for other requests, and for those in which assumed values show.
func inRows(a *sema.Access) string {
	q := &a.Cost.Witness
	if q.Active == 0 || q.Active&(q.Active+1) != 0 || len(a.Cost.Open) > 0 {
		return ""
	}
	for n := gpu.Lanes / 2; n > 1; n /= 2 {
		near, far, ok := twoSteps(q, n)
		if !ok || near == 0 && far == 0 {
			continue
		}
		width := int64(q.Width)
		switch {
		case near == 0:
			return fmt.Sprintf("%d bytes apart, %d lanes at each place", abs(far), n)
		case far == 0:
			return plural(abs(near), "byte") + " apart, the same places for each " + strconv.Itoa(n) + " lanes"
		case abs(near) <= width:
			return fmt.Sprintf("in rows %d bytes apart", abs(far))
		case abs(far) < abs(near):
			return fmt.Sprintf("in %d rows %d bytes apart", n, abs(near))
		}
		return fmt.Sprintf("%d bytes apart in rows %d bytes apart", abs(near), abs(far))
	}
	return ""
}

// twoSteps reports whether lane l is near*(l mod n) + far*(l div n) bytes from the first.
func twoSteps(q *trace.Request, n int) (near, far int64, ok bool) {
	if lanesOf(q) <= n {
		return 0, 0, false
	}
	near, far = q.Offsets[1]-q.Offsets[0], q.Offsets[n]-q.Offsets[0]
	for l := range lanesOf(q) {
		if q.Offsets[l]-q.Offsets[0] != near*int64(l%n)+far*int64(l/n) {
			return 0, 0, false
		}
	}
	return near, far, true
}

// sameAddress reports whether several lanes are active and all go to the same address.
func sameAddress(q *trace.Request) bool {
	first := bits.TrailingZeros32(q.Active)
	for l, o := range q.Offsets {
		if q.Active>>l&1 != 0 && o != q.Offsets[first] {
			return false
		}
	}
	return lanesOf(q) > 1
}

// rowsAtFault reports whether the lanes of one row of a narrow block would cost nothing extra by themselves.
func rowsAtFault(r *sema.Run, a *sema.Access) bool {
	q := a.Cost.Witness
	width := r.Block[0]
	if width >= gpu.Lanes || width < 2 || q.Active == 0 {
		return false
	}
	q.Active &= uint32(1)<<width - 1
	if lanesOf(&q) < 2 {
		return false
	}
	if a.Wavefronts() {
		return gpu.ConflictDegree(&q.Offsets, q.Active, q.Width, isStore(a)) <= 1
	}
	return !requestCostly(&q.Offsets, q.Active, q.Width)
}

// distance in bytes between neighbouring lanes, without sign.
func distance(a *sema.Access) (string, bool) {
	if gaps(a.Cost.Witness.Active) {
		if s, ok := evenSteps(&a.Cost.Witness); ok && !ofTrial(a, s) {
			return strconv.FormatInt(s, 10), true
		}
	}
	stride := laneStride(a)
	if s, ok := stride.Const(); ok && s != 0 {
		return strconv.FormatInt(abs(s), 10), true
	} else if !ok && stride.Known() && !stride.Varies() {
		if text, ok := magnitude(stride); ok {
			return text, true
		}
	}
	if s, ok := evenSteps(&a.Cost.Witness); ok && !restsOnValue(a) && !ofTrial(a, s) {
		return strconv.FormatInt(s, 10), true
	}
	return "", false
}

// ofTrial reports whether a distance that lanes show is that of a value assumed to be large.
func ofTrial(a *sema.Access, step int64) bool {
	return step >= farApart && (restsOnValue(a) || len(a.Cost.Open) > 0)
}

// longestName is the length up to which an expression is shown in a message.
const longestName = 40

// magnitude is a number of bytes as text, without a sign: "68", "4*n", "(4*n + 4)"; ok is false when it is too long to help.
func magnitude(x indexmath.Expr) (text string, ok bool) {
	if n, constant := x.Const(); constant {
		return strconv.FormatInt(abs(n), 10), true
	}
	text = x.String()
	if n := indexmath.Neg(x).String(); strings.HasPrefix(text, "-") && !strings.HasPrefix(n, "-") {
		text = n
	}
	if strings.Contains(text, " ") {
		text = "(" + text + ")"
	}
	return text, len(text) <= longestName && !strings.Contains(text, "?")
}

// gaps reports whether an inactive lane stands between active ones.
func gaps(active uint32) bool {
	span := active >> bits.TrailingZeros32(active)
	return span&(span+1) != 0
}

// evenSteps is the distance between one active lane and the next when it is the same and not 0 for all of them.
func evenSteps(q *trace.Request) (int64, bool) {
	step, last, n := int64(0), -1, 0
	for l, o := range q.Offsets {
		if q.Active>>l&1 == 0 {
			continue
		}
		if last >= 0 {
			d := o - q.Offsets[last]
			if n > 0 && d != step {
				return 0, false
			}
			step = d
			n++
		}
		last = l
	}
	return abs(step), n > 0 && step != 0
}

// shape is a block or grid in words: 256, 16x16, 8x8x4.
func shape(b [3]int64) string {
	s := strconv.FormatInt(b[0], 10)
	if b[1] > 1 || b[2] > 1 {
		s += "x" + strconv.FormatInt(b[1], 10)
	}
	if b[2] > 1 {
		s += "x" + strconv.FormatInt(b[2], 10)
	}
	return s
}

// perRequest is the beginning of every message on sectors.
func perRequest(c trace.Cost) string {
	return fmt.Sprintf("%s per request, ideal %s", count(c.Actual, "sector"), num(c.Ideal))
}

// degree is n of "n-way bank conflict": wavefronts over the passes that they were needed for.
func degree(a *sema.Access) float64 {
	q := &a.Cost.Witness
	d := gpu.ConflictDegree(&q.Offsets, q.Active, q.Width, isStore(a))
	if d == 0 {
		return a.Cost.Actual / a.Cost.Ideal
	}
	passes := float64(gpu.Wavefronts(&q.Offsets, q.Active, q.Width, isStore(a))) / d
	return a.Cost.Actual / passes
}

func abs(v int64) int64 {
	if v < 0 {
		return -v
	}
	return v
}

// lanesOf is the number of active lanes of a request.
func lanesOf(q *trace.Request) int { return bits.OnesCount32(q.Active) }
