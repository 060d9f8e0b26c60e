#!/bin/bash
# Writes reports of the fixtures, of hostile names and of 300 kernels, and the site of the documentation, and looks at them in headless Chromium.
# usage: scripts/browser.sh CUDALINT OUT   (needs go, node, npm and a Chromium; CHROMIUM names it)
set -euo pipefail
cudalint=$(realpath "$1") out=$2
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
mkdir -p "$work/hostile" "$work/large" "$work/browser" "$out"
{
    echo '// a name that would be a script, were it not text'
    echo '#define NAME "<img src=x onerror=window.owned=1><script>console.log(\"owned\")</script>"'
    echo '__global__ void k(float *out, const float *in, int n) {'
    echo '    int i = threadIdx.x; // </script><script>console.log("owned")</script> <img src=x onerror=alert(1)>'
    echo '    out[i] = in[i * /* <img src=x onerror=alert(2)> */ 32 + (n & 1)];'
    echo '}'
    echo 'void run(float *a) { k<<<1024, 256>>>(a, a, 3); }'
} > "$work/hostile/<img src=x onerror=alert(1)>.cu"
for i in $(seq 300); do
    echo "__global__ void k$i(float *out, const float *in) { int i = blockIdx.x * blockDim.x + threadIdx.x; float s = 0; for (int j = 0; j < 8; j++) s += in[i * 8 + j] * 2; out[i] = s; }"
    echo "void run$i(float *a) { k$i<<<1024, 256>>>(a, a); }"
done > "$work/large/many.cu"
"$cudalint" report --html "$work/report.html" testdata/intensity docs testdata/kernels/shared-bank-conflict/small_tile.cu testdata/kernels/interleaved-reduction/sums.cu
"$cudalint" report --html "$work/hostile.html" "$work/hostile"
"$cudalint" report --html "$work/large.html" "$work/large"
"${GO:-go}" run scripts/site.go "$work/site"
cp scripts/browser/* "$work/browser/"
(cd "$work/browser" && npm install --silent --no-audit --no-fund)
node "$work/browser/check.mjs" "$work/report.html" "$work/hostile.html" "$work/large.html" "$work/site" "$(realpath "$out")"
