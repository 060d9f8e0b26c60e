package lsp

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/internal/report"
	"github.com/cudalint/cudalint/lint"
)

const (
	commandPicture = "cudalint.showPicture"
	commandTry     = "cudalint.tryBlock"
	commandDebug   = "cudalint.debug"
)

var commandNames = []string{commandPicture, commandTry, commandDebug}

// pictureArgument says where the access is.
type pictureArgument struct {
	URI      string   `json:"uri"`
	Position position `json:"position"`
}

// tryArgument says which kernel to judge under which block shape.
type tryArgument struct {
	URI    string          `json:"uri"`
	Kernel string          `json:"kernel"`
	Block  json.RawMessage `json:"block"` // "32,8" or [32, 8]
}

// shown is what a command finds: for a page as HTML pieces, for everything else as text.
type shown struct {
	Title string      `json:"title"`
	Text  string      `json:"text"`
	SVG   string      `json:"svg,omitempty"`
	Facts [][2]string `json:"facts,omitempty"`
}

func (s *server) executeCommand(params json.RawMessage) (job, error) {
	var p executeCommandParams
	if err := decode(params, &p); err != nil {
		return nil, err
	}
	invalid := func(format string, args ...any) error {
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: fmt.Sprintf(format, args...)}
	}
	argument := func(into any) error {
		if len(p.Arguments) != 1 {
			return invalid("%s takes one argument", p.Command)
		}
		return decode(p.Arguments[0], into)
	}
	switch p.Command {
	case commandPicture:
		var a pictureArgument
		if err := argument(&a); err != nil {
			return nil, err
		}
		return s.onDocument(a.URI, func(ctx context.Context, d *document, j *judgement) (*shown, error) {
			return s.picture(d, j, a.Position)
		})
	case commandTry:
		var a tryArgument
		if err := argument(&a); err != nil {
			return nil, err
		}
		block, why := blockOf(a.Block)
		if why == "" && block == [3]int64{} {
			why = "a block shape is missing"
		}
		if why != "" {
			return nil, invalid("block: %s", why)
		}
		return s.onDocument(a.URI, func(ctx context.Context, d *document, j *judgement) (*shown, error) {
			return s.try(ctx, d, j, a.Kernel, block)
		})
	case commandDebug:
		return func(ctx context.Context) (any, error) {
			return s.present(ctx, &shown{Title: "cudalint: debug information", Text: s.debugText()}), nil
		}, nil
	}
	return nil, invalid("unknown command %s", p.Command)
}

// onDocument runs a command on a document when it is judged.
func (s *server) onDocument(uri string, do func(context.Context, *document, *judgement) (*shown, error)) (job, error) {
	d, revision, err := s.open(uri)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (any, error) {
		j, err := s.await(ctx, d, revision)
		if err != nil {
			return nil, err
		}
		if j.out == nil {
			return nil, failed("%s is not judged", uri)
		}
		found, err := do(ctx, d, j)
		if err != nil {
			return nil, err
		}
		return s.present(ctx, found), nil
	}, nil
}

// failed is a request that cannot be done, through no fault of the protocol.
func failed(format string, args ...any) error {
	return &jsonrpc2.Error{Code: -32803, Message: fmt.Sprintf(format, args...)}
}

// picture is that of the access at a position.
func (s *server) picture(d *document, j *judgement, at position) (*shown, error) {
	s.mu.Lock()
	offset := d.text.offset(at, s.client.encoding)
	s.mu.Unlock()
	list := j.under(offset)
	if len(list) == 0 {
		return nil, failed("there is no memory access here")
	}
	a := &list[0]
	out := &shown{Title: fmt.Sprintf("%s in %s: %s", element(a), a.Subject.Kernel, cost(a)), Facts: facts(a)}
	for _, x := range unique(a.Assumptions) {
		out.Facts = append(out.Facts, [2]string{"assumed", x})
	}
	out.Text = strings.Join(append([]string{out.Title}, drawing(list)...), "\n")
	if a.Picture != nil {
		out.SVG = report.PictureSVG(a.Picture, a.Subject.Op == "load")
	}
	return out, nil
}

