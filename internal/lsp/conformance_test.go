package lsp

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the tables of the protocol anew from the official models in $CUDALINT_METAMODEL")

// metaModels is an environment variable: a folder with the official models of the protocol, 3.17.json and 3.18.json. They are metaModel.json of
// the repository microsoft/language-server-protocol. With it the tables in testdata are compared with them.
const metaModels = "CUDALINT_METAMODEL"

// model is the part of a metaModel.json that messages of the server are held against: names and types, no texts.
type model struct {
	Requests      []message     `json:"requests"`
	Notifications []message     `json:"notifications"`
	Structures    []structure   `json:"structures"`
	Enumerations  []enumeration `json:"enumerations"`
	TypeAliases   []alias       `json:"typeAliases"`

	structures map[string]*structure
	enums      map[string]*enumeration
	aliases    map[string]*alias
}

type message struct {
	Method    string     `json:"method"`
	Direction string     `json:"messageDirection"`
	Params    *modelType `json:"params,omitempty"`
	Result    *modelType `json:"result,omitempty"`
	ErrorData *modelType `json:"errorData,omitempty"`
}

type structure struct {
	Name       string      `json:"name"`
	Extends    []modelType `json:"extends,omitempty"`
	Mixins     []modelType `json:"mixins,omitempty"`
	Properties []property  `json:"properties"`
}

type property struct {
	Name     string    `json:"name"`
	Type     modelType `json:"type"`
	Optional bool      `json:"optional,omitempty"`
}

type enumeration struct {
	Name   string    `json:"name"`
	Type   modelType `json:"type"`
	Custom bool      `json:"supportsCustomValues,omitempty"`
	Values []struct {
		Value any `json:"value"`
	} `json:"values"`
}

type alias struct {
	Name string    `json:"name"`
	Type modelType `json:"type"`
}

// modelType is a type; which fields count depends on the kind.
type modelType struct {
	Kind    string          `json:"kind"`
	Name    string          `json:"name,omitempty"`
	Items   []modelType     `json:"items,omitempty"`
	Element *modelType      `json:"element,omitempty"`
	Key     *modelType      `json:"key,omitempty"`
	Value   json.RawMessage `json:"value,omitempty"` // a type of a map, a literal's properties, or a string
}

func readModel(path string) (*model, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	m := &model{}
	if err := json.Unmarshal(b, m); err != nil {
		return nil, err
	}
	m.link()
	return m, nil
}

func (m *model) link() {
	m.structures, m.enums, m.aliases = map[string]*structure{}, map[string]*enumeration{}, map[string]*alias{}
	for i := range m.Structures {
		m.structures[m.Structures[i].Name] = &m.Structures[i]
	}
	for i := range m.Enumerations {
		m.enums[m.Enumerations[i].Name] = &m.Enumerations[i]
	}
	for i := range m.TypeAliases {
		m.aliases[m.TypeAliases[i].Name] = &m.TypeAliases[i]
	}
}

// check tells where a value does not fit a type; "" when it does.
func (m *model) check(t *modelType, v any, at string) string {
	wrong := func() string { return fmt.Sprintf("%s: %v is no %s %s", at, v, t.Kind, t.Name) }
	switch t.Kind {
	case "base":
		if !isBase(t.Name, v) {
			return wrong()
		}
	case "reference":
		return m.checkReference(t, v, at)
	case "array":
		list, ok := v.([]any)
		if !ok {
			return wrong()
		}
		for i, x := range list {
			if why := m.check(t.Element, x, fmt.Sprintf("%s[%d]", at, i)); why != "" {
				return why
			}
		}
	case "map":
		fields, ok := v.(map[string]any)
		var value modelType
		if !ok || json.Unmarshal(t.Value, &value) != nil {
			return wrong()
		}
		for _, k := range slices.Sorted(maps.Keys(fields)) {
			if why := m.check(&value, fields[k], at+"."+k); why != "" {
				return why
			}
		}
	case "or":
		var all []string
		for i := range t.Items {
			why := m.check(&t.Items[i], v, at)
			if why == "" {
				return ""
			}
			all = append(all, why)
		}
		return strings.Join(all, "\n or ")
	case "and":
		for i := range t.Items {
			if why := m.check(&t.Items[i], v, at); why != "" {
				return why
			}
		}
	case "tuple":
		list, ok := v.([]any)
		if !ok || len(list) != len(t.Items) {
			return wrong()
		}
		for i := range list {
			if why := m.check(&t.Items[i], list[i], fmt.Sprintf("%s[%d]", at, i)); why != "" {
				return why
			}
		}
	case "stringLiteral":
		var s string
		if json.Unmarshal(t.Value, &s) != nil || v != s {
			return wrong()
		}
	case "literal":
		var s structure
		if json.Unmarshal(t.Value, &s) != nil {
			return wrong()
		}
		return m.checkFields(s.Properties, v, at)
	default:
		return at + ": the model has a type of kind " + t.Kind
	}
	return ""
}

