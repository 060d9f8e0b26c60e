package profile

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/source"
)

// Row is what the profiler read for one source line, memory and operation of a kernel, beside what was worked out for it.
type Row struct {
	File         *source.File
	Line         int
	Kernel       string
	Space, Op    string
	Block        [3]int64 // of the launch, zero where the export does not tell
	Instructions int
	Widths       []int // bytes per lane of the instructions
	Measured     Counted
	Accesses     []*lint.Access // that stand there
}

// Predicted is actual to ideal of the row's accesses together; ok is false where some have no number.
func (r *Row) Predicted() (ratio float64, ok bool) {
	var actual, ideal float64
	for _, a := range r.Accesses {
		if !a.Numbers.Known {
			return 0, false
		}
		n := 1.0
		if a.Detail != nil {
			n = a.Detail.Requests
		}
		actual += n * a.Numbers.Actual
		ideal += n * a.Numbers.Ideal
	}
	if ideal <= 0 {
		return 0, false
	}
	return actual / ideal, true
}

// Excess is what the row took beyond the ideal, in bytes: a sector moves 32, a wavefront up to 128.
func (r *Row) Excess() float64 {
	if r.Measured.Ideal <= 0 {
		return 0
	}
	bytes := 32.0
	if r.Space == "shared" {
		bytes = 128
	}
	return (r.Measured.Actual - r.Measured.Ideal) * bytes
}

type rowKey struct {
	file      *source.File
	line      int
	kernel    string
	space, op string
}

// match sorts a profile's instructions by the accesses that they belong to.
type match struct {
	result   *lint.Result
	rows     map[rowKey]*Row
	order    []*Row
	kernels  map[string]bool // that the profile has instructions of
	at       map[rowKey][]*lint.Access
	files    map[string]map[*source.File]bool // by kernel: those that its accesses stand in
	resolved map[[2]string]*source.File
	blocks   map[string][3]int64
	missed   []string // files of the profile that fit several of the result's
}

// Rows are the lines that instructions of the profile belong to and that cudalint looked at, costliest first.
func Rows(r *lint.Result, p *Profile) []*Row { return matched(r, p).order }

func matched(r *lint.Result, p *Profile) *match {
	m := &match{
		result: r, rows: map[rowKey]*Row{}, kernels: map[string]bool{}, at: map[rowKey][]*lint.Access{},
		files: map[string]map[*source.File]bool{}, resolved: map[[2]string]*source.File{}, blocks: map[string][3]int64{},
	}
	for _, l := range p.Launches {
		if _, known := m.blocks[l.Kernel]; !known {
			m.blocks[l.Kernel] = l.Block
		}
	}
	for i := range r.Accesses {
		m.index(&r.Accesses[i])
	}
	for i := range r.Kernels {
		m.seen(r.Kernels[i].Name, r.Kernels[i].Place.File)
	}
	for i := range p.Instructions {
		m.instruction(&p.Instructions[i])
	}
	for _, row := range m.rows {
		m.order = append(m.order, row)
	}
	slices.SortFunc(m.order, func(x, y *Row) int {
		return cmp.Or(cmp.Compare(y.Excess(), x.Excess()), strings.Compare(x.File.Path, y.File.Path), cmp.Compare(x.Line, y.Line),
			strings.Compare(x.Kernel, y.Kernel), strings.Compare(x.Space+x.Op, y.Space+y.Op))
	})
	return m
}

func (m *match) seen(kernel string, f *source.File) {
	if m.files[kernel] == nil {
		m.files[kernel] = map[*source.File]bool{}
	}
	if f != nil {
		m.files[kernel][f] = true
	}
}

