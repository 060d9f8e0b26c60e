#!/usr/bin/env python3
"""Exports Nsight Compute reports for `cudalint confirm --ncu`: one JSON object a line, for each launch and for each of its
instructions that accesses memory.

    python3 ncu_export.py REPORT.ncu-rep .. > app.jsonl
    cudalint confirm --ncu app.jsonl src

It needs the Python module ncu_report, which comes with Nsight Compute (extras/python); it is looked for in the usual places and in
PYTHONPATH. The program has to be compiled with -lineinfo and profiled with the section SourceCounters (`ncu --set full` has it).
"""
import glob
import json
import sys

for folder in glob.glob("/opt/nvidia/nsight-compute/*/extras/python") + glob.glob("/usr/local/cuda*/nsight-compute-*/extras/python"):
    sys.path.append(folder)
try:
    import ncu_report
except ImportError:
    sys.exit("ncu_export.py: the module ncu_report was not found; set PYTHONPATH to extras/python of Nsight Compute")

COUNTS = {
    "requests": "inst_executed",
    "threads": "thread_inst_executed_true",
    "sectors": "memory_l2_theoretical_sectors_global",
    "sectors_ideal": "memory_l2_theoretical_sectors_global_ideal",
    "wavefronts": "memory_l1_wavefronts_shared",
    "wavefronts_ideal": "memory_l1_wavefronts_shared_ideal",
    "bits": "memory_access_size_type",
}
SHARES = {
    "l1_hit_percent": "l1tex__t_sector_hit_rate.pct",
    "l2_hit_percent": "lts__t_sector_hit_rate.pct",
    "occupancy_percent": "sm__warps_active.avg.pct_of_peak_sustained_active",
}
MEMORY = ("LD", "ST", "ATOM", "RED")
OTHER = ("LDC", "LDL", "STL", "LDSM", "STSM", "LDGSTS", "REDUX", "LDTM", "STTM")


def by_instruction(action, name):
    if name not in action.metric_names():
        return {}
    metric = action.metric_by_name(name)
    if not metric.has_correlation_ids():
        return {}
    ids = metric.correlation_ids()
    out = {}
    for i in range(metric.num_instances()):
        try:
            out[ids.as_uint64(i)] = metric.as_uint64(i)
        except Exception:  # a metric that holds text
            pass
    return out


def shape(action, what):
    names = action.metric_names()
    return [action.metric_by_name(f"launch__{what}_dim_{axis}").as_uint64() if f"launch__{what}_dim_{axis}" in names else 0 for axis in "xyz"]


def export(path):
    report = ncu_report.load_report(path)
    for r in range(report.num_ranges()):
        launches = report.range_by_idx(r)
        for a in range(launches.num_actions()):
            action = launches.action_by_idx(a)
            names = action.metric_names()
            launch = {"launch": True, "kernel": action.name(), "block": shape(action, "block"), "grid": shape(action, "grid")}
            for key, metric in SHARES.items():
                if metric in names:
                    launch[key] = action.metric_by_name(metric).as_double()
            if "gpu__time_duration.sum" in names:
                launch["microseconds"] = action.metric_by_name("gpu__time_duration.sum").as_double() / 1e3
            print(json.dumps(launch))
            counts = {key: by_instruction(action, metric) for key, metric in COUNTS.items()}
            for pc in sorted(counts["requests"]):
                words = [w for w in action.sass_by_pc(pc).split() if not w.startswith("@")]
                if not words or not words[0].startswith(MEMORY) or words[0].split(".")[0] in OTHER:
                    continue
                source = action.source_info(pc)
                if source is None:
                    continue
                row = {"kernel": action.name(), "file": source.file_name(), "line": source.line(), "sass": words[0]}
                row.update({key: values[pc] for key, values in counts.items() if pc in values})
                print(json.dumps(row))


if len(sys.argv) < 2:
    sys.exit(__doc__)
for name in sys.argv[1:]:
    export(name)
