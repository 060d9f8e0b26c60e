// Package gpu says what one warp's memory access costs on the hardware.
//
// In go the byte addresses of 32 lanes, the set of active lanes and the bytes that each lane moves; out come the 32-byte sectors
// that a global access requests, the wavefronts that a shared access takes, and the least of each for that many bytes. The model
// is checked against the readings of an H200 (testdata/hardware/calibration.jsonl). Beside it stands the table of targets.
//
// Everywhere: bit l of active is lane l, width is in bytes (1, 2, 4, 8 or 16), an address of an inactive lane is ignored.
// Addresses may be negative (they are often relative to a base). No function allocates.
package gpu

import "math/bits"

// Sizes in bytes.
const (
	SectorBytes = 32
	LineBytes   = 128 // four sectors; the unit in which L1 keeps lines
	BankBytes   = 4
)

// Lanes is the size of a warp, Banks the number of banks of shared memory.
const (
	Lanes = 32
	Banks = 32
)

// Judged tells whether the model covers accesses of that width.
func Judged(width int) bool {
	return width > 0 && width <= 16 && width&(width-1) == 0
}

// least is the number of units of size bytes that lanes*width bytes fill.
func least(active uint32, width, size int) int {
	return (bits.OnesCount32(active)*width + size - 1) / size
}

// Misaligned is the set of active lanes whose address is no multiple of the width; such an access kills the kernel.
func Misaligned(addr *[32]int64, active uint32, width int) uint32 {
	var off uint32
	for m := active; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		if addr[l]&int64(width-1) != 0 {
			off |= 1 << l
		}
	}
	return off
}
