package lint

import (
	"slices"

	"github.com/cudalint/cudalint/diag"
)

// Level is what the user wants of a rule in a file. The zero value is the rule as it is.
type Level struct {
	Off      bool
	Set      bool          // Severity counts
	Severity diag.Severity // of a finding that nothing speaks against; milder ones stay as mild, but are never severer than this
}

func (o Options) levelOf(rule string, at diag.Place) Level {
	if o.Level == nil || at.File == nil {
		return Level{}
	}
	return o.Level(rule, at.File.Path)
}

// graded gives findings the severities of their files' levels, and leaves out those of rules that are off there.
func (o Options) graded(list []diag.Diagnostic) []diag.Diagnostic {
	normal := map[string]diag.Severity{}
	for _, r := range Rules() {
		normal[r.Name] = r.Default
	}
	out := slices.Clone(list)
	for i := range out {
		switch l := o.levelOf(out[i].Rule, out[i].Place); {
		case !l.Set:
		case out[i].Severity >= normal[out[i].Rule]:
			out[i].Severity = l.Severity
		default:
			out[i].Severity = min(out[i].Severity, l.Severity)
		}
	}
	return slices.DeleteFunc(out, func(d diag.Diagnostic) bool { return o.levelOf(d.Rule, d.Place).Off })
}
