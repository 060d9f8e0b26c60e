package layout

import "strconv"

// Leaf is a scalar inside a type.
type Leaf struct {
	Path   string // "pos.x", "m[3]"; "" when the type itself is the scalar
	Offset int64  // bytes
	Type   *Type
}

const maxLeaves = 1024

// Field finds a member by name, in bases and anonymous members too. Where the offset is not known ok is false and ft is still
// the member's type.
func (t *Type) Field(name string) (off int64, ft *Type, ok bool) {
	f, ok := t.find(name)
	return f.Offset, f.Type, ok
}

// BitField finds a bit-field by name; Offset and BitOffset are those within t. ok is false for every other member.
func (t *Type) BitField(name string) (f Field, ok bool) {
	f, ok = t.find(name)
	return f, ok && f.Bits > 0
}

func (t *Type) find(name string) (Field, bool) { return t.findBut(name, nil) }

// findBut looks at no type twice: a base of several bases has the member once and for all, or not at all.
func (t *Type) findBut(name string, seen map[*Type]bool) (Field, bool) {
	if t == nil || name == "" || seen[t] {
		return Field{}, false
	}
	for _, f := range t.Fields {
		if f.Name == name && !f.Base {
			return f, f.Offset >= 0
		}
	}
	for _, outer := range t.Fields {
		if !outer.Base && outer.Name != "" {
			continue
		}
		if seen == nil {
			seen = map[*Type]bool{}
		}
		seen[t] = true
		f, ok := outer.Type.findBut(name, seen)
		if f.Type == nil {
			continue
		}
		if outer.Offset < 0 {
			f.Offset = -1
			return f, false
		}
		if ok {
			f.Offset += outer.Offset
		}
		return f, ok
	}
	return Field{}, false
}

// At finds the scalar that starts at offset, the first one where members of a union share it. Arrays give "m[3]".
func (t *Type) At(offset int64) (path string, ft *Type, ok bool) {
	switch {
	case t == nil || offset < 0:
		return "", nil, false
	case t.Scalar():
		return "", t, offset == 0
	case t.Kind == Array:
		if t.Elem == nil || !t.Elem.Sized() || t.Elem.Size == 0 {
			return "", nil, false
		}
		i := offset / t.Elem.Size
		if t.Len > 0 && i >= t.Len {
			return "", nil, false
		}
		path, ft, ok = t.Elem.At(offset - i*t.Elem.Size)
		return join("["+strconv.FormatInt(i, 10)+"]", path), ft, ok
	}
	for _, f := range t.Fields {
		if f.Offset < 0 || offset < f.Offset || !f.within(offset) {
			continue
		}
		if path, ft, ok = f.Type.At(offset - f.Offset); ok {
			return join(f.label(), path), ft, true
		}
	}
	return "", nil, false
}

func (f Field) within(offset int64) bool {
	if f.Type == nil {
		return false
	}
	if f.Type.Kind == Array && f.Type.Size == 0 {
		return true // flexible or of unknown length: no end is known
	}
	return offset < f.Offset+f.Type.Size
}

func (f Field) label() string {
	if f.Base {
		return ""
	}
	return f.Name
}

// Scalars lists the scalars of t in order of declaration, at most 1024; members of a union one after another at their shared
// offset. What has no known offset is left out, and so is what follows more than 16,384 objects.
func (t *Type) Scalars() []Leaf {
	var leaves []Leaf
	looks := 0
	t.collect("", 0, &leaves, &looks)
	return leaves
}

func (t *Type) collect(path string, off int64, leaves *[]Leaf, looks *int) {
	*looks++
	switch {
	case t == nil || len(*leaves) >= maxLeaves || *looks > 16*maxLeaves:
	case t.Scalar():
		*leaves = append(*leaves, Leaf{path, off, t})
	case t.Kind == Array:
		if t.Elem == nil || !t.Elem.Sized() || t.Elem.Size == 0 {
			return
		}
		for i := int64(0); i < t.Len && len(*leaves) < maxLeaves && *looks <= 16*maxLeaves; i++ {
			t.Elem.collect(join(path, "["+strconv.FormatInt(i, 10)+"]"), off+i*t.Elem.Size, leaves, looks)
		}
	default:
		for _, f := range t.Fields {
			if f.Offset >= 0 {
				f.Type.collect(join(path, f.label()), off+f.Offset, leaves, looks)
			}
		}
	}
}

func join(path, rest string) string {
	switch {
	case path == "":
		return rest
	case rest == "" || rest[0] == '[':
		return path + rest
	}
	return path + "." + rest
}
