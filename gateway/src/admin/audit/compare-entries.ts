import type { credits } from '@prospecting/protos';
import type { Parts } from './compare-balance.js';
import type { Difference } from './difference.js';

/** A reservation, and what the ledger says of it. */
export interface Reserved {
  readonly reservation: credits.Reservation;
  /** `undefined`: the ledger has none. */
  readonly reserveEntry: credits.Entry | undefined;
  readonly resolveEntry: credits.Entry | undefined;
}

/** What an entry must say; `undefined`: there must be none. */
interface Due extends Parts {
  readonly kind: string;
}

/**
 * Compares a reservation with its entries: the one that took it says what was taken, the one that
 * ended it says what went back. One that was released before it was reserved took nothing and has none.
 */
export function compareEntries({ reservation, reserveEntry, resolveEntry }: Reserved): Difference[] {
  const { reservationId, state, capturedMillicredits: captured } = reservation;
  const taken = { included: reservation.includedMillicredits, purchased: reservation.purchasedMillicredits };
  const returned = {
    included: reservation.returnedIncludedMillicredits,
    purchased: reservation.returnedPurchasedMillicredits,
  };
  const isTombstone = state === 'RESERVATION_STATE_RELEASED' && total(taken) === 0;
  const isPending = state === 'RESERVATION_STATE_PENDING';
  const kind = state === 'RESERVATION_STATE_CAPTURED' ? 'capture' : 'release';
  const taking = isTombstone ? undefined : { kind: 'reserve', included: -taken.included, purchased: -taken.purchased };
  const ending = isTombstone || isPending ? undefined : { kind, ...returned };
  const differences = [
    ...compareEntry(reservationId, 'reserve_entry', taking, reserveEntry),
    ...compareEntry(reservationId, 'resolve_entry', ending, resolveEntry),
  ];
  const mayReturn = isPending ? 0 : total(taken) - captured;
  if (total(returned) > mayReturn)
    differences.push({ problem: 'returned_too_much', reservationId, expected: mayReturn, found: total(returned) });
  return differences;
}

function compareEntry(
  reservationId: string,
  which: 'reserve_entry' | 'resolve_entry',
  due: Due | undefined,
  entry: credits.Entry | undefined,
): Difference[] {
  if (entry === undefined)
    return due === undefined ? [] : [{ problem: `${which}_missing`, reservationId, expected: total(due), found: null }];
  const { kind, includedMillicredits: included, purchasedMillicredits: purchased } = entry;
  if (due === undefined)
    return [{ problem: `${which}_unexpected`, reservationId, expected: null, found: total({ included, purchased }) }];
  const differences: Difference[] = [];
  if (kind !== due.kind)
    differences.push({ problem: `${which}_kind_differs`, reservationId, expected: due.kind, found: kind });
  if (included !== due.included)
    differences.push({
      problem: `${which}_included_differs`,
      reservationId,
      expected: due.included,
      found: included,
    });
  if (purchased !== due.purchased)
    differences.push({
      problem: `${which}_purchased_differs`,
      reservationId,
      expected: due.purchased,
      found: purchased,
    });
  return differences;
}

function total({ included, purchased }: Parts): number {
  return included + purchased;
}
