package fixproof

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/source"
)

// unitOf reads a program: the text at path, and the headers beside it that it includes in quotation marks.
func unitOf(path string, text []byte) (*sema.Unit, error) {
	u := &sema.Unit{}
	var macros []*ast.Macro
	root := source.NewFile(filepath.Base(path), text)
	for _, i := range parser.Includes(root, parser.Options{}) {
		if i.System {
			continue
		}
		header, err := os.ReadFile(filepath.Join(filepath.Dir(path), i.Path))
		if err != nil {
			return nil, fmt.Errorf("read header: %w", err)
		}
		tree, err := parser.Parse(source.NewFile(i.Path, header), parser.Options{Macros: macros})
		if err != nil {
			return nil, fmt.Errorf("parse %s: %w", i.Path, err)
		}
		u.Headers = append(u.Headers, tree)
		macros = append(macros, tree.Macros...)
	}
	tree, err := parser.Parse(root, parser.Options{Macros: macros})
	if err != nil {
		return nil, fmt.Errorf("parse %s: %w", path, err)
	}
	for _, p := range tree.Problems {
		return nil, fmt.Errorf("%s:%d: %s", path, root.LineOf(p.Span.Start), p.Message)
	}
	u.Root = tree
	return u, nil
}

// fixedKernel is one fix that was made.
type fixedKernel struct {
	Kind   string
	File   string
	Kernel string
	Title  string
}

// mostRounds bounds how often a program is judged again.
const mostRounds = 8

// fixed makes every fix of one kind in a program.
func fixed(kind, path string, text []byte) ([]byte, []fixedKernel, error) {
	var made []fixedKernel
	for range mostRounds {
		u, err := unitOf(path, text)
		if err != nil {
			return nil, nil, err
		}
		offered := offers(kind, u)
		var list []diag.Fix
		for _, o := range offered {
			list = append(list, o.fix)
		}
		chosen, _ := fixes.Choose(list)
		if len(chosen) == 0 {
			return text, made, nil
		}
		var edits []diag.Edit
		for _, f := range chosen {
			edits = append(edits, f.Edits...)
			for _, o := range offered {
				if fixes.Key(o.fix.Edits) == fixes.Key(f.Edits) {
					made = append(made, fixedKernel{Kind: kind, File: filepath.Base(path), Kernel: o.kernel, Title: f.Title})
					break
				}
			}
		}
		text = fixes.Apply(text, edits)
	}
	return nil, nil, fmt.Errorf("%s: fixes of kind %s do not come to an end", path, kind)
}

// offer is a fix with the kernel that it is for.
type offer struct {
	kernel string
	fix    diag.Fix
}

// offers lists the fixes of a kind that are offered in a unit.
func offers(kind string, u *sema.Unit) []offer {
	var out []offer
	for _, d := range lint.Judge(u, nil, lint.Options{}).Findings {
		for _, f := range d.Fixes {
			if len(f.Edits) > 0 && f.Applicability >= diag.Unsafe && kindOf(&d, &f) == kind {
				out = append(out, offer{kernel: d.Subject.Kernel, fix: f})
				break
			}
		}
	}
	return out
}
