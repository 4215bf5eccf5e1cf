// Lints the Helm chart, renders it over its examples and a matrix of values, and checks what must
// hold.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { FACTS } from './facts.mjs';
import { GOLDEN } from './golden.mjs';
import { CHART, conforms, lint, readExample, render } from './helm.mjs';
import { combinations } from './matrix.mjs';
import { REFUSALS } from './refusals.mjs';

const failures = [];
let checks = 0;
function record(name, problems) {
  checks += 1;
  for (const problem of problems) failures.push(`${name}: ${problem}`);
}

const examples = readdirSync(path.join(CHART, 'examples')).map((name) => [name, readExample(name)]);
for (const [name, values] of [['default values', {}], ...examples])
  record(`helm lint ${name}`, lint(values) ? [] : ['failed']);

const texts = [];
for (const [index, [name, values]] of [...examples, ...combinations()].entries()) {
  const rendered = render(values, { upgrade: index % 2 === 1 });
  if (rendered.refusal !== undefined) {
    record(name, [rendered.refusal.trim()]);
    continue;
  }
  texts.push(rendered.text);
  for (const [fact, check] of Object.entries(FACTS)) record(`${name}: ${fact}`, check(rendered));
}
record('kubeconform', conforms(texts) ? [] : ['see above']);

for (const { values, parts } of REFUSALS) {
  const { refusal } = render(values);
  const lacks = parts.filter((part) => !refusal?.includes(part)).map((part) => `does not say "${part}": ${refusal}`);
  record(`refusal of ${JSON.stringify(values)}`, refusal === undefined ? ['it was accepted'] : lacks);
}

for (const [name, check] of Object.entries(GOLDEN)) record(name, check());

for (const failure of failures.slice(0, 50)) console.error(failure);
console.log(`${texts.length} renderings, ${checks - failures.length} checks passed, ${failures.length} failed.`);
process.exitCode = failures.length === 0 ? 0 : 1;
