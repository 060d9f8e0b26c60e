package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/template"
	"unicode"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/lint"
)

// writeConcise writes one line for each finding, as gcc does.
func writeConcise(w io.Writer, d *Document) error {
	out := bufio.NewWriter(w)
	for i := range d.Result.Findings {
		f := &d.Result.Findings[i]
		fmt.Fprintf(out, "%s: %s: %s [%s]\n", where(f.Place), f.Severity, clean(f.Message, d.Style.ASCII), f.Rule)
	}
	return out.Flush()
}

// entries are the findings as the format "json" has them.
func (d *Document) entries() []findingEntry {
	out := make([]findingEntry, len(d.Result.Findings))
	for i := range out {
		out[i] = findingOf(&d.Result.Findings[i])
	}
	return out
}

// writeLines writes one JSON object for each finding, each on a line of its own.
func writeLines(w io.Writer, d *Document) error {
	out := bufio.NewWriter(w)
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	for _, f := range d.entries() {
		if err := e.Encode(f); err != nil {
			return err
		}
	}
	return out.Flush()
}

// CheckTemplate tells what is wrong with the text of a template.
func CheckTemplate(text string) error {
	_, err := parseTemplate(text)
	return err
}

func parseTemplate(text string) (*template.Template, error) {
	return template.New("template").Option("missingkey=error").Funcs(template.FuncMap{
		"json": func(v any) (string, error) {
			text, err := json.Marshal(v)
			return string(text), err
		},
		"clean": func(s string) string { return clean(s, false) },
	}).Parse(text)
}

// writeTemplate fills in the user's template: it sees what the format "json" has, under the same names.
func writeTemplate(w io.Writer, d *Document) error {
	t, err := parseTemplate(d.Template)
	if err != nil {
		return err
	}
	var text strings.Builder
	if err := writeFindings(&text, d); err != nil {
		return err
	}
	var doc map[string]any
	decoder := json.NewDecoder(strings.NewReader(text.String()))
	decoder.UseNumber()
	if err := decoder.Decode(&doc); err != nil {
		return err
	}
	return t.Execute(w, doc)
}

// mostAnnotations of each level are shown by GitHub for one step; the others would vanish without a word.
const mostAnnotations = 10

// escaped replaces what a service gives a meaning of its own, in the given order.
func escaped(s string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(s) }

func githubData(s string) string { return escaped(s, "%", "%25", "\r", "%0D", "\n", "%0A") }

func githubProperty(s string) string {
	return escaped(s, "%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
}

// writeGitHub writes workflow commands, the worst of each level first, and then how many there are in all.
func writeGitHub(w io.Writer, d *Document) error {
	out := bufio.NewWriter(w)
	command := map[diag.Severity]string{diag.Error: "error", diag.Warning: "warning", diag.Info: "notice", diag.Hint: "notice"}
	count := map[string]int{}
	left := 0
	for _, i := range worstFirst(d.Result.Findings) {
		f := &d.Result.Findings[i]
		name := command[f.Severity]
		count[name]++
		most := mostAnnotations
		if name == "notice" {
			most-- // one is kept for the total
		}
		if count[name] > most {
			left++
			continue
		}
		at := positionOf(f.Place)
		place := fmt.Sprintf("file=%s,line=%d,endLine=%d", githubProperty(d.path(f.Place)), at.Line, at.EndLine)
		if at.Line == at.EndLine {
			place += fmt.Sprintf(",col=%d,endColumn=%d", at.Column, at.EndColumn)
		}
		fmt.Fprintf(out, "::%s %s,title=%s::%s\n", name, place, githubProperty(f.Rule), githubData(sentence(f)))
	}
	if left > 0 {
		fmt.Fprintf(out, "::notice title=cudalint::%s\n", githubData(fmt.Sprintf("%s; %d of these findings are not annotated here, the log and the step summary have them all", d.Summary.String(), left)))
	}
	return out.Flush()
}

// writeAzure writes logging commands of Azure Pipelines, which knows errors and warnings.
func writeAzure(w io.Writer, d *Document) error {
	out := bufio.NewWriter(w)
	data := func(s string) string { return escaped(s, "%", "%AZP25", "\r", "%0D", "\n", "%0A") }
	property := func(s string) string {
		return escaped(s, "%", "%AZP25", "\r", "%0D", "\n", "%0A", ";", "%3B", "]", "%5D")
	}
	for i := range d.Result.Findings {
		f := &d.Result.Findings[i]
		kind := "warning"
		if f.Severity == diag.Error {
			kind = "error"
		}
		at := positionOf(f.Place)
		fmt.Fprintf(out, "##vso[task.logissue type=%s;sourcepath=%s;linenumber=%d;columnnumber=%d;code=%s;]%s: %s\n",
			kind, property(d.path(f.Place)), at.Line, at.Column, property(f.Rule), f.Severity, data(sentence(f)))
	}
	return out.Flush()
}

// writeTeamCity writes service messages: each rule once as a type of inspection, then the findings.
func writeTeamCity(w io.Writer, d *Document) error {
	out := bufio.NewWriter(w)
	value := func(s string) string {
		return escaped(s, "|", "||", "'", "|'", "\n", "|n", "\r", "|r", "[", "|[", "]", "|]", "\u0085", "|x", "\u2028", "|l", "\u2029", "|p")
	}
	severity := map[diag.Severity]string{diag.Error: "ERROR", diag.Warning: "WARNING", diag.Info: "WEAK WARNING", diag.Hint: "INFO"}
	told := map[string]bool{}
	for i := range d.Result.Findings {
		f := &d.Result.Findings[i]
		if !told[f.Rule] {
			told[f.Rule] = true
			fmt.Fprintf(out, "##teamcity[inspectionType id='%s' name='%s' category='CUDA memory' description='%s']\n", value(f.Rule), value(f.Rule), value(ruleSummary(f.Rule)))
		}
		fmt.Fprintf(out, "##teamcity[inspection typeId='%s' message='%s' file='%s' line='%d' SEVERITY='%s']\n",
			value(f.Rule), value(sentence(f)), value(d.path(f.Place)), positionOf(f.Place).Line, severity[f.Severity])
	}
	return out.Flush()
}

// ruleSummary is the first paragraph of a rule's page, on one line.
func ruleSummary(name string) string {
	for _, r := range lint.Rules() {
		if r.Name == name {
			first, _, _ := strings.Cut(strings.TrimSpace(r.Doc), "\n\n")
			return strings.Join(strings.Fields(first), " ")
		}
	}
	return name
}

// Guard gives a writer for text beside the commands of a service: what would start a command there is broken up. Each write must end
// with a line.
func Guard(w io.Writer) io.Writer { return &guard{w: w} }

type guard struct {
	w    io.Writer
	rest []byte // of a line that is not complete
}

func (g *guard) Write(p []byte) (int, error) {
	g.rest = append(g.rest, p...)
	end := bytes.LastIndexByte(g.rest, '\n') + 1
	var out []byte
	for line := range bytes.Lines(g.rest[:end]) {
		line = bytes.ReplaceAll(line, []byte("##"), []byte("# #"))
		start := len(line) - len(bytes.TrimLeftFunc(line, unicode.IsSpace))
		if bytes.HasPrefix(line[start:], []byte("::")) {
			line = slices.Concat(line[:start], []byte(": "), line[start+1:])
		}
		out = append(out, line...)
	}
	g.rest = slices.Clone(g.rest[end:])
	if _, err := g.w.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}
