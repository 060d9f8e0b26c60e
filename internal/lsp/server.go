package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/cudalint/cudalint/internal/config"
)

// Error codes of the protocol beyond those of JSON-RPC.
const (
	codeServerNotInitialized = -32002
	codeServerCancelled      = -32802
	codeContentModified      = -32801
	codeRequestCancelled     = -32800
)

// Options of a server.
type Options struct {
	In      io.Reader
	Out     io.Writer
	Close   func() error // closes both; reading must end with it
	Log     io.Writer    // for people
	Version string
	Command config.Command // what the command line set; the editor's settings go ahead of it
}

// phase of a server's life.
type phase int

const (
	created phase = iota
	running
	shut
)

// server is one connection with a client.
type server struct {
	options Options
	conn    *jsonrpc2.Conn
	client  client
	work    sync.WaitGroup  // goroutines
	spawn   sync.Mutex      // guards ended
	ended   bool            // no goroutine is started any more
	life    context.Context // ends with the connection

	telling sync.Mutex // held while diagnostics are published, so that those of a closed document are not the last word

	mu       sync.Mutex // guards the rest
	phase    phase
	exit     int // code
	pending  map[jsonrpc2.ID]context.CancelFunc
	docs     map[string]*document // by URI
	projects map[string]*project  // by key
	folders  []folder
	settings settings            // for all folders
	initial  settings            // those that the client started with
	own      map[string]settings // of single folders, by path
	pages    []string            // files that pages were written to
	shown    string              // the last message about a session
	tokens   int                 // progress tokens given out
	progress map[string]context.CancelFunc
}

// Serve answers a client until it says exit or goes, and gives the exit code: 0 when shutdown came ahead of exit, 1 otherwise.
func Serve(ctx context.Context, o Options) int {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s := &server{
		options: o, life: ctx, exit: 1, pending: map[jsonrpc2.ID]context.CancelFunc{}, docs: map[string]*document{},
		projects: map[string]*project{}, progress: map[string]context.CancelFunc{}, settings: standardSettings(),
	}
	ready := make(chan struct{})
	s.conn = jsonrpc2.NewConn(ctx, newStream(o.In, o.Out, o.Close), handler{s, ready}, jsonrpc2.SetLogger(logger{s}))
	close(ready)
	<-s.conn.DisconnectNotify()
	stop()
	s.spawn.Lock()
	s.ended = true
	s.spawn.Unlock()
	s.work.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, path := range s.pages {
		_ = os.Remove(path) // a temporary file
	}
	return s.exit
}

// handler waits for the connection to be known to the server.
type handler struct {
	server *server
	ready  chan struct{}
}

// Handle takes messages one after the other, in the order in which they come.
func (h handler) Handle(ctx context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) {
	<-h.ready
	if r.Notif {
		h.server.notified(ctx, r)
		return
	}
	h.server.asked(ctx, r)
}

// logger writes what goes wrong to the log.
type logger struct{ server *server }

func (l logger) Printf(format string, args ...any) { l.server.logf(format, args...) }

func (s *server) logf(format string, args ...any) {
	if s.options.Log != nil {
		fmt.Fprintf(s.options.Log, "cudalint: "+format+"\n", args...)
	}
}

// notifications and requests by method. A notification is done when its function returns, so that the next message finds its effect.
var notifications = map[string]func(*server, context.Context, json.RawMessage) error{
	"initialized":                         (*server).initialized,
	"textDocument/didOpen":                (*server).didOpen,
	"textDocument/didChange":              (*server).didChange,
	"textDocument/didSave":                (*server).didSave,
	"textDocument/didClose":               (*server).didClose,
	"workspace/didChangeConfiguration":    (*server).didChangeConfiguration,
	"workspace/didChangeWatchedFiles":     (*server).didChangeWatchedFiles,
	"workspace/didChangeWorkspaceFolders": (*server).didChangeWorkspaceFolders,
	"window/workDoneProgress/cancel":      (*server).cancelProgress,
	"$/cancelRequest":                     (*server).cancelRequest,
}

// A request's function reads what it needs of the state of the moment and gives the rest of the work, which runs beside others.
var requests = map[string]func(*server, json.RawMessage) (job, error){
	"textDocument/diagnostic":  (*server).pullDiagnostics,
	"textDocument/codeAction":  (*server).codeActions,
	"codeAction/resolve":       (*server).resolveAction,
	"textDocument/hover":       (*server).hover,
	"textDocument/inlayHint":   (*server).inlayHints,
	"textDocument/codeLens":    (*server).codeLenses,
	"workspace/executeCommand": (*server).executeCommand,
}

// job is what is left of a request when its parameters are read.
type job func(context.Context) (any, error)

