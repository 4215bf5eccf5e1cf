import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'undici';
import { adminPost, type Customer } from './customers.js';
import type { DatasetSize } from './dataset.js';
import { ask, connect } from './exchange.js';
import { runImport } from './import-run.js';
import { writeChanged } from './soak-files.js';
import type { Outages } from './soak-outages.js';
import type { DueEvent, SoakEvent } from './soak-schedule.js';
import { auditSpends } from './spend-audit.js';
import type { Installation } from './stacks.js';

/** What an event did, or why it failed. */
export interface EventResult {
  readonly atMs: number;
  readonly kind: SoakEvent['kind'];
  /** Undefined: it did what it should. */
  readonly failure?: string;
  readonly detail: string;
  /** The time from the answer that a key is revoked to the first 401. */
  readonly revokedAfterMs?: number;
}

export interface EventsOptions {
  readonly stack: Installation;
  readonly customers: readonly Customer[];
  readonly size: DatasetSize;
  /** The importer's. */
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly workDir: string;
  readonly outages: Outages;
  readonly now: () => number;
  readonly notify: (line: string) => void;
}

/** Longest time for one event. */
const EVENT_LIMIT_MS = 15 * 60_000;
/** A revoked key must be refused within this time. */
export const REVOKED_WITHIN_MS = 1_000;
/** How long to look for the first 401. */
const REVOKED_LIMIT_MS = 10_000;
const POLL_MS = 20;
const CHECKS_AFTER = 5;

type Outcome = Pick<EventResult, 'detail' | 'revokedAfterMs'>;

/** Runs the events at their times, one after the other, until the last one or the abort. */
export async function runEvents(
  events: readonly DueEvent[],
  options: EventsOptions,
  signal: AbortSignal,
): Promise<EventResult[]> {
  const { now, notify, outages } = options;
  const perform = await createPerformer(options);
  const results: EventResult[] = [];
  for (const event of events) {
    // What an event checks must not fail because of the restart before it.
    const dueMs = event.kind === 'restart' ? event.atMs : Math.max(event.atMs, outages.overAt());
    await sleep(Math.max(0, dueMs - now()), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) break;
    const [atMs, { kind }] = [now(), event];
    try {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(EVENT_LIMIT_MS)]);
      results.push({ atMs, kind, ...(await perform(event, limited)) });
    } catch (error) {
      // What an abort breaks off is no failure.
      if (signal.aborted) break;
      results.push({ atMs, kind, detail: describe(event), failure: `${describe(event)}: ${String(error)}` });
    }
    const { failure, detail } = results.at(-1) as EventResult;
    notify(`${(atMs / 60_000).toFixed(1)} min: ${failure ?? detail}`);
  }
  return results;
}

function describe(event: SoakEvent): string {
  return event.kind === 'restart' ? `restart of ${event.service} by ${event.by}` : event.kind;
}

async function createPerformer(
  options: EventsOptions,
): Promise<(event: SoakEvent, signal: AbortSignal) => Promise<Outcome>> {
  const { stack, outages } = options;
  const rotate = await createRotation(options);
  let revision = 0;
  return async (event, signal) => {
    switch (event.kind) {
      case 'import':
        return importChanged(options, (revision += 1), signal);
      case 'keys':
        return rotate(signal);
      case 'audit': {
        const { accounts, reservations, differences } = await auditSpends(stack.adminUrl, stack.adminToken);
        if (differences > 0) throw new Error(`${differences} differences`);
        return { detail: `audit of ${accounts} accounts and ${reservations} reservations: no difference` };
      }
      case 'restart': {
        const part = stack.parts.find(({ process: { name } }) => name === event.service);
        if (part?.restart === undefined) throw new Error('there is no such process');
        const { child } = part.process;
        const { restart } = part;
        const { fromMs, readyMs = fromMs } = await outages.during(event, () => restart(event.by, signal));
        if (event.by === 'SIGTERM' && child.exitCode !== 0) throw new Error(`it ended with code ${child.exitCode}`);
        return { detail: `${describe(event)}: ready after ${((readyMs - fromMs) / 1_000).toFixed(1)} s` };
      }
    }
  };
}

async function importChanged(
  { size, databaseUrl, dataDir, workDir }: EventsOptions,
  revision: number,
  signal: AbortSignal,
): Promise<Outcome> {
  const details: string[] = [];
  for (const { kind, path: input, records, changed } of await writeChanged(size, revision, workDir)) {
    const { result, peakRssBytes } = await runImport({ kind, databaseUrl, input }, dataDir, signal);
    const { read, updated, inserted, rejected, seconds } = result;
    if (read !== records || updated !== changed || inserted + rejected > 0) {
      throw new Error(
        `of ${records} ${kind} with ${changed} changes, ${read} were read, ${updated} updated, ` +
          `${inserted} inserted, ${rejected} rejected`,
      );
    }
    details.push(`${updated} of ${read} ${kind} in ${seconds.toFixed(1)} s, ${Math.round(peakRssBytes / 2 ** 20)} MB`);
  }
  return { detail: `import changed ${details.join('; ')}` };
}

/** Makes a key at each call, and revokes the one that the call before made. */
async function createRotation({ stack, customers }: EventsOptions): Promise<(signal: AbortSignal) => Promise<Outcome>> {
  const post = adminPost(stack.adminUrl, stack.adminToken);
  const [customer] = customers;
  if (customer === undefined) throw new Error('there is no account');
  const { origin, pathname } = new URL(`${stack.baseUrl}/credits`);
  const limits = { overall: 1_000_000 };
  const make = async (): Promise<{ readonly id: string; readonly key: string }> => {
    const { id, key } = await post(`/accounts/${customer.accountId}/keys`, { name: 'soak', limits });
    return { id: String(id), key: String(key) };
  };
  let current = await make();
  return async (signal) => {
    const connection = connect(origin);
    const statusOf = (key: string) => creditsStatus(connection, pathname, key);
    try {
      const revoked = current;
      current = await make();
      // So that the gateway has the old one in its cache.
      for (const { key } of [current, revoked]) await expectStatus(200, statusOf(key));
      await post(`/keys/${revoked.id}/revoke`, {});
      const revokedAfterMs = await untilRefused(() => statusOf(revoked.key), signal);
      for (let check = 0; check < CHECKS_AFTER; check += 1) await expectStatus(401, statusOf(revoked.key));
      await expectStatus(200, statusOf(current.key));
      return { revokedAfterMs, detail: `a revoked key was refused after ${Math.round(revokedAfterMs)} ms` };
    } finally {
      await connection.destroy();
    }
  };
}

async function untilRefused(status: () => Promise<number>, signal: AbortSignal): Promise<number> {
  const since = performance.now();
  for (;;) {
    const found = await status();
    const tookMs = performance.now() - since;
    if (found === 401) return tookMs;
    if (found !== 200) throw new Error(`a revoked key was answered with ${found}`);
    if (tookMs > REVOKED_LIMIT_MS) throw new Error(`a revoked key still works after ${REVOKED_LIMIT_MS / 1_000} s`);
    await sleep(POLL_MS, undefined, { signal });
  }
}

async function creditsStatus(connection: Client, path: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  return (await ask(connection, { method: 'GET', path, headers })).status;
}

async function expectStatus(wanted: number, status: Promise<number>): Promise<void> {
  const found = await status;
  if (found !== wanted) throw new Error(`a key was answered with ${found}, not ${wanted}`);
}
