// Package docs holds the pages that are written for users, for those who read them in the program.
package docs

import "embed"

//go:embed rules/*.md
var pages embed.FS

// RulePage is the page of a rule in Markdown, what cudalint prints of its example included; "" where there is none.
func RulePage(name string) string {
	text, err := pages.ReadFile("rules/" + name + ".md")
	if err != nil {
		return ""
	}
	return string(text)
}
