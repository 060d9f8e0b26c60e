package fixproof

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// proof is everything that the page is made of.
type proof struct {
	predicted predicted
	expected  map[rowID]row
	read      map[rowID]row
	outcomes  map[programID]*outcome
	faults    []string // what is not as it has to be
	agreeing  int      // source lines whose reading is the prediction
	joined    []string // source lines whose accesses the compiler made fewer and wider
	page      strings.Builder
}

// Report writes the page. Its error tells that something is not as it has to be; the page says what.
func Report(dir, page string) error {
	p := &proof{}
	var err error
	if p.predicted, p.expected, err = readPredicted(dir); err != nil {
		return err
	}
	if p.outcomes, err = readResults(filepath.Join(dir, "results.txt")); err != nil {
		return err
	}
	if p.read, err = readReadings(filepath.Join(dir, "readings.jsonl")); err != nil {
		return err
	}
	p.compare()
	p.write()
	if err := os.WriteFile(page, []byte(p.page.String()), 0o644); err != nil {
		return err
	}
	if len(p.faults) > 0 {
		return errors.New(strings.Join(p.faults, "\n"))
	}
	return nil
}

// compare holds every reading against its prediction.
func (p *proof) compare() {
	ids := slices.SortedFunc(maps.Keys(p.read), func(a, b rowID) int {
		return cmp.Or(strings.Compare(a.path, b.path), cmp.Compare(a.line, b.line), strings.Compare(a.op, b.op))
	})
	for _, id := range ids {
		q := p.read[id]
		if id.op == "atomic" {
			continue
		}
		want, known := p.expected[id]
		if known && agree(&want, &q) {
			p.agreeing++
			continue
		}
		text := fmt.Sprintf("%s:%d: %s %s %s: %s per request, predicted %s", id.path, id.line, id.kernel, id.space, id.op,
			short(q.perRequest()), short(want.perRequest()))
		if known && joined(&want, &q) {
			p.joined = append(p.joined, fmt.Sprintf("%s; %s requests, not %s", text, short(q.Requests), short(want.Requests)))
			continue
		}
		p.faults = append(p.faults, text)
	}
}

func (p *proof) write() {
	b := &p.page
	fmt.Fprintf(b, `# The fixes, proven

Each kind of fix was made by cudalint in programs of its own (testdata/fixes), and the program compiled with nvcc 13.0 (-O3, sm_90) and run
on an NVIDIA H200 as it was and as it became. Each program compares every kernel's result with a reference that the host computes; where
"same bits" is said the results before and after are equal bit by bit too. The numbers of a request were read by Nsight Compute 2025.3 and
are those of cudalint's prediction. Where a mean differs the predicted one stands in brackets: the profiler counts requests in which no lane
takes part, which take nothing; what all requests take agrees then. Times are means of 20 launches on arrays of several times the L2 cache.

This page is written by `+"`go run scripts/fixproof.go report`"+` from what `+"`scripts/fixproof.sh`"+` measured.

%d fixes in %d programs. Of %d source lines that were read, %d take what was predicted.
`, len(p.predicted.Fixes), p.programs(), p.agreeing+len(p.joined)+len(p.faults), p.agreeing)
	for _, k := range kinds {
		p.chapter(k)
	}
	if len(p.joined) > 0 {
		b.WriteString("\n## Joined by the compiler\n\nLines of which nvcc made fewer and wider accesses, in loops that it unrolled; they take less than predicted.\n\n")
		for _, f := range p.joined {
			fmt.Fprintf(b, "- %s\n", f)
		}
	}
	if len(p.faults) > 0 {
		b.WriteString("\n## Not as predicted\n\n")
		for _, f := range p.faults {
			fmt.Fprintf(b, "- %s\n", f)
		}
	}
}

func (p *proof) programs() int {
	files := map[string]bool{}
	for _, f := range p.predicted.Fixes {
		files[f.File] = true
	}
	return len(files)
}

// chapter is the table of one kind.
func (p *proof) chapter(k kind) {
	unit := "sectors"
	if k.name == "pad" || k.name == "swizzle" || k.name == "reduction" {
		unit = "wavefronts"
	}
	fmt.Fprintf(&p.page, "\n## %s\n\n%s| kernel | what is written | %s per request | %s in all | requests | time (us) | faster | results |\n|---|---|---|---|---|---|---|---|\n", k.title, k.note, unit, unit)
	said := map[string]bool{}
	for _, f := range p.predicted.Fixes {
		if f.Kind != k.name || said[f.File+f.Kernel] {
			continue
		}
		said[f.File+f.Kernel] = true
		p.line(f, unit)
	}
}

