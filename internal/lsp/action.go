package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/source"
)

const (
	kindQuickFix = "quickfix"
	kindFixAll   = "source.fixAll.cudalint"
)

// automatic is the trigger of a request that the user did not make.
const automatic = 2

// actionData finds an action again that the client wants to make.
type actionData struct {
	URI         string `json:"uri"`
	Version     int32  `json:"version"`
	Do          string `json:"do"` // one of the words below
	Fingerprint string `json:"fingerprint,omitempty"`
	Kernel      string `json:"kernel,omitempty"` // of the finding
	Fix         int    `json:"fix,omitempty"`    // its place in the finding
}

const (
	doFix          = "fix"
	doIgnore       = "ignore"
	doKernelIgnore = "kernel-ignore"
	doFixAll       = "fix-all"
)

// wanted reports whether a kind is one of those that the client asks for, or below one.
func wanted(kind string, only []string) bool {
	return only == nil || slices.ContainsFunc(only, func(o string) bool { return o == "" || kind == o || strings.HasPrefix(kind, o+".") })
}

func (s *server) codeActions(params json.RawMessage) (job, error) {
	var p codeActionParams
	if err := decode(params, &p); err != nil {
		return nil, err
	}
	d, revision, err := s.open(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (any, error) {
		out := []codeAction{}
		j, err := s.await(ctx, d, revision)
		if err != nil || j.out == nil {
			return out, err
		}
		v := s.view(j)
		if list, _ := v.at(p.Range); len(list) > 0 && wanted(kindQuickFix, p.Context.Only) {
			s.mu.Lock()
			from, to := d.text.offset(p.Range.Start, s.client.encoding), d.text.offset(p.Range.End, s.client.encoding)
			s.mu.Unlock()
			if j, err = j.withFixes(ctx, d, func(f *diag.Diagnostic) bool { return int(f.Place.Span.Start) <= to && from <= int(f.Place.Span.End) }); err != nil {
				return nil, err
			}
			v = s.view(j)
		}
		add := func(a codeAction, data actionData) error {
			data.URI, data.Version = d.uri, j.version
			if s.client.actions.lazy {
				a.Data = &data
			} else if a.Edit, err = s.edit(ctx, v, d, &data); err != nil || a.Edit == nil {
				return err
			}
			out = append(out, a)
			return nil
		}
		if wanted(kindQuickFix, p.Context.Only) {
			if err := v.quickFixes(p.Range, add); err != nil {
				return nil, err
			}
			if s.client.actions.disabled {
				out = append(out, v.sketches(p.Range)...)
			}
		}
		asked := p.Context.Only != nil || p.Context.TriggerKind != automatic && s.client.actions.lazy
		if all, _ := j.findings(); asked && len(all) > 0 && wanted(kindFixAll, p.Context.Only) {
			if err := add(codeAction{Title: "Make all safe fixes of cudalint", Kind: kindFixAll}, actionData{Do: doFixAll}); err != nil {
				return nil, err
			}
		}
		return out, nil
	}, nil
}

// quickFixes adds the fixes of the findings at a range, the safe ones first, and the comments that silence them.
func (v *view) quickFixes(r textRange, add func(codeAction, actionData) error) error {
	list, prints := v.at(r)
	for i := range list {
		d := &list[i]
		about := []diagnostic{v.diagnostic(d, prints[i])}
		preferred := v.server.client.actions.preferred
		for _, least := range []diag.Applicability{diag.Safe, diag.Unsafe} {
			for n, f := range d.Fixes {
				if f.Applicability != least || len(f.Edits) == 0 {
					continue
				}
				title := f.Title
				if least == diag.Unsafe {
					title += " (may change what the program does)"
				}
				a := codeAction{Title: title, Kind: kindQuickFix, Diagnostics: about, IsPreferred: preferred && least == diag.Safe}
				if err := add(a, actionData{Do: doFix, Fingerprint: prints[i], Kernel: d.Subject.Kernel, Fix: n}); err != nil {
					return err
				}
				preferred = false
			}
		}
	}
	for i := range list {
		d := &list[i]
		if !lint.Silenceable(d.Rule) {
			continue
		}
		about := []diagnostic{v.diagnostic(d, prints[i])}
		if v.ignorable(d) {
			a := codeAction{Title: "Ignore " + d.Rule + " on this line, with a reason", Kind: kindQuickFix, Diagnostics: about}
			if err := add(a, actionData{Do: doIgnore, Fingerprint: prints[i]}); err != nil {
				return err
			}
		}
		if v.kernelOf(d) != nil {
			a := codeAction{Title: "Ignore " + d.Rule + " in kernel " + d.Subject.Kernel + ", with a reason", Kind: kindQuickFix, Diagnostics: about}
			if err := add(a, actionData{Do: doKernelIgnore, Fingerprint: prints[i]}); err != nil {
				return err
			}
		}
	}
	return nil
}

// sketches are remedies in words, which nobody can make by a click.
func (v *view) sketches(r textRange) []codeAction {
	var out []codeAction
	list, prints := v.at(r)
	for i := range list {
		for _, f := range list[i].Fixes {
			if len(f.Edits) == 0 {
				out = append(out, codeAction{
					Title: f.Title, Kind: kindQuickFix, Diagnostics: []diagnostic{v.diagnostic(&list[i], prints[i])},
					Disabled: &disabledReason{"this is advice: cudalint cannot write the change down"},
				})
			}
		}
	}
	return out
}

func (s *server) resolveAction(params json.RawMessage) (job, error) {
	var a codeAction
	if err := decode(params, &a); err != nil {
		return nil, err
	}
	if a.Data == nil {
		return nil, decode(nil, nil)
	}
	d, revision, err := s.open(a.Data.URI)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (any, error) {
		j, err := s.await(ctx, d, revision)
		if err != nil {
			return nil, err
		}
		if j.version != a.Data.Version || j.out == nil {
			return nil, errModified
		}
		if a.Data.Do == doFix {
			if j, err = j.withFixes(ctx, d, func(f *diag.Diagnostic) bool { return f.Subject.Kernel == a.Data.Kernel }); err != nil {
				return nil, err
			}
		}
		if a.Edit, err = s.edit(ctx, s.view(j), d, a.Data); err != nil {
			return nil, err
		}
		if a.Edit == nil {
			return nil, errModified
		}
		return a, nil
	}, nil
}

// edit works out what an action changes; nil when it is not possible any more.
func (s *server) edit(ctx context.Context, v *view, d *document, data *actionData) (*workspaceEdit, error) {
	if data.Do == doFixAll {
		return s.fixAll(ctx, v, d)
	}
	list, prints := v.result.findings()
	i := slices.Index(prints, data.Fingerprint)
	if i < 0 {
		return nil, nil
	}
	f := &list[i]
	switch data.Do {
	case doFix:
		if data.Fix < 0 || data.Fix >= len(f.Fixes) {
			return nil, nil
		}
		return v.workspaceEdit(f.Fixes[data.Fix].Edits, false)
	case doIgnore:
		return v.comment(f, f.Place, "ignore")
	case doKernelIgnore:
		if k := v.kernelOf(f); k != nil {
			return v.comment(f, *k, "kernel-ignore")
		}
	}
	return nil, nil
}

// fixAll is what all safe fixes of the document change together.
func (s *server) fixAll(ctx context.Context, v *view, d *document) (*workspaceEdit, error) {
	fixed, err := v.result.session.FixFile(ctx, d.abs, diag.Safe)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	now, revision := d.text.bytes, d.revision
	s.mu.Unlock()
	if revision != v.result.revision {
		return nil, errModified
	}
	file := source.NewFile(v.result.shown, now)
	edits := []diag.Edit{}
	for _, e := range udiff.Lines(string(now), string(fixed)) {
		edits = append(edits, diag.Edit{Place: diag.Place{File: file, Span: source.Span{Start: int32(e.Start), End: int32(e.End)}}, Text: e.New})
	}
	return v.workspaceEdit(edits, false)
}

// workspaceEdit turns edits into the client's words. With snippet their texts hold places to fill in.
func (v *view) workspaceEdit(edits []diag.Edit, snippet bool) (*workspaceEdit, error) {
	can := &v.server.client.actions
	out := &workspaceEdit{}
	var order []string
	byFile := map[string][]diag.Edit{}
	for _, e := range edits {
		uri := v.uri(e.Place.File)
		if byFile[uri] == nil {
			order = append(order, uri)
		}
		byFile[uri] = append(byFile[uri], e)
	}
	for _, uri := range order {
		version, err := v.version(uri, byFile[uri][0].Place.File)
		if err != nil {
			return nil, err
		}
		if !can.versioned {
			if out.Changes == nil {
				out.Changes = map[string][]textEdit{}
			}
			for _, e := range byFile[uri] {
				out.Changes[uri] = append(out.Changes[uri], textEdit{v.span(e.Place.File, e.Place.Span), e.Text})
			}
			continue
		}
		change := textDocumentEdit{TextDocument: optionalVersion{uri, version}}
		for _, e := range byFile[uri] {
			if snippet {
				change.Edits = append(change.Edits, snippetTextEdit{v.span(e.Place.File, e.Place.Span), stringValue{"snippet", e.Text}})
				continue
			}
			change.Edits = append(change.Edits, textEdit{v.span(e.Place.File, e.Place.Span), e.Text})
		}
		out.DocumentChanges = append(out.DocumentChanges, change)
	}
	return out, nil
}

// version is that of an open document that holds what was judged; nil for files that are not open.
func (v *view) version(uri string, f *source.File) (*int32, error) {
	s := v.server
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.docs[uri]
	if d == nil {
		return nil, nil
	}
	if !bytes.Equal(d.text.bytes, f.Text) {
		return nil, errModified
	}
	version := d.version
	return &version, nil
}

// kernelOf is the place of the name of a finding's kernel where that is in the document; nil where it is not.
func (v *view) kernelOf(d *diag.Diagnostic) *diag.Place {
	for _, k := range v.result.out.Kernels {
		if k.Name == d.Subject.Kernel && k.Place.File.Path == v.result.shown && v.lineFree(k.Place) {
			return &k.Place
		}
	}
	return nil
}

func (v *view) ignorable(d *diag.Diagnostic) bool { return v.lineFree(d.Place) }

// lineFree reports whether a comment can stand on a line of its own above a place: not where a backslash joins the lines.
func (v *view) lineFree(p diag.Place) bool {
	line := p.File.LineOf(p.Span.Start)
	above := strings.TrimRight(p.File.Slice(p.File.LineSpan(line-1)), " \t")
	return line == 1 || !strings.HasSuffix(above, `\`)
}

var errNoPlace = errors.New("a comment has no place there")

// comment is the edit that puts a comment above a place.
func (v *view) comment(d *diag.Diagnostic, at diag.Place, word string) (*workspaceEdit, error) {
	if !v.lineFree(at) {
		return nil, errNoPlace
	}
	f := at.File
	line := f.LineSpan(f.LineOf(at.Span.Start))
	content := f.Slice(line)
	indent := content[:len(content)-len(strings.TrimLeft(content, " \t"))]
	start := line.Start
	if start == 0 && bytes.HasPrefix(f.Text, []byte("\ufeff")) {
		start = 3 // a byte order mark stays the first thing in a file
		indent = strings.TrimPrefix(indent, "\ufeff")
	}
	end := "\n"
	if rest := f.Text[line.End:]; bytes.HasPrefix(rest, []byte("\r\n")) {
		end = "\r\n"
	} else if bytes.HasPrefix(rest, []byte("\r")) {
		end = "\r"
	}
	snippet := v.server.client.actions.snippets
	reason := "say why"
	if snippet {
		reason = "${1:say why}"
	}
	text := indent + "// cudalint: " + word + "[" + d.Rule + "]: " + reason + end
	return v.workspaceEdit([]diag.Edit{{Place: diag.Place{File: f, Span: source.Span{Start: start, End: start}}, Text: text}}, snippet)
}
