package lsp

import (
	"net/url"
	"path"
	"path/filepath"
	"runtime"
	"strings"
)

// filePath is the path that a file URI names; ok is false for other schemes.
func filePath(uri string) (abs string, ok bool) {
	u, err := url.Parse(uri)
	if err != nil || !strings.EqualFold(u.Scheme, "file") || u.Path == "" {
		return "", false
	}
	p := u.Path
	if runtime.GOOS == "windows" {
		p = windowsPath(u.Host, p)
	}
	return filepath.Clean(filepath.FromSlash(p)), true
}

// windowsPath turns /c:/x into C:/x and a host into a share.
func windowsPath(host, p string) string {
	if host != "" {
		return "//" + host + p
	}
	if len(p) > 2 && p[0] == '/' && p[2] == ':' {
		return strings.ToUpper(p[1:2]) + p[2:]
	}
	return p
}

// fileURI names a file.
func fileURI(abs string) string {
	p := filepath.ToSlash(abs)
	if !strings.HasPrefix(p, "/") {
		p = "/" + p
	}
	return (&url.URL{Scheme: "file", Path: p}).String()
}

// virtualPath is the path that a document which is no file counts as: the path in its URI where the folder exists, else its name in dir.
func virtualPath(uri, dir string, exists func(dir string) bool) string {
	u, err := url.Parse(uri)
	name := "untitled"
	if err == nil {
		p := u.Path
		if p == "" {
			p = u.Opaque
		}
		if p != "" {
			if strings.HasPrefix(p, "/") && exists(path.Dir(p)) {
				return withExtension(filepath.FromSlash(path.Clean(p)))
			}
			name = path.Base(path.Clean("/" + p))
		}
	}
	if name == "/" || name == "." || name == "" {
		name = "untitled"
	}
	return withExtension(filepath.Join(dir, name))
}

// withExtension makes a name one of a CUDA file when it has no extension that says what it is.
func withExtension(name string) string {
	if filepath.Ext(name) == "" {
		return name + ".cu"
	}
	return name
}
