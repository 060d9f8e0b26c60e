package cudalint

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/internal/driver"
	"github.com/cudalint/cudalint/parser"
	"github.com/cudalint/cudalint/sema"
)

// TestProvedFindings holds the findings on costly accesses of our own programs that call themselves proved against the hardware: what
// was read of the line has to be costly too, but where an entry of exceptions.txt says that the compiler moved the access elsewhere.
func TestProvedFindings(t *testing.T) {
	target, ok := gpu.TargetByName(gpu.DefaultTarget)
	require.True(t, ok)
	out, err := driver.Run(context.Background(), driver.Options{
		Paths:  []string{suite},
		Parser: parser.Options{Arch: target.Arch()},
		Sema:   sema.Options{Arch: target.Arch()},
	})
	require.NoError(t, err)
	read := map[site][]*reading{}
	for _, row := range suiteRows(t) {
		read[row.site()] = append(read[row.site()], row.reading)
	}
	known := exceptions(t)
	held := 0
	for _, d := range out.Result.Findings {
		if d.Confidence != diag.Proved || d.Cost == nil || d.Cost.Unit == diag.Requests || d.Cost.Actual < 1.5*d.Cost.Ideal || d.Place.File == nil {
			continue
		}
		at := site{filepath.Base(d.Place.File.Path), d.Place.File.LineOf(d.Place.Span.Start), d.Subject.Space, d.Subject.Op}
		for _, r := range read[at] {
			if plain(r.Kernel) != d.Subject.Kernel || *r.Block != d.Subject.Block || known[at] != nil && known[at].class == "compiler" {
				continue
			}
			held++
			assert.True(t, r.wasteful(), "%s: read %.2f of %.2f per request, said: %s", at, r.Actual/r.Requests, r.Ideal/r.Requests, d.Message)
		}
	}
	t.Logf("%d readings hold a proved finding", held)
	assert.Greater(t, held, 250)
}
