package fresh

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// longestPatchLine bounds a line of a patch, in bytes.
const longestPatchLine = 64 << 20

// ReadPatch reads the lines that a unified diff adds, as git, diff -u and others write it. The paths are those of the new side, without
// the b/ that git puts ahead of them. An empty patch changes nothing; a text that is no patch is an error.
func ReadPatch(r io.Reader) (Lines, error) {
	p := &patch{lines: Lines{}}
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, longestPatchLine)
	number := 0
	seen := false
	for scanner.Scan() {
		number++
		text := strings.TrimSuffix(scanner.Text(), "\r")
		seen = seen || strings.TrimSpace(text) != ""
		if err := p.line(text); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	if err := scanner.Err(); err != nil {
		return nil, err
	}
	if p.left() {
		return nil, fmt.Errorf("line %d: the patch ends in the middle of a hunk", number)
	}
	if seen && !p.any {
		return nil, fmt.Errorf("it is no unified diff")
	}
	return p.lines, nil
}

// patch is where in a patch one is.
type patch struct {
	lines    Lines
	any      bool // a header was met
	file     *Changed
	old, new int // lines of the hunk that are still to come
	at       int // line of the new side
}

func (p *patch) left() bool { return p.old > 0 || p.new > 0 }

func (p *patch) line(text string) error {
	if p.left() {
		return p.body(text)
	}
	switch {
	case strings.HasPrefix(text, "diff --git "):
		p.any, p.file = true, nil
	case strings.HasPrefix(text, "--- "), strings.HasPrefix(text, "rename to "), strings.HasPrefix(text, "Binary files "):
		p.any = true
	case strings.HasPrefix(text, "+++ "):
		p.any = true
		return p.name(text[4:])
	case strings.HasPrefix(text, "@@ "):
		return p.hunk(text)
	}
	return nil // prose, an index line, \ No newline at end of file
}

// name is the path of the new side; a time behind a tab is left out.
func (p *patch) name(text string) error {
	path := text
	if strings.HasPrefix(text, `"`) {
		quoted, err := strconv.QuotedPrefix(text)
		if err == nil {
			path, err = strconv.Unquote(quoted)
		}
		if err != nil {
			return fmt.Errorf("the file name %s cannot be read", text)
		}
	} else {
		path, _, _ = strings.Cut(text, "\t")
	}
	p.file = nil
	if path == "/dev/null" {
		return nil
	}
	path = strings.TrimPrefix(strings.TrimPrefix(path, "b/"), "./")
	if path == "" {
		return fmt.Errorf("the file has no name")
	}
	if p.lines[path] == nil {
		p.lines[path] = &Changed{}
	}
	p.file = p.lines[path]
	return nil
}

// hunk reads "@@ -l,n +l,n @@".
func (p *patch) hunk(text string) error {
	fields := strings.Fields(text)
	if len(fields) < 4 || fields[3] != "@@" {
		return fmt.Errorf("the hunk %q cannot be read", text)
	}
	var err error
	if _, p.old, err = sides(fields[1], "-"); err == nil {
		p.at, p.new, err = sides(fields[2], "+")
	}
	if err != nil {
		return fmt.Errorf("the hunk %q cannot be read", text)
	}
	return nil
}

func sides(text, sign string) (first, count int, err error) {
	text, ok := strings.CutPrefix(text, sign)
	if !ok {
		return 0, 0, strconv.ErrSyntax
	}
	line, number, counted := strings.Cut(text, ",")
	count = 1
	if counted {
		if count, err = strconv.Atoi(number); err != nil {
			return 0, 0, err
		}
	}
	first, err = strconv.Atoi(line)
	return first, count, err
}

func (p *patch) body(text string) error {
	sign := byte(' ') // some tools drop the blank of an empty line
	if text != "" {
		sign = text[0]
	}
	switch sign {
	case '+':
		if p.file != nil {
			p.file.add(p.at, 1)
		}
		p.at++
		p.new--
	case '-':
		p.old--
	case '\\':
	case ' ':
		p.at++
		p.old--
		p.new--
	default:
		return fmt.Errorf("%q is no line of a hunk", text)
	}
	if p.old < 0 || p.new < 0 {
		return fmt.Errorf("the hunk is longer than it says")
	}
	return nil
}
