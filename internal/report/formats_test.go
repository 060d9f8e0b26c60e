package report

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/source"
)

// hostile is a document with what upsets formats: in paths, messages, texts and reasons.
func hostile() *Document {
	const evil = "a\n::error::b %0A ##[add-mask]c ##vso[x]d '|[e]' ]]> <&\"> `f` \x01 \xff 漢😀"
	file := source.NewFile("dir a/b#c%41:é]].cu", []byte("\ufefffirst\r\n/* é😀 */\ta[i] = \xff\x01b[\r\n32 * i];\n"))
	at := func(from, to string) diag.Place {
		start := strings.Index(string(file.Text), from)
		end := strings.Index(string(file.Text), to) + len(to)
		return diag.Place{File: file, Span: source.Span{Start: int32(start), End: int32(end)}}
	}
	one := diag.Diagnostic{
		Rule: "uncoalesced-access", Severity: diag.Warning, Confidence: diag.Likely, Message: "8 sectors [1](2): " + evil, Place: at("b[", "* i]"),
		Subject: diag.Subject{Kernel: "k", Array: evil, Op: "load"}, Cost: &diag.Cost{Unit: diag.Sectors, Actual: 8, Ideal: 4}, Metric: "m",
		Assumptions: []string{evil}, Help: evil, Weight: 1,
		Related: []diag.Related{{Place: at("a[i]", "a[i]"), Message: "also here: " + evil}, {Place: at("first", "first"), Message: calledFrom}},
		Fixes:   []diag.Fix{{Title: evil, Applicability: diag.Safe, Edits: []diag.Edit{{Place: at("é😀", "é😀"), Text: evil}}}, {Title: "less", Applicability: diag.Unsafe, Edits: []diag.Edit{{Place: at("é😀", "é😀")}}}},
		Picture: &diag.Picture{Width: 4, Active: 1},
	}
	one.Nth = 1
	again, worse := one, one
	again.Nth = 2
	worse.Severity, worse.Rule, worse.Confidence = diag.Error, "misaligned-vector-access", diag.Proved
	r := &lint.Result{Findings: []diag.Diagnostic{one, again, worse}, Suppressed: []lint.Suppressed{{Diagnostic: one, By: at("/*", "*/"), Reason: evil}}}
	return &Document{Tool: Tool{"cudalint", "devel"}, Result: r, Summary: Summarize(1, 1, r), Template: "{{range .findings}}{{json .message}}\n{{end}}", Failures: []string{evil}, Silenced: true}
}

func write(t *testing.T, format string, d *Document) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, Write(&b, format, d))
	return b.String()
}

func lines(s string) []string { return strings.Split(strings.TrimSuffix(s, "\n"), "\n") }

// TestEmpty: each format has something to say about nothing that its reader takes.
func TestEmpty(t *testing.T) {
	r := &lint.Result{}
	d := &Document{Tool: Tool{"cudalint", "v1.2.3"}, Result: r, Summary: Summarize(2, 0, r), Template: "{{len .findings}}"}
	for format, want := range map[string]string{"text": "", "concise": "", "jsonl": "", "github": "", "azure": "", "teamcity": "", "gitlab": "[]\n", "template": "0"} {
		assert.Equal(t, want, write(t, format, d), format)
	}
	assert.Contains(t, write(t, "sarif", d), `"results": []`)
	assert.Contains(t, write(t, "sarif", d), `"version": "1.2.3"`)
	assert.Contains(t, write(t, "rdjson", d), `"diagnostics": []`)
	assert.Contains(t, write(t, "junit", d), `<testcase name="no findings"`)
	assert.Contains(t, write(t, "checkstyle", d), "<checkstyle")
	assert.Contains(t, write(t, "markdown", d), "no findings in 2 files")
}

func TestEveryFormatIsText(t *testing.T) {
	for _, format := range Formats() {
		out := write(t, format, hostile())
		assert.NotEmpty(t, out, format)
		assert.True(t, format == "text" || strings.ToValidUTF8(out, "") == out, "%s is UTF-8", format)
		assert.Equal(t, out, write(t, format, hostile()), "%s: the same again", format)
		assert.NotContains(t, strings.ReplaceAll(out, "\r\n", ""), "\x01", format)
	}
}

