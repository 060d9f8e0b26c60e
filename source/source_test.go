package source_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/source"
)

// TestLines: LF, CRLF and CR end lines, in any mixture.
func TestLines(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		letters := []string{"ab\n", "ab\n\r", "\r\n\na"}[random.IntN(3)]
		text := make([]byte, random.IntN(12))
		for i := range text {
			text[i] = letters[random.IntN(len(letters))]
		}
		f := source.NewFile("x", text)
		line := 1
		for i := range text {
			require.Equal(t, line, f.LineOf(int32(i)), "%q at %d", text, i)
			if text[i] == '\n' || text[i] == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
				line++
			}
		}
		require.Equal(t, line, f.Lines(), "%q", text)
	}
}
