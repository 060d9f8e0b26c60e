package trace_test

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/trace"
)

// dump writes a program as text, for messages of failing tests.
func dump(nodes []trace.Node, indent string) string {
	var b strings.Builder
	for _, n := range nodes {
		switch n := n.(type) {
		case *trace.Access:
			fmt.Fprintf(&b, "%saccess %d: space %d width %d at %s\n", indent, n.ID, n.Space, n.Width, n.Offset)
		case *trace.If:
			fmt.Fprintf(&b, "%sif %s\n%s%selse\n%s", indent, n.Cond, dump(n.Then, indent+"  "), indent, dump(n.Else, indent+"  "))
		case *trace.Loop:
			fmt.Fprintf(&b, "%sloop %p while %s last %v\n", indent, n, n.Cond, n.Last)
			for _, v := range n.Vars {
				fmt.Fprintf(&b, "%s  %s = %s, then %s; out %s\n", indent, v.Sym.Name, v.Init, v.Next, v.Out.Name)
			}
			b.WriteString(dump(n.Body, indent+"    "))
		case *trace.Scope:
			fmt.Fprintf(&b, "%sscope %p: out %s = %s\n%s", indent, n, n.Outs[0].Out.Name, n.Outs[0].Next, dump(n.Body, indent+"    "))
		case *trace.Leave:
			fmt.Fprintf(&b, "%sleave %p again %v with %v\n", indent, n.Target, n.Again, n.Values)
		}
	}
	return b.String()
}
