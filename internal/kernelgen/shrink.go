package kernelgen

// Shrink takes statements and parts of expressions away from a program as long as it still fails; it changes p.
func (p *Program) Shrink(fails func() bool) {
	try := func(change, undo func()) bool {
		change()
		if ok := p.sound(); ok {
			p.print()
			if fails() {
				return true
			}
		}
		undo()
		return false
	}
	for again := true; again; {
		again = p.shrinkStmts(try)
		again = p.shrinkExprs(try) || again
	}
	p.print()
}

type attempt func(change, undo func()) bool

// lists are all lists of statements in the program.
func (p *Program) lists() []*[]stmt {
	var out []*[]stmt
	var add func(l *[]stmt)
	add = func(l *[]stmt) {
		out = append(out, l)
		for _, s := range *l {
			switch s := s.(type) {
			case *branch:
				add(&s.then)
				add(&s.els)
			case *loop:
				add(&s.body)
			case *pickCase:
				for i := range s.cases {
					add(&s.cases[i].body)
				}
			case *block:
				add(&s.list)
			}
		}
	}
	add(&p.kernel.body)
	for _, f := range p.helpers {
		add(&f.body)
	}
	return out
}

func (p *Program) shrinkStmts(try attempt) bool {
	some := false
	if len(p.launch) > 1 {
		old := p.launch
		for i := range old {
			some = try(func() { p.launch = old[i : i+1] }, func() { p.launch = old }) || some
		}
	}
	for i := len(p.helpers) - 1; i >= 0; i-- {
		old := p.helpers
		some = try(func() { p.helpers = append(append([]*function(nil), old[:i]...), old[i+1:]...) }, func() { p.helpers = old }) || some
	}
	for i := len(p.shared) - 1; i >= 0; i-- {
		old := p.shared
		some = try(func() { p.shared = append(append([]*variable(nil), old[:i]...), old[i+1:]...) }, func() { p.shared = old }) || some
	}
	for _, l := range p.lists() {
		for i := len(*l) - 1; i >= 0; i-- {
			if i >= len(*l) {
				continue
			}
			old := *l
			without := append(append([]stmt(nil), old[:i]...), old[i+1:]...)
			undo := func() { *l = old }
			if try(func() { *l = without }, undo) {
				some = true
				continue
			}
			for _, inner := range bodiesOf(old[i]) {
				flat := append(append(append([]stmt(nil), old[:i]...), inner...), old[i+1:]...)
				if try(func() { *l = flat }, undo) {
					some = true
					break
				}
			}
		}
	}
	return some
}

func bodiesOf(s stmt) [][]stmt {
	switch s := s.(type) {
	case *branch:
		return [][]stmt{s.then, s.els}
	case *loop:
		return [][]stmt{append([]stmt{s.init}, s.body...), s.body}
	case *block:
		return [][]stmt{s.list}
	case *pickCase:
		var out [][]stmt
		for _, c := range s.cases {
			out = append(out, c.body)
		}
		return out
	}
	return nil
}

// slots are the places of the expressions directly below a node.
func slots(n any) []*expr {
	switch n := n.(type) {
	case *unary:
		return []*expr{&n.x}
	case *binary:
		return []*expr{&n.x, &n.y}
	case *choice:
		return []*expr{&n.cond, &n.x, &n.y}
	case *cast:
		return []*expr{&n.x}
	case *pick:
		return []*expr{&n.x, &n.y}
	case *element:
		if n.index != nil {
			return []*expr{&n.index}
		}
	case *call:
		return refs(n.args)
	case *addressOf:
		return slots(n.m)
	case *offset:
		return []*expr{&n.p, &n.x}
	case *recast:
		return []*expr{&n.p}
	case *atomic:
		return append(slots(n.m), &n.x)
	case *memory:
		return append(refs(n.index), &n.p)
	case *declare:
		if n.init != nil {
			return []*expr{&n.init}
		}
	case *assign:
		out := slots(n.to)
		if _, ok := n.x.(*literal); n.x != nil && !(ok && (n.op == "++" || n.op == "--")) {
			out = append(out, &n.x)
		}
		return out
	case *run:
		return []*expr{&n.x}
	case *branch:
		return []*expr{&n.cond}
	case *loop:
		var out []*expr
		if n.init != nil {
			out = slots(n.init)
		}
		return append(append(out, &n.cond), slots(n.post)...)
	case *pickCase:
		return []*expr{&n.x}
	case *giveBack:
		if n.x != nil {
			return []*expr{&n.x}
		}
	}
	return nil
}

func refs(list []expr) []*expr {
	var out []*expr
	for i := range list {
		out = append(out, &list[i])
	}
	return out
}

