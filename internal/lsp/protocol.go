package lsp

import "encoding/json"

// The types of the protocol that are used here, by their names in the specification. Fields that the server neither reads nor writes are
// left out. A test holds every message that is sent against the official model.

type position struct {
	Line      uint32 `json:"line"`
	Character uint32 `json:"character"`
}

type textRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string    `json:"uri"`
	Range textRange `json:"range"`
}

type textDocumentIdentifier struct {
	URI string `json:"uri"`
}

type versionedTextDocumentIdentifier struct {
	URI     string `json:"uri"`
	Version int32  `json:"version"`
}

// optionalVersion is OptionalVersionedTextDocumentIdentifier: without a version for files that are not open.
type optionalVersion struct {
	URI     string `json:"uri"`
	Version *int32 `json:"version"`
}

type textDocumentItem struct {
	URI        string `json:"uri"`
	LanguageID string `json:"languageId"`
	Version    int32  `json:"version"`
	Text       string `json:"text"`
}

type didOpenParams struct {
	TextDocument textDocumentItem `json:"textDocument"`
}

type contentChange struct {
	Range *textRange `json:"range"`
	Text  string     `json:"text"`
}

type didChangeParams struct {
	TextDocument   versionedTextDocumentIdentifier `json:"textDocument"`
	ContentChanges []contentChange                 `json:"contentChanges"`
}

type documentParams struct {
	TextDocument textDocumentIdentifier `json:"textDocument"`
}

type positionParams struct {
	TextDocument textDocumentIdentifier `json:"textDocument"`
	Position     position               `json:"position"`
}

type rangeParams struct {
	TextDocument textDocumentIdentifier `json:"textDocument"`
	Range        textRange              `json:"range"`
}

// Diagnostics.

type codeDescription struct {
	Href string `json:"href"`
}

type relatedInformation struct {
	Location location `json:"location"`
	Message  string   `json:"message"`
}

type diagnostic struct {
	Range              textRange            `json:"range"`
	Severity           int                  `json:"severity"`
	Code               string               `json:"code"`
	CodeDescription    *codeDescription     `json:"codeDescription,omitempty"`
	Source             string               `json:"source"`
	Message            any                  `json:"message"` // string, or markupContent where the client takes it
	Tags               []int                `json:"tags,omitempty"`
	RelatedInformation []relatedInformation `json:"relatedInformation,omitempty"`
	Data               *diagnosticData      `json:"data,omitempty"`
}

// diagnosticData finds a finding again.
type diagnosticData struct {
	Fingerprint string `json:"fingerprint"`
}

const (
	severityError = 1 + iota
	severityWarning
	severityInformation
	severityHint
)

const tagUnnecessary = 1