func TestConcise(t *testing.T) {
	d := hostile()
	d.Result.Findings = d.Result.Findings[:1]
	assert.Equal(t, `dir a/b#c%41:é]].cu:2:19: warning: 8 sectors [1](2): a\x0a::error::b %0A ##[add-mask]c ##vso[x]d '|[e]' ]]> <&"> `+"`f`"+` \x01 \xff 漢😀 [uncoalesced-access]`+"\n", write(t, "concise", d))
}

// TestCommands: one command a line, nothing of the source in front of it or able to end it.
func TestCommands(t *testing.T) {
	github := lines(write(t, "github", hostile()))
	require.Len(t, github, 3)
	assert.Regexp(t, `^::error file=dir a/b#c%2541%3Aé\]\].cu,line=2,endLine=3,title=misaligned-vector-access::8 sectors \[1\]\(2\): a\\x0a::error::b %250A `, github[0])
	assert.Regexp(t, `^::warning file=`, github[1])
	azure := lines(write(t, "azure", hostile()))
	require.Len(t, azure, 3)
	assert.Regexp(t, `^##vso\[task.logissue type=warning;sourcepath=dir a/b#c%AZP2541:é%5D%5D.cu;linenumber=2;columnnumber=19;code=uncoalesced-access;\]warning: 8 sectors`, azure[0])
	city := lines(write(t, "teamcity", hostile()))
	require.Len(t, city, 5)
	assert.Regexp(t, `^##teamcity\[inspection typeId='uncoalesced-access' message='8 sectors \|\[1\|\]\(2\): .* \|'\|\|\|\[e\|\]\|' .*' file='dir a/b#c%41:é\|\]\|\].cu' line='2' SEVERITY='WARNING'\]$`, city[1])
}

// TestMostAnnotations: the worst are shown, and how many there are in all.
func TestMostAnnotations(t *testing.T) {
	d := hostile()
	one := d.Result.Findings[0]
	d.Result.Findings = nil
	for i := range 15 {
		f := one
		f.Message = fmt.Sprintf("finding %02d", i)
		f.Cost = &diag.Cost{Unit: diag.Sectors, Actual: float64(i), Ideal: 1}
		d.Result.Findings = append(d.Result.Findings, f)
		f.Severity = diag.Info
		d.Result.Findings = append(d.Result.Findings, f)
	}
	d.Summary = Summarize(1, 0, d.Result)
	out := lines(write(t, "github", d))
	require.Len(t, out, 10+9+1)
	assert.Contains(t, out[0], "::finding 14")
	assert.Contains(t, out[9], "::finding 05")
	assert.True(t, strings.HasPrefix(out[19], "::notice title=cudalint::15 warnings, 15 info in 1 file"), out[19])
	assert.Contains(t, out[19], "; 11 of these findings are not annotated here")
}

func TestGuard(t *testing.T) {
	var b strings.Builder
	g := Guard(&b)
	for _, part := range []string{"::err", "or::x\n \t::debug::y\n a::b##", "[group]z ##vso[q]\n##teamcity[x]\n"} {
		_, err := io.WriteString(g, part)
		require.NoError(t, err)
	}
	assert.Equal(t, ": :error::x\n \t: :debug::y\n a::b# #[group]z # #vso[q]\n# #teamcity[x]\n", b.String())
}

func TestGitLab(t *testing.T) {
	var issues []gitlabIssue
	require.NoError(t, json.Unmarshal([]byte(write(t, "gitlab", hostile())), &issues))
	require.Len(t, issues, 3)
	prints := map[string]bool{}
	for _, i := range issues {
		prints[i.Fingerprint] = true
		assert.Contains(t, []string{"info", "minor", "major", "critical", "blocker"}, i.Severity)
		assert.True(t, strings.HasPrefix(i.Description, i.CheckName+": "))
		assert.Equal(t, gitlabLocation{"dir a/b#c%41:é]].cu", gitlabLines{2, 3}}, i.Location)
	}
	assert.Len(t, prints, 3, "GitLab shows only the first of equal fingerprints")
	moved := hostile()
	f := moved.Result.Findings[0].Place.File
	shifted := source.NewFile(f.Path, append([]byte("\n\n"), f.Text...))
	for i := range moved.Result.Findings {
		p := &moved.Result.Findings[i].Place
		p.File, p.Span.Start, p.Span.End = shifted, p.Span.Start+2, p.Span.End+2
	}
	for i := range moved.Result.Findings {
		assert.Equal(t, hostile().uniquePrint(&hostile().Result.Findings[i]), moved.uniquePrint(&moved.Result.Findings[i]), "lines may move")
	}
}

