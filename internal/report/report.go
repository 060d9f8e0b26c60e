// Package report writes what a run found: as text with the source lines and a picture of one warp, and as JSON for other programs.
package report

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/lint"
)

// Summary counts what was looked at. Accesses are those that sectors or wavefronts are counted for, once for each block shape.
type Summary struct {
	Files      int `json:"files"`
	Kernels    int `json:"kernels"`
	Accesses   int `json:"accesses"`
	Judged     int `json:"judged"`
	Unknown    int `json:"unknown"` // accesses that got no number
	Unread     int `json:"unread"`  // kernels, parts of kernels and headers that could not be read
	Errors     int `json:"errors"`
	Warnings   int `json:"warnings"`
	Infos      int `json:"infos"`
	Hints      int `json:"hints"`
	Unreadable int `json:"unreadable"` // files that could not be read, or on which the program failed
}

// Summarize counts.
func Summarize(files, unreadable int, r *lint.Result) Summary {
	s := Summary{Files: files, Unreadable: unreadable, Kernels: len(r.Kernels), Unread: len(r.Unread)}
	s.Accesses, s.Judged = r.Counts()
	s.Unknown = s.Accesses - s.Judged
	for _, d := range r.Findings {
		switch d.Severity {
		case diag.Error:
			s.Errors++
		case diag.Warning:
			s.Warnings++
		case diag.Info:
			s.Infos++
		case diag.Hint:
			s.Hints++
		}
	}
	return s
}

// String is the last line of a run that reports findings.
func (s Summary) String() string {
	var found []string
	for _, n := range []struct {
		count int
		one   string
	}{{s.Errors, "error"}, {s.Warnings, "warning"}, {s.Infos, "info"}, {s.Hints, "hint"}} {
		if n.count > 0 {
			found = append(found, Plural(n.count, n.one))
		}
	}
	if len(found) == 0 {
		found = []string{nothing}
	}
	if s.Files == 0 && s.Unread == 0 && len(found) == 1 && found[0] == nothing {
		return nothing + " in 0 files: there is no CUDA code (.cu, .cuh, or C++ files with CUDA words)"
	}
	return strings.Join(found, ", ") + " in " + s.Coverage()
}

// nothing is what was found where nothing was.
const nothing = "no findings"

// Coverage is the last line of a run that lists accesses.
func (s Summary) Coverage() string {
	text := fmt.Sprintf("%s, %s: %d of %s judged", Plural(s.Files, "file"), Plural(s.Kernels, "kernel"), s.Judged, Plural(s.Accesses, "access"))
	var missing []string
	if s.Unknown > 0 {
		missing = append(missing, Plural(s.Unknown, "access")+" without a number")
	}
	if s.Unread > 0 {
		missing = append(missing, Plural(s.Unread, "place")+" not read")
	}
	if len(missing) > 0 {
		text += "; " + strings.Join(missing, ", ") + " (--show-unknown lists them)"
	}
	return text
}

// Plural is a number with its noun.
func Plural(n int, what string) string {
	switch {
	case n == 1 || what == "info":
	case strings.HasSuffix(what, "ry"):
		what = strings.TrimSuffix(what, "y") + "ies"
	case strings.HasSuffix(what, "s") || strings.HasSuffix(what, "x"):
		what += "es"
	default:
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
