package rules_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/rules"
)

// What stands beside the number of a finding holds, too.
func TestWhatFindingsSay(t *testing.T) {
	by := map[string][]diag.Diagnostic{}
	for _, d := range rules.Check(analyse(t, filepath.Join(fixtures, "uncoalesced-access", "worth.cu")), nil, rules.WithPossible()) {
		if d.Rule == "uncoalesced-access" {
			by[d.Subject.Kernel] = append(by[d.Subject.Kernel], d)
		}
	}
	one := func(kernel string) diag.Diagnostic {
		require.Len(t, by[kernel], 1, kernel)
		return by[kernel][0]
	}
	assert.Contains(t, one("red_black").Help, "an array of their own")
	require.Len(t, one("red_black").Fixes, 1)
	assert.Equal(t, 2.0, one("red_black").Fixes[0].After)
	rest := 0
	for _, d := range by["remainder_of_four"] {
		if d.Place.File.Slice(d.Place.Span) == "weight[i]" {
			assert.Equal(t, diag.Possible, d.Confidence)
			rest++
		}
	}
	assert.Equal(t, 1, rest)
	assert.Equal(t, diag.Hint, one("rare_store").Severity)
	assert.Equal(t, "strided", one("column_of_pairs").Cause)
	assert.Empty(t, by["searched"])
	assert.NotEqual(t, "narrow-block", one("first_of_each_row").Cause)
	require.Len(t, by["row_each"], 2)
	assert.Contains(t, by["row_each"][0].Help, "work on one row together")
	assert.Equal(t, diag.Warning, by["row_each"][0].Severity)
}

func TestPadsOfBytesCountElements(t *testing.T) {
	for _, d := range rules.Check(analyse(t, filepath.Join(fixtures, "shared-bank-conflict", "bytes.cu")), nil) {
		assert.Contains(t, d.Help, "raw[r * 33 + c]")
	}
}
