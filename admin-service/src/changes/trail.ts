import { toDomainError } from '@prospecting/platform/errors';
import type { Pool } from '@prospecting/platform/postgres';
import type { Logger } from '@prospecting/platform/telemetry';
import { recordIntent, recordOutcome, type Change } from './record-change.js';
import {
  selectChanges,
  selectChangesOfAccount,
  selectChangesOfActor,
  selectChangesOfActorInAccount,
  type ChangeRow,
} from './sql/select-changes.js';

export interface ChangesQuery {
  readonly accountId?: string | undefined;
  /** A user's id. */
  readonly actorId?: string | undefined;
  /** The period: from `since`, to before `until`. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  /** The id of the last line of the previous page. */
  readonly afterId?: string | undefined;
  readonly limit: number;
}

/** Who changed what. Throws service_unavailable. */
export interface Trail {
  /**
   * Makes a change in another service. Its line is on record before `make` is called, and nothing is
   * changed when it cannot be. The outcome follows: it stays unknown when the reply is lost, when
   * this process dies, or when the outcome itself cannot be written.
   */
  around<Result>(change: Change, make: () => Promise<Result>): Promise<Result>;
  /** Returns lines, newest first. */
  list(query: ChangesQuery): Promise<ChangeRow[]>;
}

export function createTrail({ pool, logger }: { pool: Pool; logger: Logger }): Trail {
  const conclude = (id: string, outcome: 'done' | 'rejected'): Promise<void> =>
    recordOutcome(pool, id, outcome).catch((error: unknown) =>
      logger.warn({ err: error, changeId: id, outcome }, 'the outcome of a change is not on record'),
    );
  return {
    async around(change, make) {
      const id = await recordIntent(pool, change);
      let result: Awaited<ReturnType<typeof make>>;
      try {
        result = await make();
      } catch (error) {
        if (isRejection(error)) await conclude(id, 'rejected');
        throw error;
      }
      await conclude(id, 'done');
      return result;
    },

    list({ accountId, actorId, since, until, afterId, limit }) {
      const page = [afterId ?? null, limit, since ?? null, until ?? null] as const;
      if (actorId === undefined)
        return accountId === undefined
          ? selectChanges.run(pool, page)
          : selectChangesOfAccount.run(pool, [...page, accountId]);
      return accountId === undefined
        ? selectChangesOfActor.run(pool, [...page, actorId])
        : selectChangesOfActorInAccount.run(pool, [...page, actorId, accountId]);
    },
  };
}

/** Returns true when the failure says that nothing was changed. */
export function isRejection(error: unknown): boolean {
  const { code } = toDomainError(error);
  return code !== 'service_unavailable' && code !== 'internal_error';
}
