package rules

import (
	"fmt"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/sema"
)

var interleavedReduction = &Rule{
	Name:    "interleaved-reduction",
	Default: diag.Warning,
	Doc: `Flags tree reductions in shared memory whose partial results stay spread out.

## What it does
A loop that doubles its distance s and combines element i with element i + s is recognised however the step is spelled. Two forms
are flagged: threads with tid % (2*s) == 0 work (also (tid & (2*s - 1)) == 0), and threads work on element 2*s*tid.

## Why
With tid % (2*s) the lanes that work are spread over all warps: 16 of 32 in the first step, 1 of 32 from the fifth on, and every warp
is kept busy. A block of 256 issues 47 warp instructions for an access where 12 would do. (There is no bank conflict in
it.) With 2*s*tid the working lanes are together, but their elements are 2*s apart and fall into 32/(2*s) banks: 2-way, 4-way,
8-way conflicts step by step.

## Example
    for (int s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }

## Use instead
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }

It needs a block whose size is a power of two and adds in another order. Within the last warp __shfl_down_sync needs no shared
memory; cub::BlockReduce does all of it.

## When to leave it
Where the operation does not commute, so that only neighbours may be combined. Scans and butterflies are not flagged.
`,
	Run: func(p *Pass) {
		for _, k := range p.Model.Kernels {
			reportReductions(p, k)
		}
	},
}

// reportReductions reports each loop once, under the first configuration that it shows in.
func reportReductions(p *Pass, k *sema.Kernel) {
	said := map[siteID]bool{}
	for _, r := range k.Runs {
		byLoop := map[*sema.Loop]bool{}
		for _, red := range reductionsOf(r) {
			id := siteOf(red.store)
			if said[id] || byLoop[red.loop] {
				said[id] = true
				continue
			}
			said[id], byLoop[red.loop] = true, true
			d := reductionFinding(k, r, red)
			at := &site{run: r, access: red.store}
			p.rewrite(&d, k, at, rewriting(fixes.SequentialReduction))
			p.Report(d)
		}
	}
}

func reductionFinding(k *sema.Kernel, r *sema.Run, red *reduction) diag.Diagnostic {
	first := red.accesses[0]
	for _, a := range red.accesses {
		if before(a, first) {
			first = a
		}
	}
	s := &site{run: r, access: first, cause: cause{name: "interleaved", most: diag.Error}, confidence: diag.Proved}
	if !seen(r) {
		s.confidence = diag.Likely
	}
	if r.Grid[0]*r.Grid[1]*r.Grid[2] == 1 {
		s.light = oneBlock
	}
	s.severity = severity(diag.Warning, s.confidence, r, s.light)
	g := &group{kernel: k, sites: []*site{s}}
	d := g.diagnostic(red.message)
	d.Place = diag.Place(red.store.Place)
	d.Help = fmt.Sprintf("let the first threads combine what is far apart: for (%s = blockDim.x / 2; %s > 0; %s >>= 1) with if (tid < %s)",
		red.step, red.step, red.step, red.step)
	fix := diag.Fix{Applicability: diag.Sketch}
	if red.selects {
		d.Cause, d.Metric, d.Picture = "divergence", divergenceMetric, nil
		d.Cost = &diag.Cost{Unit: diag.Requests, Actual: red.requests[0], Ideal: red.requests[1]}
		fix.Before, fix.After, fix.Ideal = red.requests[0], red.requests[1], red.requests[1]
		fix.Title = fmt.Sprintf("sequential addressing: %s a block for each access, not %s", count(fix.After, "warp instruction"), num(fix.Before))
	} else {
		d.Cause = bankConflict
		fix.Before, fix.After, fix.Ideal = red.conflict, 1, 1
		fix.Title = fmt.Sprintf("sequential addressing: no bank conflict, not %s-way", num(red.conflict))
	}
	d.Fixes = []diag.Fix{fix}
	return d
}

// message is the effect and the cause of the reduction; it is the same for each of its sites.
func (red *reduction) message(*site) string {
	if red.selects {
		return fmt.Sprintf("%d of 32 lanes work in step %s = 1, 1 of 32 from %s on: %s selects them", red.first, red.step, red.lastStep(), red.guardText())
	}
	return fmt.Sprintf("%s-way bank conflict in step %s = %d: %s", num(red.conflict), red.step, red.at, red.indexText())
}
