package cudalint

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	suite         = "testdata/hardware/kernels"
	suiteReadings = "testdata/hardware/readings.jsonl"
	exceptionFile = "testdata/hardware/exceptions.txt"

	// tolerance of our own suite, relative: no more than what means over sampled warps need.
	tolerance = 0.005
)

// classes that an exception may have: the value is data, the compiler does something else than the text says, or we are wrong.
var classes = []string{"data", "compiler", "tool-fault-to-be-mended"}

var update = flag.Bool("update", false, "write what the tests of the module's root compare with")

// exception is a line of exceptions.txt.
type exception struct {
	site
	class, reason string
	used          bool
}

func (s site) String() string { return fmt.Sprintf("%s:%d %s %s", s.path, s.line, s.space, s.op) }

func exceptions(t *testing.T) map[site]*exception {
	t.Helper()
	f, err := os.Open(exceptionFile)
	require.NoError(t, err)
	defer f.Close()
	out := map[site]*exception{}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		e := exceptionOf(t, lines.Text())
		if e == nil {
			continue
		}
		require.Nil(t, out[e.site], "twice: %s", e.site)
		out[e.site] = e
	}
	require.NoError(t, lines.Err())
	return out
}

// exceptionOf parses a line of exceptions.txt; comments and empty lines are none.
func exceptionOf(t *testing.T, text string) *exception {
	t.Helper()
	text = strings.TrimSpace(text)
	if text == "" || strings.HasPrefix(text, "#") {
		return nil
	}
	head, tail, ok := strings.Cut(text, ": ")
	require.True(t, ok, "%q: want file:line space op: class: reason", text)
	e := new(exception)
	e.class, e.reason, ok = strings.Cut(tail, ": ")
	require.True(t, ok && slices.Contains(classes, e.class) && e.reason != "", "%q: want a class of %v and a reason", text, classes)
	words := strings.Fields(head)
	require.Len(t, words, 3, text)
	name, line, _ := strings.Cut(words[0], ":")
	_, err := fmt.Sscan(line, &e.line)
	require.NoError(t, err, text)
	e.path, e.space, e.op = name, words[1], words[2]
	return e
}

// dropUnused writes the file without the entries that agree.
func dropUnused(t *testing.T, known map[site]*exception) {
	t.Helper()
	data, err := os.ReadFile(exceptionFile)
	require.NoError(t, err)
	var kept strings.Builder
	for line := range strings.Lines(string(data)) {
		if e := exceptionOf(t, line); e == nil || known[e.site].used {
			kept.WriteString(line)
		}
	}
	require.NoError(t, os.WriteFile(exceptionFile, []byte(kept.String()), 0o644))
}

// suiteRow is a reading of the suite with what was said of it.
type suiteRow struct {
	*reading
	said    []*prediction
	verdict verdict
	ratio   float64
}

func (r *suiteRow) site() site { return site{r.Path, r.Line, r.Space, r.Op} }

// describe says how the prediction differs, with the numbers of both.
func (r *suiteRow) describe() string {
	text := fmt.Sprintf("%s, kernel %s, block %v: read %.4f (%.3f per request, %.2f lanes)",
		r.site(), r.Kernel, *r.Block, r.reading.ratio(), r.Actual/r.Requests, r.Threads/r.Requests)
	switch r.verdict {
	case unread:
		return text + ", said nothing"
	case unknown:
		return fmt.Sprintf("%s, said unknown (blocked by %q)", text, r.said[0].BlockedBy)
	}
	a, i, _ := r.said[0].numbers()
	return fmt.Sprintf("%s, said %.4f (%.3f of %.3f, %s, %d accesses)", text, r.ratio, a, i, r.said[0].Basis, len(r.said))
}

func suiteRows(t *testing.T) []*suiteRow {
	t.Helper()
	f, err := os.Open(suiteReadings)
	require.NoError(t, err)
	defer f.Close()
	readings, err := decodeReadings(f)
	require.NoError(t, err)
	list := keep(accesses(t, suite), func(p *prediction) bool { return p.WrittenAt == nil }) // calls are looked at in their turn
	for _, p := range list {
		p.File = strings.TrimPrefix(filepath.ToSlash(p.File), suite+"/")
		for i := range p.Calls {
			p.Calls[i].File = strings.TrimPrefix(filepath.ToSlash(p.Calls[i].File), suite+"/")
		}
	}
	x := index(list)
	var out []*suiteRow
	for _, r := range readings {
		row := &suiteRow{reading: r, said: x.find(r)}
		row.verdict, row.ratio = judge(r, row.said, tolerance)
		out = append(out, row)
	}
	return out
}

// TestHardware holds every reading of the suite against the prediction for its line, space and operation. What disagrees is named in
// exceptions.txt with its reason; an entry that does not disagree any more fails as well.
func TestHardware(t *testing.T) {
	known := exceptions(t)
	rows := suiteRows(t)
	require.Greater(t, len(rows), 1000)
	var s score
	excused := map[string]int{}
	for _, r := range rows {
		s.add(r.reading, r.verdict, r.ratio)
		if r.verdict == exact {
			continue
		}
		e := known[r.site()]
		if !assert.NotNil(t, e, "%s", r.describe()) {
			continue
		}
		e.used = true
		excused[e.class]++
	}
	if *update {
		dropUnused(t, known)
	}
	for _, e := range known {
		assert.True(t, e.used || *update, "%s agrees now; to take it out: go test . -run TestHardware -update", e.site)
	}
	t.Logf("%d rows, %d read, %d judged, %d exact", s.Rows, s.Read, s.Judged, s.Exact)
	for _, class := range classes {
		t.Logf("exceptions of class %s: %d", class, excused[class])
	}
}

// TestHardwareSuiteIsWhole: every program of the suite was measured, and every reading is of a program.
func TestHardwareSuiteIsWhole(t *testing.T) {
	measured := map[string]bool{}
	for _, r := range suiteRows(t) {
		measured[r.Path] = true
		assert.FileExists(t, filepath.Join(suite, r.Path))
	}
	files, err := filepath.Glob(filepath.Join(suite, "*.cu"))
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), 60)
	for _, f := range files {
		assert.True(t, measured[filepath.Base(f)] || filepath.Base(f) == "kernels_elsewhere.cu", "%s has no reading", f)
	}
}
