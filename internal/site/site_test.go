package site

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func built(t *testing.T, files map[string]string) *Site {
	tree := fstest.MapFS{}
	for name, text := range files {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	sources, err := Sources(tree)
	require.NoError(t, err)
	s, err := Build(tree, sources)
	require.NoError(t, err)
	return s
}

func TestLinks(t *testing.T) {
	s := built(t, map[string]string{
		"README.md":        "# Top\n[a](docs/a.md), [b](docs/a.md#two-words), [c](LICENSE), [d](#top), [e](https://example.com/x), [f](docs/x.cu)\n",
		"docs/a.md":        "# A\n## Two words\n[up](../README.md) [rule](rules/r.md)\n",
		"docs/rules/r.md":  "# r\n[top](../../README.md#top)\n\n    a < b;\n\n| |y|\n|-|-|\n|1|2|\n",
		"docs/topics/t.md": "# t\n[rule](../rules/r.md)\n",
		"docs/x.cu":        "int x;\n",
		"LICENSE":          "MIT\n",
		"other/not.md":     "[nowhere](x)\n",
	})
	assert.Empty(t, s.Problems)
	assert.ElementsMatch(t, []string{"index.html", "docs/a.html", "docs/rules/r.html", "docs/topics/t.html", "docs/x.cu.txt", "LICENSE.txt"}, keys(s.Files))
	index := string(s.Files["index.html"])
	for _, want := range []string{`href="docs/a.html"`, `href="docs/a.html#two-words"`, `href="LICENSE.txt"`, `href="#top"`, `href="https://example.com/x"`, `href="docs/x.cu.txt"`, "<title>Top</title>"} {
		assert.Contains(t, index, want)
	}
	rule := string(s.Files["docs/rules/r.html"])
	assert.Contains(t, rule, `href="../../index.html#top"`)
	assert.Contains(t, rule, `aria-current="page">r</a>`)
	assert.Contains(t, rule, "a &lt; b;")
	assert.Contains(t, rule, `<div class="table" tabindex="0"><table>`)
	assert.NotContains(t, rule, "<th></th>", "an empty cell is no heading")
}

func TestBrokenLinks(t *testing.T) {
	for link, want := range map[string]string{
		"[x](docs/none.md)":               "README.md: docs/none.md: there is no such file",
		"[x](#nowhere)":                   "README.md: #nowhere: there is no such heading",
		"[x](docs/a.md#nowhere)":          "README.md: docs/a.md#nowhere: there is no such heading",
		"[x](docs)":                       "README.md: docs: is a folder, which a site does not show",
		"[x](/docs/a.md)":                 "README.md: /docs/a.md: leads from the top of a server, which the pages have none of",
		"![x](https://example.com/i.png)": "README.md: https://example.com/i.png: an image that needs the network",
		"[x](LICENSE#a)":                  "README.md: LICENSE#a: there are no headings in it",
	} {
		s := built(t, map[string]string{"README.md": "# Top\n" + link + "\n", "docs/a.md": "# A\n", "LICENSE": "MIT\n"})
		assert.Equal(t, []string{want}, s.Problems, link)
	}
}

func TestRawHTMLIsLeftOut(t *testing.T) {
	s := built(t, map[string]string{"README.md": "# Top\n<script>alert(1)</script>\n\n[x](javascript:alert(1))\n"})
	assert.NotContains(t, string(s.Files["index.html"]), "alert")
}

var loads = regexp.MustCompile(`<(script|link|iframe|img|object|embed)\b|url\(|@import`)

// TestProject makes the site of the project: every link and anchor of its pages leads somewhere, and no page loads anything.
func TestProject(t *testing.T) {
	tree := os.DirFS("../..")
	sources, err := Sources(tree)
	require.NoError(t, err)
	require.Greater(t, len(sources), 20)
	s, err := Build(tree, sources)
	require.NoError(t, err)
	assert.Empty(t, s.Problems)
	pages := 0
	for name, text := range s.Files {
		if strings.HasSuffix(name, ".html") {
			pages++
			assert.NotRegexp(t, loads, string(text), name)
			assert.Regexp(t, `<h1 id="`, string(text), name)
		}
	}
	assert.Equal(t, len(sources), pages)
}

func keys(m map[string][]byte) (out []string) {
	for k := range m {
		out = append(out, k)
	}
	return out
}
