package fixproof

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
	note  string // in front of the table, with an empty line behind it
}

// kinds in the order of the page.
var kinds = []kind{
	{name: "pad", title: "Pad a tile", begin: "pad "},
	{name: "swizzle", title: "Swizzle a tile", begin: "swizzle "},
	{name: "soa", title: "Structure of arrays", begin: "keep the fields of "},
	{name: "wholestruct", title: "Load a struct whole", begin: "load it whole", note: `One wide request takes the place of one for each field. These kernels wait for memory, which delivered every
sector once before, too: their time stays.

`},
	{name: "join", title: "Join neighbouring elements", note: `One wide request takes the place of two or four. These kernels wait for memory, which delivered every sector once
before, too: the time of most stays, within a twentieth.

`},
	{name: "reduction", title: "Sequential reduction", begin: "combine what is far apart first", note: `Warp instructions whose lanes are all off take nothing, but the profiler counts them as requests, so their number stays and
what a request takes on average is less than predicted. What all requests take is the predicted number.

`},
	{name: "swap", title: "Swap x and y", begin: "swap x and y"},
	{name: "stripe", title: "Stripe the chunk", begin: "let the threads take turns"},
	{name: "stage", title: "Stage a transposed store", begin: "stage "},
	{name: "align", title: "Align the vector", note: `Before, each of these kernels dies of a misaligned address, so there is nothing to read.

`},
	{name: "vectorize", title: "Vectorize", begin: "go over ", note: `A request is of 16 bytes a lane; there are a half or a quarter as many.

`},
}

// kindOf tells a fix's kind by the rule and the title; "" when it is none of them.
func kindOf(d *diag.Diagnostic, f *diag.Fix) string {
	if d.Rule == rules.Misaligned {
		return "align"
	}
	if strings.Contains(f.Title, " bytes at once: ") {
		return "join"
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