func isBase(name string, v any) bool {
	number, isNumber := v.(float64)
	_, isString := v.(string)
	_, isBool := v.(bool)
	whole := isNumber && number == math.Trunc(number) && math.Abs(number) < 1<<31
	switch name {
	case "URI", "DocumentUri", "string", "RegExp":
		return isString
	case "integer":
		return whole
	case "uinteger":
		return whole && number >= 0
	case "decimal":
		return isNumber
	case "boolean":
		return isBool
	case "null":
		return v == nil
	}
	return false
}

func (m *model) checkReference(t *modelType, v any, at string) string {
	switch t.Name {
	case "LSPAny", "LSPObject", "LSPArray":
		return ""
	}
	if e := m.enums[t.Name]; e != nil {
		known := slices.ContainsFunc(e.Values, func(x struct {
			Value any `json:"value"`
		}) bool {
			return x.Value == v
		})
		if !known && !(e.Custom && isBase(e.Type.Name, v)) {
			return fmt.Sprintf("%s: %v is no %s", at, v, t.Name)
		}
		return ""
	}
	if a := m.aliases[t.Name]; a != nil {
		return m.check(&a.Type, v, at)
	}
	if s := m.structures[t.Name]; s != nil {
		return m.checkFields(m.properties(s), v, at+"("+t.Name+")")
	}
	return at + ": the model has no " + t.Name
}

// properties of a structure with those that it inherits; its own hide those of the same name.
func (m *model) properties(s *structure) []property {
	out := slices.Clone(s.Properties)
	for _, t := range slices.Concat(s.Extends, s.Mixins) {
		for _, p := range m.properties(m.structures[t.Name]) {
			if !slices.ContainsFunc(out, func(o property) bool { return o.Name == p.Name }) {
				out = append(out, p)
			}
		}
	}
	return out
}

func (m *model) checkFields(want []property, v any, at string) string {
	fields, ok := v.(map[string]any)
	if !ok {
		return fmt.Sprintf("%s: %v is no object", at, v)
	}
	for _, p := range want {
		x, has := fields[p.Name]
		switch {
		case !has && p.Optional:
		case !has:
			return at + ": " + p.Name + " is missing"
		default:
			if why := m.check(&p.Type, x, at+"."+p.Name); why != "" {
				return why
			}
		}
	}
	for _, k := range slices.Sorted(maps.Keys(fields)) {
		if !slices.ContainsFunc(want, func(p property) bool { return p.Name == k }) {
			return at + ": " + k + " is not in the model"
		}
	}
	return ""
}

// fits tells what is wrong with a message that the server sent.
func (m *model) fits(s sent) string {
	var raw map[string]any
	if err := json.Unmarshal(s.raw, &raw); err != nil {
		return err.Error()
	}
	if raw["jsonrpc"] != "2.0" {
		return "jsonrpc is not 2.0"
	}
	allowed := []string{"jsonrpc", "id", "method", "params"}
	if s.response {
		allowed = []string{"jsonrpc", "id", "result", "error"}
	}
	for k := range raw {
		if !slices.Contains(allowed, k) {
			return k + " has no place in a message"
		}
	}
	if s.response {
		return m.fitsResponse(s.method, raw)
	}
	list := m.Notifications
	if _, request := raw["id"]; request {
		list = m.Requests
	}
	for i := range list {
		if c := &list[i]; c.Method == s.method {
			params, has := raw["params"]
			switch {
			case c.Direction == "clientToServer":
				return "the server must not send this"
			case c.Params == nil && has:
				return "there are no parameters in the model"
			case c.Params == nil:
				return ""
			}
			return m.check(c.Params, params, "params")
		}
	}
	return "the model has no such message"
}

func (m *model) fitsResponse(method string, raw map[string]any) string {
	result, has := raw["result"]
	fault, failed := raw["error"]
	if has == failed {
		return "neither a result nor an error alone"
	}
	i := slices.IndexFunc(m.Requests, func(c message) bool { return c.Method == method })
	if failed {
		return m.fitsError(fault, i)
	}
	if i < 0 {
		return "a result of a request that the model does not have"
	}
	return m.check(m.Requests[i].Result, result, "result")
}

func (m *model) fitsError(v any, request int) string {
	fields, ok := v.(map[string]any)
	if !ok || !isBase("integer", fields["code"]) || !isBase("string", fields["message"]) {
		return fmt.Sprintf("%v is no error", v)
	}
	data, has := fields["data"]
	for k := range fields {
		if k != "code" && k != "message" && k != "data" {
			return k + " has no place in an error"
		}
	}
	if has && request >= 0 && m.Requests[request].ErrorData != nil {
		return m.check(m.Requests[request].ErrorData, data, "error.data")
	}
	return ""
}

// recorded is every message that a server sent in the tests of the package.
var recorded struct {
	sync.Mutex
	all []sent
}

func record(list []sent) {
	recorded.Lock()
	defer recorded.Unlock()
	recorded.all = append(recorded.all, list...)
}

// TestMain checks at the end what was sent in all tests.
func TestMain(m *testing.M) {
	code := m.Run()
	if code == 0 && len(recorded.all) > 0 {
		code = checkRecorded()
	}
	os.Exit(code)
}

