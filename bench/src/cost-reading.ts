import { statement, type Pool } from '@prospecting/platform/postgres';
import { withTimeout } from '@prospecting/platform/timing';
import { POSTGRES, type HopUse, type ProcessUse, type StatementUse, type Use } from './cost-model.js';
import type { ProbeAnswer, ProbeReading } from './cost-probe.js';
import { cpuSeconds } from './cpu-time.js';
import { postgresPids } from './database.js';
import { countRpcs } from './rpc-counts.js';
import type { RunningPart } from './stacks.js';

/** What is measured, and the servers beside it. */
export interface Scene {
  readonly parts: readonly RunningPart[];
  /** The superuser's connection, whose own statements do not count. */
  readonly pool: Pool;
  /** The name of each server by its port. */
  readonly ports: ReadonlyMap<number, string>;
  readonly publicPort: number;
}

/** The product's roles are `prospect_<process>`. */
const ROLE_PREFIX = 'prospect_';

const resetStatements = 'select pg_stat_statements_reset()';

/** Selects the statements of the product's roles since the last reset. Locks nothing. */
const selectStatements = statement<[prefix: string], StatementUse>(
  'bench_select_statements',
  `select r.rolname as role, s.query as text, s.calls, s.rows, s.total_exec_time as ms
  from pg_stat_statements s
  join pg_catalog.pg_roles r on r.oid = s.userid
  where starts_with(r.rolname, $1) and s.dbid = (select oid from pg_catalog.pg_database where datname = current_database())`,
);

interface Reading {
  readonly probes: readonly ProbeReading[];
  readonly cpuMs: readonly number[];
  readonly postgresCpuMs: number;
  /** By process, then by callee. */
  readonly rpcs: readonly ReadonlyMap<string, number>[];
}

/** Runs the work, and returns what the processes used meanwhile, in total. */
export async function useDuring(scene: Scene, requests: () => Promise<number>): Promise<Use & { requests: number }> {
  await scene.pool.query(resetStatements);
  const before = await read(scene);
  const count = await requests();
  const after = await read(scene);
  const statements = (await selectStatements.run(scene.pool, [ROLE_PREFIX])).map((each) => ({
    ...each,
    role: each.role.slice(ROLE_PREFIX.length),
    text: each.text.replace(/\s+/g, ' ').trim(),
  }));
  return {
    requests: count,
    processes: processesOf(scene, before, after),
    hops: [publicHop(scene, before, after, count), ...hopsOf(scene, before, after, statements)],
    statements,
  };
}

async function read({ parts, pool }: Scene): Promise<Reading> {
  const probes = await Promise.all(parts.map(askProbe));
  const rpcs = await Promise.all(parts.map(({ adminUrl }) => countRpcs(adminUrl)));
  const ms = async (pids: readonly number[]): Promise<number> => 1_000 * (await cpuSeconds(pids));
  const cpuMs = await Promise.all(parts.map(({ process }) => ms([process.child.pid ?? 0])));
  return { probes, cpuMs, postgresCpuMs: await ms(await postgresPids(pool)), rpcs };
}

const PROBE_TIMEOUT_MS = 15_000;

function askProbe({ process: { name, child } }: RunningPart): Promise<ProbeReading> {
  const answer = new Promise<ProbeReading>((resolve) => {
    child.once('message', (message) => resolve((message as ProbeAnswer).probed));
  });
  child.kill('SIGUSR2');
  return withTimeout(answer, PROBE_TIMEOUT_MS, () => {
    throw new Error(`${name} does not tell what it used`);
  });
}

function processesOf({ parts }: Scene, before: Reading, after: Reading): ProcessUse[] {
  const own = parts.map(({ process: { name } }, index) => ({
    name,
    cpuMs: (after.cpuMs[index] ?? 0) - (before.cpuMs[index] ?? 0),
    gcMs: after.probes[index]?.gcMs ?? 0,
    allocatedBytes: after.probes[index]?.allocatedBytes ?? 0,
  }));
  return [...own, { name: POSTGRES, cpuMs: after.postgresCpuMs - before.postgresCpuMs }];
}

/** The requests of customers, as the process that serves them sees their bytes. */
function publicHop({ parts, publicPort }: Scene, before: Reading, after: Reading, requests: number): HopUse {
  const at = after.probes.findIndex(({ served }) => served.some(({ port }) => port === publicPort));
  const [sent, received] = difference(before.probes[at]?.served, after.probes[at]?.served, publicPort);
  // As the caller sees them.
  return {
    from: 'customer',
    to: parts[at]?.process.name ?? '',
    calls: requests,
    sentBytes: received,
    receivedBytes: sent,
  };
}

/** What each process called. RPCs are counted by callers, statements by PostgreSQL and by role. */
function hopsOf(
  { parts, ports }: Scene,
  before: Reading,
  after: Reading,
  statements: readonly StatementUse[],
): HopUse[] {
  return parts.flatMap(({ process: { name } }, index) =>
    [...ports].map(([port, to]): HopUse => {
      const [sentBytes, receivedBytes] = difference(before.probes[index]?.called, after.probes[index]?.called, port);
      const rpcs = (after.rpcs[index]?.get(to) ?? 0) - (before.rpcs[index]?.get(to) ?? 0);
      const own = statements.filter(({ role }) => parts.length === 1 || name.startsWith(role));
      const calls = to === POSTGRES ? own.reduce((sum, each) => sum + each.calls, 0) : rpcs;
      return { from: name, to, ...((to === POSTGRES || rpcs > 0) && { calls }), sentBytes, receivedBytes };
    }),
  );
}

function difference(
  before: ProbeReading['called'] = [],
  after: ProbeReading['called'] = [],
  port: number,
): readonly [sent: number, received: number] {
  const [one, other] = [before, after].map((each) => each.find((traffic) => traffic.port === port));
  return [(other?.sent ?? 0) - (one?.sent ?? 0), (other?.received ?? 0) - (one?.received ?? 0)];
}
