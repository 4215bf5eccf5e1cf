import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@prospecting/platform/testing';
import { createRandom, type Random } from '@prospecting/platform/random';
import { createDirectory } from '@prospecting/e2e/faults/directory/records.js';
import { seedAgain } from '@prospecting/e2e/support/seed.js';
import type { Cluster } from './cluster.js';
import { DISRUPTIONS, type Disruption } from './disruptions/index.js';
import { untilWhole, type Scene } from './disruptions/disruption.js';
import { ROOT } from './images.js';
import { openInstalled, statusOf, type Installed } from './installed.js';
import { createAccounts, verifyAccounts, type LoadAccount } from './load/accounts.js';
import { startLoad, type Load, type LoadOptions } from './load/load.js';
import type { Release } from './release.js';
import type { Line } from './report.js';
import { attempt } from './shell.js';

/** The part that runs test/e2e. */
export const PROMISES = 'promises';

export interface RunOptions {
  readonly cluster: Cluster;
  readonly release: Release;
  readonly baseUrl: string;
  readonly only: ReadonlySet<string> | undefined;
  readonly say: (line: string) => void;
}

const SEED = 20260315;
/** Accounts that each disruption gets anew, so that there is always something left to pay for. */
const ACCOUNTS = 12;
/** The load before a disruption begins, and after it has ended: nothing may fail in either. */
const QUIET_MS = 5_000;
const FIRST_ANSWER_MS = 600_000;
const PROMISES_MS = 1_500_000;

/** Installs the release, tells it the promises, and disrupts it. Returns one line for each part. */
export async function runParts({ cluster, release, baseUrl, only, say }: RunOptions): Promise<Line[]> {
  const lines: Line[] = [];
  const isWanted = (name: string): boolean => only === undefined || only.has(name);
  let installed: Installed | undefined;
  const add = async (name: string, part: () => Promise<Partial<Line>>): Promise<void> => {
    say(`\n— ${name}`);
    const line = await measure(name, part);
    for (const problem of line.problems) say(`  ${problem}`);
    say(`  ${line.seconds.toFixed(0)} s, ${line.requests} requests, ${line.failed} failed, audit ${line.audit || '-'}`);
    lines.push(line);
  };
  await add('install', async () => {
    await release.dryRun();
    installed = await install(cluster, release, baseUrl, say);
    await release.test();
    return {};
  });
  if (installed === undefined) return lines;
  const running = installed;
  try {
    if (isWanted(PROMISES)) await add(PROMISES, () => tellPromises(running, say));
    const disruptions = DISRUPTIONS.filter(({ name }) => isWanted(name));
    if (disruptions.length > 0) {
      const disrupt = await prepareLoad(cluster, release, running);
      for (const disruption of disruptions) await add(disruption.name, () => disrupt(disruption));
    }
  } finally {
    running.close();
  }
  return lines;
}

async function measure(name: string, part: () => Promise<Partial<Line>>): Promise<Line> {
  const startedAt = performance.now();
  const nothing = { name, requests: 0, failed: 0, spends: 0, audit: '', problems: [] } as const;
  const found = await part().catch((error: unknown) => ({
    problems: [error instanceof Error ? error.message : String(error)],
  }));
  return { ...nothing, seconds: (performance.now() - startedAt) / 1_000, ...found };
}

/** Installs, and says how long it takes until the first customer is answered. */
async function install(
  cluster: Cluster,
  release: Release,
  baseUrl: string,
  say: RunOptions['say'],
): Promise<Installed> {
  const startedAt = performance.now();
  const since = (): string => `${((performance.now() - startedAt) / 1_000).toFixed(0)} s`;
  await release.install();
  const installed = await openInstalled(cluster, baseUrl);
  say(`  the admin API answers ${since()} after helm install`);
  const [account] = await createAccounts(installed.admin, 1);
  const ask = (): Promise<number | undefined> => statusOf(`${baseUrl}/credits`, account?.customer.key);
  const status = await eventually(ask, (is) => is === 200, { timeoutMs: FIRST_ANSWER_MS, intervalMs: 250 });
  if (status !== 200) throw new Error(`customers are answered ${status} ${since()} after helm install`);
  say(`  the first customer is answered ${since()} after helm install`);
  await untilWhole({ cluster });
  return installed;
}

