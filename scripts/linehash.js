// Checks primaryLocationLineHash of SARIF files against the definition, worked out plainly: node linehash.js ROOT FILE.sarif..
// ROOT is the folder that the URIs count from. Facts: github/codeql-action, src/fingerprints.ts.
'use strict';
const fs = require('fs');
const path = require('path');

const WINDOW = 100, BASE = 37n, MASK = (1n << 64n) - 1n, END = 65535n;

function hashes(text) {
  const units = [], starts = [];
  let fresh = true;
  for (let i = 0; i < text.length; i++) {
    let unit = text.charCodeAt(i);
    if (unit === 0x20 || unit === 0x09) continue;
    if (unit === 0x0a && i > 0 && text.charCodeAt(i - 1) === 0x0d) continue;
    if (unit === 0x0d) unit = 0x0a;
    if (fresh) starts.push(units.length);
    fresh = unit === 0x0a;
    units.push(BigInt(unit));
  }
  if (fresh) starts.push(units.length);
  units.push(END);
  const seen = new Map();
  return starts.map((start) => {
    let hash = 0n;
    for (let i = start; i < start + WINDOW; i++) hash = (hash * BASE + (units[i] || 0n)) & MASK;
    const hex = hash.toString(16);
    seen.set(hex, (seen.get(hex) || 0) + 1);
    return `${hex}:${seen.get(hex)}`;
  });
}

// bytes is the path that a URI names, a character for each byte: names need not be UTF-8.
function bytes(uri) {
  return uri.replace(/%([0-9A-Fa-f]{2})/g, (all, hex) => String.fromCharCode(parseInt(hex, 16)));
}

const [top, ...files] = process.argv.slice(2);
const root = Buffer.from(top).toString('latin1');
const texts = new Map();
let checked = 0, wrong = 0;
for (const file of files) {
  for (const run of JSON.parse(fs.readFileSync(file, 'utf8')).runs) {
    for (const result of run.results) {
      const where = result.locations[0].physicalLocation;
      const name = path.join(root, bytes(where.artifactLocation.uri));
      if (!texts.has(name)) texts.set(name, hashes(fs.readFileSync(Buffer.from(name, 'latin1')).toString('utf8')));
      const want = texts.get(name)[where.region.startLine - 1];
      const have = result.partialFingerprints.primaryLocationLineHash;
      checked++;
      if (want !== have) {
        wrong++;
        console.log(`${name}:${where.region.startLine}: ${have}, want ${want}`);
      }
    }
  }
}
console.log(`${checked} lines checked, ${wrong} wrong`);
process.exit(wrong > 0 || checked === 0 ? 1 : 0);
