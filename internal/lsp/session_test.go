package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/internal/config"
	"github.com/cudalint/cudalint/internal/driver"
)

// transpose has wide characters in front of its two findings.
const transpose = `// 日本語 🚀
__global__ void transpose(float *out, const float *in, int n) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  /* 日本🚀 */ out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}
void run(float *o, const float *i) { transpose<<<dim3(4, 4), dim3(32, 32)>>>(o, i, 1024); }
`

// column is where a text begins on a line of transpose, in units of an encoding.
func column(t *testing.T, line int, text string, e encoding) uint32 {
	before, _, found := strings.Cut(strings.Split(transpose, "\n")[line], text)
	require.True(t, found)
	return uint32(units([]rune(before), e))
}

func whole(uri string) object {
	return object{"textDocument": object{"uri": uri}, "range": textRange{position{}, position{1000, 0}}, "context": object{"diagnostics": []object{}}}
}

// applied is a text with the edits of a workspace edit for one document.
func applied(t *testing.T, x string, uri string, edit *workspaceEdit, e encoding) string {
	require.NotNil(t, edit)
	var edits []textEdit
	for _, d := range edit.DocumentChanges {
		require.Equal(t, uri, d.TextDocument.URI)
		for _, one := range d.Edits {
			b, err := json.Marshal(one)
			require.NoError(t, err)
			var te textEdit
			require.NoError(t, json.Unmarshal(b, &te))
			edits = append(edits, te)
		}
	}
	edits = append(edits, edit.Changes[uri]...)
	require.NotEmpty(t, edits)
	out := newText([]byte(x))
	for i := len(edits) - 1; i >= 0; i-- {
		out = out.apply(contentChange{&edits[i].Range, edits[i].NewText}, e)
	}
	return string(out.bytes)
}

func TestOpenFixClose(t *testing.T) {
	for _, e := range []encoding{utf8Units, utf16Units, utf32Units} {
		t.Run(string(e), func(t *testing.T) {
			dir := files(t, map[string]string{"t.cu": transpose})
			uri := fileURI(filepath.Join(dir, "t.cu"))
			ed := start(t, config.Command{})
			ed.answers["workspace/configuration"] = []any{nil, nil}
			result := ed.begin(dir, capabilities(string(e)), nil)
			assert.Equal(t, string(e), result["capabilities"].(object)["positionEncoding"])
			ed.open(uri, transpose)
			p := ed.findings(uri, 1, nil)
			require.Equal(t, []string{"shared-bank-conflict"}, p.codes())
			d := p.Diagnostics[0]
			from := column(t, 6, "tile", e)
			assert.Equal(t, textRange{position{6, from}, position{6, from + uint32(len("tile[threadIdx.x][threadIdx.y]"))}}, d.Range)
			assert.Equal(t, "cudalint", d.Source)
			assert.Equal(t, severityWarning, d.Severity)
			assert.Contains(t, d.Message, "32 wavefronts")
			assert.Contains(t, d.CodeDescription.Href, "shared-bank-conflict")

			var h hover
			at := object{"textDocument": object{"uri": uri}, "position": position{6, from + 2}}
			require.NoError(t, json.Unmarshal(ed.request("textDocument/hover", at), &h))
			assert.Contains(t, h.Contents.Value, "32 wavefronts where 1 would do")
			assert.Contains(t, h.Contents.Value, "block 32x32 (launch at line 9)")
			assert.Equal(t, "null", string(ed.request("textDocument/hover", object{"textDocument": object{"uri": uri}, "position": position{5, 4}})), "nothing elsewhere")

			var actions []codeAction
			require.NoError(t, json.Unmarshal(ed.request("textDocument/codeAction", whole(uri)), &actions))
			require.NotEmpty(t, actions)
			assert.True(t, actions[0].IsPreferred)
			assert.Contains(t, actions[0].Title, "[33]")
			assert.Nil(t, actions[0].Edit, "the edit is worked out when it is asked for")
			var resolved codeAction
			require.NoError(t, json.Unmarshal(ed.request("codeAction/resolve", actions[0]), &resolved))
			require.Len(t, resolved.Edit.DocumentChanges, 1)
			assert.Equal(t, int32(1), *resolved.Edit.DocumentChanges[0].TextDocument.Version)
			fixed := applied(t, transpose, uri, resolved.Edit, e)
			assert.Contains(t, fixed, "tile[32][33]")
			ed.change(uri, 2, object{"text": fixed})
			assert.Empty(t, ed.findings(uri, 2, nil).Diagnostics)
			ed.notify("textDocument/didClose", object{"textDocument": object{"uri": uri}})
			ed.findings(uri, 0, func(p *published) bool { return p.Version == nil && len(p.Diagnostics) == 0 })
			ed.end()
		})
	}
}

