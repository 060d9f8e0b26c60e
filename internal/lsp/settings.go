package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/cudalint/cudalint/gpu"
	"github.com/cudalint/cudalint/internal/config"
	"github.com/cudalint/cudalint/lint"
)

// section is the name of the settings in the client.
const section = "cudalint"

// settings are what the user set in the editor. Those that the command line has too go ahead of its flags.
type settings struct {
	Enable     bool   `json:"enable"`
	InlayHints bool   `json:"inlayHints"`
	CodeLens   bool   `json:"codeLens"`
	Picture    string `json:"picture"`  // auto, image or text
	Debounce   int    `json:"debounce"` // milliseconds to wait for a pause in typing; negative: an eighth of the time that judging takes
	Show       string `json:"show"`     // who shows what commands find: server, or client, from their results
	MaxFiles   int    `json:"maxFiles"` // source files of a workspace folder up to which all of it is read

	flags
}

// flags are settings that go by the names of the command line's flags; nil is not set.
type flags struct {
	Target   *string         `json:"target"`
	Block    json.RawMessage `json:"block"` // "32,8" or [32, 8]
	Defines  []string        `json:"defines"`
	Include  []string        `json:"include"` // relative to the workspace folder
	Select   []string        `json:"select"`
	Ignore   []string        `json:"ignore"`
	Possible *bool           `json:"possible"`
	Reasons  *bool           `json:"requireReason"`
	Config   string          `json:"config"`
	Isolated bool            `json:"isolated"`
}

func standardSettings() settings {
	return settings{Enable: true, InlayHints: true, CodeLens: true, Picture: "auto", Show: "server", Debounce: -1, MaxFiles: 20_000}
}

// read takes the settings over that a JSON object holds. Either it is the section itself or it holds the section.
func (s *settings) read(data json.RawMessage) error {
	var outer map[string]json.RawMessage
	if err := json.Unmarshal(data, &outer); err != nil {
		return fmt.Errorf("the settings are no object: %w", err)
	}
	if inner, ok := outer[section]; ok && len(inner) > 0 && inner[0] == '{' {
		data = inner
	}
	next := *s
	next.Block = slices.Clone(s.Block) // which decoding would write into
	if err := json.Unmarshal(data, &next); err != nil {
		return err
	}
	*s = next
	return nil
}

// command puts the settings over what the command line set. What is wrong is left out and told.
func (s *settings) command(base config.Command, dir string) (c config.Command, faults []string) {
	c = base
	c.Set = maps.Clone(base.Set)
	if c.Set == nil {
		c.Set = map[string]config.Value{}
	}
	origin := config.Origin{Path: "the editor's settings"}
	put := func(key string, value any) { c.Set[key] = config.Value{Data: value, Origin: origin} }
	wrong := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if s.Target != nil && *s.Target != "" {
		if t, ok := gpu.TargetByName(*s.Target); ok {
			put(config.KeyTarget, t.Name)
		} else {
			wrong("target %q is none of %s", *s.Target, strings.Join(gpu.TargetNames(), ", "))
		}
	}
	if shape, why := blockOf(s.Block); why != "" {
		wrong("block: %s", why)
	} else if shape != [3]int64{} {
		put(config.KeyBlock, shape)
	}
	if len(s.Defines) > 0 {
		put(config.KeyDefines, slices.DeleteFunc(slices.Clone(s.Defines), func(d string) bool {
			name, _, _ := strings.Cut(d, "=")
			bad := name == "" || strings.ContainsAny(d, "\r\n")
			if bad {
				wrong("defines: %q is no macro", d)
			}
			return bad
		}))
	}
	if len(s.Include) > 0 {
		put(config.KeyInclude, absolute(dir, s.Include))
	}
	if s.Possible != nil {
		put(config.KeyPossible, *s.Possible)
	}
	if s.Reasons != nil {
		put(config.KeyRequireReason, *s.Reasons)
	}
	known := func(setting string, names []string) []string {
		return slices.DeleteFunc(slices.Clone(names), func(n string) bool {
			bad := !slices.Contains(lint.RuleNames(), n)
			if bad {
				wrong("%s: unknown rule %q", setting, n)
			}
			return bad
		})
	}
	if len(s.Select) > 0 {
		c.Select = known("select", s.Select)
	}
	if len(s.Ignore) > 0 {
		c.Ignore = known("ignore", s.Ignore)
	}
	if s.Config != "" {
		c.File = absolute(dir, []string{s.Config})[0]
	}
	c.Isolated = c.Isolated || s.Isolated
	return c, faults
}

func absolute(dir string, paths []string) []string {
	out := make([]string, len(paths))
	for i, p := range paths {
		p = filepath.FromSlash(p)
		if !filepath.IsAbs(p) {
			p = filepath.Join(dir, p)
		}
		out[i] = filepath.Clean(p)
	}
	return out
}

// blockOf reads "32,8" or [32, 8]; the zero shape is none.
func blockOf(data json.RawMessage) (shape [3]int64, why string) {
	if len(data) == 0 || string(data) == "null" || string(data) == `""` {
		return shape, ""
	}
	var list []int64
	var s string
	if json.Unmarshal(data, &s) == nil {
		data = slices.Concat([]byte("["), []byte(s), []byte("]"))
	}
	if err := json.Unmarshal(data, &list); err != nil {
		return shape, fmt.Sprintf("%s is no block shape X[,Y[,Z]]", data)
	}
	return config.BlockShape(list)
}

// fetchSettings asks the client for the settings of every workspace folder.
func (s *server) fetchSettings(ctx context.Context) {
	if !s.client.configures {
		return
	}
	s.mu.Lock()
	folders := slices.Clone(s.folders)
	s.mu.Unlock()
	items := []configurationItem{{Section: section}}
	for _, f := range folders {
		items = append(items, configurationItem{f.uri, section})
	}
	var answers []json.RawMessage
	if err := s.call(ctx, "workspace/configuration", configurationParams{items}, &answers); err != nil {
		if ctx.Err() == nil {
			s.logf("ask for settings: %v", err)
		}
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	own := map[string]settings{}
	for i, a := range answers {
		if i >= len(items) || bytes.Equal(bytes.TrimSpace(a), []byte("null")) {
			continue
		}
		next := s.initial
		if err := next.read(a); err != nil {
			s.logf("settings: %v", err)
			continue
		}
		if i == 0 {
			s.settings = next
		} else {
			own[folders[i-1].abs] = next
		}
	}
	s.settle(own)
}

// settle gives all projects their settings; own are those of single folders. The lock is held.
func (s *server) settle(own map[string]settings) {
	for _, p := range s.projects {
		next, ok := own[p.root]
		if !ok {
			next = s.settings
		}
		if !reflect.DeepEqual(p.settings, next) {
			p.settings = next
			p.reload()
		}
	}
	s.own = own
}

func (s *server) didChangeConfiguration(_ context.Context, params json.RawMessage) error {
	if s.client.configures {
		s.background("settings", s.fetchSettings)
		return nil
	}
	var p didChangeConfigurationParams
	if err := decode(params, &p); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(p.Settings) == 0 || string(p.Settings) == "null" {
		return nil
	}
	next := s.initial
	if err := next.read(p.Settings); err != nil {
		return err
	}
	s.settings = next
	s.settle(nil)
	return nil
}

// pause is how long a worker waits for the typing to pause, when judging takes as long as cost.
func (s *settings) pause(cost time.Duration) time.Duration {
	if s.Debounce >= 0 {
		return time.Duration(s.Debounce) * time.Millisecond
	}
	return min(max(cost/8, 2*time.Millisecond), 250*time.Millisecond)
}
