package report

import (
	"io"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/lint"
)

// Tool names the program that a document comes from.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// place is a position with what editors and SARIF need besides.
type place struct {
	position
	ByteStart      int32 `json:"byte_start"`
	ByteEnd        int32 `json:"byte_end"`
	UTF16Column    int   `json:"utf16_column"`
	UTF16EndColumn int   `json:"utf16_end_column"`
}

func placeOf(p diag.Place) place {
	out := place{position: positionOf(p), ByteStart: p.Span.Start, ByteEnd: p.Span.End, UTF16Column: 1, UTF16EndColumn: 1}
	if p.File != nil {
		out.UTF16Column, out.UTF16EndColumn = p.File.Position(p.Span.Start).UTF16, p.File.Position(p.Span.End).UTF16
	}
	return out
}

type costEntry struct {
	Unit   string   `json:"unit"`
	Actual *float64 `json:"actual"`
	Ideal  *float64 `json:"ideal"`
}

type relatedEntry struct {
	place
	Message string `json:"message"`
}

type editEntry struct {
	File      string `json:"file"`
	ByteStart int32  `json:"byte_start"`
	ByteEnd   int32  `json:"byte_end"`
	Text      string `json:"text"`
}

type fixEntry struct {
	Title         string      `json:"title"`
	Applicability string      `json:"applicability"`
	Edits         []editEntry `json:"edits"`
	Before        *float64    `json:"before"`
	After         *float64    `json:"after"`
}

// judgement is what a rule says.
type judgement struct {
	Rule       string `json:"rule"`
	Severity   string `json:"severity"`
	Confidence string `json:"confidence"`
	Message    string `json:"message"`
}

// grounds are what it rests on.
type grounds struct {
	Cost        *costEntry `json:"cost"`
	Footprint   *float64   `json:"footprint"`
	UsefulShare *float64   `json:"useful_share"`
	Weight      *float64   `json:"weight"`
	Cause       *string    `json:"cause"`
	Assumptions []string   `json:"assumptions"`
	Metric      *string    `json:"metric"`
	Help        *string    `json:"help"`
}

type findingEntry struct {
	judgement
	place
	subject
	grounds
	Related     []relatedEntry `json:"related"`
	Fixes       []fixEntry     `json:"fixes"`
	Measured    *measuredEntry `json:"measured,omitempty"`
	Fingerprint string         `json:"fingerprint"`
}

// measuredEntry is what a profiler read, in all executions together.
type measuredEntry struct {
	Verdict  string  `json:"verdict"`
	Why      string  `json:"why,omitempty"`
	Requests float64 `json:"requests"`
	Actual   float64 `json:"actual"`
	Ideal    float64 `json:"ideal"`
}

// Shard is what a document of a shard carries for the one that is made of all of them.
type Shard struct {
	Index int    `json:"index"` // from 1
	Count int    `json:"count"`
	Part  string `json:"part"`
}

// writeFindings writes what `cudalint check --format json` promises.
func writeFindings(w io.Writer, d *Document) error {
	doc := struct {
		Version  int            `json:"version"`
		Tool     Tool           `json:"tool"`
		Findings []findingEntry `json:"findings"`
		Summary  Summary        `json:"summary"`
		Shard    *Shard         `json:"shard,omitempty"`
	}{formatVersion, d.Tool, d.entries(), d.Summary, d.Shard}
	return encode(w, doc)
}

func findingOf(d *diag.Diagnostic) findingEntry {
	e := findingEntry{
		judgement: judgement{d.Rule, d.Severity.String(), d.Confidence.String(), d.Message},
		place:     placeOf(d.Place),
		subject:   subjectOf(d.Subject),
		grounds: grounds{
			Footprint:   positive(d.Footprint),
			UsefulShare: positive(d.UsefulShare),
			Weight:      positive(d.Weight),
			Cause:       text(d.Cause),
			Assumptions: notNull(d.Assumptions),
			Metric:      text(d.Metric),
			Help:        text(d.Help),
		},
		Related:     []relatedEntry{},
		Fixes:       []fixEntry{},
		Fingerprint: lint.Fingerprint(d),
	}
	if m := d.Measured; m != nil {
		e.Measured = &measuredEntry{string(m.Verdict), m.Why, m.Requests, m.Actual, m.Ideal}
	}
	if d.Cost != nil {
		e.Cost = &costEntry{string(d.Cost.Unit), number(d.Cost.Actual), number(d.Cost.Ideal)}
	}
	for _, rel := range d.Related {
		e.Related = append(e.Related, relatedEntry{placeOf(rel.Place), rel.Message})
	}
	for _, f := range d.Fixes {
		e.Fixes = append(e.Fixes, fixOf(f))
	}
	return e
}

func fixOf(f diag.Fix) fixEntry {
	e := fixEntry{Title: f.Title, Applicability: f.Applicability.String(), Edits: []editEntry{}, Before: positive(f.Before), After: positive(f.After)}
	for _, edit := range f.Edits {
		path := ""
		if edit.Place.File != nil {
			path = edit.Place.File.Path
		}
		e.Edits = append(e.Edits, editEntry{path, edit.Place.Span.Start, edit.Place.Span.End, edit.Text})
	}
	return e
}
