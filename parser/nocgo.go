//go:build !cgo

package parser

import (
	"errors"
	"time"
)

var errNoGrammar = errors.New("cudalint was built without cgo and cannot parse: build it with gcc at hand, or take a release binary")

// parseTree always fails: the grammar is C.
func parseTree([]byte, time.Time, func(tree)) error { return errNoGrammar }
