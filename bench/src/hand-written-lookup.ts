/** The reads of the hand-written process: two concurrent pairs of statements, as in the product. */
import { balanceStatements } from '@prospecting/credits-service';
import type { Pool, Statement } from '@prospecting/platform/postgres';
import { viewingStatements } from '@prospecting/reveal-service';
import { matchOrganizationsValues, selectOrganizationHits } from '@prospecting/search-service';
import { findHit, hitKey, readIdentifiers, renderResult, type SentItem } from './hand-written-answer.js';

export interface HandWrittenReads {
  readonly pool: Pool;
  readonly soleTraderKey: string;
  /** Origin of the links in answers. */
  readonly appUrl: string;
}

export interface HandWrittenAnswer {
  readonly json: string;
  readonly creditsRemaining: number | null;
}

/** Answers one organizations/match that reveals nothing. Throws Error for any other request. */
export async function lookUp(
  { pool, soleTraderKey, appUrl }: HandWrittenReads,
  accountId: string,
  items: readonly SentItem[],
): Promise<HandWrittenAnswer> {
  const identifiers = items.map(readIdentifiers);
  const [rows, creditsRemaining] = await Promise.all([
    query(pool, selectOrganizationHits, matchOrganizationsValues(identifiers, soleTraderKey)),
    readBalance(pool, accountId),
  ]);
  const hits = new Map(rows.map((row) => [hitKey(row.kind, row.value), row]));
  const found = identifiers.map((each) => findHit(each, hits, soleTraderKey));
  const ids = [...new Set(found.flatMap((each) => each?.hit.id ?? []))];
  const [revealed, onRecord] = await Promise.all([
    query(pool, viewingStatements.selectRevealed, [accountId, 'organization', ids, new Date()]),
    query(pool, viewingStatements.selectDetailPresence, [ids]),
  ]);
  if (revealed.length > 0) throw new Error('the accounts of the benchmark have revealed nothing');
  const presences = new Map(onRecord.map((row) => [row.organizationId, row]));
  const results = items.map(({ ref }, index) => renderResult(ref, found[index], presences, appUrl));
  const json = JSON.stringify({ results, creditsCharged: 0, creditsQuoted: 0, creditsRemaining, dryRun: false });
  return { json, creditsRemaining };
}

async function readBalance(pool: Pool, accountId: string): Promise<number | null> {
  const [balance] = await query(pool, balanceStatements.selectBalance, [accountId]);
  if (balance === undefined) return null;
  if (balance.renewsAt <= new Date()) throw new Error('the accounts of the benchmark are not a month old');
  return (balance.includedMillicredits + balance.purchasedMillicredits) / 1_000;
}

/** Runs a prepared statement through `pg` alone. */
async function query<Values extends readonly unknown[], Row extends object>(
  pool: Pool,
  { name, text }: Statement<Values, Row>,
  values: Values,
): Promise<Row[]> {
  return (await pool.query<Row, unknown[]>({ name, text, values: [...values] })).rows;
}