func TestHintsAndLenses(t *testing.T) {
	dir := files(t, map[string]string{"t.cu": transpose})
	uri := fileURI(filepath.Join(dir, "t.cu"))
	ed := start(t, config.Command{})
	ed.begin(dir, capabilities("utf-16"), object{"inlayHints": true})
	ed.open(uri, transpose)
	var hints []inlayHint
	require.NoError(t, json.Unmarshal(ed.request("textDocument/inlayHint", whole(uri)), &hints))
	require.Len(t, hints, 1)
	assert.Equal(t, "32x wavefronts", hints[0].Label)
	assert.Equal(t, position{6, column(t, 6, ";", utf16Units)}, hints[0].Position)
	var lenses []codeLens
	require.NoError(t, json.Unmarshal(ed.request("textDocument/codeLens", whole(uri)), &lenses))
	require.Len(t, lenses, 2)
	assert.Equal(t, "4 accesses, 1 costly, 100 % of fetched bytes used (block 32x32)", lenses[0].Command.Title)
	assert.Equal(t, uint32(1), lenses[0].Range.Start.Line)
	assert.Equal(t, "transpose, block 32x32: 4 accesses, 1 costly, 100 % of fetched bytes used", lenses[1].Command.Title)
	assert.Equal(t, uint32(8), lenses[1].Range.Start.Line)

	var found shown
	require.NoError(t, json.Unmarshal(ed.request("workspace/executeCommand", object{"command": commandPicture, "arguments": lenses[0].Command.Arguments}), &found))
	assert.Contains(t, found.SVG, "<svg")
	assert.Contains(t, found.Text, "32 wavefronts")
	require.NoError(t, json.Unmarshal(ed.request("workspace/executeCommand", object{"command": commandTry, "arguments": []object{{"uri": uri, "kernel": "transpose", "block": "32,8"}}}), &found))
	assert.Contains(t, found.Text, "transpose with block 32x8")
	require.NoError(t, json.Unmarshal(ed.request("workspace/executeCommand", object{"command": commandDebug}), &found))
	assert.Contains(t, found.Text, "utf-16")
	assert.Equal(t, -32602, ed.refused("workspace/executeCommand", object{"command": commandTry, "arguments": []object{{"uri": uri, "kernel": "transpose", "block": "2048"}}}).Code)
	assert.Equal(t, -32803, ed.refused("workspace/executeCommand", object{"command": commandTry, "arguments": []object{{"uri": uri, "kernel": "nobody", "block": "32"}}}).Code)

	ed.notify("workspace/didChangeConfiguration", object{"settings": object{}})
	ed.end()
}

func TestComments(t *testing.T) {
	for _, word := range []string{"Ignore shared-bank-conflict on this line", "Ignore shared-bank-conflict in kernel transpose"} {
		for _, lineEnd := range []string{"\n", "\r\n", "\r"} {
			x := strings.ReplaceAll(transpose, "\n", lineEnd)
			dir := files(t, map[string]string{"t.cu": x})
			uri := fileURI(filepath.Join(dir, "t.cu"))
			ed := start(t, config.Command{})
			ed.answers["workspace/configuration"] = []any{nil, nil}
			ed.begin(dir, capabilities("utf-16"), nil)
			ed.open(uri, x)
			var actions []codeAction
			require.NoError(t, json.Unmarshal(ed.request("textDocument/codeAction", whole(uri)), &actions))
			done := false
			for _, a := range actions {
				if strings.HasPrefix(a.Title, word) {
					var resolved codeAction
					require.NoError(t, json.Unmarshal(ed.request("codeAction/resolve", a), &resolved))
					x = applied(t, x, uri, resolved.Edit, utf16Units)
					done = true
				}
			}
			require.True(t, done, word)
			assert.Equal(t, strings.Count(x, "\r"), strings.Count(lineEnd, "\r")*10, "the comment ends as the file's lines do")
			ed.change(uri, 2, object{"text": x})
			assert.Empty(t, ed.findings(uri, 2, nil).Diagnostics, x)
			// Over the rule's name in the comment is its page.
			c := newText([]byte(x))
			at := c.position(strings.Index(x, "ignore[shared")+10, utf16Units)
			var h hover
			require.NoError(t, json.Unmarshal(ed.request("textDocument/hover", object{"textDocument": object{"uri": uri}, "position": at}), &h))
			assert.Contains(t, h.Contents.Value, "**shared-bank-conflict** (warning)")
			ed.end()
		}
	}
}

