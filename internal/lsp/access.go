package lsp

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/internal/report"
	"github.com/cudalint/cudalint/lint"
)

// accesses of the document that sectors or wavefronts are counted for.
func (j *judgement) accesses() []lint.Access {
	if j.out == nil {
		return nil
	}
	var out []lint.Access
	for _, a := range j.out.Accesses {
		if a.Place.File.Path == j.shown && a.Judgeable() {
			out = append(out, a)
		}
	}
	return out
}

// under are the accesses that hold a byte of the document: those of the shortest text that does, the costliest first.
func (j *judgement) under(offset int) []lint.Access {
	var out []lint.Access
	shortest := 0
	for _, a := range j.accesses() {
		s := a.Place.Span
		if offset < int(s.Start) || offset > int(s.End) || offset == int(s.End) && s.Len() > 0 && !j.last(offset) {
			continue
		}
		switch {
		case len(out) == 0 || s.Len() < shortest:
			out, shortest = []lint.Access{a}, s.Len()
		case s.Len() == shortest:
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(x, y lint.Access) int { return cmp.Compare(ratio(&y), ratio(&x)) })
	if len(out) > 0 {
		for _, f := range j.out.Findings {
			if f.Picture != nil && f.Place == out[0].Place {
				out[0].Picture = f.Picture // it shows what comes of the remedy, too
			}
		}
	}
	return out
}

// last reports whether nothing but the end of the text is at an offset.
func (j *judgement) last(offset int) bool {
	for _, a := range j.out.Accesses {
		if a.Place.File.Path == j.shown {
			return offset == len(a.Place.File.Text)
		}
	}
	return false
}

// ratio is how many times more than it needs to an access takes; 0 when that is not known.
func ratio(a *lint.Access) float64 {
	if !a.Numbers.Known || a.Numbers.Ideal <= 0 {
		return 0
	}
	return a.Numbers.Actual / a.Numbers.Ideal
}

func unitOf(a *lint.Access) diag.Unit {
	if a.Subject.Space == "shared" {
		return diag.Wavefronts
	}
	return diag.Sectors
}

// cost is what a request takes, in words.
func cost(a *lint.Access) string {
	if !a.Numbers.Known {
		return "no number: " + a.BlockedBy
	}
	return needs(a.Numbers.Actual, a.Numbers.Ideal, unitOf(a))
}

// needs says what a request takes and what would do.
func needs(actual, ideal float64, unit diag.Unit) string {
	took := report.Number(actual) + " " + string(unit)
	if took == "1 "+string(unit) {
		took = strings.TrimSuffix(took, "s")
	}
	if actual <= ideal*1.001 {
		return took + ", as few as can be"
	}
	return took + " where " + report.Number(ideal) + " would do"
}

// facts are what is known of an access, one thing in each entry.
func facts(a *lint.Access) [][2]string {
	s := &a.Subject
	out := [][2]string{{"request", cost(a)}}
	add := func(name, value string) {
		if value != "" {
			out = append(out, [2]string{name, value})
		}
	}
	add("access", fmt.Sprintf("%s %s of %d bytes a lane, %s", s.Space, s.Op, a.Width, a.Pattern))
	add("index", s.Index)
	if s.Stride != "" {
		add("stride", s.Stride+" bytes from lane to lane")
	}
	add("block", report.Shape(s.Block)+" ("+origin(s)+")")
	if a.Numbers.Known {
		add("lanes", report.Number(a.Numbers.Lanes)+" active")
		if a.Numbers.UsefulShare > 0 && unitOf(a) == diag.Sectors {
			add("use", fmt.Sprintf("%.0f %% of the fetched bytes", 100*a.Numbers.UsefulShare))
		}
	}
	add("basis", a.Basis)
	return out
}

// origin tells where a block shape comes from.
func origin(s *diag.Subject) string {
	switch s.BlockFrom {
	case "launch":
		if s.LaunchLine > 0 {
			if s.LaunchFile != "" {
				return fmt.Sprintf("launch at %s:%d", filepath.Base(s.LaunchFile), s.LaunchLine)
			}
			return fmt.Sprintf("launch at line %d", s.LaunchLine)
		}
	case "launch_bounds":
		return "__launch_bounds__"
	case "comment":
		return "comment"
	case "config":
		return "settings"
	case "assumed":
		return "assumed: no launch tells it"
	}
	return s.BlockFrom
}

// quality sums accesses up: how many, how many of them costly, and the share of the fetched bytes that is used.
func quality(list []lint.Access) string {
	costly, unknown := 0, 0
	fetched, used := 0.0, 0.0
	sites := map[diag.Place]bool{}
	bad := map[diag.Place]bool{}
	blind := map[diag.Place]bool{}
	for i := range list {
		a := &list[i]
		sites[a.Place] = true
		if !a.Numbers.Known {
			blind[a.Place] = true
			continue
		}
		if a.Costly {
			bad[a.Place] = true
		}
		if unitOf(a) == diag.Sectors {
			fetched += a.Numbers.Actual
			used += min(a.Numbers.Actual, a.Numbers.Ideal)
		}
	}
	costly, unknown = len(bad), len(blind)
	words := []string{report.Plural(len(sites), "access"), fmt.Sprintf("%d costly", costly)}
	if unknown > 0 {
		words = append(words, fmt.Sprintf("%d without a number", unknown))
	}
	if fetched > 0 {
		words = append(words, fmt.Sprintf("%.0f %% of fetched bytes used", 100*used/fetched))
	}
	return strings.Join(words, ", ")
}
