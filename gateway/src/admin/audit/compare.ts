import type { credits, reveal } from '@prospecting/protos';

/** What can be wrong, each by one name. */
export type Problem =
  /** The included part of the balance is none of the sums that the ledger came to while both were read. */
  | 'included_differs'
  | 'purchased_differs'
  /** Credits were captured for an attempt that revealed nothing. */
  | 'captured_without_reveal'
  /** Captured and revealed, for different amounts. */
  | 'captured_other_amount'
  /** Something was revealed for credits, and they were not reserved or were given back. */
  | 'reveal_without_capture'
  /** Nothing has ended the reservation within the grace period. */
  | 'pending_too_long';

/** Something that is not as it must be. Amounts are in millicredits. */
export interface Difference {
  readonly problem: Problem;
  /** Absent: the balance differs. */
  readonly reservationId?: string;
  /** What it should be, from the ledger or the reveal. */
  readonly expected: number;
  readonly found: number;
}

/** A reservation that has not ended yet. */
export interface Pending {
  readonly reservationId: string;
  readonly ageMs: number;
  readonly millicredits: number;
}

export interface Comparison {
  readonly difference?: Difference;
  readonly pending?: Pending;
}

export interface CompareOptions {
  readonly nowMs: number;
  /** How long a reservation may be pending. */
  readonly graceMs: number;
}

/** A reservation and the committed attempt of the same id: at least one of them. */
export interface Pair {
  readonly reservation: credits.Reservation | undefined;
  readonly attempt: reveal.Attempt | undefined;
}

/**
 * Compares what was paid under one id with what was revealed under it. An attempt that cost nothing may have no reservation, or one that is
 * captured with 0 or released. An attempt that is paid for later is no difference while its reservation is pending.
 */
export function comparePair({ reservation, attempt }: Pair, options: CompareOptions): Comparison {
  const revealed = attempt?.millicredits ?? 0;
  if (reservation === undefined) return attempt === undefined ? {} : compareUnpaid(attempt.attemptId, revealed);
  const { reservationId, state, capturedMillicredits: captured } = reservation;
  if (state === 'RESERVATION_STATE_RELEASED') return compareUnpaid(reservationId, revealed);
  if (state === 'RESERVATION_STATE_PENDING') return comparePending(reservation, revealed, options);
  if (captured === revealed) return {};
  const problem = attempt === undefined ? 'captured_without_reveal' : 'captured_other_amount';
  return { difference: { problem, reservationId, expected: revealed, found: captured } };
}

function compareUnpaid(reservationId: string, revealed: number): Comparison {
  if (revealed === 0) return {};
  return { difference: { problem: 'reveal_without_capture', reservationId, expected: revealed, found: 0 } };
}

function comparePending(
  reservation: credits.Reservation,
  revealed: number,
  { nowMs, graceMs }: CompareOptions,
): Comparison {
  const pending = toPending(reservation, nowMs);
  if (pending.ageMs <= graceMs) return { pending };
  const { reservationId } = reservation;
  return { pending, difference: { problem: 'pending_too_long', reservationId, expected: revealed, found: 0 } };
}

function toPending(reservation: credits.Reservation, nowMs: number): Pending {
  const { reservationId, reservedAt, includedMillicredits, purchasedMillicredits } = reservation;
  // One without a time cannot be young.
  const reservedAtMs = reservedAt === null ? 0 : reservedAt.seconds * 1_000 + reservedAt.nanos / 1_000_000;
  return {
    reservationId,
    ageMs: Math.max(0, nowMs - reservedAtMs),
    millicredits: includedMillicredits + purchasedMillicredits,
  };
}

/** Both parts of a balance, or of what the ledger adds up to. */
export interface Parts {
  readonly included: number;
  readonly purchased: number;
}

export function addEntry({ included, purchased }: Parts, entry: credits.Entry): Parts {
  return { included: included + entry.includedMillicredits, purchased: purchased + entry.purchasedMillicredits };
}

export function sameParts(a: Parts, b: Parts): boolean {
  return a.included === b.included && a.purchased === b.purchased;
}

/** How a balance differs from what the ledger adds up to: no, one or two differences. */
export function compareBalance(sum: Parts, balance: Parts): Difference[] {
  const differences: Difference[] = [];
  if (sum.included !== balance.included)
    differences.push({ problem: 'included_differs', expected: sum.included, found: balance.included });
  if (sum.purchased !== balance.purchased)
    differences.push({ problem: 'purchased_differs', expected: sum.purchased, found: balance.purchased });
  return differences;
}
