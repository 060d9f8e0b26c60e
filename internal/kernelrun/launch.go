package kernelrun

import (
	"iter"

	"github.com/cudalint/cudalint/ast"
	"github.com/cudalint/cudalint/source"
)

// launch is one execution of a kernel.
type launch struct {
	number      int32
	grid, block [3]int64
	bytes       int64
	fn          *function
}

// block is a block of one.
type block struct {
	number  int32
	index   [3]int64
	epoch   int32
	shared  map[*ast.VarDecl]slot
	dynamic uint64
	used    []uint64 // objects that go with the block
	reqs    map[request]*lanes
}

// event is why a thread waits.
type event struct {
	kind  string // barrier, or a warp's operation
	at    source.Span
	mask  uint32
	v     value
	lane  int64
	width int64
}

func (t *thread) launchExpr(x *ast.Launch) {
	id, ok := bare(x.Fun).(*ast.Ident)
	if !ok || t.launch != nil {
		panic(t.unknown("a launch"))
	}
	part := id.Parts[len(id.Parts)-1]
	var config []value
	for _, c := range x.Config {
		config = append(config, t.val(c))
	}
	args := t.arguments2(x.Args)
	for i := range args {
		args[i] = t.taken(args[i])
	}
	t.start(part, config, args)
}

// start runs a kernel.
func (t *thread) start(part ast.NamePart, config, args []value) {
	f, b, ok := t.choose(t.m.funcs[part.Name], args, part.Args, nil)
	if !ok {
		panic(t.unknown("kernel %s", part.Name))
	}
	t.m.launches++
	l := &launch{number: t.m.launches, fn: f, grid: t.dims(config[0]), block: t.dims(config[1])}
	if len(config) > 2 {
		l.bytes = config[2].i
	}
	n := l.block[0] * l.block[1] * l.block[2]
	blocks := l.grid[0] * l.grid[1] * l.grid[2]
	if n < 1 || n > 1024 || blocks < 1 || l.grid[1] > 65535 || l.grid[2] > 65535 || l.bytes < 0 || l.bytes > 232448 {
		t.m.lastError = 9 // cudaErrorInvalidConfiguration
		return
	}
	for i := range blocks {
		if t.m.options.Backwards {
			i = blocks - 1 - i
		}
		t.runBlock(l, i, int(n), args, b)
	}
}

func (t *thread) dims(v value) [3]int64 {
	if v.t.number() {
		return [3]int64{v.i, 1, 1}
	}
	if v.t.kind == recordKind && v.t.size == 12 {
		var out [3]int64
		for i := range out {
			out[i] = decode(tUInt, v.b[4*i:]).i
		}
		return out
	}
	panic(t.unknown("an extent of %s", v.t.name))
}

// aborted unwinds a thread that is no longer wanted.
var aborted = stop{aborted: true}

// runBlock runs the threads of a block, each to the next barrier, until all have ended.
func (t *thread) runBlock(l *launch, number int64, n int, args []value, bound *binds) {
	m := t.m
	b := &block{number: int32(number), shared: map[*ast.VarDecl]slot{}, reqs: map[request]*lanes{},
		index: [3]int64{number % l.grid[0], number / l.grid[0] % l.grid[1], number / l.grid[0] / l.grid[1]}}
	threads := make([]*thread, n)
	resume := make([]func() (event, bool), n)
	end := make([]func(), n)
	defer func() {
		for i := range n {
			if end[i] != nil {
				end[i]()
			}
			if threads[i] != nil {
				m.pool = append(m.pool, threads[i].stack)
			}
		}
		for _, addr := range b.used {
			o := m.objects[addr>>32]
			m.bytes -= int64(len(o.data))
			*o = object{freed: true}
		}
	}()
	for i := range n {
		k := &thread{m: m, launch: l, block: b, linear: i, at: t.at}
		x, y := l.block[0], l.block[1]
		k.index = [3]int64{int64(i) % x, int64(i) / x % y, int64(i) / x / y}
		k.newStack()
		k.frame = &frame{}
		threads[i] = k
		resume[i], end[i] = iter.Pull(func(yield func(event) bool) {
			defer func() {
				if r := recover(); r != nil {
					if s, ok := r.(stop); !ok || !s.aborted {
						panic(r)
					}
				}
			}()
			k.yield = yield
			k.invoke(l.fn, args, bound, nil, nil)
		})
	}
	waits := make([]*event, n)
	done := make([]bool, n)
	for {
		progress, left := false, 0
		for i := range n {
			if m.options.Backwards {
				i = n - 1 - i
			}
			if done[i] || waits[i] != nil {
				continue
			}
			progress = true
			e, ok := resume[i]()
			if !ok {
				done[i] = true
				continue
			}
			waits[i] = &e
		}
		if t.warps(threads, waits, done) {
			continue
		}
		var at *event
		for i := range n {
			if done[i] {
				continue
			}
			left++
			if waits[i].kind != barrier {
				panic(threads[i].fault(Barrier, "a lane waits for others of its warp that never come"))
			}
			if at != nil && at.at != waits[i].at {
				threads[i].note(Barrier, "threads of a block wait at different barriers")
			}
			at = waits[i]
		}
		if left == 0 {
			break
		}
		if !progress {
			panic(t.unknown("a block that stands still"))
		}
		t.together(threads, waits, done)
		b.epoch++
	}
	m.count(b)
}

