import { randomUUID } from 'node:crypto';
import type { Clock } from '@prospecting/platform/clock';
import { DomainError, validationFailed } from '@prospecting/platform/errors';
import { inTransaction, type Pool } from '@prospecting/platform/postgres';
import { SYSTEM_ACTOR, type Actor } from '../changes/actor.js';
import { recordChange, recordIntent, recordOutcome } from '../changes/record-change.js';
import { isRejection } from '../changes/trail.js';
import { insertAccount } from './sql/insert-account.js';
import { lockAccount } from './sql/lock-account.js';
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

export interface CreateOptions {
  /** Default: the system. */
  readonly by?: Actor;
  /**
   * Called with the id before the account exists: creates what other services hold for the account.
   * When it throws, no account is created; what it left under the id cannot be reached. It may run
   * again for the same id when a caller did not learn the outcome of an earlier call.
   */
  readonly prepare?: (id: string) => Promise<void>;
  /** For the trail: what `prepare` creates. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * Creates, reads and changes accounts. Gateways learn of a change when it commits, and its line of
 * the trail commits with it. Ids are UUIDs.
 */
export interface Accounts {
  /**
   * Creates an account, or returns the one with this id and these settings. Throws
   * `validation_failed` on `id` when an account with other settings has it; `prepare` is not called
   * then.
   */
  create(account: NewAccount, options?: CreateOptions): Promise<Account>;
  /** Throws `not_found`. */
  get(id: string): Promise<Account>;
  /** Returns accounts in the order of their creation, after the account `afterId`. */
  list(limit: number, afterId?: string): Promise<Account[]>;
  /** Changes the given fields. Throws `not_found`. `by` is the system by default. */
  update(id: string, changes: AccountChanges, by?: Actor): Promise<Account>;
}

export function createAccounts({ pool, clock }: { pool: Pool; clock: Clock }): Accounts {
  const find = async (id: string): Promise<Account | undefined> => (await selectAccount.run(pool, [id]))[0];
  return {
    async create({ id: givenId, ...settings }, { by: actor = SYSTEM_ACTOR, prepare, details } = {}) {
      const id = givenId ?? randomUUID();
      const existing = givenId === undefined ? undefined : await find(id);
      if (existing !== undefined) return assertSameSettings(existing, settings);
      const { name, apiEnabled, targetRoles, priceGroup } = settings;
      const createdAt = clock.now();
      const intent = await recordIntent(pool, {
        actor,
        action: 'account.create',
        accountId: id,
        subject: { kind: 'account', id },
        details: { name, apiEnabled, targetRoles, priceGroup, ...details },
      });
      try {
        await prepare?.(id);
        const isInserted = await inTransaction(pool, async (client) => {
          const inserted = await insertAccount.run(client, [id, name, apiEnabled, targetRoles, priceGroup, createdAt]);
          await recordOutcome(client, intent, inserted.length > 0 ? 'done' : 'rejected');
          return inserted.length > 0;
        });
        if (isInserted) return { id, name, apiEnabled, targetRoles, priceGroup, createdAt };
      } catch (error) {
        if (isRejection(error)) await recordOutcome(pool, intent, 'rejected');
        throw error;
      }
      // A concurrent call with this id was first.
      return assertSameSettings((await find(id)) ?? noSuchAccount(), settings);
    },
    get: async (id) => (await find(id)) ?? noSuchAccount(),
    list: (limit, afterId) => selectAccounts.run(pool, [afterId ?? null, limit]),
    async update(id, changes, actor = SYSTEM_ACTOR) {
      const { name = null, apiEnabled = null, targetRoles = null, priceGroup = null } = changes;
      return inTransaction(pool, async (client) => {
        const [before] = await lockAccount.run(client, [id]);
        const [after] = await updateAccount.run(client, [id, name, apiEnabled, targetRoles, priceGroup]);
        if (before === undefined || after === undefined) return noSuchAccount();
        const details = differences(before, after);
        if (Object.keys(details).length > 0) {
          const subject = { kind: 'account', id };
          await recordChange(client, { actor, action: 'account.update', accountId: id, subject, details });
        }
        return after;
      });
    },
  };
}

/** Returns the settings that differ, with both values. */
function differences(before: Account, after: Account): Record<string, { from: unknown; to: unknown }> {
  const names = ['name', 'apiEnabled', 'targetRoles', 'priceGroup'] as const;
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, { from: before[name], to: after[name] }]),
  );
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