func (p *Program) shrinkExprs(try attempt) bool {
	some := false
	var visit func(at *expr)
	visit = func(at *expr) {
		old := *at
		undo := func() { *at = old }
		var options []expr
		if t := typeOf(old); t != nil && t.class == integer {
			if _, ok := old.(*literal); !ok {
				options = append(options, number(0).e, number(1).e)
			}
			for _, s := range slots(old) {
				if t := typeOf(*s); t != nil && t.class == integer {
					options = append(options, *s)
				}
			}
		}
		if m, ok := old.(*textual); ok {
			options = append(options, m.value)
		}
		if o, ok := old.(*offset); ok {
			options = append(options, o.p)
		}
		if _, ok := old.(*memory); ok {
			options = nil
		}
		for _, o := range options {
			if try(func() { *at = o }, undo) {
				some = true
				visit(at)
				return
			}
		}
		for _, s := range slots(*at) {
			visit(s)
		}
	}
	for _, l := range p.lists() {
		for _, s := range *l {
			for _, at := range slots(s) {
				visit(at)
			}
		}
	}
	return some
}

// sound tells whether all that is used is declared, and gives operators the types that their operands ask for.
func (p *Program) sound() bool {
	c := &checker{known: map[*variable]bool{}, functions: map[*function]bool{}, ok: true}
	for _, f := range p.helpers {
		for _, v := range append(f.params[:len(f.params):len(f.params)], f.tmpl...) {
			c.known[v] = true
		}
		c.list(f.body)
		c.functions[f] = true
		if f.result != nil && (len(f.body) == 0 || !returns(f.body[len(f.body)-1])) {
			return false
		}
	}
	for _, v := range append(append(p.kernel.params[:len(p.kernel.params):len(p.kernel.params)], p.kernel.tmpl...), p.shared...) {
		c.known[v] = true
	}
	c.list(p.kernel.body)
	return c.ok
}

func returns(s stmt) bool {
	_, ok := s.(*giveBack)
	return ok
}

type checker struct {
	known     map[*variable]bool
	functions map[*function]bool
	loops     int
	ok        bool
}

func (c *checker) list(l []stmt) {
	var here []*variable
	for _, s := range l {
		if s == nil {
			c.ok = false
			return
		}
		here = append(here, c.stmt(s)...)
	}
	for _, v := range here {
		delete(c.known, v)
	}
}

func (c *checker) stmt(s stmt) (declared []*variable) {
	switch s := s.(type) {
	case *loop:
		var inner []*variable
		if s.init != nil {
			inner = c.stmt(s.init)
		}
		c.expr(&s.cond)
		if s.post != nil {
			c.stmt(s.post)
		}
		c.loops++
		c.list(s.body)
		c.loops--
		for _, v := range inner {
			delete(c.known, v)
		}
		return nil
	case *leave:
		c.ok = c.ok && c.loops > 0
		return nil
	}
	for _, at := range slots(s) {
		c.expr(at)
	}
	switch s := s.(type) {
	case *declare:
		c.known[s.v] = true
		return []*variable{s.v}
	case *assign:
		if u, ok := s.to.(*use); ok {
			c.ok = c.ok && c.known[u.v]
		}
		if e, ok := s.to.(*element); ok {
			c.ok = c.ok && c.known[e.v]
		}
		if s.op != "=" && s.op != "++" && s.op != "--" && s.typ != nil && s.typ.class == integer {
			s.typ = common(typeOf(s.to), typeOf(s.x))
		}
	case *branch:
		c.list(s.then)
		c.list(s.els)
	case *pickCase:
		for _, k := range s.cases {
			c.list(k.body)
		}
	case *block:
		c.list(s.list)
	}
	return nil
}

func (c *checker) expr(at *expr) {
	for _, s := range slots(*at) {
		c.expr(s)
	}
	switch e := (*at).(type) {
	case *use:
		c.ok = c.ok && c.known[e.v]
	case *element:
		c.ok = c.ok && c.known[e.v]
	case *steps:
		c.ok = c.ok && c.known[e.v]
	case *call:
		c.ok = c.ok && c.functions[e.f]
		for i, v := range e.f.params {
			if u, ok := e.args[i].(*use); v.ref && !ok {
				c.ok = c.ok && u != nil
			}
		}
	case *unary:
		if e.op != "!" {
			e.typ = typeOf(e.x).promoted()
		}
	case *binary:
		if e.typ.class == integer {
			x, y := typeOf(e.x), typeOf(e.y)
			if e.typ = common(x, y); e.op == "<<" || e.op == ">>" {
				e.typ = x.promoted()
			}
			c.ok = c.ok && e.typ.class == integer
		}
	case *choice:
		e.typ = common(typeOf(e.x), typeOf(e.y))
	case *pick:
		c.ok = c.ok && typeOf(e.x) == typeOf(e.y) && typeOf(e.x) == e.typ
	case *textual:
		c.expr(&e.value)
	}
}
