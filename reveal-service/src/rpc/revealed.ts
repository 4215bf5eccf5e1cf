import { mapBounded } from '@prospecting/platform/batching';
import type { Pool } from '@prospecting/platform/postgres';
import type { Subject } from '../pricing/prices.js';
import { selectRevealed } from '../sql/select-revealed.js';

/** What the accounts of one request have in clear. */
export interface Revealed {
  has(accountId: string, subjectId: string, infoType: string): boolean;
}

/** Ids asked about, by account: several queries of one account become one. */
export type IdsByAccount = ReadonlyMap<string, ReadonlySet<string>>;

/** Statements of one request under way at once, so that one coalesced request does not take the whole pool. */
export const MAX_ACCOUNTS_IN_FLIGHT = 3;

/** Gathers the ids of queries by account. */
export function idsByAccount<Query extends { accountId: string }>(
  queries: readonly Query[],
  idsOf: (query: Query) => readonly string[],
): IdsByAccount {
  const byAccount = new Map<string, Set<string>>();
  for (const query of queries) {
    let ids = byAccount.get(query.accountId);
    if (ids === undefined) {
      ids = new Set();
      byAccount.set(query.accountId, ids);
    }
    for (const id of idsOf(query)) ids.add(id);
  }
  return byAccount;
}

/** All ids, whoever asked: what the directory holds is the same for every account. */
export function distinctIds(wanted: IdsByAccount): string[] {
  const ids = new Set<string>();
  for (const ofAccount of wanted.values()) for (const id of ofAccount) ids.add(id);
  return [...ids];
}

/** Reads what each account has revealed of the subjects, unexpired: one statement an account, as no statement touches two. */
export async function loadRevealed(pool: Pool, subject: Subject, wanted: IdsByAccount, now: Date): Promise<Revealed> {
  const revealed = new Set<string>();
  const asked = [...wanted].filter(([, ids]) => ids.size > 0);
  await mapBounded(asked, MAX_ACCOUNTS_IN_FLIGHT, async ([accountId, ids]) => {
    const rows = await selectRevealed.run(pool, [accountId, subject, [...ids], now]);
    for (const { subjectId, infoType } of rows) revealed.add(`${accountId}/${subjectId}/${infoType}`);
  });
  return { has: (accountId, subjectId, infoType) => revealed.has(`${accountId}/${subjectId}/${infoType}`) };
}
