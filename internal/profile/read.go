package profile

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// longestLine bounds the bytes of a line of an export.
const longestLine = 16 << 20

// Load reads an export. Several may stand in one file, one behind the other. The error says what to export instead where the file holds
// nothing that can be used.
func Load(path string) (*Profile, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	p, err := Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

// Read is Load from an open file.
func Read(r io.Reader) (*Profile, error) {
	p := &reader{profile: &Profile{}}
	p.source.profile, p.source.begun, p.source.known = p.profile, map[[2]string]int{}, map[instructionKey]int{}
	in := bufio.NewReaderSize(r, 1<<16)
	head, _ := in.Peek(64)
	if bytes.HasPrefix(head, []byte("NVR\x00")) || bytes.IndexByte(head, 0) >= 0 {
		return nil, errors.New("it is no text; a report (.ncu-rep) has to be exported first: " + howToExport)
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 1<<16), longestLine)
	number := 0
	for lines.Scan() {
		number++
		if err := p.line(strings.TrimSuffix(lines.Text(), "\r")); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", number+1, err)
	}
	return p.done()
}

const howToExport = "`ncu --import FILE --page source --csv --print-source cuda,sass`, or integrations/ncu_export.py with ncu's Python"

// reader goes through an export line by line. What kind of table it is in is told by the table's head.
type reader struct {
	profile *Profile
	source  sourceTable
	table   *launchTable // nil outside of one
	sass    bool         // a source page without source lines was met
	cuda    bool         // a source page without instructions was met
	any     bool
}

func (p *reader) line(text string) error {
	text = strings.TrimPrefix(text, "\ufeff")
	switch {
	case text == "" || strings.HasPrefix(text, "=="):
	case strings.HasPrefix(text, "{"):
		p.leave()
		p.any = true
		return p.profile.exported(text)
	case strings.HasPrefix(text, `"File Path",`), strings.HasPrefix(text, `"Function Name",`):
		p.leave()
		p.any = true
		p.source.heading(text)
	case strings.HasPrefix(text, `"Line No",`):
		p.leave()
		p.any = true
		if p.cuda = p.cuda || !strings.Contains(text, `"Address"`); !p.cuda {
			p.source.columns(text)
		}
	case strings.HasPrefix(text, `"Address","Source"`):
		p.leave()
		p.any, p.sass = true, true
		p.source.head = nil
	case strings.Contains(text, "Block Size") || strings.Contains(text, "BlkX") || strings.Contains(text, "BlockXYZ"):
		if fields, err := splitCSV(text); err == nil {
			if t := newLaunchTable(fields); t != nil {
				p.leave()
				p.any, p.table = true, t
				return nil
			}
		}
		p.row(text)
	default:
		p.row(text)
	}
	return nil
}

// row reads a row of the table at hand.
func (p *reader) row(text string) {
	if p.table == nil {
		if p.source.head != nil && strings.HasPrefix(text, `"`) {
			p.source.row(text)
		}
		return
	}
	if fields, err := splitCSV(text); err == nil {
		if l := p.table.row(fields); l != nil {
			p.profile.Launches = append(p.profile.Launches, *l)
		}
	}
}

// leave ends a table of launches.
func (p *reader) leave() {
	if p.table != nil {
		p.profile.Launches = append(p.profile.Launches, p.table.rest()...)
		p.table = nil
	}
}

func (p *reader) done() (*Profile, error) {
	p.leave()
	switch {
	case !p.any:
		return nil, errors.New("it holds no table of Nsight Compute or Nsight Systems; export one with " + howToExport)
	case len(p.profile.Instructions)+len(p.profile.Launches) > 0:
		return p.profile, nil
	case p.sass:
		return nil, errors.New("its source page has instructions without source lines; export it with --print-source cuda,sass (and compile with -lineinfo)")
	case p.cuda:
		return nil, errors.New("its source page has source lines without instructions; export it with --print-source cuda,sass")
	}
	return p.profile, nil
}

func splitCSV(text string) ([]string, error) {
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord = -1
	return r.Read()
}

// figure reads a number as Nsight prints it: "1,234.5"; ok is false for "", "-", "n/a".
func figure(s string) (v float64, ok bool) {
	v, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(s), ",", ""), 64)
	return v, err == nil
}
