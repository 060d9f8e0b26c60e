package report

import (
	"bytes"
	"encoding/json"
	"io"
	"iter"
	"strconv"
)

// stream writes one JSON object as encode does, its lists entry by entry: a list of all accesses of a large repository is tens of
// megabytes, which need not be in memory at once.
type stream struct {
	w     io.Writer
	text  bytes.Buffer  // of the entry at hand, on one line
	entry *json.Encoder // into text
	lines []byte        // of the entry at hand
	comma bool          // something was written already
	err   error
}

func newStream(w io.Writer) *stream {
	s := &stream{w: w}
	s.entry = json.NewEncoder(&s.text)
	s.entry.SetEscapeHTML(false)
	return s
}

func (s *stream) write(text []byte) {
	if s.err == nil {
		_, s.err = s.w.Write(text)
	}
}

// put writes a value, behind what lead says, at a depth of nesting.
func (s *stream) put(lead string, v any, depth int) {
	s.text.Reset()
	if err := s.entry.Encode(v); err != nil && s.err == nil {
		s.err = err
	}
	s.lines = s.lines[:0]
	if s.comma {
		s.lines = append(s.lines, ',')
	}
	s.comma = true
	s.lines = append(s.lines, lead...)
	s.lines = appendIndented(s.lines, bytes.TrimSuffix(s.text.Bytes(), []byte("\n")), depth)
	s.write(s.lines)
}

// field writes a member; begin and end stand around all.
func (s *stream) field(name string, v any) { s.put("\n "+strconv.Quote(name)+": ", v, 1) }

func (s *stream) begin() { s.write([]byte("{")) }

func (s *stream) end() error {
	s.write([]byte("\n}\n"))
	return s.err
}

// list writes a member that is a list.
func list[T any](s *stream, name string, entries iter.Seq[T]) {
	if s.comma {
		s.write([]byte(","))
	}
	s.write([]byte("\n " + strconv.Quote(name) + ": ["))
	s.comma = false
	for e := range entries {
		s.put("\n  ", e, 2)
	}
	if s.comma {
		s.write([]byte("\n "))
	}
	s.write([]byte("]"))
	s.comma = true
}

// appendIndented appends valid JSON without blanks, laid out on lines that are indented by one blank for each level, as encode does.
// The first line follows what is there.
func appendIndented(out, text []byte, depth int) []byte {
	line := func() {
		out = append(out, '\n')
		for range depth {
			out = append(out, ' ')
		}
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch c {
		case '"':
			end := i + 1
			for text[end] != '"' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			out = append(out, text[i:end+1]...)
			i = end
		case '{', '[':
			out = append(out, c)
			if text[i+1] == c+2 { // the bracket that closes
				out = append(out, c+2)
				i++
				continue
			}
			depth++
			line()
		case '}', ']':
			depth--
			line()
			out = append(out, c)
		case ',':
			out = append(out, c)
			line()
		case ':':
			out = append(out, ':', ' ')
		default:
			out = append(out, c)
		}
	}
	return out
}
