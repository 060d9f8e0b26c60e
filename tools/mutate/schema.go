package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/format"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

const module = "github.com/cudalint/cudalint"

//go:embed mutant.go.txt
var mutantText []byte

// mutated are the packages whose code is changed.
var mutated = []string{"gpu", "indexmath", "rules", "fixes"}

// find lists the sites of the mutated packages of the module in root.
func find(root string) (map[string][]site, error) {
	patterns := make([]string, len(mutated))
	for i, room := range mutated {
		patterns[i] = "./" + room
	}
	loaded, err := packages.Load(&packages.Config{
		Dir:  root,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedTypesSizes | packages.NeedImports,
	}, patterns...)
	if err != nil {
		return nil, fmt.Errorf("load the packages: %w", err)
	}
	out := map[string][]site{}
	for _, p := range loaded {
		if len(p.Errors) > 0 {
			return nil, fmt.Errorf("load %s: %w", p.PkgPath, p.Errors[0])
		}
		room := strings.TrimPrefix(p.PkgPath, module+"/")
		for _, file := range p.Syntax {
			name := p.Fset.Position(file.Pos()).Filename
			src, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			f := &finder{pkg: p, room: room, file: file, src: src, path: room + "/" + filepath.Base(name), names: map[string]string{}}
			for _, spec := range file.Imports {
				path, _ := strconv.Unquote(spec.Path.Value)
				f.names[path] = filepath.Base(path)
				if spec.Name != nil {
					f.names[path] = spec.Name.Name
				}
			}
			for _, d := range file.Decls {
				f.walk(d, []ast.Node{file})
			}
			out[room] = append(out[room], f.out...)
		}
	}
	return out, nil
}

// draw takes n sites, each package's share as its share of all, and numbers them. Of the operators of one place only one is taken: an
// expression has one switch of that kind.
func draw(all map[string][]site, n int, seed uint64) []site {
	total := 0
	for _, list := range all {
		total += len(list)
	}
	r := rand.New(rand.NewPCG(seed, 1))
	var out []site
	for i, room := range mutated {
		list := all[room]
		share := (n*len(list) + total/2) / total
		if i == len(mutated)-1 {
			share = n - len(out)
		}
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		taken := map[string]bool{}
		for _, s := range list {
			place := fmt.Sprint(s.Place, s.hi)
			if share == 0 || !s.wraps && taken[place] {
				continue
			}
			taken[place] = taken[place] || !s.wraps
			out = append(out, s)
			share--
		}
	}
	slices.SortStableFunc(out, func(a, b site) int {
		fileA, fileB := file(a.Place), file(b.Place)
		switch {
		case fileA != fileB:
			return strings.Compare(fileA, fileB)
		case a.lo != b.lo:
			return a.lo - b.lo
		case a.hi != b.hi:
			return b.hi - a.hi
		case a.wraps != b.wraps && a.wraps:
			return -1
		case a.wraps != b.wraps:
			return 1
		}
		return strings.Compare(a.Operator+a.After, b.Operator+b.After)
	})
	for i := range out {
		out[i].ID = i + 1
	}
	return out
}

func file(place string) string { return place[:strings.IndexByte(place, ':')] }

// render writes bytes lo to hi of src with the switches of sites, which are sorted: those outside come before those inside.
func render(src []byte, lo, hi int, sites []site, offset func(ast.Node) (int, int)) string {
	var b strings.Builder
	for i := 0; i < len(sites); i++ {
		s := sites[i]
		if s.lo < lo || s.hi > hi {
			continue
		}
		b.Write(src[lo:s.lo])
		inner := sites[i+1:]
		b.WriteString(s.emit(strconv.Itoa(s.ID), func(n ast.Node) string {
			from, to := offset(n)
			return render(src, from, to, inner, offset)
		}))
		lo = s.hi
	}
	b.Write(src[lo:hi])
	return b.String()
}

// overlay writes the instrumented files below dir and the file that go build -overlay takes; its path comes back.
func overlay(root, dir string, sites []site) (string, error) {
	replace := map[string]string{}
	put := func(name string, text []byte) error {
		to := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		replace[filepath.Join(root, name)] = to
		return os.WriteFile(to, text, 0o644)
	}
	for len(sites) > 0 {
		name := file(sites[0].Place)
		n := slices.IndexFunc(sites, func(s site) bool { return file(s.Place) != name })
		if n < 0 {
			n = len(sites)
		}
		src, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return "", err
		}
		text := []byte(render(src, 0, len(src), sites[:n], sites[0].offsets))
		at := bytes.Index(text, []byte("\npackage ")) + 1
		at += bytes.IndexByte(text[at:], '\n')
		text = slices.Insert(text, at, []byte("; import mutant \""+module+"/internal/mutant\"")...)
		if _, err := format.Source(text); err != nil {
			return "", fmt.Errorf("instrument %s: %w", name, err)
		}
		if err := put(name, text); err != nil {
			return "", err
		}
		sites = sites[n:]
	}
	if err := put("internal/mutant/mutant.go", mutantText); err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "overlay.json")
	return path, os.WriteFile(path, text, 0o644)
}
