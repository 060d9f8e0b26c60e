package main

import (
	"strings"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/rules"
)

// kind is a kind of rewrite, named as the programs that prove it begin.
type kind struct {
	name  string
	title string // of its chapter
	begin string // what the fix's title begins with
}

// kinds in the order of the page.
var kinds = []kind{
	{"pad", "Pad a tile", "pad "},
	{"swizzle", "Swizzle a tile", "swizzle "},
	{"soa", "Structure of arrays", "keep the fields of "},
	{"wholestruct", "Load a struct whole", "load it whole"},
	{"reduction", "Sequential reduction", "combine what is far apart first"},
	{"swap", "Swap x and y", "swap x and y"},
	{"stripe", "Stripe the chunk", "let the threads take turns"},
	{"stage", "Stage a transposed store", "stage "},
	{"align", "Align the vector", ""},
	{"vectorize", "Vectorize", "go over "},
}

// kindOf tells a fix's kind by the rule and the title; "" when it is none of them.
func kindOf(d *diag.Diagnostic, f *diag.Fix) string {
	if d.Rule == rules.Misaligned {
		return "align"
	}
	for _, k := range kinds {
		if k.begin != "" && strings.HasPrefix(f.Title, k.begin) {
			return k.name
		}
	}
	return ""
}

// ofFile is the kind that a program's name begins with.
func ofFile(name string) string {
	kind, _, _ := strings.Cut(name, "_")
	return kind
}