const barrier = "barrier"

// together lets all threads go on behind a barrier; those that vote get the answer.
func (t *thread) together(threads []*thread, waits []*event, done []bool) {
	count := int64(0)
	n := int64(0)
	for i, e := range waits {
		if e == nil || done[i] {
			continue
		}
		n++
		if e.v.t != nil && e.v.truth() {
			count++
		}
	}
	for i, e := range waits {
		if e == nil || done[i] {
			continue
		}
		threads[i].answer = value{t: tInt, i: count}
		if e.lane == 1 {
			threads[i].answer.i = wrap(tBool, count)
		}
		if e.lane == 2 {
			threads[i].answer = value{t: tInt, i: truthValue(count == n).i}
		}
		waits[i] = nil
	}
}

func (t *thread) wait(e event) value {
	if t.yield == nil {
		panic(t.unknown("a barrier on the host"))
	}
	e.at = t.at
	if !t.yield(e) {
		panic(aborted)
	}
	return t.answer
}

// warps completes what the lanes of warps do together where all that take part have come.
func (t *thread) warps(threads []*thread, waits []*event, done []bool) bool {
	some := false
	for first := 0; first < len(threads); first += 32 {
		var masks []uint32
		for l := 0; l < 32 && first+l < len(threads); l++ {
			if e := waits[first+l]; e != nil && e.kind != barrier && !done[first+l] {
				masks = append(masks, e.mask)
			}
		}
		for _, mask := range masks {
			ready := true
			kind := ""
			for l := 0; l < 32 && first+l < len(threads); l++ {
				if mask>>l&1 == 0 || done[first+l] {
					continue
				}
				e := waits[first+l]
				if e == nil || e.kind == barrier || e.mask != mask || kind != "" && e.kind != kind {
					ready = false
					break
				}
				kind = e.kind
			}
			if ready && kind != "" {
				some = true
				lanesTogether(threads[first:min(first+32, len(threads))], waits[first:min(first+32, len(threads))], done[first:], mask)
			}
		}
	}
	return some
}

// lanesTogether answers the lanes of a warp's operation.
func lanesTogether(threads []*thread, waits []*event, done []bool, mask uint32) {
	answers := map[int]value{}
	for l := range threads {
		if mask>>l&1 == 0 || done[l] || waits[l] == nil {
			continue
		}
		e := waits[l]
		from := -1
		seg := int64(l) / max(1, e.width) * max(1, e.width)
		switch e.kind {
		case "shfl":
			from = int(seg + ((e.lane%e.width)+e.width)%e.width)
		case "up":
			if from = l - int(e.lane); int64(from) < seg {
				from = l
			}
		case "down":
			if from = l + int(e.lane); int64(from) >= seg+e.width {
				from = l
			}
		case "xor":
			if from = l ^ int(e.lane); int64(from) >= seg+e.width {
				from = l
			}
		case "sync":
			answers[l] = value{t: tVoid}
		default:
			answers[l] = reduced(e.kind, l, waits, done, mask)
		}
		if from >= 0 {
			if from >= len(threads) || waits[from] == nil || done[from] || mask>>from&1 == 0 {
				threads[l].note(Undefined, "a shuffle from lane %d, which takes no part", from)
				from = l
			}
			answers[l] = waits[from].v
			answers[l] = threads[l].convert(answers[l], e.v.t)
		}
	}
	for l, v := range answers {
		threads[l].answer = v
		threads[l].turn++
		waits[l] = nil
	}
}

// reduced is a vote or a reduction.
func reduced(kind string, _ int, waits []*event, done []bool, mask uint32) value {
	var bits, sum int64
	all, first := true, true
	least, most := int64(0), int64(0)
	for l := range waits {
		if mask>>l&1 == 0 || done[l] || waits[l] == nil {
			continue
		}
		v := waits[l].v
		if v.truth() {
			bits |= 1 << l
		} else {
			all = false
		}
		sum += v.i
		if first {
			least, most, first = v.i, v.i, false
		}
		least, most = min(least, v.i), max(most, v.i)
	}
	switch kind {
	case "ballot":
		return value{t: tUInt, i: bits}
	case "any":
		return value{t: tInt, i: truthValue(bits != 0).i}
	case "all":
		return value{t: tInt, i: truthValue(all).i}
	case "min":
		return value{t: tInt, i: least}
	case "max":
		return value{t: tInt, i: most}
	}
	return intValue(tInt, sum)
}

// shared is a __shared__ variable of the block.
func (t *thread) shared(d *ast.VarDecl) slot {
	if s, ok := t.block.shared[d]; ok {
		return s
	}
	ty := t.typeOf(d.Type)
	s := slot{d.Name, ty, 0}
	if d.Quals.Has(ast.Extern) {
		if t.block.dynamic == 0 {
			t.block.dynamic = t.m.allocate(sharedSpace, t.launch.bytes)
			t.block.used = append(t.block.used, t.block.dynamic)
		}
		s.addr = t.block.dynamic
	} else {
		s.addr = t.m.allocate(sharedSpace, ty.size)
		t.block.used = append(t.block.used, s.addr)
	}
	t.block.shared[d] = s
	return s
}
