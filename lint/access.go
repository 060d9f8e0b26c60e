package lint

import (
	"cmp"
	"strings"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/rules"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

// Access is one memory access under one block shape, in plain values: it keeps neither tree nor model alive.
type Access struct {
	Place       diag.Place
	Calls       []diag.Place // call sites outward, when it is in a device function
	Subject     diag.Subject
	Width       int // bytes per lane
	Numbers     Numbers
	Pattern     string
	Basis       string // exact, assumed, unknown
	Assumptions []string
	BlockedBy   string  // where the basis is unknown: the symbol or construct in the way
	Detail      *Detail // nil unless Options.Detail asks for it
	Costly      bool    // it costs so much more than its bytes need that it is worth a look

	Picture *diag.Picture // of its costliest request, where Options.Pictures asked for it and one was seen

	piece int // of a struct copied in pieces
	nth   int // occurrence among those of its run that are alike in everything else
}

// Numbers are means over the executed requests. Actual and Ideal are wavefronts in shared memory, sectors elsewhere.
type Numbers struct {
	Known         bool
	Lanes         float64 // active
	Actual, Ideal float64
	Footprint     float64 // distinct sectors over the innermost loop; 0 when not known
	UsefulShare   float64 // distinct bytes used / bytes fetched; 0 when not known
}

// Judgeable reports whether the access goes to a memory that sectors or wavefronts are counted for.
func (a *Access) Judgeable() bool {
	switch a.Subject.Space {
	case "constant", "local", "texture":
		return false
	}
	return true
}

// Occurrence tells the accesses of one place apart: the piece of a struct that is copied in several, and the how manieth of those that
// agree in everything else.
func (a *Access) Occurrence() (piece, nth int) { return a.piece, a.nth }

func accessOf(r *sema.Run, a *sema.Access, o Options) Access {
	out := Access{
		Place:       diag.Place(a.Place),
		Subject:     subjectOf(r, a),
		Width:       a.Width,
		Pattern:     string(a.Pattern),
		Basis:       a.Basis(),
		Assumptions: assumptions(a),
		Costly:      rules.Costly(a, o.Ratios),
		piece:       a.Piece,
	}
	if o.Pictures {
		out.Picture = rules.Picture(a)
	}
	if out.Pattern == "" {
		out.Pattern = string(sema.Unknown)
	}
	for _, c := range a.Calls {
		out.Calls = append(out.Calls, diag.Place(c))
	}
	if !a.Cost.Known {
		out.BlockedBy = cmp.Or(a.Cost.Blocked, "no lane executes it")
		return out
	}
	out.Numbers = Numbers{
		Known:       true,
		Lanes:       a.Cost.Lanes,
		Actual:      a.Cost.Actual,
		Ideal:       a.Cost.Ideal,
		Footprint:   a.Cost.Footprint,
		UsefulShare: a.Cost.Used,
	}
	return out
}

func subjectOf(r *sema.Run, a *sema.Access) diag.Subject {
	s := diag.Subject{
		Kernel:    r.Kernel.Name,
		Space:     spaceNames[trace.UnknownSpace],
		Op:        opNames[a.Op],
		Block:     r.Block,
		BlockFrom: r.Origin.String(),
	}
	if a.Array != nil {
		s.Array, s.Space = a.Array.Name, spaceNames[a.Array.Space]
	}
	if a.Index.Known() {
		s.Index = a.Index.Brief()
	}
	if a.Stride.Known() {
		s.Stride = a.Stride.Brief()
	}
	if r.Launch.File != nil {
		s.LaunchLine = r.Launch.File.LineOf(r.Launch.Span.Start)
		if a.Place.File != nil && a.Place.File.Path != r.Launch.File.Path {
			s.LaunchFile = r.Launch.File.Path
		}
	}
	return s
}

// assumptions are the sentences of the analysis and those that follow from the numbers.
func assumptions(a *sema.Access) []string {
	out := append([]string(nil), a.Assume...)
	for _, g := range a.Cost.Guards {
		if g.Known() {
			out = append(out, "`"+g.Brief()+"` is taken as true for all lanes")
		}
	}
	if len(out) > 0 || !a.Cost.Known {
		return out
	}
	if names := rules.RestsOn(a); len(names) > 0 {
		out = append(out, restsOnValue+strings.Join(names[:min(len(names), mostNames)], ", "))
	}
	if a.Cost.Sampled {
		out = append(out, "the numbers are means over some of the blocks or iterations, which differ")
	}
	return out
}

// restsOnValue begins the sentence on the unknown values that an access rests on.
const restsOnValue = "it rests on the value of "

// mostNames is the number of unknown values that an access names.
const mostNames = 5

var spaceNames = [...]string{
	trace.UnknownSpace: "unknown",
	trace.Global:       "global",
	trace.Shared:       "shared",
	trace.Constant:     "constant",
	trace.Local:        "local",
	trace.Texture:      "texture",
	trace.Cluster:      "cluster",
	trace.Generic:      "generic",
}

var opNames = [...]string{trace.Load: "load", trace.Store: "store", trace.Atomic: "atomic", trace.Copy: "copy"}
