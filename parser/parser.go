// Package parser turns the bytes of a CUDA source file into an ast.File.
//
// The C++ grammar of tree-sitter does the parsing. Ahead of it a mask overwrites what the grammar cannot read (CUDA words,
// launches, directives, macros of odd shapes) without moving a byte, and keeps what it overwrote as notes by offset; behind it
// the tree is copied out in one pass and lowered to the ast, where the notes are put back in place and trees that are clean but
// wrong are mended.
package parser

import "github.com/cudalint/cudalint/ast"

// Options say how a file is to be read.
type Options struct {
	Arch    int               // __CUDA_ARCH__ in device code, 900 for sm_90; 0 means 900
	Defines map[string]string // as -D would; an empty text stands for 1
	Macros  []*ast.Macro      // those of the headers that the file includes, in order

	// Outline leaves the bodies of all but short functions out: for headers of host code, of which types, constants and small
	// functions matter. Such a function has an empty body.
	Outline bool

	// Skip leaves the body of a function out that opens with the brace at an offset; nil leaves none. Such a function has an empty
	// body too, and what it holds that cannot be read is not told.
	Skip func(brace int32) bool
}
