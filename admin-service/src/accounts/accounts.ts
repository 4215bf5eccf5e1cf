import { randomUUID } from 'node:crypto';
import type { Clock } from '@prospecting/platform/clock';
import { DomainError, validationFailed } from '@prospecting/platform/errors';
import type { Pool } from '@prospecting/platform/postgres';
import { insertAccount } from './sql/insert-account.js';
import { selectAccount, type AccountRow } from './sql/select-account.js';
import { selectAccounts } from './sql/select-accounts.js';
import { updateAccount } from './sql/update-account.js';

/**
 * A customer's settings. Credits and owned e-mail addresses belong to the services that use them.
 */
export type Account = AccountRow;

type Settings = Omit<Account, 'id' | 'createdAt'>;

/** With an `id`, repeating the call creates one account. Default: a new id. */
export type NewAccount = Settings & { readonly id?: string };

export type AccountChanges = Partial<Settings>;

/**
 * Creates, reads and changes accounts. Gateways learn of a change when it commits. Ids are UUIDs.
 */
export interface Accounts {
  /**
   * Creates an account, or returns the one with this id and these settings. Throws
   * `validation_failed` on `id` when an account with other settings has it; `prepare` is not called
   * then.
   *
   * @param prepare is called with the id before the account exists, and creates what other services
   *   hold for the account. When it throws, no account is created; what it left under the id cannot
   *   be reached. It may run again for the same id when a caller did not learn the outcome of an
   *   earlier call.
   */
  create(account: NewAccount, prepare?: (id: string) => Promise<void>): Promise<Account>;
  /** Throws `not_found`. */
  get(id: string): Promise<Account>;
  /** Returns accounts in the order of their creation, after the account `afterId`. */
  list(limit: number, afterId?: string): Promise<Account[]>;
  /** Changes the given fields. Throws `not_found`. */
  update(id: string, changes: AccountChanges): Promise<Account>;
}

export function createAccounts({ pool, clock }: { pool: Pool; clock: Clock }): Accounts {
  const find = async (id: string): Promise<Account | undefined> => (await selectAccount.run(pool, [id]))[0];
  return {
    async create({ id: givenId, ...settings }, prepare) {
      const id = givenId ?? randomUUID();
      const existing = givenId === undefined ? undefined : await find(id);
      if (existing !== undefined) return assertSameSettings(existing, settings);
      await prepare?.(id);
      const { name, apiEnabled, targetRoles, priceGroup } = settings;
      const createdAt = clock.now();
      const inserted = await insertAccount.run(pool, [id, name, apiEnabled, targetRoles, priceGroup, createdAt]);
      if (inserted.length > 0) return { id, name, apiEnabled, targetRoles, priceGroup, createdAt };
      // A concurrent call with this id was first.
      return assertSameSettings((await find(id)) ?? noSuchAccount(), settings);
    },
    get: async (id) => (await find(id)) ?? noSuchAccount(),
    list: (limit, afterId) => selectAccounts.run(pool, [afterId ?? null, limit]),
    async update(id, { name = null, apiEnabled = null, targetRoles = null, priceGroup = null }) {
      const [account] = await updateAccount.run(pool, [id, name, apiEnabled, targetRoles, priceGroup]);
      return account ?? noSuchAccount();
    },
  };
}

/**
 * Returns the existing account if it has the given settings, and throws `validation_failed`
 * otherwise.
 */
function assertSameSettings(existing: Account, { name, apiEnabled, targetRoles, priceGroup }: Settings): Account {
  const isSame =
    name === existing.name &&
    apiEnabled === existing.apiEnabled &&
    priceGroup === existing.priceGroup &&
    targetRoles.length === existing.targetRoles.length &&
    targetRoles.every((role, index) => role === existing.targetRoles[index]);
  if (!isSame) throw validationFailed({ id: ['is the id of another account'] });
  return existing;
}

function noSuchAccount(): never {
  throw new DomainError('not_found', { detail: 'There is no such account.' });
}
