package lsp

import (
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// editFuzzer reads edits from bytes; it gives 0 once these have run dry.
type editFuzzer struct{ plan []byte }

func (f *editFuzzer) below(n int) int {
	if len(f.plan) == 0 {
		return 0
	}
	b := f.plan[0]
	f.plan = f.plan[1:]
	return int(b) % n
}

func (f *editFuzzer) runes(most int) []rune {
	out := make([]rune, f.below(most))
	for i := range out {
		out[i] = alphabet[f.below(len(alphabet))]
	}
	return out
}

// position is any: within the text, past the end of a line or of the text, in the middle of a character.
func (f *editFuzzer) position(m *mirror, e encoding) position {
	p := position{uint32(f.below(12)), uint32(f.below(40))}
	switch f.below(8) {
	case 0:
		p.Line = 1<<32 - 1 - uint32(f.below(2))
	case 1:
		p.Character = 1<<32 - 1 - uint32(f.below(2))
	case 2, 3, 4:
		p, _ = m.at(f.below(len(m.runes)+1), e)
	}
	return p
}

// meant is the rune that a position means to a client: past a line's end that end, past the text its end, within a character that one.
func (m *mirror) meant(p position, e encoding) int {
	starts, ends := m.lines()
	if int64(p.Line) >= int64(len(starts)) {
		return len(m.runes)
	}
	i := starts[p.Line]
	for left := int64(p.Character); i < ends[p.Line]; i++ {
		switch e {
		case utf8Units:
			left -= int64(utf8.RuneLen(m.runes[i]))
		case utf16Units:
			left -= int64(utf16.RuneLen(m.runes[i]))
		default:
			left--
		}
		if left < 0 {
			break
		}
	}
	return i
}

// FuzzEdits: whatever ranges a client names, in order or not, server and client have the same text afterwards, and the lines are those of a
// text that is read from the start.
func FuzzEdits(f *testing.F) {
	f.Add("a🚀b\r\nx", []byte{0, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	f.Add("", []byte{1, 9, 200, 17, 3, 255, 0, 0, 1, 2, 250, 12, 9, 4, 1, 1, 1, 99})
	f.Add("é\r\r\n\n本\u2028\ufeff", []byte{2, 4, 0, 1, 7, 1, 38, 5, 3, 8, 8, 2, 0, 0, 0, 6, 1, 30, 1, 5, 11, 10, 10, 11})
	f.Fuzz(func(t *testing.T, first string, plan []byte) {
		if len(first) > 400 || len(plan) > 300 {
			return
		}
		first = strings.ToValidUTF8(first, "?") // the transport has no other
		in := &editFuzzer{plan}
		e := []encoding{utf8Units, utf16Units, utf32Units}[in.below(3)]
		client := &mirror{[]rune(first)}
		server := newText([]byte(first))
		for range 1 + in.below(12) {
			from, to := in.position(client, e), in.position(client, e)
			with := in.runes(12)
			i, k := client.meant(from, e), client.meant(to, e)
			i, k = min(i, k), max(i, k)
			server = server.apply(contentChange{&textRange{from, to}, string(with)}, e)
			runes := append([]rune(nil), client.runes[:i]...)
			client.runes = append(append(runes, with...), client.runes[k:]...)
			require.Equal(t, string(client.runes), string(server.bytes), "%v to %v in %s", from, to, e)
			require.Equal(t, newText(server.bytes).lines, server.lines)
			for at := range len(server.bytes) + 1 {
				p := server.position(at, e)
				back := server.offset(p, e)
				assert.LessOrEqual(t, back, at)
			}
		}
	})
}
