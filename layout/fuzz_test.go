package layout_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cudalint/cudalint/layout"
)

// FuzzRecord holds the layout of records of scalars, nested ones among them, against the plain rule of C.
func FuzzRecord(f *testing.F) {
	f.Add([]byte{0, 3, 6, 1}, uint8(0))
	f.Add([]byte("a struct of characters"), uint8(2))
	names := []string{"char", "short", "int", "long long", "float", "double", "bool", "unsigned char", "float4", "float3", "uchar2"}
	f.Fuzz(func(t *testing.T, data []byte, pack uint8) {
		if len(data) > 40 {
			data = data[:40]
		}
		limit := []int64{0, 1, 2, 4, 8, 16}[pack%6]
		type placed struct{ offset, size int64 }
		var inner *layout.Type
		spec := layout.RecordSpec{Name: "S", Pack: limit}
		var want []placed
		at, align := int64(0), int64(1)
		for i, b := range data {
			m, ok := layout.Builtin(names[int(b)%len(names)])
			if !assert.True(t, ok) {
				return
			}
			if b > 200 && inner != nil {
				m = inner
			}
			if b%16 == 15 {
				m = layout.ArrayOf(m, int64(b/16)+1)
			}
			a := m.Align
			if limit > 0 {
				a = min(a, limit)
			}
			at = (at + a - 1) / a * a
			want = append(want, placed{at, m.Size})
			at += m.Size
			align = max(align, a)
			spec.Members = append(spec.Members, layout.Member{Name: string(rune('a'+i%26)) + string(rune('a'+i/26)), Type: m})
			if i%7 == 6 {
				inner = layout.RecordOf(spec)
			}
		}
		got := layout.RecordOf(spec)
		if len(data) == 0 {
			assert.EqualValues(t, 1, got.Size)
			return
		}
		assert.Equal(t, (at+align-1)/align*align, got.Size)
		assert.Equal(t, align, got.Align)
		for i, m := range spec.Members {
			off, typ, ok := got.Field(m.Name)
			if assert.True(t, ok) {
				assert.Equal(t, want[i].offset, off, m.Name)
				assert.Equal(t, want[i].size, typ.Size, m.Name)
			}
		}
	})
}