/** Runs test/e2e against the installation. */
async function tellPromises(installed: Installed, say: RunOptions['say']): Promise<Partial<Line>> {
  const env = {
    E2E_BASE_URL: installed.baseUrl,
    E2E_ADMIN_URL: installed.adminUrl,
    E2E_ADMIN_TOKEN: installed.adminToken,
    E2E_DATABASE_URL: installed.importerUrl,
    E2E_IDENTITY_KEY: installed.identityKey,
  };
  const { code, stdout } = await attempt('npm', ['run', 'test:e2e'], { cwd: ROOT, env, timeoutMs: PROMISES_MS });
  const [, summary = 'no summary'] = /^(\d+ passed, \d+ failed, \d+ left out):$/m.exec(stdout) ?? [];
  say(`  ${summary}`);
  if (code === 0) return { audit: await cleanliness(installed) };
  const failed = /^Failed:\n((?: {2}.*\n)+)/m.exec(stdout)?.[1]?.trim().split('\n') ?? [];
  say(/^ {2}\d+ failing\n[^]*?(?=^Failed:)/m.exec(stdout)?.[0].trimEnd() ?? '');
  return { audit: await cleanliness(installed), problems: failed.length > 0 ? failed : [stdout.slice(-2_000)] };
}

async function cleanliness(installed: Installed): Promise<Line['audit']> {
  return (await installed.audit()).length === 0 ? 'clean' : 'NOT CLEAN';
}

/** Imports what the load buys. Returns what runs one disruption under load and verifies it. */
async function prepareLoad(
  cluster: Cluster,
  release: Release,
  installed: Installed,
): Promise<(disruption: Disruption) => Promise<Partial<Line>>> {
  const random = createRandom(SEED);
  const { directory, revealables: catalog } = createDirectory(random);
  await seedAgain({ databaseUrl: installed.importerUrl, identityKey: installed.identityKey }, directory);
  const all: LoadAccount[] = [];
  return async (disruption) => {
    const accounts = await createAccounts(installed.admin, ACCOUNTS);
    all.push(...accounts);
    return disruptUnderLoad(disruption, {
      cluster,
      release,
      installed,
      random,
      all,
      load: { baseUrl: installed.baseUrl, accounts, catalog, random },
    });
  };
}

interface UnderLoad extends Pick<Scene, 'cluster' | 'release' | 'installed'> {
  readonly random: Random;
  /** Every account of the run: each is compared again after each disruption. */
  readonly all: readonly LoadAccount[];
  readonly load: LoadOptions;
}

async function disruptUnderLoad(disruption: Disruption, given: UnderLoad): Promise<Partial<Line>> {
  const { cluster, release, installed, random, all } = given;
  const loads: Load[] = [];
  const current = (): Load => loads.at(-1) as Load;
  const resumeLoad = (): void => void loads.push(startLoad(given.load));
  const pauseLoad = (): Promise<void> => current().stop();
  resumeLoad();
  await delay(QUIET_MS);
  current().allow(disruption.allowed);
  const problems: string[] = [];
  const scene: Scene = {
    cluster,
    release,
    installed,
    random,
    accounts: all,
    get load() {
      return current();
    },
    pauseLoad,
    resumeLoad,
  };
  await disruption.run(scene).catch((error: unknown) => void problems.push((error as Error).message));
  current().allow('nothing');
  await delay(QUIET_MS);
  await current().stop();
  const found = await installed.audit();
  if (found.length > 0) problems.push(`audit: ${found.join('; ')}`);
  problems.push(...(await verifyAccounts(installed.admin, installed.baseUrl, all)));
  problems.push(...loads.flatMap((load) => load.problems));
  const sum = (of: keyof Load['counts']): number => loads.reduce((total, { counts }) => total + counts[of], 0);
  return {
    requests: sum('requests'),
    failed: sum('failed'),
    spends: sum('spends'),
    audit: found.length === 0 ? 'clean' : 'NOT CLEAN',
    problems,
  };
}
