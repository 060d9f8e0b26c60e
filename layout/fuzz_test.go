package layout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cudalint/cudalint/layout"
)

// FuzzRecord holds the layout of records of scalars, nested ones among them, against the plain rule of C.
func FuzzRecord(f *testing.F) {
	f.Add([]byte{0, 3, 6, 1}, uint8(0))
	f.Add([]byte("a struct of characters"), uint8(2))
	f.Add([]byte("00X0X0X0X0X0X0X0X00"), uint8(0))
	f.Add([]byte(strings.Repeat("\xff", 36)), uint8(9))
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
				elem := m
				if m = layout.ArrayOf(m, int64(b/16)+1); m.Size == 0 { // as large
					assert.Greater(t, elem.Size*int64(b/16+1), int64(1)<<40)
					return
				}
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
			if at > 1<<40 { // too large to be laid out
				assert.True(t, layout.RecordOf(spec).Over())
				assert.Zero(t, layout.RecordOf(spec).Size)
				return
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

// FuzzFields holds records and unions with bit-fields, alignas and arrays against a search, bit by bit, for the first place where each
// member may go.
func FuzzFields(f *testing.F) {
	f.Add([]byte{1, 9, 2, 17, 3, 200, 30, 31, 2, 2, 5, 99})
	f.Add([]byte{0, 5, 140, 33, 7, 255, 254, 3, 18, 90, 61, 7, 7, 7})
	names := []string{"char", "short", "int", "long long", "unsigned char", "unsigned int", "float", "double", "int2"}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 3 || len(data) > 60 {
			return
		}
		spec := layout.RecordSpec{Name: "S", Union: data[0]%4 == 0, Align: []int64{0, 0, 0, 8, 16, 32}[data[0]/4%6]}
		type placed struct {
			name      string
			bit, size int64
		}
		var want []placed
		free, end, align := int64(0), int64(0), max(1, spec.Align)
		for i := 1; i+1 < len(data); i += 2 {
			typ, ok := layout.Builtin(names[int(data[i])%len(names)])
			if !assert.True(t, ok) {
				return
			}
			m := layout.Member{Name: string(rune('a'+i%26)) + string(rune('a'+i/26)), Type: typ}
			how, a := data[i+1], typ.Align
			bits := 8 * typ.Size
			fits := func(bit int64) bool { return bit%(8*a) == 0 }
			switch {
			case how < 80 && int(data[i])%len(names) < 6: // within one unit of its type
				m.HasBits, m.Bits = true, int(int64(how)%(8*typ.Size)+1)
				bits = int64(m.Bits)
				fits = func(bit int64) bool { return bit/(8*typ.Size) == (bit+bits-1)/(8*typ.Size) }
			case how < 110:
				m.Align = int64(1) << (how % 6)
				if m.Align < a {
					m.Align = 0 // C++ allows none that is weaker
				}
				a = max(a, m.Align)
			case how < 140:
				m.Type = layout.ArrayOf(typ, int64(how%5)+1)
				bits = 8 * m.Type.Size
			}
			if spec.Union {
				free = 0
			}
			for !fits(free) {
				free++
			}
			want = append(want, placed{m.Name, free, m.Type.Size})
			free += bits
			end, align = max(end, free), max(align, a)
			spec.Members = append(spec.Members, m)
		}
		got := layout.RecordOf(spec)
		size := (end + 7) / 8
		assert.Equal(t, (size+align-1)/align*align, got.Size, "%+v", spec)
		assert.Equal(t, align, got.Align, "%+v", spec)
		for i, w := range want {
			off, typ, ok := got.Field(w.name)
			if spec.Members[i].HasBits || !assert.True(t, ok) {
				continue
			}
			assert.Equal(t, w.bit/8, off, "%s of %+v", w.name, spec)
			assert.Equal(t, w.size, typ.Size, w.name)
		}
	})
}
