// npm run test:previous-release -- <git ref> [<tests>…]: runs a release's services, through its own
// end-to-end tests, on the schemas of this checkout. An upgrade migrates while pods of the release
// before still serve, so they must work on the new schemas.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fail, ROOT, workspaces } from './prepare.mjs';

/** Promises to customers. */
const PROMISES = 'test/e2e/src';
/**
 * Tests there that read the catalogue. Like a release's tests of its own migrations and grants,
 * they describe the schemas that it was made for.
 */
const TESTS_OF_SCHEMAS = ['money-can-be-distributed.test.ts'];

const [ref = latestTag(), ...tests] = process.argv.slice(2);
const checkout = path.join(mkdtempSync(path.join(tmpdir(), 'prospect-previous-')), 'release');
process.exitCode = main() ? 0 : 1;

function main() {
  try {
    if (!git('worktree', 'add', '--detach', '--quiet', checkout, ref)) return false;
    const added = workspaces().flatMap(newMigrations);
    console.log(
      added.length === 0
        ? `The schemas are those of ${ref}.`
        : `Services of ${ref} run on schemas with these migrations of this checkout:\n  ${added.join('\n  ')}`,
    );
    const { status } = spawnSync('npm', ['test', '--', ...(tests.length > 0 ? tests : promises())], {
      cwd: checkout,
      stdio: 'inherit',
      // The path of this repository's npm script must not lead the other checkout back here.
      env: { ...process.env, INIT_CWD: checkout },
    });
    return status === 0;
  } finally {
    git('worktree', 'remove', '--force', checkout);
    rmSync(path.dirname(checkout), { recursive: true, force: true });
  }
}

/** Returns the release's tests of its promises. */
function promises() {
  return readdirSync(path.join(checkout, PROMISES))
    .filter((name) => name.endsWith('.test.ts') && !TESTS_OF_SCHEMAS.includes(name))
    .map((name) => `${PROMISES}/${name}`);
}

/**
 * Copies the migrations of a workspace over those of the release. Returns the names of those that
 * the release lacks.
 */
function newMigrations(workspace) {
  const [ours, theirs] = [ROOT, checkout].map((root) => path.join(root, workspace, 'migrations'));
  if (!existsSync(ours)) return [];
  // Its tests could not notice a schema that it keeps elsewhere.
  if (!existsSync(theirs)) throw new Error(`${ref} has no ${workspace}/migrations: its schemas cannot be replaced.`);
  for (const name of readdirSync(theirs)) {
    const unchanged =
      existsSync(path.join(ours, name)) &&
      readFileSync(path.join(ours, name), 'utf8') === readFileSync(path.join(theirs, name), 'utf8');
    if (!unchanged) console.error(`${workspace}/migrations/${name} was changed or removed since ${ref}.`);
  }
  const added = readdirSync(ours).filter((name) => !existsSync(path.join(theirs, name)));
  cpSync(ours, theirs, { recursive: true });
  return added.map((name) => `${workspace}/migrations/${name}`);
}

function latestTag() {
  const { status, stdout } = spawnSync('git', ['describe', '--tags', '--abbrev=0'], { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) fail('There is no tag. Name the release: npm run test:previous-release -- <ref>.');
  return stdout.trim();
}

function git(...argv) {
  return spawnSync('git', argv, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}
