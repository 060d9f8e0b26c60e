package kernelgen

import (
	"fmt"
	"strconv"
	"strings"
)

// print writes the whole file.
func (p *Program) print() {
	w := &printer{p: p}
	p.placed = map[interface{}][2]int{}
	for _, d := range p.defines {
		w.line(d)
	}
	for _, r := range p.records {
		w.line("struct " + r.name + " {")
		for _, f := range r.fields {
			w.line("    " + f.typ.name + " " + f.name + ";")
		}
		w.line("};")
	}
	for _, f := range p.helpers {
		w.function(f, p.kernel.typeArg != nil && f.typeArg != nil)
	}
	w.function(p.kernel, p.kernel.typeArg != nil)
	p.host(w)
	p.Text = w.String()
}

func (w *printer) function(f *function, typed bool) {
	var params []string
	if typed {
		params = append(params, "typename T")
	}
	for _, v := range f.tmpl {
		params = append(params, v.typ.name+" "+v.name)
	}
	if len(params) > 0 {
		w.line("template <" + strings.Join(params, ", ") + ">")
	}
	var args []string
	for _, v := range f.params {
		ref := ""
		if v.ref {
			ref = "&"
		}
		args = append(args, v.quals+v.typ.name+ref+" "+v.name)
	}
	result := "void"
	if f.result != nil {
		result = f.result.name
	}
	w.line(f.quals + result + " " + f.name + "(" + strings.Join(args, ", ") + ") {")
	if f == w.p.kernel {
		for _, v := range w.p.shared {
			dims := ""
			for _, d := range v.dims {
				dims += "[" + strconv.FormatInt(d, 10) + "]"
			}
			if v == w.p.dynamic {
				w.line("    extern __shared__ " + v.quals + v.typ.name + " " + v.name + "[];")
				continue
			}
			w.line("    __shared__ " + v.quals + v.typ.name + " " + v.name + dims + ";")
		}
	}
	w.stmts(f.body)
	w.line("}")
}

func size(g [3]int64, style int) string {
	switch {
	case g[1] == 1 && g[2] == 1 && style&1 == 0:
		return strconv.FormatInt(g[0], 10)
	case g[2] == 1:
		return fmt.Sprintf("dim3(%d, %d)", g[0], g[1])
	}
	return fmt.Sprintf("dim3(%d, %d, %d)", g[0], g[1], g[2])
}

// host writes main with the allocations and launches.
func (p *Program) host(w *printer) {
	w.line("int main(int argc, char** argv) {")
	w.indent++
	for _, v := range p.kernel.params {
		if v.typ.class == pointer {
			w.line(fmt.Sprintf("%s* d_%s;", v.typ.elem.hostName(), v.name))
			w.line(fmt.Sprintf("cudaMalloc(&d_%s, 1 << 26);", v.name))
		}
	}
	for i, l := range p.launch {
		var args []string
		for k, a := range l.args {
			text := a.text
			if v := p.kernel.params[k]; v.typ.class == pointer {
				text = "d_" + v.name
				if a.v != 0 {
					text += fmt.Sprintf(" + %d", a.v)
				}
			}
			args = append(args, text)
		}
		name := p.kernel.name
		var tmpl []string
		if t := p.kernel.typeArg; t != nil {
			tmpl = append(tmpl, t.hostName())
		}
		for _, v := range l.tmpl {
			tmpl = append(tmpl, strconv.FormatInt(v, 10))
		}
		if len(tmpl) > 0 {
			name += "<" + strings.Join(tmpl, ", ") + ">"
		}
		grid, block := size(l.grid, l.style), size(l.block, l.style>>1)
		switch l.style >> 2 & 3 {
		case 1:
			w.line(fmt.Sprintf("dim3 grid%d(%d, %d, %d), block%d(%d, %d, %d);", i, l.grid[0], l.grid[1], l.grid[2], i, l.block[0], l.block[1], l.block[2]))
			grid, block = fmt.Sprintf("grid%d", i), fmt.Sprintf("block%d", i)
		case 2:
			if l.block[1] == 1 && l.block[2] == 1 {
				w.line(fmt.Sprintf("const int threads%d = %d;", i, l.block[0]))
				block = fmt.Sprintf("threads%d", i)
				if l.grid[1] == 1 && l.grid[2] == 1 {
					w.line(fmt.Sprintf("int total%d = %d;", i, l.grid[0]*l.block[0]-l.block[0]/2))
					grid = fmt.Sprintf("(total%d + threads%d - 1) / threads%d", i, i, i)
				}
			}
		}
		tail := ""
		if l.bytes > 0 {
			tail = fmt.Sprintf(", %d", l.bytes)
		}
		w.line(fmt.Sprintf("%s<<<%s, %s%s>>>(%s);", name, grid, block, tail, strings.Join(args, ", ")))
	}
	w.line("return 0;")
	w.indent--
	w.line("}")
}

// hostName is the type's own name where T stands for it in the kernel.
func (t *ctype) hostName() string {
	if t.real != "" {
		return t.real
	}
	return t.name
}
