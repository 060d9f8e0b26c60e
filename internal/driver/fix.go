package driver

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/source"
)

// mostRounds bounds how often the files are judged again after some fixes, for what they bring to light or had to wait.
const mostRounds = 40

// Fixed is what a run with fixes did. Nothing is written yet: Write does that, change by change.
type Fixed struct {
	First   *Output // what the files held before
	Last    *Output // and what they hold with the changes; the same when there are none
	Made    []Made
	Changes []*Change // sorted by path
	Refused []Refusal
}

// Made is a fix that was made.
type Made struct {
	Finding diag.Diagnostic // with the place that it had when the fix was made
	Fix     diag.Fix
}

// Refusal is a fix that was offered, made, and taken back, since the files were worse with it. Each is a fault of cudalint.
type Refusal struct {
	Made
	Reason string
}

// Fix judges the files and makes the fixes that are at least as applicable as least, in memory.
//
// In each round the first fix of every finding is made, those that overlap one ahead of them left for the next, and the folders
// whose units the changed files belong to are judged again. Where a folder is worse than before (lint.Regression), its fixes of
// the round are taken back and made one by one in the following rounds; one that fails alone is refused. The rounds end when there is
// nothing left to make.
func Fix(ctx context.Context, o Options, least diag.Applicability) (*Fixed, error) {
	r, results, err := start(ctx, o)
	if err != nil {
		return nil, err
	}
	f := &fixer{run: r, results: results, least: least, first: map[string][]byte{}, careful: map[string]bool{}, refused: map[string]bool{}}
	f.out.First = r.output(results)
	for range mostRounds {
		if !f.round(ctx) {
			break
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	f.out.Last = f.run.output(f.results)
	f.out.Changes = f.changes()
	return &f.out, nil
}

// original is a file as it was read, by one with another text.
func (f *fixer) original(s *source.File) *source.File {
	i := f.index(s)
	if i < 0 {
		return s
	}
	text, had := f.first[f.run.files[i].abs]
	if !had {
		text = f.run.files[i].text
	}
	return source.NewFile(s.Path, text)
}

// changes are the files whose text is another than the one that was read.
func (f *fixer) changes() []*Change {
	var out []*Change
	for abs, before := range f.first {
		if now := f.file(abs); string(now.text) != string(before) {
			out = append(out, &Change{abs: abs, Path: now.path, Before: before, After: now.text})
		}
	}
	slices.SortFunc(out, func(x, y *Change) int { return strings.Compare(x.Path, y.Path) })
	return out
}

// fixer is the state of one Fix.
type fixer struct {
	run     *run
	results map[string][]*lint.Result // by folder
	least   diag.Applicability
	first   map[string][]byte // the texts that were changed, as they were read, by absolute path
	careful map[string]bool   // folders whose fixes are made one by one
	refused map[string]bool   // by finding and title
	out     Fixed
}

// round makes what can be made together; false when there is nothing.
func (f *fixer) round(ctx context.Context) bool {
	chosen := f.choose()
	for len(chosen) > 0 {
		before := f.texts(chosen)
		f.put(before, chosen)
		folders := f.reached(chosen)
		for _, dir := range folders {
			for _, root := range f.run.folders[dir] {
				f.run.loaderOf(root).expect(root)
			}
		}
		again := f.run.judge(ctx, folders)
		if ctx.Err() != nil {
			return false
		}
		bad := f.worse(folders, again, chosen)
		if len(bad) == 0 {
			maps.Copy(f.results, again)
			f.out.Made = append(f.out.Made, chosen...)
			return true
		}
		f.restore(before)
		chosen = f.without(chosen, bad)
		if len(chosen) == 0 {
			return true // the refused ones are remembered, the others come one by one
		}
	}
	return false
}

// choose takes the fixes of a round.
func (f *fixer) choose() []Made {
	var all []Made
	taken := map[string]bool{}
	for _, d := range f.run.merged(f.results).Findings {
		for _, x := range d.Fixes {
			m := Made{d, x}
			if x.Applicability < f.least || len(x.Edits) == 0 || f.refused[m.key()] {
				continue
			}
			dir := f.dirOf(x)
			if !f.careful[dir] || !taken[dir] {
				taken[dir] = true
				all = append(all, m)
			}
			break
		}
	}
	byEdits := map[string]Made{}
	var list []diag.Fix
	for _, m := range all {
		k := fixes.Key(m.Fix.Edits)
		if _, had := byEdits[k]; !had {
			byEdits[k] = m
			list = append(list, m.Fix)
		}
	}
	chosen, _ := fixes.Choose(list)
	var out []Made
	for _, x := range chosen {
		out = append(out, byEdits[fixes.Key(x.Edits)])
	}
	return out
}

func (m Made) key() string {
	d := &m.Finding
	return strings.Join([]string{d.Place.File.Path, d.Rule, d.Subject.Kernel, d.Subject.Array, d.Cause, m.Fix.Title}, "\x00")
}

// dirOf is the folder of a fix's first file.
func (f *fixer) dirOf(x diag.Fix) string {
	if i := f.index(x.Edits[0].Place.File); i >= 0 {
		return f.run.files[i].dir()
	}
	return ""
}

func (f *fixer) index(s *source.File) int {
	return slices.IndexFunc(f.run.files, func(x *file) bool { return x.path == s.Path })
}

func (f *fixer) file(abs string) *file {
	return f.run.files[slices.IndexFunc(f.run.files, func(x *file) bool { return x.abs == abs })]
}

// texts are the present texts of the files that fixes change, by absolute path.
func (f *fixer) texts(chosen []Made) map[string][]byte {
	out := map[string][]byte{}
	for _, m := range chosen {
		for _, e := range m.Fix.Edits {
			x := f.run.files[f.index(e.Place.File)]
			out[x.abs] = x.text
		}
	}
	return out
}

// put applies the fixes to the texts of the run.
func (f *fixer) put(before map[string][]byte, chosen []Made) {
	for abs, text := range before {
		if _, had := f.first[abs]; !had {
			f.first[abs] = text
		}
		var edits []diag.Edit
		for _, m := range chosen {
			for _, e := range m.Fix.Edits {
				if f.run.files[f.index(e.Place.File)].abs == abs {
					edits = append(edits, e)
				}
			}
		}
		f.set(abs, fixes.Apply(text, edits))
	}
}

func (f *fixer) restore(before map[string][]byte) {
	for abs, text := range before {
		f.set(abs, text)
	}
}

func (f *fixer) set(abs string, text []byte) {
	f.file(abs).text = text
	f.run.replaced(f.file(abs))
}

// reached are the folders of the roots that changed files belong to.
func (f *fixer) reached(chosen []Made) []string {
	changed := f.texts(chosen)
	var out []string
	for dir, roots := range f.run.folders {
		if slices.ContainsFunc(roots, func(root *file) bool { return f.holds(root, changed) }) {
			out = append(out, dir)
		}
	}
	slices.Sort(out)
	return out
}

// holds reports whether a root's unit holds one of the files.
func (f *fixer) holds(root *file, files map[string][]byte) bool {
	if _, ok := files[root.abs]; ok {
		return true
	}
	return slices.ContainsFunc(f.run.loaderOf(root).closure(root, root.dir()), func(h *entry) bool {
		_, ok := files[h.abs]
		return ok
	})
}

// worse are the folders in which the fixes do harm, with the reason.
func (f *fixer) worse(folders []string, again map[string][]*lint.Result, chosen []Made) map[string]string {
	bad := map[string]string{}
	for _, dir := range folders {
		before, after := lint.Merge(f.results[dir]...), lint.Merge(again[dir]...)
		var mended []diag.Diagnostic
		for _, m := range chosen {
			if slices.ContainsFunc(before.Findings, m.is) {
				mended = append(mended, m.Finding)
			}
		}
		if why := lint.Regression(before, after, mended); why != "" {
			bad[dir] = why
		}
	}
	return bad
}

// is reports whether a finding is the one that the fix was made for.
func (m Made) is(d diag.Diagnostic) bool {
	return d.Rule == m.Finding.Rule && d.Place == m.Finding.Place && d.Subject.Array == m.Finding.Subject.Array && d.Subject.Kernel == m.Finding.Subject.Kernel
}

// without leaves out the fixes that change a file of a bad folder. Where there was but one it is refused, otherwise the folder's
// fixes are made one by one from now on.
func (f *fixer) without(chosen []Made, bad map[string]string) (kept []Made) {
	blamed := map[string][]Made{}
	for _, m := range chosen {
		innocent := true
		for dir := range bad {
			if slices.Contains(f.reached([]Made{m}), dir) {
				blamed[dir] = append(blamed[dir], m)
				innocent = false
			}
		}
		if innocent {
			kept = append(kept, m)
		}
	}
	for dir, list := range blamed {
		if len(list) > 1 && !f.careful[dir] {
			for _, m := range list {
				f.careful[f.dirOf(m.Fix)] = true
			}
			continue
		}
		for _, m := range list {
			if !f.refused[m.key()] {
				f.refused[m.key()] = true
				f.out.Refused = append(f.out.Refused, Refusal{m, bad[dir]})
			}
		}
	}
	return kept
}
