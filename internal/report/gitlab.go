package report

import (
	"io"
	"path"
	"strings"

	"github.com/cudalint/cudalint/diag"
)

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

// writeGitLab writes a code quality report: an array, also when there is nothing in it. The rule comes first in the description, since
// GitLab does not show the name of the check.
func writeGitLab(w io.Writer, d *Document) error {
	severity := map[diag.Severity]string{diag.Error: "critical", diag.Warning: "major", diag.Info: "minor", diag.Hint: "info"}
	out := make([]gitlabIssue, 0, len(d.Result.Findings))
	for i := range d.Result.Findings {
		f := &d.Result.Findings[i]
		at := positionOf(f.Place)
		out = append(out, gitlabIssue{
			Description: f.Rule + ": " + sentence(f),
			CheckName:   f.Rule,
			Fingerprint: d.uniquePrint(f),
			Severity:    severity[f.Severity],
			Location:    gitlabLocation{strings.TrimPrefix(path.Clean(d.path(f.Place)), "./"), gitlabLines{at.Line, at.EndLine}},
		})
	}
	return encode(w, out)
}
