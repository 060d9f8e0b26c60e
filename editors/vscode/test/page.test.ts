import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Found, isDrawing, isFound, page } from '../src/page';
import { blockShape, kernelAt, program } from '../src/program';

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><style>text{fill:#333}</style><rect x="1" y="1" width="5" height="5" class="bad"/><text x="1" y="1" class="lane">a &lt; b</text></svg>';

test('a page escapes what comes from source', () => {
  const found: Found = { title: '<b>&"\'', text: '<script>alert(1)</script>', facts: [['<i>', '</td><img src=x>']] };
  const html = page(found);
  assert.ok(!html.includes('<b>') && !html.includes('<i>') && !html.includes('<img'));
  assert.ok(html.includes('&#60;i&#62;'));
  const plain = page({ title: 't', text: found.text });
  assert.ok(plain.includes('<pre>&#60;script&#62;'));
});

test('a page runs nothing', () => {
  assert.match(page({ title: 't', text: 'x' }), /Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline';"/);
});

test('only drawings of the server are shown', () => {
  assert.ok(isDrawing(drawing));
  for (const bad of [
    drawing.replace('<rect', '<script>x</script><rect'),
    drawing.replace('<rect ', '<rect onload="x" '),
    drawing.replace('fill:#333', 'background:url(http://x)'),
    drawing + '<p>',
    '<svg><image href="http://x"/></svg>',
    drawing.replace('class="bad"/>', 'class="bad"><animate/></rect>'),
  ]) {
    assert.ok(!isDrawing(bad), bad);
    assert.ok(!page({ title: 't', text: 'x', svg: bad }).includes('<figure>'));
  }
  assert.ok(page({ title: 't', text: 'x', svg: drawing }).includes('<figure><svg'));
});

test('what a command finds is told from other results', () => {
  assert.ok(isFound({ title: 'a', text: 'b' }));
  for (const other of [null, undefined, 'x', {}, { title: 1, text: 'b' }]) {
    assert.ok(!isFound(other));
  }
});

test('the program is found', () => {
  assert.equal(program(undefined, '/w'), 'cudalint');
  assert.equal(program(' ', '/w'), 'cudalint');
  assert.equal(program('/opt/cudalint', '/w'), '/opt/cudalint');
  assert.equal(program('${workspaceFolder}/bin/cudalint', '/w'), '/w/bin/cudalint');
  assert.equal(program('bin/cudalint', '/w'), '/w/bin/cudalint');
  assert.ok(program('~/cudalint', '/w').endsWith('/cudalint') && !program('~/cudalint', '/w').startsWith('~'));
});

test('block shapes are read', () => {
  assert.deepEqual(blockShape('32,8'), [32, 8]);
  assert.deepEqual(blockShape(' 256 '), [256]);
  assert.deepEqual(blockShape('8x8x4'), [8, 8, 4]);
  for (const bad of ['', 'a', '0', '2048', '64,64', '1,2,3,4', '1.5']) {
    assert.equal(typeof blockShape(bad), 'string', bad);
  }
});

test('the kernel at a line is found', () => {
  const lines = ['template <int N>', '__global__ void __launch_bounds__(256)', 'scale(float *a) {', '  a[0] = 1;', '}', 'extern "C" __global__ void add(int n)', '{', '}'];
  assert.equal(kernelAt(lines, 3), 'scale');
  assert.equal(kernelAt(lines, 7), 'add');
  assert.equal(kernelAt(lines, 0), undefined);
  assert.equal(kernelAt(lines, 99), 'add');
});
