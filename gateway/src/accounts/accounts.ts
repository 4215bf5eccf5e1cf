import { randomUUID } from 'node:crypto';
import type { Clock } from '@prospecting/platform/clock';
import { DomainError, validationFailed } from '@prospecting/platform/errors';
import type { Pool } from '@prospecting/platform/postgres';
import type { AccountRow } from './sql/account-row.js';
import { findAccount } from './sql/find-account.js';
import { insertAccount } from './sql/insert-account.js';
import { listAccounts } from './sql/list-accounts.js';
import { updateAccount } from './sql/update-account.js';

export type Account = AccountRow;

type Settings = Omit<Account, 'id' | 'createdAt'>;

/** With an id that the caller drew, the same call again answers the one account; left out, it is drawn here. */
export type NewAccount = Settings & { readonly id?: string };

export type AccountChanges = Partial<Settings>;

/** What administrators do with accounts. A change reaches the gateways as it commits. Ids are UUIDs. */
export interface Accounts {
  /**
   * @param prepare runs with the new account's id before the account exists; when it throws, none is made. What other services
   *   are told about an account goes here: an account is never without it, and what they hold of an id that never came to
   *   be is reached by nobody. It may run again for an id whose outcome the caller did not hear.
   * Errors: validation_failed on `id` when an account of other settings has it; then nothing was prepared.
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
  const findOne = async (id: string): Promise<Account | undefined> => (await findAccount.run(pool, [id]))[0];
  return {
    async create({ id: givenId, ...settings }, prepare) {
      const id = givenId ?? randomUUID();
      const known = givenId === undefined ? undefined : await findOne(id);
      if (known !== undefined) return sameAs(settings, known);
      await prepare?.(id);
      const { name, apiEnabled, targetRoles, priceGroup } = settings;
      const createdAt = clock.now();
      const inserted = await insertAccount.run(pool, [id, name, apiEnabled, targetRoles, priceGroup, createdAt]);
      if (inserted.length > 0) return { id, name, apiEnabled, targetRoles, priceGroup, createdAt };
      // Another call with this id was made at the same time, and was first.
      return sameAs(settings, (await findOne(id)) ?? noSuchAccount());
    },
    get: async (id) => (await findOne(id)) ?? noSuchAccount(),
    list: (limit, afterId) => listAccounts.run(pool, [afterId ?? null, limit]),
    async update(id, { name = null, apiEnabled = null, targetRoles = null, priceGroup = null }) {
      const [account] = await updateAccount.run(pool, [id, name, apiEnabled, targetRoles, priceGroup]);
      return account ?? noSuchAccount();
    },
  };
}

/** The account on record, if it is the one that was to be made. */
function sameAs({ name, apiEnabled, targetRoles, priceGroup }: Settings, account: Account): Account {
  const isSame =
    name === account.name &&
    apiEnabled === account.apiEnabled &&
    priceGroup === account.priceGroup &&
    targetRoles.length === account.targetRoles.length &&
    targetRoles.every((role, index) => role === account.targetRoles[index]);
  if (!isSame) throw validationFailed({ id: ['is the id of another account'] });
  return account;
}

function noSuchAccount(): never {
  throw new DomainError('not_found', { detail: 'There is no such account.' });
}
