// Writes the table of import formats into directory/README.md, from the list of
// directory/src/import/formats/index.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './prepare.mjs';
import { formatsFor } from '../directory/dist/import/index.js';

const README = path.join(ROOT, 'directory/README.md');
const BEGIN = '<!-- formats: written by npm run generate -->';
const END = '<!-- /formats -->';

const rows = formatsFor().map(
  ({ name, kinds, description }) => `| \`${name}\` | ${kinds.join(', ')} | ${description} |`,
);
const table = ['| `--format` | Records | Input |', '| --- | --- | --- |', ...rows].join('\n');

const [before, rest] = readFileSync(README, 'utf8').split(BEGIN);
const after = rest?.split(END)[1];
if (after === undefined) throw new Error(`${README} must contain ${BEGIN} and, after it, ${END}.`);
writeFileSync(README, `${before}${BEGIN}\n\n${table}\n\n${END}${after}`);
