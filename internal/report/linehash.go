package report

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/cudalint/cudalint/source"
)

// GitHub tells alerts apart by a hash of the 100 UTF-16 units from the start of their line on (github/codeql-action,
// src/fingerprints.ts): blanks and tabs left out, each line end one LF, behind the text one unit 65535 and then zeros. The hash is a
// polynomial in 37 modulo 2^64. Lines that have the same are counted.
const (
	hashedUnits = 100
	hashBase    = 37
	endUnit     = 65535
)

// lineHashes gives the hash of each line of a file, "hex:n"; the first line is at 0.
func lineHashes(f *source.File) []string {
	units := make([]uint64, 0, len(f.Text)+hashedUnits+1)
	var starts []int
	fresh, afterCR := true, false
	add := func(u uint16) {
		if u == ' ' || u == '\t' || u == '\n' && afterCR {
			afterCR = false
			return
		}
		if afterCR = u == '\r'; afterCR {
			u = '\n'
		}
		if fresh {
			starts = append(starts, len(units))
		}
		fresh = u == '\n'
		units = append(units, uint64(u))
	}
	for _, u := range utf16Units(f.Text) {
		add(u)
	}
	afterCR = false
	add(endUnit)
	units = append(units, make([]uint64, hashedUnits)...)

	power := uint64(1) // 37 to the power of the units in the window
	for range hashedUnits {
		power *= hashBase
	}
	hash, at := uint64(0), 0 // of the units in front of at, as far as they are in the window
	seen := map[uint64]int{}
	out := make([]string, 0, len(starts))
	for _, start := range starts {
		for ; at < start+hashedUnits; at++ {
			hash = hash*hashBase + units[at]
			if at >= hashedUnits {
				hash -= power * units[at-hashedUnits]
			}
		}
		seen[hash]++
		out = append(out, strconv.FormatUint(hash, 16)+":"+strconv.Itoa(seen[hash]))
	}
	return out
}

// utf16Units decodes UTF-8; each longest prefix of a character that is cut short, and each other byte that is none, is one U+FFFD.
func utf16Units(text []byte) []uint16 {
	out := make([]uint16, 0, len(text))
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if r == utf8.RuneError && n == 1 {
			n = cutShort(text)
		}
		out = utf16.AppendRune(out, r)
		text = text[n:]
	}
	return out
}

// cutShort is the length of the longest prefix that a character could begin with, at least 1.
func cutShort(text []byte) int {
	first, low, high := text[0], byte(0x80), byte(0xbf)
	need := 0
	switch {
	case 0xc2 <= first && first <= 0xdf:
		need = 1
	case 0xe0 <= first && first <= 0xef:
		need = 2
	case 0xf0 <= first && first <= 0xf4:
		need = 3
	}
	switch first { // the second byte must not make the character too small, a surrogate or too large
	case 0xe0:
		low = 0xa0
	case 0xed:
		high = 0x9f
	case 0xf0:
		low = 0x90
	case 0xf4:
		high = 0x8f
	}
	n := 1
	for ; n <= need && n < len(text) && low <= text[n] && text[n] <= high; n++ {
		low, high = 0x80, 0xbf
	}
	return n
}
