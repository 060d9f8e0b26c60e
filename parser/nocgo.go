//go:build !cgo

package parser

import "time"

// parseTree always fails: the grammar is C.
func parseTree([]byte, *time.Duration, func(tree)) error { return errNoGrammar }
