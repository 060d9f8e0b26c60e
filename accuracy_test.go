package cudalint

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"math"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/internal/driver"
	"github.com/cudalint/cudalint/internal/report"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/sema"
)

// access says what a reading or a prediction is about.
type access struct {
	Line   int       `json:"line"`
	Kernel string    `json:"kernel"`
	Block  *[3]int64 `json:"block"`
	Space  string    `json:"space"`
	Op     string    `json:"op"`
}

// reading is what Nsight Compute read for one source line, space and operation of a kernel, summed over its instructions.
type reading struct {
	access
	Repo     string  `json:"repo"` // OWNER/NAME, "" in our own suite
	Path     string  `json:"path"`
	Requests float64 `json:"requests"` // executed warp instructions
	Threads  float64 `json:"threads"`  // executed thread instructions
	Actual   float64 `json:"actual"`   // sectors (global) or wavefronts (shared)
	Ideal    float64 `json:"ideal"`
	Class    string  `json:"class"` // what decides the row, in public readings alone
}

func (r *reading) ratio() float64 { return r.Actual / r.Ideal }

func (r *reading) wasteful() bool { return r.Actual >= 1.5*r.Ideal }

// full reports whether all lanes took part in every request, so that the number per request can be compared and not the ratio alone.
func (r *reading) full() bool { return r.Threads >= 31.5*r.Requests }

// prediction is an entry of `cudalint accesses --format json`.
type prediction struct {
	access
	File       string `json:"file"`
	EndLine    int    `json:"end_line"`
	LaunchLine int    `json:"launch_line"`
	Calls      []span `json:"called_from"`
	WrittenAt  *span  `json:"written_at"` // set on entries that stand for an access once more, at a call
	counts
	Basis     string `json:"basis"`
	BlockedBy string `json:"blocked_by"`
}

type span struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	EndLine int    `json:"end_line"`
}

// counts are means over requests; absent ones are nil.
type counts struct {
	Sectors         *float64 `json:"sectors"`
	SectorsIdeal    *float64 `json:"sectors_ideal"`
	Wavefronts      *float64 `json:"wavefronts"`
	WavefrontsIdeal *float64 `json:"wavefronts_ideal"`
}

// numbers are the actual and the ideal count of a request.
func (p *prediction) numbers() (actual, ideal float64, ok bool) {
	a, i := p.Sectors, p.SectorsIdeal
	if p.Space == "shared" {
		a, i = p.Wavefronts, p.WavefrontsIdeal
	}
	if p.Basis == "unknown" || a == nil || i == nil || *i == 0 {
		return 0, 0, false
	}
	return *a, *i, true
}

// site is where readings and predictions meet.
type site struct {
	path      string
	line      int
	space, op string
}

// predictions are found by where the access starts, then by the further lines that it spans, then by the calls that lead to it: the
// compiler's line table names the call where it inlines a function for the second time.
type predictions struct {
	starts, spans, calls map[site][]*prediction

	// any takes all launches of a shape, entries of other kernels where the reading's own has none, and no calls: in public programs the
	// launch that comes first in the source is often not the one that ran first, kernels have several names, and calls stand on one line.
	any bool
}

func index(list []*prediction) predictions {
	x := predictions{starts: map[site][]*prediction{}, spans: map[site][]*prediction{}, calls: map[site][]*prediction{}}
	for _, p := range list {
		s := site{path.Clean(p.File), p.Line, p.Space, p.Op}
		x.starts[s] = append(x.starts[s], p)
		for s.line++; s.line <= p.EndLine; s.line++ {
			x.spans[s] = append(x.spans[s], p)
		}
		for _, c := range p.Calls {
			for l := c.Line; l <= c.EndLine; l++ {
				s := site{path.Clean(c.File), l, p.Space, p.Op}
				x.calls[s] = append(x.calls[s], p)
			}
		}
	}
	return x
}

// find gives the predictions for a reading: of its kernel and block shape, and of several launches of that shape the first, which
// is the one that was measured.
func (x predictions) find(r *reading) []*prediction {
	s := site{path.Clean(r.Path), r.Line, r.Space, r.Op}
	levels := []map[site][]*prediction{x.starts, x.spans, x.calls}
	if x.any {
		levels = levels[:2]
	}
	for _, level := range levels {
		same := keep(level[s], func(p *prediction) bool { return plain(p.Kernel) == plain(r.Kernel) })
		if x.any && len(same) == 0 {
			same = level[s]
		}
		if len(same) == 0 {
			continue
		}
		shaped := keep(same, func(p *prediction) bool { return p.Block != nil && r.Block != nil && *p.Block == *r.Block })
		if len(shaped) > 0 {
			same = shaped
		}
		if x.any {
			return same
		}
		first := same[0].LaunchLine
		for _, p := range same {
			first = min(first, p.LaunchLine)
		}
		return keep(same, func(p *prediction) bool { return p.LaunchLine == first })
	}
	return nil
}

