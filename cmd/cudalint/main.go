// Command cudalint reads CUDA source files and reports memory accesses that cost more than they need to.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/internal/config"
	"github.com/cudalint/cudalint/internal/report"
)

// Exit codes. Wrong usage goes before failure, failure before findings.
const (
	exitClean    = 0
	exitFindings = 1
	exitUsage    = 2
	exitFailure  = 3
)

// The trees of a folder live about as long as the folder's turn. Collecting less often is worth a tenth of the time; below memoryGoal
// bytes of heap there is room for that, above it the collector works as it would without.
const (
	gcPercent  = 200
	memoryGoal = 380 << 20
)

func main() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(gcPercent)
		debug.SetMemoryLimit(memoryGoal)
	}
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// exitError ends the program with a code; the message is printed when there is one.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

func usageError(format string, args ...any) error {
	return &exitError{exitUsage, fmt.Errorf(format, args...)}
}

// failure is what the driver gives up for: faulty settings are wrong usage.
func failure(err error) error {
	if _, ok := errors.AsType[*config.Error](err); ok {
		return &exitError{exitUsage, err}
	}
	if errors.Is(err, context.Canceled) {
		err = errors.New("interrupted; nothing is reported")
	}
	return &exitError{exitFailure, err}
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if inService() {
		stderr = report.Guard(stderr)
	}
	cmd := newRoot(&program{stdin: stdin, stdout: stdout, stderr: stderr})
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) { // a shell asks; nobody else is to wait for it
		addCompletions(cmd)
	}
	cmd.SetArgs(args)
	cmd.SetIn(stdin)
	cmd.SetOut(stdout)
	cmd.SetErr(stderr)
	err := cmd.ExecuteContext(ctx)
	if err == nil {
		return exitClean
	}
	code := exitUsage // what cobra finds wrong is usage
	if e, ok := errors.AsType[*exitError](err); ok {
		code = e.code
	}
	if err.Error() != "" {
		fmt.Fprintf(stderr, "cudalint: %v\n", err)
	}
	return code
}
