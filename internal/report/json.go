package report

import (
	"encoding/json"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/lint"
)

// formatVersion is raised when a field changes its meaning or goes.
const formatVersion = 1

// position is where something is written: lines and columns count from 1, columns in code points, ends exclusive.
type position struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"end_line"`
	EndColumn int    `json:"end_column"`
}

func positionOf(p diag.Place) position {
	if p.File == nil {
		return position{Line: 1, Column: 1, EndLine: 1, EndColumn: 1}
	}
	start, end := p.File.Position(p.Span.Start), p.File.Position(p.Span.End)
	return position{p.File.Path, start.Line, start.Column, end.Line, end.Column}
}

// subject is what in the program an entry is about.
type subject struct {
	Kernel     string    `json:"kernel"`
	Array      *string   `json:"array"`
	Space      string    `json:"space,omitempty"`
	Op         string    `json:"op,omitempty"`
	Index      *string   `json:"index"`
	Stride     any       `json:"stride"` // bytes: a number, an expression, or null
	Block      *[3]int64 `json:"block"`
	BlockFrom  string    `json:"block_from,omitempty"`
	LaunchLine *int      `json:"launch_line,omitempty"`
	LaunchFile string    `json:"launch_file,omitempty"` // where that is not the finding's
}

func subjectOf(s diag.Subject) subject {
	out := subject{Kernel: s.Kernel, Space: s.Space, Op: s.Op, BlockFrom: s.BlockFrom, Array: text(s.Array), Index: text(s.Index)}
	if s.Stride != "" {
		out.Stride = s.Stride
		if n, err := strconv.ParseInt(s.Stride, 10, 64); err == nil {
			out.Stride = n
		}
	}
	if s.Block != [3]int64{} {
		out.Block = &s.Block
	}
	if s.LaunchLine > 0 {
		out.LaunchLine, out.LaunchFile = &s.LaunchLine, s.LaunchFile
	}
	return out
}

func text(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// number rounds to four digits behind the point; what is no finite number is null.
func number(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	x = math.Round(x*1e4) / 1e4
	return &x
}

func positive(x float64) *float64 {
	if x <= 0 {
		return nil
	}
	return number(x)
}

// sectorNumbers are per executed request, means.
type sectorNumbers struct {
	Lanes           *float64 `json:"lanes"`
	Sectors         *float64 `json:"sectors,omitempty"`
	SectorsIdeal    *float64 `json:"sectors_ideal,omitempty"`
	Wavefronts      *float64 `json:"wavefronts,omitempty"`
	WavefrontsIdeal *float64 `json:"wavefronts_ideal,omitempty"`
	Footprint       *float64 `json:"footprint"`
	UsefulShare     *float64 `json:"useful_share"`
}

func numbersOf(a *lint.Access) sectorNumbers {
	n := a.Numbers
	if !n.Known {
		return sectorNumbers{}
	}
	out := sectorNumbers{Lanes: number(n.Lanes), Footprint: positive(n.Footprint), UsefulShare: positive(n.UsefulShare)}
	if a.Subject.Space == "shared" {
		out.Wavefronts, out.WavefrontsIdeal = number(n.Actual), number(n.Ideal)
	} else {
		out.Sectors, out.SectorsIdeal = number(n.Actual), number(n.Ideal)
	}
	return out
}

type accessEntry struct {
	position
	WrittenAt  *position  `json:"written_at,omitempty"` // of an entry at a call: where the access stands
	CalledFrom []position `json:"called_from,omitempty"`
	subject
	Width int `json:"width"`
	sectorNumbers
	Pattern     string   `json:"pattern"`
	Basis       string   `json:"basis"`
	Assumptions []string `json:"assumptions"`
	BlockedBy   *string  `json:"blocked_by,omitempty"`
}

type unreadEntry struct {
	position
	Kernel string `json:"kernel"`
	Reason string `json:"reason"`
}

// WriteAccesses writes what `cudalint accesses --format json` promises.
func WriteAccesses(w io.Writer, r *lint.Result) error {
	s := newStream(w)
	s.begin()
	s.field("version", formatVersion)
	list(s, "accesses", func(yield func(accessEntry) bool) {
		for _, a := range withCalls(r.Accesses) {
			if !yield(accessEntryOf(a)) {
				return
			}
		}
	})
	list(s, "unread", slices.Values(unreadEntries(r.Unread)))
	return s.end()
}

func accessEntryOf(a accessAt) accessEntry {
	e := accessEntry{
		position:      a.at,
		subject:       subjectOf(a.Subject),
		Width:         a.Width,
		sectorNumbers: numbersOf(a.Access),
		Pattern:       a.Pattern,
		Basis:         a.Basis,
		Assumptions:   notNull(a.Assumptions),
		BlockedBy:     text(a.BlockedBy),
	}
	if a.call >= 0 {
		written := positionOf(a.Place)
		e.WrittenAt = &written
	}
	for _, c := range a.Calls[a.call+1:] {
		e.CalledFrom = append(e.CalledFrom, positionOf(c))
	}
	return e
}

func unreadEntries(in []lint.Unread) []unreadEntry {
	out := make([]unreadEntry, 0, len(in))
	for _, u := range in {
		out = append(out, unreadEntry{positionOf(u.Place), u.Kernel, u.Reason})
	}
	return out
}

// notNull is no null in JSON.
func notNull(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

func encode(w io.Writer, doc any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(doc)
}
