import { toTimestamp } from '@prospecting/platform/grpc';
import type { credits } from '@prospecting/protos';
import type { Reservation, ReservationState } from '../ledger/reservation.js';
import type { BalanceRow } from '../sql/select-balance.js';
import type { EntryRow } from '../sql/select-entries.js';
import type { ReservationRecordRow } from '../sql/select-reservations.js';

/** Converts a balance to its message. An account without a subscription has nothing to spend. */
export function toBalance(accountId: string, balance: BalanceRow | undefined): credits.Balance {
  if (balance === undefined) return { accountId, includedMillicredits: 0, purchasedMillicredits: 0 };
  return {
    accountId,
    includedMillicredits: balance.includedMillicredits,
    purchasedMillicredits: balance.purchasedMillicredits,
    subscription: {
      includedMillicredits: balance.allowanceMillicredits,
      renewsAt: toTimestamp(balance.renewsAt),
    },
  };
}

/** Converts a ledger entry to its message. */
export function toEntry({ at, reservationId, reference, ...entry }: EntryRow): credits.Entry {
  return {
    ...entry,
    at: toTimestamp(at),
    ...(reservationId !== null && { reservationId }),
    ...(reference !== null && { reference }),
  };
}

const RESERVATION_STATES = {
  pending: 'RESERVATION_STATE_PENDING',
  captured: 'RESERVATION_STATE_CAPTURED',
  released: 'RESERVATION_STATE_RELEASED',
} as const satisfies Record<ReservationState, credits.ReservationState>;

/** Converts a reservation to its message, without the fields that only Reserve sets. */
export function toReservation(reservation: Reservation): credits.Reservation {
  return {
    accountId: reservation.accountId,
    reservationId: reservation.reservationId,
    state: RESERVATION_STATES[reservation.state],
    includedMillicredits: reservation.includedMillicredits,
    purchasedMillicredits: reservation.purchasedMillicredits,
    capturedMillicredits: reservation.capturedMillicredits,
    reservedAt: toTimestamp(reservation.reservedAt),
    remainingMillicredits: 0,
    existed: false,
    returnedIncludedMillicredits: reservation.returnedIncludedMillicredits,
    returnedPurchasedMillicredits: reservation.returnedPurchasedMillicredits,
    ageMs: reservation.ageMs,
  };
}

/** Returns the message for a release of an unknown reservation of an account without a balance. */
export function toNeverReserved(accountId: string, reservationId: string): credits.Reservation {
  return {
    accountId,
    reservationId,
    state: RESERVATION_STATES.released,
    includedMillicredits: 0,
    purchasedMillicredits: 0,
    capturedMillicredits: 0,
    reservedAt: null,
    remainingMillicredits: 0,
    existed: false,
    returnedIncludedMillicredits: 0,
    returnedPurchasedMillicredits: 0,
    ageMs: 0,
  };
}

/** Converts a reservation and its entries to their message. */
export function toReservationRecord(row: ReservationRecordRow): credits.ReservationRecord {
  const { reservationId } = row;
  const reserve = {
    entryId: row.reserveEntryId,
    at: row.reserveAt,
    kind: 'reserve',
    includedMillicredits: row.reserveIncluded,
    purchasedMillicredits: row.reservePurchased,
  };
  const resolve = {
    entryId: row.resolveEntryId,
    at: row.resolveAt,
    kind: row.resolveKind,
    includedMillicredits: row.resolveIncluded,
    purchasedMillicredits: row.resolvePurchased,
  };
  const toOptionalEntry = (entry: typeof reserve | typeof resolve): credits.Entry | null =>
    entry.entryId === null ? null : toEntry({ ...(entry as EntryRow), reservationId, reference: null });
  return {
    reservation: toReservation(row),
    reserveEntry: toOptionalEntry(reserve),
    resolveEntry: toOptionalEntry(resolve),
  };
}
