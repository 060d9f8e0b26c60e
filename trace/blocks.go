package trace

// sample is a block index along one axis and the number of blocks that it stands for.
type sample struct {
	index  int64
	weight float64
}

// Where the grid is not known, an interior block far from both ends is looked at, in a grid of so many blocks.
const (
	interiorBlock = 37
	assumedBlocks = 1000
)

// How many blocks are run.
const (
	wholeBlocks   = 64 // all along the axes that are open, when the steps allow
	someBlocks    = 16 // along an open axis that is sampled, when it is the only one that matters
	fewBlocks     = 4  // ... when there are others
	periodsBlocks = 64 // residues along all axes together
)

// blockPlan is the blocks to run.
type blockPlan struct {
	along   [3][]sample
	sampled axes // the axes along which the samples need not stand for all
}

// blockSamples chooses blocks along all axes, for the values that the walker's symbols have; warps is the number of warps that are run
// in each of them.
//
// Along an axis without influence one block stands for all. Where addresses shift evenly, one of each residue does: a shift of 28 bytes repeats
// after 8 blocks. Where a condition depends on the block, but provably not in the interior, the first and the last block are looked at as
// well. An open axis is run whole where the blocks are few; else in strata, with varying residues.
func (w *walker) blockSamples(grid [3]int64, warps int) blockPlan {
	var periods [3]int64
	dependent, together := 0, int64(1)
	for axis := range periods {
		use := &w.plan.blocks[axis]
		periods[axis] = w.period(use)
		if use.edges || use.open || periods[axis] > 1 {
			dependent++
		}
		together *= periods[axis]
	}
	var p blockPlan
	for together > periodsBlocks {
		longest := 0
		for axis := range periods {
			if periods[axis] > periods[longest] {
				longest = axis
			}
		}
		periods[longest] /= 2
		together /= 2
		p.sampled |= 1 << longest
	}
	whole := true
	blocks := int64(1)
	for axis := range p.along {
		p.along[axis] = samples(grid[axis], &w.plan.blocks[axis], periods[axis], dependent)
		blocks *= int64(len(p.along[axis]))
		whole = whole && (grid[axis] == 0 || !w.plan.blocks[axis].open || grid[axis] <= wholeBlocks)
	}
	if whole && blocks <= wholeBlocks && int(blocks)*warps*w.plan.size <= 2*w.opt.Steps {
		return p
	}
	for axis, n := range grid {
		if use := &w.plan.blocks[axis]; use.open && n > 0 {
			middle := int64(someBlocks)
			if dependent > 1 {
				middle = fewBlocks
			}
			if n > middle+2 {
				p.along[axis] = strata(n, middle)
				p.sampled |= 1 << axis
			}
		}
	}
	return p
}

// inOrder is the blocks to run. The one in the middle of those that weigh most, which is looked at more closely, comes first: the budget is
// not spent yet.
func (p *blockPlan) inOrder() [][3]sample {
	var list [][3]sample
	heaviest := 0.0
	for _, z := range p.along[2] {
		for _, y := range p.along[1] {
			for _, x := range p.along[0] {
				list = append(list, [3]sample{x, y, z})
				heaviest = max(heaviest, x.weight*y.weight*z.weight)
			}
		}
	}
	var most []int
	for i, b := range list {
		if b[0].weight*b[1].weight*b[2].weight == heaviest {
			most = append(most, i)
		}
	}
	if len(most) > 0 {
		at := most[(len(most)-1)/2]
		first := list[at]
		copy(list[1:at+1], list[:at])
		list[0] = first
	}
	return list
}

// period is after how many blocks along an axis all shifts of addresses are whole grains.
func (w *walker) period(use *blockUse) int64 {
	longest := int64(1)
	for _, s := range use.shifts {
		v := w.eval(s.shift)
		if v.Known == 0 {
			return longest
		}
		period := s.grain
		for period > 1 && v.V[0]*(period/2)%s.grain == 0 {
			period /= 2
		}
		longest = max(longest, period)
	}
	return longest
}

// samples chooses the blocks along an axis; all of them where it is open.
func samples(grid int64, use *blockUse, period int64, dependent int) []sample {
	switch {
	case grid == 0:
		return inGridOfAnySize(use, period, dependent)
	case !use.edges && !use.open && period == 1:
		return []sample{{grid / 2, float64(grid)}}
	case use.open && grid <= wholeBlocks, grid <= period+2:
		return each(grid)
	case !use.edges:
		return residues(0, grid, period)
	}
	list := append([]sample{{0, 1}}, residues(1, grid-1, period)...)
	return append(list, sample{grid - 1, 1})
}

// each is all blocks.
func each(grid int64) []sample {
	all := make([]sample, grid)
	for i := range all {
		all[i] = sample{int64(i), 1}
	}
	return all
}

// residues is consecutive blocks in the middle of [lo, hi), one of each residue, weighted by the blocks of the same residue.
func residues(lo, hi, period int64) []sample {
	list := make([]sample, period)
	start := lo + (hi-lo-period)/2
	for k := range list {
		i := start + int64(k)
		list[k] = sample{i, float64((i-lo)/period + (hi-1-i)/period + 1)}
	}
	return list
}

// strata is the first and the last block, and one of each of n strata between them: about its middle, with all residues of powers of two
// up to 32, as far as they are in the stratum, in turn.
func strata(grid, n int64) []sample {
	list := []sample{{0, 1}}
	size, extra := (grid-2)/n, (grid-2)%n
	from := int64(1)
	for j := range n {
		here := size
		if j < extra {
			here++
		}
		grain := int64(32)
		for grain > here {
			grain /= 2
		}
		i := from + (here-grain)/2&^(grain-1) + floorMod(j*13-from, grain)
		list = append(list, sample{i, float64(here)})
		from += here
	}
	return append(list, sample{grid - 1, 1})
}

// inGridOfAnySize is blocks of the interior of a grid whose size is not known, and perhaps the first; the weights are those of one block.
func inGridOfAnySize(use *blockUse, period int64, dependent int) []sample {
	if !use.edges && !use.open && period == 1 {
		return []sample{{interiorBlock, 1}}
	}
	middle := max(period, 2)
	if dependent == 1 {
		middle = max(period, 4)
		if use.open {
			middle = max(period, 8)
		}
	}
	var list []sample
	rest := 1.0
	if use.edges {
		list = append(list, sample{0, 1.0 / assumedBlocks})
		rest -= 1.0 / assumedBlocks
	}
	for i := range middle {
		list = append(list, sample{interiorBlock + i, rest / float64(middle)})
	}
	return list
}
