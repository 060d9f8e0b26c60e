package report

import (
	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/internal/compare"
	"github.com/cudalint/cudalint/lint"
)

type comparisonJSON struct {
	Version int            `json:"version"`
	Tool    Tool           `json:"tool"`
	Commit  string         `json:"commit"`
	Kernels []comparedJSON `json:"kernels"`
	Outside foundJSON      `json:"outside"`
	Summary map[string]int `json:"summary"`
}

type comparedJSON struct {
	Kernel   string      `json:"kernel"`
	Verdict  string      `json:"verdict"`
	Before   *position   `json:"before"` // of the kernel's name; null where there is none
	After    *position   `json:"after"`
	Shapes   []shapeJSON `json:"shapes"`
	Findings foundJSON   `json:"findings"`
}

type shapeJSON struct {
	Before   *stateJSON   `json:"before"`
	After    *stateJSON   `json:"after"`
	Accesses []changeJSON `json:"accesses"` // that are not as they were
}

type stateJSON struct {
	Block     [3]int64 `json:"block"`
	BlockFrom string   `json:"block_from"`
	Accesses  int      `json:"accesses"`
	Costly    int      `json:"costly"`
	Unknown   int      `json:"unknown"`

	// Means over requests, and sums of one warp; null where there are no requests.
	SectorsPerRequest         *float64 `json:"sectors_per_request"`
	SectorsPerRequestIdeal    *float64 `json:"sectors_per_request_ideal"`
	SectorsPerWarp            *float64 `json:"sectors_per_warp"`
	UsefulShare               *float64 `json:"useful_share"`
	WavefrontsPerRequest      *float64 `json:"wavefronts_per_request"`
	WavefrontsPerRequestIdeal *float64 `json:"wavefronts_per_request_ideal"`
	WavefrontsPerWarp         *float64 `json:"wavefronts_per_warp"`
}

type changeJSON struct {
	Before *accessEntry `json:"before"`
	After  *accessEntry `json:"after"`
}

type foundJSON struct {
	New  []findingEntry `json:"new"`
	Gone []findingEntry `json:"gone"`
}

func comparisonDocument(c *Comparison) comparisonJSON {
	doc := comparisonJSON{
		Version: formatVersion, Tool: c.Tool, Commit: c.Commit, Kernels: []comparedJSON{}, Outside: foundOf(c.Result.Outside), Summary: map[string]int{},
	}
	for _, v := range []compare.Verdict{compare.Same, compare.Changed, compare.Better, compare.Worse, compare.Mixed, compare.New, compare.Gone} {
		doc.Summary[string(v)] = c.Result.Count(v)
	}
	for _, k := range c.shown() {
		e := comparedJSON{Kernel: k.Name, Verdict: string(k.Verdict), Before: placed(k.Before), After: placed(k.After), Shapes: []shapeJSON{}, Findings: foundOf(k.Findings)}
		for _, s := range k.Shapes {
			x := shapeJSON{Before: stateOf(s.Before), After: stateOf(s.After), Accesses: []changeJSON{}}
			for _, a := range s.Accesses {
				x.Accesses = append(x.Accesses, changeJSON{entryOf(a.Before), entryOf(a.After)})
			}
			e.Shapes = append(e.Shapes, x)
		}
		doc.Kernels = append(doc.Kernels, e)
	}
	return doc
}

func placed(p diag.Place) *position {
	if p.File == nil {
		return nil
	}
	at := positionOf(p)
	return &at
}

func stateOf(s *compare.State) *stateJSON {
	if s == nil {
		return nil
	}
	out := &stateJSON{Block: s.Block, BlockFrom: s.BlockFrom, Accesses: s.Accesses, Costly: s.Costly, Unknown: s.Unknown}
	if actual, ideal, ok := s.Global.PerRequest(); ok {
		out.SectorsPerRequest, out.SectorsPerRequestIdeal, out.SectorsPerWarp, out.UsefulShare = number(actual), number(ideal), number(s.Global.Actual), number(s.Useful)
	}
	if actual, ideal, ok := s.Shared.PerRequest(); ok {
		out.WavefrontsPerRequest, out.WavefrontsPerRequestIdeal, out.WavefrontsPerWarp = number(actual), number(ideal), number(s.Shared.Actual)
	}
	return out
}

func entryOf(a *lint.Access) *accessEntry {
	if a == nil {
		return nil
	}
	e := accessEntryOf(accessAt{Access: a, at: positionOf(a.Place), call: -1})
	return &e
}

func foundOf(f compare.Findings) foundJSON {
	of := func(list []diag.Diagnostic) []findingEntry {
		out := make([]findingEntry, len(list))
		for i := range list {
			out[i] = findingOf(&list[i])
		}
		return out
	}
	return foundJSON{of(f.New), of(f.Gone)}
}
