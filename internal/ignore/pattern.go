// Package ignore tells which files a project does not want to be looked at: the folders of a project with their .gitignore and
// .cudalintignore files go in, whether a path is left out, and the line that says so, comes out.
//
// Both kinds of files are read as git reads its own (gitignore, "Pattern format"): the last pattern that matches counts, those of a
// folder go before those above it, and what is in a folder that is left out stays out. Patterns that a user keeps for all repositories,
// and those in .git/info, do not count: the same tree is the same on every machine.
package ignore

import (
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// pattern is one line of a file.
type pattern struct {
	glob     string // of doublestar
	rooted   bool   // it is about a path from the file's folder, not about a name
	folders  bool   // it is about folders alone
	included bool   // it takes back what one ahead of it says
	line     int    // from 1
}

// parse reads the lines of a file.
func parse(text string) []pattern {
	var out []pattern
	for i, line := range strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n") {
		if p, ok := patternIn(strings.TrimSuffix(line, "\r")); ok {
			p.line = i + 1
			out = append(out, p)
		}
	}
	return out
}

func patternIn(line string) (p pattern, ok bool) {
	for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `\ `) {
		line = line[:len(line)-1]
	}
	if line == "" || line[0] == '#' {
		return p, false
	}
	if line[0] == '!' {
		p.included, line = true, line[1:]
	}
	if strings.HasSuffix(line, "/") {
		p.folders, line = true, line[:len(line)-1]
	}
	p.rooted = strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if inside, all := strings.CutSuffix(line, "/**"); all {
		line = inside + "/**/*" // what is in the folder, not the folder
	}
	var b strings.Builder // braces are letters to git
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\' && i+1 < len(line):
			b.WriteByte(c)
			i++
			b.WriteByte(line[i])
		case c == '{' || c == '}':
			b.WriteByte('\\')
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	p.glob = b.String()
	return p, p.glob != "" && doublestar.ValidatePattern(p.glob)
}

// matches reports whether the pattern is about a path, with slashes, from the file's folder.
func (p *pattern) matches(rel string, folder bool) bool {
	if p.folders && !folder {
		return false
	}
	if !p.rooted {
		rel = rel[strings.LastIndexByte(rel, '/')+1:]
	}
	ok, err := doublestar.Match(p.glob, rel)
	return ok && err == nil
}
