import type { credits, reveal } from '@prospecting/protos';
import { compareEntries, type Reserved } from './compare-entries.js';
import type { AuditOptions, Difference, Pending } from './difference.js';

/** A reservation and the committed attempt with the same id. At least one is defined. */
export interface Pair {
  readonly reserved: Reserved | undefined;
  readonly attempt: reveal.Attempt | undefined;
}

export interface Comparison {
  readonly differences: readonly Difference[];
  readonly pending?: Pending;
}

/**
 * Compares all records with one id: the payment with the reveals, the reservation with its entries,
 * and the attempt with its reveals.
 */
export function comparePair({ reserved, attempt }: Pair, options: AuditOptions): Comparison {
  const differences = [
    ...(reserved === undefined ? [] : compareEntries(reserved)),
    ...(attempt === undefined ? [] : compareAttempt(attempt)),
  ];
  const { pending, difference } = comparePayment(reserved?.reservation, attempt, options);
  return {
    differences: difference === undefined ? differences : [difference, ...differences],
    ...(pending !== undefined && { pending }),
  };
}

function compareAttempt({ attemptId, millicredits, statedMillicredits, missingReveals }: reveal.Attempt): Difference[] {
  const reservationId = attemptId;
  const differences: Difference[] = [];
  if (statedMillicredits !== millicredits)
    differences.push({
      problem: 'attempt_total_differs',
      reservationId,
      expected: millicredits,
      found: statedMillicredits,
    });
  if (missingReveals !== 0)
    differences.push({
      problem: 'reveals_missing',
      reservationId,
      expected: { count: 0 },
      found: { count: missingReveals },
    });
  return differences;
}

interface Payment {
  readonly difference?: Difference;
  readonly pending?: Pending;
}

/**
 * Compares what was captured with what was revealed. A free attempt may have no reservation, a
 * released one, or one that is captured with 0. A pending reservation is a difference only after
 * the grace period.
 */
function comparePayment(
  reservation: credits.Reservation | undefined,
  attempt: reveal.Attempt | undefined,
  options: AuditOptions,
): Payment {
  const revealed = attempt?.millicredits ?? 0;
  if (reservation === undefined) return attempt === undefined ? {} : compareUnpaid(attempt.attemptId, revealed);
  const { reservationId, state, capturedMillicredits: captured } = reservation;
  if (state === 'RESERVATION_STATE_RELEASED') return compareUnpaid(reservationId, revealed);
  if (state === 'RESERVATION_STATE_PENDING') return comparePending(reservation, revealed, options);
  if (captured === revealed) return {};
  const problem = attempt === undefined ? 'captured_without_reveal' : 'captured_other_amount';
  return { difference: { problem, reservationId, expected: revealed, found: captured } };
}

function compareUnpaid(reservationId: string, revealed: number): Payment {
  if (revealed === 0) return {};
  return { difference: { problem: 'reveal_without_capture', reservationId, expected: revealed, found: 0 } };
}

/**
 * Uses the age by the database's clock, because the clock of the process that reserved may be
 * wrong.
 */
function comparePending(
  { reservationId, ageMs, includedMillicredits, purchasedMillicredits }: credits.Reservation,
  revealed: number,
  { graceMs }: AuditOptions,
): Payment {
  const pending = { reservationId, ageMs, millicredits: includedMillicredits + purchasedMillicredits };
  if (ageMs <= graceMs) return { pending };
  return { pending, difference: { problem: 'pending_too_long', reservationId, expected: revealed, found: 0 } };
}
