package main

import (
	"io"
	"math"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/internal/lsp"
)

func newLSP(p *program) *cobra.Command {
	flags := &runFlags{}
	var stdio bool
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Serve an editor: the Language Server Protocol on standard input and output",
		Long: `An editor starts this command and speaks the Language Server Protocol with it. It runs beside a server for C++ such as clangd.
The flags count where the editor sets nothing; docs/editors.md lists the settings and how editors are set up.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			command, err := flags.command()
			if err != nil {
				return err
			}
			debug.SetMemoryLimit(math.MaxInt64) // a server lives long: its heap is as large as its workspace asks for
			code := lsp.Serve(cmd.Context(), lsp.Options{
				In: p.stdin, Out: p.stdout, Log: p.stderr, Version: version(), Command: command,
				Close: func() error {
					if c, ok := p.stdin.(io.Closer); ok {
						return c.Close()
					}
					return nil
				},
			})
			if code != 0 {
				return &exitError{code: exitFailure}
			}
			return nil
		},
	}
	flags.addSource(cmd.Flags())
	flags.addRules(cmd.Flags())
	cmd.Flags().BoolVar(&stdio, "stdio", true, "speak on standard input and output, as some editors ask for; there is no other way")
	return cmd
}
