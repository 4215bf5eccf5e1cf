import { toTimestamp } from '@prospecting/platform/grpc';
import type { credits } from '@prospecting/protos';
import type { Reservation, ReservationState } from '../ledger/reservation.js';
import type { ShownBalance } from '../sql/select-balance.js';
import type { EntryRow } from '../sql/select-entries.js';
import type { ReservationRow } from '../sql/select-reservations.js';

/** A balance as the protos have it; an account without a subscription has nothing to spend. */
export function toBalance(accountId: string, balance: ShownBalance | undefined): credits.Balance {
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

/** A line of the ledger as the protos have it. */
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

/** A reservation as the protos have it, without what only Reserve says. */
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

/** The answer to a release where there is neither a reservation nor a balance that it could be taken from. */
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

/** A reservation with its entries as the protos have it. */
export function toReservationRecord(row: ReservationRow): credits.ReservationRecord {
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
  const toFound = (found: typeof reserve | typeof resolve): credits.Entry | null =>
    found.entryId === null ? null : toEntry({ ...(found as EntryRow), reservationId, reference: null });
  return { reservation: toReservation(row), reserveEntry: toFound(reserve), resolveEntry: toFound(resolve) };
}
