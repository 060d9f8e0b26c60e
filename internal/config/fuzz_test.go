package config

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
)

// FuzzSettings: a settings file is read, or refused with a place in it.
func FuzzSettings(f *testing.F) {
	f.Add([]byte(Initial()))
	f.Add([]byte("select = [\"bank-conflict\"]\n[kernels.k]\nblock = [32, 8]\n[[overrides]]\npaths = [\"a/**\"]\n"))
	f.Add([]byte("[rules]\nbank-conflict = \"warning\"\n\"a\\u0000b\" = { x = 1 }\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		table, err := parse("cudalint.toml", text)
		if err != nil {
			var at *Error
			if assert.True(t, errors.As(err, &at), "%v", err) {
				assert.NotEmpty(t, at.Error())
			}
			return
		}
		assert.NotNil(t, table)
	})
}
