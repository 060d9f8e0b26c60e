package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A suite is the tests of one package.
type suite struct {
	Room string   `json:"room"` // its folder, from the module's root
	Args []string `json:"args,omitempty"`
	For  string   `json:"for"` // the mutated packages that it tests, all when empty
}

// suites are the tests that run against a mutant.
var suites = []suite{
	{Room: "gpu", For: "gpu"},
	{Room: "indexmath", For: "indexmath"},
	{Room: "fixes", For: "fixes"},
	{Room: "sema", For: "gpu indexmath"},
	{Room: "internal/kernelgen", Args: []string{"-kernels=100"}, For: "gpu indexmath"},
	{Room: "rules"},
	{Room: "."},
	{Room: "internal/kernelrun", Args: []string{"-programs=60"}, For: "rules fixes"},
	{Room: "lint"},
	{Room: "cmd/cudalint", Args: []string{"-test.run=TestRulePages|TestPages|TestCommandsInDocuments|TestExamples|TestFirstFinding|TestRulesReport"}, For: "rules fixes"},
}

func (s suite) binary() string {
	if s.Room == "." {
		return "root.test"
	}
	return filepath.Base(s.Room) + ".test"
}

// build writes what run needs to dir: mutate itself, the test binaries, the list of the mutants and the files that the tests read.
func build(root, dir string, n int, seed uint64, static bool) error {
	root, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	dir, err = filepath.Abs(dir)
	if err != nil {
		return err
	}
	bin := filepath.Join(dir, "bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		return err
	}
	all, err := find(root)
	if err != nil {
		return err
	}
	for _, room := range mutated {
		fmt.Printf("%s: %d sites\n", room, len(all[room]))
	}
	sites := draw(all, n, seed)
	temp, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	path, err := overlay(root, temp, sites)
	if err != nil {
		return err
	}
	link := "-s -w"
	if static {
		link += " -linkmode external -extldflags -static"
	}
	for _, s := range suites {
		cmd := exec.Command("go", "test", "-c", "-vet=off", "-overlay", path, "-tags", "netgo,osusergo", "-ldflags", link, "-o", filepath.Join(bin, s.binary()), "./"+s.Room)
		cmd.Dir = root
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("build the tests of %s: %w", s.Room, err)
		}
	}
	list := make([]Mutant, len(sites))
	for i, s := range sites {
		list[i] = s.Mutant
	}
	if err := writeJSON(filepath.Join(dir, "mutants.json"), list); err != nil {
		return err
	}
	if err := self(filepath.Join(dir, "mutate")); err != nil {
		return err
	}
	return tree(root, filepath.Join(dir, "tree"))
}

func writeJSON(path string, v any) error {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

// self copies the program that runs.
func self(to string) error {
	name, err := os.Executable()
	if err != nil {
		return err
	}
	return copyFile(name, to, 0o755)
}

func copyFile(from, to string, mode os.FileMode) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		out.Close()
		return err
	}
	return out.Close()
}

// tree copies the files of the repository: tests read pages, fixtures and the code itself.
func tree(root, to string) error {
	cmd := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir = root
	names, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("list the files of %s: %w", root, err)
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(names), "\x00"), "\x00") {
		from := filepath.Join(root, name)
		info, err := os.Stat(from)
		if err != nil {
			continue // deleted, and not committed yet
		}
		if err := copyFile(from, filepath.Join(to, name), info.Mode().Perm()); err != nil {
			return err
		}
	}
	return nil
}
