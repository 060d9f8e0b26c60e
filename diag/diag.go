// Package diag is what a finding is made of: a diagnostic with its place, numbers, related places and rewrites.
package diag

import "github.com/cudalint/cudalint/source"

// Severity of a finding. Higher is worse.
type Severity uint8

const (
	Hint Severity = iota
	Info
	Warning
	Error
)

func (s Severity) String() string { return [...]string{"hint", "info", "warning", "error"}[s] }

// Confidence tells how sure a finding is: Proved when every number involved is known, Likely when it rests on an assumption that
// is named, Possible when it depends on data or on what could not be read.
type Confidence uint8

const (
	Possible Confidence = iota
	Likely
	Proved
)

func (c Confidence) String() string { return [...]string{"possible", "likely", "proved"}[c] }

// Applicability of a fix: a Safe one keeps the meaning of the program, an Unsafe one may change it, a Sketch only shows the way.
type Applicability uint8

const (
	Sketch Applicability = iota
	Unsafe
	Safe
)

func (a Applicability) String() string { return [...]string{"sketch", "unsafe", "safe"}[a] }

// Place is a span in a file.
type Place struct {
	File *source.File
	Span source.Span
}

// Edit replaces the bytes of a span.
type Edit struct {
	Place Place
	Text  string
}

// Fix is a rewrite: in words (Title) and, where it can be written down, as edits.
type Fix struct {
	Title         string
	Words         string // what remains of it, as a sketch, when its edits turn out not to help; "" when nothing does
	Applicability Applicability
	Edits         []Edit
	Before, After float64 // actual, in the finding's unit: per request, or as the title says of several accesses together
	Ideal         float64
}

// Unit that a cost is counted in.
type Unit string

const (
	Sectors    Unit = "sectors"
	Wavefronts Unit = "wavefronts"
	Requests   Unit = "requests"
)

// Cost is what a warp request takes and what it would take at best.
type Cost struct {
	Unit          Unit
	Actual, Ideal float64
}

// Related is another place that belongs to a finding: another site, another launch shape, an assumption.
type Related struct {
	Place   Place
	Message string
}

// Picture is what the rendered snippet shows of one warp: the byte offset of each active lane, before and after the remedy.
type Picture struct {
	Shared bool
	Width  int
	Active uint32
	Before [32]int64
	After  *[32]int64 // nil when no remedy is known
	Remedy string     // what After stands for: "float tile[32][33]"
}

// Subject is what in the program a finding is about.
type Subject struct {
	Kernel, Array string
	Space, Op     string
	Index         string // the element index as an expression
	Stride        string // bytes, "4*n", or "" when unknown
	Block         [3]int64
	BlockFrom     string // launch, launch_bounds, comment, config, assumed
	LaunchLine    int
	LaunchFile    string // its path where that is another than the finding's, else ""
}

// Diagnostic is one finding.
type Diagnostic struct {
	Rule        string
	Severity    Severity
	Confidence  Confidence
	Message     string
	Place       Place
	Subject     Subject
	Cost        *Cost // nil where none applies
	Weight      float64
	Cause       string
	Assumptions []string
	Metric      string // the profiler metric that would confirm it
	Help        string // advice in words, one sentence; "" when there is none
	Related     []Related
	Fixes       []Fix
	Picture     *Picture
	Footprint   float64 // distinct sectors over the innermost loop; 0 when not known
	UsefulShare float64
	Nth         int       // among the findings of its file that agree in rule, kernel, array and text, from 1; 0 until all units are united
	Measured    *Measured // what a profiler read there; nil where none was asked
}
