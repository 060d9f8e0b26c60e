package fresh

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/diag"
	"github.com/cudalint/cudalint/lint"
)

// baselineVersion is raised when files that were written before mean something else.
const baselineVersion = 1

// Baseline are findings that are known. A finding is known by its file, rule, kernel, array and text, not by its line.
type Baseline struct {
	Entries []Entry
}

// Entry is one kind of finding that is known.
type Entry struct {
	File    string `json:"file"` // from the top of the repository
	Rule    string `json:"rule"`
	Kernel  string `json:"kernel,omitempty"`
	Content string `json:"content"` // hash of what stays when lines move
	Count   int    `json:"count"`
}

// site is what two findings of one entry agree on.
type site struct{ file, content string }

func (e *Entry) site() site { return site{e.File, e.Content} }

type baselineFile struct {
	Version  int     `json:"version"`
	Findings []Entry `json:"findings"`
}

// ReadBaseline reads what Write wrote.
func ReadBaseline(text []byte) (*Baseline, error) {
	var f baselineFile
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return nil, err
	}
	if f.Version != baselineVersion {
		return nil, fmt.Errorf("version %d is not %d", f.Version, baselineVersion)
	}
	for _, e := range f.Findings {
		if e.File == "" || e.Content == "" || e.Count < 1 {
			return nil, errors.New("an entry lacks its file, content or count")
		}
	}
	return &Baseline{f.Findings}, nil
}

// Write gives the text of a baseline, sorted, one entry for a line, so that two branches seldom change the same.
func (b *Baseline) Write() []byte {
	list := slices.Clone(b.Entries)
	slices.SortFunc(list, func(x, y Entry) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.Kernel, y.Kernel), cmp.Compare(x.Content, y.Content))
	})
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\"version\": %d, \"findings\": [", baselineVersion)
	for i, e := range list {
		if i > 0 {
			out.WriteByte(',')
		}
		text, err := json.Marshal(e)
		if err != nil {
			panic(err) // plain fields
		}
		out.WriteString("\n ")
		out.Write(text)
	}
	out.WriteString("\n]}\n")
	return out.Bytes()
}

func contentOf(d *diag.Diagnostic) string {
	sum := sha256.Sum256([]byte(lint.ContentKey(d)))
	return hex.EncodeToString(sum[:8])
}

// NewBaseline makes one of findings; path names a displayed file from the top of the repository.
func NewBaseline(list []diag.Diagnostic, path func(diag.Place) string) *Baseline {
	at := map[site]int{}
	b := &Baseline{}
	for i := range list {
		d := &list[i]
		e := Entry{File: path(d.Place), Rule: d.Rule, Kernel: d.Subject.Kernel, Content: contentOf(d), Count: 1}
		if k, had := at[e.site()]; had {
			b.Entries[k].Count++
			continue
		}
		at[e.site()] = len(b.Entries)
		b.Entries = append(b.Entries, e)
	}
	return b
}

// Sift parts findings into those that are new and, of the baseline, the entries that nothing was found for, with the counts that were
// missed. An entry whose file is gone stands for a finding in another: the file may have been renamed.
func (b *Baseline) Sift(list []diag.Diagnostic, path func(diag.Place) string, exists func(file string) bool) (news []diag.Diagnostic, missed []Entry) {
	left := map[site]int{}
	for _, e := range b.Entries {
		left[e.site()] += e.Count
	}
	var homeless []int
	for i := range list {
		s := site{path(list[i].Place), contentOf(&list[i])}
		if left[s] > 0 {
			left[s]--
			continue
		}
		homeless = append(homeless, i)
	}
	elsewhere := map[string][]site{}
	for _, e := range b.Entries {
		if left[e.site()] > 0 && !exists(e.File) {
			elsewhere[e.Content] = append(elsewhere[e.Content], e.site())
		}
	}
	for _, i := range homeless {
		content := contentOf(&list[i])
		moved := slices.IndexFunc(elsewhere[content], func(s site) bool { return left[s] > 0 })
		if moved < 0 {
			news = append(news, list[i])
			continue
		}
		left[elsewhere[content][moved]]--
	}
	for _, e := range b.Entries {
		if n := min(left[e.site()], e.Count); n > 0 {
			left[e.site()] -= n
			e.Count = n
			missed = append(missed, e)
		}
	}
	return news, missed
}

// Without takes entries out, as far as their counts go.
func (b *Baseline) Without(gone []Entry) *Baseline {
	less := map[site]int{}
	for _, e := range gone {
		less[e.site()] += e.Count
	}
	out := &Baseline{}
	for _, e := range b.Entries {
		n := min(less[e.site()], e.Count)
		less[e.site()] -= n
		if e.Count -= n; e.Count > 0 {
			out.Entries = append(out.Entries, e)
		}
	}
	return out
}
