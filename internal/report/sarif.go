package report

import (
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/source"
)

// Limits of GitHub's code scanning; a file beyond them is rejected as a whole.
const (
	mostResults     = 25000
	mostDescription = 1024 // characters
	mostRelated     = 99
	sourceRoot      = "%SRCROOT%"
	sarifSchema     = "https://json.schemastore.org/sarif-2.1.0.json"
	ourPrint        = "cudalint/v1"
	shardProperty   = "cudalint/shard"
	primaryPrint    = "primaryLocationLineHash"
	calledFrom      = "called from here"
	andMore         = " (the rest is left out)"
)

// writeSARIF writes a SARIF 2.1.0 log with one run.
func writeSARIF(w io.Writer, d *Document) error {
	s := &sarifWriter{doc: d, hashes: map[*source.File][]string{}}
	run := sarifRun{
		Tool:        sarifTool{sarifDriver{Name: d.Tool.Name, FullName: d.Tool.Name + " " + d.Tool.Version, Version: numbered(d.Tool.Version), InformationURI: projectURL}},
		Automation:  sarifID{d.Tool.Name + "/"},
		ColumnKind:  "utf16CodeUnits",
		Bases:       map[string]sarifArtifact{sourceRoot: {Description: &sarifText{Text: "The top of the repository, or else the folder that the tool ran in."}}},
		Invocations: []sarifInvocation{{Successful: len(d.Failures) == 0}},
		Results:     []sarifResult{},
	}
	s.rules()
	run.Tool.Driver.Rules = s.list
	for n, i := range worstFirst(d.Result.Findings) {
		if n == mostResults {
			break
		}
		run.Results = append(run.Results, s.result(&d.Result.Findings[i]))
	}
	if d.Silenced {
		for i := range d.Result.Suppressed[:min(len(d.Result.Suppressed), mostResults-len(run.Results))] {
			run.Results = append(run.Results, s.suppressed(&d.Result.Suppressed[i]))
		}
	}
	run.Invocations[0].Notifications = s.notes()
	if d.Shard != nil {
		run.Properties = map[string]*Shard{shardProperty: d.Shard}
	}
	return encode(w, sarifLog{sarifSchema, "2.1.0", []sarifRun{run}})
}

// numbered is a version that begins with a number, as readers want to compare it: that of a checkout has none.
func numbered(version string) string {
	version = strings.TrimPrefix(version, "v")
	if version == "" || version[0] < '0' || version[0] > '9' {
		return "0.0.0 " + version
	}
	return version
}

type sarifWriter struct {
	doc    *Document
	list   []sarifRule
	hashes map[*source.File][]string
}

func (s *sarifWriter) notes() []sarifNotification {
	var out []sarifNotification
	for _, f := range s.doc.Failures {
		out = append(out, sarifNotification{"error", sarifText{Text: clean(f, false)}})
	}
	if left := len(s.doc.Result.Findings) - mostResults; left > 0 {
		out = append(out, sarifNotification{"warning", sarifText{Text: fmt.Sprintf("%d findings, those that matter least, are left out: GitHub rejects more than %d.", left, mostResults)}})
	}
	return out
}

var sarifLevels = map[diag.Severity]string{diag.Error: "error", diag.Warning: "warning", diag.Info: "note", diag.Hint: "note"}

// rules are all rules, by name. The page of a rule that found something ends with the picture of its worst finding.
func (s *sarifWriter) rules() {
	pictures := map[string][]string{}
	for _, i := range worstFirst(s.doc.Result.Findings) {
		f := &s.doc.Result.Findings[i]
		if f.Picture != nil && pictures[f.Rule] == nil {
			pictures[f.Rule] = append([]string{s.doc.where(f), ""}, picture(f.Picture, f.Subject.Op == "load", Style{})...)
		}
	}
	severity := map[diag.Severity]string{diag.Error: "error", diag.Warning: "warning", diag.Info: "recommendation", diag.Hint: "recommendation"}
	for _, r := range lint.Rules() {
		page := strings.TrimSpace(r.Doc)
		markdown := page
		if p := pictures[r.Name]; p != nil {
			markdown += "\n\n## One warp of this run\n\n```text\n" + strings.ReplaceAll(strings.Join(p, "\n"), "```", "'''") + "\n```"
		}
		summary := shortened(ruleSummary(r.Name), mostDescription)
		s.list = append(s.list, sarifRule{
			ID: r.Name, Name: pascal(r.Name),
			Short: sarifText{Text: summary}, Full: sarifText{Text: summary},
			Help:    sarifText{Text: page, Markdown: markdown},
			HelpURI: RulePage(r.Name),
			Default: sarifLevel{sarifLevels[r.Default]},
			Properties: map[string]any{
				"precision": "high", "problem.severity": severity[r.Default], "tags": []string{"cuda", "performance"},
			},
		})
	}
	slices.SortFunc(s.list, func(x, y sarifRule) int { return strings.Compare(x.ID, y.ID) })
}

// pascal writes a rule's name without hyphens.
func pascal(name string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(name, "-") {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

func shortened(s string, most int) string {
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most-len(andMore)]) + andMore
	}
	return s
}

// artifact is a file: a relative URI, percent-encoded byte by byte, below the source root; an absolute path is left alone.
func (s *sarifWriter) artifact(f *source.File) sarifArtifact {
	path := s.doc.pathBytes(diag.Place{File: f})
	segments := strings.Split(path, "/")
	for i, part := range segments {
		segments[i] = strings.ReplaceAll(url.PathEscape(part), ":", "%3A") // a colon in the first one would make it a scheme
	}
	uri := strings.Join(segments, "/")
	if strings.HasPrefix(path, "/") {
		return sarifArtifact{URI: "file://" + uri}
	}
	return sarifArtifact{URI: uri, Base: sourceRoot}
}

