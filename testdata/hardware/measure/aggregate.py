#!/usr/bin/env python3
"""Sums the rows of measure.sh (one an instruction) into rows that score.py and tests read: one a source line, space, operation,
kernel and block shape.

    aggregate.py RAW.jsonl OUT.jsonl [--repo NAME] [--prefix FOLDER/] [--only FOLDER]

The path of a row is PREFIX + the file's name. Global accesses count sectors, shared ones wavefronts; rows without either are dropped.
An asynchronous copy gives two rows, one for each side; ldmatrix counts as a load, stmatrix as a store. With --only, rows of files
that FOLDER does not hold (the headers of CUDA) are dropped.
"""
import argparse
import collections
import json
import os

p = argparse.ArgumentParser()
p.add_argument("raw")
p.add_argument("out")
p.add_argument("--repo")
p.add_argument("--prefix", default="")
p.add_argument("--only")
o = p.parse_args()
known = set(os.listdir(o.only)) if o.only else None
rows = collections.OrderedDict()
for line in open(o.raw):
    r = json.loads(line)
    sass = r["sass"]
    if known is not None and r.get("file") not in known:
        continue
    if not r.get("file") or not r.get("line") or not r.get("requests"):
        continue
    generic = sass.startswith(("LD.", "ST.", "ATOM."))
    shared = sass.startswith(("LDS", "STS", "ATOMS")) or (generic and r.get("wavefronts") and not r.get("sectors"))
    if sass.startswith("LDGSTS"):
        sides = (("global", "copy", "sectors"), ("shared", "copy", "wavefronts"))
    else:
        op = "load" if sass.startswith("LD") else "store" if sass.startswith("ST") else "atomic"
        sides = (("shared", op, "wavefronts") if shared else ("global", op, "sectors"),)
    for space, op, unit in sides:
        actual, ideal = r.get(unit), r.get(unit + "_ideal")
        if not actual:
            continue
        key = (o.prefix + r["file"], r["line"], space, op, r["kernel"], tuple(r["block"]))
        e = rows.setdefault(key, dict(instructions=0, requests=0, threads=0, actual=0, ideal=0))
        for name, v in (("instructions", 1), ("requests", r["requests"]), ("threads", r["threads"]), ("actual", actual), ("ideal", ideal or 0)):
            e[name] += v
with open(o.out, "w") as out:
    for (path, line, space, op, kernel, block), e in sorted(rows.items()):
        named = dict(repo=o.repo) if o.repo else {}
        out.write(json.dumps(dict(**named, path=path, line=line, kernel=kernel, block=list(block), space=space, op=op, **e)) + "\n")
print(len(rows), "rows")
