/** `npm run test:kind`. Exits 1 when a promise was broken on the cluster. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@prospecting/platform/ports';
import { createCluster, createKindCluster, deleteKindCluster, loadImages, NODE_PORT } from './cluster.js';
import { DISRUPTIONS } from './disruptions/index.js';
import { buildImages, REPOSITORY, TAGS } from './images.js';
import { readOptions, USAGE, type KindOptions } from './options.js';
import { createRelease } from './release.js';
import { renderReport } from './report.js';
import { PROMISES, runParts } from './run.js';
import { run } from './shell.js';

const NAMESPACE = 'prospecting-test';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

process.exitCode = await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<number> {
  let options: KindOptions;
  try {
    options = readOptions(argv, process.env, [PROMISES, ...DISRUPTIONS.map(({ name }) => name)]);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${USAGE}\n`);
    return 2;
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  const home = await mkdtemp(path.join(tmpdir(), 'prospect-kind-'));
  try {
    return await testOn(options, home);
  } finally {
    if (!options.keep) {
      if (!options.existing) await deleteKindCluster();
      await rm(home, { recursive: true, force: true });
    }
  }
}

async function testOn({ existing, keep, only, images }: KindOptions, home: string): Promise<number> {
  const hostPort = await freePort();
  if (!existing) Object.assign(process.env, await createKindCluster(images.kindNode, hostPort, home));
  const cluster = createCluster(NAMESPACE);
  const nodes = await cluster.nodes();
  const controlPlane = nodes.find(({ isControlPlane }) => isControlPlane);
  if (controlPlane === undefined || nodes.length < 3)
    throw new Error('the cluster needs a control plane and two workers');
  // On a cluster of somebody else no port of this machine leads to the nodes, but their network does.
  const origin = existing ? `http://${controlPlane.address}:${NODE_PORT}` : `http://127.0.0.1:${hostPort}`;
  const baseUrl = `${origin}/external/v1`;

  await buildImages(images);
  await loadImages([...Object.values(TAGS).map((tag) => `${REPOSITORY}:${tag}`), images.postgres, images.redis]);
  // What an earlier run left with --keep would not be a first install.
  await deleteNamespace();
  await run('kubectl', ['create', 'namespace', NAMESPACE]);
  const release = createRelease(cluster, images, baseUrl);
  try {
    const lines = await runParts({ cluster, release, baseUrl, only, say });
    say(`\n${renderReport(lines)}`);
    return lines.every(({ problems }) => problems.length === 0) ? 0 : 1;
  } finally {
    if (existing && !keep) await deleteNamespace();
  }
}

async function deleteNamespace(): Promise<void> {
  await run('kubectl', ['delete', 'namespace', NAMESPACE, '--ignore-not-found', '--timeout=180s'], {
    timeoutMs: 200_000,
  });
}
