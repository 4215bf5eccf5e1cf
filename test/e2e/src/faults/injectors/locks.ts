import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../database.js';
import type { Injector, FaultContext } from './injector.js';

/**
 * Makes statements take seconds because something else holds a lock: a vacuum, a migration, an
 * operator at a prompt.
 */
export const lockFaults: Injector = [
  [4, lockBalances],
  [1, lockReveals],
  [1, lockResponses],
  [2, lockTable],
  [0.7, slowAllTheWay],
];

const LOCKS_MS = [1_000, 2_000, 3_600, 5_000];
/** Every table that a spend reads or writes. */
const TABLES = [
  'reveal.reveals',
  'reveal.attempts',
  'reveal.operations',
  'reveal.prices',
  'credits.balances',
  'credits.entries',
  'credits.reservations',
  'edge.stored_responses',
  'directory.contact_details',
];
const MODES = ['share row exclusive', 'access exclusive'];

const balancesOf = (accountIds: readonly string[]): Sql => [
  'select from credits.balances where account_id = any ($1) order by account_id for no key update',
  [accountIds],
];

async function lockBalances({ random, database, active }: FaultContext): Promise<string | undefined> {
  const accountIds = random.sample(active(), 4);
  const rows = await database.hold(balancesOf(accountIds), random.pick(LOCKS_MS));
  return rows > 0 ? 'balances locked' : undefined;
}

async function lockReveals({ random, database, active }: FaultContext): Promise<string | undefined> {
  const statement: Sql = [
    'select from reveal.reveals where account_id = any ($1) for update skip locked',
    [random.sample(active(), 4)],
  ];
  const rows = await database.hold(statement, random.pick(LOCKS_MS));
  return rows > 0 ? 'reveals locked' : undefined;
}

async function lockResponses({ random, database }: FaultContext): Promise<string | undefined> {
  const statement: Sql = ['select from edge.stored_responses order by created_at desc limit 20 for update skip locked'];
  const rows = await database.hold(statement, random.pick(LOCKS_MS));
  return rows > 0 ? 'stored responses locked' : undefined;
}

async function lockTable({ random, database }: FaultContext): Promise<string> {
  const table = random.pick(TABLES);
  await database.hold([`lock table ${table} in ${random.pick(MODES)} mode`], random.pick(LOCKS_MS));
  return `table ${table} locked`;
}

/**
 * Makes each step of a spend slow in turn, each within its own limit: the snapshot, the
 * reservation, the commit.
 */
async function slowAllTheWay({ database, active }: FaultContext): Promise<string | undefined> {
  const accountIds = active();
  if (accountIds.length === 0) return undefined;
  await database.hold(['lock table reveal.operations, reveal.prices in access exclusive mode'], 3_000);
  void (async () => {
    await delay(2_800);
    await database.hold(balancesOf(accountIds), 3_300);
    await delay(3_100);
    await database.hold(['lock table reveal.attempts in share row exclusive mode'], 3_300);
  })().catch(() => {});
  return 'every step of spends slow';
}
