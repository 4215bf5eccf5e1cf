import { eventually } from '@prospecting/platform/testing';
import type { FaultyDatabase } from '../database.js';
import type { Poison } from '../injectors/index.js';

/**
 * A reservation whose process died is released or captured within 15 s. The slack is for a slow
 * machine.
 */
const LIMIT_MS = 15_000;
const SLACK_MS = 3_000;
const POLL_MS = 250;

/**
 * Watches the reservations that are pending when all processes have died: each must be resolved in
 * time. Call it right after their death. It counts from `ready` on, since only a running process
 * can resolve anything.
 */
export async function watchRelease(
  { query }: FaultyDatabase,
  poisons: readonly Poison[],
  ready: Promise<void>,
): Promise<string[]> {
  const poisoned = poisons.map(({ attemptId }) => attemptId);
  const pendingOf = (ids: readonly string[] | null) =>
    query<{ id: string; which: string }>(
      `select reservation_id as id, format('account %s, reservation %s, of %s', account_id, reservation_id, reserved_at) as which
      from credits.reservations
      where resolved_at is null and reservation_id <> all ($1) and ($2::uuid[] is null or reservation_id = any ($2))`,
      [poisoned, ids],
    );
  // The last fault may have been a crash of the database, from which it is still recovering.
  const initial = await eventually(
    () => pendingOf(null).catch(() => undefined),
    (rows) => rows !== undefined,
    { timeoutMs: LIMIT_MS, intervalMs: POLL_MS },
  );
  if (initial === undefined) throw new Error(`the database does not answer ${LIMIT_MS} ms after the last fault`);
  await ready;
  const initialIds = initial.map(({ id }) => id);
  const pending = await eventually(
    () => pendingOf(initialIds),
    (rows) => rows.length === 0,
    { timeoutMs: LIMIT_MS + SLACK_MS, intervalMs: POLL_MS },
  );
  return pending.map(({ which }) => `${which}, is still pending ${LIMIT_MS / 1_000} s after its process died`);
}
