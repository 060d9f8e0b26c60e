package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/diag"
)

// byFile gives the positions of the findings of each file, in the order of the files' names.
func (d *Document) byFile() (paths []string, at map[string][]int) {
	at = map[string][]int{}
	for i := range d.Result.Findings {
		p := d.path(d.Result.Findings[i].Place)
		if at[p] == nil {
			paths = append(paths, p)
		}
		at[p] = append(at[p], i)
	}
	slices.Sort(paths)
	return paths, at
}

func encodeXML(w io.Writer, doc any) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", " ")
	if err := e.Encode(doc); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

type junitFailure struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	File    string        `xml:"file,attr,omitempty"`
	Line    int           `xml:"line,attr,omitempty"`
	Failure *junitFailure `xml:"failure"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Cases    []junitCase `xml:"testcase"`
}

// writeJUnit writes one suite for each file with findings, and a passed test where there are none.
func writeJUnit(w io.Writer, d *Document) error {
	doc := struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}{Name: d.Tool.Name}
	paths, at := d.byFile()
	for _, p := range paths {
		s := junitSuite{Name: p, Tests: len(at[p]), Failures: len(at[p])}
		for _, i := range at[p] {
			f := &d.Result.Findings[i]
			pos := positionOf(f.Place)
			text := strings.Join(findingLines(f, Style{}), "\n")
			s.Cases = append(s.Cases, junitCase{
				Name: fmt.Sprintf("%s at %d:%d", f.Rule, pos.Line, pos.Column), Class: p, File: p, Line: pos.Line,
				Failure: &junitFailure{f.Severity.String(), clean(f.Message, false), text},
			})
		}
		doc.Suites = append(doc.Suites, s)
		doc.Tests += s.Tests
		doc.Failures += s.Failures
	}
	if len(paths) == 0 {
		doc.Tests = 1
		doc.Suites = []junitSuite{{Name: d.Tool.Name, Tests: 1, Cases: []junitCase{{Name: "no findings", Class: d.Tool.Name}}}}
	}
	return encodeXML(w, doc)
}

type checkstyleError struct {
	Line     int    `xml:"line,attr"`
	Column   int    `xml:"column,attr"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

type checkstyleFile struct {
	Name   string            `xml:"name,attr"`
	Errors []checkstyleError `xml:"error"`
}

// writeCheckstyle writes what Checkstyle writes, which knows errors, warnings and infos.
func writeCheckstyle(w io.Writer, d *Document) error {
	severity := map[diag.Severity]string{diag.Error: "error", diag.Warning: "warning", diag.Info: "info", diag.Hint: "info"}
	doc := struct {
		XMLName xml.Name         `xml:"checkstyle"`
		Version string           `xml:"version,attr"`
		Files   []checkstyleFile `xml:"file"`
	}{Version: "4.3"}
	paths, at := d.byFile()
	for _, p := range paths {
		file := checkstyleFile{Name: p}
		for _, i := range at[p] {
			f := &d.Result.Findings[i]
			pos := positionOf(f.Place)
			file.Errors = append(file.Errors, checkstyleError{pos.Line, pos.Column, severity[f.Severity], sentence(f), "cudalint." + f.Rule})
		}
		doc.Files = append(doc.Files, file)
	}
	return encodeXML(w, doc)
}
