package report

import (
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"
	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/gpu"
)

const allLanes = 0xffffffff

// addresses are f(lane) for the 32 lanes.
func addresses(f func(lane int64) int64) (a [32]int64) {
	for l := range a {
		a[l] = f(int64(l))
	}
	return a
}

// drawn is the picture without its margin; want is compared likewise.
func drawn(p *diag.Picture, load bool, s Style) string {
	return strings.Join(picture(p, load, s), "\n")
}

func want(s string) string { return strings.Trim(s, "\n") }

func TestSectorPicture(t *testing.T) {
	contiguous := addresses(func(l int64) int64 { return 4 * l })
	p := &diag.Picture{Width: 4, Active: allLanes, Before: addresses(func(l int64) int64 { return 4096 * l }), After: &contiguous, Remedy: "x and y swapped"}
	assert.Equal(t, want(`
   one warp now: 32 sectors of 32 bytes, 128 of 1024 bytes used
      [0·······]⋯[1·······]⋯[2·······]⋯[3·······]⋯[4·······]⋯[5·······]
      [6·······]⋯[7·······]⋯[8·······]⋯[9·······]⋯[a·······]⋯[b·······] +20 more
   x and y swapped: 4 sectors of 32 bytes, 128 of 128 bytes used
      [01234567][89abcdef][ghijklmn][opqrstuv]`), drawn(p, true, Style{}))

	p = &diag.Picture{Width: 4, Active: allLanes, Before: addresses(func(l int64) int64 { return 24*l + 4 })}
	assert.Equal(t, want(`
   one warp now: 24 sectors of 32 bytes, 128 of 768 bytes used
      [.0.....1][.....2..][...3....][.4.....5][.....6..][...7....][.8.....9]
      [.....a..][...b....][.c.....d][.....e..][...f....][.g.....h] +11 more`), drawn(p, true, Style{ASCII: true}))

	p = &diag.Picture{Width: 16, Active: 0xff, Before: addresses(func(l int64) int64 { return 16*l - 16 })}
	assert.Equal(t, want(`
   one warp now: 5 sectors of 32 bytes, 128 of 160 bytes used
      [····0000][11112222][33334444][55556666][7777····]`), drawn(p, true, Style{}))

	p = &diag.Picture{Width: 1, Active: allLanes, Before: addresses(func(l int64) int64 { return l / 2 * 2 })}
	assert.Equal(t, want(`
   one warp now: 1 sector of 32 bytes, 16 of 32 bytes used
      [*·*·*·*·*·*·*·*·*·*·*·*·*·*·*·*·]`), drawn(p, true, Style{}))
}

func TestBankPicture(t *testing.T) {
	padded := addresses(func(l int64) int64 { return 132 * l })
	p := &diag.Picture{Shared: true, Width: 4, Active: allLanes, Before: addresses(func(l int64) int64 { return 128 * l }), After: &padded, Remedy: "float tile[32][33]"}
	assert.Equal(t, want(`
   one warp now: 32 wavefronts
   bank 0       4       8       12      16      20      24      28
      1 0 · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · ·
      2 1 · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · ·
      3 2 · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · ·
      ⋮ 28 more
     32 v · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · ·
   float tile[32][33]: 1 wavefront
   bank 0       4       8       12      16      20      24      28
      1 0 1 2 3 4 5 6 7 8 9 a b c d e f g h i j k l m n o p q r s t u v`), drawn(p, true, Style{}))

	p = &diag.Picture{Shared: true, Width: 4, Active: allLanes, Before: addresses(func(l int64) int64 { return l / 16 * 128 })}
	assert.Equal(t, want(`
   one warp now: 2 wavefronts
   bank 0       4       8       12      16      20      24      28
      1 * . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
      2 * . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .`), drawn(p, true, Style{ASCII: true}))
}

func TestNoPicture(t *testing.T) {
	assert.Empty(t, picture(&diag.Picture{Width: 32, Active: 1}, true, Style{}))
	assert.Empty(t, picture(&diag.Picture{Width: 4}, true, Style{}))
}

// TestPictureAgrees: what is drawn is what the model counts, and fits on a terminal, whatever the lanes do.
func TestPictureAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &diag.Picture{
			Width:  rapid.SampledFrom([]int{1, 2, 4, 8, 16}).Draw(t, "width"),
			Active: uint32(rapid.IntRange(1, allLanes).Draw(t, "active")),
			Shared: rapid.Bool().Draw(t, "shared"),
		}
		load := rapid.Bool().Draw(t, "load")
		stride := rapid.Int64Range(0, 40).Draw(t, "stride")
		spread := rapid.Int64Range(1, 64).Draw(t, "spread")
		p.Before = addresses(func(l int64) int64 {
			return int64(p.Width) * (l*stride + rapid.Int64Range(-spread, spread).Draw(t, "shift")/8)
		})
		for _, s := range []Style{{}, {ASCII: true}} {
			for _, line := range picture(p, load, s) {
				if runewidth.StringWidth(line) > columns {
					t.Fatalf("wider than %d columns: %s", columns, line)
				}
			}
		}
		if p.Shared {
			got := len(wavefrontsOf(&p.Before, p.Active, p.Width, load))
			if n := gpu.Wavefronts(&p.Before, p.Active, p.Width, !load); got != n {
				t.Fatalf("%d rows, %d wavefronts", got, n)
			}
			return
		}
		got := len(sectorsOf(&p.Before, p.Active, p.Width))
		if n := gpu.Sectors(&p.Before, p.Active, p.Width); got != n {
			t.Fatalf("%d boxes, %d sectors", got, n)
		}
		used := map[int64]bool{}
		for lane, at := range p.Before {
			for i := range int64(p.Width) {
				if p.Active>>lane&1 == 1 {
					used[at+i] = true
				}
			}
		}
		if usedBytes(&p.Before, p.Active, p.Width) != len(used) {
			t.Fatalf("%d bytes used, not %d", usedBytes(&p.Before, p.Active, p.Width), len(used))
		}
	})
}
