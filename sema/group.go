package sema

import (
	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/indexmath"
	"github.com/cudalint/cudalint/trace"
)

// groupOf evaluates the functions that make cooperative groups.
func (in *interp) groupOf(name string, x *ast.Call) (value, bool) {
	switch name {
	case "this_thread_block":
		return value{group: &group{kind: "block"}, same: true}, true
	case "this_grid":
		return value{group: &group{kind: "grid"}, same: true}, true
	case "this_cluster":
		return value{group: &group{kind: "cluster"}, same: true}, true
	case "coalesced_threads", "binary_partition", "labeled_partition":
		for _, a := range x.Args {
			in.eval(a)
		}
		return value{group: &group{kind: "coalesced"}, same: true}, true
	case "tiled_partition":
		size := int64(0)
		if id, ok := x.Fun.(*ast.Ident); ok {
			if args := in.templateArgs(id.Parts[len(id.Parts)-1].Args); len(args) > 0 && !args[0].is {
				size, _ = args[0].val.integer()
			}
		}
		for i, a := range x.Args {
			v := in.eval(a)
			if i == 1 && size == 0 {
				size, _ = v.integer()
			}
		}
		if size > 0 {
			return value{group: &group{kind: "tile", size: size}, same: true}, true
		}
		return value{group: &group{kind: "coalesced"}, same: true}, true
	}
	return value{}, false
}

// rank is the linear index of the thread in its block.
func (in *interp) rank() indexmath.Expr {
	in.told = true
	tid, _ := in.lanes("threadIdx")
	x, y, z := tid.cells.get(0).num, tid.cells.get(4).num, tid.cells.get(8).num
	return indexmath.Add(x, indexmath.Mul(in.dims[0], indexmath.Add(y, indexmath.Mul(in.dims[1], z))))
}

// groupCall evaluates a member function of a cooperative group.
func (in *interp) groupCall(x *ast.Call, m *ast.Member) (value, bool) {
	if in.host != nil {
		return value{}, false
	}
	id, ok := strip(m.X).(*ast.Ident)
	if !ok {
		if c, isCall := strip(m.X).(*ast.Call); isCall {
			if f, isID := c.Fun.(*ast.Ident); isID {
				if v, ok := in.groupOf(f.Name(), c); ok {
					return in.groupMember(v.group, m.Name.Name, x)
				}
			}
		}
		return value{}, false
	}
	name, plain := id.Plain()
	if !plain {
		return value{}, false
	}
	p, ok := in.frame.scope.lookup(name)
	if !ok || p.obj.array != nil {
		return value{}, false
	}
	v, ok := in.st.load(p.obj, 0, p.typ)
	if !ok || v.group == nil {
		return value{}, false
	}
	return in.groupMember(v.group, m.Name.Name, x)
}

func (in *interp) groupMember(g *group, name string, x *ast.Call) (value, bool) {
	if name == "map_shared_rank" && len(x.Args) == 2 {
		return in.clusterShared(x), true
	}
	for _, a := range x.Args {
		in.eval(a)
	}
	size := indexmath.Mul(in.dims[0], indexmath.Mul(in.dims[1], in.dims[2]))
	was := in.told
	rank := in.rank()
	in.told = was || name != "sync" && g.kind != "tile"
	tid, _ := in.lanes("threadIdx")
	bid, _ := in.lanes("blockIdx")
	dim, _ := in.lanes("blockDim")
	grid, _ := in.lanes("gridDim")
	blocks := indexmath.Mul(in.grid[0], indexmath.Mul(in.grid[1], in.grid[2]))
	block := indexmath.Add(bid.cells.get(0).num, indexmath.Mul(in.grid[0], indexmath.Add(bid.cells.get(4).num, indexmath.Mul(in.grid[1], bid.cells.get(8).num))))
	switch name {
	case "sync", "arrive", "wait":
		in.barriers++
		return value{}, true
	case "group_dim", "group_dim_threads", "dim_threads":
		return dim, true
	case "group_index", "block_index":
		return bid, true
	case "thread_index":
		return tid, true
	case "dim_blocks":
		return grid, true
	case "num_blocks":
		return intValue(typeUint, blocks), true
	case "block_rank":
		return intValue(typeUint, block), true
	}
	n := indexmath.Const(g.size)
	switch g.kind + "." + name {
	case "block.thread_rank":
		return intValue(typeUint, rank), true
	case "block.size", "block.num_threads":
		return intValue(typeUint, size), true
	case "grid.thread_rank":
		return intValue(typeSize, indexmath.Add(rank, indexmath.Mul(size, block))), true
	case "grid.size", "grid.num_threads":
		return intValue(typeSize, indexmath.Mul(size, blocks)), true
	case "tile.thread_rank":
		return intValue(typeUint, indexmath.Mod(rank, n)), true
	case "tile.size", "tile.num_threads":
		return intValue(typeUint, n), true
	case "tile.meta_group_rank":
		return intValue(typeUint, indexmath.Div(rank, n)), true
	case "tile.meta_group_size":
		return intValue(typeUint, indexmath.Div(indexmath.Add(size, indexmath.Const(g.size-1)), n)), true
	}
	same := name == "shfl" || name == "ballot" || name == "any" || name == "all"
	out := value{name: in.text(x), same: same && g.size == 32}
	return out, true
}

// clusterShared is the shared memory of another block of the cluster.
func (in *interp) clusterShared(x *ast.Call) value {
	v := in.evalBase(x.Args[0])
	in.eval(x.Args[1])
	if v.obj == nil || v.obj.array == nil {
		return v
	}
	o := &object{name: v.obj.name, space: trace.Cluster, typ: v.obj.typ}
	a := *v.obj.array
	a.Space = trace.Cluster
	o.array = &a
	in.run.Arrays = append(in.run.Arrays, o.array)
	v.obj = o
	return v
}
