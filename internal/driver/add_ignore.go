package driver

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/rules"
	"github.com/cudalint/cudalint/source"
)

// Ignored is what AddIgnores did. Nothing is written yet: Write does that, change by change.
type Ignored struct {
	Output   *Output // what was found, without what the comments silence
	Silenced []diag.Diagnostic
	Changes  []*Change // sorted by path
}

// AddIgnores judges the files and puts a comment with the reason at each finding that choose leaves in the output, in memory. Where
// the comment would stand it is tried: when it silences nothing above the line it goes behind it, and else the finding stays.
func AddIgnores(ctx context.Context, o Options, reason string, choose func(*Output) error) (*Ignored, error) {
	r, results, err := start(ctx, o)
	if err != nil {
		return nil, err
	}
	out := r.output(results)
	first := map[ruleLine]bool{}
	for _, d := range out.Findings {
		first[ruleLine{lineOf(d), d.Rule}] = true
	}
	if err := choose(out); err != nil {
		return nil, err
	}
	a := &silencer{before: first, fixer: &fixer{run: r, results: results, first: map[string][]byte{}}, reason: reason, lines: map[codeLine]*silencedLine{}, chosen: map[subject]bool{}}
	for _, d := range out.Findings {
		a.add(d)
	}
	if err := a.settle(ctx); err != nil {
		return nil, err
	}
	if a.now == nil {
		a.now = out.Result
	}
	done := &Ignored{Output: out, Changes: a.fixer.changes()}
	var left []diag.Diagnostic
	for _, d := range out.Findings {
		if l := a.lines[lineOf(d)]; l != nil && l.place < gaveUp && slices.Contains(l.rules, d.Rule) {
			done.Silenced = append(done.Silenced, d)
			continue
		}
		left = append(left, d)
	}
	out.Findings = left
	for _, l := range a.lines {
		if l.place == gaveUp && slices.ContainsFunc(a.now.Findings, func(d diag.Diagnostic) bool { return a.oldLine(lineOf(d)) == l.codeLine }) {
			out.Notes = append(out.Notes, fmt.Sprintf("%s:%d: a comment here silences nothing; kernel-ignore and file-ignore reach further", l.path, l.line))
		}
	}
	slices.Sort(out.Notes)
	return done, nil
}

// codeLine is a line of a file as it was read.
type codeLine struct {
	path string
	line int
}

func lineOf(d diag.Diagnostic) codeLine {
	if d.Place.File == nil {
		return codeLine{}
	}
	return codeLine{d.Place.File.Path, d.Place.File.LineOf(d.Place.Span.Start)}
}

// Places of a comment, in the order in which they are tried.
const (
	above = iota
	behind
	gaveUp
)

// silencedLine is a line with the rules that are to be silent there.
type silencedLine struct {
	codeLine
	file  *source.File
	rules []string
	place int
}

type silencer struct {
	fixer  *fixer
	reason string
	lines  map[codeLine]*silencedLine
	chosen map[subject]bool
	now    *lint.Result      // what is found with the comments of the last try
	before map[ruleLine]bool // what was found before anything was chosen
}

// add takes a finding, if a comment can silence it.
func (a *silencer) add(d diag.Diagnostic) {
	if d.Place.File == nil || !a.fixer.run.editable(d.Place.File.Path) || !lint.Silenceable(d.Rule) {
		return
	}
	a.chosen[subjectOf(d)] = true
	a.at(lineOf(d), d)
	for _, also := range sites(d) {
		if at := lineOf(also); a.fixer.run.editable(at.path) && !a.before[ruleLine{at, d.Rule}] {
			a.at(at, also)
		}
	}
}

// sites are the other places that a finding names, each as a finding.
func sites(d diag.Diagnostic) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, r := range d.Related {
		if r.Place.File != nil && strings.HasPrefix(r.Message, rules.AlsoHere) {
			also := d
			also.Place, also.Related = r.Place, nil
			out = append(out, also)
		}
	}
	return out
}

// at asks for a comment at a line of a file as it was read.
func (a *silencer) at(at codeLine, d diag.Diagnostic) {
	l := a.lines[at]
	if l == nil {
		l = &silencedLine{codeLine: at, file: d.Place.File}
		a.lines[at] = l
	}
	if !slices.Contains(l.rules, d.Rule) {
		l.rules = append(l.rules, d.Rule)
		slices.Sort(l.rules)
	}
}

