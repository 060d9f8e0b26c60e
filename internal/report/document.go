package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/lint"
)

// Document is what a run found, with what the formats need to write it.
type Document struct {
	Tool     Tool
	Result   *lint.Result
	Summary  Summary
	Style    Style
	Template string   // of the format "template"
	Failures []string // what could not be read, one sentence each

	Shard *Shard // nil for a whole run

	// Path names a displayed path in formats for other programs: relative to the top of the repository. Nil leaves it.
	Path func(displayed string) string

	// Silenced asks the formats that can say so for what comments silence, too.
	Silenced bool
}

// Formats are the names of all formats for findings, in the order in which they are listed.
func Formats() []string {
	names := make([]string, 0, len(formats))
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

type format struct {
	name  string
	write func(io.Writer, *Document) error
}

var formats = []format{
	{"text", func(w io.Writer, d *Document) error { return Findings(w, d.Result.Findings, d.Style) }},
	{"concise", writeConcise},
	{"json", writeFindings},
	{"jsonl", writeLines},
	{"sarif", writeSARIF},
	{"github", writeGitHub},
	{"gitlab", writeGitLab},
	{"junit", writeJUnit},
	{"checkstyle", writeCheckstyle},
	{"rdjson", writeRDJSON},
	{"azure", writeAzure},
	{"teamcity", writeTeamCity},
	{"markdown", writeMarkdown},
	{"template", writeTemplate},
}

// Write writes a document in one of the formats.
func Write(w io.Writer, name string, d *Document) error {
	i := slices.IndexFunc(formats, func(f format) bool { return f.name == name })
	if i < 0 {
		return fmt.Errorf("no format %q", name)
	}
	return formats[i].write(w, d)
}

// path is where a finding is, for other programs.
func (d *Document) path(p diag.Place) string { return valid(d.pathBytes(p)) }

// pathBytes is path with what is no UTF-8 in it.
func (d *Document) pathBytes(p diag.Place) string {
	switch {
	case p.File == nil:
		return ""
	case d.Path == nil:
		return p.File.Path
	}
	return d.Path(p.File.Path)
}

// uniquePrint is a fingerprint for services that keep one finding for each: of path, rule, kernel, array and the text that is flagged.
// Findings that agree in all of these are told apart by Nth.
func (d *Document) uniquePrint(f *diag.Diagnostic) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%d", d.pathBytes(f.Place), lint.ContentKey(f), f.Nth))
	return hex.EncodeToString(sum[:16])
}

// worstFirst are the positions of the findings by severity, certainty and cost.
func worstFirst(list []diag.Diagnostic) []int {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		x, y := &list[i], &list[j]
		switch {
		case x.Severity != y.Severity:
			return int(y.Severity) - int(x.Severity)
		case x.Confidence != y.Confidence:
			return int(y.Confidence) - int(x.Confidence)
		case ratio(x) > ratio(y):
			return -1
		case ratio(x) < ratio(y):
			return 1
		}
		return 0
	})
	return order
}

func ratio(d *diag.Diagnostic) float64 {
	if d.Cost == nil || d.Cost.Ideal <= 0 {
		return 0
	}
	return d.Cost.Actual / d.Cost.Ideal
}

// oneLine is the position of a place with an end on the same line: what goes on below is cut at the line's end.
func oneLine(p diag.Place) place {
	if p.File != nil {
		p.Span.End = max(p.Span.Start, min(p.Span.End, p.File.LineSpan(p.File.LineOf(p.Span.Start)).End))
	}
	return placeOf(p)
}

// sentence is a message as prose for other programs: control characters escaped, with what is known beside it.
func sentence(d *diag.Diagnostic) string {
	var b strings.Builder
	b.WriteString(clean(d.Message, false))
	for _, g := range groundsOf(d) {
		b.WriteString("; " + clean(g, false))
	}
	return b.String()
}
