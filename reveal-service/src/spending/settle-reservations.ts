import type { Call } from '@prospecting/platform/grpc';
import type { Credits } from './dependencies.js';
import type { Resolution } from './resolve-attempt.js';

/** Captures and releases reservations: one call for all that are captured, one for all that are released. Both are tried. */
export async function settleReservations(
  { ledger }: Credits,
  resolutions: readonly Resolution[],
  call: Call,
): Promise<void> {
  const captures = resolutions
    .filter((each) => each.kind === 'capture')
    .map(({ accountId, attemptId, millicredits }) => ({ accountId, reservationId: attemptId, millicredits }));
  const releases = resolutions
    .filter((each) => each.kind === 'release')
    .map(({ accountId, attemptId }) => ({ accountId, reservationId: attemptId }));
  const calls = await Promise.allSettled([
    captures.length > 0 && ledger.capture({ captures }, call),
    releases.length > 0 && ledger.release({ releases }, call),
  ]);
  for (const each of calls) if (each.status === 'rejected') throw each.reason;
}
