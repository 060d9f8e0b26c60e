package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/source"
)

// Finish grades the findings by the levels of their files and adds those on comments that silence nothing, are misspelt or
// misplaced, lack a reason, or expect what nothing was held against, to what Merge made of all units. Only comments in files that may be edited are judged: others may be meant for units that are not part of the run.
func Finish(r *Result, o Options) *Result {
	out := *r
	out.Findings = slices.Clone(r.Findings)
	c := critic{result: r, options: o}
	for i := range r.Directives {
		if d := &r.Directives[i]; o.Editable == nil || o.Editable(d.Place.File.Path) {
			c.judge(d)
		}
	}
	out.Expectations = c.expectations()
	out.Findings = mergeFindings(o.graded(append(out.Findings, c.found...)))
	out.Suppressed = slices.DeleteFunc(slices.Clone(r.Suppressed), func(s Suppressed) bool { return o.levelOf(s.Rule, s.Place).Off })
	count(out.Findings, out.Suppressed)
	return &out
}

// critic judges comments.
type critic struct {
	result  *Result
	options Options
	found   []diag.Diagnostic
}

// report adds a finding on a part of a comment, unless its rule is switched off.
func (c *critic) report(d *Directive, rule string, severity diag.Severity, at source.Span, message string, f ...diag.Fix) {
	if c.options.selects(rule) {
		c.found = append(c.found, diag.Diagnostic{
			Rule: rule, Severity: severity, Confidence: diag.Proved, Message: message,
			Place: diag.Place{File: d.Place.File, Span: at}, Cause: d.Word + " " + d.names(), Fixes: f,
		})
	}
}

func (c *critic) judge(d *Directive) {
	if d.joined && !slices.ContainsFunc(d.Names, func(n Name) bool { return n.used }) {
		return // an example in prose
	}
	if c.options.Reasons != nil && c.options.Reasons(d.Place.File.Path) && d.Reason == "" && d.own() && d.Word != enableWord && d.Word != noLintEnd {
		c.report(d, MissingReason, diag.Warning, d.at, "no reason is given")
	}
	switch {
	case d.fault.message != "" && !d.own():
		return // another tool's
	case d.fault.open:
		c.report(d, UnusedSuppression, diag.Hint, d.at, "`"+d.Word+"` is not closed: "+d.fault.message)
	case d.fault.message != "":
		c.report(d, UnusedSuppression, diag.Warning, d.at, d.fault.message, d.mended()...)
		return
	case len(d.Names) == 0 && !d.isNoLint():
		c.report(d, UnusedSuppression, diag.Warning, d.at, "`"+d.Word+"` names no rule, so it silences nothing", c.named(d))
		return
	}
	known := RuleNames()
	for i, n := range d.Names {
		rule := n.Text
		if d.isNoLint() {
			if !n.ours() {
				continue
			}
			rule = strings.TrimPrefix(strings.TrimPrefix(n.Text, noLintPrefix), "-")
		}
		group := d.isNoLint() && (rule == "" || strings.Contains(rule, "*"))
		switch {
		case n.used:
		case !group && !slices.Contains(known, rule):
			c.unknown(d, n, rule, known)
		case !group && slices.Contains(commentRules, rule):
			c.report(d, UnusedSuppression, diag.Warning, n.at, rule+" is not silenced by comments", d.without(i))
		case !c.couldTell(d, rule, group):
		default:
			c.report(d, UnusedSuppression, diag.Warning, n.at, "nothing of "+n.Text+" is found here", d.without(i))
		}
	}
}

// commentRules are about comments themselves.
var commentRules = []string{UnusedSuppression, UnknownRuleName, MissingReason}

func (c *critic) unknown(d *Directive, n Name, rule string, known []string) {
	message := fmt.Sprintf("there is no rule %q", rule)
	var f []diag.Fix
	if near := Nearest(rule, known); near != "" {
		message += fmt.Sprintf("; did you mean %q?", near)
		at := n.at
		at.Start = at.End - int32(len(rule))
		f = append(f, diag.Fix{Title: "write " + near, Applicability: diag.Safe, Edits: []diag.Edit{{Place: diag.Place{File: d.Place.File, Span: at}, Text: near}}})
	}
	c.report(d, UnknownRuleName, diag.Warning, n.at, message, f...)
}

// couldTell reports whether the rules that a name stands for ran, on all that the comment is about.
func (c *critic) couldTell(d *Directive, rule string, group bool) bool {
	off := func(rule string) bool { return !c.options.selects(rule) || c.options.levelOf(rule, d.Place).Off }
	ran := !off(rule)
	if group {
		ran = !slices.ContainsFunc(RuleNames(), func(rule string) bool { return off(rule) && !OffByDefault(rule) })
	}
	inside := func(p diag.Place, kernel string) bool {
		return d.holds(kernel, p, func(string, string) bool { return true })
	}
	if !ran || slices.ContainsFunc(c.result.Unread, func(u Unread) bool { return inside(u.Place, u.Kernel) || covers(u.Place, d.Place) }) {
		return false
	}
	return !d.scope.device || slices.ContainsFunc(c.result.Accesses, func(a Access) bool { return inside(a.Place, "") }) ||
		slices.ContainsFunc(c.result.Marks, func(m Mark) bool { return inside(m.Place, "") })
}

