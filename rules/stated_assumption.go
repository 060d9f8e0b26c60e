package rules

import (
	"fmt"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/sema"
)

var statedAssumption = &Rule{
	Name:    "stated-assumption",
	Default: diag.Warning,
	Doc: `Flags a cudalint: assume(..) comment that a launch contradicts, that says nothing, or that cannot be read.

## What it does
A comment in a kernel, or right above it, can state what the text does not tell: ` + "`// cudalint: assume(n % 32 == 0)`" + `,
` + "`assume(pitch == 33)`" + `, ` + "`assume(in % 16 == 0)`" + ` for the address in a pointer. The numbers of the kernel then rest on it. The comment is
flagged when a launch in sight passes something else, when no value of that name is met, and when it has another form.

## Why
An assumption that is not true makes every number that rests on it wrong; one that is not used was probably misspelt.

## Example
    // cudalint: assume(n % 32 == 0)
    __global__ void scale(float *a, int n) { .. }
    scale<<<4, 256>>>(a, 1000);           // 1000 is no multiple of 32

## Use instead
Correct the comment or the launch, or take the comment out where the launch tells the value anyway.

## When to leave it
Never: a comment that is wrong helps nobody.
`,
	Run: func(p *Pass) {
		for _, k := range p.Model.Kernels {
			for _, f := range k.Facts {
				p.checkFact(k, f)
			}
		}
	},
}

func (p *Pass) checkFact(k *sema.Kernel, f *sema.Fact) {
	d := diag.Diagnostic{
		Severity: diag.Warning, Confidence: diag.Proved, Place: diag.Place(f.Place),
		Subject: diag.Subject{Kernel: k.Name},
	}
	switch {
	case f.Error != "":
		d.Message, d.Cause = fmt.Sprintf("assume(%s) cannot be read: %s", f.Text, f.Error), "unreadable"
	case f.Launch != nil:
		d.Message, d.Cause = fmt.Sprintf("assume(%s) is not true of a launch: the value is %d there", f.Text, f.Value), "contradicted"
		d.Related = []diag.Related{{Place: diag.Place(*f.Launch), Message: "launched here"}}
	case !f.Used:
		d.Message, d.Cause = fmt.Sprintf("assume(%s) says nothing: no value of that name is met in %s", f.Text, k.Name), "unused"
	default:
		return
	}
	p.Report(d)
}
