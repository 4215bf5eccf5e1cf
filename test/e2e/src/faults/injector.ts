import { setTimeout as delay } from 'node:timers/promises';
import type { FaultyDatabase } from './database.js';
import type { FaultyInstallation } from './installation.js';
import type { Random } from './random.js';
import type { Supervisor } from './supervisor.js';
import type { Tally } from './tally.js';

export interface InjectorOptions {
  readonly random: Random;
  readonly supervisor: Supervisor;
  readonly installation: FaultyInstallation;
  readonly database: FaultyDatabase;
  readonly faults: Tally;
  /** How many operations were answered so far. */
  readonly progress: () => number;
}

/** Does a thing that can go wrong; answers what it was, or `undefined` when there was nothing to do it to. */
type Fault = (options: InjectorOptions) => Promise<string | undefined> | string | undefined;

/**
 * Faults from outside keep pace with the work, so that a slow machine does not only break: the next one comes after another operation was answered,
 * or when none is for so long. Those of crash points come on top.
 */
const LONGEST_PAUSE_MS = 2_000;
const PACE_MS = 40;
const POLL_MS = 10;
/** A service gives up on a call after a few seconds, and on a request after ten. */
const HANGS_MS = [300, 2_500, 11_000];

/** With how often each happens, relative to the others. Restarts are dear, and rare in life as well. */
const FAULTS: readonly (readonly [weight: number, fault: Fault])[] = [
  [3, killProcess],
  [14, cutConnections],
  [18, loseReplies],
  [2, hang],
  [20, endBackends],
  [8, loseLeases],
  [4, loseResponses],
  [1, crashDatabase],
  [1, restartDatabase],
];

/** Injects faults from outside of the processes until told to stop. */
export async function injectFaults(options: InjectorOptions, shouldStop: () => boolean): Promise<void> {
  const { random, faults } = options;
  const total = FAULTS.reduce((sum, [weight]) => sum + weight, 0);
  while (!shouldStop()) {
    await nextTurn(options, shouldStop);
    let drawn = random.next() * total;
    const chosen = FAULTS.find(([weight]) => (drawn -= weight) < 0);
    // The database may be recovering from the fault before: then there was nothing to do it to.
    const what = await Promise.resolve(chosen?.[1](options)).catch(() => undefined);
    if (what !== undefined) faults.add(what);
  }
}

async function nextTurn({ random, progress }: InjectorOptions, shouldStop: () => boolean): Promise<void> {
  const before = progress();
  const latestAt = Date.now() + LONGEST_PAUSE_MS;
  await delay(PACE_MS * 2 * random.next());
  while (progress() === before && Date.now() < latestAt && !shouldStop()) await delay(POLL_MS);
}

function killProcess({ random, supervisor }: InjectorOptions): string | undefined {
  const name = random.pick(supervisor.names());
  return supervisor.kill(name) ? `SIGKILL of ${name.replace(/-\d$/, '')}` : undefined;
}

function cutConnections(options: InjectorOptions): string | undefined {
  const [name, proxy] = pickProxy(options);
  if (proxy.connections() === 0) return undefined;
  proxy.cut();
  return `connections to ${name} cut`;
}

function loseReplies(options: InjectorOptions): string | undefined {
  const [name, proxy] = pickProxy(options);
  if (proxy.connections() === 0) return undefined;
  proxy.loseReplies(options.random.between(10, 150));
  return `replies of ${name} lost`;
}

function hang(options: InjectorOptions): string | undefined {
  const [name, proxy] = pickProxy(options);
  if (proxy.connections() === 0) return undefined;
  proxy.hang(options.random.pick(HANGS_MS));
  return `connections to ${name} hung`;
}

function pickProxy({ random, installation, database }: InjectorOptions) {
  const [name, proxy] = random.pick([...Object.entries(installation.proxies), ['database', database.proxy] as const]);
  return [name.replace(/-\d$/, ''), proxy] as const;
}

const SERVICES = `usename in ('prospect_gateway', 'prospect_reveal', 'prospect_credits')`;

/** As the server does to a session that it must end: one that is at work, where there is one. */
async function endBackends({ database }: InjectorOptions): Promise<string | undefined> {
  const rows = await database.query<{ ended: boolean }>(
    `select pg_terminate_backend(pid) as ended from (
      select pid from pg_stat_activity where ${SERVICES} order by state <> 'active', random() limit 2
    ) as chosen`,
  );
  return rows.length > 0 ? 'database sessions ended' : undefined;
}

/** As if the gateways that hold them had been gone for a minute. */
async function loseLeases({ database }: InjectorOptions): Promise<string | undefined> {
  return (await expireLeases(database)) > 0 ? 'idempotency leases run out' : undefined;
}

/** Ends every lease of an Idempotency-Key now, so that nobody waits a minute for a gateway that died. */
export async function expireLeases(database: FaultyDatabase): Promise<number> {
  const rows = await database.query(
    `update edge.stored_responses set lease_until = 'epoch' where lease_until > 'epoch' returning key_id`,
  );
  return rows.length;
}

/** Replay is the edge's; the money's outcome must not depend on it. */
async function loseResponses({ database }: InjectorOptions): Promise<string | undefined> {
  const rows = await database.query(
    `delete from edge.stored_responses where ctid in (
      select ctid from edge.stored_responses order by created_at desc limit 10
    ) returning key_id`,
  );
  return rows.length > 0 ? 'stored responses lost' : undefined;
}

/** A server process that is killed takes all others with it; the server recovers by itself. */
async function crashDatabase({ database }: InjectorOptions): Promise<string | undefined> {
  const [row] = await database.query<{ pid: number }>(
    `select pid from pg_stat_activity where ${SERVICES} order by random() limit 1`,
  );
  if (row === undefined) return undefined;
  process.kill(row.pid, 'SIGKILL');
  return 'database crashed';
}

async function restartDatabase({ database }: InjectorOptions): Promise<string> {
  await database.restart();
  return 'database restarted';
}
