package lint

import (
	"github.com/cudalint/cudalint/diag"
)

// What results are made of, field by field; a test holds each type's fields against this.

func (c *archive) results(list *[]*Result) {
	slice(c, list, func(r **Result) { pointer(c, r, c.result) })
}

func (c *archive) result(r *Result) {
	slice(c, &r.Findings, c.finding)
	c.marks(r)
	slice(c, &r.Unread, func(u *Unread) {
		c.place(&u.Place)
		c.text(&u.Kernel)
		c.text(&u.Reason)
	})
	slice(c, &r.Kernels, func(k *Kernel) {
		c.text(&k.Name)
		c.place(&k.Place)
		c.bool(&k.Settled)
	})
	slice(c, &r.Runs, func(run *Run) {
		c.text(&run.Kernel)
		c.place(&run.At)
		c.place(&run.Launch)
		for i := range run.Block {
			integer(c, &run.Block[i])
		}
		c.text(&run.From)
	})
	slice(c, &r.Withdrawn, func(w *Withdrawn) {
		c.text(&w.Rule)
		c.place(&w.Place)
		c.text(&w.Title)
		c.text(&w.Reason)
	})
	slice(c, &r.Suppressed, func(s *Suppressed) {
		c.finding(&s.Diagnostic)
		c.place(&s.By)
		c.text(&s.Reason)
	})
	slice(c, &r.Directives, c.directive)
	slice(c, &r.Expectations, c.expectation)
	slice(c, &r.Executions, c.execution)
}

// marks codes the marks of all results, whether their accesses are listed behind or not.
func (c *archive) marks(r *Result) {
	if !c.reading {
		r = &Result{Marks: r.marks()}
	}
	slice(c, &r.Marks, func(m *Mark) {
		c.place(&m.Place)
		c.text(&m.Kernel)
		c.bool(&m.Judgeable)
		c.bool(&m.Known)
		c.bytes(m.key[:])
	})
}

// accesses codes what UnarchiveCounted leaves out. Nothing stands behind it, so that the texts in it are nobody else's.
func (c *archive) accesses(list []*Result) {
	for _, r := range list {
		if r == nil {
			continue
		}
		listed := r.Marks == nil
		if c.bool(&listed); listed {
			slice(c, &r.Accesses, c.access)
			r.Marks = nil
		}
	}
}

func (c *archive) finding(d *diag.Diagnostic) {
	c.text(&d.Rule)
	integer(c, &d.Severity)
	integer(c, &d.Confidence)
	c.text(&d.Message)
	c.place(&d.Place)
	c.subject(&d.Subject)
	pointer(c, &d.Cost, func(k *diag.Cost) {
		text(c, &k.Unit)
		c.float(&k.Actual)
		c.float(&k.Ideal)
	})
	c.float(&d.Weight)
	c.text(&d.Cause)
	c.texts(&d.Assumptions)
	c.text(&d.Metric)
	c.text(&d.Help)
	slice(c, &d.Related, func(r *diag.Related) {
		c.place(&r.Place)
		c.text(&r.Message)
	})
	slice(c, &d.Fixes, c.fix)
	pointer(c, &d.Picture, c.picture)
	c.float(&d.Footprint)
	c.float(&d.UsefulShare)
	integer(c, &d.Nth)
	pointer(c, &d.Measured, func(m *diag.Measured) {
		text(c, &m.Verdict)
		c.text(&m.Why)
		for _, x := range []*float64{&m.Requests, &m.Actual, &m.Ideal} {
			c.float(x)
		}
	})
}

func (c *archive) fix(f *diag.Fix) {
	c.text(&f.Title)
	c.text(&f.Words)
	integer(c, &f.Applicability)
	slice(c, &f.Edits, func(e *diag.Edit) {
		c.place(&e.Place)
		c.text(&e.Text)
	})
	c.float(&f.Before)
	c.float(&f.After)
	c.float(&f.Ideal)
}

