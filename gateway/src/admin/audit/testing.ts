import type { credits } from '@prospecting/protos';
import type { Reserved } from './compare-entries.js';

/** For tests: what a reservation took, and what became of it. */
export interface Story {
  readonly id: string;
  readonly state: credits.ReservationState;
  readonly included?: number;
  readonly purchased?: number;
  readonly captured?: number;
  readonly ageMs?: number;
  /** The entry_id of the first of its entries. */
  readonly entryId?: number;
}

const AT = { seconds: Date.parse('2026-03-01T12:00:00Z') / 1_000, nanos: 0 };

/** For tests: a reservation with its entries as credits-service writes them; what is not spent goes back, purchased first. */
export function reservedAs(story: Story): Reserved {
  const { id, state, included = 1_000, purchased = 500, captured = 0, ageMs = 0, entryId = 1 } = story;
  const isPending = state === 'RESERVATION_STATE_PENDING';
  const rest = isPending ? 0 : included + purchased - captured;
  const returnedPurchased = Math.min(purchased, rest);
  const returned = { included: rest - returnedPurchased, purchased: returnedPurchased };
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

/** For tests: one that was released before it was reserved. */
export function tombstone(id: string): Reserved {
  const { reservation } = reservedAs({ id, state: 'RESERVATION_STATE_RELEASED', included: 0, purchased: 0 });
  return { reservation, reserveEntry: undefined, resolveEntry: undefined };
}
