package config

import (
	"encoding/json"

	"github.com/cudalint/cudalint/lint"
)

// Schema is the JSON schema of a settings file, for editors.
func Schema() []byte {
	type object = map[string]any
	top, override := object{}, object{}
	for _, k := range Keys {
		top[k.Name] = k.schema()
		if k.Override {
			override[k.Name] = k.schema()
		}
	}
	levels := object{}
	for _, r := range lint.Rules() {
		levels[r.Name] = object{"description": "cudalint explain " + r.Name, "anyOf": []any{object{"enum": Levels}, object{"type": "boolean"}}}
	}
	list := object{"type": "array", "items": object{"type": "string"}}
	for _, properties := range []object{top, override} {
		properties[rulesKey] = object{"type": "object", "additionalProperties": false, "properties": levels}
		properties[kernelsKey] = object{"type": "object", "additionalProperties": object{
			"type": "object", "additionalProperties": false, "properties": object{KeyBlock: keyByName(KeyBlock).schema()},
		}}
	}
	override[pathsKey] = list
	top[extendKey] = object{"type": "string", "description": "settings file whose values come ahead of those of this one"}
	top[overridesKey] = object{"type": "array", "items": object{
		"type": "object", "additionalProperties": false, "required": []string{pathsKey}, "properties": override,
	}}
	text, err := json.MarshalIndent(object{
		"$schema": "http://json-schema.org/draft-07/schema#", "title": FileName,
		"type": "object", "additionalProperties": false, "properties": top,
	}, "", "  ")
	if err != nil {
		panic(err) // plain maps
	}
	return append(text, '\n')
}

func (k *Key) schema() map[string]any {
	s := map[string]any{"description": k.Doc, "default": k.standard}
	switch k.kind {
	case textKind:
		s["type"] = "string"
		if k.choices != nil && k.Name != KeyTarget { // a target may be spelled in several ways
			s["enum"] = k.choices()
		}
	case boolKind:
		s["type"] = "boolean"
	case ratioKind:
		s["type"], s["minimum"] = "number", 1.5
	case listKind:
		s["type"], s["items"] = "array", map[string]any{"type": "string"}
	case blockKind:
		s["type"], s["maxItems"] = "array", 3
		s["items"], s["default"] = map[string]any{"type": "integer", "minimum": 1, "maximum": 1024}, []int{}
	}
	return s
}