func sarifRegionOf(p place) sarifRegion {
	return sarifRegion{StartLine: p.Line, StartColumn: p.UTF16Column, EndLine: p.EndLine, EndColumn: p.UTF16EndColumn}
}

// location is a place on one line with its text and its line.
func (s *sarifWriter) location(p diag.Place) sarifLocation {
	at := oneLine(p)
	region := sarifRegionOf(at)
	line := p.File.LineSpan(at.Line)
	region.Snippet = &sarifText{Text: valid(p.File.Slice(source.Span{Start: at.ByteStart, End: at.ByteEnd}))}
	end := p.File.Position(line.End)
	context := &sarifRegion{StartLine: at.Line, StartColumn: 1, EndLine: at.Line, EndColumn: end.UTF16, Snippet: &sarifText{Text: valid(p.File.Slice(line))}}
	if context.StartColumn == region.StartColumn && context.EndColumn == region.EndColumn || len(context.Snippet.Text) > 1<<12 {
		context = nil
	}
	return sarifLocation{Physical: sarifPhysical{Artifact: s.artifact(p.File), Region: region, Context: context}}
}

func valid(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

// linkText makes a text that has no meaning in a message with links.
func linkText(s string) string { return escaped(clean(s, false), `\`, `\\`, "[", `\[`, "]", `\]`) }

func (s *sarifWriter) result(d *diag.Diagnostic) sarifResult {
	r := sarifResult{
		RuleID: d.Rule, Level: sarifLevels[d.Severity],
		RuleIndex: slices.IndexFunc(s.list, func(x sarifRule) bool { return x.ID == d.Rule }),
		Locations: []sarifLocation{s.location(d.Place)},
		Prints:    map[string]string{primaryPrint: s.lineHash(d.Place), ourPrint: s.doc.uniquePrint(d)},
		Properties: map[string]any{
			"precision": map[diag.Confidence]string{diag.Proved: "very-high", diag.Likely: "high", diag.Possible: "low"}[d.Confidence],
			"kernel":    d.Subject.Kernel, "array": d.Subject.Array,
		},
	}
	if d.Cost != nil {
		r.Properties["unit"], r.Properties["actual"], r.Properties["ideal"] = d.Cost.Unit, number(d.Cost.Actual), number(d.Cost.Ideal)
	}
	text := linkText(d.Message)
	for _, g := range groundsOf(d) {
		text += "; " + linkText(g)
	}
	text += "."
	if d.Help != "" {
		text += " Help: " + linkText(d.Help) + "."
	}
	for _, rel := range d.Related[:min(len(d.Related), mostRelated)] {
		at := s.location(rel.Place)
		at.ID = len(r.Related) + 1
		at.Message = &sarifText{Text: clean(rel.Message, false)}
		r.Related = append(r.Related, at)
		text += fmt.Sprintf(" [%s](%d).", linkText(rel.Message), at.ID)
	}
	r.Message = sarifText{Text: text}
	r.Flows = s.flows(d)
	for _, f := range d.Fixes {
		if len(f.Edits) > 0 {
			r.Fixes = append(r.Fixes, s.fix(&f))
		}
	}
	return r
}

func (s *sarifWriter) lineHash(p diag.Place) string {
	all, known := s.hashes[p.File]
	if !known {
		all = lineHashes(p.File)
		s.hashes[p.File] = all
	}
	return all[min(p.File.LineOf(p.Span.Start), len(all))-1]
}

// flows show the way to an access in a function that a kernel calls: the calls from the kernel inward, then the access.
func (s *sarifWriter) flows(d *diag.Diagnostic) []sarifFlow {
	var steps []sarifFlowStep
	for _, rel := range slices.Backward(d.Related) {
		if rel.Message == calledFrom {
			at := s.location(rel.Place)
			at.Message = &sarifText{Text: "The kernel gets here."}
			steps = append(steps, sarifFlowStep{at})
		}
	}
	if len(steps) == 0 {
		return nil
	}
	at := s.location(d.Place)
	at.Message = &sarifText{Text: clean(d.Message, false)}
	return []sarifFlow{{[]sarifThread{{append(steps, sarifFlowStep{at})}}}}
}

func (s *sarifWriter) fix(f *diag.Fix) sarifFix {
	out := sarifFix{Description: sarifText{Text: fmt.Sprintf("%s (%s).", clean(f.Title, false), f.Applicability)}}
	for _, e := range f.Edits {
		artifact := s.artifact(e.Place.File)
		i := slices.IndexFunc(out.Changes, func(c sarifChange) bool { return c.Artifact.URI == artifact.URI })
		if i < 0 {
			i = len(out.Changes)
			out.Changes = append(out.Changes, sarifChange{Artifact: artifact})
		}
		// Inserted is there for a deletion, too: reviewdog 0.21 fails without.
		r := sarifReplacement{Deleted: sarifRegionOf(placeOf(e.Place)), Inserted: sarifText{Text: valid(e.Text)}}
		out.Changes[i].Replacements = append(out.Changes[i].Replacements, r)
	}
	return out
}

// suppressed is a finding that a comment silences.
func (s *sarifWriter) suppressed(d *lint.Suppressed) sarifResult {
	r := s.result(&d.Diagnostic)
	at := s.location(d.By)
	r.Suppressions = []sarifSuppression{{Kind: "inSource", Justification: clean(d.Reason, false), Location: &at}}
	return r
}
