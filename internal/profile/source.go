package profile

import (
	"slices"
	"strconv"
	"strings"
)

// sourceTable reads the source page, `--page source --csv --print-source cuda,sass`:
//
//	"File Path","/src/a.cu"
//	"Function Name","void k<(int)4>(float *)"
//	"Line No","Source","Address","Source","Warp Stall..",..
//	"12","out[i] = in[i];","-","-",..            the line, with the sums of its instructions
//	"","","0x7f..","LDG.E R2, [R4]",..           an instruction
//
// Its traps: an instruction is listed several times, below one line and below the lines that it was inlined through; the lines' own rows
// repeat what the instructions say; the text of a source line holds quotes that are not doubled; cells are empty where nothing was
// collected; numbers may have separators.
type sourceTable struct {
	profile *Profile
	file    string
	kernel  string // full name
	head    []string
	at      map[string]int // columns by name
	text    int            // column of the instruction's text
	line    int
	launch  string                 // tells launches of one kernel apart
	known   map[instructionKey]int // where an instruction is in the profile, -1 where it is no memory access
	begun   map[[2]string]int      // how often a file's part of a kernel came up
}

type instructionKey struct{ launch, address string }

// heading reads one of the two lines ahead of a table.
func (t *sourceTable) heading(text string) {
	fields := splitRow(text)
	if len(fields) < 2 {
		return
	}
	if fields[0] == "File Path" {
		t.file = fields[1]
		return
	}
	t.kernel = fields[1]
	key := [2]string{t.file, t.kernel}
	t.begun[key]++ // the same part once more is that of another launch
	t.launch = t.kernel + "\x00" + strconv.Itoa(t.begun[key])
}

func (t *sourceTable) columns(text string) {
	t.head = splitRow(text)
	t.at = map[string]int{}
	t.text = 0
	for i, name := range t.head {
		if _, again := t.at[name]; !again {
			t.at[name] = i
		} else if name == "Source" {
			t.text = i
		}
	}
	t.line = 0
}

func (t *sourceTable) row(text string) {
	fields := splitRow(text)
	if extra := len(fields) - len(t.head); extra > 0 && len(t.head) > 1 {
		joined := strings.Join(fields[1:2+extra], `","`)
		fields = append([]string{fields[0], joined}, fields[2+extra:]...)
	}
	if len(fields) != len(t.head) {
		return // a line that was cut
	}
	if fields[0] != "" {
		t.line, _ = strconv.Atoi(strings.ReplaceAll(fields[0], ",", ""))
		return
	}
	address := t.cell(fields, "Address")
	if t.line == 0 || address == "" || address == "-" {
		return
	}
	at := Line{t.file, t.line}
	key := instructionKey{t.launch, address}
	if i, again := t.known[key]; again {
		if i >= 0 && !slices.Contains(t.profile.Instructions[i].Lines, at) {
			t.profile.Instructions[i].Lines = append(t.profile.Instructions[i].Lines, at)
		}
		return
	}
	in, ok := instruction(fields[t.text])
	if !ok {
		t.known[key] = -1
		return
	}
	in.Kernel = plainName(t.kernel)
	in.Lines = []Line{at}
	if bits, ok := figure(t.cell(fields, "Access Size")); ok {
		in.Width = int(bits) / 8
	}
	if space := strings.ToLower(t.cell(fields, "Address Space")); space == "global" || space == "shared" {
		in.Space = space
	}
	get := func(name string) float64 {
		v, _ := figure(t.cell(fields, name))
		return v
	}
	in.Requests, in.Threads = get("Instructions Executed"), get("Predicated-On Thread Instructions Executed")
	in.Actual, in.Ideal = get("L2 Theoretical Sectors Global"), get("L2 Theoretical Sectors Global Ideal")
	if in.Space == "shared" {
		in.Actual, in.Ideal = get("L1 Wavefronts Shared"), get("L1 Wavefronts Shared Ideal")
	}
	t.known[key] = len(t.profile.Instructions)
	t.profile.Instructions = append(t.profile.Instructions, in)
}

func (t *sourceTable) cell(fields []string, name string) string {
	if i, ok := t.at[name]; ok {
		return fields[i]
	}
	return ""
}

// splitRow splits a row all of whose cells are quoted. The text of a cell may hold quotes.
func splitRow(text string) []string {
	text = strings.TrimSuffix(text, ",")
	text = strings.TrimSuffix(strings.TrimPrefix(text, `"`), `"`)
	return strings.Split(text, `","`)
}

// instruction tells what a machine instruction accesses, by its name; ok is false for those that access neither global nor shared memory,
// and for matrix loads and copies, whose counts are not those of a plain access.
func instruction(sass string) (in Instruction, ok bool) {
	words := strings.Fields(sass)
	for len(words) > 0 && strings.HasPrefix(words[0], "@") {
		words = words[1:]
	}
	if len(words) == 0 {
		return in, false
	}
	in.SASS = words[0]
	name, _, _ := strings.Cut(words[0], ".")
	switch name {
	case "LDG":
		in.Space, in.Op = "global", "load"
	case "STG":
		in.Space, in.Op = "global", "store"
	case "ATOMG", "RED", "REDG", "ATOM":
		in.Space, in.Op = "global", "atomic"
	case "LDS":
		in.Space, in.Op = "shared", "load"
	case "STS":
		in.Space, in.Op = "shared", "store"
	case "ATOMS":
		in.Space, in.Op = "shared", "atomic"
	case "LD":
		in.Space, in.Op = "global", "load"
	case "ST":
		in.Space, in.Op = "global", "store"
	default:
		return in, false
	}
	return in, true
}
