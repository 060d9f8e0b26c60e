// Writes kernels with what upsets formats and their readers, in names and in texts, each with a finding: node hostile.js FOLDER
'use strict';
const fs = require('fs');
const path = require('path');

const folder = process.argv[2];
let count = 0;

function write(name, text) {
  const full = Buffer.concat([Buffer.from(folder + '/'), Buffer.isBuffer(name) ? name : Buffer.from(name)]);
  fs.mkdirSync(full.subarray(0, full.lastIndexOf('/')), { recursive: true });
  fs.writeFileSync(full, text);
}

// kernel is a file with one kernel and its launch.
function kernel(body, name = `k${++count}`) {
  return `__global__ void ${name}(float *o, const float *a) {\n${body}\n}\nvoid run_${name}(float *o, float *a) { ${name}<<<9, 64>>>(o, a); }\n`;
}

const access = '    o[threadIdx.x] = a[threadIdx.x * 32];';
const evil = '::error file=x::y %0A ]]> <b> & "q" \'s\' | `x` [l](http://e) ##vso[task.x]q ##teamcity[x] \x01\x1b[31m \x7f';

// Names. Some have bytes that are no UTF-8.
for (const name of ['C:drive.cu', '-rf.cu', 'a,b;c|d[e]\'f`g`<h>&"i\t.cu', 'new\nline.cu', 'dir a/b#c%41:é]].cu', 'astral/😀 漢.cu', '::error::x.cu',
  Buffer.from('bad\xff.cu', 'latin1'), Buffer.from('sub\xff/\xfe x.cu', 'latin1')]) {
  write(name, kernel(access));
}
write('astral/real.cu', kernel(access));
fs.symlinkSync('real.cu', path.join(folder, 'astral/link.cu'));

// Texts.
write('comment.cu', kernel(`${access} // ${evil}`));
write('lines.cu', kernel('    o[threadIdx.x] = a[threadIdx.x /* ::warning::z ]]>\n::error file=x::y\n##vso[task.x]q */\r\n   * 32 /* \x01\x1b[31m %0A */];'));
write('mark.cu', '\ufeff' + kernel(access));
write('crlf.cu', kernel(`\t${access}\t// tab`).replace(/\n/g, '\r\n'));
write('cr.cu', kernel(access).replace(/\n/g, '\r'));
write('separators.cu', kernel(`    // \u2028 \u0085 \u202e x\n${access} // \u2029`));
write('latin.cu', Buffer.concat([Buffer.from('// \xff\xfe\xc3 \xed\xa0\x80 \xc0\x80\n', 'latin1'), Buffer.from(kernel(access))]));
write('wide.cu', `/* 😀漢 */ ${kernel(`    /* 漢😀 */\t${access.trim()}`)}`);
write('names.cu', kernel(`    // cudalint: ignore[uncoalesced-access]: ${evil}\n    float tâche = a[threadIdx.x * 32];\n    o[threadIdx.x] = tâche;\n    o[threadIdx.x * 32] = 1;`, 'noyau_é漢'));
write('macro.cu', '#define AT(i) a[(i) * 32 /* ]]> */]\n' + kernel('    o[threadIdx.x] = AT(threadIdx.x);'));
write('tile.cu', `__global__ void tiles(float *o, const float *a) {
\t\t__shared__ float tile[32][32]; /* 😀 ]]> */\tint x = threadIdx.x, y = threadIdx.y;
\ttile[y][x] = a[y * 32 + x];
\t__syncthreads();
\to[y * 32 + x] = /* 漢😀 */ tile[x][y];
}
void run_tiles(float *o, float *a) { tiles<<<9, dim3(32, 32)>>>(o, a); }
`.replace(/\n/g, '\r\n'));
write('called/%41:x#.cuh', '__device__ float pick(const float *a, int i) { return a[i * 32]; }\n__global__ void called(float *o, const float *a) { o[threadIdx.x] = pick(a, threadIdx.x); }\n');
write('called/from.cu', '#include "%41:x#.cuh"\nvoid run_called(float *o, float *a) { called<<<9, 64>>>(o, a); }\n');
write('broken.cu', '__global__ void broken(float *o) { o[threadIdx.x * 32] = ; ::error::x ]]> }\n}}}\nvoid (((\n');
