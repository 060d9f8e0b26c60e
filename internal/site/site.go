// Package site makes a static site of the project's Markdown pages: a tree of files goes in, the files of the site come out, with what is
// wrong with the links in them. The pages need no network, no script and nothing beside them.
package site

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Site is what came out.
type Site struct {
	Files    map[string][]byte // by path, slashes forward
	Problems []string          // links that lead nowhere, sorted
}

// page is one page of Markdown.
type page struct {
	from  string // its path in the tree
	to    string // in the site
	title string
	text  []byte
	tree  ast.Node
	ids   map[string]bool // anchors
}

// front is the page that the site begins with.
const front = "README.md"

// Sources are the Markdown pages of a tree that belong on the site: those for users, by path.
func Sources(tree fs.FS) ([]string, error) {
	var out []string
	for _, pattern := range []string{front, "CONTRIBUTING.md", "docs/*.md", "docs/topics/*.md", "docs/rules/*.md"} {
		list, err := fs.Glob(tree, pattern)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	return out, nil
}

var markdown = goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()))

// Build makes the site of some pages of a tree. Files that pages link to are taken along.
func Build(tree fs.FS, sources []string) (*Site, error) {
	s := &Site{Files: map[string][]byte{}}
	pages := map[string]*page{}
	for _, from := range sources {
		p, err := read(tree, from)
		if err != nil {
			return nil, err
		}
		pages[from] = p
	}
	for _, from := range sources {
		p := pages[from]
		if err := s.link(tree, p, pages); err != nil {
			return nil, err
		}
		if err := s.write(p, pages, sources); err != nil {
			return nil, err
		}
	}
	slices.Sort(s.Problems)
	return s, nil
}

func read(tree fs.FS, from string) (*page, error) {
	text, err := fs.ReadFile(tree, from)
	if err != nil {
		return nil, fmt.Errorf("read a page: %w", err)
	}
	p := &page{from: from, to: strings.TrimSuffix(from, ".md") + ".html", text: text, ids: map[string]bool{"": true}}
	if from == front {
		p.to = "index.html"
	}
	p.tree = markdown.Parser().Parse(textReader(text))
	p.title = strings.TrimSuffix(path.Base(from), ".md")
	titled := false
	err = ast.Walk(p.tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if h, ok := n.(*ast.Heading); ok && entering {
			if id, ok := h.AttributeString("id"); ok {
				if name, ok := id.([]byte); ok {
					p.ids[string(name)] = true
				}
			}
			if !titled && h.Level == 1 {
				p.title, titled = plain(h, text), true
			}
		}
		return ast.WalkContinue, nil
	})
	return p, err
}

func textReader(source []byte) text.Reader { return text.NewReader(source) }

// plain is the text of a node without its marks.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Segment.Value(source))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// link turns the links of a page to those of the site, and takes the files along that they lead to.
func (s *Site) link(tree fs.FS, p *page, pages map[string]*page) error {
	return ast.Walk(p.tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			to, err := s.target(tree, p, string(n.Destination), pages)
			n.Destination = []byte(to)
			return ast.WalkContinue, err
		case *ast.Image:
			if u, err := url.Parse(string(n.Destination)); err != nil || u.IsAbs() {
				s.problem(p, string(n.Destination), "an image that needs the network")
				return ast.WalkContinue, nil
			}
			to, err := s.target(tree, p, string(n.Destination), pages)
			n.Destination = []byte(to)
			return ast.WalkContinue, err
		}
		return ast.WalkContinue, nil
	})
}

func (s *Site) problem(p *page, link, what string) {
	s.Problems = append(s.Problems, fmt.Sprintf("%s: %s: %s", p.from, link, what))
}

// target is where a link leads on the site.
func (s *Site) target(tree fs.FS, p *page, link string, pages map[string]*page) (string, error) {
	u, err := url.Parse(link)
	switch {
	case err != nil:
		s.problem(p, link, "cannot be read")
		return link, nil
	case u.IsAbs():
		return link, nil
	case strings.HasPrefix(u.Path, "/"):
		s.problem(p, link, "leads from the top of a server, which the pages have none of")
		return link, nil
	}
	to := p
	if u.Path != "" {
		file := path.Join(path.Dir(p.from), u.Path)
		if to = pages[file]; to == nil {
			return s.file(tree, p, link, file, u.Fragment)
		}
	}
	if !to.ids[u.Fragment] {
		s.problem(p, link, "there is no such heading")
	}
	if u.Path != "" {
		u.Path = relative(p.to, to.to)
	}
	return u.String(), nil
}

// file takes a file along that is no page.
func (s *Site) file(tree fs.FS, p *page, link, file, fragment string) (string, error) {
	info, err := fs.Stat(tree, file)
	switch {
	case err != nil:
		s.problem(p, link, "there is no such file")
		return link, nil
	case info.IsDir():
		s.problem(p, link, "is a folder, which a site does not show")
		return link, nil
	case fragment != "":
		s.problem(p, link, "there are no headings in it")
	}
	text, err := fs.ReadFile(tree, file)
	if err != nil {
		return "", fmt.Errorf("read a file that a page links to: %w", err)
	}
	to := file
	if ext := path.Ext(file); ext == ".cu" || ext == "" {
		to += ".txt" // shown, not saved
	}
	s.Files[to] = text
	return relative(p.to, to), nil
}

// relative is the path from one file to another.
func relative(from, to string) string {
	up := strings.Count(from, "/")
	return strings.Repeat("../", up) + to
}

// group is a part of the list of pages.
type group struct {
	Name  string
	Items []item
}

type item struct {
	Title, Href string
	Current     bool
}

//go:embed page.html
var pageHTML string

var pageTemplate = template.Must(template.New("page").Parse(pageHTML))

func (s *Site) write(p *page, pages map[string]*page, sources []string) error {
	var body bytes.Buffer
	if err := markdown.Renderer().Render(&body, p.text, p.tree); err != nil {
		return fmt.Errorf("write %s: %w", p.to, err)
	}
	html := strings.NewReplacer("<table>", `<div class="table" tabindex="0"><table>`, "</table>", "</table></div>", "<pre>", `<pre tabindex="0">`, "<th></th>", "<td></td>").Replace(body.String())
	groups := []group{{}, {Name: "How to go about it"}, {Name: "Rules"}}
	for _, from := range sources {
		o := pages[from]
		i := slices.Index([]string{"", "docs/topics", "docs/rules"}, path.Dir(from))
		i = max(i, 0)
		groups[i].Items = append(groups[i].Items, item{o.title, relative(p.to, o.to), o == p})
	}
	slices.SortStableFunc(groups[2].Items, func(x, y item) int { return cmp.Compare(x.Title, y.Title) })
	groups = slices.DeleteFunc(groups, func(g group) bool { return len(g.Items) == 0 })
	title := p.title
	if p.from != front {
		title += " - cudalint"
	}
	var out bytes.Buffer
	err := pageTemplate.Execute(&out, struct {
		Title  string
		Groups []group
		Body   template.HTML
	}{title, groups, template.HTML(html)}) // goldmark leaves raw HTML out
	if err != nil {
		return fmt.Errorf("write %s: %w", p.to, err)
	}
	s.Files[p.to] = out.Bytes()
	return nil
}
