// npm run check: everything that can be said about the code without running it. Runs every check, then says which failed.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow, prepare, ROOT, run, runModule } from './prepare.mjs';

/** Written by `npm run generate`, kept in the repository so that a reader sees it and a build needs no generator. */
const GENERATED = ['protos/src/generated', 'openapi/src/generated'];

const CHECKS = {
  // Sizes, types, promises, cycles and who may import whom: the rules are in .oxlintrc.json.
  lint: () => runModule('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']),
  format: () => runModule('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']),
  'OpenAPI document': () => npm('run', 'lint', '-w', 'openapi'),
  'generated files': generatedFilesAreCurrent,
};

// The build checks the types: the linter and the generators read what it makes.
prepare();
const failed = Object.entries(CHECKS).filter(([name, check]) => {
  console.log(`\n— ${name}`);
  return !check();
});
console.log(failed.length === 0 ? '\nAll checks pass.' : `\nFailed: ${failed.map(([name]) => name).join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

function npm(...argv) {
  const options = { env: { ...process.env, npm_config_loglevel: 'error' } };
  const own = process.env.npm_execpath;
  return own?.endsWith('.js') ? run(process.execPath, [own, ...argv], options) : run('npm', argv, options);
}

/** Generates anew; a difference is a file that was edited by hand or forgotten, and the right one is then in place. */
function generatedFilesAreCurrent() {
  const before = GENERATED.map(digestOf);
  if (!npm('run', 'generate')) return false;
  const stale = GENERATED.filter((folder, index) => digestOf(folder) !== before[index]);
  for (const folder of stale) console.error(`${folder} was not current; it is now.`);
  return stale.length === 0;
}

function digestOf(folder) {
  const hash = createHash('sha256');
  for (const file of filesBelow(path.join(ROOT, folder)).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(ROOT, folder, file)))
      .update('\0');
  }
  return hash.digest('hex');
}
