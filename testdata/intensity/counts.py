#!/usr/bin/env python3
"""Turns Nsight Compute's counts into the readings that the estimate of arithmetic intensity is held against.

    nvcc -std=c++17 -O3 -arch=native kernels.cu -o kernels
    ncu --metrics METRICS --page raw --csv ./kernels | counts.py > readings.jsonl

METRICS are smsp__sass_thread_inst_executed_op_{fadd,fmul,ffma,dadd,dmul,dfma}_pred_on.sum, smsp__sass_data_bytes_mem_global.sum,
l1tex__t_sectors_pipe_lsu_mem_global_op_{ld,st}.sum and dram__bytes.sum, separated by commas.
"""
import csv
import json
import re
import sys

SCALE = {"byte": 1, "Kbyte": 1e3, "Mbyte": 1e6, "Gbyte": 1e9}
rows = list(csv.reader(line for line in sys.stdin if not line.startswith("==")))
head, units = rows[0], rows[1]
for row in rows[2:]:
    def value(name):
        i = head.index(name)
        return float(row[i].replace(",", "")) * SCALE.get(units[i], 1)

    def op(name):
        return value(f"smsp__sass_thread_inst_executed_op_{name}_pred_on.sum")

    kernel = row[head.index("Kernel Name")]
    name = re.match(r"(?:void )?(\w+)", kernel).group(1)
    flops = op("fadd") + op("fmul") + 2 * op("ffma") + op("dadd") + op("dmul") + 2 * op("dfma")
    sectors = value("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum") + value("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum")
    print(json.dumps({
        "kernel": name,
        "block": [int(n) for n in re.findall(r"\d+", row[head.index("Block Size")])],
        "flop": int(flops),
        "distinct_bytes": int(value("smsp__sass_data_bytes_mem_global.sum")),
        "sector_bytes": int(32 * sectors),
        "memory_bytes": int(value("dram__bytes.sum")),
    }))
