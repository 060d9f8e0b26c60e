package lsp

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"

	"github.com/cudalint/cudalint/internal/config"
	"github.com/cudalint/cudalint/internal/driver"
)

// didChangeWatchedFiles reads files again that changed on disk. Those that are open count as they are in the editor.
func (s *server) didChangeWatchedFiles(_ context.Context, params json.RawMessage) error {
	var p didChangeWatchedFilesParams
	if err := decode(params, &p); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range p.Changes {
		abs, ok := filePath(c.URI)
		if !ok {
			continue
		}
		settings := slices.Contains([]string{config.FileName, "compile_commands.json"}, filepath.Base(abs))
		for _, project := range s.projects {
			switch {
			case settings:
				project.reload()
			case driver.IsSource(abs):
				project.reread = append(project.reread, abs)
				project.wakes()
			}
		}
	}
	return nil
}

// didChangeWorkspaceFolders moves the open documents to the projects that they belong to now.
func (s *server) didChangeWorkspaceFolders(_ context.Context, params json.RawMessage) error {
	var p didChangeFoldersParams
	if err := decode(params, &p); err != nil {
		return err
	}
	s.mu.Lock()
	for _, gone := range p.Event.Removed {
		s.folders = slices.DeleteFunc(s.folders, func(f folder) bool { return f.uri == gone.URI })
	}
	for _, f := range p.Event.Added {
		if abs, ok := filePath(f.URI); ok && !slices.ContainsFunc(s.folders, func(o folder) bool { return o.abs == abs }) {
			s.folders = append(s.folders, folder{f.URI, abs})
		}
	}
	for _, d := range s.docs {
		if abs, ok := filePath(d.uri); !ok || s.folderOf(abs) == d.project.root {
			continue
		}
		d.project.closed(d)
		d.told, d.result = 0, nil
		d.changes()
		s.place(d)
	}
	s.mu.Unlock()
	s.background("settings", s.fetchSettings)
	return nil
}