func (c *archive) picture(p *diag.Picture) {
	lanes := func(offsets *[32]int64) {
		for i := range offsets {
			integer(c, &offsets[i])
		}
	}
	c.bool(&p.Shared)
	integer(c, &p.Width)
	integer(c, &p.Active)
	lanes(&p.Before)
	pointer(c, &p.After, lanes)
	c.text(&p.Remedy)
}

func (c *archive) subject(s *diag.Subject) {
	for _, t := range []*string{&s.Kernel, &s.Array, &s.Space, &s.Op, &s.Index, &s.Stride, &s.BlockFrom} {
		c.text(t)
	}
	for i := range s.Block {
		integer(c, &s.Block[i])
	}
	integer(c, &s.LaunchLine)
	c.text(&s.LaunchFile)
}

func (c *archive) access(a *Access) {
	c.place(&a.Place)
	slice(c, &a.Calls, c.place)
	c.subject(&a.Subject)
	integer(c, &a.Width)
	c.bool(&a.Numbers.Known)
	if a.Numbers.Known {
		for _, x := range []*float64{&a.Numbers.Lanes, &a.Numbers.Actual, &a.Numbers.Ideal, &a.Numbers.Footprint, &a.Numbers.UsefulShare} {
			c.float(x)
		}
	}
	c.text(&a.Pattern)
	c.text(&a.Basis)
	c.texts(&a.Assumptions)
	c.text(&a.BlockedBy)
	c.bool(&a.Costly)
	pointer(c, &a.Picture, c.picture)
	pointer(c, &a.Detail, c.detail)
	integer(c, &a.piece)
	integer(c, &a.nth)
}

func (c *archive) directive(d *Directive) {
	c.place(&d.Place)
	c.text(&d.Word)
	slice(c, &d.Names, c.name)
	slice(c, &d.Beside, c.name)
	c.bool(&d.Bare)
	c.text(&d.Reason)
	c.span(&d.at)
	c.span(&d.word)
	integer(c, &d.insert)
	c.bool(&d.joined)
	c.scope(&d.scope)
	c.text(&d.fault.message)
	c.text(&d.fault.word)
	integer(c, &d.fault.moveTo)
	c.bool(&d.fault.move)
	c.bool(&d.fault.open)
}

func (c *archive) scope(s *scope) {
	slice(c, &s.spans, c.span)
	c.text(&s.kernel)
	c.text(&s.macro)
	c.bool(&s.device)
}

func (c *archive) expectation(e *Expectation) {
	c.place(&e.Place)
	c.bool(&e.Broken)
	c.span(&e.at)
	slice(c, &e.terms, func(t *term) {
		c.text(&t.text)
		c.bool(&t.shared)
		c.float(&t.limit)
		c.bool(&t.below)
		integer(c, &t.kind)
		c.bool(&t.judged)
	})
	c.scope(&e.scope)
	c.text(&e.fault)
	c.bool(&e.joined)
}

func (c *archive) name(n *Name) {
	c.text(&n.Text)
	c.span(&n.at)
	c.bool(&n.used)
}

func (c *archive) detail(d *Detail) {
	for i := range d.Offsets {
		integer(c, &d.Offsets[i])
	}
	integer(c, &d.Active)
	for _, x := range []*float64{&d.Requests, &d.Settled, &d.Trips.Count} {
		c.float(x)
	}
	c.bool(&d.Trips.Known)
	slice(c, &d.Steps, func(s *Step) {
		c.place(&s.Place)
		text(c, &s.Kind)
		c.text(&s.Text)
	})
}

func (c *archive) execution(e *Execution) {
	c.text(&e.Kernel)
	c.place(&e.Place)
	c.text(&e.Template)
	for i := range e.Block {
		integer(c, &e.Block[i])
		integer(c, &e.Grid[i])
	}
	c.text(&e.BlockFrom)
	c.place(&e.Launch)
	integer(c, &e.Shared.Static)
	integer(c, &e.Shared.Dynamic)
	for _, x := range []*float64{&e.Work.Half, &e.Work.Single, &e.Work.Double} {
		c.float(x)
	}
	slice(c, &e.Accesses, c.access)
}
