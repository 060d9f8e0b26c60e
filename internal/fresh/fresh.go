// Package fresh tells which findings are new: findings and a baseline, or the lines that changed since a revision, go in; those that
// are not known yet come out. It never makes a finding, it only leaves some out.
package fresh

import (
	"bytes"

	"github.com/cudalint/cudalint/diag"
)

// Lines are the lines that changed, by path from the top of the repository. They count as git counts: from 1, by line feeds.
type Lines map[string]*Changed

// Changed are the lines of one file.
type Changed struct {
	Whole bool // all of them: the file is new
	runs  []run
}

// run is a stretch of lines, both ends included.
type run struct{ first, last int }

func (c *Changed) add(first, count int) {
	if count > 0 {
		c.runs = append(c.runs, run{first, first + count - 1})
	}
}

// touches reports whether one of the lines from first to last changed.
func (c *Changed) touches(first, last int) bool {
	if c.Whole {
		return true
	}
	for _, r := range c.runs {
		if r.first <= last && first <= r.last {
			return true
		}
	}
	return false
}

// without takes the lines of other out.
func (l Lines) without(other Lines) Lines {
	out := Lines{}
	for path, c := range l {
		o := other[path]
		switch {
		case o == nil:
			out[path] = c
		case o.Whole:
		default:
			kept := &Changed{}
			for _, r := range c.runs {
				for line := r.first; line <= r.last; line++ {
					if !o.touches(line, line) {
						kept.add(line, 1)
					}
				}
			}
			out[path] = kept
		}
	}
	return out
}

// Keep gives the findings that are about a changed line: at the place itself, or at another one that belongs to it. Whole widens that to
// all findings with a place in a changed file. Where tells the path of a displayed file from the top of the repository, and false for
// files that are not in it: their findings are kept.
func (l Lines) Keep(list []diag.Diagnostic, whole bool, where func(displayed string) (string, bool)) []diag.Diagnostic {
	changed := func(p diag.Place) bool {
		if p.File == nil {
			return true
		}
		path, inside := where(p.File.Path)
		if !inside {
			return true
		}
		c := l[path]
		if c == nil {
			return false
		}
		text := p.File.Text
		first := bytes.Count(text[:min(int(p.Span.Start), len(text))], []byte("\n")) + 1
		last := first + bytes.Count(text[min(int(p.Span.Start), len(text)):min(max(int(p.Span.Start), int(p.Span.End)-1), len(text))], []byte("\n"))
		return whole || c.touches(first, last)
	}
	var out []diag.Diagnostic
	for _, d := range list {
		keep := changed(d.Place)
		for _, r := range d.Related {
			keep = keep || changed(r.Place)
		}
		if keep {
			out = append(out, d)
		}
	}
	return out
}
