// npm run generate: makes values.schema.json and the tables in the chart's README from values.yaml.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import { ROOT } from '../prepare.mjs';
import { withTables } from './readme.mjs';
import { schemaOf } from './schema.mjs';
import { readValues } from './values.mjs';

const CHART = path.join(ROOT, 'deploy/helm/prospecting');
const OPTIONS = JSON.parse(readFileSync(path.join(ROOT, '.prettierrc.json'), 'utf8'));

const values = readValues(readFileSync(path.join(CHART, 'values.yaml'), 'utf8'));
const readme = readFileSync(path.join(CHART, 'README.md'), 'utf8');
await write('values.schema.json', JSON.stringify(schemaOf(values)), 'json');
await write('README.md', withTables(readme, values), 'markdown');

async function write(name, text, parser) {
  writeFileSync(path.join(CHART, name), await format(text, { ...OPTIONS, parser }));
}
