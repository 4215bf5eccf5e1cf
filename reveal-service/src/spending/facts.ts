import type { Pool, Statement } from '@prospecting/platform/postgres';
import { planSpend, type PlannedSubject, type Records } from '../pricing/plan.js';
import { DEFAULT_GROUP, priceOf, type Subject } from '../pricing/prices.js';
import { loadRevealed } from '../rpc/revealed.js';
import { selectContactRecords } from '../sql/select-contact-records.js';
import { selectDetailPresence } from '../sql/select-detail-presence.js';
import { selectGroupPrices } from '../sql/select-group-prices.js';
import { selectSwitchboards } from '../sql/select-switchboards.js';
import type { Order } from './order.js';
import type { SpendingDependencies } from './dependencies.js';

/** A plan, and the records that it was made from. */
export interface Planned {
  readonly subjects: readonly PlannedSubject[];
  readonly records: Records;
}

/** Reads what is on record, what the account has revealed and what it pays, all at once, and plans the order. */
export async function readPlan(
  { revealPool, directoryPool, clock }: SpendingDependencies,
  { accountId, priceGroup, subjects }: Order,
): Promise<Planned> {
  const now = clock.now();
  const idsOf = (kind: Subject): string[] => [
    ...new Set(subjects.filter((subject) => subject.kind === kind).map((subject) => subject.subjectId)),
  ];
  const revealedOf = (kind: Subject) =>
    loadRevealed(revealPool, kind, new Map([[accountId, new Set(idsOf(kind))]]), now);
  const [prices, contact, switchboard, organization, contacts, switchboards, organizations] = await Promise.all([
    selectGroupPrices.run(revealPool, [[priceGroup, DEFAULT_GROUP]]),
    load(directoryPool, selectContactRecords, idsOf('contact'), (row) => row.subjectId),
    load(directoryPool, selectSwitchboards, idsOf('switchboard'), (row) => row.subjectId),
    load(directoryPool, selectDetailPresence, idsOf('organization'), (row) => row.organizationId),
    revealedOf('contact'),
    revealedOf('switchboard'),
    revealedOf('organization'),
  ]);
  const records = { contact, switchboard, organization };
  const revealed = { contact: contacts, switchboard: switchboards, organization: organizations };
  return {
    records,
    subjects: planSpend(subjects, {
      records,
      isRevealed: (kind, subjectId, infoType) => revealed[kind].has(accountId, subjectId, infoType),
      priceOf: (kind, infoType) => priceOf(prices, priceGroup, kind, infoType),
    }),
  };
}

async function load<Row extends object>(
  pool: Pool,
  select: Statement<[ids: readonly string[]], Row>,
  ids: readonly string[],
  idOf: (row: Row) => string,
): Promise<Map<string, Row>> {
  if (ids.length === 0) return new Map();
  const rows = await select.run(pool, [ids]);
  return new Map(rows.map((row) => [idOf(row), row]));
}
