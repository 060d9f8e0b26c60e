package rules

import (
	"bytes"
	"fmt"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/layout"
	"github.com/cudalint/cudalint/sema"
	"github.com/cudalint/cudalint/trace"
)

var sharedMemorySize = &Rule{
	Name:    "shared-memory-size",
	Default: diag.Error,
	Doc: `Flags launches that ask for more shared memory than a block can have.

## What it does
The static arrays of a kernel and the dynamic bytes of its launch are added up. The launch is an error when they are more than the target
grants any block (227 KB on sm_90; ` + "`cudalint targets`" + ` lists them), and a warning when they are more than 48 KB and nothing in sight calls
cudaFuncSetAttribute for the dynamic part.

## Why
Such a launch fails with "invalid argument" and the kernel does not run; a program that does not check for errors goes on with what was in
memory before. Seen on an H200 with 64 KB and no attribute; with it the launch works.

## Example
    extern __shared__ float tile[];
    work<<<grid, 256, 64 * 1024>>>(a);

## Use instead
    cudaFuncSetAttribute(work, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024);
    work<<<grid, 256, 64 * 1024>>>(a);

## When to leave it
Where the attribute is set in a file that cudalint does not see.
`,
	Run: func(p *Pass) {
		if p.Model.Unit == nil {
			return
		}
		target, ok := gpu.TargetByName(fmt.Sprintf("sm_%d", p.Model.Unit.Options.Arch/10))
		if !ok {
			target, _ = gpu.TargetByName(gpu.DefaultTarget)
		}
		for _, k := range p.Model.Kernels {
			for _, r := range k.Runs {
				if d, ok := p.oversized(k, r, target); ok {
					p.Report(d)
					break
				}
			}
		}
	},
}

// oversized judges the shared memory of one run.
func (p *Pass) oversized(k *sema.Kernel, r *sema.Run, t gpu.Target) (diag.Diagnostic, bool) {
	static := staticShared(r)
	total := static + max(r.Shared, 0)
	d := diag.Diagnostic{
		Place: diag.Place(r.Launch), Confidence: diag.Proved, Severity: diag.Error, Cause: "too-much",
		Subject: diag.Subject{Kernel: k.Name, Block: r.Block, BlockFrom: r.Origin.String(), Space: "shared"},
	}
	if r.Launch.File == nil {
		d.Place = diag.Place(k.Place)
	} else {
		d.Subject.LaunchLine = r.Launch.File.LineOf(r.Launch.Span.Start)
	}
	switch {
	case total > int64(t.SharedOptIn):
		d.Message = fmt.Sprintf("%d bytes of shared memory a block, %s grants at most %d: the kernel cannot run", total, t.Name, t.SharedOptIn)
	case total > int64(t.SharedDefault) && r.Shared > 0 && r.Launch.File != nil && !p.grants():
		d.Message = fmt.Sprintf("%d bytes of shared memory a block: above %d the launch fails unless cudaFuncSetAttribute grants it", total, t.SharedDefault)
		d.Confidence, d.Severity = diag.Likely, diag.Warning
		d.Help = fmt.Sprintf("call cudaFuncSetAttribute(%s, cudaFuncAttributeMaxDynamicSharedMemorySize, %d) once ahead of the launch", k.Name, r.Shared)
		d.Assumptions = []string{"no file that was not read sets the attribute"}
	default:
		return d, false
	}
	return d, true
}

// grants reports whether some file of the unit sets the attribute, for whichever kernel.
func (p *Pass) grants() bool {
	u := p.Model.Unit
	for _, f := range append(u.Headers[:len(u.Headers):len(u.Headers)], u.Root) {
		for _, word := range []string{"MaxDynamicSharedMemorySize", "MAX_DYNAMIC_SHARED_SIZE_BYTES", "cudaFuncSetAttribute", "cuFuncSetAttribute"} {
			if bytes.Contains(f.Source.Text, []byte(word)) {
				return true
			}
		}
	}
	return false
}

// staticShared is the bytes of the kernel's static shared arrays.
func staticShared(r *sema.Run) int64 {
	sum := int64(0)
	for _, a := range r.Arrays {
		if a.Space == trace.Shared && !a.Dynamic {
			sum += bytesOf(a.Type)
		}
	}
	return sum
}

func bytesOf(t *layout.Type) int64 {
	switch {
	case t == nil:
		return 0
	case t.Kind == layout.Array:
		return max(t.Len, 0) * bytesOf(t.Elem)
	}
	return t.Size
}