func TestFixAll(t *testing.T) {
	two := transpose + strings.ReplaceAll(transpose, "transpose", "again")
	dir := files(t, map[string]string{"t.cu": two})
	uri := fileURI(filepath.Join(dir, "t.cu"))
	for _, lazy := range []bool{true, false} {
		ed := start(t, config.Command{})
		c := capabilities("utf-16")
		if !lazy {
			delete(c["textDocument"].(object)["codeAction"].(object), "resolveSupport")
			c["workspace"].(object)["workspaceEdit"] = object{}
		}
		ed.begin(dir, c, nil)
		ed.open(uri, two)
		params := whole(uri)
		params["context"] = object{"diagnostics": []object{}, "only": []string{"source.fixAll"}}
		var actions []codeAction
		require.NoError(t, json.Unmarshal(ed.request("textDocument/codeAction", params), &actions))
		require.Len(t, actions, 1)
		assert.Equal(t, kindFixAll, actions[0].Kind)
		if lazy {
			require.NoError(t, json.Unmarshal(ed.request("codeAction/resolve", actions[0]), &actions[0]))
		}
		fixed := applied(t, two, uri, actions[0].Edit, utf16Units)
		assert.Equal(t, strings.ReplaceAll(two, "tile[32][32]", "tile[32][33]"), fixed)

		o := driver.Options{Paths: []string{dir}, Dir: dir, Settings: config.NewResolver(config.Command{}, nil)}
		line, err := driver.Fix(context.Background(), o, 2)
		require.NoError(t, err)
		require.Len(t, line.Changes, 1)
		assert.Equal(t, string(line.Changes[0].After), fixed, "the command line makes the same fixes")
		ed.end()
	}
}

func TestPulledDiagnostics(t *testing.T) {
	dir := files(t, map[string]string{"t.cu": transpose})
	uri := fileURI(filepath.Join(dir, "t.cu"))
	ed := start(t, config.Command{})
	c := capabilities("utf-16")
	c["textDocument"].(object)["diagnostic"] = object{"relatedDocumentSupport": false}
	result := ed.begin(dir, c, nil)
	assert.NotNil(t, result["capabilities"].(object)["diagnosticProvider"])
	ed.open(uri, transpose)
	doc := object{"textDocument": object{"uri": uri}}
	var r fullReport
	require.NoError(t, json.Unmarshal(ed.request("textDocument/diagnostic", doc), &r))
	assert.Equal(t, "full", r.Kind)
	require.Len(t, r.Items, 1)
	doc["previousResultId"] = r.ResultID
	var u unchangedReport
	require.NoError(t, json.Unmarshal(ed.request("textDocument/diagnostic", doc), &u))
	assert.Equal(t, unchangedReport{"unchanged", r.ResultID}, u)
	ed.end()
	for _, s := range ed.all {
		assert.NotEqual(t, "textDocument/publishDiagnostics", s.method, "never both")
	}
}

