package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Result is a line of the output.
type Result struct {
	Mutant
	Killed  string   `json:"killed,omitempty"` // the package and test that failed, or "time"
	Reached []string `json:"reached"`          // the packages whose tests come by the place
	Seconds float64  `json:"seconds"`
}

// runner runs suites against mutants.
type runner struct {
	dir     string
	jobs    int
	only    string
	mutants []Mutant
	times   map[string]time.Duration // without a mutant, by suite
	reached map[string]map[int]bool  // by suite
}

func (r *runner) run(dir, out string) error {
	var err error
	if r.dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(r.dir, "mutants.json"))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &r.mutants); err != nil {
		return err
	}
	if r.only != "" {
		if err := r.survivors(); err != nil {
			return err
		}
	}
	if err := r.bare(); err != nil {
		return err
	}
	results, err := r.all(out)
	if err != nil {
		return err
	}
	table(os.Stdout, results)
	return nil
}

// survivors keeps the mutants that survived in an earlier run: the places may have other numbers now.
func (r *runner) survivors() error {
	before, err := read(r.only)
	if err != nil {
		return err
	}
	alive := map[string]bool{}
	for _, m := range before {
		alive[m.key()] = m.Killed == ""
	}
	r.mutants = slices.DeleteFunc(r.mutants, func(m Mutant) bool { return !alive[m.key()] })
	return nil
}

func (m Mutant) key() string { return m.Place + " " + m.Operator + " " + m.Before + " " + m.After }

// bare runs the suites without a mutant, for their time and for the places that they come by.
func (r *runner) bare() error {
	r.times, r.reached = map[string]time.Duration{}, map[string]map[int]bool{}
	var lock sync.Mutex
	var failed error
	r.each(len(suites), func(i int) {
		s := suites[i]
		list := filepath.Join(r.dir, "reached-"+s.binary())
		os.Remove(list)
		start := time.Now()
		test := r.test(s, 10*time.Minute, "MUTANT=0", "MUTANTS_REACHED="+list)
		spent := time.Since(start)
		ids := map[int]bool{}
		text, _ := os.ReadFile(list)
		for line := range strings.Lines(string(text)) {
			if id, err := strconv.Atoi(strings.TrimSpace(line)); err == nil {
				ids[id] = true
			}
		}
		lock.Lock()
		defer lock.Unlock()
		r.times[s.Room], r.reached[s.Room] = spent, ids
		if test != "" {
			failed = fmt.Errorf("the tests of %s fail without a mutant: %s", s.Room, test)
		}
		fmt.Printf("%s: %.1f s, comes by %d mutants\n", s.Room, spent.Seconds(), len(ids))
	})
	return failed
}

