package trace

import "github.com/cudalint/cudalint/indexmath"

// Reuse is what runs one after another share: memory, and the plan of a program that is run again. The zero value is ready; it is for
// one goroutine. A program must not change while a Reuse is used for it.
type Reuse struct {
	program *Program
	grid    [3]int64
	plan    *plan

	machine indexmath.Machine
	tallies []tally
	spare   []tally
	loops   []loopTally
	touched []touched
	reaches []reach
	entered []bool
}

// planOf is the plan of a program under a grid.
func (u *Reuse) planOf(p *Program, grid [3]int64) *plan {
	if u.plan == nil || u.program != p || u.grid != grid {
		u.program, u.grid, u.plan = p, grid, newPlan(p, grid)
	}
	return u.plan
}

// walker makes a walker of the plan at hand.
func (u *Reuse) walker(o *Options) *walker {
	p := u.plan
	u.machine.Reset(p.code)
	u.tallies = zeroed(u.tallies, len(p.accesses))
	u.loops = zeroed(u.loops, len(p.loops))
	u.reaches = zeroed(u.reaches, p.members)
	u.entered = zeroed(u.entered, p.sides)
	for i := range u.touched {
		u.touched[i].reset()
	}
	if n := len(p.groups); n > len(u.touched) {
		u.touched = append(u.touched, make([]touched, n-len(u.touched))...)
	}
	return &walker{
		plan: p, m: &u.machine, opt: o, frames: make([]frame, p.frames),
		tallies: u.tallies, loops: u.loops, touched: u.touched, reaches: u.reaches, entered: u.entered,
	}
}

// zeroed is n zero values, in the memory of s when it has room for them.
func zeroed[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}
