package trace

import (
	"math/bits"

	"github.com/cudalint/cudalint/gpu"
)

// group is the accesses to global memory relative to one base in one innermost loop, as far as they fit into one table.
type group struct {
	loop    *loopStep // nil outside loops
	members int
	first   int // number of its first member among the members of all groups
}

const maxMembers = 64

// group forms the groups.
func (b *planner) group() {
	type key struct {
		loop *loopStep
		base *Base
	}
	last := map[key]int{}
	for _, a := range b.accesses {
		if a == nil || a.access.Space != Global || a.access.Base == nil || !gpu.Judged(a.access.Width) {
			continue
		}
		k := key{a.loop, a.access.Base}
		g, ok := last[k]
		if !ok || b.groups[g].members == maxMembers {
			g = len(b.groups)
			last[k] = g
			b.groups = append(b.groups, group{loop: a.loop})
			if a.loop != nil {
				a.loop.groups = append(a.loop.groups, g)
			} else {
				b.top = append(b.top, g)
			}
		}
		a.group, a.member = g, b.groups[g].members
		b.groups[g].members++
	}
	n := 0
	for i := range b.groups {
		b.groups[i].first = n
		n += b.groups[i].members
	}
	b.members = n
}

// touched is the sectors that the members of a group touched in the running instance of its loop: an open hash table, at most half
// full, with one entry for a sector.
//
// When the loop is sampled, only the contiguous first iterations are seen. What the rest would add is extrapolated from the second
// half of these: a broadcast adds nothing, a stream the same again and again. A lane that goes on by less than a sector an iteration may just
// have entered a sector or be about to: there the bytes that came in say how many sectors come.
type touched struct {
	slots []sectorUse
	used  []int32 // occupied slots, in order
	full  bool
	hint  [32]int32 // by lane: the slot of the last sector that it touched
	half  []int32   // sectors of each member when half of the window had run; nil before
	mid   []int32   // ... and the bytes used in these
	paces [maxMembers]pace
}

// pace is how far the lanes of a member go on in an iteration, by the first of them.
type pace struct {
	seen  uint8 // iterations, at most 2
	lane  uint8
	lanes uint8 // in the first iteration
	width uint8
	step  int64 // bytes; the first address before
}

type sectorUse struct {
	sector  int64
	members uint64
	bytes   uint32 // bit i is byte i of the sector
}

const maxSectors = 2048

func (t *touched) reset() {
	for _, i := range t.used {
		t.slots[i] = sectorUse{}
	}
	t.used, t.full, t.half, t.mid = t.used[:0], false, t.half[:0], t.mid[:0]
	t.paces = [maxMembers]pace{}
}

// follow learns a member's pace.
func (t *touched) follow(member int, addr *[32]int64, active uint32, width int) {
	switch p := &t.paces[member]; {
	case p.seen == 0 && active != 0:
		l := bits.TrailingZeros32(active)
		*p = pace{seen: 1, lane: uint8(l), lanes: uint8(bits.OnesCount32(active)), width: uint8(width), step: addr[l]}
	case p.seen == 1 && active>>p.lane&1 != 0:
		p.seen, p.step = 2, addr[p.lane]-p.step
	}
}

func (t *touched) add(member int, addr *[32]int64, active uint32, width int) {
	if t.paces[member].seen < 2 {
		t.follow(member, addr, active, width)
	}
	for m := active; m != 0 && !t.full; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		a := addr[l]
		for left := int64(width); left > 0; {
			n := min(left, gpu.SectorBytes-a&(gpu.SectorBytes-1))
			u := t.near(l, a>>5)
			if u == nil {
				return
			}
			u.members |= 1 << member
			u.bytes |= uint32((uint64(1)<<n - 1) << (a & (gpu.SectorBytes - 1)))
			a, left = a+n, left-n
		}
	}
}

// near is the entry of a sector, which is often that of the lane before, or the one that the lane itself touched last.
func (t *touched) near(lane int, sector int64) *sectorUse {
	for _, l := range [2]int{lane, max(lane-1, 0)} {
		if i := int(t.hint[l]); i < len(t.slots) && t.slots[i].members != 0 && t.slots[i].sector == sector {
			t.hint[lane] = int32(i)
			return &t.slots[i]
		}
	}
	i := t.at(sector)
	if i < 0 {
		return nil
	}
	t.hint[lane] = int32(i)
	return &t.slots[i]
}

