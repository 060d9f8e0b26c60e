// The page in a real browser without a window: $CHROMIUM is the browser, $CUDALINT_PAGE a file with what the server's command found, as JSON.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Found, page } from '../src/page';

const found = JSON.parse(readFileSync(process.env.CUDALINT_PAGE!, 'utf8')) as Found;
const dir = mkdtempSync(join(tmpdir(), 'cudalint-page-'));

function browse(html: string, ...options: string[]): string {
  const file = join(dir, 'page.html');
  writeFileSync(file, html);
  return execFileSync(process.env.CHROMIUM!, [
    '--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', `--user-data-dir=${join(dir, 'profile')}`, ...options, 'file://' + file,
  ], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 60000 });
}

test('the drawing is shown', () => {
  const dom = browse(page(found), '--dump-dom');
  assert.match(dom, /<figure><svg/);
  // 32 wavefronts of which 12 are drawn, and the one with the remedy, each with 32 banks.
  assert.equal(dom.match(/<rect /g)!.length, 13 * 32);
  assert.match(dom, /<th scope="row">block<\/th><td>32x32/);
});

test('nothing in a page runs', () => {
  const bad = page({ ...found, title: '<script>document.title="ran"</script>', text: 'x' }).replace('</body>', '<script>document.body.id = "ran"</script><img src="x" onerror="document.body.id=\'ran\'"></body>');
  assert.ok(!/<body id="ran"/.test(browse(bad, '--dump-dom')));
});

test('the page has pixels', () => {
  const shot = join(dir, 'page.png');
  browse(page(found), `--screenshot=${shot}`, '--window-size=900,700');
  const png = readFileSync(shot);
  assert.equal(png.subarray(1, 4).toString(), 'PNG');
  assert.ok(png.length > 5000, `${png.length} bytes`);
});
