import { toTimestamp } from '@prospecting/platform/grpc';
import type { credits } from '@prospecting/protos';
import type { AccountBalance } from '../ledger/balance.js';
import type { Reservation, ReservationState } from '../ledger/reservation.js';
import type { EntryRow } from '../sql/select-entries.js';

/** A balance as the protos have it; an account without a subscription has nothing to spend. */
export function toBalance(accountId: string, balance: AccountBalance | undefined): credits.Balance {
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

/** A reservation as the protos have it, without what the account can spend after it. */
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
    returnedIncludedMillicredits: 0,
    returnedPurchasedMillicredits: 0,
    ageMs: 0,
  };
}
