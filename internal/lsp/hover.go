package lsp

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/internal/report"
	"github.com/cudalint/cudalint/lint"
)

func (s *server) hover(params json.RawMessage) (job, error) {
	var p positionParams
	if err := decode(params, &p); err != nil {
		return nil, err
	}
	d, revision, err := s.open(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (any, error) {
		j, err := s.await(ctx, d, revision)
		if err != nil || j.out == nil {
			return nil, err
		}
		s.mu.Lock()
		content, setting, now := d.text, d.project.settings.Picture, d.revision
		s.mu.Unlock()
		if now != revision {
			return nil, errModified
		}
		offset := content.offset(p.Position, s.client.encoding)
		v := s.view(j)
		if rule, at, ok := ruleAt(j, offset); ok {
			r := v.span(at.File, at.Span)
			return hover{s.page(rule), &r}, nil
		}
		list := j.under(offset)
		if len(list) == 0 {
			return nil, nil
		}
		r := v.span(list[0].Place.File, list[0].Place.Span)
		images := setting == "image" || setting != "text" && s.client.images
		return hover{s.accessText(list, images), &r}, nil
	}, nil
}

// ruleAt is the rule whose name in a comment that silences it holds a byte of the document.
func ruleAt(j *judgement, offset int) (rule string, at diag.Place, ok bool) {
	for i := range j.out.Directives {
		d := &j.out.Directives[i]
		if d.Place.File.Path != j.shown {
			continue
		}
		for _, n := range d.Names {
			span := n.Span()
			name := strings.TrimPrefix(strings.TrimPrefix(n.Text, "-"), "cudalint-")
			if int(span.Start) <= offset && offset <= int(span.End) && slices.Contains(lint.RuleNames(), name) {
				return name, diag.Place{File: d.Place.File, Span: span}, true
			}
		}
	}
	return "", at, false
}

// page is the page of a rule.
func (s *server) page(rule string) markupContent {
	for _, r := range lint.Rules() {
		if r.Name == rule {
			text := fmt.Sprintf("%s (%s)\n\n%s", r.Name, r.Level(), strings.TrimSpace(r.Doc))
			if s.client.markdown {
				return markupContent{"markdown", fmt.Sprintf("**%s** (%s)\n\n%s\n\n[%s](%s)", r.Name, r.Level(), strings.TrimSpace(r.Doc), "The page", report.RulePage(rule))}
			}
			return markupContent{"plaintext", text}
		}
	}
	return markupContent{}
}

// mostShown bounds the cases of one access that a hover tells: one for each kernel and block shape.
const mostShown = 6

// accessText tells of the accesses of one place: the picture of the costliest and the numbers of all.
func (s *server) accessText(list []lint.Access, images bool) markupContent {
	if s.client.markdown {
		return markupContent{"markdown", markdownOf(list, images)}
	}
	var b strings.Builder
	for i := range list {
		if i == mostShown {
			fmt.Fprintf(&b, "and %d more cases\n", len(list)-i)
			break
		}
		fmt.Fprintf(&b, "%s in %s\n", element(&list[i]), list[i].Subject.Kernel)
		for _, f := range facts(&list[i]) {
			fmt.Fprintf(&b, "  %s: %s\n", f[0], f[1])
		}
		for _, a := range list[i].Assumptions {
			fmt.Fprintf(&b, "  assumed: %s\n", a)
		}
	}
	for _, line := range drawing(list) {
		fmt.Fprintln(&b, line)
	}
	return markupContent{"plaintext", strings.TrimRight(b.String(), "\n")}
}

func element(a *lint.Access) string {
	if a.Subject.Array == "" {
		return "an array that is not known"
	}
	return a.Subject.Array
}

// drawing is the text picture of the first access that has one.
func drawing(list []lint.Access) []string {
	for i := range list {
		if p := list[i].Picture; p != nil {
			return report.Picture(p, list[i].Subject.Op == "load", report.Style{})
		}
	}
	return nil
}

// image is the drawing of the first access that has one, as an address.
func image(list []lint.Access) string {
	for i := range list {
		if p := list[i].Picture; p != nil {
			if svg := report.PictureSVG(p, list[i].Subject.Op == "load"); svg != "" {
				return "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(svg))
			}
		}
	}
	return ""
}

func markdownOf(list []lint.Access, images bool) string {
	var b strings.Builder
	first := &list[0]
	fmt.Fprintf(&b, "**%s**: %s\n\n", code(element(first)), plain(cost(first)))
	uri := ""
	if images {
		uri = image(list)
	}
	if uri != "" {
		fmt.Fprintf(&b, "![one warp: %s](%s)\n\n", strings.NewReplacer("[", "(", "]", ")").Replace(cost(first)), uri)
	} else if lines := drawing(list); lines != nil {
		fmt.Fprintf(&b, "```text\n%s\n```\n\n", strings.Join(lines, "\n"))
	}
	for i := range list {
		if i == mostShown {
			fmt.Fprintf(&b, "and %d more cases\n\n", len(list)-i)
			break
		}
		a := &list[i]
		fmt.Fprintf(&b, "In kernel %s, block %s (%s):\n\n", code(a.Subject.Kernel), report.Shape(a.Subject.Block), plain(origin(&a.Subject)))
		for _, f := range facts(a) {
			if f[0] == "block" {
				continue
			}
			value := plain(f[1])
			if f[0] == "index" {
				value = code(f[1])
			}
			fmt.Fprintf(&b, "- %s: %s\n", f[0], value)
		}
		for _, x := range unique(a.Assumptions) {
			fmt.Fprintf(&b, "- assumed: %s\n", plain(x))
		}
		b.WriteByte('\n')
	}
	return strings.TrimRight(b.String(), "\n")
}

// code is a text in backticks.
func code(s string) string {
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	return fence + s + fence
}

// plain is a text without meaning in Markdown but for what stands in backticks.
func plain(s string) string {
	parts := strings.Split(s, "`")
	if len(parts)%2 == 0 {
		return escapeMarkdown(strings.ReplaceAll(s, "`", "'"))
	}
	for i := 0; i < len(parts); i += 2 {
		parts[i] = escapeMarkdown(parts[i])
	}
	return strings.Join(parts, "`")
}

func escapeMarkdown(s string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "<", `\<`, ">", `\>`, "[", `\[`, "]", `\]`, "#", `\#`, "|", `\|`, "~", `\~`).Replace(s)
}
