package fixes

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/sema"
)

// treesOf are the files of a unit, headers first.
func treesOf(u *sema.Unit) []*ast.File {
	return append(u.Headers[:len(u.Headers):len(u.Headers)], u.Root)
}

// functionsOf lists the functions of a tree that have a body, those of namespaces and classes included.
func functionsOf(tree *ast.File) []*ast.FuncDecl {
	var out []*ast.FuncDecl
	ast.Inspect(tree, func(n ast.Node) bool {
		if d, ok := n.(*ast.FuncDecl); ok && d.Body != nil {
			out = append(out, d)
		}
		return true
	})
	return out
}

// reachedWords are the words of a kernel's body and of all functions and macros of the unit that it, or one of these, names.
func reachedWords(u *sema.Unit, kernel *ast.FuncDecl) map[string]bool {
	bodies := map[string][]string{}
	start := ""
	for _, tree := range treesOf(u) {
		for _, f := range functionsOf(tree) {
			text := tree.Source.Slice(f.Body.Span)
			if f == kernel {
				start = text
				continue
			}
			bodies[f.Name] = append(bodies[f.Name], text)
		}
		for _, m := range tree.Macros {
			bodies[m.Name] = append(bodies[m.Name], m.Body)
		}
	}
	words := map[string]bool{}
	todo := []string{start}
	for len(todo) > 0 {
		text := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, t := range tokensOf([]byte(text)) {
			if t.word() && !words[t.text] {
				words[t.text] = true
				todo = append(todo, bodies[t.text]...)
			}
		}
	}
	return words
}

// outsideWords are those of reachedWords that functions and macros other than the kernel contribute.
func outsideWords(u *sema.Unit, kernel *ast.FuncDecl) map[string]bool {
	out := map[string]bool{}
	own := map[string]bool{}
	for _, tree := range treesOf(u) {
		if slices.Contains(functionsOf(tree), kernel) {
			for _, t := range tokensOf([]byte(tree.Source.Slice(kernel.Body.Span))) {
				own[t.text] = true
			}
		}
	}
	for _, tree := range treesOf(u) {
		for _, f := range functionsOf(tree) {
			if f != kernel && own[f.Name] {
				for w := range reachedWords(u, f) {
					out[w] = true
				}
			}
		}
		for _, m := range tree.Macros {
			if own[m.Name] {
				for w := range wordsFrom(u, m.Body) {
					out[w] = true
				}
			}
		}
	}
	return out
}

func wordsFrom(u *sema.Unit, text string) map[string]bool {
	words := map[string]bool{}
	todo := []string{text}
	for len(todo) > 0 {
		text := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, t := range tokensOf([]byte(text)) {
			if !t.word() || words[t.text] {
				continue
			}
			words[t.text] = true
			for _, tree := range treesOf(u) {
				for _, m := range tree.Macros {
					if m.Name == t.text {
						todo = append(todo, m.Body)
					}
				}
			}
		}
	}
	return words
}

// warpWords are beginnings of words that make a difference of which threads share a warp, or number the threads of a block.
var warpWords = []string{
	"__shfl", "__ballot", "__any", "__all", "__activemask", "__match", "__reduce", "__syncwarp", "warpSize", "this_thread_block",
	"tiled_partition", "thread_rank", "coalesced_threads", "cooperative_groups", "__cluster_dims__", "asm", "nvcuda", "wmma",
}

// usesWarps reports whether one of the words asks which threads share a warp.
func usesWarps(words map[string]bool) bool {
	for w := range words {
		if slices.ContainsFunc(warpWords, func(p string) bool { return strings.HasPrefix(w, p) }) {
			return true
		}
	}
	return false
}

// launchSite is a launch with the function that makes it.
type launchSite struct {
	*view // of that function
	x     *ast.Launch
}

// launchesOf lists the launches of a kernel by the functions of the unit. all is false where the text names the kernel in another way
// too, where a file other than the kernel's own and the root names it, or where another kernel has its name.
func launchesOf(s Site) (list []launchSite, all bool) {
	name := s.Kernel.Name
	all = true
	for _, tree := range treesOf(s.Model.Unit) {
		named := timesNamed(tree.Source.Text, name)
		if named == 0 {
			continue
		}
		if tree != s.Model.Unit.Root && tree.Source != s.Kernel.Place.File {
			return nil, false
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			d, ok := n.(*ast.FuncDecl)
			if !ok {
				return true
			}
			if d.Name == name {
				named--
				if d.Body != nil && d != s.Kernel.Decl {
					all = false
				}
			}
			if d.Body == nil {
				return true
			}
			v := &view{file: tree.Source, tree: tree, kernel: d, up: map[ast.Node]ast.Node{}}
			linked := false
			v.each(func(m ast.Node) {
				x, ok := m.(*ast.Launch)
				if !ok {
					return
				}
				if id, ok := bare(x.Fun).(*ast.Ident); ok && id.Name() == name && strings.HasPrefix(v.text(id), name) {
					if !linked {
						v.link(d.Body)
						linked = true
					}
					named--
					list = append(list, launchSite{v, x})
				}
			})
			return true
		})
		for _, m := range tree.Macros {
			all = all && !hasWord(m.Body, name)
		}
		all = all && named == 0
	}
	for _, r := range s.Kernel.Runs {
		for _, p := range append(r.Others[:len(r.Others):len(r.Others)], r.Launch) {
			seen := slices.ContainsFunc(list, func(l launchSite) bool { return l.file == p.File && l.x.Span == p.Span })
			all = all && seen
		}
	}
	return list, all && len(list) > 0
}
