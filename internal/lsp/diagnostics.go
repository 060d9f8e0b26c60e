package lsp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/internal/report"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/source"
)

// view turns what a judgement says into the client's words. It is made for one message and used by one goroutine.
type view struct {
	server *server
	uris   map[string]string // of open documents, by path
	result *judgement
	texts  map[*source.File]*text
}

func (s *server) view(j *judgement) *view {
	v := &view{server: s, result: j, texts: map[*source.File]*text{}, uris: map[string]string{}}
	s.mu.Lock()
	defer s.mu.Unlock()
	for uri, d := range s.docs {
		v.uris[d.abs] = uri
	}
	return v
}

func (v *view) text(f *source.File) *text {
	t := v.texts[f]
	if t == nil {
		t = newText(f.Text)
		v.texts[f] = t
	}
	return t
}

func (v *view) span(f *source.File, s source.Span) textRange {
	t := v.text(f)
	e := v.server.client.encoding
	return textRange{t.position(int(s.Start), e), t.position(int(s.End), e)}
}

func (v *view) uri(f *source.File) string {
	abs := v.result.session.Path(f.Path)
	if uri, open := v.uris[abs]; open {
		return uri
	}
	return fileURI(abs)
}

func (v *view) location(p diag.Place) location {
	return location{v.uri(p.File), v.span(p.File, p.Span)}
}

// findings of the document, with their fingerprints.
func (j *judgement) findings() (list []diag.Diagnostic, prints []string) {
	if j.out == nil {
		return nil, nil
	}
	for _, d := range j.out.Findings {
		if d.Place.File.Path == j.shown {
			list, prints = append(list, d), append(prints, lint.Fingerprint(&d))
		}
	}
	return list, prints
}

func (v *view) diagnostics() []diagnostic {
	out := []diagnostic{}
	list, prints := v.result.findings()
	for i := range list {
		out = append(out, v.diagnostic(&list[i], prints[i]))
	}
	return out
}

var severities = map[diag.Severity]int{
	diag.Error: severityError, diag.Warning: severityWarning, diag.Info: severityInformation, diag.Hint: severityHint,
}

func (v *view) diagnostic(d *diag.Diagnostic, print string) diagnostic {
	can := &v.server.client.diagnostics
	out := diagnostic{
		Range:    v.span(d.Place.File, d.Place.Span),
		Severity: severities[d.Severity],
		Code:     d.Rule,
		Source:   "cudalint",
	}
	lines := []string{d.Message}
	if told := costOf(d); told != "" {
		lines = append(lines, told)
	}
	for _, a := range d.Assumptions {
		lines = append(lines, "assumed: "+a)
	}
	if d.Help != "" {
		lines = append(lines, d.Help)
	}
	if can.descriptions {
		out.CodeDescription = &codeDescription{report.RulePage(d.Rule)}
	}
	for _, r := range d.Related {
		switch {
		case r.Place.File == nil:
			lines = append(lines, r.Message)
		case can.related:
			out.RelatedInformation = append(out.RelatedInformation, relatedInformation{v.location(r.Place), r.Message})
		default:
			at := v.span(r.Place.File, r.Place.Span).Start
			lines = append(lines, fmt.Sprintf("%s:%d:%d: %s", r.Place.File.Path, at.Line+1, at.Character+1, r.Message))
		}
	}
	out.Message = strings.Join(lines, "\n")
	if can.markup {
		out.Message = markupContent{"plaintext", strings.Join(lines, "\n")}
	}
	if can.unnecessary && d.Rule == lint.UnusedSuppression {
		out.Tags = []int{tagUnnecessary}
	}
	if can.data {
		out.Data = &diagnosticData{print}
	}
	return out
}

// costOf names what a request of the finding's access takes, unless the message does.
func costOf(d *diag.Diagnostic) string {
	if d.Cost == nil || strings.Contains(d.Message, string(d.Cost.Unit)) {
		return ""
	}
	return needs(d.Cost.Actual, d.Cost.Ideal, d.Cost.Unit)
}

// publish pushes the diagnostics of a judgement, unless they say what those before said of the same content.
func (s *server) publish(d *document, j, old *judgement) {
	v := s.view(j)
	p := publishDiagnosticsParams{URI: d.uri, Diagnostics: v.diagnostics()}
	if s.client.diagnostics.versions {
		p.Version = &j.version
	}
	if old != nil && old.revision == j.revision {
		if before := s.view(old).diagnostics(); resultID(before) == resultID(p.Diagnostics) {
			return
		}
	}
	s.telling.Lock()
	defer s.telling.Unlock()
	s.mu.Lock()
	stale := d.revision != j.revision
	s.mu.Unlock()
	if !stale {
		s.notify("textDocument/publishDiagnostics", p)
	}
}

// resultID is the same for the same diagnostics.
func resultID(list []diagnostic) string {
	b, err := json.Marshal(list)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

func (s *server) pullDiagnostics(params json.RawMessage) (job, error) {
	var p documentDiagnosticParams
	if err := decode(params, &p); err != nil {
		return nil, err
	}
	d, revision, err := s.open(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (any, error) {
		j, err := s.await(ctx, d, revision)
		switch {
		case err == errModified:
			data, _ := json.Marshal(serverCancellation{RetriggerRequest: true})
			raw := json.RawMessage(data)
			return nil, &jsonrpc2.Error{Code: codeServerCancelled, Message: err.Error(), Data: &raw}
		case err != nil:
			return nil, err
		}
		items := s.view(j).diagnostics()
		id := resultID(items)
		if id == p.PreviousResultID {
			return unchangedReport{"unchanged", id}, nil
		}
		return fullReport{"full", id, items}, nil
	}, nil
}

// overlaps reports whether two ranges share a place; ranges that touch do.
func overlaps(x, y textRange) bool { return !before(x.End, y.Start) && !before(y.End, x.Start) }

func before(x, y position) bool {
	return x.Line < y.Line || x.Line == y.Line && x.Character < y.Character
}

// at are the findings that touch a range.
func (v *view) at(r textRange) (list []diag.Diagnostic, prints []string) {
	all, marks := v.result.findings()
	for i := range all {
		if overlaps(v.span(all[i].Place.File, all[i].Place.Span), r) {
			list, prints = append(list, all[i]), append(prints, marks[i])
		}
	}
	return list, prints
}

// unique leaves out texts that come again.
func unique(list []string) []string {
	var out []string
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
