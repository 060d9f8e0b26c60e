package lint

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/source"
)

// errArchive is all that is told of bytes that are no archive: they come from a program of another version, or from nobody.
var errArchive = errors.New("it is no archive of results")

// Archive writes results as bytes that Unarchive reads back: everything but the texts of their files, which are named by path. The
// error tells that a result has a place in a file that sources does not give, or gives with another text.
func Archive(list []*Result, sources func(path string) *source.File) ([]byte, error) {
	c := &archive{sources: sources, written: map[string]uint64{}}
	c.results(&list)
	c.accesses(list)
	return c.out, c.err
}

// Unarchive reads what Archive wrote. Bytes that anybody may have changed have to be checked ahead of this: it fails, and never
// panics, but what it makes of them may be any result.
func Unarchive(data []byte, sources func(path string) *source.File) ([]*Result, error) {
	return unarchive(data, sources, false)
}

// UnarchiveCounted reads the results as Result.Counted has them. Most of an archive is accesses, which are not read.
func UnarchiveCounted(data []byte, sources func(path string) *source.File) ([]*Result, error) {
	return unarchive(data, sources, true)
}

func unarchive(data []byte, sources func(path string) *source.File, counted bool) ([]*Result, error) {
	c := &archive{in: string(data), reading: true, sources: sources, files: map[string]*source.File{}}
	var list []*Result
	c.results(&list)
	if !counted {
		c.accesses(list)
		if c.err == nil && c.at != len(c.in) {
			c.err = errArchive
		}
	}
	if c.err != nil {
		return nil, c.err
	}
	return list, nil
}

// archive writes or reads: each method is given what it is to write, or where what it reads goes, so that one description of a type
// serves both. A text is written once and counted after that.
type archive struct {
	sources func(string) *source.File
	err     error // the first; nothing is read or written behind it

	out     []byte
	written map[string]uint64

	reading bool
	in      string
	at      int
	read    []string
	files   map[string]*source.File
}

func (c *archive) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

func (c *archive) uint(v *uint64) {
	if !c.reading {
		c.out = binary.AppendUvarint(c.out, *v)
		return
	}
	*v = 0
	for shift := 0; ; shift += 7 {
		if c.err != nil || c.at >= len(c.in) || shift > 63 {
			c.fail(errArchive)
			*v = 0
			return
		}
		b := c.in[c.at]
		c.at++
		*v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return
		}
	}
}

// integer codes any integer type, small ones in few bytes whatever their sign.
func integer[T ~int | ~int32 | ~int64 | ~uint8 | ~uint32](c *archive, v *T) {
	n := int64(*v)
	z := uint64(n)<<1 ^ uint64(n>>63)
	c.uint(&z)
	*v = T(int64(z>>1) ^ -int64(z&1))
}

func (c *archive) float(v *float64) {
	if !c.reading {
		c.out = binary.LittleEndian.AppendUint64(c.out, math.Float64bits(*v))
		return
	}
	if c.err != nil || len(c.in)-c.at < 8 {
		c.fail(errArchive)
		return
	}
	*v = math.Float64frombits(binary.LittleEndian.Uint64([]byte(c.in[c.at : c.at+8])))
	c.at += 8
}

// bytes codes as many bytes as v is long.
func (c *archive) bytes(v []byte) {
	if !c.reading {
		c.out = append(c.out, v...)
		return
	}
	if c.err != nil || len(c.in)-c.at < len(v) {
		c.fail(errArchive)
		return
	}
	c.at += copy(v, c.in[c.at:])
}

func (c *archive) bool(v *bool) {
	n := uint64(0)
	if *v {
		n = 1
	}
	c.uint(&n)
	*v = n == 1
}

func text[T ~string](c *archive, v *T) {
	s := string(*v)
	c.text(&s)
	*v = T(s)
}

func (c *archive) text(v *string) {
	if !c.reading {
		n, had := c.written[*v]
		if had {
			c.uint(&n)
			return
		}
		n = uint64(len(c.written))
		c.written[*v] = n
		c.uint(&n)
		size := uint64(len(*v))
		c.uint(&size)
		c.out = append(c.out, *v...)
		return
	}
	var n, size uint64
	*v = ""
	switch c.uint(&n); {
	case c.err != nil:
	case n < uint64(len(c.read)):
		*v = c.read[n]
	case n > uint64(len(c.read)):
		c.fail(errArchive)
	default:
		c.uint(&size)
		if size > uint64(len(c.in)-c.at) {
			c.fail(errArchive)
			return
		}
		*v = c.in[c.at : c.at+int(size)]
		c.at += int(size)
		c.read = append(c.read, *v)
	}
}

// slice codes the elements of a list; nil and empty lists stay what they are.
func slice[T any](c *archive, list *[]T, each func(*T)) {
	n := uint64(0)
	if *list != nil {
		n = uint64(len(*list)) + 1
	}
	if c.uint(&n); !c.reading {
		for i := range *list {
			each(&(*list)[i])
		}
		return
	}
	*list = nil
	switch {
	case n == 0 || c.err != nil:
		return
	case n-1 > uint64(len(c.in)-c.at): // each element takes a byte at least
		c.fail(errArchive)
		return
	}
	out := make([]T, n-1)
	for i := range out {
		if c.err != nil {
			return
		}
		each(&out[i])
	}
	*list = out
}

// pointer codes what may be nil.
func pointer[T any](c *archive, p **T, each func(*T)) {
	there := *p != nil
	c.bool(&there)
	if !there || c.err != nil {
		*p = nil
		return
	}
	if c.reading {
		*p = new(T)
	}
	each(*p)
}

func (c *archive) texts(list *[]string) { slice(c, list, c.text) }

func (c *archive) span(s *source.Span) {
	integer(c, &s.Start)
	integer(c, &s.End)
}

func (c *archive) place(p *diag.Place) {
	there := p.File != nil
	c.bool(&there)
	c.span(&p.Span)
	if !there {
		p.File = nil
		return
	}
	path := ""
	if !c.reading {
		path = p.File.Path
		if f := c.sources(path); f != p.File && (f == nil || string(f.Text) != string(p.File.Text)) {
			c.fail(fmt.Errorf("%q is no file that a result can be kept with", path))
		}
	}
	c.text(&path)
	if !c.reading || c.err != nil {
		return
	}
	f, had := c.files[path]
	if !had {
		f = c.sources(path)
		c.files[path] = f
	}
	if f == nil {
		c.fail(errArchive)
		return
	}
	p.File = f
}