func TestLaunchesInOtherFiles(t *testing.T) {
	dir := files(t, map[string]string{
		"inc/k.cuh":   "__global__ void k(float *a) { a[threadIdx.x * 8] = 1; }\n",
		"src/main.cu": "#include \"../inc/k.cuh\"\nvoid f(float *a) { k<<<1, 96>>>(a); }\n",
	})
	header, source := fileURI(filepath.Join(dir, "inc/k.cuh")), fileURI(filepath.Join(dir, "src/main.cu"))
	text, err := os.ReadFile(filepath.Join(dir, "inc/k.cuh"))
	require.NoError(t, err)
	ed := start(t, config.Command{})
	ed.begin(dir, capabilities("utf-16"), nil)
	ed.open(header, string(text))
	hovers := func(want string) {
		require.Eventually(t, func() bool {
			var h hover
			return json.Unmarshal(ed.request("textDocument/hover", object{"textDocument": object{"uri": header}, "position": position{0, 32}}), &h) == nil && strings.Contains(h.Contents.Value, want)
		}, patience, 20*time.Millisecond, want)
	}
	hovers("block 96 (launch at main.cu:2)")
	ed.until("$/progress", func(params json.RawMessage) bool { return strings.Contains(string(params), `"kind":"end"`) })
	// An unsaved change of the launch counts.
	ed.open(source, "#include \"../inc/k.cuh\"\n\nvoid f(float *a) { k<<<1, 160>>>(a); }\n")
	hovers("block 160 (launch at main.cu:3)")
	// Closed without saving, what is on disk counts again.
	ed.notify("textDocument/didClose", object{"textDocument": object{"uri": source}})
	hovers("block 96 (launch at main.cu:2)")
	// And what changes there.
	require.NoError(t, os.WriteFile(filepath.Join(dir, "src/main.cu"), []byte("#include \"../inc/k.cuh\"\nvoid f(float *a) { k<<<1, 64>>>(a); }\n"), 0o644))
	ed.notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": source, "type": 2}}})
	hovers("block 64 (launch at main.cu:2)")
	more := fileURI(filepath.Join(dir, "src/more.cu"))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "src/more.cu"), []byte("#include \"../inc/k.cuh\"\nvoid g(float *a) { k<<<1, 128>>>(a); }\n"), 0o644))
	ed.notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": more, "type": 1}}})
	hovers("block 128 (launch at more.cu:2)")
	ed.end()
}

func TestSettingsCount(t *testing.T) {
	x := "__global__ void k(float *a) { a[threadIdx.y] = a[threadIdx.x * 32]; }\n"
	dir := files(t, map[string]string{"k.cu": x})
	uri := fileURI(filepath.Join(dir, "k.cu"))
	ed := start(t, config.Command{})
	c := capabilities("utf-16")
	c["workspace"].(object)["configuration"] = false
	ed.begin(dir, c, object{"cudalint": object{"block": "8,4"}})
	ed.open(uri, x)
	hovers := func(want string) {
		require.Eventually(t, func() bool {
			var h hover
			return json.Unmarshal(ed.request("textDocument/hover", object{"textDocument": object{"uri": uri}, "position": position{0, 50}}), &h) == nil && strings.Contains(h.Contents.Value, want)
		}, patience, 20*time.Millisecond, want)
	}
	hovers("block 8x4")
	ed.notify("workspace/didChangeConfiguration", object{"settings": object{"cudalint": object{"block": []int{64}}}})
	hovers("block 64")
	ed.notify("workspace/didChangeConfiguration", object{"settings": object{"cudalint": object{"ignore": []string{"uncoalesced-access", "no-such-rule"}}}})
	ed.until("window/showMessage", func(params json.RawMessage) bool { return strings.Contains(string(params), "no-such-rule") })
	ed.findings(uri, 1, func(p *published) bool { return len(p.Diagnostics) == 0 })
	ed.notify("workspace/didChangeConfiguration", object{"settings": object{"cudalint": object{}}})
	ed.findings(uri, 1, func(p *published) bool { return len(p.Diagnostics) == 1 })
	// A settings file beside the source.
	path := filepath.Join(dir, config.FileName)
	require.NoError(t, os.WriteFile(path, []byte("[rules]\nuncoalesced-access = \"error\"\n"), 0o644))
	ed.notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": fileURI(path), "type": 1}}})
	ed.findings(uri, 1, func(p *published) bool { return len(p.Diagnostics) == 1 && p.Diagnostics[0].Severity == severityError })
	require.NoError(t, os.WriteFile(path, []byte("[rules]\nuncoalesced = \"error\"\n"), 0o644))
	ed.notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": fileURI(path), "type": 2}}})
	ed.until("window/showMessage", func(params json.RawMessage) bool { return strings.Contains(string(params), ".cudalint.toml:2:1") })
	ed.end()
}

