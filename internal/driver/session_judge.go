package driver

import (
	"context"
	"slices"
	"sync"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/sema"
)

// Judge tells what a run over the session's paths would say of a file: the findings and accesses in it and in what is judged with
// it. The error is ctx's.
func (s *Session) Judge(ctx context.Context, abs string) (*Output, error) {
	s.turn.Lock()
	defer s.turn.Unlock()
	defer s.trim()
	return s.judge(ctx, s.reach[abs], nil)
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
	return s.judge(ctx, roots, nil)
}

// Try judges a file with another block shape for one kernel, whatever its launches say.
func (s *Session) Try(ctx context.Context, abs, kernel string, block [3]int64) (*Output, error) {
	s.turn.Lock()
	defer s.turn.Unlock()
	defer s.trim()
	return s.judge(ctx, s.reach[abs], func(o *sema.Options) { o.Try = map[string][3]int64{kernel: block} })
}

// judge unites what the units of some roots say. With change the results are not those of the files as they are, and not kept.
func (s *Session) judge(ctx context.Context, roots []*file, change func(*sema.Options)) (*Output, error) {
	r := s.run
	r.log = log{}
	byFolder := map[string][]*file{}
	var results []*lint.Result
	for _, root := range roots {
		if u := s.units[root.abs]; u.result != nil && change == nil {
			results = append(results, u.result)
			continue
		}
		byFolder[root.dir()] = append(byFolder[root.dir()], root)
	}
	for dir, some := range byFolder {
		results = append(results, s.folder(ctx, dir, some, change)...)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return r.output(map[string][]*lint.Result{"": results}), nil
}

// folder judges some roots of a folder with the launches that all of its units make.
func (s *Session) folder(ctx context.Context, dir string, wanted []*file, change func(*sema.Options)) []*lint.Result {
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
			if change != nil {
				change(&u.Options)
			}
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
	if change == nil {
		for _, f := range missing {
			s.units[f.abs].launches = launches[place[f]]
		}
	}
	known := slices.DeleteFunc(slices.Clone(launches), func(l *lint.Launches) bool { return l == nil })
	known = append(known, r.siblings(ctx, dir, known)...)
	results := make([]*lint.Result, len(wanted))
	at := map[*file]int{}
	for i, f := range wanted {
		at[f] = i
	}
	r.each(ctx, wanted, func(f *file) {
		if i := place[f]; ctx.Err() == nil && units[i] != nil {
			results[at[f]] = lint.Judge(units[i], launches[i].Bind(known), r.lintOptions(f))
		}
	})
	if ctx.Err() != nil {
		return nil
	}
	if change == nil {
		for i, f := range wanted {
			s.units[f.abs].result = results[i]
		}
	}
	return slices.DeleteFunc(results, func(l *lint.Result) bool { return l == nil })
}