func TestXML(t *testing.T) {
	for _, format := range []string{"junit", "checkstyle"} {
		out := write(t, format, hostile())
		d := xml.NewDecoder(strings.NewReader(out))
		for {
			_, err := d.Token()
			if err == io.EOF {
				break
			}
			require.NoError(t, err, format)
		}
	}
	assert.Contains(t, write(t, "junit", hostile()), `tests="3" failures="3"`)
	assert.Contains(t, write(t, "checkstyle", hostile()), `line="2" column="19" severity="error"`)
}

// TestRDJSON: columns are bytes, a safe fix of one edit is a suggestion.
func TestRDJSON(t *testing.T) {
	var doc struct{ Diagnostics []rdDiagnostic }
	require.NoError(t, json.Unmarshal([]byte(write(t, "rdjson", hostile())), &doc))
	require.Len(t, doc.Diagnostics, 3)
	assert.Equal(t, rdRange{rdPosition{2, 23}, rdPosition{3, 8}}, doc.Diagnostics[0].Location.Range)
	require.Len(t, doc.Diagnostics[0].Suggestions, 1)
	assert.Equal(t, rdRange{rdPosition{2, 4}, rdPosition{2, 10}}, doc.Diagnostics[0].Suggestions[0].Range)
}

func TestMarkdown(t *testing.T) {
	out := write(t, "markdown", hostile())
	var rows []string
	for _, l := range lines(out) {
		if strings.HasPrefix(l, "| ") {
			rows = append(rows, l)
		}
	}
	require.Len(t, rows, 1+3)
	assert.Equal(t, 6-1, strings.Count(rows[1], "|"), "no cell opens another: %s", rows[1])
	assert.True(t, strings.HasPrefix(rows[1], "| error |"), "the worst first")
	assert.NotContains(t, rows[1], "<")

	d := hostile()
	one := d.Result.Findings[0]
	for range 6000 {
		d.Result.Findings = append(d.Result.Findings, one)
	}
	out = write(t, "markdown", d)
	assert.Less(t, len(out), 1<<20)
	assert.Regexp(t, `\d+ more findings are left out here`, out)
}

func TestTemplate(t *testing.T) {
	assert.Len(t, lines(write(t, "template", hostile())), 3)
	assert.Error(t, CheckTemplate("{{range}"))
	d := hostile()
	d.Template = "{{.nothing}}"
	assert.Error(t, Write(io.Discard, "template", d))
}

// TestLineHashes are values of codeql-action's own function.
func TestLineHashes(t *testing.T) {
	text := "\ufeff a\r\n\r \n\t\xff\xe2\x82x\xed\xa0\x80😀\n\xf0\x9f\x98\n\n\nab c\nab c\nend"
	assert.Equal(t, jsHashes, lineHashes(source.NewFile("x", []byte(text))))
}

var link = regexp.MustCompile(`[^\\]\]\((\d+)\)`)

