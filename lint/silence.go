package lint

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/rules"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

// Suppressed is a finding that a comment silences.
type Suppressed struct {
	diag.Diagnostic
	By     diag.Place // the comment
	Reason string
}

// silence is what the comments of a unit ask for.
type silence struct {
	directives []*Directive
	bodies     map[string]string     // of the unit's macros, by name
	inFile     map[string]*spanIndex // of directives, by the path of their file
	inKernel   map[string][]int      // directives that are about a kernel, by its name
	ofMacro    []int                 // directives that are about a macro
	apart      map[about][]diag.Place
}

// about is what places that a rule keeps apart belong to.
type about struct{ rule, kernel string }

func silenceOf(u *sema.Unit) *silence {
	s := &silence{}
	for _, f := range unitFiles(u) {
		if !mayHoldDirectives(string(f.Source.Text)) {
			continue
		}
		if found := directivesOf(f); len(found) > 0 {
			s.directives = append(s.directives, settle(outlineOf(f), found)...)
		}
	}
	if slices.ContainsFunc(s.directives, func(d *Directive) bool { return d.scope.macro != "" }) {
		s.bodies = macroBodies(u)
	}
	return s
}

// macroBodies are the texts that a unit's macros stand for, by name.
func macroBodies(u *sema.Unit) map[string]string {
	out := map[string]string{}
	for _, f := range unitFiles(u) {
		for _, m := range f.Macros {
			out[m.Name] = m.Body
		}
	}
	return out
}

// expands reports whether a text uses a macro, itself or through others.
func (s *silence) expands(text, macro string) bool {
	seen := map[string]bool{}
	var uses func(text string) bool
	uses = func(text string) bool {
		for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r >= 0x80 || r == '-' || !isNameByte(byte(r)) }) {
			if word == macro {
				return true
			}
			if body, known := s.bodies[word]; known && !seen[word] {
				seen[word] = true
				if uses(body) {
					return true
				}
			}
		}
		return false
	}
	return uses(text)
}

// by is the first comment that silences what a rule says of a kernel at a place, nil when there is none. All that do are marked as used
// where mark is set.
func (s *silence) by(rule, kernel string, at diag.Place, mark bool) *Directive {
	var first *Directive
	for n, i := range s.near(kernel, at) {
		d := s.directives[i]
		yes, names := d.matches(rule)
		if n >= mostBeside || !yes || !d.holds(kernel, at, s.expands) {
			continue
		}
		if first == nil {
			first = d
		}
		for _, i := range names {
			d.Names[i].used = d.Names[i].used || mark
		}
	}
	return first
}

// mostBeside bounds the comments that are asked about one finding.
const mostBeside = 4096

// near are the comments that may be about a kernel's place, by their position among all.
func (s *silence) near(kernel string, at diag.Place) []int {
	if s.inFile == nil {
		s.inFile, s.inKernel = map[string]*spanIndex{}, map[string][]int{}
		for i, d := range s.directives {
			path := d.Place.File.Path
			if s.inFile[path] == nil {
				s.inFile[path] = &spanIndex{}
			}
			for _, span := range d.scope.spans {
				s.inFile[path].add(span, i)
			}
			if d.scope.kernel != "" {
				s.inKernel[d.scope.kernel] = append(s.inKernel[d.scope.kernel], i)
			}
			if d.scope.macro != "" {
				s.ofMacro = append(s.ofMacro, i)
			}
		}
	}
	out := slices.Concat(s.inKernel[kernel], s.ofMacro)
	if at.File != nil && s.inFile[at.File.Path] != nil {
		out = append(out, s.inFile[at.File.Path].overlapping(source.Span{Start: at.Span.Start, End: at.Span.Start + 1})...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// option keeps the places that comments silence out of the findings on others; nil when no comment does.
func (s *silence) option() []rules.Option {
	if len(s.directives) == 0 {
		return nil
	}
	s.apart = map[about][]diag.Place{}
	return []rules.Option{rules.WithApart(func(rule, kernel string, at diag.Place) bool {
		if s.by(rule, kernel, at, false) == nil {
			return false
		}
		s.apart[about{rule, kernel}] = append(s.apart[about{rule, kernel}], at)
		return true
	})}
}

// silence moves the findings that comments silence out of the way.
func (r *Result) silence(s *silence) {
	if len(s.directives) == 0 {
		return
	}
	var kept []diag.Diagnostic
	for _, f := range r.Findings {
		d := s.by(f.Rule, f.Subject.Kernel, f.Place, true)
		if d == nil {
			kept = append(kept, f)
			continue
		}
		for _, also := range f.Related {
			s.by(f.Rule, f.Subject.Kernel, also.Place, true)
		}
		for _, also := range s.apart[about{f.Rule, f.Subject.Kernel}] { // a finding names the first of its places only
			s.by(f.Rule, f.Subject.Kernel, also, true)
		}
		r.Suppressed = append(r.Suppressed, Suppressed{f, d.Place, d.Reason})
	}
	r.Findings = kept
	for _, d := range s.directives {
		r.Directives = append(r.Directives, *d)
	}
}

func mergeSuppressed(list []Suppressed) []Suppressed {
	list = sorted(list, func(s *Suppressed) diag.Place { return s.Place }, func(x, y *Suppressed) int {
		return strings.Compare(findingOrder(&x.Diagnostic), findingOrder(&y.Diagnostic))
	})
	seen := map[findingKey]bool{}
	return slices.DeleteFunc(list, func(s Suppressed) bool {
		k := findingKeyOf(&s.Diagnostic)
		again := seen[k]
		seen[k] = true
		return again
	})
}

// mergeDirectives unites what several units know of one comment: a name is used when it is in one of them.
func mergeDirectives(list []Directive) []Directive {
	list = sorted(list, func(d *Directive) diag.Place { return diag.Place{File: d.Place.File, Span: d.at} }, func(x, y *Directive) int {
		return strings.Compare(x.names(), y.names())
	})
	var out []Directive
	for _, d := range list {
		d.Names = slices.Clone(d.Names)
		last := len(out) - 1
		if last < 0 || siteOf(out[last].Place) != siteOf(d.Place) || out[last].at != d.at || out[last].names() != d.names() {
			out = append(out, d)
			continue
		}
		for i := range d.Names {
			out[last].Names[i].used = out[last].Names[i].used || d.Names[i].used
		}
	}
	return out
}

func (d *Directive) names() string {
	var text []string
	for _, n := range d.Names {
		text = append(text, n.Text)
	}
	return strings.Join(text, ",")
}
