package config

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/internal/disk"
)

// compileName is the file in which build systems list how they call the compiler.
const compileName = "compile_commands.json"

// build is a compile_commands.json.
type build struct {
	path  string
	calls map[string]call // by absolute path of the file that is compiled
	err   error
}

// call is what a compiler call says about how a file is read.
type call struct {
	defines, include []string
	target           string
}

// compiled adds what a compile_commands.json says of a file, where neither a settings file nor the command line says anything. Its
// macros and folders come ahead of theirs.
func (r *Resolver) compiled(s *Settings, abs string) error {
	b := r.buildOf(filepath.Dir(abs))
	if b == nil {
		return nil
	}
	if b.err != nil {
		return &Error{Path: r.show(b.path), Message: b.err.Error()}
	}
	c, known := b.calls[abs]
	if !known {
		return nil
	}
	origin := Origin{Path: r.show(b.path)}
	join := func(key string, list []string) {
		if len(list) == 0 {
			return
		}
		v := s.values[key]
		if own, _ := v.Data.([]string); len(own) > 0 {
			list, origin = slices.Concat(list, own), Origin{Path: origin.Path + " and " + v.Origin.String()}
		}
		s.values[key] = Value{list, origin}
	}
	join(KeyDefines, c.defines)
	origin = Origin{Path: r.show(b.path)}
	join(KeyInclude, c.include)
	if c.target != "" && s.values[KeyTarget].Origin == (Origin{}) {
		s.values[KeyTarget] = Value{c.target, Origin{Path: r.show(b.path)}}
	}
	return nil
}

// buildOf finds the compile_commands.json for a folder: in it, in its build folder, or further up to the top of the repository.
func (r *Resolver) buildOf(dir string) *build {
	if b, known := r.builds[dir]; known {
		return b
	}
	var out *build
	for _, path := range []string{filepath.Join(dir, compileName), filepath.Join(dir, "build", compileName)} {
		if r.regular(path) {
			out = readBuild(path)
			break
		}
	}
	if up := filepath.Dir(dir); out == nil && up != dir && !r.isTop(dir) {
		out = r.buildOf(up)
	}
	r.builds[dir] = out
	return out
}

func readBuild(path string) *build {
	b := &build{path: path, calls: map[string]call{}}
	var entries []struct {
		Directory, File, Command string
		Arguments                []string
	}
	text, err := disk.Read(path, disk.List)
	if err == nil {
		err = json.Unmarshal(text, &entries)
	}
	if err != nil {
		b.err = err
		return b
	}
	for _, e := range entries {
		dir := e.Directory
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(filepath.Dir(path), dir)
		}
		args := e.Arguments
		if len(args) == 0 {
			args = words(e.Command)
		}
		name := inFolder(dir, e.File)
		if _, had := b.calls[name]; !had { // a file that is compiled twice counts as the first time
			b.calls[name] = readCall(dir, args)
		}
	}
	return b
}

func inFolder(dir, path string) string {
	path = filepath.FromSlash(path)
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	return filepath.Clean(path)
}

// words splits a command as a shell does: blanks, quotes and backslashes.
func words(command string) []string {
	var out []string
	var word strings.Builder
	quote, started := byte(0), false
	for i := 0; i < len(command); i++ {
		switch c := command[i]; {
		case c == '\\' && quote != '\'' && i+1 < len(command):
			i++
			word.WriteByte(command[i])
			started = true
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote, started = c, true
		case quote == 0 && (c == ' ' || c == '\t' || c == '\n'):
			if started {
				out = append(out, word.String())
			}
			word.Reset()
			started = false
		default:
			word.WriteByte(c)
			started = true
		}
	}
	if started {
		out = append(out, word.String())
	}
	return out
}

// The options that count, of nvcc and clang, with the ways in which their values are written.
var (
	defineOptions  = []string{"-D", "--define-macro"}
	includeOptions = []string{"-I", "--include-path", "-isystem", "--system-include", "-iquote"}
	targetOptions  = []string{"-arch", "--gpu-architecture", "--cuda-gpu-arch", "--offload-arch", "-gencode", "--generate-code"}
)

func readCall(dir string, args []string) call {
	var c call
	for i := 0; i < len(args); i++ {
		next := ""
		if i+1 < len(args) {
			next = args[i+1]
		}
		if v, ok := option(args[i], next, defineOptions); ok {
			c.defines = append(c.defines, v)
		} else if v, ok := option(args[i], next, includeOptions); ok {
			c.include = append(c.include, inFolder(dir, v))
		} else if v, ok := option(args[i], next, targetOptions); ok {
			c.target = highest(c.target, v)
		}
	}
	c.defines = slices.DeleteFunc(c.defines, func(d string) bool {
		name, _, _ := strings.Cut(d, "=")
		return name == "" || strings.ContainsAny(d, "\r\n(") // not a plain macro
	})
	return c
}

// option gives the value of an argument when it is one of the options: -Dx, -D x, --define-macro=x, --define-macro x.
func option(arg, next string, options []string) (string, bool) {
	for _, o := range options {
		rest, ok := strings.CutPrefix(arg, o)
		switch {
		case !ok:
		case rest == "":
			return next, next != ""
		case rest[0] == '=':
			return rest[1:], true
		case len(o) == 2 || o == "-isystem" || o == "-iquote":
			return rest, true
		}
	}
	return "", false
}

// highest is the later of a target and those that an option's value names, such as "arch=compute_80,code=[sm_80,sm_86]".
func highest(have, value string) string {
	names := gpu.TargetNames()
	for _, word := range strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune("=,[]\"' ", r) }) {
		if t, ok := gpu.TargetByName(word); ok && strings.ContainsAny(word, "0123456789") && slices.Index(names, t.Name) > slices.Index(names, have) {
			have = t.Name
		}
	}
	return have
}
