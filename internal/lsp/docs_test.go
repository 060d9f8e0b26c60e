package lsp

import (
	"encoding/json"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cudalint/cudalint/internal/config"
)

// names of the settings as they are written.
func settingNames(t reflect.Type) []string {
	var out []string
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			out = append(out, settingNames(f.Type)...)
		} else {
			out = append(out, f.Tag.Get("json"))
		}
	}
	return out
}

func TestSettingsAreDocumented(t *testing.T) {
	names := settingNames(reflect.TypeFor[settings]())
	text, err := os.ReadFile("../../docs/editors.md")
	require.NoError(t, err)
	_, table, found := strings.Cut(string(text), "| setting | standard | |")
	require.True(t, found)
	table, _, _ = strings.Cut(table, "\n\n")
	var documented []string
	standard := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (?:`(.*?)`)? *\\|").FindAllStringSubmatch(table, -1) {
		documented = append(documented, m[1])
		standard[m[1]] = m[2]
	}
	assert.ElementsMatch(t, names, documented)

	var manifest struct {
		Contributes struct {
			Configuration struct {
				Properties map[string]struct{ Default any }
			}
		}
	}
	text, err = os.ReadFile("../../editors/vscode/package.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &manifest))
	own := []string{"path", "headers", "trace.server"} // of the extension, not of the server
	for name, p := range manifest.Contributes.Configuration.Properties {
		name = strings.TrimPrefix(name, "cudalint.")
		if slices.Contains(own, name) {
			continue
		}
		assert.Contains(t, names, name)
		if standard[name] != "" {
			b, err := json.Marshal(p.Default)
			require.NoError(t, err)
			assert.Equal(t, standard[name], string(b), name)
		}
	}
	for _, name := range names {
		if name != "show" { // the extension sets it
			assert.Contains(t, manifest.Contributes.Configuration.Properties, "cudalint."+name)
		}
	}
	// The extension hands on its standards, which must count as nothing set.
	all := object{}
	for name, p := range manifest.Contributes.Configuration.Properties {
		all[strings.TrimPrefix(name, "cudalint.")] = p.Default
	}
	b, err := json.Marshal(object{"cudalint": all})
	require.NoError(t, err)
	s := standardSettings()
	require.NoError(t, s.read(b))
	c, faults := s.command(standardCommand, "/")
	assert.Empty(t, faults)
	assert.Equal(t, standardCommand, c)
}

var standardCommand = config.Command{Set: map[string]config.Value{}}

func TestSnippetsCanBeRead(t *testing.T) {
	text, err := os.ReadFile("../../docs/editors.md")
	require.NoError(t, err)
	found := 0
	for _, m := range regexp.MustCompile("(?ms)^<!-- snippet (\\S+) -->\n```\\w+\n(.*?)^```").FindAllStringSubmatch(string(text), -1) {
		found++
		var v any
		switch {
		case strings.HasSuffix(m[1], ".json"):
			assert.NoError(t, json.Unmarshal([]byte(m[2]), &v), m[1])
		case strings.HasSuffix(m[1], ".toml"):
			assert.NoError(t, toml.Unmarshal([]byte(m[2]), &v), m[1])
		}
		assert.Contains(t, m[2], "cudalint")
	}
	assert.Equal(t, strings.Count(string(text), "<!-- snippet "), found)
}
