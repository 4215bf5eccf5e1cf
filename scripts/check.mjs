// npm run check: the checks that need no test run. Runs all of them, then names those that failed.
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { missingPrograms } from './chart/programs.mjs';
import { filesBelow, prepare, ROOT, run, runModule } from './prepare.mjs';

/**
 * `npm run generate` writes these files. They are committed, so a reader sees them and a build
 * needs no generator.
 */
const GENERATED = [
  'protos/src/generated',
  'openapi/src/generated',
  'openapi/openapi.json',
  'clients/typescript/src/generated',
  'directory/README.md',
  'deploy/monitoring/dashboards',
  'deploy/helm/prospecting/files/alerts',
  'deploy/helm/prospecting/files/dashboards',
  'deploy/helm/prospecting/values.schema.json',
  'deploy/helm/prospecting/README.md',
];

const NPM_10 = 'npm@10.9.9';

const CHECKS = {
  // Sizes, types, promises, cycles and dependency rules: see .oxlintrc.json.
  lint: () =>
    runModule('oxlint/bin/oxlint', [
      '--type-aware',
      '--deny-warnings',
      ...(process.stdout.isTTY ? [] : ['--format=unix']),
    ]),
  format: () => runModule('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']),
  'OpenAPI document': () => npm('run', 'lint', '-w', 'openapi'),
  'generated files': generatedFilesAreCurrent,
  // `npm ci` rejects a lock file that does not match every package.json, packages of other
  // platforms included.
  'package-lock.json': () => npm('ci', '--dry-run', '--ignore-scripts'),
  // npm 10 comes with Node.js 20, the oldest that runs the product. It reads peer dependencies
  // otherwise than npm 11, so a lock file of one may be refused by the other.
  'package-lock.json for npm 10': () => npm('exec', '--yes', '--', NPM_10, 'ci', '--dry-run', '--ignore-scripts'),
  'hashes in package-lock.json': everyPackageHasHash,
  'Helm chart': chartHolds,
};

// The build checks the types; the linter and the generators read its output.
prepare();
const failed = Object.entries(CHECKS).filter(([name, check]) => {
  console.log(`\n— ${name}`);
  return !check();
});
console.log(
  '\nLeft out, as they need a container engine, a cluster or another server:\n' +
    '  npm run test:image, npm run test:kind, npm run test:postgres-15, npm run test:previous-release',
);
console.log(failed.length === 0 ? '\nAll checks pass.' : `\nFailed: ${failed.map(([name]) => name).join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

function npm(...argv) {
  const options = { env: { ...process.env, npm_config_loglevel: 'error' } };
  const own = process.env.npm_execpath;
  return own?.endsWith('.js') ? run(process.execPath, [own, ...argv], options) : run('npm', argv, options);
}

/**
 * Fails for a package whose content `npm ci` cannot verify. npm omits the hash of a platform
 * package that the registry in use does not have, so pin a version of which every platform's
 * package is published.
 */
function everyPackageHasHash() {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  const unverified = Object.entries(packages).filter(
    ([location, entry]) => location.includes('node_modules/') && !entry.link && !entry.integrity,
  );
  for (const [location, { version }] of unverified) console.error(`${location} ${version} has no integrity hash.`);
  return unverified.length === 0;
}

/** Takes minutes, so a machine without the programs is told what was left out. */
function chartHolds() {
  const missing = missingPrograms();
  if (missing.length > 0) {
    console.log(`Left out: ${missing.join(' and ')} not found on the PATH. npm run check:chart runs it.`);
    return true;
  }
  return run(process.execPath, ['scripts/check-chart.mjs']);
}

/**
 * Generates the files again. A difference means a manual edit or a forgotten `npm run generate`;
 * the current file is then in place.
 */
function generatedFilesAreCurrent() {
  const before = GENERATED.map(digestOf);
  if (!npm('run', 'generate')) return false;
  const stale = GENERATED.filter((location, index) => digestOf(location) !== before[index]);
  for (const location of stale) console.error(`${location} was not current. It is now: commit it.`);
  return stale.length === 0;
}

/** Returns one digest of a file, or of all files below a folder. */
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
