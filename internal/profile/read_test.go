package profile

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// page is a source page with the traps that real ones have.
const page = `==PROF== Connected to process 7
"File Path","/home/user/src/a.cu"
"Function Name","void ns::k<(int)4, Pair<int, float>>(float *, const float *)"
"Line No","Source","Address","Source","Instructions Executed","Predicated-On Thread Instructions Executed","Address Space","Access Operation","Access Size","L1 Wavefronts Shared","L1 Wavefronts Shared Ideal","L2 Theoretical Sectors Global","L2 Theoretical Sectors Global Ideal",
"5","printf("a", "b"), x = in[i];","-","-","2,048","65,536","-","-","-","0","0","65,536","8,192"
"","","0x10","      LDG.E R2, [R4]","2,048","65,536","Global","Load","32","0","0","65,536","8,192"
"","","0x10","      LDG.E R2, [R4]","2,048","65,536","Global","Load","32","0","0","65,536","8,192"
"","","0x20","      FADD R2, R2, R3","2048","65536","-","-","-","0","0","0","0"
"","","0x30","@!P0   LDS.64 R2, [R4]","2048","65536","Shared","Load","64","4096","","0","0"
"","","0x40","      STG.E [R4], R2","0","0","","","","","","",""
"9","y = f(in);","-","-","2048","65536","-","-","-","0","0","65536","8192"
"","","0x10","      LDG.E R2, [R4]","2,048","65,536","Global","Load","32","0","0","65,536","8,192"
"File Path","/home/user/src/a.cu"
"Function Name","void ns::k<(int)4, Pair<int, float>>(float *, const float *)"
"Line No","Source","Address","Source","Instructions Executed","Predicated-On Thread Instructions Executed","Address Space","Access Operation","Access Size","L2 Theoretical Sectors Global","L2 Theoretical Sectors Global Ideal"
"","","0x10","      LDG.E R2, [R4]","1","32","Global","Load","32","4","4"
"5","x = in[i];","-","-","1","32","-","-","-","4","4"
"","","0x10","      LDG.E R2, [R4]","1","32","Global","Load","32","4","4"
`

func TestSourcePage(t *testing.T) {
	for _, ending := range []string{"\n", "\r\n"} {
		p, err := Read(strings.NewReader(strings.ReplaceAll(page, "\n", ending)))
		require.NoError(t, err)
		require.Len(t, p.Instructions, 4)
		load := p.Instructions[0]
		assert.Equal(t, Instruction{
			Kernel: "k", Lines: []Line{{"/home/user/src/a.cu", 5}, {"/home/user/src/a.cu", 9}}, SASS: "LDG.E", Space: "global", Op: "load", Width: 4,
			Counted: Counted{2048, 65536, 65536, 8192},
		}, load, "listed three times, counted once; the lines' own rows are not counted")
		shared := p.Instructions[1]
		assert.Equal(t, Counted{2048, 65536, 4096, 0}, shared.Counted)
		_, ok := shared.Ratio()
		assert.False(t, ok, "the ideal is empty")
		store := p.Instructions[2]
		assert.Equal(t, "store", store.Op)
		assert.Equal(t, Counted{}, store.Counted)
		assert.Equal(t, Counted{1, 32, 4, 4}, p.Instructions[3].Counted, "the same part once more is another launch")
	}
}

// A page whose first two lines were cut off is read as one part without a name.
func TestSourcePageWithoutHeading(t *testing.T) {
	_, rest, _ := strings.Cut(page, "\"Line No\"")
	p, err := Read(strings.NewReader("\"Line No\"" + rest))
	require.NoError(t, err)
	require.Len(t, p.Instructions, 4)
	assert.Equal(t, []Line{{"", 5}, {"", 9}}, p.Instructions[0].Lines)
}

