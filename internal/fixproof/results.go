package fixproof

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// outcome is what one program did on the machine.
type outcome struct {
	built   bool
	exit    int
	passed  map[string]string  // kernel to the sum over its result
	time    map[string]float64 // kernel to microseconds of a launch
	failure string             // the first line that says FAIL
}

// programID names a run: "pad_tiles.before", "small".
type programID struct{ name, size string }

// readResults reads results.txt.
func readResults(path string) (map[programID]*outcome, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	out := map[programID]*outcome{}
	var o *outcome
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		if words[0] == "program" && len(words) == 3 {
			o = &outcome{built: true, exit: -1, passed: map[string]string{}, time: map[string]float64{}}
			out[programID{words[1], words[2]}] = o
			continue
		}
		if o == nil {
			return nil, fmt.Errorf("%s: %q stands in front of the first program", path, lines.Text())
		}
		switch {
		case words[0] == "compile":
			o.built = false
		case words[0] == "exit" && len(words) == 2:
			o.exit, err = strconv.Atoi(words[1])
		case words[0] == "PASS" && len(words) == 3:
			o.passed[words[1]] = words[2]
		case words[0] == "time" && len(words) == 3:
			o.time[words[1]], err = strconv.ParseFloat(words[2], 64)
		case words[0] == "FAIL" && o.failure == "":
			o.failure = strings.Join(words[1:], " ")
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %q: %w", path, lines.Text(), err)
		}
	}
	return out, lines.Err()
}

// rowID is what a prediction and a reading share.
type rowID struct {
	path, kernel, space, op string
	line                    int
}

func (r *row) id() rowID { return rowID{r.Path, plainKernel(r.Kernel), r.Space, r.Op, r.Line} }

// plainKernel is a kernel's name without result, parameters and template arguments.
func plainKernel(name string) string {
	name, _, _ = strings.Cut(name, "(")
	name, _, _ = strings.Cut(name, "<")
	words := strings.Fields(name)
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

// readReadings reads readings.jsonl.
func readReadings(path string) (map[rowID]row, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	out := map[rowID]row{}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var r row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		out[r.id()] = r
	}
	return out, lines.Err()
}

func readPredicted(dir string) (predicted, map[rowID]row, error) {
	var p predicted
	data, err := os.ReadFile(filepath.Join(dir, "predicted.json"))
	if err != nil {
		return p, nil, err
	}
	if err := json.Unmarshal(data, &p); err != nil {
		return p, nil, fmt.Errorf("predicted.json: %w", err)
	}
	rows := map[rowID]row{}
	for _, r := range p.Rows {
		rows[r.id()] = r
	}
	return p, rows, nil
}

func (r *row) perRequest() float64 {
	if r.Requests == 0 {
		return 0
	}
	return r.Actual / r.Requests
}

// agree reports whether a prediction and a reading take the same per request, within 1 %, or the same in all: requests in which no
// lane takes part are counted by the profiler, but take nothing.
func agree(p, q *row) bool {
	near := func(a, b float64) bool { return math.Abs(a-b) <= 0.01*math.Max(a, b) }
	return near(p.perRequest(), q.perRequest()) || near(p.Actual, q.Actual)
}

// joined reports whether the reading shows half or a quarter of the predicted requests that take less in all: the compiler made one
// access of two or four.
func joined(p, q *row) bool {
	return q.Actual < p.Actual && (p.Requests == 2*q.Requests || p.Requests == 4*q.Requests)
}
