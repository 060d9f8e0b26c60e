// Holds documents against the schemas of others: node schemas.js SCHEMA FILE.. It needs the packages ajv, ajv-draft-04 and ajv-formats.
// A file that holds a list where the schema wants an object is held item by item. The schema is one of draft 4 where it says so.
'use strict';
const fs = require('fs');
const Ajv = require('ajv').default;
const Ajv04 = require('ajv-draft-04').default;
const formats = require('ajv-formats').default;

const [schemaFile, ...files] = process.argv.slice(2);
const schema = JSON.parse(fs.readFileSync(schemaFile, 'utf8'));
const ajv = new (/draft-04/.test(schema.$schema || '') ? Ajv04 : Ajv)({ strict: false, allErrors: true });
formats(ajv);
const valid = ajv.compile(schema);
let wrong = 0, held = 0;
for (const file of files) {
  const text = JSON.parse(fs.readFileSync(file, 'utf8'));
  for (const one of Array.isArray(text) && schema.type === 'object' ? text : [text]) {
    held++;
    if (valid(one)) continue;
    wrong++;
    for (const e of valid.errors.slice(0, 5)) console.log(`${file}: ${e.instancePath}: ${e.message}`);
  }
}
// A schema that takes anything shows nothing.
if (valid({ runs: 1, diagnostics: 1 })) {
  wrong++;
  console.log(`${schemaFile} takes what it must not`);
}
console.log(`${held} held against ${require('path').basename(schemaFile)}, ${wrong} wrong`);
process.exit(wrong > 0 ? 1 : 0);
