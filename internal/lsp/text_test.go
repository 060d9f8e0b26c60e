package lsp

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// mirror is how a client keeps a document: lines of characters, positions counted in its own units. It shares nothing with the server's.
type mirror struct{ runes []rune }

// lines are the offsets in runes at which lines start and end, their ends not counted.
func (m *mirror) lines() (starts, ends []int) {
	starts = []int{0}
	for i := 0; i < len(m.runes); i++ {
		switch {
		case m.runes[i] == '\r' && i+1 < len(m.runes) && m.runes[i+1] == '\n':
			ends = append(ends, i)
			i++
			starts = append(starts, i+1)
		case m.runes[i] == '\r' || m.runes[i] == '\n':
			ends = append(ends, i)
			starts = append(starts, i+1)
		}
	}
	return starts, append(ends, len(m.runes))
}

// units is how many units a text takes.
func units(s []rune, e encoding) int {
	switch e {
	case utf8Units:
		return len(string(s))
	case utf16Units:
		return len(utf16.Encode(s))
	}
	return len(s)
}

// at is the position of a rune; the ends of a line that are two characters are one place.
func (m *mirror) at(i int, e encoding) (position, int) {
	starts, ends := m.lines()
	line := len(starts) - 1
	for starts[line] > i {
		line--
	}
	i = min(i, ends[line])
	return position{uint32(line), uint32(units(m.runes[starts[line]:i], e))}, i
}

// alphabet holds characters of each length, line ends and what stands between them.
var alphabet = []rune("ab (){};\t\n\r\néß本語日🚀𝛼\u0301\u2028\ufeff")

func TestEditsLeaveTheSameText(t *testing.T) {
	for _, e := range []encoding{utf8Units, utf16Units, utf32Units} {
		t.Run(string(e), rapid.MakeCheck(func(t *rapid.T) {
			draw := func(name string) []rune {
				return rapid.SliceOfN(rapid.SampledFrom(alphabet), 0, 30).Draw(t, name)
			}
			client := &mirror{draw("first")}
			server := newText([]byte(string(client.runes)))
			for range rapid.IntRange(1, 12).Draw(t, "edits") {
				if rapid.IntRange(0, 9).Draw(t, "whole") == 0 {
					client.runes = draw("all")
					server = server.apply(contentChange{Text: string(client.runes)}, e)
				} else {
					i := rapid.IntRange(0, len(client.runes)).Draw(t, "from")
					k := rapid.IntRange(i, min(len(client.runes), i+8)).Draw(t, "to")
					from, i := client.at(i, e)
					to, k := client.at(k, e)
					with := draw("with")
					client.runes = slices.Concat(client.runes[:i], with, client.runes[k:])
					server = server.apply(contentChange{&textRange{from, to}, string(with)}, e)
				}
				require.Equal(t, string(client.runes), string(server.bytes))
				require.Equal(t, newText(server.bytes).lines, server.lines, "%q", server.bytes)
				for at := range len(server.bytes) + 1 {
					if at < len(server.bytes) && !utf8.RuneStart(server.bytes[at]) {
						continue
					}
					p := server.position(at, e)
					mine, _ := client.at(utf8.RuneCount(server.bytes[:at]), e)
					if back := server.offset(p, e); back != at {
						start, end := server.line(int(p.Line))
						require.True(t, start <= end && at > end, "only places within a line end move: %d to %d", at, back)
						continue
					}
					require.Equal(t, mine, p)
				}
			}
		}))
	}
}

func TestPositionsOutsideTheText(t *testing.T) {
	x := newText([]byte("a🚀b\r\nx"))
	for _, c := range []struct {
		e    encoding
		p    position
		want int
	}{
		{utf16Units, position{0, 2}, 1}, // within the pair: its start
		{utf16Units, position{0, 3}, 5},
		{utf16Units, position{0, 99}, 6},
		{utf16Units, position{9, 0}, 9},
		{utf8Units, position{0, 3}, 1}, // within the character
		{utf32Units, position{0, 2}, 5},
		{utf16Units, position{0, 1<<32 - 1}, 6},
		{utf16Units, position{1<<32 - 1, 1<<32 - 1}, 9},
	} {
		assert.Equal(t, c.want, x.offset(c.p, c.e), "%v %v", c.e, c.p)
	}
	bad := newText([]byte("a\xff\xfeb"))
	assert.Equal(t, position{0, 3}, bad.position(3, utf16Units), "a byte that is no UTF-8 is one unit")
	assert.Equal(t, 3, bad.offset(position{0, 3}, utf16Units))
}

func TestChoice(t *testing.T) {
	assert.Equal(t, utf16Units, choose(nil))
	assert.Equal(t, utf16Units, choose([]string{"utf-7", "utf-16"}))
	assert.Equal(t, utf8Units, choose([]string{"utf-16", "utf-8"}))
	assert.Equal(t, utf32Units, choose([]string{"utf-32", "utf-16"}))
}

func BenchmarkEdit(b *testing.B) {
	x := newText([]byte(strings.Repeat("  a[threadIdx.x] = b[threadIdx.x]; // 本\n", 50_000)))
	for i := 0; b.Loop(); i++ {
		p := position{uint32(i % 50_000), 4}
		x = x.apply(contentChange{&textRange{p, p}, "x"}, utf16Units)
		x = x.apply(contentChange{&textRange{p, position{p.Line, 5}}, ""}, utf16Units)
	}
	b.SetBytes(int64(len(x.bytes)))
	_ = fmt.Sprint(len(x.lines))
}
