package driver

import (
	"context"
	"slices"
	"sync"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/sema"
)

// Judge tells what a run over the session's paths would say of a file: the findings and accesses in it and in what is judged with
// it, the edits of fixes left out. The error is ctx's.
func (s *Session) Judge(ctx context.Context, abs string) (*Output, error) {
	s.turn.Lock()
	defer s.turn.Unlock()
	defer s.trim()
	return s.judge(ctx, s.reach[abs], trial{})
}

// JudgeWithFixes judges a file and tries the fixes of the findings in it that chosen accepts.
func (s *Session) JudgeWithFixes(ctx context.Context, abs string, chosen func(*diag.Diagnostic) bool) (*Output, error) {
	s.turn.Lock()
	defer s.turn.Unlock()
	defer s.trim()
	shown := s.run.names.display(abs)
	return s.judge(ctx, s.reach[abs], trial{prove: func(d *diag.Diagnostic) bool { return d.Place.File.Path == shown && chosen(d) }})
}

// JudgeFolder tells what a run would say of all files of a file's folder, which is where the launches of a kernel are.
func (s *Session) JudgeFolder(ctx context.Context, abs string) (*Output, error) {
	s.turn.Lock()
	defer s.turn.Unlock()
	defer s.trim()
	roots := slices.Clone(s.reach[abs])
	for _, root := range s.reach[abs] {
		for _, other := range s.run.folders[root.dir()] {
			if !slices.Contains(roots, other) {
				roots = append(roots, other)
			}
		}
	}
	return s.judge(ctx, roots, trial{})
}

// Try judges a file with another block shape for one kernel, whatever its launches say.
func (s *Session) Try(ctx context.Context, abs, kernel string, block [3]int64) (*Output, error) {
	s.turn.Lock()
	defer s.turn.Unlock()
	defer s.trim()
	return s.judge(ctx, s.reach[abs], trial{blocks: map[string][3]int64{kernel: block}})
}

// trial is what is done beside judging the files as they are; its results are not kept. Fixes take longer to try than all else, so they
// are tried only where somebody asks.
type trial struct {
	prove  func(*diag.Diagnostic) bool
	blocks map[string][3]int64
}

func (t trial) none() bool { return t.prove == nil && t.blocks == nil }

// judge unites what the units of some roots say.
func (s *Session) judge(ctx context.Context, roots []*file, t trial) (*Output, error) {
	r := s.run
	r.log = log{}
	byFolder := map[string][]*file{}
	var results []*lint.Result
	for _, root := range roots {
		if t.none() && s.again(root) {
			results = append(results, s.units[root.abs].result)
			continue
		}
		byFolder[root.dir()] = append(byFolder[root.dir()], root)
	}
	for dir, some := range byFolder {
		results = append(results, s.folder(ctx, dir, some, t)...)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return r.output(map[string][]*lint.Result{"": results}), nil
}

// again reports whether the result of a root is known, or was made anew at the price of one kernel.
func (s *Session) again(root *file) bool {
	u := s.units[root.abs]
	if u.result != nil {
		return true
	}
	for _, j := range []*lint.Judged{u.judged, u.before} {
		if j == nil {
			continue
		}
		result, judged, ok := j.Again(s.run.loaderOf(root).scan(root).source, s.run.lintOptions(root))
		if ok {
			u.result, u.judged, u.before, u.launches = result, judged, j, judged.Launches()
			return true
		}
	}
	return false
}

// folder judges some roots of a folder with the launches that all of its units make.
func (s *Session) folder(ctx context.Context, dir string, wanted []*file, t trial) []*lint.Result {
	r := s.run
	roots := r.folders[dir]
	units := make([]*sema.Unit, len(roots))
	launches := make([]*lint.Launches, len(roots))
	get := make([]func() *sema.Unit, len(roots)) // each once
	place := map[*file]int{}
	var missing []*file
	for i, f := range roots {
		place[f] = i
		get[i] = sync.OnceValue(func() (u *sema.Unit) {
			defer r.rescue(f.path)
			u = r.unit(f)
			u.Options.Try = t.blocks
			return u
		})
		launches[i] = s.units[f.abs].launches
		if launches[i] == nil || slices.Contains(wanted, f) {
			missing = append(missing, f)
		}
	}
	r.each(ctx, missing, func(f *file) {
		i := place[f]
		if u := get[i](); u != nil {
			l := lint.LaunchesOf(u)
			l.Judged = true
			units[i], launches[i] = u, l
		}
	})
	r.callers(ctx, dir, roots, units, launches, func(i int) *sema.Unit { return get[i]() })
	if ctx.Err() != nil {
		return nil
	}
	if t.blocks == nil {
		for _, f := range missing {
			s.units[f.abs].launches = launches[place[f]]
		}
	}
	known := slices.DeleteFunc(slices.Clone(launches), func(l *lint.Launches) bool { return l == nil })
	known = append(known, r.siblings(ctx, dir, known)...)
	results := make([]*lint.Result, len(wanted))
	judged := make([]*lint.Judged, len(wanted))
	at := map[*file]int{}
	for i, f := range wanted {
		at[f] = i
	}
	r.each(ctx, wanted, func(f *file) {
		if i := place[f]; ctx.Err() == nil && units[i] != nil {
			o := r.lintOptions(f)
			if t.none() {
				results[at[f]], judged[at[f]] = lint.JudgeToEdit(units[i], launches[i], launches[i].Bind(known), o)
				return
			}
			if o.Prove = t.prove; o.Prove == nil {
				o.Prove = func(*diag.Diagnostic) bool { return false }
			}
			results[at[f]] = lint.Judge(units[i], launches[i].Bind(known), o)
		}
	})
	if ctx.Err() != nil {
		return nil
	}
	if t.none() {
		for i, f := range wanted {
			u := s.units[f.abs]
			u.result, u.judged, u.before = results[i], judged[i], u.judged
		}
	}
	return slices.DeleteFunc(results, func(l *lint.Result) bool { return l == nil })
}
