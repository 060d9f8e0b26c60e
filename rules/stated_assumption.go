package rules

import (
	"fmt"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/sema"
)

var statedAssumption = &Rule{
	Name:    "stated-assumption",
	Default: diag.Warning,
	Doc: `Flags a cudalint: assume(..) or layout(..) comment that the code contradicts, that says nothing, or that cannot be read.

## What it does
A comment in a kernel, or right above it, can state what the text does not tell: ` + "`// cudalint: assume(n % 32 == 0)`" + `,
` + "`assume(pitch == 33)`" + `, ` + "`assume(in % 16 == 0)`" + ` for the address in a pointer. The numbers of the kernel then rest on it. The comment is
flagged when a launch in sight passes something else, when no value of that name is met, and when it has another form. It counts on when
a formatter breaks its line or joins it with the comment above.

Where a wrapper puts an element can be stated when the wrapper cannot be read, the accessor of a library say, or an array whose rows
have a length that the text does not tell:

    // cudalint: layout(tile(y, x) = y * 64 + (x ^ (y & 7) * 8), half)
    // cudalint: layout(rows[y][x] = y * 33 + x)
    // cudalint: layout(view.at(y, x) = y * 1024 + x, float, global)

The index is in elements and may use what is in scope at the use. The element's type, and the memory (shared, unless it says global),
are needed where the name is no array in sight. It is flagged when the text itself tells of the element, and tells something else,
when no such element is met, and when it has another form.

## Why
An assumption that is not true makes every number that rests on it wrong; one that is not used was probably misspelt.

## Example
    // cudalint: assume(n % 32 == 0)
    __global__ void scale(float *a, int n) {

    scale<<<dim3(4, 9), 256>>>(a, 1000);           // 1000 is no multiple of 32

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
		d.Message, d.Cause = fmt.Sprintf("%s(%s) cannot be read: %s", f.Kind, f.Text, f.Error), "unreadable"
	case f.Found != "":
		d.Message, d.Cause = fmt.Sprintf("layout(%s) is not what the text says: it makes it element %s", f.Text, f.Found), "contradicted"
		d.Related = []diag.Related{{Place: diag.Place(*f.Launch), Message: "used here"}}
	case f.Launch != nil:
		d.Message, d.Cause = fmt.Sprintf("assume(%s) is not true of a launch: the value is %d there", f.Text, f.Value), "contradicted"
		d.Related = []diag.Related{{Place: diag.Place(*f.Launch), Message: "launched here"}}
	case !f.Used && f.Kind == "layout":
		d.Message, d.Cause = fmt.Sprintf("layout(%s) says nothing: no such element is met in %s", f.Text, k.Name), "unused"
	case !f.Used:
		d.Message, d.Cause = fmt.Sprintf("assume(%s) says nothing: no value of that name is met in %s", f.Text, k.Name), "unused"
	default:
		return
	}
	p.Report(d)
}
