package lint

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

// expectWord begins a comment that states what accesses may cost: `cudalint: expect(sectors <= 4, conflict-free)`.
const expectWord = "expect"

// Expectation is a comment that states what the accesses of a statement or a kernel may cost.
type Expectation struct {
	Place  diag.Place // the comment
	Broken bool       // a finding says that it does not hold, or cannot be judged

	at    source.Span // the word and its list
	terms []term
	scope scope
	fault string // what is wrong with it

	joined bool // prose goes before it
}

// term is one of the conditions of an expectation.
type term struct {
	text   string // as it is shown
	shared bool   // about wavefronts of shared memory, not sectors
	limit  float64
	below  bool // the limit itself is too much
	kind   termKind
	judged bool // an access was held against it
}

type termKind uint8

const (
	atMost       termKind = iota // limit
	coalesced                    // not so much that it is worth a look
	conflictFree                 // the ideal
)

// expectationsOf reads the comments of a unit.
func expectationsOf(u *sema.Unit) []Expectation {
	var out []Expectation
	for _, f := range unitFiles(u) {
		if !strings.Contains(string(f.Source.Text), ourPrefix) || !strings.Contains(string(f.Source.Text), expectWord) {
			continue
		}
		var o *outline
		for i := range f.Comments {
			e, ok := expectationIn(f, i)
			if !ok {
				continue
			}
			if o == nil {
				o = outlineOf(f)
			}
			if e.settle(o); e.fault != "" && e.joined {
				continue // an example in prose
			}
			out = append(out, e)
		}
	}
	return out
}

// expectationIn reads one comment, and those that it goes on in; false when it is something else.
func expectationIn(f *ast.File, i int) (Expectation, bool) {
	r := reader{file: f.Source, span: f.Comments[i].Span, text: f.Source.Slice(f.Comments[i].Span)}
	start, to, word := r.word(r.begin(), nextComments(f, i))
	joined := false
	if word == "" {
		start, to, word = r.behindProse(nextComments(f, i), func(word string, end int) bool {
			return word == expectWord && strings.HasPrefix(strings.TrimSpace(r.text[end:]), "(")
		})
		joined = true
	}
	if word != expectWord {
		return Expectation{}, false
	}
	open := to + blanks(r.text[to:])
	for _, s := range nextComments(f, i) {
		if open >= len(r.text) || strings.Contains(r.text[open:], ")") {
			break
		}
		r.span.End = s.End
		r.text = f.Source.Slice(r.span)
	}
	e := Expectation{Place: diag.Place{File: f.Source, Span: r.span}, at: r.place(start, to), joined: joined}
	end := -1
	if open < len(r.text) && r.text[open] == '(' {
		end = strings.IndexByte(r.text[open:], ')')
	}
	if end < 0 {
		e.fault = "what is expected stands in brackets: expect(sectors <= 4)"
		return e, true
	}
	e.at = r.place(start, open+end+1)
	for part := range strings.SplitSeq(r.text[open+1:open+end], ",") {
		t, why := termIn(strings.ReplaceAll(strings.ReplaceAll(part, "//", " "), "\\", " "))
		if why != "" {
			e.fault = why
			return e, true
		}
		e.terms = append(e.terms, t)
	}
	return e, true
}

// termIn reads one condition.
func termIn(text string) (t term, fault string) {
	text = strings.Join(strings.Fields(text), " ")
	const known = "sectors <= N, wavefronts <= N, coalesced and conflict-free are known"
	switch text {
	case "coalesced":
		return term{text: text, kind: coalesced}, ""
	case "conflict-free":
		return term{text: text, kind: conflictFree, shared: true}, ""
	case "":
		return t, "nothing is expected; " + known
	}
	i := strings.IndexAny(text, "<>=")
	if i < 0 {
		if near := Nearest(text, []string{"coalesced", "conflict-free"}); near != "" {
			return t, fmt.Sprintf("there is no %q; did you mean %q?", text, near)
		}
		return t, fmt.Sprintf("there is no %q; %s", text, known)
	}
	what := strings.TrimSpace(text[:i])
	number := strings.TrimLeft(text[i:], "<>=")
	operator := text[i : len(text)-len(number)]
	limit, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	switch {
	case what != "sectors" && what != "wavefronts":
		return t, fmt.Sprintf("there is no %q; %s", what, known)
	case operator != "<=" && operator != "<":
		return t, fmt.Sprintf("%q: costs are expected to be <= or < a number", text)
	case err != nil || !(limit >= 0) || limit > 1e6:
		return t, fmt.Sprintf("%q is no number", strings.TrimSpace(number))
	}
	return term{text: fmt.Sprintf("%s %s %s", what, operator, strings.TrimSpace(number)), shared: what == "wavefronts", limit: limit, below: operator == "<"}, ""
}

// settle finds where the comment counts: at the statement that an `ignore` would be about, else in the kernel or function that it
// stands above or at the head of.
func (e *Expectation) settle(o *outline) {
	d := &Directive{Place: e.Place, Word: ignoreWord, at: e.at}
	if o.statement(d); d.fault.message != "" {
		d = &Directive{Place: e.Place, Word: kernelWord, at: e.at}
		o.function(d)
	}
	e.scope = d.scope
	if e.fault == "" && (d.fault.message != "" || len(d.scope.spans) == 0 && d.scope.macro == "") {
		e.fault = "it stands neither at a statement nor above a function"
	}
}

func (e *Expectation) holds(kernel string, at diag.Place, expands func(text, macro string) bool) bool {
	d := Directive{Place: e.Place, scope: e.scope}
	return d.holds(kernel, at, expands)
}

