// Package fixes writes rewrites: an access, an array, a loop of a kernel go in, edits of the source text come out, and Apply puts
// edits into a file's bytes. A builder says in its comment what has to hold; where it does not hold, or cannot be seen, there is
// no rewrite. Whether a rewrite helps is not decided here: package lint judges every one of them on a copy.
package fixes

import (
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/sema"
)

// Site is what a rewrite starts from: a kernel of a model, the accesses that a finding is about, and its array.
type Site struct {
	Model    *sema.Model
	Kernel   *sema.Kernel
	Run      *sema.Run // the configuration that the finding was judged under
	Array    *sema.Array
	Accesses []*sema.Access // of Run, to Array; the finding's own first
	Loop     *sema.Loop     // nil where no loop matters
}

// Rewrite is a fix's text before it is proven.
type Rewrite struct {
	Title         string // what is written, old and new; the numbers of a request are added by the proof
	Applicability diag.Applicability
	Edits         []diag.Edit // in order of their positions, disjoint
}
