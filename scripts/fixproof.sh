#!/bin/bash
# usage: fixproof.sh DIR    on a machine with nvcc, Nsight Compute, python3 and a GPU
# DIR is what `go run scripts/fixproof.go write DIR` made. Compiles every program in two sizes, runs it (results.txt), and profiles the small one of each
# (readings.jsonl). The scripts that read the profiler's reports are those of testdata/hardware/measure.
set -u
dir=$(cd "$1" && pwd)
measure=$(cd "$(dirname "$0")/../testdata/hardware/measure" && pwd)
arch=${ARCH:-sm_90}
work=$(mktemp -d)
cd "$dir" || exit 1
results=$dir/results.txt
: > "$results"
: > "$dir/raw.jsonl"

nvcc --version | tail -1
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
for f in *.cu; do
    for size in small BIG; do echo "$f $size"; done
done | xargs -P "$(nproc)" -L 1 bash -c '
    flags=; [ $2 = BIG ] && flags=-DBIG
    nvcc -std=c++17 -O3 -lineinfo -arch='"$arch"' $flags "$1" -o '"$work"'/"${1%.cu}.$2" 2> '"$work"'/"${1%.cu}.$2.log"' _
echo "compiled after $SECONDS s"

export CUDA_MODULE_LOADING=EAGER
run() {
    for f in *.cu; do
        name=${f%.cu}
        echo "program $name $1" >> "$results"
        if [ ! -x "$work/$name.$1" ]; then
            echo "compile failed" >> "$results"
            cat "$work/$name.$1.log"
            continue
        fi
        timeout 100 "$work/$name.$1" >> "$results"
        echo "exit $?" >> "$results"
    done
    echo "$1 run after $SECONDS s"
}

run small
metrics=inst_executed,thread_inst_executed_true,memory_l2_theoretical_sectors_global,memory_l2_theoretical_sectors_global_ideal
metrics=$metrics,memory_l1_wavefronts_shared,memory_l1_wavefronts_shared_ideal,memory_access_size_type,memory_access_type,memory_type
for f in *.cu; do
    name=${f%.cu}
    grep -A 1000 "^program $name small$" "$results" | sed '1d;/^program/,$d' | grep -q '^exit 0$' || continue
    timeout 100 ncu --clock-control none --cache-control none --kernel-id ::regex:.*:1 --metrics $metrics --section LaunchStats \
        --import-source no -f -o "$work/$name" "$work/$name.small" > "$work/$name.ncu.log" 2>&1 || tail -3 "$work/$name.ncu.log"
    [ -f "$work/$name.ncu-rep" ] && python3 "$measure/collect.py" "$name=$work/$name.ncu-rep" >> "$dir/raw.jsonl"
done
python3 "$measure/aggregate.py" "$dir/raw.jsonl" "$dir/readings.jsonl" --only "$dir"
echo "profiled after $SECONDS s"
run BIG
rm -r "$work"
