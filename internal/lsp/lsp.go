// Package lsp is the language server: an editor's documents go in, diagnostics, code actions, hovers, inlay hints and code lenses come
// out, in the Language Server Protocol 3.17 and what of 3.18 the client announces.
//
// What is said of a document is what the command line says of the file in its workspace folder: both go through a driver.Session or a
// run of the driver, with the same settings. The server is made to run beside another one for C++: it formats, completes and
// navigates nothing, and hovers over nothing but memory accesses and the names of its own rules.
//
// One goroutine reads messages and takes notifications in their order. Each request runs in a goroutine of its own. Each workspace folder
// has a worker that owns its session: it takes the newest texts, waits for a pause in typing, and judges. A result that is
// older than its document is dropped.
package lsp