func TestDocumentsThatAreNoFiles(t *testing.T) {
	dir := files(t, map[string]string{"k.cuh": "__global__ void k(float *a) { a[threadIdx.x * 32] = 1; }\n"})
	ed := start(t, config.Command{})
	ed.begin(dir, capabilities("utf-16"), nil)
	for _, uri := range []string{"untitled:Untitled-1", "vscode-vfs://github/a/b/kernel.cu", "memfs:/x%20y.cu", "untitled:" + filepath.ToSlash(dir) + "/new.cu"} {
		ed.open(uri, "#include \"k.cuh\"\n__global__ void mine(float *a) { a[threadIdx.x * 32] = 1; }\n")
		p := ed.findings(uri, 1, func(p *published) bool { return len(p.Diagnostics) > 0 })
		assert.Equal(t, []string{"uncoalesced-access"}, p.codes(), uri)
	}
	outside := files(t, map[string]string{"h.cuh": "#define N 32\n", "a.cu": ""})
	uri := fileURI(filepath.Join(outside, "a.cu"))
	ed.open(uri, "#include \"h.cuh\"\n__global__ void k(float *a) { a[threadIdx.x * N] = 1; }\n")
	ed.findings(uri, 1, func(p *published) bool { return len(p.Diagnostics) == 1 })
	other := fileURI(filepath.Join(dir, "readme.md"))
	ed.open(other, "__global__ void k(float *a) { a[threadIdx.x * 32] = 1; }\n")
	assert.Empty(t, ed.findings(other, 1, nil).Diagnostics, "not by its language but by its name")
	ed.end()
}

func TestFolders(t *testing.T) {
	one := files(t, map[string]string{"a.cu": transpose})
	two := files(t, map[string]string{"b.cuh": "__global__ void k(float *a) { a[threadIdx.x * 8] = 1; }\n", "m/b.cu": "#include \"../b.cuh\"\nvoid f(float *a) { k<<<1, 96>>>(a); }\n"})
	ed := start(t, config.Command{})
	ed.begin(one, capabilities("utf-16"), nil)
	uri := fileURI(filepath.Join(two, "b.cuh"))
	ed.open(uri, "__global__ void k(float *a) { a[threadIdx.x * 8] = 1; }\n")
	ed.findings(uri, 1, func(p *published) bool { return len(p.Diagnostics) == 1 })
	ed.notify("workspace/didChangeWorkspaceFolders", object{"event": object{"added": []object{{"uri": fileURI(two), "name": "two"}}, "removed": []object{}}})
	hovers := func(want string) {
		require.Eventually(t, func() bool {
			var h hover
			_, wait := ed.ask("textDocument/hover", object{"textDocument": object{"uri": uri}, "position": position{0, 32}})
			result, f := wait()
			return f == nil && json.Unmarshal(result, &h) == nil && strings.Contains(h.Contents.Value, want)
		}, patience, 20*time.Millisecond, want)
	}
	hovers("block 96 (launch at ")
	ed.notify("workspace/didChangeWorkspaceFolders", object{"event": object{"added": []object{}, "removed": []object{{"uri": fileURI(two), "name": "two"}}}})
	hovers("assumed: no launch tells it")
	ed.end()
}

func TestLife(t *testing.T) {
	ed := start(t, config.Command{})
	assert.Equal(t, codeServerNotInitialized, ed.refused("textDocument/hover", object{}).Code)
	ed.open("file:///x.cu", transpose) // dropped
	assert.Equal(t, -32602, ed.refused("initialize", nil).Code)
	dir := files(t, nil)
	ed.begin(dir, capabilities(), nil)
	assert.Equal(t, -32600, ed.refused("initialize", object{}).Code)
	assert.Equal(t, -32601, ed.refused("textDocument/definition", object{}).Code)
	assert.Equal(t, -32601, ed.refused("$/whatever", object{}).Code)
	assert.Equal(t, -32602, ed.refused("textDocument/hover", object{"textDocument": object{"uri": "file:///x.cu"}, "position": position{}}).Code, "it is not open")
	assert.Equal(t, -32602, ed.refused("textDocument/hover", nil).Code)
	assert.Equal(t, -32602, ed.refused("textDocument/hover", object{"position": "here"}).Code)
	ed.notify("$/setTrace", object{"value": "off"})
	ed.notify("textDocument/didChange", object{"textDocument": object{"uri": "file:///nowhere", "version": 3}, "contentChanges": []object{}})
	ed.writeRaw("Content-Length: 5\r\n\r\n{]}[\"")
	ed.writeRaw("content-length: 2\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n{}")
	ed.writeRaw("Content-Length: 2\r\n\r\n[]")
	ed.request("shutdown", nil)
	assert.Equal(t, -32600, ed.refused("textDocument/hover", object{}).Code)
	ed.notify("exit", nil)
	<-ed.done
	assert.Equal(t, 0, ed.code)
	var codes []int
	for _, s := range ed.all {
		var m struct {
			ID    json.RawMessage
			Error *fault
		}
		require.NoError(t, json.Unmarshal(s.raw, &m))
		if string(m.ID) == "null" {
			codes = append(codes, m.Error.Code)
		}
	}
	assert.Equal(t, []int{-32700, -32600, -32600}, codes)
}

