package lsp

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// client is what the other side can do.
type client struct {
	encoding   encoding
	pulls      bool // asks for diagnostics, so that none are pushed
	watches    bool // tells of changed files
	configures bool // can be asked for settings
	images     bool // shows images in Markdown
	markdown   bool // in hovers
	progress   bool
	documents  bool // shows documents that it is asked to

	diagnostics diagnosticClient
	actions     actionClient
	refreshes   refreshClient
}

// diagnosticClient is what a client takes in diagnostics.
type diagnosticClient struct{ versions, related, descriptions, data, unnecessary, markup bool }

// actionClient is what a client takes in code actions and their edits.
type actionClient struct{ preferred, disabled, lazy, versioned, snippets bool }

// refreshClient tells what a client can be asked to ask for again.
type refreshClient struct{ diagnostics, hints, lenses bool }

// folder is a workspace folder.
type folder struct {
	uri string
	abs string
}

func (s *server) initialize(params json.RawMessage) (any, error) {
	var p initializeParams
	if err := decode(params, &p); err != nil {
		return nil, err
	}
	s.client = clientOf(&p)
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(p.InitializationOptions) > 0 && string(p.InitializationOptions) != "null" {
		if err := s.settings.read(p.InitializationOptions); err != nil {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: "initializationOptions: " + err.Error()}
		}
	}
	s.initial = s.settings
	s.folders = foldersOf(&p)
	s.phase = running
	if p.ProcessID != nil {
		s.watchParent(*p.ProcessID)
	}
	return initializeResult{Capabilities: s.capabilities(&p.Capabilities), ServerInfo: serverInfo{"cudalint", s.options.Version}}, nil
}

func clientOf(p *initializeParams) client {
	c := &p.Capabilities
	publish, pull, action := &c.TextDocument.PublishDiagnostics, c.TextDocument.Diagnostic, &c.TextDocument.CodeAction
	out := client{
		encoding:   choose(c.General.PositionEncodings),
		pulls:      pull != nil,
		watches:    c.Workspace.DidChangeWatchedFiles.DynamicRegistration,
		configures: c.Workspace.Configuration,
		markdown:   slices.Contains(c.TextDocument.Hover.ContentFormat, "markdown"),
		progress:   c.Window.WorkDoneProgress,
		documents:  c.Window.ShowDocument != nil && c.Window.ShowDocument.Support,
		diagnostics: diagnosticClient{
			publish.VersionSupport, publish.RelatedInformation, publish.CodeDescriptionSupport, publish.DataSupport,
			publish.TagSupport != nil && slices.Contains(publish.TagSupport.ValueSet, tagUnnecessary), false,
		},
		actions: actionClient{
			action.IsPreferredSupport, action.DisabledSupport,
			action.DataSupport && action.ResolveSupport != nil && slices.Contains(action.ResolveSupport.Properties, "edit"),
			c.Workspace.WorkspaceEdit.DocumentChanges, c.Workspace.WorkspaceEdit.SnippetEditSupport && c.Workspace.WorkspaceEdit.DocumentChanges,
		},
		refreshes: refreshClient{c.Workspace.Diagnostics.RefreshSupport, c.Workspace.InlayHint.RefreshSupport, c.Workspace.CodeLens.RefreshSupport},
	}
	if pull != nil {
		// Before 3.18 what a pulling client takes is told for pushed diagnostics.
		d := &out.diagnostics
		d.related = d.related || pull.RelatedInformation
		d.descriptions = d.descriptions || pull.CodeDescriptionSupport
		d.data = d.data || pull.DataSupport
		d.unnecessary = d.unnecessary || pull.TagSupport != nil && slices.Contains(pull.TagSupport.ValueSet, tagUnnecessary)
		d.markup = pull.MarkupMessageSupport
	}
	if p.ClientInfo != nil {
		// The protocol has no word for images. Visual Studio Code and its kin show those of a data URI.
		name := strings.ToLower(p.ClientInfo.Name)
		out.images = slices.ContainsFunc([]string{"visual studio code", "vscodium", "code - oss", "cursor"}, func(n string) bool { return strings.HasPrefix(name, n) })
	}
	return out
}

func foldersOf(p *initializeParams) []folder {
	var out []folder
	add := func(uri string) {
		if abs, ok := filePath(uri); ok {
			out = append(out, folder{uri, abs})
		}
	}
	switch {
	case p.WorkspaceFolders != nil:
		for _, f := range p.WorkspaceFolders {
			add(f.URI)
		}
	case p.RootURI != nil:
		add(*p.RootURI)
	case p.RootPath != nil && filepath.IsAbs(*p.RootPath):
		add(fileURI(filepath.Clean(*p.RootPath)))
	}
	return out
}

func (s *server) capabilities(c *clientCapabilities) serverCapabilities {
	out := serverCapabilities{
		PositionEncoding:       s.client.encoding,
		TextDocumentSync:       syncOptions{OpenClose: true, Change: 2, Save: true},
		HoverProvider:          true,
		CodeActionProvider:     false,
		ExecuteCommandProvider: executeCommandOptions{commandNames},
		Workspace:              workspaceOptions{workspaceFoldersOptions{true, true}},
		CodeLensProvider:       &codeLensOptions{},
		InlayHintProvider:      true,
	}
	if c.TextDocument.CodeAction.CodeActionLiteralSupport != nil {
		out.CodeActionProvider = codeActionOptions{[]string{kindQuickFix, kindFixAll}, s.client.actions.lazy}
	}
	if s.client.pulls {
		out.DiagnosticProvider = &diagnosticOptions{Identifier: "cudalint", InterFileDependencies: true}
	}
	return out
}

// initialized asks the client to tell of changed files and settings, and for the settings that it has.
func (s *server) initialized(context.Context, json.RawMessage) error {
	s.background("registration", func(ctx context.Context) {
		if list := s.registrations(); len(list) > 0 {
			if err := s.call(ctx, "client/registerCapability", registrationParams{list}, nil); err != nil {
				s.logf("the client takes no registration: %v", err)
			}
		}
		s.fetchSettings(ctx)
	})
	return nil
}

func (s *server) registrations() []registration {
	var out []registration
	if s.client.watches {
		out = append(out, registration{"files", "workspace/didChangeWatchedFiles", watchedFilesOptions{[]fileSystemWatcher{
			{"**/*.{cu,cuh,h,hh,hpp,inl,cc,cpp,cxx}"}, {"**/.cudalint.toml"}, {"**/compile_commands.json"},
		}}})
	}
	return out
}

// parentPoll is how often the editor's process is looked for.
const parentPoll = 3 * time.Second

// watchParent ends the connection when the editor's process is gone.
func (s *server) watchParent(pid int) {
	s.background("watch of the parent process", func(ctx context.Context) {
		for alive(pid) {
			select {
			case <-ctx.Done():
				return
			case <-time.After(parentPoll):
			}
		}
		s.logf("process %d is gone", pid)
		s.conn.Close()
	})
}