func (s *server) notified(ctx context.Context, r *jsonrpc2.Request) {
	s.mu.Lock()
	now := s.phase
	s.mu.Unlock()
	if r.Method == "exit" {
		s.mu.Lock()
		if now == shut {
			s.exit = 0
		}
		s.mu.Unlock()
		s.conn.Close()
		return
	}
	do := notifications[r.Method]
	if do == nil || now != running {
		return
	}
	defer func() {
		if p := recover(); p != nil {
			s.logf("internal error in %s: %v\n%s", r.Method, p, debug.Stack())
		}
	}()
	if err := do(s, ctx, paramsOf(r)); err != nil {
		s.logf("%s: %v", r.Method, err)
	}
}

func paramsOf(r *jsonrpc2.Request) json.RawMessage {
	if r.Params == nil {
		return nil
	}
	return *r.Params
}

func (s *server) asked(ctx context.Context, r *jsonrpc2.Request) {
	s.mu.Lock()
	now := s.phase
	s.mu.Unlock()
	refuse := func(code int64, message string) {
		s.answer(ctx, r, nil, &jsonrpc2.Error{Code: code, Message: message})
	}
	switch {
	case r.Method == "initialize" && now == created:
		result, err := s.initialize(paramsOf(r))
		s.answer(ctx, r, result, err)
		return
	case now == created:
		refuse(codeServerNotInitialized, "initialize comes first")
		return
	case r.Method == "initialize":
		refuse(jsonrpc2.CodeInvalidRequest, "the server is initialized already")
		return
	case now == shut:
		refuse(jsonrpc2.CodeInvalidRequest, "the server is shut down")
		return
	case r.Method == "shutdown":
		s.mu.Lock()
		s.phase = shut
		s.mu.Unlock()
		s.answer(ctx, r, nil, nil)
		return
	}
	begin := requests[r.Method]
	if begin == nil {
		refuse(jsonrpc2.CodeMethodNotFound, "unknown method "+r.Method)
		return
	}
	do, err := begin(s, paramsOf(r))
	if err != nil {
		s.answer(ctx, r, nil, err)
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	s.mu.Lock()
	s.pending[r.ID] = cancel
	s.mu.Unlock()
	s.start(func() {
		result, err := s.guarded(ctx, r.Method, do)
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		s.mu.Lock()
		delete(s.pending, r.ID)
		s.mu.Unlock()
		s.answer(context.WithoutCancel(ctx), r, result, err)
		cancel()
	})
}

// guarded turns a panic into an error.
func (s *server) guarded(ctx context.Context, what string, do job) (result any, err error) {
	defer func() {
		if p := recover(); p != nil {
			s.logf("internal error in %s: %v\n%s", what, p, debug.Stack())
			result, err = nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: fmt.Sprintf("internal error: %v", p)}
		}
	}()
	return do(ctx)
}

// answer replies to a request.
func (s *server) answer(ctx context.Context, r *jsonrpc2.Request, result any, err error) {
	if err != nil {
		fault, ok := errors.AsType[*jsonrpc2.Error](err)
		switch {
		case ok:
		case errors.Is(err, context.Canceled):
			fault = &jsonrpc2.Error{Code: codeRequestCancelled, Message: "cancelled"}
		case errors.Is(err, errModified):
			fault = &jsonrpc2.Error{Code: codeContentModified, Message: err.Error()}
		default:
			fault = &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: err.Error()}
		}
		_ = s.conn.ReplyWithError(ctx, r.ID, fault) // the client is gone when this fails
		return
	}
	_ = s.conn.Reply(ctx, r.ID, result)
}

// notify sends a notification.
func (s *server) notify(method string, params any) {
	_ = s.conn.Notify(context.Background(), method, params)
}

// call sends a request and waits for the answer. It must not be called where messages are read.
func (s *server) call(ctx context.Context, method string, params, result any) error {
	return s.conn.Call(ctx, method, params, result)
}

// background runs do in a goroutine that Serve waits for, and that the end of the connection stops.
func (s *server) background(what string, do func(context.Context)) {
	s.start(func() {
		_, _ = s.guarded(s.life, what, func(ctx context.Context) (any, error) {
			do(ctx)
			return nil, nil
		})
	})
}

// start runs do in a goroutine, unless the connection has ended.
func (s *server) start(do func()) {
	s.spawn.Lock()
	defer s.spawn.Unlock()
	if !s.ended {
		s.work.Go(do)
	}
}

// decode reads parameters.
func decode(params json.RawMessage, into any) error {
	if len(params) == 0 || string(params) == "null" {
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: "the parameters are missing"}
	}
	if err := json.Unmarshal(params, into); err != nil {
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
	}
	return nil
}

func (s *server) cancelRequest(_ context.Context, params json.RawMessage) error {
	var p cancelParams
	if err := decode(params, &p); err != nil {
		return err
	}
	id, err := idOf(p.ID)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.pending[id]; cancel != nil {
		cancel()
	}
	return nil
}
