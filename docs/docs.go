// Package docs holds the pages that are written for users, for those who read them in the program.
package docs

import (
	"embed"
	"regexp"
	"strings"
)

//go:embed rules/*.md topics/*.md
var pages embed.FS

// RulePage is the page of a rule in Markdown, what cudalint prints of its example included; "" where there is none.
func RulePage(name string) string { return page("rules/" + name + ".md") }

// comments are for the tests that write what commands print.
var comments = regexp.MustCompile(`(?m)^<!--.*-->\n`)

// TopicPage is the page of a topic in Markdown; "" where there is none.
func TopicPage(name string) string { return comments.ReplaceAllString(page("topics/"+name+".md"), "") }

func page(path string) string {
	text, err := pages.ReadFile(path)
	if err != nil {
		return ""
	}
	return string(text)
}

// Topics are the names of the pages that are about no rule, in alphabetical order.
func Topics() []string {
	entries, _ := pages.ReadDir("topics") // it is there: the directive above names it
	var out []string
	for _, e := range entries {
		out = append(out, strings.TrimSuffix(e.Name(), ".md"))
	}
	return out
}