type publishDiagnosticsParams struct {
	URI         string       `json:"uri"`
	Version     *int32       `json:"version,omitempty"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type documentDiagnosticParams struct {
	TextDocument     textDocumentIdentifier `json:"textDocument"`
	PreviousResultID string                 `json:"previousResultId"`
}

type fullReport struct {
	Kind     string       `json:"kind"` // "full"
	ResultID string       `json:"resultId"`
	Items    []diagnostic `json:"items"`
}

type unchangedReport struct {
	Kind     string `json:"kind"` // "unchanged"
	ResultID string `json:"resultId"`
}

type serverCancellation struct {
	RetriggerRequest bool `json:"retriggerRequest"`
}

// Edits and code actions.

type textEdit struct {
	Range   textRange `json:"range"`
	NewText string    `json:"newText"`
}

// snippetTextEdit is an edit with places to fill in, of 3.18.
type snippetTextEdit struct {
	Range   textRange   `json:"range"`
	Snippet stringValue `json:"snippet"`
}

type stringValue struct {
	Kind  string `json:"kind"` // "snippet"
	Value string `json:"value"`
}

type textDocumentEdit struct {
	TextDocument optionalVersion `json:"textDocument"`
	Edits        []any           `json:"edits"` // textEdit or snippetTextEdit
}

type workspaceEdit struct {
	Changes         map[string][]textEdit `json:"changes,omitempty"`
	DocumentChanges []textDocumentEdit    `json:"documentChanges,omitempty"`
}

type codeActionParams struct {
	TextDocument textDocumentIdentifier `json:"textDocument"`
	Range        textRange              `json:"range"`
	Context      struct {
		Diagnostics []json.RawMessage `json:"diagnostics"`
		Only        []string          `json:"only"`
		TriggerKind int               `json:"triggerKind"`
	} `json:"context"`
}

type codeAction struct {
	Title       string          `json:"title"`
	Kind        string          `json:"kind"`
	Diagnostics []diagnostic    `json:"diagnostics,omitempty"`
	IsPreferred bool            `json:"isPreferred,omitempty"`
	Disabled    *disabledReason `json:"disabled,omitempty"`
	Edit        *workspaceEdit  `json:"edit,omitempty"`
	Data        *actionData     `json:"data,omitempty"`
}

type disabledReason struct {
	Reason string `json:"reason"`
}

// command is Command.
type command struct {
	Title     string `json:"title"`
	Command   string `json:"command"`
	Arguments []any  `json:"arguments,omitempty"`
}

type executeCommandParams struct {
	Command       string            `json:"command"`
	Arguments     []json.RawMessage `json:"arguments"`
	WorkDoneToken json.RawMessage   `json:"workDoneToken"`
}

// Hover, inlay hints, code lenses.

type markupContent struct {
	Kind  string `json:"kind"` // "plaintext" or "markdown"
	Value string `json:"value"`
}

type hover struct {
	Contents markupContent `json:"contents"`
	Range    *textRange    `json:"range,omitempty"`
}

type inlayHint struct {
	Position    position       `json:"position"`
	Label       string         `json:"label"`
	Tooltip     *markupContent `json:"tooltip,omitempty"`
	PaddingLeft bool           `json:"paddingLeft,omitempty"`
}

type codeLens struct {
	Range   textRange `json:"range"`
	Command *command  `json:"command,omitempty"`
}

// Messages, progress, registration.

const (
	messageError = 1 + iota
	messageWarning
	messageInfo
	messageLog
)

type showMessageParams struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}

type showDocumentParams struct {
	URI      string `json:"uri"`
	External bool   `json:"external,omitempty"`
}

type progressCreateParams struct {
	Token string `json:"token"`
}

type progressParams struct {
	Token any `json:"token"`
	Value any `json:"value"`
}

type progressBegin struct {
	Kind        string `json:"kind"` // "begin"
	Title       string `json:"title"`
	Cancellable bool   `json:"cancellable"`
	Message     string `json:"message,omitempty"`
	Percentage  uint32 `json:"percentage"`
}

type progressReport struct {
	Kind       string `json:"kind"` // "report"
	Message    string `json:"message,omitempty"`
	Percentage uint32 `json:"percentage"`
}

type progressEnd struct {
	Kind    string `json:"kind"` // "end"
	Message string `json:"message,omitempty"`
}

type registrationParams struct {
	Registrations []registration `json:"registrations"`
}

type registration struct {
	ID              string `json:"id"`
	Method          string `json:"method"`
	RegisterOptions any    `json:"registerOptions,omitempty"`
}

type watchedFilesOptions struct {
	Watchers []fileSystemWatcher `json:"watchers"`
}

type fileSystemWatcher struct {
	GlobPattern string `json:"globPattern"`
}

type didChangeWatchedFilesParams struct {
	Changes []struct {
		URI  string `json:"uri"`
		Type int    `json:"type"`
	} `json:"changes"`
}

type workspaceFolder struct {
	URI  string `json:"uri"`
	Name string `json:"name"`
}

type didChangeFoldersParams struct {
	Event struct {
		Added   []workspaceFolder `json:"added"`
		Removed []workspaceFolder `json:"removed"`
	} `json:"event"`
}

type configurationParams struct {
	Items []configurationItem `json:"items"`
}

type configurationItem struct {
	ScopeURI string `json:"scopeUri,omitempty"`
	Section  string `json:"section,omitempty"`
}

type didChangeConfigurationParams struct {
	Settings json.RawMessage `json:"settings"`
}

type cancelParams struct {
	ID json.RawMessage `json:"id"`
}
