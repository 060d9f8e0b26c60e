package fresh_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cudalint/cudalint/internal/fresh"
)

// FuzzBaseline: what is read is written so that it reads the same, and sorted for good.
func FuzzBaseline(f *testing.F) {
	f.Add([]byte(`{"version": 1, "findings": [{"file":"a.cu","rule":"bank-conflict","kernel":"k","content":"ab","count":2}]}`))
	f.Add([]byte(`{"version": 1, "findings": []}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := fresh.ReadBaseline(text)
		if err != nil {
			return
		}
		once := b.Write()
		again, err := fresh.ReadBaseline(once)
		if assert.NoError(t, err, "%s", once) {
			assert.Equal(t, string(once), string(again.Write()))
			assert.Len(t, again.Entries, len(b.Entries))
		}
	})
}

// FuzzPatch: a patch is read or refused; the lines that it adds are numbered from 1.
func FuzzPatch(f *testing.F) {
	f.Add([]byte("--- a/x.cu\n+++ b/x.cu\n@@ -1,2 +1,3 @@\n a\n+b\n c\n"))
	f.Add([]byte("diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n\\ No newline at end of file\n"))
	f.Add([]byte("--- a/x.cu\n+++ b/\n"))
	f.Add([]byte("--- a/x.cu\n+++ \"\"\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		lines, err := fresh.ReadPatch(bytes.NewReader(text))
		if err != nil {
			assert.NotEmpty(t, err.Error())
			return
		}
		for path := range lines {
			assert.NotEmpty(t, path)
		}
	})
}