func covers(outer, inner diag.Place) bool {
	return outer.File != nil && outer.File.Path == inner.File.Path && outer.Span.Covers(inner.Span)
}

// named is the fix that writes the rules which report something where the comment counts; it takes the comment away when none does.
func (c *critic) named(d *Directive) diag.Fix {
	var names []string
	for _, f := range c.result.Findings {
		if d.holds(f.Subject.Kernel, f.Place, func(string, string) bool { return false }) && !slices.Contains(names, f.Rule) {
			names = append(names, f.Rule)
		}
	}
	if len(names) == 0 {
		return d.gone()
	}
	list := "[" + strings.Join(names, ", ") + "]"
	at := source.Span{Start: d.insert, End: max(d.insert, d.at.End)} // an empty list goes
	return diag.Fix{Title: "name the rules: " + list, Applicability: diag.Safe, Edits: []diag.Edit{{Place: diag.Place{File: d.Place.File, Span: at}, Text: list}}}
}

// mended is the fix for a comment that is in the wrong place or has the wrong word; none for a word that is like no other.
func (d *Directive) mended() []diag.Fix {
	f := d.gone()
	at := diag.Place{File: d.Place.File, Span: source.Span{Start: d.fault.moveTo, End: d.fault.moveTo}}
	switch {
	case d.fault.word != "":
		at.Span = d.word
		f = diag.Fix{Title: "write " + d.fault.word, Applicability: diag.Safe, Edits: []diag.Edit{{Place: at, Text: d.fault.word}}}
	case d.fault.move:
		f.Title = "move the comment to where it counts"
		f.Edits = append([]diag.Edit{{Place: at, Text: d.indent() + d.Place.File.Slice(d.Place.Span) + d.lineEnd()}}, f.Edits...)
	case !d.isNoLint() && !slices.Contains(silenceWords, d.Word):
		return nil
	}
	return []diag.Fix{f}
}

// indent is the white space at the start of the line that a moved comment goes in front of.
func (d *Directive) indent() string {
	f := d.Place.File
	line := f.Slice(f.LineSpan(f.LineOf(d.fault.moveTo)))
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

func (d *Directive) lineEnd() string {
	if strings.Contains(string(d.Place.File.Text), "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// without is the fix that takes one name out of the list, or all with the last.
func (d *Directive) without(i int) diag.Fix {
	all, at := d.Names, d.Names[i].at
	if d.Beside != nil {
		all = d.Beside
		i = slices.IndexFunc(all, func(n Name) bool { return n.at == at })
	}
	switch {
	case len(all) == 1:
		return d.gone()
	case i+1 < len(all):
		at.End = all[i+1].at.Start
	default:
		at.Start = all[i-1].at.End
	}
	return diag.Fix{Title: "take " + all[i].Text + " out of the comment", Applicability: diag.Safe, Edits: []diag.Edit{{Place: diag.Place{File: d.Place.File, Span: at}}}}
}

// gone is the fix that takes the comment away: with its lines where it has them for itself. Of a comment that says more than the
// NOLINT in it that word goes.
func (d *Directive) gone() diag.Fix {
	f := d.Place.File
	at := d.Place.Span
	if d.isNoLint() && strings.Trim(f.Slice(source.Span{Start: at.Start, End: d.at.Start})+f.Slice(source.Span{Start: d.at.End, End: at.End}), "/* \t") != "" {
		return diag.Fix{Title: "take " + d.Word + " out of the comment", Applicability: diag.Safe, Edits: []diag.Edit{{Place: diag.Place{File: f, Span: d.at}}}}
	}
	first, last := f.LineSpan(f.LineOf(at.Start)), f.LineSpan(f.LineOf(max(at.Start, at.End-1)))
	before := strings.TrimRight(f.Slice(source.Span{Start: first.Start, End: at.Start}), " \t")
	behind := strings.TrimSpace(f.Slice(source.Span{Start: at.End, End: max(at.End, last.End)}))
	switch {
	case before == "" && behind == "":
		at.Start, at.End = first.Start, last.End
		if next := f.LineOf(last.End) + 1; next <= f.Lines() {
			at.End = f.LineSpan(next).Start
		}
	case behind == "" || behind == "\\":
		at.Start = first.Start + int32(len(before))
	default:
		for at.End < last.End && (f.Text[at.End] == ' ' || f.Text[at.End] == '\t') {
			at.End++
		}
	}
	return diag.Fix{Title: "take the comment away", Applicability: diag.Safe, Edits: []diag.Edit{{Place: diag.Place{File: f, Span: at}}}}
}
