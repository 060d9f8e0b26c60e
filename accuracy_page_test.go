package cudalint

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	page            = "docs/accuracy.md"
	publicFile      = "testdata/hardware/public.json"
	publicTolerance = 0.05
)

var (
	publicReadings = flag.String("readings", "", "readings of public programs, one JSON object a line")
	publicAccesses = flag.String("accesses", "", "OWNER/NAME=FILE,..: what `cudalint accesses --format json` printed at the root of each checkout")
)

// percent is "96.3 %", or "-" of nothing.
func percent(part, whole int) string {
	if whole == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}

// group counts the rows of some programs.
type group struct {
	score
	programs, kernels int
}

func groupOf(rows []*suiteRow, programs []string) group {
	g := group{programs: len(programs)}
	kernels := map[string]bool{}
	for _, r := range rows {
		stem := strings.TrimSuffix(r.Path, filepath.Ext(r.Path))
		if slices.Contains(programs, stem) {
			g.add(r.reading, r.verdict, r.ratio)
			kernels[stem+" "+r.Kernel] = true
		}
	}
	g.kernels = len(kernels)
	return g
}

func suiteTable(w *bytes.Buffer, rows []*suiteRow) {
	fmt.Fprintln(w, "| programs about | programs | kernels | readings | found | with a number | exact | exact |")
	fmt.Fprintln(w, "|---|---:|---:|---:|---:|---:|---:|---:|")
	line := func(name string, g group) {
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d | %d | %s |\n", name, g.programs, g.kernels, g.Rows, g.Read, g.Judged, g.Exact, percent(g.Exact, g.Rows))
	}
	var all []string
	for _, c := range categories {
		line(c.name, groupOf(rows, c.programs))
		all = append(all, c.programs...)
	}
	line("**all**", groupOf(rows, all))
}