// each calls f for 0 to n-1, several at a time.
func (r *runner) each(n int, f func(int)) {
	var wait sync.WaitGroup
	next := make(chan int)
	for range max(r.jobs, 1) {
		wait.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wait.Wait()
}

func (r *runner) all(out string) ([]Result, error) {
	f, err := os.Create(out)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	order := slices.SortedStableFunc(slices.Values(suites), func(a, b suite) int { return cmp.Compare(r.times[a.Room], r.times[b.Room]) })
	results := make([]Result, len(r.mutants))
	var lock sync.Mutex
	done := 0
	r.each(len(r.mutants), func(i int) {
		result := r.one(r.mutants[i], order)
		line, _ := json.Marshal(result)
		lock.Lock()
		defer lock.Unlock()
		results[i] = result
		if _, e := f.Write(append(line, '\n')); e != nil && err == nil {
			err = e
		}
		if done++; done%50 == 0 {
			fmt.Printf("%d of %d\n", done, len(r.mutants))
		}
	})
	return results, err
}

// one runs the suites that come by a mutant until one notices it, the shortest first.
func (r *runner) one(m Mutant, order []suite) Result {
	result := Result{Mutant: m, Reached: []string{}}
	start := time.Now()
	for _, s := range order {
		if r.reached[s.Room][m.ID] && s.tests(m.Package) {
			result.Reached = append(result.Reached, s.Room)
		}
	}
	for _, s := range order {
		if !slices.Contains(result.Reached, s.Room) {
			continue
		}
		test := r.test(s, 5*r.times[s.Room]+10*time.Second, "MUTANT="+strconv.Itoa(m.ID))
		if test != "" {
			result.Killed = s.Room + ": " + test
			break
		}
	}
	result.Seconds = float64(time.Since(start).Milliseconds()) / 1000
	return result
}

func (s suite) tests(room string) bool {
	return s.For == "" || slices.Contains(strings.Fields(s.For), room)
}

// test runs a suite and names the test that fails, "time", or nothing.
func (r *runner) test(s suite, limit time.Duration, env ...string) string {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	temp, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return err.Error()
	}
	defer os.RemoveAll(temp)
	// A mutant may ask for any amount of memory.
	args := append([]string{"-c", `ulimit -v 6000000; exec "$0" "$@"`, filepath.Join(r.dir, "bin", s.binary()), "-test.failfast", "-test.timeout=0"}, s.Args...)
	cmd := exec.CommandContext(ctx, "sh", args...)
	cmd.Dir = filepath.Join(r.dir, "tree", s.Room)
	cmd.Env = append(os.Environ(), append(env, "GOMAXPROCS=1", "TMPDIR="+temp)...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 2 * time.Second
	output, err := cmd.CombinedOutput()
	switch {
	case ctx.Err() != nil:
		return "time"
	case err != nil:
		return failing(string(output))
	}
	return ""
}

// failing names the test that failed in what it printed.
func failing(output string) string {
	name, panicked := "?", ""
	for line := range strings.Lines(output) {
		line = strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(line, "--- FAIL: "); ok {
			name, _, _ = strings.Cut(rest, " (")
		}
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			panicked = " " + line[:min(len(line), 80)]
		}
	}
	return name + panicked
}

func read(path string) ([]Result, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []Result
	scan := bufio.NewScanner(f)
	scan.Buffer(nil, 1<<24)
	for scan.Scan() {
		var r Result
		if err := json.Unmarshal(scan.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		out = append(out, r)
	}
	return out, scan.Err()
}

func tableOf(path string) error {
	results, err := read(path)
	if err != nil {
		return err
	}
	table(os.Stdout, results)
	return nil
}

// table sums up by package and by operator, and lists those that survived.
func table(w io.Writer, results []Result) {
	type row struct{ mutants, killed, time, unreached int }
	rows := map[string]*row{}
	var names []string
	for _, by := range []func(Result) string{func(r Result) string { return r.Package }, func(r Result) string { return r.Operator }, func(Result) string { return "all" }} {
		var mine []string
		for _, r := range results {
			name := by(r)
			if rows[name] == nil {
				rows[name] = &row{}
				mine = append(mine, name)
			}
			rows[name].mutants++
			switch {
			case strings.HasSuffix(r.Killed, ": time"):
				rows[name].time++
				fallthrough
			case r.Killed != "":
				rows[name].killed++
			case len(r.Reached) == 0:
				rows[name].unreached++
			}
		}
		slices.Sort(mine)
		names = append(names, mine...)
	}
	fmt.Fprintf(w, "%-12s %8s %7s %6s %8s %10s\n", "", "mutants", "killed", "share", "by time", "unreached")
	for _, name := range names {
		r := rows[name]
		fmt.Fprintf(w, "%-12s %8d %7d %5.1f%% %8d %10d\n", name, r.mutants, r.killed, 100*float64(r.killed)/float64(r.mutants), r.time, r.unreached)
	}
	slices.SortFunc(results, func(a, b Result) int { return a.ID - b.ID })
	for _, r := range results {
		if r.Killed == "" {
			fmt.Fprintf(w, "survived: %s %s: %q -> %q\n", r.Place, r.Operator, r.Before, r.After)
		}
	}
}