func TestLaunches(t *testing.T) {
	for name, text := range map[string]string{
		"raw": `"ID","Kernel Name","Block Size","Grid Size","gpu__time_duration.sum","l1tex__t_sector_hit_rate.pct"
"","","","","us","%"
"0","k(float *)","(32, 8, 1)","(1,024, 2, 1)","1,004.5","87.5"
`,
		"details": `"ID","Kernel Name","Block Size","Grid Size","Section Name","Metric Name","Metric Unit","Metric Value"
"0","k(float *)","(32, 8, 1)","(1,024, 2, 1)","Memory","L1/TEX Hit Rate","%","87.5"
"0","k(float *)","(32, 8, 1)","(1,024, 2, 1)","Speed","Duration","us","1,004.5"
"0","k(float *)","(32, 8, 1)","(1,024, 2, 1)","Occupancy","",""
`,
		"json": `{"launch": true, "kernel": "k", "block": [32, 8, 1], "grid": [1024, 2, 1], "l1_hit_percent": 87.5, "microseconds": 1004.5}
`,
	} {
		p, err := Read(strings.NewReader(text))
		require.NoError(t, err, name)
		require.Len(t, p.Launches, 1, name)
		assert.Equal(t, Launch{Kernel: "k", Block: [3]int64{32, 8, 1}, Grid: [3]int64{1024, 2, 1}, Shares: Shares{0.875, -1, -1}, Microseconds: 1004.5}, p.Launches[0], name)
	}
	trace := `Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Name
100,2000,1,,,,,,,[CUDA memcpy Host-to-Device]
200,4000,2,16,4,1,64,2,1,"void k<int>(int *, int)"
`
	p, err := Read(strings.NewReader(trace))
	require.NoError(t, err)
	require.Len(t, p.Launches, 1)
	assert.Equal(t, Launch{Kernel: "k", Block: [3]int64{64, 2, 1}, Grid: [3]int64{16, 4, 1}, Shares: Shares{-1, -1, -1}, Microseconds: 4}, p.Launches[0])
}

func TestExportedLines(t *testing.T) {
	p, err := Read(strings.NewReader(`{"kernel": "k", "file": "/a/../b/k.cu", "line": 3, "sass": "LD.E", "requests": 8, "threads": 256, "wavefronts": 8, "wavefronts_ideal": 8, "bits": 32}
{"kernel": "k", "file": "/b/k.cu", "line": 4, "sass": "LDSM.16.M88.4", "requests": 8}
`))
	require.NoError(t, err)
	require.Len(t, p.Instructions, 1)
	assert.Equal(t, Instruction{Kernel: "k", Lines: []Line{{"/b/k.cu", 3}}, SASS: "LD.E", Space: "shared", Op: "load", Width: 4, Counted: Counted{8, 256, 8, 8}}, p.Instructions[0])
}

func TestUselessExports(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "no table"},
		{"a,b\n1,2\n", "no table"},
		{"NVR\x00\x01binary", "has to be exported first"},
		{"\"Kernel Name\",\"k(int)\",\n\"Address\",\"Source\",\"# Samples\"\n\"0x1\",\"NOP\",\"1\"\n", "without source lines"},
		{"\"File Name\",\"a.cu\"\n\"Line No\",\"Source\"\n\"1\",\"int a;\"\n", "without instructions"},
		{"{\"kernel\": 3}\n", "line 1: read the line as JSON"},
	} {
		_, err := Read(strings.NewReader(c.text))
		require.ErrorContains(t, err, c.want)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(page)
	f.Add("\"Line No\",0\"Address\"\n1\n\"\",\"0")
	f.Add("Name,BlkX,BlkY,BlkZ,GrdX\n,,,,\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Read(strings.NewReader(text))
		assert.True(t, (p == nil) == (err != nil))
	})
}

func TestNames(t *testing.T) {
	for in, want := range map[string]string{
		"copy(float *, const float *, int)":           "copy",
		"void a::b<(int)4, c<d>>::k<float>(int)":      "k",
		"(anonymous namespace)::k(int)":               "k",
		"void (anonymous namespace)::k<(bool)1>(int)": "k",
		"k":                      "k",
		"_Z4copyPfPKfi":          "copy",
		"_ZN2ns5innerILi4EE1kEv": "inner",
		"_ZN2ns1kEv":             "k",
		"_ZN35_INTERNAL_a_1234567890_12_a_cu_main1kEv":       "k",
		"std::enable_if<true, void>::type k<3>(const int *)": "k",
	} {
		assert.Equal(t, want, plainName(in), in)
	}
}