// disagreements says what the rows that are not exact come from.
func disagreements(w *bytes.Buffer, rows []*suiteRow, known map[site]*exception) {
	words := map[string]string{
		"data":                    "the value is in memory or in another lane: the right answer is `unknown` with its reason",
		"compiler":                "the machine code does something else than the text says: loads joined, moved or narrowed",
		"tool-fault-to-be-mended": "cudalint is wrong or silent where the text decides",
	}
	counts, silent := map[string]int{}, map[string]int{}
	decided, right := 0, 0
	for _, r := range rows {
		e := known[r.site()]
		if r.verdict != exact && e != nil {
			counts[e.class]++
			if r.verdict < differs {
				silent[e.class]++
			}
			decided += btoi(e.class == classes[2])
			continue
		}
		decided++
		right += btoi(r.verdict == exact)
	}
	fmt.Fprintln(w, "| class | readings | of these without a number | what it means |")
	fmt.Fprintln(w, "|---|---:|---:|---|")
	for _, class := range classes {
		fmt.Fprintf(w, "| %s | %d | %d | %s |\n", class, counts[class], silent[class], words[class])
	}
	fmt.Fprintf(w, "\nOf the %d readings that the text decides, %d are exact: %s. ", decided, right, percent(right, decided))
	sure, wrong, compiled := 0, 0, 0
	for _, r := range rows {
		if r.verdict < differs || slices.ContainsFunc(r.said, func(p *prediction) bool { return p.Basis != "exact" }) {
			continue
		}
		sure++
		wrong += btoi(r.verdict == differs)
		compiled += btoi(r.verdict == differs && known[r.site()] != nil && known[r.site()].class == "compiler")
	}
	fmt.Fprintf(w, "%d predictions call themselves `exact`; %d of these differ,\n%d because of the compiler.\n", sure, wrong, compiled)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// worst is the largest relative error of the ratio among the rows with a number.
func worst(rows []*suiteRow, space string) (err float64, at site) {
	for _, r := range rows {
		if e := math.Abs(r.ratio-r.reading.ratio()) / r.reading.ratio(); r.Space == space && r.verdict >= differs && e > err {
			err, at = e, r.site()
		}
	}
	return err, at
}

// published are the figures of others, with the place that they stand in.
func published(w *bytes.Buffer, rows []*suiteRow) {
	var all score
	for _, r := range rows {
		all.add(r.reading, r.verdict, r.ratio)
	}
	sectors, sectorsAt := worst(rows, "global")
	waves, wavesAt := worst(rows, "shared")
	fmt.Fprintf(w, `| tool | what is counted | figure | source |
|---|---|---|---|
| GPUCheck | uncoalesced accesses of 16 Rodinia programs, against nvprof | precision 13.7 %% (20 of 146), recall 40.0 %% (20 of 50) | recomputed from its own lists, test/gpucheck-results.csv in uasys/ACF-Coalescing-LLVM; the report is doi 10.7939/R3W669R4S. The profile lists of gaussian and srad are empty, so some of the 126 false alarms lack their truth |
| GPUDrano | uncoalesced accesses of Rodinia, against a dynamic analysis of its own | recall 93.0 %% (133 of 143) | CAV 2017 abstract; later papers and the repository count otherwise (95; 111) |
| RaCUDA | sectors per kernel, 13 kernels, static bound against Nsight Compute | error up to 1.22 times the reading (reduce3) | POPL 2021, table 4 |
| RaCUDA | shared conflicts per kernel, the same | error up to 1,806 times (reduce1), none given for two | POPL 2021, table 3 |
| cudalint | costly accesses (1.5 times the ideal) of its own suite, against Nsight Compute | precision %s (%d of %d), recall %s (%d of %d) | this page |
| cudalint | sectors per source line, the same | error at most %.2f times the reading (%s) | this page |
| cudalint | wavefronts per source line, the same | error at most %.2f times the reading (%s) | this page |
`, percent(all.Both, all.Said), all.Both, all.Said, percent(all.Both, all.Waste), all.Both, all.Waste, sectors, sectorsAt, waves, wavesAt)
}

// publicScore is the part of public.json about one repository.
type publicScore struct {
	Repo string `json:"repo"`
	score
}

func publicTable(t *testing.T, w *bytes.Buffer) {
	data, err := os.ReadFile(publicFile)
	require.NoError(t, err)
	var list []publicScore
	require.NoError(t, json.Unmarshal(data, &list))
	fmt.Fprintln(w, "| repository | readings | found | with a number | exact within 5 % | precision | recall | recall of what the text decides |")
	fmt.Fprintln(w, "|---|---:|---:|---:|---:|---:|---:|---:|")
	for _, p := range list {
		fmt.Fprintf(w, "| %s | %d | %s | %s | %s | %s | %s | %s |\n", p.Repo, p.Rows, percent(p.Read, p.Rows), percent(p.Judged, p.Rows),
			percent(p.Exact, p.Rows), percent(p.Both, p.Said), percent(p.Both, p.Waste), percent(p.KnownSaid, p.Knowable))
	}
}

func accuracyPage(t *testing.T) []byte {
	rows, known := suiteRows(t), exceptions(t)
	text, err := os.ReadFile("testdata/hardware/accuracy.md.in")
	require.NoError(t, err)
	var out bytes.Buffer
	fill := map[string]func(){
		"{{suite}}":         func() { suiteTable(&out, rows) },
		"{{disagreements}}": func() { disagreements(&out, rows, known) },
		"{{public}}":        func() { publicTable(t, &out) },
		"{{published}}":     func() { published(&out, rows) },
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		if write := fill[lines.Text()]; write != nil {
			write()
			continue
		}
		fmt.Fprintln(&out, lines.Text())
	}
	require.NoError(t, lines.Err())
	return out.Bytes()
}

// TestAccuracyPage: docs/accuracy.md says what the suite gives today.
func TestAccuracyPage(t *testing.T) {
	want := accuracyPage(t)
	if *update {
		require.NoError(t, os.WriteFile(page, want, 0o644))
	}
	got, err := os.ReadFile(page)
	require.NoError(t, err)
	assert.Equal(t, string(want), string(got), "%s is stale: go test . -run TestAccuracyPage -update", page)
}

// TestCategories: every program of the suite stands in one category.
func TestCategories(t *testing.T) {
	var named []string
	for _, c := range categories {
		named = append(named, c.programs...)
	}
	files, err := filepath.Glob(filepath.Join(suite, "*.cu"))
	require.NoError(t, err)
	var there []string
	for _, f := range files {
		there = append(there, strings.TrimSuffix(filepath.Base(f), ".cu"))
	}
	assert.ElementsMatch(t, there, named)
}

// TestPublic scores public programs; the programs and their readings are not part of the module. With -update it keeps the score.
func TestPublic(t *testing.T) {
	if *publicReadings == "" || *publicAccesses == "" {
		t.Skip("needs -readings and -accesses")
	}
	f, err := os.Open(*publicReadings)
	require.NoError(t, err)
	defer f.Close()
	readings, err := decodeReadings(f)
	require.NoError(t, err)
	list := []publicScore{}
	all := publicScore{Repo: "**all**"}
	for entry := range strings.SplitSeq(*publicAccesses, ",") {
		repo, file, ok := strings.Cut(entry, "=")
		require.True(t, ok, "%q: want OWNER/NAME=FILE", entry)
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		said, err := decodePredictions(data)
		require.NoError(t, err)
		x := index(said)
		x.any = true
		one := publicScore{Repo: repo}
		for _, r := range readings {
			if r.Repo == repo {
				v, ratio := judge(r, x.find(r), publicTolerance)
				one.add(r, v, ratio)
				all.add(r, v, ratio)
			}
		}
		list = append(list, one)
	}
	list = append(list, all)
	for _, p := range list {
		t.Logf("%s: %+v", p.Repo, p.score)
	}
	if *update {
		data, err := json.MarshalIndent(list, "", "  ")
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(publicFile, append(data, '\n'), 0o644))
	}
}
