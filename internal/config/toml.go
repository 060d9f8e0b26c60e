package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// Error is what is wrong with a settings file, at a line and column that count from 1.
type Error struct {
	Path         string
	Line, Column int // 0 when it is about the whole file
	Message      string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Path + ": " + e.Message
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Line, e.Column, e.Message)
}

// at is a place in a file.
type at struct{ line, column int }

// node is one value of a document, with the place of its key (of the value itself in a list).
type node struct {
	at
	value at  // of a list or table that of its key
	data  any // string, bool, int64, float64, []*node, *table
}

// table is a table with its keys in the order of the document.
type table struct {
	keys   []string
	values map[string]*node
}

func newTable() *table { return &table{values: map[string]*node{}} }

func (t *table) put(key string, n *node) {
	if t.values[key] == nil {
		t.keys = append(t.keys, key)
	}
	t.values[key] = n
}

// document reads a TOML text. What is no TOML at all is an *Error.
type document struct {
	path   string
	text   []byte
	parser unstable.Parser
	root   *table
}

func parse(path string, text []byte) (*table, error) {
	var plain map[string]any
	if err := toml.Unmarshal(text, &plain); err != nil { // checks what the loop below takes for granted, keys that are given twice included
		e := &Error{Path: path, Message: strings.TrimPrefix(err.Error(), "toml: ")}
		if d, ok := errors.AsType[*toml.DecodeError](err); ok {
			e.Line, e.Column = d.Position()
		}
		return nil, e
	}
	d := &document{path: path, text: text, root: newTable()}
	d.parser.Reset(text)
	current := d.root
	for d.parser.NextExpression() {
		e := d.parser.Expression()
		switch e.Kind {
		case unstable.Table:
			current = d.table(d.root, e.Key(), false)
		case unstable.ArrayTable:
			current = d.table(d.root, e.Key(), true)
		case unstable.KeyValue:
			d.assign(current, e)
		}
	}
	return d.root, d.parser.Error()
}

// place is where a key or value stands.
func (d *document) place(n *unstable.Node) at {
	r := n.Raw
	if r.Length == 0 && len(n.Data) > 0 {
		r = d.parser.Range(n.Data)
	}
	before := string(d.text[:min(int(r.Offset), len(d.text))])
	line := strings.Count(before, "\n") + 1
	return at{line, len([]rune(before[strings.LastIndexByte(before, '\n')+1:])) + 1}
}

// table walks to the table of a header and makes what is missing on the way; list adds a new one to a list of tables.
func (d *document) table(in *table, keys unstable.Iterator, list bool) *table {
	for keys.Next() {
		k := keys.Node()
		name, last := string(k.Data), keys.IsLast()
		n := in.values[name]
		if n == nil {
			n = &node{at: d.place(k), data: newTable()}
			if last && list {
				n.data = []*node{}
			}
			in.put(name, n)
		}
		if last && list {
			t := newTable()
			elements, _ := n.data.([]*node)
			n.data = append(elements, &node{at: d.place(k), data: t})
			return t
		}
		switch data := n.data.(type) {
		case *table:
			in = data
		case []*node:
			in, _ = data[len(data)-1].data.(*table)
		}
	}
	return in
}

func (d *document) assign(in *table, e *unstable.Node) {
	keys := e.Key()
	for keys.Next() {
		k := keys.Node()
		if keys.IsLast() {
			n := d.value(e.Value())
			n.at = d.place(k)
			if v := e.Value(); v.Raw.Length == 0 && len(v.Data) == 0 {
				n.value = n.at // lists and tables have no place of their own
			}
			in.put(string(k.Data), n)
			return
		}
		n := in.values[string(k.Data)]
		if n == nil {
			n = &node{at: d.place(k), data: newTable()}
			in.put(string(k.Data), n)
		}
		in = n.data.(*table)
	}
}

func (d *document) value(v *unstable.Node) *node {
	n := &node{at: d.place(v)}
	n.value = n.at
	text := string(v.Data)
	switch v.Kind {
	case unstable.Bool:
		n.data = text == "true"
	case unstable.Integer:
		i, err := strconv.ParseInt(text, 0, 64)
		if err != nil { // 08 is no number in TOML, so only a sign or size is left
			i = 0
		}
		n.data = i
	case unstable.Float:
		f, _ := strconv.ParseFloat(strings.ReplaceAll(text, "_", ""), 64)
		n.data = f
	case unstable.Array:
		list := []*node{}
		for elements := v.Children(); elements.Next(); {
			list = append(list, d.value(elements.Node()))
		}
		n.data = list
	case unstable.InlineTable:
		t := newTable()
		for pairs := v.Children(); pairs.Next(); {
			d.assign(t, pairs.Node())
		}
		n.data = t
	default:
		n.data = text
	}
	return n
}
