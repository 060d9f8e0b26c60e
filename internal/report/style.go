package report

import (
	"github.com/fatih/color"

	"github.com/cudalint/cudalint/diag"
)

// Style is how text looks.
type Style struct {
	ASCII bool // no character beyond ASCII
	Color bool
}

var (
	bold    = []color.Attribute{color.Bold}
	faint   = []color.Attribute{color.Faint}
	blue    = []color.Attribute{color.FgBlue}
	red     = []color.Attribute{color.FgRed}
	green   = []color.Attribute{color.FgGreen}
	loudRed = []color.Attribute{color.FgRed, color.Bold}
	yellow  = []color.Attribute{color.FgYellow, color.Bold}
	cyan    = []color.Attribute{color.FgCyan, color.Bold}
)

func (s Style) paint(text string, attributes []color.Attribute) string {
	if !s.Color || text == "" {
		return text
	}
	c := color.New(attributes...)
	c.EnableColor()
	return c.Sprint(text)
}

func (s Style) severity(v diag.Severity) string {
	paint := map[diag.Severity][]color.Attribute{diag.Error: loudRed, diag.Warning: yellow, diag.Info: cyan, diag.Hint: cyan}
	return s.paint(v.String(), paint[v])
}

// symbol is the Unicode text, or its stand-in.
func (s Style) symbol(unicode, ascii string) string {
	if s.ASCII {
		return ascii
	}
	return unicode
}
