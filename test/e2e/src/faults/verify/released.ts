import { setTimeout as delay } from 'node:timers/promises';
import type { FaultyDatabase } from '../database.js';
import type { Poison } from '../injectors/index.js';

/** A reservation whose process died is released, or captured, within 15 s; the rest is for a slow machine. */
const LIMIT_MS = 15_000;
const SLACK_MS = 3_000;
const POLL_MS = 250;

/**
 * Watches the reservations that are pending when all processes have died: each must have ended in time. Call it right after their death; it
 * counts from `ready` on, as only who runs can end anything.
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
  const left = await pendingOf(null);
  await ready;
  const giveUpAt = performance.now() + LIMIT_MS + SLACK_MS;
  let pending = left;
  while (pending.length > 0 && performance.now() < giveUpAt) {
    await delay(POLL_MS);
    pending = await pendingOf(left.map(({ id }) => id));
  }
  return pending.map(({ which }) => `${which}, is pending ${LIMIT_MS / 1_000} s after its process died`);
}
