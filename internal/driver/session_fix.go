package driver

import (
	"context"
	"slices"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
)

// FixFile makes the fixes in a file that are at least as applicable as least and change no other file, and gives the text that comes of
// it. As in a run that makes fixes they are made in rounds, and those after which the units of the file are worse are taken back. The
// session is left as it was.
func (s *Session) FixFile(ctx context.Context, abs string, least diag.Applicability) ([]byte, error) {
	s.turn.Lock()
	defer s.turn.Unlock()
	defer s.trim()
	f := s.run.file(abs)
	if f == nil {
		return s.run.names.texts[abs], nil
	}
	first := f.text
	open, was := s.run.names.texts[abs]
	set := func(text []byte) {
		s.run.names.texts[abs] = text
		s.changed(context.WithoutCancel(ctx), abs, text)
	}
	defer func() {
		set(first)
		if !was {
			delete(s.run.names.texts, abs)
		} else {
			s.run.names.texts[abs] = open
		}
	}()
	all := trial{prove: func(d *diag.Diagnostic) bool { return d.Place.File.Path == f.path }}
	refused := map[string]bool{}
	careful := false
	before, err := s.judge(ctx, s.reach[abs], all)
	for range mostRounds {
		if err != nil {
			return nil, err
		}
		chosen := chooseIn(before.Findings, f.path, least, refused, careful)
		if len(chosen) == 0 {
			break
		}
		text := f.text
		var edits []diag.Edit
		var mended []diag.Diagnostic
		for _, m := range chosen {
			edits = append(edits, m.Fix.Edits...)
			mended = append(mended, m.Finding)
		}
		set(fixes.Apply(text, edits))
		after, err := s.judge(ctx, s.reach[abs], all)
		if err != nil {
			return nil, err
		}
		if lint.Regression(before.Result, after.Result, mended) == "" {
			before = after
			continue
		}
		set(text)
		if before, err = s.judge(ctx, s.reach[abs], all); err != nil {
			return nil, err
		}
		if len(chosen) == 1 {
			refused[chosen[0].key()] = true
		}
		careful = true
	}
	return f.text, ctx.Err()
}

// chooseIn takes the fixes of a round that lie in one file: the first of every finding that does, no two that overlap; when careful but
// one.
func chooseIn(findings []diag.Diagnostic, path string, least diag.Applicability, refused map[string]bool, careful bool) []Made {
	byEdits := map[string]Made{}
	var list []diag.Fix
	for _, d := range findings {
		i := slices.IndexFunc(d.Fixes, func(x diag.Fix) bool {
			elsewhere := slices.ContainsFunc(x.Edits, func(e diag.Edit) bool { return e.Place.File.Path != path })
			return x.Applicability >= least && len(x.Edits) > 0 && !elsewhere && !refused[Made{d, x}.key()]
		})
		if i < 0 {
			continue
		}
		k := fixes.Key(d.Fixes[i].Edits)
		if _, had := byEdits[k]; !had {
			byEdits[k] = Made{d, d.Fixes[i]}
			list = append(list, d.Fixes[i])
		}
	}
	chosen, _ := fixes.Choose(list)
	if careful && len(chosen) > 1 {
		chosen = chosen[:1]
	}
	var out []Made
	for _, x := range chosen {
		out = append(out, byEdits[fixes.Key(x.Edits)])
	}
	return out
}
