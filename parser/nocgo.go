//go:build !cgo

package parser

import "time"

// parseTree always fails: the grammar is C.
func parseTree([]byte, time.Time, func(tree)) error { return errNoGrammar }