func keep(list []*prediction, want func(*prediction) bool) []*prediction {
	var out []*prediction
	for _, p := range list {
		if want(p) {
			out = append(out, p)
		}
	}
	return out
}

var innermostArguments = regexp.MustCompile(`<[^<>]*>`)

// plain is a kernel's own name: no parameters, template arguments, return type or namespace.
func plain(kernel string) string {
	k, _, _ := strings.Cut(kernel, "(")
	for {
		shorter := innermostArguments.ReplaceAllString(k, "")
		if shorter == k {
			break
		}
		k = shorter
	}
	k = k[strings.LastIndex(k, "::")+1:]
	if words := strings.Fields(strings.TrimPrefix(k, ":")); len(words) > 0 {
		return words[len(words)-1]
	}
	return k
}

// verdict is how a prediction compares with a reading.
type verdict uint8

const (
	unread  verdict = iota // the access was not found
	unknown                // it was, without a number
	differs                // its ratio, or with all lanes its number per request, is another
	exact
)

// judge compares a reading with what was said of it. Where several accesses share the line their means are summed, as the
// readings are. tolerance is relative: readings are sums over whole launches, predictions means over representative warps.
func judge(r *reading, said []*prediction, tolerance float64) (v verdict, ratio float64) {
	if len(said) == 0 {
		return unread, 0
	}
	var actual, ideal float64
	alike := true
	var one float64
	for i, p := range said {
		a, id, ok := p.numbers()
		if !ok {
			return unknown, 0
		}
		if i == 0 {
			one = a
		}
		alike = alike && a == one
		actual, ideal = actual+a, ideal+id
	}
	ratio = actual / ideal
	near := func(x, y float64) bool { return math.Abs(x-y) <= tolerance*y }
	if !near(ratio, r.ratio()) || r.full() && alike && !near(one, r.Actual/r.Requests) {
		return differs, ratio
	}
	return exact, ratio
}

// score counts readings.
type score struct {
	Rows      int `json:"rows"`
	Read      int `json:"read"`   // the access was found
	Judged    int `json:"judged"` // ... and got a number
	Exact     int `json:"exact"`  // ... the right one
	Waste     int `json:"waste"`  // actual >= 1.5 ideal in the reading
	Said      int `json:"said"`   // ... in the prediction
	Both      int `json:"both"`
	Knowable  int `json:"knowable"` // wasteful readings that the source text decides
	KnownSaid int `json:"knowable_said"`
}

func (s *score) add(r *reading, v verdict, ratio float64) {
	s.Rows++
	said := v >= differs && ratio >= 1.5
	count := func(n *int, when bool) {
		if when {
			*n++
		}
	}
	count(&s.Read, v > unread)
	count(&s.Judged, v > unknown)
	count(&s.Exact, v == exact)
	count(&s.Waste, r.wasteful())
	count(&s.Said, said)
	count(&s.Both, said && r.wasteful())
	knowable := r.wasteful() && strings.HasPrefix(r.Class, "static")
	count(&s.Knowable, knowable)
	count(&s.KnownSaid, knowable && said)
}

func decodeReadings(r io.Reader) ([]*reading, error) {
	var out []*reading
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		row := new(reading)
		if err := json.Unmarshal(lines.Bytes(), row); err != nil {
			return nil, err
		}
		if row.Ideal > 0 {
			out = append(out, row)
		}
	}
	return out, lines.Err()
}

func decodePredictions(data []byte) ([]*prediction, error) {
	var doc struct {
		Accesses []*prediction `json:"accesses"`
	}
	err := json.Unmarshal(data, &doc)
	return doc.Accesses, err
}

// accesses is what `cudalint accesses --format json` prints for a folder.
func accesses(t *testing.T, folder string) []*prediction {
	t.Helper()
	target, ok := gpu.TargetByName(gpu.DefaultTarget)
	require.True(t, ok)
	out, err := driver.Run(context.Background(), driver.Options{
		Paths:  []string{folder},
		Parser: parser.Options{Arch: target.Arch()},
		Sema:   sema.Options{Arch: target.Arch()},
	})
	require.NoError(t, err)
	require.Empty(t, out.Errors)
	var text bytes.Buffer
	require.NoError(t, report.WriteAccesses(&text, out.Result))
	list, err := decodePredictions(text.Bytes())
	require.NoError(t, err)
	return list
}
