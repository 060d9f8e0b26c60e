package report

import (
	"io"

	"github.com/cudalint/cudalint/diag"
)

// rdPosition counts from 1, columns in bytes of UTF-8.
type rdPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

type rdRange struct {
	Start rdPosition `json:"start"`
	End   rdPosition `json:"end"` // exclusive
}

type rdLocation struct {
	Path  string  `json:"path"`
	Range rdRange `json:"range"`
}

type rdSuggestion struct {
	Range rdRange `json:"range"`
	Text  string  `json:"text"`
}

type rdCode struct {
	Value string `json:"value"`
	URL   string `json:"url"`
}

type rdRelated struct {
	Message  string     `json:"message"`
	Location rdLocation `json:"location"`
}

type rdDiagnostic struct {
	Message     string         `json:"message"`
	Location    rdLocation     `json:"location"`
	Severity    string         `json:"severity"`
	Code        rdCode         `json:"code"`
	Suggestions []rdSuggestion `json:"suggestions,omitempty"`
	Related     []rdRelated    `json:"related_locations,omitempty"`
}

type rdSource struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

func rdRangeOf(p diag.Place) rdRange {
	if p.File == nil {
		return rdRange{rdPosition{1, 1}, rdPosition{1, 1}}
	}
	start, end := p.File.Position(p.Span.Start), p.File.Position(p.Span.End)
	return rdRange{rdPosition{start.Line, start.Byte}, rdPosition{end.Line, end.Byte}}
}

// writeRDJSON writes what reviewdog reads. A safe fix that is one edit of the same file is a suggestion.
func writeRDJSON(w io.Writer, d *Document) error {
	severity := map[diag.Severity]string{diag.Error: "ERROR", diag.Warning: "WARNING", diag.Info: "INFO", diag.Hint: "INFO"}
	doc := struct {
		Source      rdSource       `json:"source"`
		Diagnostics []rdDiagnostic `json:"diagnostics"`
	}{rdSource{d.Tool.Name, projectURL}, make([]rdDiagnostic, 0, len(d.Result.Findings))}
	for i := range d.Result.Findings {
		f := &d.Result.Findings[i]
		e := rdDiagnostic{
			Message:  sentence(f),
			Location: rdLocation{d.path(f.Place), rdRangeOf(f.Place)},
			Severity: severity[f.Severity],
			Code:     rdCode{f.Rule, RulePage(f.Rule)},
		}
		for _, fix := range f.Fixes {
			if fix.Applicability == diag.Safe && len(fix.Edits) == 1 && fix.Edits[0].Place.File == f.Place.File {
				e.Suggestions = append(e.Suggestions, rdSuggestion{rdRangeOf(fix.Edits[0].Place), fix.Edits[0].Text})
			}
		}
		for _, r := range f.Related {
			e.Related = append(e.Related, rdRelated{clean(r.Message, false), rdLocation{d.path(r.Place), rdRangeOf(r.Place)}})
		}
		doc.Diagnostics = append(doc.Diagnostics, e)
	}
	return encode(w, doc)
}

const projectURL = "https://github.com/cudalint/cudalint"

// RulePage is the address of a rule's page.
func RulePage(rule string) string { return projectURL + "/blob/main/docs/rules/" + rule + ".md" }