func (p *proof) line(f fixedKernel, unit string) {
	space := map[string]string{"sectors": "global", "wavefronts": "shared"}[unit]
	name := strings.TrimSuffix(f.File, ".cu")
	was, is := p.sum(name+"."+before+".cu", f.Kernel, space), p.sum(name+"."+after+".cu", f.Kernel, space)
	old, fresh := p.times(name, f.Kernel)
	faster := ""
	if old > 0 && fresh > 0 {
		faster = fmt.Sprintf("%.2f x", old/fresh)
	}
	fmt.Fprintf(&p.page, "| %s | %s | %s | %s | %s | %s | %s | %s |\n", f.Kernel, "`"+withoutNumbers(f.Title)+"`", arrow(was.worst, is.worst),
		arrow(short(was.actual), short(is.actual)), arrow(short(was.requests), short(is.requests)), arrow(micro(old), micro(fresh)), faster, p.result(name, f.Kernel))
}

// withoutNumbers is a title without what the proof adds to it, which begins with a number behind the last colon.
func withoutNumbers(title string) string {
	i := strings.LastIndex(title, ": ")
	if i > 0 && i+2 < len(title) && title[i+2] >= '0' && title[i+2] <= '9' {
		return title[:i]
	}
	return title
}

// totals are what was read of one kernel in one memory.
type totals struct {
	worst            string // per request, of the line that wastes most, with the prediction where it is another
	actual, requests float64
}

func (p *proof) sum(path, kernel, space string) totals {
	var t totals
	most := -1.0
	ids := slices.SortedFunc(maps.Keys(p.read), func(a, b rowID) int { return cmp.Or(cmp.Compare(a.line, b.line), strings.Compare(a.op, b.op)) })
	for _, id := range ids {
		if id.path != path || id.kernel != kernel || id.space != space || id.op == "atomic" {
			continue
		}
		q := p.read[id]
		t.actual += q.Actual
		t.requests += q.Requests
		if waste := q.perRequest() - q.Ideal/max(q.Requests, 1); waste > most {
			most = waste
			t.worst = short(q.perRequest())
			if want := p.expected[id]; short(want.perRequest()) != t.worst {
				t.worst += " (" + short(want.perRequest()) + ")"
			}
		}
	}
	return t
}

func (p *proof) times(name, kernel string) (old, fresh float64) {
	if o := p.outcomes[programID{name + "." + before, "BIG"}]; o != nil {
		old = o.time[kernel]
	}
	if o := p.outcomes[programID{name + "." + after, "BIG"}]; o != nil {
		fresh = o.time[kernel]
	}
	return old, fresh
}

// result says whether the kernel's results are right before and after. Misaligned programs have to fail before.
func (p *proof) result(name, kernel string) string {
	old, fresh := p.outcomes[programID{name + "." + before, "small"}], p.outcomes[programID{name + "." + after, "small"}]
	big := p.outcomes[programID{name + "." + after, "BIG"}]
	fault := func(text string) string {
		p.faults = append(p.faults, name+": "+kernel+": "+text)
		return text
	}
	switch {
	case old == nil || fresh == nil || big == nil:
		return fault("not run")
	case !fresh.built || !big.built:
		return fault("does not compile")
	case fresh.passed[kernel] == "" || big.passed[kernel] == "":
		return fault("wrong: " + fresh.failure + big.failure)
	case strings.Contains(old.failure, "misaligned address"):
		return "misaligned address before, right now"
	case old.passed[kernel] == "":
		return fault("wrong before")
	case old.passed[kernel] == fresh.passed[kernel]:
		return "same bits"
	}
	return "right, additions in another order"
}

func arrow(a, b string) string {
	if a == "" || a == "0" {
		return b
	}
	return a + " → " + b
}

func micro(t float64) string {
	if t == 0 {
		return ""
	}
	return fmt.Sprintf("%.1f", t)
}

// short prints a number with at most one decimal.
func short(n float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", n), ".0") }
