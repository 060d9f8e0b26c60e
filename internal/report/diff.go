package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// Diff writes a change of a file as a unified diff that `git apply` takes.
func Diff(w io.Writer, path, before, after string) error {
	from, to := quoted("a/"+path), quoted("b/"+path)
	text := udiff.Unified(from, to, before, after)
	if text == "" {
		return nil
	}
	_, err := fmt.Fprintf(w, "diff --git %s %s\n%s", from, to, text)
	return err
}

// quoted is a path as git writes it: within quotation marks, with octal escapes, where it holds anything odd.
func quoted(path string) string {
	odd := func(c byte) bool { return c < ' ' || c == 0x7f || c >= 0x80 || c == '"' || c == '\\' }
	var b strings.Builder
	some := false
	for i := range len(path) {
		switch c := path[i]; {
		case !odd(c):
			b.WriteByte(c)
			continue
		case c == '"' || c == '\\':
			b.WriteString(`\` + string(rune(c)))
		default:
			fmt.Fprintf(&b, `\%03o`, c)
		}
		some = true
	}
	if !some {
		return path
	}
	return `"` + b.String() + `"`
}
