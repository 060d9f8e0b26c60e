package kernelgen

import (
	"fmt"
	"slices"
	"strings"
)

// Expected is what one access of a launch takes, means over its requests.
type Expected struct {
	Start, End int   // bytes of the text: the access
	Calls      []int // where the calls start that lead to it, innermost first
	Op         string
	Piece      int // of a record that is moved in pieces
	Width      int64
	Requests   float64
	Lanes      float64
	Actual     float64
	Ideal      float64
	Varied     bool     // requests differ
	Constructs []string // that the access involves
}

// Launches is the number of launches.
func (p *Program) Launches() int { return len(p.launch) }

// Block is the block shape of a launch.
func (p *Program) Block(launch int) [3]int64 { return p.launch[launch].block }

// Expect runs a launch. The error says what the program does that C++ gives no meaning, or that it takes too long. Steps is the work that
// it took, about as cudalint counts it.
func (p *Program) Expect(launch int) (list []Expected, steps int, err error) {
	m := newMachine(p, p.launch[launch])
	defer func() {
		if r := recover(); r != nil {
			u, ok := r.(undefined)
			if !ok {
				panic(r)
			}
			list, err = nil, fmt.Errorf("undefined: %s", string(u))
		}
	}()
	m.launch()
	for k, t := range m.tally {
		at := p.placed[k.m]
		n := float64(t.requests)
		e := Expected{
			Start: at[0], End: at[1], Op: k.op, Piece: k.piece, Width: t.width, Requests: n, Lanes: float64(t.lanes) / n,
			Actual: float64(t.actual) / n, Ideal: float64(t.ideal) / n, Varied: t.varied, Constructs: k.m.tags.names(),
		}
		for c := k.chain; c.call != nil; c = c.up {
			e.Calls = append(e.Calls, p.placed[c.call][0])
		}
		list = append(list, e)
	}
	slices.SortFunc(list, func(a, b Expected) int { return strings.Compare(a.Key(), b.Key()) })
	return list, m.steps, nil
}

// Key names the access within the launch.
func (e *Expected) Key() string {
	return fmt.Sprintf("%06d-%06d %s w%d #%d %v", e.Start, e.End, e.Op, e.Width, e.Piece, e.Calls)
}

// RestsOnData tells whether what memory holds decides where the accesses that start there go, or whether they are made.
func (p *Program) RestsOnData(start int) bool {
	for _, m := range p.mems {
		if p.placed[m][0] == start && m.tags&(tagData|tagDataGuard) != 0 {
			return true
		}
	}
	return false
}

// AsksMemory tells whether what memory holds decides anything.
func (p *Program) AsksMemory() bool {
	for _, m := range p.mems {
		if m.tags&(tagData|tagDataGuard) != 0 {
			return true
		}
	}
	return false
}
