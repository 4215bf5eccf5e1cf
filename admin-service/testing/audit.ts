import type { credits } from '@prospecting/protos';
import type { Reserved } from '#src/audit/compare-entries.js';

/** For tests: what a reservation took, and how it was resolved. */
export interface ReservationFacts {
  readonly id: string;
  readonly state: credits.ReservationState;
  readonly included?: number;
  readonly purchased?: number;
  readonly captured?: number;
  readonly ageMs?: number;
  /** The entry_id of its first entry. Default: 1. */
  readonly entryId?: number;
}

const AT = { seconds: Date.parse('2026-03-01T12:00:00Z') / 1_000, nanos: 0 };

/**
 * For tests: returns a reservation with its entries as credits-service writes them. What is not
 * spent is returned, purchased credits first.
 */
export function reservedAs(facts: ReservationFacts): Reserved {
  const { id, state, included = 1_000, purchased = 500, captured = 0, ageMs = 0, entryId = 1 } = facts;
  const isPending = state === 'RESERVATION_STATE_PENDING';
  const unspent = isPending ? 0 : included + purchased - captured;
  const returnedPurchased = Math.min(purchased, unspent);
  const returned = { included: unspent - returnedPurchased, purchased: returnedPurchased };
  const entry = (entryNumber: number, kind: string, parts: { included: number; purchased: number }): credits.Entry => ({
    entryId: entryNumber,
    at: AT,
    kind,
    includedMillicredits: parts.included,
    purchasedMillicredits: parts.purchased,
    reservationId: id,
  });
  return {
    reservation: {
      accountId: id,
      reservationId: id,
      state,
      includedMillicredits: included,
      purchasedMillicredits: purchased,
      capturedMillicredits: captured,
      reservedAt: AT,
      remainingMillicredits: 0,
      existed: false,
      returnedIncludedMillicredits: returned.included,
      returnedPurchasedMillicredits: returned.purchased,
      ageMs,
    },
    reserveEntry: entry(entryId, 'reserve', { included: 0 - included, purchased: 0 - purchased }),
    resolveEntry: isPending
      ? undefined
      : entry(entryId + 1, state === 'RESERVATION_STATE_CAPTURED' ? 'capture' : 'release', returned),
  };
}

/** For tests: returns a reservation that was released before it was reserved. */
export function tombstone(id: string): Reserved {
  const { reservation } = reservedAs({ id, state: 'RESERVATION_STATE_RELEASED', included: 0, purchased: 0 });
  return { reservation, reserveEntry: undefined, resolveEntry: undefined };
}
