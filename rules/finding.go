package rules

import (
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

// spaceName and opName are the words of the output formats (the command line's JSON).
var (
	spaceName = map[trace.Space]string{
		trace.UnknownSpace: "unknown", trace.Global: "global", trace.Shared: "shared", trace.Constant: "constant", trace.Local: "local",
		trace.Texture: "texture", trace.Cluster: "cluster", trace.Generic: "generic",
	}
	opName = map[trace.Op]string{trace.Load: "load", trace.Store: "store", trace.Atomic: "atomic", trace.Copy: "copy"}
)

// subject tells what an access is.
func subject(r *sema.Run, a *sema.Access) diag.Subject {
	s := diag.Subject{
		Array: arrayName(a), Space: "unknown", Op: opName[a.Op], Block: r.Block, BlockFrom: r.Origin.String(),
	}
	if r.Kernel != nil {
		s.Kernel = r.Kernel.Name
	}
	if a.Array != nil {
		s.Space = spaceName[a.Array.Space]
	}
	if a.Index.Known() {
		s.Index = a.Index.Brief()
	}
	if stride := laneStride(a); stride.Known() {
		s.Stride = stride.Brief()
	}
	if r.Launch.File != nil {
		s.LaunchLine = r.Launch.File.LineOf(r.Launch.Span.Start)
		if a.Place.File != nil && a.Place.File.Path != r.Launch.File.Path {
			s.LaunchFile = r.Launch.File.Path
		}
	}
	return s
}

// diagnostic fills in what every finding on a costly access says; message is asked for each site.
func (g *group) diagnostic(message func(*site) string) diag.Diagnostic {
	s := g.first()
	a := s.access
	d := diag.Diagnostic{
		Severity:    s.severity,
		Confidence:  s.confidence,
		Message:     message(s),
		Place:       diag.Place(a.Place),
		Subject:     subject(s.run, a),
		Weight:      a.Cost.Requests,
		Cause:       s.cause.name,
		Assumptions: assumptions(g.kernel, s.run, a),
		Related:     g.related(message),
		Footprint:   a.Cost.Footprint,
		UsefulShare: a.Cost.Used,
	}
	if a.Wavefronts() {
		d.Metric = wavefrontMetric
	} else {
		d.Metric = sectorMetric
		if share := usedShare(s.run, a); share > 0 {
			d.UsefulShare = share
		}
	}
	if a.Cost.Known {
		d.Cost = &diag.Cost{Unit: diag.Sectors, Actual: a.Cost.Actual, Ideal: a.Cost.Ideal}
		if a.Wavefronts() {
			d.Cost.Unit = diag.Wavefronts
		}
		d.Picture = picture(a)
	}
	return d
}

// Picture of the costliest request of an access; nil when there is none to show.
func Picture(a *sema.Access) *diag.Picture { return picture(a) }

// picture of the costliest request of an access; nil when none was seen, or when addresses alone do not tell what it costs.
func picture(a *sema.Access) *diag.Picture {
	q := a.Cost.Witness
	if q.Active == 0 {
		return nil
	}
	shown := gpu.Sectors(&q.Offsets, q.Active, q.Width)
	if a.Wavefronts() {
		shown = gpu.Wavefronts(&q.Offsets, q.Active, q.Width, a.Op != trace.Load)
	}
	if (a.Op == trace.Atomic || a.Op == trace.Copy) && float64(shown) < a.Cost.Actual-slack {
		return nil // lanes are served in another way than a picture of their addresses shows
	}
	return &diag.Picture{Shared: a.Wavefronts(), Width: q.Width, Active: q.Active, Before: q.Offsets}
}

// sketch adds a remedy in words with its numbers, and what the warp looks like after it, if the picture has none yet.
func sketch(d *diag.Diagnostic, title string, after float64, moved *[32]int64, label string) {
	f := diag.Fix{Title: title, Applicability: diag.Sketch, After: after}
	if d.Cost != nil {
		f.Before, f.Ideal = d.Cost.Actual, d.Cost.Ideal
	}
	d.Fixes = append(d.Fixes, f)
	if d.Picture != nil && d.Picture.After == nil && moved != nil {
		d.Picture.After, d.Picture.Remedy = moved, label
	}
}