func checkRecorded() int {
	code, kinds := 0, map[string]bool{}
	for _, version := range versions {
		model, err := readModel(tablePath(version))
		if err != nil {
			fmt.Println(err)
			return 1
		}
		for _, s := range recorded.all {
			kinds[s.method] = true
			if why := model.fits(s); why != "" {
				fmt.Printf("FAIL: protocol %s: %s: %s\n%.600s\n", version, s.method, why, s.raw)
				code = 1
			}
		}
	}
	if testing.Verbose() {
		fmt.Printf("%d messages of %d methods fit the models %v\n", len(recorded.all), len(kinds), versions)
	}
	return code
}

var versions = []string{"3.17", "3.18"}

func tablePath(version string) string { return filepath.Join("testdata", "protocol-"+version+".json") }

// TestTables holds the tables against the official models, where these are at hand.
func TestTables(t *testing.T) {
	dir := os.Getenv(metaModels)
	if dir == "" {
		t.Skip("set " + metaModels + " to a folder with 3.17.json and 3.18.json, the official models")
	}
	for _, version := range versions {
		whole, err := readModel(filepath.Join(dir, version+".json"))
		require.NoError(t, err)
		table := whole.reduced()
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		require.NoError(t, e.Encode(table))
		if *update {
			require.NoError(t, os.MkdirAll("testdata", 0o755))
			require.NoError(t, os.WriteFile(tablePath(version), b.Bytes(), 0o644))
		}
		have, err := os.ReadFile(tablePath(version))
		require.NoError(t, err)
		assert.Equal(t, string(have), b.String(), version)
	}
}

// reduced leaves the messages that the server sends, and the types that they are made of.
func (m *model) reduced() *model {
	out := &model{}
	used := map[string]bool{}
	var use func(t *modelType)
	use = func(t *modelType) {
		if t == nil {
			return
		}
		for i := range t.Items {
			use(&t.Items[i])
		}
		use(t.Element)
		use(t.Key)
		var inner modelType
		if t.Kind == "map" && json.Unmarshal(t.Value, &inner) == nil {
			use(&inner)
		}
		var literal structure
		if t.Kind == "literal" && json.Unmarshal(t.Value, &literal) == nil {
			for i := range literal.Properties {
				use(&literal.Properties[i].Type)
			}
			literal.Name = ""
			t.Value, _ = json.Marshal(literal)
		}
		if t.Kind != "reference" || used[t.Name] {
			return
		}
		used[t.Name] = true
		if a := m.aliases[t.Name]; a != nil {
			use(&a.Type)
		}
		if s := m.structures[t.Name]; s != nil {
			for _, list := range [][]modelType{s.Extends, s.Mixins} {
				for i := range list {
					use(&list[i])
				}
			}
			for i := range s.Properties {
				use(&s.Properties[i].Type)
			}
		}
	}
	for _, c := range m.Requests {
		_, serves := requests[c.Method]
		if c.Direction == "clientToServer" && !serves && c.Method != "initialize" && c.Method != "shutdown" {
			continue
		}
		if c.Direction == "clientToServer" {
			c.Params = nil // the client's
			use(c.ErrorData)
		} else {
			use(c.Params)
		}
		use(c.Result)
		out.Requests = append(out.Requests, c)
	}
	for _, c := range m.Notifications {
		if c.Direction != "clientToServer" {
			use(c.Params)
			out.Notifications = append(out.Notifications, c)
		}
	}
	for _, s := range m.Structures {
		if used[s.Name] {
			out.Structures = append(out.Structures, s)
		}
	}
	for _, e := range m.Enumerations {
		if used[e.Name] {
			out.Enumerations = append(out.Enumerations, e)
		}
	}
	for _, a := range m.TypeAliases {
		if used[a.Name] && !strings.HasPrefix(a.Name, "LSP") {
			out.TypeAliases = append(out.TypeAliases, a)
		}
	}
	return out
}

// TestModelTellsWrongMessages makes sure that the check can fail.
func TestModelTellsWrongMessages(t *testing.T) {
	m, err := readModel(tablePath("3.17"))
	require.NoError(t, err)
	for text, why := range map[string]string{
		`{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"file:///x"}}`:                                    "diagnostics is missing",
		`{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"x","diagnostics":[],"more":1}}`:                  "more is not in the model",
		`{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"x","diagnostics":[{"message":"m","range":{}}]}}`: "start is missing",
		`{"jsonrpc":"2.0","method":"window/showMessage","params":{"type":9,"message":"m"}}`:                                            "is no MessageType",
		`{"jsonrpc":"2.0","method":"window/showMessage","params":{"type":1,"message":"m"},"extra":1}`:                                  "has no place",
		`{"jsonrpc":"2.0","method":"textDocument/hover","params":{}}`:                                                                  "no such message",
	} {
		var raw struct{ Method string }
		require.NoError(t, json.Unmarshal([]byte(text), &raw))
		assert.Contains(t, m.fits(sent{raw.Method, false, json.RawMessage(text)}), why, text)
	}
}
