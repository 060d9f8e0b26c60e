package driver

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/source"
)

// Shard is the share of a run that one of several machines judges: all of them find all files, each judges some of the folders.
// The zero value is the whole run.
type Shard struct {
	Index int // from 1
	Count int
}

func (s Shard) whole() bool { return s.Count == 0 }

// shares gives each folder the number of its shard, the largest first and each to the shard with the least so far, so that machines
// that see the same files agree.
func (r *run) shares() map[string]int {
	size := map[string]int{}
	for dir, roots := range r.folders {
		for _, f := range roots {
			size[dir] += len(f.text) + 1
		}
	}
	order := slices.Sorted(maps.Keys(size))
	slices.SortStableFunc(order, func(x, y string) int { return size[y] - size[x] })
	load := make([]int, r.options.Shard.Count)
	out := map[string]int{}
	for _, dir := range order {
		least := 0
		for i, n := range load {
			if n < load[least] {
				least = i
			}
		}
		load[least] += size[dir]
		out[dir] = least + 1
	}
	return out
}

// mine are the folders that this run judges.
func (r *run) mine() []string {
	all := slices.Sorted(maps.Keys(r.folders))
	if r.options.Shard.whole() {
		return all
	}
	r.shared = r.shares()
	return slices.DeleteFunc(all, func(dir string) bool { return r.shared[dir] != r.options.Shard.Index })
}

// owned tells the files, by displayed path, that no unit of another shard includes.
func (r *run) owned() func(path string) bool {
	others := map[string]bool{}
	for dir, roots := range r.folders {
		if r.shared[dir] == r.options.Shard.Index {
			continue
		}
		for _, f := range roots {
			others[f.path] = true
			for _, h := range r.loaderOf(f).closure(f, f.dir()) {
				others[h.path] = true
			}
		}
	}
	return func(path string) bool { return !others[path] }
}

// withhold leaves out what only all shards together can tell: what is found in files that units of other shards include too, and of
// kernels in such files. What stays is what the whole run says.
func (r *run) withhold(out *Output, results map[string][]*lint.Result) {
	owned := r.owned()
	elsewhere := map[string]bool{} // kernels
	for _, list := range results {
		for _, one := range list {
			for _, k := range one.Kernels {
				if k.Place.File != nil && !owned(k.Place.File.Path) {
					elsewhere[k.Name] = true
				}
			}
		}
	}
	left := func(d *diag.Diagnostic) bool {
		return d.Place.File != nil && !owned(d.Place.File.Path) || elsewhere[d.Subject.Kernel]
	}
	before := len(out.Findings)
	out.Findings = slices.DeleteFunc(out.Findings, func(d diag.Diagnostic) bool { return left(&d) })
	out.Suppressed = slices.DeleteFunc(out.Suppressed, func(s lint.Suppressed) bool { return left(&s.Diagnostic) })
	if n := before - len(out.Findings); n > 0 {
		out.Notes = append(out.Notes, fmt.Sprintf("%d findings in files that other shards include, too, are left to `cudalint merge`", n))
	}
}

// Part is what a shard found, for Join.
type Part struct {
	Shard    Shard
	Program  string // that made it, as the caller names it
	Paths    []string
	Off      []string // rules that are off for all files
	Files    []PartFile
	Results  []byte // of lint.Archive
	Notes    []string
	Failures []PartFailure
}

// PartFile is a file that something was found in, with what its settings say of it.
type PartFile struct {
	Path    string // as displayed
	Outside string // the path in formats for other programs
	Text    []byte
	FailOn  diag.Severity
	Reasons bool
	Edits   bool // it is one of the run's files
	Levels  []PartLevel
}

// PartLevel is what the settings say of a rule.
type PartLevel struct {
	Rule  string
	Level lint.Level
}

func (f *PartFile) level(rule string) lint.Level {
	if i := slices.IndexFunc(f.Levels, func(l PartLevel) bool { return l.Rule == rule }); i >= 0 {
		return f.Levels[i].Level
	}
	return lint.Level{}
}

// PartFailure is a Failure.
type PartFailure struct {
	Path, Rule, Message string
	Internal            bool
}

// part makes the part of a run. The error tells that something was found in a text that is no file.
func (r *run) part(out *Output, results map[string][]*lint.Result) (*Part, error) {
	p := &Part{Shard: r.options.Shard, Paths: out.Paths, Notes: out.Notes}
	for _, rule := range lint.RuleNames() {
		if r.off(rule) {
			p.Off = append(p.Off, rule)
		}
	}
	for _, f := range out.Errors {
		p.Failures = append(p.Failures, PartFailure{f.Path, f.Rule, f.Err.Error(), f.Internal})
	}
	sources := r.sources(nil)
	used := map[string]*source.File{}
	var all []*lint.Result
	for _, dir := range slices.Sorted(maps.Keys(results)) {
		all = append(all, results[dir]...)
	}
	var err error
	p.Results, err = lint.Archive(all, func(path string) *source.File {
		if used[path] == nil {
			used[path] = sources(path)
		}
		return used[path]
	})
	if err != nil {
		return nil, err
	}
	finishing := r.finishing()
	for _, path := range slices.Sorted(maps.Keys(used)) {
		f := PartFile{Path: path, Outside: path, Text: used[path].Text, FailOn: r.fails(path), Edits: r.editable(path)}
		if r.options.Outside != nil {
			f.Outside = r.options.Outside(path)
		}
		if finishing.Reasons != nil {
			f.Reasons = finishing.Reasons(path)
		}
		for _, rule := range lint.RuleNames() {
			if finishing.Level != nil {
				if l := finishing.Level(rule, path); l != (lint.Level{}) {
					f.Levels = append(f.Levels, PartLevel{rule, l})
				}
			}
		}
		p.Files = append(p.Files, f)
	}
	return p, nil
}

