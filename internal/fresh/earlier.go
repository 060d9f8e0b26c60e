package fresh

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
)

// Earlier is what a revision of the repository holds in place of the working tree. Paths are from the top of the repository.
type Earlier struct {
	Commit  string            // in full
	Texts   map[string][]byte // of the files that are not as they were; those that are gone included
	Absent  map[string]bool   // files that there were not
	Renamed map[string]string // by their path then: the path now
	Notes   []string          // what stays as it is now on either side, and why
}

// mostText is the size in bytes above which no file is of interest to whoever judges source.
const mostText = 64 << 20

// entry is one file that differs, as git diff --raw tells it.
type entry struct {
	mode, blob string // then; of zeros where there was none
	status     byte
	path, now  string
}

const (
	link   = "120000"
	module = "160000"
	none   = "000000"
)

// Earlier reads a revision, or the last commit that it and HEAD have in common.
func (r *Repository) Earlier(ctx context.Context, revision string, mergeBase bool) (*Earlier, error) {
	id, err := r.commit(ctx, revision)
	if err == nil && mergeBase {
		id, err = r.mergeBase(ctx, id, revision)
	}
	if err != nil {
		return nil, err
	}
	e := &Earlier{Commit: id, Texts: map[string][]byte{}, Absent: map[string]bool{}, Renamed: map[string]string{}}
	raw, err := r.git(ctx, "diff", "--raw", "-z", "--no-abbrev", "--no-ext-diff", "--no-relative", "--find-renames", "--ignore-submodules=dirty", id, "--")
	if err != nil {
		return nil, err
	}
	list, err := readRaw(raw)
	if err != nil {
		return nil, fmt.Errorf("read what git diff says: %w", err)
	}
	var asked []entry
	for _, x := range list {
		switch {
		case x.mode == link || x.mode == module:
			e.Notes = append(e.Notes, fmt.Sprintf("%s: a %s that is not as it was; it is taken as it is now", x.path, map[string]string{link: "link", module: "submodule"}[x.mode]))
		case x.mode == none:
			e.Absent[x.path] = true
		default:
			asked = append(asked, x)
			if x.now != x.path {
				e.Absent[x.now] = true
				e.Renamed[x.path] = x.now
			}
		}
	}
	others, err := r.git(ctx, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, err
	}
	for path := range strings.SplitSeq(others, "\x00") {
		if path != "" {
			e.Absent[path] = true
		}
	}
	if err := r.blobs(ctx, asked, e.Texts); err != nil {
		return nil, err
	}
	for path := range e.Texts { // one that git was told to forget, and that is still there
		delete(e.Absent, path)
	}
	return e, nil
}

// readRaw reads the output of git diff --raw -z --no-abbrev.
func readRaw(raw string) ([]entry, error) {
	var out []entry
	fields := strings.Split(strings.TrimSuffix(raw, "\x00"), "\x00")
	for i := 0; i < len(fields) && fields[i] != ""; {
		head := strings.Fields(strings.TrimPrefix(fields[i], ":"))
		if len(head) != 5 || i+1 >= len(fields) {
			return nil, fmt.Errorf("the entry %q cannot be read", fields[i])
		}
		x := entry{mode: head[0], blob: head[2], status: head[4][0], path: fields[i+1], now: fields[i+1]}
		i += 2
		if x.status == 'R' || x.status == 'C' {
			if i >= len(fields) {
				return nil, fmt.Errorf("the entry of %q has no second path", x.path)
			}
			x.now = fields[i]
			i++
		}
		if x.status == 'C' { // the original is still there
			x = entry{mode: none, path: x.now, now: x.now}
		}
		out = append(out, x)
	}
	return out, nil
}

// blobs reads the texts of files, those that are too large left out.
func (r *Repository) blobs(ctx context.Context, list []entry, into map[string][]byte) error {
	var ids strings.Builder
	for _, x := range list {
		ids.WriteString(x.blob + "\n")
	}
	if ids.Len() == 0 {
		return nil
	}
	sizes, err := r.gitInput(ctx, ids.String(), "cat-file", "--batch-check=%(objectsize)")
	if err != nil {
		return err
	}
	var wanted []entry
	ids.Reset()
	for i, line := range strings.Split(strings.TrimSuffix(sizes, "\n"), "\n") {
		size, err := strconv.Atoi(line)
		if err != nil || i >= len(list) {
			return usage("git cannot read what is there of %s in the revision: %s", list[min(i, len(list)-1)].path, line)
		}
		if size <= mostText {
			wanted = append(wanted, list[i])
			ids.WriteString(list[i].blob + "\n")
		}
	}
	texts, err := r.gitInput(ctx, ids.String(), "cat-file", "--batch=%(objectsize)")
	if err != nil {
		return err
	}
	rest := []byte(texts)
	for _, x := range wanted {
		head, body, _ := bytes.Cut(rest, []byte("\n"))
		size, err := strconv.Atoi(string(head))
		if err != nil || size+1 > len(body) {
			return fmt.Errorf("read what git says of %s: %q is no size", x.path, head)
		}
		into[x.path], rest = bytes.Clone(body[:size]), body[size+1:]
	}
	return nil
}

// Prefix is the path from a folder to the top of its repository, as the user sees it: links on the way are not followed.
func (r *Repository) Prefix(ctx context.Context, dir string) (string, error) {
	up, err := (&Repository{Top: dir}).git(ctx, "rev-parse", "--show-cdup")
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, filepath.FromSlash(strings.TrimRight(up, "\r\n"))), nil
}
