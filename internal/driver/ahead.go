package driver

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/parser"
)

// A header may read otherwise behind what its includers define:
//
//	#define ENABLE_BF16           #if defined(ENABLE_BF16)
//	#include "common.h"           typedef __nv_bfloat16 floatX;
//
// It is parsed once for all units that define nothing that its conditions ask for, and once more for each other choice of such macros.

// variant is a header as it reads behind some macros.
type variant struct {
	said parser.Directives
	tree *ast.File
}

// definition is a macro with the file that defines it.
type definition struct {
	*ast.Macro
	in *entry
}

// ahead lists, for the headers of a root, the macros that are defined ahead of each and that its conditions ask for; headers without any
// are left out. Macros of files that the header includes itself are not among them.
func (l *loader) ahead(root *entry) map[*entry][]*ast.Macro {
	out := map[*entry][]*ast.Macro{}
	seen := map[*entry]bool{root: true}
	var now []definition
	var enter func(e *entry, d *parser.Directives)
	enter = func(e *entry, d *parser.Directives) {
		macros := d.Macros
		for _, inc := range d.Includes {
			for len(macros) > 0 && macros[0].Span.Start < inc.Span.Start {
				now = append(now, definition{macros[0], e})
				macros = macros[1:]
			}
			h := l.target(e, root.dir(), inc)
			if h == nil || seen[h] {
				continue
			}
			seen[h] = true
			said := l.directives(h)
			if asked := l.asked(h, now); len(asked) > 0 {
				out[h] = asked
				said = l.saidBehind(h, asked)
			}
			enter(h, said)
		}
		for _, m := range macros {
			now = append(now, definition{m, e})
		}
	}
	enter(root, l.directives(root))
	return out
}

// asked are those of the macros that hold when a header is included and that its conditions ask for, the last of each name.
func (l *loader) asked(h *entry, now []definition) []*ast.Macro {
	var out []*ast.Macro
	tested := l.directives(h).Tested
	if len(tested) == 0 {
		return nil
	}
	var within map[*entry]bool
	named := map[string]bool{}
	for i := len(now) - 1; i >= 0; i-- {
		d := now[i]
		if !tested[d.Name] || named[d.Name] {
			continue
		}
		if within == nil {
			within = map[*entry]bool{h: true}
			headers, _ := l.follow(h, "")
			for _, o := range headers {
				within[o] = true
			}
		}
		named[d.Name] = true
		if !within[d.in] && !d.Undef {
			out = append(out, d.Macro)
		}
	}
	slices.Reverse(out)
	return out
}

// directives are those of a file that was scanned, with nothing defined ahead.
func (l *loader) directives(e *entry) *parser.Directives {
	e.saying.Do(func() { e.said = parser.ReadDirectives(e.source, l.reading.Parser) })
	return &e.said
}

// saidBehind are a header's directives behind some macros.
func (l *loader) saidBehind(h *entry, ahead []*ast.Macro) *parser.Directives {
	h.parsing.Lock()
	defer h.parsing.Unlock()
	return &l.variant(h, ahead).said
}

// treeBehind is a header parsed behind some macros.
func (l *loader) treeBehind(h *entry, ahead []*ast.Macro) *ast.File {
	if len(ahead) == 0 {
		return l.tree(h)
	}
	h.parsing.Lock()
	defer h.parsing.Unlock()
	v := l.variant(h, ahead)
	if v.tree == nil {
		v.tree = l.header(h, ahead)
	}
	return v.tree
}

// variant is the one of some macros; h.parsing is held.
func (l *loader) variant(h *entry, ahead []*ast.Macro) *variant {
	var b strings.Builder
	for _, m := range ahead {
		b.WriteString(m.Name)
		if m.Function {
			b.WriteString("(" + strings.Join(m.Params, ",") + ")")
		}
		b.WriteString(" " + m.Body + "\n")
	}
	key := b.String()
	v := h.variants[key]
	if v == nil {
		o := l.reading.Parser
		o.Macros = slices.Concat(o.Macros, ahead)
		v = &variant{said: parser.ReadDirectives(h.source, o)}
		if h.variants == nil {
			h.variants = map[string]*variant{}
		}
		h.variants[key] = v
	}
	return v
}

// drop forgets what was parsed of a header.
func (e *entry) drop() {
	e.parsing.Lock()
	defer e.parsing.Unlock()
	e.tree, e.variants = nil, nil
}
