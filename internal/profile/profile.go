// Package profile reads what Nsight tools exported of a program's kernels, and sets it beside what was found in the source.
//
// In go the source page of Nsight Compute as CSV, its raw or details page, the lines of integrations/ncu_export.py, or the kernel trace
// of Nsight Systems; out come instructions with the sectors and wavefronts that they took, and launches with their shapes. Confirm
// compares the instructions of each source line with the accesses and findings there.
package profile

import (
	"strings"
)

// Profile is what one or several exports say.
type Profile struct {
	Instructions []Instruction
	Launches     []Launch
}

// Line is a line of a source file, by the path that it had where the program was compiled.
type Line struct {
	File   string
	Number int
}

// Instruction is one machine instruction that accesses memory, with what all its executions in one profiled launch took. A count that
// the export lacks is 0.
type Instruction struct {
	Kernel  string // plain name
	Lines   []Line // to which it is attributed: the line of the access, and those of the calls that it was inlined through
	SASS    string
	Space   string // "global" or "shared"
	Op      string // load, store, atomic, copy
	Width   int    // bytes per lane; 0 is unknown
	Counted        // over all executions
}

// Counted is what a profiler counts for an instruction, or for several together.
type Counted struct {
	Requests float64 // executed warp instructions
	Threads  float64 // active lanes
	Actual   float64 // sectors (global) or wavefronts (shared)
	Ideal    float64 // 0 where the export has none
}

func (c *Counted) add(o Counted) {
	c.Requests += o.Requests
	c.Threads += o.Threads
	c.Actual += o.Actual
	c.Ideal += o.Ideal
}

// Ratio is actual to ideal; ok is false where one of them is not there.
func (c Counted) Ratio() (ratio float64, ok bool) {
	if c.Actual <= 0 || c.Ideal <= 0 {
		return 0, false
	}
	return c.Actual / c.Ideal, true
}

// Launch is one kernel launch. What the export lacks is 0, a share -1.
type Launch struct {
	Kernel      string // plain name
	Block, Grid [3]int64
	Shares
	Microseconds float64
}

// Shares are parts of a whole, from 0 to 1.
type Shares struct {
	L1, L2    float64 // hit rates
	Occupancy float64 // resident warps to those that a multiprocessor can hold
}

// plainName is a kernel's name as the source has it: without result type, namespaces, template arguments and parameters. Names that
// were not demangled are taken apart as far as that takes.
func plainName(s string) string {
	s = strings.TrimSpace(s)
	if rest, ok := strings.CutPrefix(s, "_Z"); ok {
		return mangledName(rest)
	}
	s = strings.ReplaceAll(s, "(anonymous namespace)::", "")
	s = strings.ReplaceAll(s, "<unnamed>::", "")
	var b strings.Builder
	depth := 0
	for _, c := range s {
		switch {
		case c == '<':
			depth++
		case c == '>' && depth > 0:
			depth--
		case depth > 0:
		case c == '(':
			return lastName(b.String())
		default:
			b.WriteRune(c)
		}
	}
	return lastName(b.String())
}

func lastName(s string) string {
	s = strings.TrimSpace(s)
	if i := strings.LastIndexAny(s, " *&"); i >= 0 {
		s = s[i+1:]
	}
	if i := strings.LastIndex(s, "::"); i >= 0 {
		s = s[i+2:]
	}
	return s
}

// mangledName reads the source names behind _Z: one, or the last of a nested name.
func mangledName(s string) string {
	name := ""
	nested := strings.HasPrefix(s, "N")
	s = strings.TrimLeft(s, "NKL")
	for len(s) > 0 && s[0] >= '0' && s[0] <= '9' {
		n := 0
		for len(s) > 0 && s[0] >= '0' && s[0] <= '9' && n < 1<<20 {
			n = n*10 + int(s[0]-'0')
			s = s[1:]
		}
		if n > len(s) {
			return name
		}
		name, s = s[:n], s[n:]
		if !nested {
			break
		}
	}
	return name
}
