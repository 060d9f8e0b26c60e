// Package fixproof proves the rewrites on real hardware: programs go in, each once as it is and once fixed, with the numbers that are
// predicted for both; what a machine with a GPU read goes in then, and docs/fixes.md comes out. scripts/fixproof.go runs it.
package fixproof

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

// predicted is what a folder of programs is expected to show.
type predicted struct {
	Fixes []fixedKernel
	Sums  map[string]string // of the programs' texts, by name
	Rows  []row
}

// row sums up the memory instructions of one source line of one kernel, space and operation, over one launch: sectors in global
// memory, wavefronts in shared memory.
type row struct {
	Path     string  `json:"path"`
	Line     int     `json:"line"`
	Kernel   string  `json:"kernel"`
	Space    string  `json:"space"`
	Op       string  `json:"op"`
	Requests float64 `json:"requests"`
	Actual   float64 `json:"actual"`
	Ideal    float64 `json:"ideal"`
}

// Variants of a program.
const (
	before = "before"
	after  = "after"
)

// Write puts every program of a folder into another one, as it is and fixed, with what is predicted.
func Write(from, to string) error {
	paths, err := filepath.Glob(filepath.Join(from, "*.cu*"))
	if err != nil || len(paths) == 0 {
		return fmt.Errorf("no programs in %s", from)
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	all := predicted{Sums: map[string]string{}}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, program := strings.CutSuffix(filepath.Base(path), ".cu")
		if !program {
			if err := os.WriteFile(filepath.Join(to, filepath.Base(path)), text, 0o644); err != nil {
				return err
			}
			continue
		}
		again, made, err := fixed(ofFile(name), path, text)
		if err != nil {
			return err
		}
		if len(made) == 0 {
			return fmt.Errorf("%s: nothing is fixed", path)
		}
		all.Fixes = append(all.Fixes, made...)
		for variant, text := range map[string][]byte{before: text, after: again} {
			file := name + "." + variant + ".cu"
			if err := os.WriteFile(filepath.Join(to, file), text, 0o644); err != nil {
				return err
			}
			all.Sums[file] = sumOf(text)
			u, err := unitOf(path, text)
			if err != nil {
				return err
			}
			all.Rows = append(all.Rows, rowsOf(file, sema.Analyze(u, nil))...)
		}
	}
	slices.SortFunc(all.Rows, func(a, b row) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), strings.Compare(a.Kernel, b.Kernel),
			strings.Compare(a.Space, b.Space), strings.Compare(a.Op, b.Op))
	})
	data, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		return err
	}
	fmt.Printf("%d programs, %d fixes\n", len(paths)-1, len(all.Fixes))
	return os.WriteFile(filepath.Join(to, "predicted.json"), append(data, '\n'), 0o644)
}

// sumOf tells texts apart.
func sumOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// rowsOf are the predictions of a model. An access that the compiler joins with its neighbours counts once, at the place of the first.
func rowsOf(file string, m *sema.Model) []row {
	type key struct {
		line              int
		kernel, space, op string
	}
	sums := map[key]*row{}
	for _, k := range m.Kernels {
		for _, r := range k.Runs {
			joined := map[string]bool{}
			for _, a := range r.Accesses {
				space, op := spaceName(a), opName(a)
				if space == "" || op == "" || !a.Cost.Known {
					continue
				}
				if a.Merged {
					id := fmt.Sprint(a.Array.Name, op, a.Offset.String(), a.Width)
					if joined[id] {
						continue
					}
					joined[id] = true
				}
				id := key{a.Place.File.LineOf(a.Place.Span.Start), k.Name, space, op}
				if sums[id] == nil {
					sums[id] = &row{Path: file, Line: id.line, Kernel: k.Name, Space: space, Op: op}
				}
				sums[id].Requests += a.Cost.Requests
				sums[id].Actual += a.Cost.Requests * a.Cost.Actual
				sums[id].Ideal += a.Cost.Requests * a.Cost.Ideal
			}
		}
	}
	var out []row
	for _, r := range sums {
		out = append(out, *r)
	}
	return out
}

func spaceName(a *sema.Access) string {
	if a.Array == nil {
		return ""
	}
	switch a.Array.Space {
	case trace.Global:
		return "global"
	case trace.Shared:
		return "shared"
	}
	return ""
}

func opName(a *sema.Access) string {
	switch a.Op {
	case trace.Load:
		return "load"
	case trace.Store:
		return "store"
	}
	return "" // atomics of one address become one instruction a warp
}
