//go:build !cgo

package parser

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cudalint/cudalint/source"
)

func TestWithoutCgoParseSaysWhatIsWanted(t *testing.T) {
	_, err := Parse(source.NewFile("a.cu", []byte("int x;")), Options{})
	assert.ErrorContains(t, err, "gcc")
	assert.ErrorContains(t, err, "release binary")
	_, ok := Expr("a + b", source.Span{})
	assert.False(t, ok)
}
