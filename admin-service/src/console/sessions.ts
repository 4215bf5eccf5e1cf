import { inTransaction, type Pool } from '@prospecting/platform/postgres';
import type { Actor } from '../changes/actor.js';
import { recordChange } from '../changes/record-change.js';
import { deleteExpired } from './sql/delete-expired.js';
import { deleteLinksOfUser } from './sql/delete-links-of-user.js';
import { deleteSession } from './sql/delete-session.js';
import { insertLink } from './sql/insert-link.js';
import { insertSession } from './sql/insert-session.js';
import { selectSession } from './sql/select-session.js';
import { takeLink } from './sql/take-link.js';
import { touchSession } from './sql/touch-session.js';
import { deriveSecret, hashToken, isToken, newToken } from './tokens.js';
import type { ConsoleUser } from './users.js';

export interface Session {
  readonly user: ConsoleUser;
  /** Every request that may change something carries it. */
  readonly csrfToken: string;
  readonly expiresAt: Date;
}

export interface OneTimeLink {
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * Who is signed in. A session ends 12 hours after the sign-in, after 30 minutes without a request,
 * and with its user.
 */
export interface Sessions {
  /** Begins a session. Returns its token, or `undefined` when the user is disabled. */
  begin(userId: string): Promise<string | undefined>;
  /** Begins a session by a one-time link. Returns `undefined` when it is not valid, or not any more. */
  beginByLink(linkToken: string): Promise<string | undefined>;
  /** Returns the session with its user as the user is now, or `undefined` when it has ended. */
  find(token: string | undefined): Promise<Session | undefined>;
  end(token: string | undefined): Promise<void>;
  /** Makes a link that signs the user in once, within 15 minutes. The user's earlier links end. */
  makeLink(user: ConsoleUser, by: Actor): Promise<OneTimeLink>;
}

export function createSessions(pool: Pool): Sessions {
  const begin = async (userId: string): Promise<string | undefined> => {
    const token = newToken();
    await deleteExpired.run(pool, []);
    const inserted = await insertSession.run(pool, [hashToken(token), userId]);
    return inserted.length > 0 ? token : undefined;
  };
  return {
    begin,
    async beginByLink(linkToken) {
      // Text that is no token is hashed and looked up too: every attempt takes the same work.
      const [taken] = await takeLink.run(pool, [hashToken(linkToken)]);
      return taken && begin(taken.userId);
    },
    async find(token) {
      if (!isToken(token)) return undefined;
      const [row] = await selectSession.run(pool, [hashToken(token)]);
      if (row === undefined) return undefined;
      const { expiresAt, isStale, ...user } = row;
      if (isStale) await touchSession.run(pool, [hashToken(token)]);
      return { user, csrfToken: deriveSecret(token, 'csrf'), expiresAt };
    },
    async end(token) {
      if (isToken(token)) await deleteSession.run(pool, [hashToken(token)]);
    },
    async makeLink(user, actor) {
      const token = newToken();
      const expiresAt = await inTransaction(pool, async (client) => {
        await deleteLinksOfUser.run(client, [user.id]);
        const [link] = await insertLink.run(client, [hashToken(token), user.id]);
        const { accountId, name } = user;
        const subject = { kind: 'user', id: user.id };
        await recordChange(client, { actor, action: 'console.link', accountId, subject, details: { name } });
        return (link as { expiresAt: Date }).expiresAt;
      });
      return { token, expiresAt };
    },
  };
}
