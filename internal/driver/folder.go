package driver

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"sync"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/sema"
)

// folder judges the roots of one folder. First every unit is loaded and its launches are read, then each is judged with the
// launches that the others make of its kernels.
func (r *run) folder(ctx context.Context, dir string, roots []*file) []*lint.Result {
	units := make([]*sema.Unit, len(roots))
	launches := make([]*lint.Launches, len(roots))
	place := make(map[*file]int, len(roots))
	for i, f := range roots {
		place[f] = i
	}
	r.each(ctx, roots, func(f *file) {
		u := r.unit(f)
		l := lint.LaunchesOf(u)
		l.Judged = true
		units[place[f]], launches[place[f]] = u, l
	})
	r.callers(ctx, dir, roots, units, launches, func(i int) *sema.Unit { return units[i] })
	known := slices.DeleteFunc(slices.Clone(launches), func(l *lint.Launches) bool { return l == nil })
	known = append(known, r.siblings(ctx, dir, known)...)
	results := make([]*lint.Result, len(roots))
	r.each(ctx, roots, func(f *file) {
		i := place[f]
		defer r.loaderOf(f).done(f)
		if launches[i] == nil {
			return // failed above
		}
		u := units[i]
		units[i] = nil // its tree may go when this is done
		results[i] = lint.Judge(u, launches[i].Bind(known), r.lintOptions(f))
	})
	return slices.DeleteFunc(results, func(l *lint.Result) bool { return l == nil })
}

// callers finds, for units whose launching functions nothing in them calls, the files of the folder that do, and reads the launches
// of these units again with the arguments that the calls give. Units that are nil do not ask; get gives the unit of any root.
func (r *run) callers(ctx context.Context, dir string, roots []*file, units []*sema.Unit, launches []*lint.Launches, get func(int) *sema.Unit) {
	var asking []*file
	place := map[*file]int{}
	for i, f := range roots {
		if units[i] != nil && launches[i] != nil && len(launches[i].Entrances) > 0 {
			asking = append(asking, f)
			place[f] = i
		}
	}
	if len(asking) == 0 {
		return
	}
	others := r.hostFiles(dir, roots)
	load := make([]func() *sema.Unit, len(others)) // each once, when one asks for it
	for i, o := range others {
		load[i] = sync.OnceValue(func() *sema.Unit { return r.unit(o) })
	}
	r.each(ctx, asking, func(f *file) {
		i := place[f]
		added := 0
		for j, o := range append(slices.Clone(roots), others...) {
			if o == f || added == mostCallers || !callsOne(r.loaderOf(o).scan(o).text, launches[i].Entrances) {
				continue
			}
			var u *sema.Unit
			if j < len(units) {
				u = get(j)
			} else {
				u = load[j-len(units)]()
			}
			if u != nil && sema.CallsOne(u.Root, launches[i].Entrances) && units[i].AddCallers(append(slices.Clone(u.Headers), u.Root)...) {
				added++
			}
		}
		if added > 0 {
			again := lint.LaunchesOf(units[i])
			again.Judged = launches[i].Judged
			launches[i] = again
		}
	})
}

// mostCallers bounds the files that are walked for the sake of one unit's arguments.
const mostCallers = 12

// callsOne reports whether the text looks as if it called one of the functions.
func callsOne(text []byte, names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return bytes.Contains(text, []byte(n)) })
}

// hostFiles are the source files of a folder, by path, that are not among the roots: host code without CUDA words.
func (r *run) hostFiles(dir string, roots []*file) []*file {
	var out []*file
	for _, abs := range r.names.files(dir) {
		isRoot := slices.ContainsFunc(roots, func(f *file) bool { return f.abs == abs })
		switch filepath.Ext(abs) {
		case ".cpp", ".cc", ".cxx", ".cu":
			if !isRoot {
				f := &file{abs: abs, path: r.names.display(abs)}
				if r.names.read(f) == nil && !binary(f.text) {
					out = append(out, f)
				}
			}
		}
	}
	return out
}

// siblings reads the launches of those files of the folder that are not part of the run and that may launch one of the kernels.
func (r *run) siblings(ctx context.Context, dir string, known []*lint.Launches) []*lint.Launches {
	var kernels [][]byte
	for _, l := range known {
		for _, k := range l.Kernels() {
			kernels = append(kernels, []byte(k))
		}
	}
	if len(kernels) == 0 {
		return nil
	}
	others := slices.DeleteFunc(r.others(dir), func(f *file) bool { return !launchesOne(f.text, kernels) })
	out := make([]*lint.Launches, len(others))
	place := make(map[*file]int, len(others))
	for i, f := range others {
		place[f] = i
	}
	r.each(ctx, others, func(f *file) { out[place[f]] = lint.LaunchesOf(r.unit(f)) })
	return slices.DeleteFunc(out, func(l *lint.Launches) bool { return l == nil })
}

// launchesOne reports whether the text looks as if it launched one of the kernels.
func launchesOne(text []byte, kernels [][]byte) bool {
	if !bytes.Contains(text, []byte("<<<")) && !bytes.Contains(text, []byte("cudaLaunch")) {
		return false
	}
	return slices.ContainsFunc(kernels, func(k []byte) bool { return bytes.Contains(text, k) })
}
