import { randomUUID } from 'node:crypto';
import { DomainError, validationFailed } from '@prospecting/platform/errors';
import { inTransaction, violates, type Pool } from '@prospecting/platform/postgres';
import type { Actor } from '../changes/actor.js';
import { recordChange } from '../changes/record-change.js';
import { deleteLinksOfUser } from './sql/delete-links-of-user.js';
import { deleteSessionsOfUser } from './sql/delete-sessions-of-user.js';
import { disableUser } from './sql/disable-user.js';
import { insertUser } from './sql/insert-user.js';
import { lockUser } from './sql/lock-user.js';
import { selectUser } from './sql/select-user.js';
import { selectUsers } from './sql/select-users.js';
import type { UserRow } from './sql/user-row.js';

export type ConsoleUser = UserRow;

/** With an account: an admin of it. Without: an operator. */
export interface NewUser {
  /** Lower case. */
  readonly email: string;
  readonly name: string;
  readonly role: 'operator' | 'admin';
  readonly accountId: string | null;
}

/** The people who may sign in to the console. */
export interface ConsoleUsers {
  /** Throws `validation_failed`: the address is taken, or there is no such account. */
  add(user: NewUser, by: Actor): Promise<ConsoleUser>;
  list(): Promise<ConsoleUser[]>;
  /** Finds a user by id or by address. Throws `not_found`. */
  find(user: { readonly id: string } | { readonly email: string }): Promise<ConsoleUser>;
  /** Ends a user with every session and link. Repeating it changes nothing. Throws `not_found`. */
  disable(id: string, by: Actor): Promise<ConsoleUser>;
}

export function createConsoleUsers(pool: Pool): ConsoleUsers {
  return {
    async add({ email, name, role, accountId }, actor) {
      try {
        return await inTransaction(pool, async (client) => {
          const [user] = await insertUser.run(client, [randomUUID(), email, name, role, accountId]);
          if (user === undefined) throw validationFailed({ email: ['is the address of another user'] });
          const details = { name, role };
          await recordChange(client, { actor, action: 'user.add', accountId, subject: subjectOf(user), details });
          return user;
        });
      } catch (error) {
        if (violates(error, 'console_users_account_fkey')) throw validationFailed({ account: ['does not exist'] });
        throw error;
      }
    },
    list: () => selectUsers.run(pool, []),
    async find(wanted) {
      const [id, email] = 'id' in wanted ? [wanted.id, null] : [null, wanted.email];
      const [user] = await selectUser.run(pool, [id, email]);
      return user ?? noSuchUser();
    },
    disable: (id, actor) =>
      inTransaction(pool, async (client) => {
        const [before] = await lockUser.run(client, [id]);
        const [user] = await disableUser.run(client, [id]);
        if (before === undefined || user === undefined) return noSuchUser();
        await deleteSessionsOfUser.run(client, [id]);
        await deleteLinksOfUser.run(client, [id]);
        if (before.disabledAt === null) {
          const { accountId, name } = user;
          const subject = subjectOf(user);
          await recordChange(client, { actor, action: 'user.disable', accountId, subject, details: { name } });
        }
        return user;
      }),
  };
}

function subjectOf({ id }: ConsoleUser): { kind: string; id: string } {
  return { kind: 'user', id };
}

function noSuchUser(): never {
  throw new DomainError('not_found', { detail: 'There is no such user.' });
}
