// npm run check: everything that can be said about the code without running it. Runs every check, then says which failed.
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { filesBelow, prepare, ROOT, run, runModule } from './prepare.mjs';

/** Written by `npm run generate`, kept in the repository so that a reader sees it and a build needs no generator. */
const GENERATED = ['protos/src/generated', 'openapi/src/generated', 'openapi/openapi.json'];

const CHECKS = {
  // Sizes, types, promises, cycles and who may import whom: the rules are in .oxlintrc.json.
  lint: () =>
    runModule('oxlint/bin/oxlint', [
      '--type-aware',
      '--deny-warnings',
      ...(process.stdout.isTTY ? [] : ['--format=unix']),
    ]),
  format: () => runModule('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']),
  'OpenAPI document': () => npm('run', 'lint', '-w', 'openapi'),
  'generated files': generatedFilesAreCurrent,
  // What a fresh clone installs by: npm ci refuses a lock that does not match every package.json, other platforms' packages included.
  'package-lock.json': () => npm('ci', '--dry-run', '--ignore-scripts'),
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

/** Generates anew; a difference is something edited by hand or forgotten, and the right one is then in place. */
function generatedFilesAreCurrent() {
  const before = GENERATED.map(digestOf);
  if (!npm('run', 'generate')) return false;
  const stale = GENERATED.filter((location, index) => digestOf(location) !== before[index]);
  for (const location of stale) console.error(`${location} was not current; it is now.`);
  return stale.length === 0;
}

/** Of a file, or of all files below a folder. */
function digestOf(location) {
  const hash = createHash('sha256');
  const start = path.join(ROOT, location);
  const files = statSync(start).isFile() ? [''] : filesBelow(start).sort();
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(start, file)))
      .update('\0');
  return hash.digest('hex');
}
