#!/usr/bin/env python3
"""Single memory instructions with a table of 32 lane offsets each: atomics, asynchronous copies, matrix loads, wide accesses in
inline assembly, and the lanes of narrow blocks.

    calibrate.py write FOLDER          writes k0.cu, k1.cu .. (one a kind of instruction, each case on a line of its own) and main.cu
    calibrate.py join RAW.jsonl OUT    joins what collect.py read of them with the cases, by kernel and line

Build: nvcc -std=c++17 -O3 -lineinfo -arch=sm_90 FOLDER/*.cu -o calibrate; profile all launches with the metrics of measure.sh.
"""
import json
import os
import random
import sys

LANES = range(32)
SOURCE = {"global": '"l"(g + o)', "shared": '"r"(shared + o)'}


def table(f):
    return [f(lane) for lane in LANES]


def masked(offsets, keep):
    return [x if keep(lane) else None for lane, x in enumerate(offsets)]


def patterns(w, rng):
    """Byte offsets by name, for accesses of w bytes; None is an inactive lane."""
    p = {f"stride{s}": table(lambda l: l * s * w) for s in (0, 1, 2, 3, 4, 8, 9, 16, 17, 32, 33)}
    p["reverse"] = table(lambda l: (31 - l) * w)
    p["two words"] = table(lambda l: (l & 1) * w)
    p["two words one bank"] = table(lambda l: (l & 1) * 128 * (w // 4))
    p["pairs"] = table(lambda l: (l // 2) * w)
    p["quads"] = table(lambda l: (l // 4) * w)
    p["mod8"] = table(lambda l: (l % 8) * w)
    p["halves"] = table(lambda l: (l // 16) * w)
    p["col16"] = table(lambda l: ((l % 16) * 16 + l // 16) * w)
    for rows, pitches in ((8, (64, 9, 10, 12, 17)), (16, (17, 20)), (4, (5, 6))):
        for pitch in pitches:
            p[f"rows{rows} pitch {pitch}"] = table(lambda l: (l // rows * pitch + l % rows) * w)
    p["offset 1"] = table(lambda l: (l + 1) * w)
    p["offset 4"] = table(lambda l: (l + 4) * w)
    p["xor"] = table(lambda l: (l ^ 5) * w)
    p["lane0"] = masked(p["stride1"], lambda l: l == 0)
    p["even"] = masked(p["stride1"], lambda l: l % 2 == 0)
    p["even same"] = masked(p["stride0"], lambda l: l % 2 == 0)
    p["first8"] = masked(p["stride1"], lambda l: l < 8)
    p["last16"] = masked(p["stride1"], lambda l: l >= 16)
    p["first16 same"] = masked(p["stride0"], lambda l: l < 16)
    p["first16 stride32"] = masked(p["stride32"], lambda l: l < 16)
    for k in range(4):
        p[f"rand{k}"] = table(lambda l: rng.randrange(64) * w)
    for k in range(3):
        p[f"crowd{k}"] = table(lambda l: rng.randrange(16) * w)
    for k in range(3):
        mask = rng.getrandbits(32) | 1
        p[f"randmask{k}"] = masked(table(lambda l: rng.randrange(64) * w), lambda l: mask >> l & 1)
    return p


def matrices(rng):
    """Row addresses of 8x8 matrices of halves: lane l gives row l % 8 of matrix l / 8."""
    m = {}
    for pitch in (8, 16, 24, 32, 40, 64, 72, 128, 136):
        m[f"pitch {pitch}"] = table(lambda l: l % 16 * pitch * 2 + l // 16 * 16)
        m[f"rows pitch {pitch}"] = table(lambda l: l * pitch * 2)
    m["swizzled pitch 64"] = table(lambda l: (l % 16 * 64 + (l // 16 ^ l % 8) * 8) * 2)
    m["swizzled rows pitch 64"] = table(lambda l: (l * 64 + (3 ^ l % 8) * 8) * 2)
    m["swizzled pitch 32"] = table(lambda l: (l % 16 * 32 + (l // 16 ^ l // 2 % 4) * 8) * 2)
    m["same row"] = table(lambda l: 0)
    m["two rows"] = table(lambda l: l % 2 * 16)
    m["two rows one bank"] = table(lambda l: l % 2 * 128)
    for k in range(4):
        m[f"rand{k}"] = table(lambda l: rng.randrange(256) * 16)
    return m


def kinds():
    """All kinds: name, space ("both" for copies with one table on both sides), op, width, the start of the machine instruction, the
    statement, and the cases."""
    rng = random.Random(7)
    p = {w: patterns(w, rng) for w in (4, 8, 16)}
    out = []

    def kind(name, space, op, width, sass, body, cases, **more):
        out.append(dict(name=name, space=space, op=op, width=width, sass=sass, body=body, cases=cases, **more))

    def atomic(name, width, value, result=None):
        space = name.split(".")[1]
        sass = {"global": "ATOMG" if result else "REDG", "shared": "ATOMS"}[space]
        inputs = ", ".join([SOURCE[space]] + ([value] if value else []))
        first = 1 if result else 0
        operand = f", %{first + 1}" if value else ", 1"
        tail = ", 7" if ".cas." in name else ""
        kind(name, space, "atomic", width, sass,
             f'asm volatile("{name} {"%0, " if result else ""}[%{first}]{operand}{tail};" : {result or ""} : {inputs} : "memory");', p[width])

    word, wide = '"=r"(v)', '"=l"(w)'
    atomic("atom.global.add.u32", 4, "", word)
    atomic("red.global.add.u32", 4, '"r"(lane)')
    atomic("red.global.add.f32", 4, '"f"(1.0f)')
    atomic("atom.global.cas.b32", 4, '"r"(lane)', word)
    atomic("red.global.add.u64", 8, '"l"((unsigned long long)lane)')
    atomic("red.global.add.f64", 8, '"d"(1.0)')
    atomic("atom.shared.add.u32", 4, '"r"(lane)', word)
    atomic("red.shared.add.u32", 4, '"r"(lane)')
    atomic("red.shared.add.u32 of 1", 4, "")
    out[-1]["body"] = out[-1]["body"].replace(" of 1", "")
    atomic("atom.shared.max.s32", 4, '"r"(lane)', word)
    atomic("atom.shared.exch.b32", 4, '"r"(lane)', word)
    atomic("atom.shared.cas.b32", 4, '"r"(lane)', word)
    atomic("atom.shared.cas.b64", 8, '"l"((unsigned long long)lane)', wide)

    def copy(cache, width, side):
        to = '"r"(shared + o)' if side != "global" else f'"r"(shared + lane * {width})'
        of = '"l"(g + o)' if side != "shared" else f'"l"(g + lane * {width})'
        kind(f"cp.async.{cache}", side, "copy", width, "LDGSTS",
             f'asm volatile("cp.async.{cache}.shared.global [%0], [%1], {width};" :: {to}, {of} : "memory");', p[width])

    for cache, width in (("ca", 4), ("ca", 8), ("ca", 16), ("cg", 16)):
        copy(cache, width, "global")
        copy(cache, width, "shared")
    for cache, width in (("ca", 4), ("ca", 8), ("cg", 16)):
        copy(cache, width, "both")

    rows = matrices(rng)
    for k in (1, 2, 4):
        registers = ", ".join(f"%{i}" for i in range(k))
        results = ", ".join(f'"=r"(r[{i}])' for i in range(k))
        for turned in ("", ".trans") if k == 4 else ("",):
            kind(f"ldmatrix.x{k}{turned}", "shared", "load", 16, "LDSM",
                 f'asm volatile("ldmatrix.sync.aligned.m8n8.x{k}{turned}.shared.b16 {{{registers}}}, [%{k}];" : {results} : "r"(shared + o) : "memory");',
                 rows, lanes=8 * k)
        registers = ", ".join(f"%{i + 1}" for i in range(k))
        values = ", ".join(f'"r"(lane + {i})' for i in range(k))
        kind(f"stmatrix.x{k}", "shared", "store", 16, "STSM",
             f'asm volatile("stmatrix.sync.aligned.m8n8.x{k}.shared.b16 [%0], {{{registers}}};" :: "r"(shared + o), {values} : "memory");',
             rows, lanes=8 * k)

    for name, words in (("ld.global.v2", 2), ("ld.global.nc.v4", 4), ("st.global.v4", 4), ("ld.shared.v2", 2), ("ld.shared.v4", 4),
                        ("st.shared.v2", 2), ("st.shared.v4", 4)):
        verb, space = name.split(".")[:2]
        cases = {n: c for n, c in p[4 * words].items() if not n.startswith("crowd")}
        sass = {"ld": "LD", "st": "ST"}[verb] + {"global": "G", "shared": "S"}[space]
        if verb == "ld":
            registers = ", ".join(f"%{i}" for i in range(words))
            results = ", ".join(f'"=r"(r[{i}])' for i in range(words))
            body = f'asm volatile("{name}.u32 {{{registers}}}, [%{words}];" : {results} : {SOURCE[space]} : "memory");'
        else:
            body = f'asm volatile("{name}.u32 [%0], {{{", ".join(["%1"] * words)}}};" :: {SOURCE[space]}, "r"(lane) : "memory");'
        kind(name, space, "load" if verb == "ld" else "store", 4 * words, sass, body, cases)

    for bx, by in ((1, 32), (2, 16), (4, 8), (8, 4), (16, 2), (32, 1)):
        cases = {}
        for pitch in (16, 17, 18, 32, 33, 36, 64, 100):
            cases[f"block {bx}x{by} rows pitch {pitch}"] = table(lambda l: (l // bx * pitch + l % bx) * 4)
            cases[f"block {bx}x{by} columns pitch {pitch}"] = table(lambda l: (l % bx * pitch + l // bx) * 4)
        for name, space, op, sass in (("ld.global", "global", "load", "LDG"), ("ld.shared", "shared", "load", "LDS"), ("st.shared", "shared", "store", "STS")):
            body = f'asm volatile("{name}.u32 %0, [%1];" : "=r"(v) : {SOURCE[space]} : "memory");'
            if op == "store":
                body = f'asm volatile("{name}.u32 [%0], %1;" :: {SOURCE[space]}, "r"(lane) : "memory");'
            kind(name, space, op, 4, sass, body, cases, block=(bx, by))
    return out


def offset(kind, name, rows, offsets):
    """the expression for a lane's offset: out of the table of constants, or out of threadIdx"""
    if "block" not in kind:
        row = [-1 if x is None else x for x in offsets]
        if row not in rows:
            rows.append(row)
        return f"rows[{rows.index(row)} + zero][lane]"
    pitch = int(name.split()[-1])
    major, minor = ("y", "x") if " rows " in name else ("x", "y")
    return f"(threadIdx.{major} * {pitch} + threadIdx.{minor}) * 4"


def program(n, kind):
    rows, lines = [], []
    for name, offsets in kind["cases"].items():
        o = offset(kind, name, rows, offsets)
        guard = "" if "lanes" in kind else "if (o >= 0) "
        lines.append(f'  {{ int o = {o}; {guard}{kind["body"]} acc ^= v ^ (unsigned)w ^ r[0] ^ r[1] ^ r[2] ^ r[3]; }}')
    bx, by = kind.get("block", (32, 1))
    constants = ",\n".join("{" + ", ".join(map(str, r)) + "}" for r in rows or [[0] * 32])
    wait = '  asm volatile("cp.async.wait_all;" ::: "memory");\n' if kind["op"] == "copy" else ""
    return f"""#include <cuda_runtime.h>
static __constant__ short rows[][32] = {{{constants}}};
__global__ void k{n}(char *g, unsigned *out, int zero) {{
  __shared__ __align__(128) char s[40960];
  unsigned shared = (unsigned)__cvta_generic_to_shared(s), lane = threadIdx.x + blockDim.x * threadIdx.y;
  unsigned v = 0, acc = 0, r[4] = {{}};
  unsigned long long w = 0;
{chr(10).join(lines)}
{wait}  out[lane] = acc;
}}
void run{n}(char *g, unsigned *out) {{ k{n}<<<1, dim3({bx}, {by})>>>(g, out, 0); }}
"""


def write(folder):
    os.makedirs(folder, exist_ok=True)
    all_kinds = kinds()
    for n, kind in enumerate(all_kinds):
        with open(f"{folder}/k{n}.cu", "w") as f:
            f.write(program(n, kind))
    with open(f"{folder}/main.cu", "w") as f:
        f.write("#include <cuda_runtime.h>\n")
        f.write("".join(f"void run{n}(char *g, unsigned *out);\n" for n in range(len(all_kinds))))
        f.write("int main() {\n  char *g;\n  unsigned *out;\n  cudaMalloc(&g, 1 << 20);\n  cudaMemset(g, 0, 1 << 20);\n  cudaMalloc(&out, 4096);\n")
        f.write("".join(f"  run{n}(g, out);\n" for n in range(len(all_kinds))) + "  return cudaDeviceSynchronize();\n}\n")


def join(raw, out):
    read = {}
    for line in open(raw):
        r = json.loads(line)
        read.setdefault((r["kernel"], r["line"]), []).append(r)
    with open(out, "w") as f:
        for n, kind in enumerate(kinds()):
            lines = [i for i, l in enumerate(program(n, kind).splitlines(), 1) if l.startswith("  { int o")]
            for at, (name, offsets) in zip(lines, kind["cases"].items()):
                found = [r for r in read.get((f"k{n}", at), []) if r["sass"].startswith(kind["sass"])]
                if len(found) == 1:
                    emit(f, kind, name, offsets, found[0])


def emit(f, kind, name, offsets, r):
    given = [x if lane < kind.get("lanes", 32) else None for lane, x in enumerate(offsets)]
    straight = [None if x is None else lane * kind["width"] for lane, x in enumerate(given)]
    for space, unit in (("global", "sectors"), ("shared", "wavefronts")):
        if space != kind["space"] and kind["op"] != "copy":
            continue
        if not r.get(unit):
            continue  # of some predicated copies past L1 the profiler reads nothing
        row = dict(space=space, op=kind["op"], width=kind["width"], instruction=kind["name"], name=name)
        mine = kind["space"] in (space, "both")
        row["offset_bytes"] = given if mine else straight
        if kind["op"] == "copy":
            row["other_bytes"] = given if not mine or kind["space"] == "both" else straight
        row[unit], row["ideal"] = r[unit], r[unit + "_ideal"]
        f.write(json.dumps(row, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    {"write": write, "join": join}[sys.argv[1]](*sys.argv[2:])
