package gpu

import (
	"slices"
	"strings"
)

// Target is what a compute capability allows. Bytes, unless said.
type Target struct {
	Name string // "sm_90"

	SharedDefault int // shared memory of a block without opting in
	SharedOptIn   int // the most that cudaFuncSetAttribute grants a block
	SharedSM      int // of one multiprocessor
	SharedReserve int // taken from SharedSM by the system for each resident block
	UnifiedL1     int // L1 and shared memory of one multiprocessor together

	BlockThreads int // threads of a block at most
	SMThreads    int // resident threads of a multiprocessor at most
	SMBlocks     int // resident blocks of a multiprocessor at most
	SMRegisters  int // 32-bit registers of a multiprocessor

	Peak Peak // of one product; zero where it is not known
}

const kb = 1024

// targets is taken from the table "Technical Specifications per Compute Capability" of the CUDA C++ Programming Guide, the unified
// L1 sizes from its sections "Compute Capability x.y" and from the tuning guides of each architecture (Volta, Turing, Ampere, Ada,
// Hopper, Blackwell). Registers are 64 K everywhere. One KB per block is reserved from 8.0 on (Ampere Tuning Guide, section 1.4.5).
var targets = []Target{
	{"sm_70", 48 * kb, 96 * kb, 96 * kb, 0, 128 * kb, 1024, 2048, 32, 64 * kb, Peak{}},
	{"sm_72", 48 * kb, 96 * kb, 96 * kb, 0, 128 * kb, 1024, 2048, 32, 64 * kb, Peak{}},
	{"sm_75", 48 * kb, 64 * kb, 64 * kb, 0, 96 * kb, 1024, 1024, 16, 64 * kb, Peak{}},
	{"sm_80", 48 * kb, 163 * kb, 164 * kb, kb, 192 * kb, 1024, 2048, 32, 64 * kb, Peak{}},
	{"sm_86", 48 * kb, 99 * kb, 100 * kb, kb, 128 * kb, 1024, 1536, 16, 64 * kb, Peak{}},
	{"sm_87", 48 * kb, 163 * kb, 164 * kb, kb, 192 * kb, 1024, 1536, 16, 64 * kb, Peak{}},
	{"sm_89", 48 * kb, 99 * kb, 100 * kb, kb, 128 * kb, 1024, 1536, 24, 64 * kb, Peak{}},
	{"sm_90", 48 * kb, 227 * kb, 228 * kb, kb, 256 * kb, 1024, 2048, 32, 64 * kb, Peak{}},
	{"sm_100", 48 * kb, 227 * kb, 228 * kb, kb, 256 * kb, 1024, 2048, 32, 64 * kb, Peak{}},
	{"sm_103", 48 * kb, 227 * kb, 228 * kb, kb, 256 * kb, 1024, 2048, 32, 64 * kb, Peak{}},
	{"sm_110", 48 * kb, 227 * kb, 228 * kb, kb, 256 * kb, 1024, 1536, 24, 64 * kb, Peak{}},
	{"sm_120", 48 * kb, 99 * kb, 100 * kb, kb, 128 * kb, 1024, 1536, 24, 64 * kb, Peak{}},
	{"sm_121", 48 * kb, 99 * kb, 100 * kb, kb, 128 * kb, 1024, 1536, 24, 64 * kb, Peak{}},
}

// Grid and block limits that hold on every target (same table).
const (
	MaxBlockXY = 1024
	MaxBlockZ  = 64
	MaxGridX   = 1<<31 - 1
	MaxGridYZ  = 65535
)

// DefaultTarget is the one that the model was calibrated on.
const DefaultTarget = "sm_90"

// TargetByName finds a target by its name as nvcc spells it: "sm_90", "compute_90", "sm_90a", "sm_100f".
func TargetByName(name string) (Target, bool) {
	number := strings.TrimPrefix(strings.TrimPrefix(name, "sm_"), "compute_")
	number = strings.TrimRight(number, "af")
	i := slices.IndexFunc(targets, func(t Target) bool { return t.Name == "sm_"+number })
	if i < 0 {
		return Target{}, false
	}
	t := targets[i]
	t.Peak = peaks[t.Name]
	return t, true
}

// TargetNames lists the targets, oldest first.
func TargetNames() []string {
	var names []string
	for _, t := range targets {
		names = append(names, t.Name)
	}
	return names
}

// Arch is the value of __CUDA_ARCH__ when compiling for t: 900 for sm_90.
func (t Target) Arch() int {
	n := 0
	for _, c := range strings.TrimPrefix(t.Name, "sm_") {
		n = n*10 + int(c-'0')
	}
	return n * 10
}

// ResidentBlocks is the number of blocks of that many threads and bytes of shared memory that a multiprocessor holds at once, as
// far as these two limit it (registers are not known from the text); 0 means that such a block cannot run.
func (t Target) ResidentBlocks(threads, shared int) int {
	if threads < 1 || threads > t.BlockThreads || shared > t.SharedOptIn {
		return 0
	}
	warps := (threads + Lanes - 1) / Lanes
	n := min(t.SMBlocks, t.SMThreads/Lanes/warps)
	if per := shared + t.SharedReserve; per > 0 {
		n = min(n, t.SharedSM/per)
	}
	return n
}

// L1 is the part of the unified memory that is left for L1 when that many bytes of a multiprocessor are used as shared memory.
func (t Target) L1(sharedInUse int) int {
	return max(0, t.UnifiedL1-sharedInUse)
}
