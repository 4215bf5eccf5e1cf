import { randomUUID } from 'node:crypto';
import type { Clock } from '@prospecting/platform/clock';
import { DomainError } from '@prospecting/platform/errors';
import type { Pool } from '@prospecting/platform/postgres';
import type { AccountRow } from './sql/account-row.js';
import { findAccount } from './sql/find-account.js';
import { insertAccount } from './sql/insert-account.js';
import { listAccounts } from './sql/list-accounts.js';
import { updateAccount } from './sql/update-account.js';

export type Account = AccountRow;

export type NewAccount = Omit<Account, 'id' | 'createdAt'>;

export type AccountChanges = Partial<NewAccount>;

/** What administrators do with accounts. A change reaches the gateways as it commits. Ids are UUIDs. */
export interface Accounts {
  /**
   * @param prepare runs with the new account's id before the account exists; when it throws, none is made. What other services
   *   are told about an account goes here: an account never stands without it, and what they hold of an id that never came to
   *   be is reached by nobody.
   */
  create(account: NewAccount, prepare?: (id: string) => Promise<void>): Promise<Account>;
  /** Errors: not_found. */
  get(id: string): Promise<Account>;
  /** In the order of creation, after the account `afterId`. */
  list(limit: number, afterId?: string): Promise<Account[]>;
  /** Changes the given fields. Errors: not_found. */
  update(id: string, changes: AccountChanges): Promise<Account>;
}

export function createAccounts({ pool, clock }: { pool: Pool; clock: Clock }): Accounts {
  return {
    async create(account, prepare) {
      const id = randomUUID();
      await prepare?.(id);
      const { name, apiEnabled, targetRoles, priceGroup } = account;
      const createdAt = clock.now();
      await insertAccount.run(pool, [id, name, apiEnabled, targetRoles, priceGroup, createdAt]);
      return { id, name, apiEnabled, targetRoles, priceGroup, createdAt };
    },
    async get(id) {
      const [account] = await findAccount.run(pool, [id]);
      return account ?? noSuchAccount();
    },
    list: (limit, afterId) => listAccounts.run(pool, [afterId ?? null, limit]),
    async update(id, { name = null, apiEnabled = null, targetRoles = null, priceGroup = null }) {
      const [account] = await updateAccount.run(pool, [id, name, apiEnabled, targetRoles, priceGroup]);
      return account ?? noSuchAccount();
    },
  };
}

function noSuchAccount(): never {
  throw new DomainError('not_found', { detail: 'There is no such account.' });
}