// TestSARIF holds what code scanning asks for beyond the schema.
func TestSARIF(t *testing.T) {
	var log sarifLog
	text := write(t, "sarif", hostile())
	require.NoError(t, json.Unmarshal([]byte(text), &log))
	assert.Equal(t, strings.Count(text, `"deletedRegion"`), strings.Count(text, `"insertedContent"`), "of deletions, too")
	require.Len(t, log.Runs, 1)
	run := log.Runs[0]
	assert.Equal(t, "utf16CodeUnits", run.ColumnKind)
	assert.False(t, run.Invocations[0].Successful)
	assert.Len(t, run.Tool.Driver.Rules, len(lint.Rules()))
	assert.Equal(t, "0.0.0 devel", run.Tool.Driver.Version)
	for _, r := range run.Tool.Driver.Rules {
		assert.NotEmpty(t, r.Short.Text)
		assert.LessOrEqual(t, len([]rune(r.Full.Text)), mostDescription)
		assert.Contains(t, r.Help.Markdown, r.Help.Text)
	}
	require.Len(t, run.Results, 4)
	assert.Equal(t, "error", run.Results[0].Level)
	assert.Len(t, run.Results[3].Suppressions, 1)
	for _, r := range run.Results {
		assert.Equal(t, r.RuleID, run.Tool.Driver.Rules[r.RuleIndex].ID)
		assert.Contains(t, run.Tool.Driver.Rules[r.RuleIndex].Help.Markdown, "one warp now: ")
		require.Len(t, r.Locations, 1)
		at := r.Locations[0].Physical
		assert.Equal(t, "dir%20a/b%23c%2541%3A%C3%A9%5D%5D.cu", at.Artifact.URI)
		parsed, err := url.Parse(at.Artifact.URI)
		require.NoError(t, err)
		assert.Empty(t, parsed.Scheme)
		assert.Equal(t, sarifRegion{StartLine: 2, StartColumn: 20, EndLine: 2, EndColumn: 22}, sarifRegion{at.Region.StartLine, at.Region.StartColumn, at.Region.EndLine, at.Region.EndColumn, nil}, "one line, UTF-16")
		links := link.FindAllStringSubmatch(r.Message.Text, -1)
		require.Len(t, links, 2, "each related place is linked, and nothing else is: %s", r.Message.Text)
		for i, l := range links {
			assert.Equal(t, fmt.Sprint(r.Related[i].ID), l[1])
		}
		assert.Len(t, r.Flows[0].Threads[0].Locations, 2)
		assert.Equal(t, sarifRegion{2, 4, 2, 7, nil}, r.Fixes[0].Changes[0].Replacements[0].Deleted)
		require.Len(t, r.Fixes, 2)
		assert.Equal(t, sarifText{}, r.Fixes[1].Changes[0].Replacements[0].Inserted)
	}
	assert.Len(t, run.Results[0].Prints, 2)
}

// TestNamesThatAreNoUTF8: a URI keeps the bytes of a name, and two such names stay two.
func TestNamesThatAreNoUTF8(t *testing.T) {
	uri := func(name string) (uri, print string) {
		d := hostile()
		d.Path = func(string) string { return "sub/" + name }
		var log sarifLog
		require.NoError(t, json.Unmarshal([]byte(write(t, "sarif", d)), &log))
		r := log.Runs[0].Results[0]
		return r.Locations[0].Physical.Artifact.URI, r.Prints[ourPrint]
	}
	one, print1 := uri("bad\xff é.cu")
	two, print2 := uri("bad\xfe é.cu")
	assert.Equal(t, "sub/bad%FF%20%C3%A9.cu", one)
	assert.Equal(t, "sub/bad%FE%20%C3%A9.cu", two)
	assert.NotEqual(t, print1, print2)
}

// TestMostResults: what GitHub would reject is cut, the least first, and said.
func TestMostResults(t *testing.T) {
	d := hostile()
	plain := diag.Diagnostic{Rule: lint.SyntaxError, Severity: diag.Info, Place: d.Result.Findings[0].Place, Message: "m"}
	for range mostResults {
		d.Result.Findings = append(d.Result.Findings, plain)
	}
	var log sarifLog
	require.NoError(t, json.Unmarshal([]byte(write(t, "sarif", d)), &log))
	assert.Len(t, log.Runs[0].Results, mostResults)
	assert.Equal(t, "error", log.Runs[0].Results[0].Level)
	assert.Contains(t, log.Runs[0].Invocations[0].Notifications[1].Message.Text, "3 findings, those that matter least, are left out")
}

var jsHashes = []string{
	"e7f058d080099607:1",
	"19c145507d90a5b5:1",
	"c0cede9c26c760bf:1",
	"e5c6068b9bb06931:1",
	"c9f165c9fc6c58f1:1",
	"5c7e3ed15275345e:1",
	"661eee3aebcfff2c:1",
	"ca58487e15ef4ef2:1",
	"939418543dd8552a:1",
	"43b6461eda086fe2:1",
}
