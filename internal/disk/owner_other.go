//go:build !unix

package disk

import "io/fs"

const mask = fs.FileMode(0)

// keepOwner is left to the system: a new file gets what its folder gives.
func keepOwner(File, fs.FileInfo) error { return nil }

// syncFolder is left to the system: folders cannot be synced.
func syncFolder(string) error { return nil }
