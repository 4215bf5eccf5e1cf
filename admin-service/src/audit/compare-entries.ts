import type { credits } from '@prospecting/protos';
import type { Parts } from './compare-balance.js';
import type { Difference } from './difference.js';

/** A reservation with its ledger entries. */
export interface Reserved {
  readonly reservation: credits.Reservation;
  /** Undefined when the ledger has none. */
  readonly reserveEntry: credits.Entry | undefined;
  readonly resolveEntry: credits.Entry | undefined;
}

/** The required content of an entry. */
interface ExpectedEntry extends Parts {
  readonly kind: string;
}

/**
 * Compares a reservation with its entries: the reserve entry has what was taken, and the resolve
 * entry has what was returned. A reservation that was released before it was reserved has no
 * entries.
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
  expected: ExpectedEntry | undefined,
  entry: credits.Entry | undefined,
): Difference[] {
  if (entry === undefined)
    return expected === undefined
      ? []
      : [{ problem: `${which}_missing`, reservationId, expected: total(expected), found: null }];
  const { kind, includedMillicredits: included, purchasedMillicredits: purchased } = entry;
  if (expected === undefined)
    return [{ problem: `${which}_unexpected`, reservationId, expected: null, found: total({ included, purchased }) }];
  const differences: Difference[] = [];
  if (kind !== expected.kind)
    differences.push({ problem: `${which}_kind_differs`, reservationId, expected: expected.kind, found: kind });
  if (included !== expected.included)
    differences.push({
      problem: `${which}_included_differs`,
      reservationId,
      expected: expected.included,
      found: included,
    });
  if (purchased !== expected.purchased)
    differences.push({
      problem: `${which}_purchased_differs`,
      reservationId,
      expected: expected.purchased,
      found: purchased,
    });
  return differences;
}

function total({ included, purchased }: Parts): number {
  return included + purchased;
}
