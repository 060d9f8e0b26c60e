package trace

import "github.com/cudalint/cudalint/gpu"

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

// samples chooses the blocks to look at along an axis. use says how the program depends on it, aligned that all shifts of global
// addresses are whole sectors; many allows for more samples.
//
// Without dependence one block stands for all. With it: the first and the last, for which guards differ, and consecutive ones in
// the middle, which cover the residues that alignment and guards such as `blockIdx.x % 2` may depend on.
func samples(grid int64, use *blockUse, aligned, many bool) []sample {
	known := grid > 0
	if !use.guards && !use.shared && aligned {
		if known {
			return []sample{{grid / 2, float64(grid)}}
		}
		return []sample{{interiorBlock, 1}}
	}
	middle := int64(2)
	if many {
		middle = 4
		if !aligned || use.shared {
			middle = 8
		}
	}
	if known && grid <= middle+2 {
		var all []sample
		for i := range grid {
			all = append(all, sample{i, 1})
		}
		return all
	}
	var list []sample
	total, start := float64(assumedBlocks), int64(interiorBlock)
	if known {
		total, start = float64(grid), (grid-middle)/2
	}
	rest := total
	if use.guards {
		list = append(list, sample{0, 1})
		rest--
		if known {
			rest--
		}
	}
	for i := range middle {
		list = append(list, sample{start + i, rest / float64(middle)})
	}
	if use.guards && known {
		list = append(list, sample{grid - 1, 1})
	}
	if !known { // of one block
		for i := range list {
			list[i].weight /= total
		}
	}
	return list
}

// blockSamples chooses blocks along all axes, for the values that the walker's symbols have.
func (w *walker) blockSamples(grid [3]int64) [3][]sample {
	var aligned [3]bool
	dependent := 0
	for axis := range w.plan.blocks {
		use := &w.plan.blocks[axis]
		aligned[axis] = true
		for _, r := range use.strides {
			v := w.eval(r)
			if v.Known == 0 || v.V[0]%gpu.SectorBytes != 0 {
				aligned[axis] = false
			}
		}
		if use.guards || use.shared || !aligned[axis] {
			dependent++
		}
	}
	var all [3][]sample
	for axis := range all {
		all[axis] = samples(grid[axis], &w.plan.blocks[axis], aligned[axis], dependent == 1)
	}
	return all
}