// settle tries the comments until each does what it is for, or was given up.
func (a *silencer) settle(ctx context.Context) error {
	for range mostRounds {
		made := a.comments()
		if len(made) == 0 {
			return nil
		}
		before := a.fixer.texts(made)
		a.fixer.put(before, made)
		folders := a.fixer.reached(made)
		for _, dir := range folders {
			for _, root := range a.fixer.run.folders[dir] {
				a.fixer.run.loaderOf(root).expect(root)
			}
		}
		again := a.fixer.run.judge(ctx, folders)
		if err := ctx.Err(); err != nil {
			return err
		}
		all := maps.Clone(a.fixer.results)
		maps.Copy(all, again)
		a.now = a.fixer.run.merged(all)
		if !a.failed(a.now) && !a.more(a.now) {
			return nil
		}
		a.fixer.restore(before)
	}
	return fmt.Errorf("the comments do not settle in %d rounds", mostRounds)
}

// more takes the places that stand for a finding now that the one where it was reported is silent: a finding has several.
func (a *silencer) more(now *lint.Result) bool {
	found := false
	for _, primary := range now.Findings {
		if primary.Place.File == nil || !a.chosen[subjectOf(primary)] {
			continue
		}
		for _, d := range append([]diag.Diagnostic{primary}, sites(primary)...) {
			at := a.oldLine(lineOf(d))
			l := a.lines[at]
			if a.before[ruleLine{at, d.Rule}] || l != nil && (l.place == gaveUp || slices.Contains(l.rules, d.Rule)) || !a.fixer.run.editable(at.path) {
				continue // it was there from the start and not chosen, or is seen to already
			}
			d.Place.File = a.fixer.original(d.Place.File)
			a.at(at, d)
			found = true
		}
	}
	return found
}

// oldLine is where a line of the text with the comments stood without them.
func (a *silencer) oldLine(at codeLine) codeLine {
	shift := 0
	for _, o := range a.lines {
		if o.path == at.path && o.place == above && a.newLine(o) <= at.line {
			shift++
		}
	}
	at.line -= shift
	return at
}

// newLine is the line on which a line stands in the text with the comments.
func (a *silencer) newLine(l *silencedLine) int {
	line := l.line
	for _, o := range a.lines {
		if o.path == l.path && o.place == above && o.line <= l.line {
			line++
		}
	}
	return line
}

// subject is what the places of one finding agree on. The array is that of the place that is reported.
type subject struct{ path, rule, kernel string }

func subjectOf(d diag.Diagnostic) subject {
	return subject{d.Place.File.Path, d.Rule, d.Subject.Kernel}
}

// ruleLine is what a rule says of a line.
type ruleLine struct {
	codeLine
	rule string
}

// comments are the edits, as fixes.
func (a *silencer) comments() []Made {
	var out []Made
	for _, l := range a.lines {
		if l.place == gaveUp {
			continue
		}
		span := l.file.LineSpan(l.line)
		text := l.file.Slice(span)
		comment := fmt.Sprintf("// cudalint: ignore[%s]: %s", strings.Join(l.rules, ", "), a.reason)
		at := span.Start
		if l.place == behind {
			at, comment = span.End, " "+comment
		} else {
			end := "\n"
			if strings.Contains(string(l.file.Text), "\r\n") {
				end = "\r\n"
			}
			comment = text[:len(text)-len(strings.TrimLeft(text, " \t"))] + comment + end
			if strings.HasPrefix(text, "\ufeff") {
				at, comment = at+3, strings.TrimPrefix(comment, "\ufeff")
			}
		}
		edit := diag.Edit{Place: diag.Place{File: l.file, Span: source.Span{Start: at, End: at}}, Text: comment}
		out = append(out, Made{Fix: diag.Fix{Edits: []diag.Edit{edit}}})
	}
	return out
}

// failed moves on the comments that do not silence what they are for, or are at fault themselves; false when there are none.
func (a *silencer) failed(now *lint.Result) bool {
	any := false
	for _, l := range a.lines {
		if l.place == gaveUp {
			continue
		}
		line := a.newLine(l)
		comment := line
		if l.place == above {
			comment--
		}
		if slices.ContainsFunc(now.Findings, func(d diag.Diagnostic) bool {
			at := lineOf(d)
			return at == codeLine{l.path, line} && slices.Contains(l.rules, d.Rule) || at == codeLine{l.path, comment} && !lint.Silenceable(d.Rule)
		}) {
			l.place++
			any = true
		}
	}
	return any
}
