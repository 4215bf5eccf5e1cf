import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Images } from './options.js';
import { run } from './shell.js';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export const REPOSITORY = 'prospecting';
/** What is installed, the release after it, and one whose migration fails. */
export const TAGS = { current: 'kind', next: 'kind-next', broken: 'kind-broken' } as const;

const BUILD_MS = 900_000;
const MIGRATIONS = 'credits-service/migrations';

/**
 * Builds the image as operators get it, unless it is there already, and two successors with one
 * more migration each.
 */
export async function buildImages({ product, node }: Images): Promise<void> {
  const current = `${REPOSITORY}:${TAGS.current}`;
  if (product === undefined) {
    const env = { IMAGE: current, ...(node !== undefined && { NODE_IMAGE: node }) };
    await run('npm', ['run', 'image'], { cwd: ROOT, env, timeoutMs: BUILD_MS, isShown: true });
  } else await run('docker', ['tag', product, current]);
  // What an expand step does: the running version neither reads nor writes the column.
  await buildSuccessor(
    TAGS.next,
    'of_a_next_release',
    'alter table credits.balances add column if not exists next_release text;',
  );
  // Another name than the one before: a migration that is applied does not run again.
  await buildSuccessor(
    TAGS.broken,
    'that_fails',
    "do $$ begin raise exception 'this migration fails on purpose'; end $$;",
  );
}

/** Builds the current image with one more migration. */
async function buildSuccessor(tag: string, name: string, sql: string): Promise<void> {
  const migrations = (await readdir(path.join(ROOT, MIGRATIONS))).filter((file) => file.endsWith('.sql'));
  const file = `${String(migrations.length + 1).padStart(4, '0')}_${name}.sql`;
  const folder = await mkdtemp(path.join(tmpdir(), 'prospect-kind-image-'));
  try {
    await writeFile(path.join(folder, file), `${sql}\n`, { mode: 0o644 });
    await writeFile(
      path.join(folder, 'Dockerfile'),
      `FROM ${REPOSITORY}:${TAGS.current}\nCOPY ${file} /app/${MIGRATIONS}/\n`,
    );
    await run('docker', ['build', '--tag', `${REPOSITORY}:${tag}`, folder], { timeoutMs: BUILD_MS });
  } finally {
    await rm(folder, { recursive: true });
  }
}