// Text is the part in letters and digits. It is packed byte by byte: names of files need not be UTF-8.
func (p *Part) Text() (string, error) {
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.DefaultCompression)
	if err == nil {
		err = gob.NewEncoder(w).Encode(p)
	}
	if err == nil {
		err = w.Close()
	}
	return base64.StdEncoding.EncodeToString(packed.Bytes()), err
}

// largestPart is the size in bytes above which a part is not unpacked.
const largestPart = 4 << 30

// ReadPart reads what Text gave.
func ReadPart(text string) (*Part, error) {
	packed, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, errors.New("it is damaged")
	}
	var p Part
	if err := gob.NewDecoder(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), largestPart)).Decode(&p); err != nil {
		return nil, errors.New("it is damaged")
	}
	return &p, nil
}

// Join makes of all parts of a run what the whole run would have given.
func Join(parts []*Part) (*Output, error) {
	if len(parts) == 0 {
		return nil, errors.New("there are no parts")
	}
	parts = slices.Clone(parts)
	slices.SortStableFunc(parts, func(x, y *Part) int { return x.Shard.Index - y.Shard.Index })
	first := parts[0]
	if n := first.Shard.Count; n < 1 || n > 1<<16 {
		return nil, errors.New("it is damaged")
	}
	have := map[int]bool{}
	for _, p := range parts {
		switch {
		case p.Program != first.Program:
			return nil, errors.New("the parts are of different versions of cudalint")
		case p.Shard.Count != first.Shard.Count:
			return nil, fmt.Errorf("shard %d is of %d, shard %d of %d", first.Shard.Index, first.Shard.Count, p.Shard.Index, p.Shard.Count)
		case have[p.Shard.Index]:
			return nil, fmt.Errorf("shard %d is there twice", p.Shard.Index)
		case !slices.Equal(p.Paths, first.Paths) || !slices.Equal(p.Off, first.Off):
			return nil, fmt.Errorf("shards %d and %d are of different files or settings", first.Shard.Index, p.Shard.Index)
		}
		have[p.Shard.Index] = true
	}
	for i := 1; i <= first.Shard.Count; i++ {
		if !have[i] {
			return nil, fmt.Errorf("shard %d of %d is missing", i, first.Shard.Count)
		}
	}
	return join(parts)
}

func join(parts []*Part) (*Output, error) {
	files := map[string]*PartFile{}
	sources := map[string]*source.File{}
	var results []*lint.Result
	var log log
	for _, p := range parts {
		for i := range p.Files {
			f := &p.Files[i]
			if had := files[f.Path]; had != nil {
				if !bytes.Equal(had.Text, f.Text) {
					return nil, fmt.Errorf("%s is not the same in all shards", f.Path)
				}
				continue
			}
			files[f.Path], sources[f.Path] = f, source.NewFile(f.Path, f.Text)
		}
		list, err := lint.Unarchive(p.Results, func(path string) *source.File { return sources[path] })
		if err != nil {
			return nil, fmt.Errorf("shard %d: %w", p.Shard.Index, err)
		}
		results = append(results, list...)
		log.notes = append(log.notes, p.Notes...)
		for _, f := range p.Failures {
			log.fail(&Failure{Path: f.Path, Rule: f.Rule, Internal: f.Internal, Err: errors.New(f.Message)})
		}
	}
	of := func(path string) *PartFile {
		if f := files[path]; f != nil {
			return f
		}
		return &PartFile{Outside: path, FailOn: diag.Warning}
	}
	finishing := lint.Options{
		Editable: func(path string) bool { return of(path).Edits },
		Reasons:  func(path string) bool { return of(path).Reasons },
		Level:    func(rule, path string) lint.Level { return of(path).level(rule) },
	}
	out := &Output{
		Result: lint.Finish(lint.Merge(results...), finishing), Files: len(parts[0].Paths), Paths: parts[0].Paths,
		Fails:   func(path string) diag.Severity { return of(path).FailOn },
		Off:     func(rule string) bool { return slices.Contains(parts[0].Off, rule) },
		Outside: func(path string) string { return of(path).Outside },
	}
	out.Notes, out.Errors = log.sorted()
	return out, nil
}
