import { mapBounded } from '@prospecting/platform/batching';
import type { Pool } from '@prospecting/platform/postgres';
import { selectRevealed } from '../sql/select-revealed.js';
import type { InfoType, Subject } from '../subjects.js';

/** What the accounts of one request have revealed of one kind of subject. */
export interface RevealedByAccount {
  has(accountId: string, subjectId: string, infoType: InfoType): boolean;
}

/** The ids of a request by account. Several queries of one account share an entry. */
export type IdsByAccount = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Concurrent statements of one request: few, so that one coalesced request does not take the whole
 * pool.
 */
export const MAX_ACCOUNTS_IN_FLIGHT = 3;

/** Groups the ids of queries by account. */
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

/** Returns the distinct ids of all accounts: the directory is the same for every account. */
export function distinctIds(wanted: IdsByAccount): string[] {
  const ids = new Set<string>();
  for (const ofAccount of wanted.values()) for (const id of ofAccount) ids.add(id);
  return [...ids];
}

/**
 * Reads what each account has revealed of the subjects and has not expired. Runs one statement for
 * each account: no statement reads for two.
 */
export async function loadRevealed(
  pool: Pool,
  subject: Subject,
  wanted: IdsByAccount,
  now: Date,
): Promise<RevealedByAccount> {
  const revealed = new Set<string>();
  const accounts = [...wanted].filter(([, ids]) => ids.size > 0);
  await mapBounded(accounts, MAX_ACCOUNTS_IN_FLIGHT, async ([accountId, ids]) => {
    const rows = await selectRevealed.run(pool, [accountId, subject, [...ids], now]);
    for (const { subjectId, infoType } of rows) revealed.add(`${accountId}/${subjectId}/${infoType}`);
  });
  return { has: (accountId, subjectId, infoType) => revealed.has(`${accountId}/${subjectId}/${infoType}`) };
}
