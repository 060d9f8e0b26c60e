//go:build !unix

package cache

import "os"

// private is left to the system: the folders of a user are the user's there.
func private(string, os.FileMode) error { return nil }
