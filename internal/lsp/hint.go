package lsp

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/internal/driver"
	"github.com/cudalint/cudalint/internal/report"
	"github.com/cudalint/cudalint/lint"
)

// inlayHints stand behind the costly accesses of a range: `8x sectors`.
func (s *server) inlayHints(params json.RawMessage) (job, error) {
	var p rangeParams
	if err := decode(params, &p); err != nil {
		return nil, err
	}
	d, revision, err := s.open(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (any, error) {
		out := []inlayHint{}
		s.mu.Lock()
		on := d.project.settings.InlayHints
		s.mu.Unlock()
		if !on {
			return out, nil
		}
		j, err := s.await(ctx, d, revision)
		if err != nil {
			return nil, err
		}
		v := s.view(j)
		worst := map[diag.Place]int{}
		var order []lint.Access
		for _, a := range j.accesses() {
			if !a.Costly {
				continue
			}
			if i, had := worst[a.Place]; !had {
				worst[a.Place] = len(order)
				order = append(order, a)
			} else if ratio(&a) > ratio(&order[i]) {
				order[i] = a
			}
		}
		for _, a := range order {
			at := v.span(a.Place.File, a.Place.Span).End
			if before(at, p.Range.Start) || before(p.Range.End, at) {
				continue
			}
			text := s.accessText([]lint.Access{a}, false)
			out = append(out, inlayHint{at, report.Number(ratio(&a)) + "x " + string(unitOf(&a)), &text, true})
		}
		return out, nil
	}, nil
}

// launchName finds the names in front of the chevrons of launches.
var launchName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`([A-Za-z_]\w*)\s*(?:<[^;{}]*?>)?\s*<<<`)
})

// codeLenses stand above kernels and launches: how good their accesses are.
func (s *server) codeLenses(params json.RawMessage) (job, error) {
	var p documentParams
	if err := decode(params, &p); err != nil {
		return nil, err
	}
	d, revision, err := s.open(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (any, error) {
		out := []codeLens{}
		s.mu.Lock()
		on, content := d.project.settings.CodeLens, d.text
		s.mu.Unlock()
		if !on {
			return out, nil
		}
		j, err := s.await(ctx, d, revision)
		if err != nil || j.out == nil {
			return out, err
		}
		v := s.view(j)
		all := j.out
		if launchesOthers(content.bytes, all) {
			judging, cancel := s.whileCurrent(ctx, d, revision)
			defer cancel()
			if all, err = j.session.JudgeFolder(judging, d.abs); err != nil {
				if ctx.Err() == nil {
					err = errModified
				}
				return nil, err
			}
		}
		for _, k := range j.out.Kernels {
			if k.Place.File.Path == j.shown {
				out = append(out, v.kernelLens(k, j.out))
			}
		}
		return append(out, v.launchLenses(all)...), nil
	}, nil
}

// launchesOthers reports whether a text launches a kernel that is not among those that were judged with it.
func launchesOthers(text []byte, out *driver.Output) bool {
	for _, m := range launchName().FindAllSubmatch(text, -1) {
		if !slices.ContainsFunc(out.Kernels, func(k lint.Kernel) bool { return k.Name == string(m[1]) }) {
			return true
		}
	}
	return false
}

func (v *view) kernelLens(k lint.Kernel, out *driver.Output) codeLens {
	var list []lint.Access
	shapes := map[[3]int64]bool{}
	for _, a := range out.Accesses {
		if a.Subject.Kernel == k.Name && a.Judgeable() {
			list = append(list, a)
		}
	}
	var names []string
	for _, r := range out.Runs {
		if r.At == k.Place && !shapes[r.Block] {
			shapes[r.Block] = true
			name := report.Shape(r.Block)
			if r.From == "assumed" {
				name += " assumed"
			}
			names = append(names, name)
		}
	}
	title := quality(list)
	if len(names) > 0 {
		title += " (block " + strings.Join(names, ", ") + ")"
	}
	return codeLens{v.span(k.Place.File, k.Place.Span), v.pictureOf(title, list)}
}

// launchLenses are those of the launches in the document, each with the accesses of its kernel under its block shape.
func (v *view) launchLenses(all *driver.Output) []codeLens {
	var out []codeLens
	seen := map[diag.Place]bool{}
	for _, r := range all.Runs {
		if r.Launch.File == nil || r.Launch.File.Path != v.result.shown || seen[r.Launch] {
			continue
		}
		seen[r.Launch] = true
		var list []lint.Access
		for _, a := range all.Accesses {
			if a.Subject.Kernel == r.Kernel && a.Subject.Block == r.Block && a.Judgeable() {
				list = append(list, a)
			}
		}
		title := r.Kernel + ", block " + report.Shape(r.Block) + ": " + quality(list)
		out = append(out, codeLens{v.span(r.Launch.File, r.Launch.Span), v.pictureOf(title, list)})
	}
	return out
}

// pictureOf is the command of a lens: it shows the picture of the costliest of some accesses, or nothing where there is none in the
// document.
func (v *view) pictureOf(title string, list []lint.Access) *command {
	out := &command{Title: title}
	worst := -1.0
	for i := range list {
		a := &list[i]
		if a.Picture == nil || a.Place.File.Path != v.result.shown || ratio(a) <= worst {
			continue
		}
		worst = ratio(a)
		out.Command = commandPicture
		out.Arguments = []any{pictureArgument{v.uri(a.Place.File), v.span(a.Place.File, a.Place.Span).Start}}
	}
	return out
}