// index notes an access under the line that it stands on, unless it was judged under another block shape than the launch's.
func (m *match) index(a *lint.Access) {
	kernel := a.Subject.Kernel
	m.seen(kernel, a.Place.File)
	for _, c := range a.Calls {
		m.seen(kernel, c.File)
	}
	k := keyOf(a)
	if b, ok := m.blocks[kernel]; ok && b != a.Subject.Block && m.judgedUnder(kernel, b) {
		return
	}
	if len(m.at[k]) > 0 && m.at[k][0].Subject.Block != a.Subject.Block {
		return // another launch; the first is what a profile has most often
	}
	m.at[k] = append(m.at[k], a)
}

func (m *match) judgedUnder(kernel string, block [3]int64) bool {
	return slices.ContainsFunc(m.result.Accesses, func(a lint.Access) bool { return a.Subject.Kernel == kernel && a.Subject.Block == block })
}

func keyOf(a *lint.Access) rowKey {
	op := a.Subject.Op
	return rowKey{a.Place.File, a.Place.File.LineOf(a.Place.Span.Start), a.Subject.Kernel, a.Subject.Space, op}
}

// instruction adds an instruction to the row of the innermost of its lines that has such an access: the one whose access is called from
// the others. Where none has, the first line of a file that is known is taken.
func (m *match) instruction(in *Instruction) {
	m.kernels[in.Kernel] = true
	var best *rowKey
	depth := -1
	for _, l := range in.Lines {
		f := m.file(in.Kernel, l.File)
		if f == nil || l.Number > f.Lines() {
			continue
		}
		k := rowKey{f, l.Number, in.Kernel, in.Space, in.Op}
		d := -1
		if len(m.at[k]) > 0 {
			d = 0
			for _, a := range m.at[k] {
				d = max(d, len(a.Calls))
			}
		}
		if best == nil || d > depth {
			best, depth = &k, d
		}
	}
	if best == nil {
		return
	}
	row := m.rows[*best]
	if row == nil {
		row = &Row{File: best.file, Line: best.line, Kernel: in.Kernel, Space: in.Space, Op: in.Op, Block: m.blocks[in.Kernel], Accesses: m.at[*best]}
		m.rows[*best] = row
	}
	row.Instructions++
	row.Measured.add(in.Counted)
	if in.Width > 0 && !slices.Contains(row.Widths, in.Width) {
		row.Widths = append(row.Widths, in.Width)
		slices.Sort(row.Widths)
	}
}

// file is the file of the result that a path of the profile stands for: of those that the kernel's accesses stand in the one that agrees
// in most of its last names. nil when none does, or several alike.
func (m *match) file(kernel, name string) *source.File {
	key := [2]string{kernel, name}
	if f, done := m.resolved[key]; done {
		return f
	}
	var best *source.File
	most, tie := 0, false
	for f := range m.files[kernel] {
		switch n := commonEnd(f.Path, name); {
		case n > most:
			best, most, tie = f, n, false
		case n == most && n > 0:
			tie = true
		}
	}
	if tie {
		best = nil
		m.missed = append(m.missed, fmt.Sprintf("%s of %s fits several files; name the folder that was profiled", name, kernel))
	}
	m.resolved[key] = best
	return best
}

// commonEnd is the number of names that two paths agree in, from the last.
func commonEnd(a, b string) int {
	x, y := strings.Split(path.Clean(strings.ReplaceAll(a, `\`, "/")), "/"), strings.Split(path.Clean(strings.ReplaceAll(b, `\`, "/")), "/")
	n := 0
	for n < len(x) && n < len(y) && x[len(x)-1-n] == y[len(y)-1-n] {
		n++
	}
	return n
}

// sites are the lines that a finding is about, itself first.
func sites(d *diag.Diagnostic) []rowKey {
	var out []rowKey
	add := func(p diag.Place) {
		if p.File == nil {
			return
		}
		k := rowKey{p.File, p.File.LineOf(p.Span.Start), d.Subject.Kernel, d.Subject.Space, ""}
		if !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	add(d.Place)
	for _, r := range d.Related {
		add(r.Place)
	}
	return out
}
