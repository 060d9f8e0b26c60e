package lsp

import "encoding/json"

type initializeParams struct {
	ProcessID             *int               `json:"processId"`
	ClientInfo            *clientInfo        `json:"clientInfo"`
	RootPath              *string            `json:"rootPath"`
	RootURI               *string            `json:"rootUri"`
	WorkspaceFolders      []workspaceFolder  `json:"workspaceFolders"`
	InitializationOptions json.RawMessage    `json:"initializationOptions"`
	Capabilities          clientCapabilities `json:"capabilities"`
}

type clientInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type dynamic struct {
	DynamicRegistration bool `json:"dynamicRegistration"`
}

type refresh struct {
	RefreshSupport bool `json:"refreshSupport"`
}

// clientCapabilities is what of the client's capabilities makes a difference.
type clientCapabilities struct {
	General      generalCapabilities      `json:"general"`
	Window       windowCapabilities       `json:"window"`
	Workspace    workspaceCapabilities    `json:"workspace"`
	TextDocument textDocumentCapabilities `json:"textDocument"`
}

type generalCapabilities struct {
	PositionEncodings []string `json:"positionEncodings"`
	Markdown          *struct {
		Parser string `json:"parser"`
	} `json:"markdown"`
}

type windowCapabilities struct {
	WorkDoneProgress bool `json:"workDoneProgress"`
	ShowDocument     *struct {
		Support bool `json:"support"`
	} `json:"showDocument"`
}

type workspaceCapabilities struct {
	Configuration    bool `json:"configuration"`
	WorkspaceFolders bool `json:"workspaceFolders"`
	WorkspaceEdit    struct {
		DocumentChanges    bool `json:"documentChanges"`
		SnippetEditSupport bool `json:"snippetEditSupport"`
	} `json:"workspaceEdit"`
	DidChangeConfiguration dynamic `json:"didChangeConfiguration"`
	DidChangeWatchedFiles  dynamic `json:"didChangeWatchedFiles"`
	Diagnostics            refresh `json:"diagnostics"`
	InlayHint              refresh `json:"inlayHint"`
	CodeLens               refresh `json:"codeLens"`
}

type textDocumentCapabilities struct {
	PublishDiagnostics publishCapabilities `json:"publishDiagnostics"`
	Diagnostic         *struct {
		RelatedInformation     bool `json:"relatedInformation"`
		DataSupport            bool `json:"dataSupport"`
		CodeDescriptionSupport bool `json:"codeDescriptionSupport"`
		MarkupMessageSupport   bool `json:"markupMessageSupport"`
		TagSupport             *struct {
			ValueSet []int `json:"valueSet"`
		} `json:"tagSupport"`
	} `json:"diagnostic"`
	CodeAction struct {
		CodeActionLiteralSupport *struct{} `json:"codeActionLiteralSupport"`
		IsPreferredSupport       bool      `json:"isPreferredSupport"`
		DisabledSupport          bool      `json:"disabledSupport"`
		DataSupport              bool      `json:"dataSupport"`
		ResolveSupport           *struct {
			Properties []string `json:"properties"`
		} `json:"resolveSupport"`
	} `json:"codeAction"`
	Hover struct {
		ContentFormat []string `json:"contentFormat"`
	} `json:"hover"`
	InlayHint *struct{} `json:"inlayHint"`
	CodeLens  *struct{} `json:"codeLens"`
}

type publishCapabilities struct {
	RelatedInformation     bool `json:"relatedInformation"`
	VersionSupport         bool `json:"versionSupport"`
	DataSupport            bool `json:"dataSupport"`
	CodeDescriptionSupport bool `json:"codeDescriptionSupport"`
	TagSupport             *struct {
		ValueSet []int `json:"valueSet"`
	} `json:"tagSupport"`
}

type initializeResult struct {
	Capabilities serverCapabilities `json:"capabilities"`
	ServerInfo   serverInfo         `json:"serverInfo"`
}

type serverInfo struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
}

type serverCapabilities struct {
	PositionEncoding       encoding              `json:"positionEncoding"`
	TextDocumentSync       syncOptions           `json:"textDocumentSync"`
	HoverProvider          bool                  `json:"hoverProvider"`
	CodeActionProvider     any                   `json:"codeActionProvider"` // codeActionOptions or true
	CodeLensProvider       *codeLensOptions      `json:"codeLensProvider,omitempty"`
	InlayHintProvider      bool                  `json:"inlayHintProvider,omitempty"`
	DiagnosticProvider     *diagnosticOptions    `json:"diagnosticProvider,omitempty"`
	ExecuteCommandProvider executeCommandOptions `json:"executeCommandProvider"`
	Workspace              workspaceOptions      `json:"workspace"`
}

type syncOptions struct {
	OpenClose bool `json:"openClose"`
	Change    int  `json:"change"` // 2 is incremental
	Save      bool `json:"save"`
}

type codeActionOptions struct {
	CodeActionKinds []string `json:"codeActionKinds"`
	ResolveProvider bool     `json:"resolveProvider,omitempty"`
}

type codeLensOptions struct {
	ResolveProvider bool `json:"resolveProvider"`
}

type diagnosticOptions struct {
	Identifier            string `json:"identifier"`
	InterFileDependencies bool   `json:"interFileDependencies"`
	WorkspaceDiagnostics  bool   `json:"workspaceDiagnostics"`
}

type executeCommandOptions struct {
	Commands []string `json:"commands"`
}

type workspaceOptions struct {
	WorkspaceFolders workspaceFoldersOptions `json:"workspaceFolders"`
}

type workspaceFoldersOptions struct {
	Supported           bool `json:"supported"`
	ChangeNotifications bool `json:"changeNotifications"`
}