// at is the slot of a sector; -1 when the table is full.
func (t *touched) at(sector int64) int {
	if 2*len(t.used) >= len(t.slots) && !t.grow() {
		t.full = true
		return -1
	}
	mask := uint64(len(t.slots) - 1)
	for i := uint64(sector) * 0x9e3779b97f4a7c15 >> 32 & mask; ; i = (i + 1) & mask {
		u := &t.slots[i]
		if u.members == 0 {
			u.sector = sector
			t.used = append(t.used, int32(i))
			return int(i)
		}
		if u.sector == sector {
			return int(i)
		}
	}
}

func (t *touched) grow() bool {
	if len(t.slots) >= 2*maxSectors {
		return false
	}
	old := t.slots
	t.slots = make([]sectorUse, max(128, 4*len(old)))
	used := t.used
	t.used = make([]int32, 0, len(t.slots)/2)
	for _, i := range used {
		e := old[i]
		t.slots[t.at(e.sector)] = e
	}
	return true
}

// count is the number of sectors of each member.
func (t *touched) count(into []int32, members int) []int32 {
	into = into[:0]
	for range members {
		into = append(into, 0)
	}
	for _, i := range t.used {
		for m := t.slots[i].members; m != 0; m &= m - 1 {
			into[bits.TrailingZeros64(m)]++
		}
	}
	return into
}

// usedBytes is, for each member, the bytes that the group uses in the sectors that the member touches.
func (t *touched) usedBytes(into []int32, members int) []int32 {
	into = into[:0]
	for range members {
		into = append(into, 0)
	}
	for _, i := range t.used {
		u := &t.slots[i]
		n := int32(bits.OnesCount32(u.bytes))
		for m := u.members; m != 0; m &= m - 1 {
			into[bits.TrailingZeros64(m)] += n
		}
	}
	return into
}

// reach sums what the instances of a group's loop touched, for one access.
type reach struct {
	weight, sectors float64
	used, fetched   float64 // bytes
}

// begin starts an instance of the groups' loop.
func (w *walker) begin(groups []int) {
	for _, g := range groups {
		w.touched[g].reset()
	}
}

// halfway notes the sectors at half of the window.
func (w *walker) halfway(groups []int) {
	for _, g := range groups {
		t := &w.touched[g]
		t.half = t.count(t.half, w.plan.groups[g].members)
		t.mid = t.usedBytes(t.mid, w.plan.groups[g].members)
	}
}

// whole is the sectors and the used bytes of a member over all iterations, rest times as many as the second half of the window had, of so many
// iterations, being left behind the window.
func (t *touched) whole(m int, count, useful, half int32, rest float64) (sectors, used float64) {
	sectors, used = float64(count), float64(useful)
	if m >= len(t.half) || rest <= 0 {
		return sectors, used
	}
	grown := float64(useful - t.mid[m])
	used += rest * grown
	p := &t.paces[m]
	step := max(p.step, -p.step)
	if p.seen < 2 || step == 0 || step >= gpu.SectorBytes || grown == 0 {
		return sectors + rest*float64(count-t.half[m]), used
	}
	turns := float64(half) * float64(p.lanes)
	if grown >= turns*float64(p.width) { // each lane has bytes of its own
		return max(sectors, (2+rest)*turns*float64(step)/gpu.SectorBytes), used
	}
	return max(sectors, used/gpu.SectorBytes), used // lanes go over what others have been at
}

// finish ends an instance: beyond the window came rest times the iterations that its second half had.
func (w *walker) finish(groups []int, rest float64, half int) {
	for _, g := range groups {
		t := &w.touched[g]
		if len(t.used) == 0 {
			continue
		}
		n := w.plan.groups[g].members
		w.counts = t.count(w.counts, n)
		w.useful = t.usedBytes(w.useful, n)
		for m, count := range w.counts {
			if count == 0 {
				continue
			}
			r := &w.reaches[w.plan.groups[g].first+m]
			sectors, used := t.whole(m, count, w.useful[m], int32(half), rest)
			r.weight += w.weight
			r.sectors += w.weight * sectors
			r.used += w.weight * min(used, gpu.SectorBytes*sectors)
			r.fetched += w.weight * gpu.SectorBytes * sectors
		}
	}
}
