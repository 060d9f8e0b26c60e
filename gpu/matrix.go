package gpu

// MatrixLanes is the set of lanes whose addresses ldmatrix and stmatrix of 1, 2 or 4 matrices use: eight rows of 16 bytes each.
func MatrixLanes(matrices int) uint32 { return laneRange(0, 8*matrices) }

// MatrixWavefronts is the number of wavefronts of ldmatrix and stmatrix, transposed or not: each matrix is a pass of eight lanes
// of 16 bytes that costs as in a store; passes never merge. active is the lanes that execute it; those that give no address are ignored.
// Observed: calibration-extra.jsonl, 196 of 196.
func MatrixWavefronts(addr *[32]int64, active uint32, matrices int) (wavefronts, ideal int) {
	active &= MatrixLanes(matrices)
	wavefronts = Wavefronts(addr, active, 16, true)
	return wavefronts, min(wavefronts, least(active, 16, Banks*BankBytes))
}