// expect holds the accesses against the comments.
func (r *Result) expect(u *sema.Unit, o Options) {
	if !o.selects(UnmetExpectation) {
		return
	}
	r.Expectations = expectationsOf(u)
	if len(r.Expectations) == 0 {
		return
	}
	quiet := &silence{bodies: macroBodies(u)}
	for i := range r.Expectations {
		e := &r.Expectations[i]
		if e.fault != "" {
			continue
		}
		for k := range r.Accesses {
			a := &r.Accesses[k]
			if a.Judgeable() && e.holds(a.Subject.Kernel, a.Place, quiet.expands) {
				r.Findings = append(r.Findings, e.judge(a)...)
			}
		}
	}
}

// judge holds one access against the terms that are about its memory.
func (e *Expectation) judge(a *Access) []diag.Diagnostic {
	var out []diag.Diagnostic
	for i := range e.terms {
		t := &e.terms[i]
		if t.shared != (a.Subject.Space == "shared") {
			continue
		}
		t.judged = true
		message := t.broken(a)
		if message == "" {
			continue
		}
		d := diag.Diagnostic{
			Rule: UnmetExpectation, Severity: diag.Error, Confidence: diag.Proved, Message: message, Place: a.Place, Subject: a.Subject,
			Cause: t.text, Assumptions: a.Assumptions, Related: []diag.Related{{Place: e.Place, Message: "expected here"}},
		}
		if a.Numbers.Known {
			d.Cost = &diag.Cost{Unit: t.unit(), Actual: a.Numbers.Actual, Ideal: a.Numbers.Ideal}
		}
		if a.Basis != "exact" {
			d.Confidence = diag.Likely
		}
		out = append(out, d)
	}
	return out
}

func (t *term) unit() diag.Unit {
	if t.shared {
		return diag.Wavefronts
	}
	return diag.Sectors
}

// slack is what numbers that are means may be off by.
const slack = 1e-9

// broken tells why a term does not hold for an access; "" when it does.
func (t *term) broken(a *Access) string {
	n := a.Numbers
	if !n.Known {
		return fmt.Sprintf("%s of %s is expected to be %s and cannot be judged: %s", a.Subject.Op, a.Subject.Array, t.expected(), a.BlockedBy)
	}
	switch {
	case t.kind == coalesced && (!a.Costly || n.Actual <= n.Ideal+slack),
		t.kind == conflictFree && n.Actual <= n.Ideal+slack,
		t.kind == atMost && t.below && n.Actual < t.limit-slack,
		t.kind == atMost && !t.below && n.Actual <= t.limit+slack:
		return ""
	}
	return fmt.Sprintf("%s %s per request (ideal %s): %s of %s is expected to be %s", exactly(n.Actual), t.unit(), exactly(n.Ideal), a.Subject.Op, a.Subject.Array, t.expected())
}

// exactly prints up to four digits behind the point: what is just above a limit must not look like it.
func exactly(n float64) string { return strconv.FormatFloat(math.Round(n*1e4)/1e4, 'f', -1, 64) }

func (t *term) expected() string { return "`" + t.text + "`" }

// mergeExpectations unites what several units know of one comment: a term is judged when it is in one of them.
func mergeExpectations(list []Expectation) []Expectation {
	list = sorted(list, func(e *Expectation) diag.Place { return e.Place }, func(*Expectation, *Expectation) int { return 0 })
	var out []Expectation
	for _, e := range list {
		e.terms = slices.Clone(e.terms)
		last := len(out) - 1
		if last < 0 || siteOf(out[last].Place) != siteOf(e.Place) {
			out = append(out, e)
			continue
		}
		for i := range min(len(e.terms), len(out[last].terms)) {
			out[last].terms[i].judged = out[last].terms[i].judged || e.terms[i].judged
		}
	}
	return out
}

// expectations reports the comments that nothing was held against, and those that say nothing.
func (c *critic) expectations() []Expectation {
	list := slices.Clone(c.result.Expectations)
	for i := range list {
		e := &list[i]
		e.Broken = slices.ContainsFunc(c.result.Findings, func(d diag.Diagnostic) bool {
			return d.Rule == UnmetExpectation && slices.ContainsFunc(d.Related, func(r diag.Related) bool { return siteOf(r.Place) == siteOf(e.Place) })
		})
		if c.options.Editable != nil && !c.options.Editable(e.Place.File.Path) {
			continue
		}
		if message := c.unjudged(e); message != "" && c.options.selects(UnmetExpectation) {
			e.Broken = true
			c.found = append(c.found, diag.Diagnostic{
				Rule: UnmetExpectation, Severity: diag.Error, Confidence: diag.Proved, Message: message,
				Place: diag.Place{File: e.Place.File, Span: e.at}, Cause: expectWord,
			})
		}
	}
	return list
}

// unjudged tells why an expectation, or a part of it, was not held against anything.
func (c *critic) unjudged(e *Expectation) string {
	if e.fault != "" {
		return "`expect` says nothing: " + e.fault
	}
	for _, u := range c.result.Unread {
		if e.holds(u.Kernel, u.Place, func(string, string) bool { return false }) || covers(u.Place, e.Place) {
			return "`expect` cannot be judged: " + u.Reason
		}
	}
	for _, t := range e.terms {
		if !t.judged {
			memory := "global"
			if t.shared {
				memory = "shared"
			}
			return fmt.Sprintf("%s is expected where no kernel of this run accesses %s memory", t.expected(), memory)
		}
	}
	return ""
}
