//go:build !unix

package driver

import (
	"io/fs"
	"os"
)

func keepOwner(*os.File, fs.FileInfo) error { return nil }

func syncFolder(string) error { return nil }