// try judges a kernel under another block shape and sets the numbers side by side.
func (s *server) try(ctx context.Context, d *document, j *judgement, kernel string, block [3]int64) (*shown, error) {
	if !slices.ContainsFunc(j.out.Kernels, func(k lint.Kernel) bool { return k.Name == kernel }) {
		return nil, failed("no kernel %s is judged with this file", kernel)
	}
	judging, cancel := s.whileCurrent(ctx, d, j.revision)
	defer cancel()
	tried, err := j.session.Try(judging, d.abs, kernel, block)
	if err != nil {
		if ctx.Err() == nil {
			err = errModified
		}
		return nil, err
	}
	of := func(list []lint.Access) (out []lint.Access) {
		for _, a := range list {
			if a.Subject.Kernel == kernel && a.Judgeable() {
				out = append(out, a)
			}
		}
		return out
	}
	now, then := of(j.out.Accesses), of(tried.Accesses)
	out := &shown{Title: fmt.Sprintf("%s with block %s", kernel, report.Shape(block))}
	out.Facts = append(out.Facts, [2]string{"now", quality(now)}, [2]string{"then", quality(then)})
	lines := []string{out.Title, "now:  " + quality(now), "then: " + quality(then)}
	seen := map[diag.Place]bool{}
	for i := range then {
		a := &then[i]
		if seen[a.Place] {
			continue
		}
		seen[a.Place] = true
		was := "not judged"
		for k := range now {
			if now[k].Place.Span == a.Place.Span && now[k].Place.File.Path == a.Place.File.Path && now[k].Subject.Op == a.Subject.Op {
				was = cost(&now[k]) + ", block " + report.Shape(now[k].Subject.Block)
				break
			}
		}
		where := fmt.Sprintf("line %d, %s of %s", a.Place.File.LineOf(a.Place.Span.Start), a.Subject.Op, element(a))
		what := fmt.Sprintf("%s; now %s", cost(a), was)
		out.Facts = append(out.Facts, [2]string{where, what})
		lines = append(lines, where+": "+what)
	}
	out.Text = strings.Join(lines, "\n")
	return out, nil
}

// debugText tells what a report about the server needs.
func (s *server) debugText() string {
	var b strings.Builder
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprintf(&b, "cudalint %s, %s %s/%s\n", s.options.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	fmt.Fprintf(&b, "positions: %s; diagnostics: %s; watches files: %v; images: %v\n", s.client.encoding,
		map[bool]string{true: "pulled", false: "pushed"}[s.client.pulls], s.client.watches, s.client.images)
	fmt.Fprintf(&b, "heap: %d MB; goroutines: %d; requests waiting: %d\n", m.HeapAlloc>>20, runtime.NumGoroutine(), len(s.pending))
	for _, f := range s.folders {
		fmt.Fprintf(&b, "folder %s\n", f.abs)
	}
	for key, p := range s.projects {
		state := fmt.Sprintf("%d files", p.files)
		switch {
		case p.indexing:
			state = "being read"
		case p.trouble != "":
			state = p.trouble
		case p.root == "":
			state = "no workspace folder"
		}
		fmt.Fprintf(&b, "project %s: %s; last judgement took %v\n", key, state, p.cost)
		for _, d := range p.list {
			found := "not judged"
			if d.result != nil && d.result.out != nil {
				found = fmt.Sprintf("%d findings, %d accesses with it", len(d.result.out.Findings), len(d.result.out.Accesses))
			}
			fmt.Fprintf(&b, "  %s version %d: %d bytes, %s\n", d.uri, d.version, len(d.text.bytes), found)
		}
	}
	return b.String()
}

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// present shows what a command found, unless the client does that itself: as a page where the client opens one, else as a message. It is
// the command's result in any case.
func (s *server) present(ctx context.Context, found *shown) *shown {
	s.mu.Lock()
	mine := s.settings.Show != "client"
	s.mu.Unlock()
	if !mine {
		return found
	}
	if s.client.documents {
		path, err := s.writePage(found)
		if err == nil {
			var answer struct{ Success bool }
			err = s.call(ctx, "window/showDocument", showDocumentParams{fileURI(path), true}, &answer)
			if err == nil && answer.Success {
				return found
			}
		}
		if err != nil {
			s.logf("show a page: %v", err)
		}
	}
	s.notify("window/showMessage", showMessageParams{messageInfo, found.Text})
	return found
}

// writePage writes a page to a temporary file, which goes when the server ends.
func (s *server) writePage(found *shown) (string, error) {
	f, err := os.CreateTemp("", "cudalint-*.html")
	if err != nil {
		return "", err
	}
	s.mu.Lock()
	s.pages = append(s.pages, f.Name())
	s.mu.Unlock()
	err = page.Execute(f, struct {
		*shown
		Drawing template.HTML // made by report.PictureSVG, which escapes what comes from source
	}{found, template.HTML(found.SVG)})
	if e := f.Close(); err == nil {
		err = e
	}
	return f.Name(), err
}
