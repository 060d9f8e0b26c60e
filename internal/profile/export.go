package profile

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"
)

// exportedRow is one line of integrations/ncu_export.py: an instruction, or a launch.
type exportedRow struct {
	Kernel string   `json:"kernel"`
	Block  [3]int64 `json:"block"`
	Grid   [3]int64 `json:"grid"`

	File            string   `json:"file"`
	Line            int      `json:"line"`
	SASS            string   `json:"sass"`
	Requests        float64  `json:"requests"`
	Threads         float64  `json:"threads"`
	Bits            float64  `json:"bits"`
	Sectors         float64  `json:"sectors"`
	SectorsIdeal    float64  `json:"sectors_ideal"`
	Wavefronts      float64  `json:"wavefronts"`
	WavefrontsIdeal float64  `json:"wavefronts_ideal"`
	L1              *float64 `json:"l1_hit_percent"`
	L2              *float64 `json:"l2_hit_percent"`
	Occupancy       *float64 `json:"occupancy_percent"`
	Microseconds    float64  `json:"microseconds"`
	Launch          bool     `json:"launch"` // the line is about the launch
}

// exported reads one line.
func (p *Profile) exported(text string) error {
	var r exportedRow
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		return fmt.Errorf("read the line as JSON: %w", err)
	}
	if r.Launch {
		share := func(v *float64) float64 {
			if v == nil {
				return -1
			}
			return *v / 100
		}
		p.Launches = append(p.Launches, Launch{
			Kernel: plainName(r.Kernel), Block: r.Block, Grid: r.Grid, Shares: Shares{share(r.L1), share(r.L2), share(r.Occupancy)}, Microseconds: r.Microseconds,
		})
		return nil
	}
	in, ok := instruction(r.SASS)
	if !ok || r.File == "" || r.Line == 0 {
		return nil
	}
	if generic := strings.HasPrefix(r.SASS, "LD.") || strings.HasPrefix(r.SASS, "ST."); generic && r.Wavefronts > 0 && r.Sectors == 0 {
		in.Space = "shared"
	}
	in.Kernel, in.Lines, in.Width = plainName(r.Kernel), []Line{{path.Clean(r.File), r.Line}}, int(r.Bits)/8
	in.Counted = Counted{r.Requests, r.Threads, r.Sectors, r.SectorsIdeal}
	if in.Space == "shared" {
		in.Actual, in.Ideal = r.Wavefronts, r.WavefrontsIdeal
	}
	p.Instructions = append(p.Instructions, in)
	return nil
}