func TestExitWithoutShutdown(t *testing.T) {
	ed := start(t, config.Command{})
	ed.begin(files(t, nil), capabilities(), nil)
	ed.notify("exit", nil)
	<-ed.done
	assert.Equal(t, 1, ed.code)
	ed = start(t, config.Command{})
	ed.out.Close()
	<-ed.done
	assert.Equal(t, 1, ed.code, "a client that is gone")
}

func TestHostileLengths(t *testing.T) {
	for _, header := range []string{
		"Content-Length: 99999999999999999999\r\n\r\n", "Content-Length: 9223372036854775807\r\n\r\n", "Content-Length: 1073741824\r\n\r\n{}",
		"Content-Length: -1\r\n\r\n", "Content-Length: x\r\n\r\n", "Nothing: 1\r\n\r\n", "no header\r\n\r\n", "Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
		strings.Repeat("x", 1<<20), strings.Repeat("a: b\r\n", 1<<14), "Content-Length: 200000000\r\n\r\n{",
	} {
		ed := start(t, config.Command{})
		ed.writeRaw(header)
		ed.out.Close()
		select {
		case <-ed.done:
			assert.Equal(t, 1, ed.code)
		case <-time.After(patience):
			require.FailNow(t, "the server goes on", "%.60q", header)
		}
	}
}

func TestParentProcess(t *testing.T) {
	parent := exec.Command("sleep", "60")
	if err := parent.Start(); err != nil {
		t.Skip("no process can be started")
	}
	ed := start(t, config.Command{})
	ed.request("initialize", object{"processId": parent.Process.Pid, "rootUri": nil, "capabilities": object{}})
	require.NoError(t, parent.Process.Kill())
	_ = parent.Wait()
	select {
	case <-ed.done:
		assert.Equal(t, 1, ed.code)
	case <-time.After(patience):
		require.FailNow(t, "the server outlives its editor")
	}
}

func TestCancellation(t *testing.T) {
	dir := files(t, map[string]string{"t.cu": transpose})
	uri := fileURI(filepath.Join(dir, "t.cu"))
	ed := start(t, config.Command{})
	ed.begin(dir, capabilities("utf-16"), nil)
	ed.open(uri, transpose+strings.Repeat(" ", 100))
	cancelled := 0
	for i := range 40 {
		ed.change(uri, i+2, object{"range": textRange{position{9, 0}, position{9, 0}}, "text": "\n"})
		id, wait := ed.ask("textDocument/codeAction", whole(uri))
		ed.notify("$/cancelRequest", object{"id": id})
		if _, f := wait(); f != nil {
			require.Equal(t, codeRequestCancelled, f.Code)
			cancelled++
		}
	}
	assert.Positive(t, cancelled)
	// One that waits while the text changes is told so.
	_, first := ed.ask("textDocument/codeAction", whole(uri))
	ed.change(uri, 50, object{"range": textRange{position{9, 0}, position{9, 0}}, "text": "\n"})
	if _, f := first(); f != nil {
		assert.Equal(t, codeContentModified, f.Code)
	}
	ed.end()
}

func TestVersionsOnly(t *testing.T) {
	dir := files(t, map[string]string{"t.cu": transpose})
	uri := fileURI(filepath.Join(dir, "t.cu"))
	ed := start(t, config.Command{})
	ed.begin(dir, capabilities("utf-16"), object{"debounce": 30})
	ed.open(uri, transpose)
	last := 200
	for v := 2; v <= last; v++ {
		ed.change(uri, v, object{"range": textRange{position{2, 28}, position{2, 30}}, "text": fmt.Sprint(32 + v%2)})
	}
	p := ed.findings(uri, last, nil)
	assert.Len(t, p.Diagnostics, 1, "the last text has rows of 32")
	ed.end()
	version := 0
	for _, s := range ed.all {
		var m struct{ Params published }
		if s.method == "textDocument/publishDiagnostics" && json.Unmarshal(s.raw, &m) == nil {
			assert.GreaterOrEqual(t, *m.Params.Version, version, "no step back")
			version = *m.Params.Version
		}
	}
}
