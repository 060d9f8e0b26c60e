package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/cudalint/cudalint/gpu"
)

func newTargets(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "targets",
		Short: "List the GPUs that --target names, with their limits",
		Long: `targets lists what --target takes, with the limits that findings and reports go by: shared memory of a block (without and with
opting in) and of a multiprocessor, L1 and shared memory together, resident threads and blocks of a multiprocessor, and the balance
of a product of that kind: FLOP in single precision for each byte that its memory can deliver meanwhile. A kernel with fewer
operations for each byte waits for memory.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			w := tabwriter.NewWriter(p.stdout, 0, 8, 2, ' ', tabwriter.AlignRight)
			fmt.Fprintln(w, "target\tshared/block\topt-in\tshared/SM\tL1+shared\tbanks\tthreads/SM\tblocks/SM\tTFLOP/s\tGB/s\tFLOP/byte\t product")
			for _, name := range gpu.TargetNames() {
				t, _ := gpu.TargetByName(name)
				product, flops, bytes, balance := "-", "-", "-", "-"
				if t.Peak.Known() {
					product = t.Peak.Product
					flops, bytes, balance = fmt.Sprintf("%.1f", t.Peak.Single/1e12), fmt.Sprintf("%.0f", t.Peak.Bytes/1e9), fmt.Sprintf("%.1f", t.Peak.Balance())
				}
				fmt.Fprintf(w, "%s\t%d KB\t%d KB\t%d KB\t%d KB\t%d\t%d\t%d\t%s\t%s\t%s\t %s\n", t.Name, t.SharedDefault/1024, t.SharedOptIn/1024, t.SharedSM/1024,
					t.UnifiedL1/1024, gpu.Banks, t.SMThreads, t.SMBlocks, flops, bytes, balance, product)
			}
			return w.Flush()
		},
	}
}
