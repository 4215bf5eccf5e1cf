import type { AccountBalance } from './balance.js';

export type ReservationState = 'pending' | 'captured' | 'released';

/** Credits of each part of a balance, in 1/1000 credit. */
export type Parts = Pick<AccountBalance, 'includedMillicredits' | 'purchasedMillicredits'>;

/** Credits that were taken off a balance, and what became of them. */
export interface Reservation extends Parts {
  readonly accountId: string;
  readonly reservationId: string;
  readonly state: ReservationState;
  /** 0 unless captured. */
  readonly capturedMillicredits: number;
  /** What went back to each part of the balance; 0 while pending. */
  readonly returnedIncludedMillicredits: number;
  readonly returnedPurchasedMillicredits: number;
  /** By the database's clock, as is the age. */
  readonly reservedAt: Date;
  readonly ageMs: number;
}

/** What a reservation is to become; a release captures 0. */
export interface Resolution {
  readonly state: 'captured' | 'released';
  readonly capturedMillicredits: number;
}

/** I10: what each state may become. */
export const TRANSITIONS: Readonly<Record<ReservationState, readonly ReservationState[]>> = {
  pending: ['captured', 'released'],
  captured: [],
  released: [],
};

/** Whether a resolution is still to be made, stands already (once more changes nothing), or cannot be. */
export type Standing = { readonly kind: 'due' | 'made' } | { readonly kind: 'refused'; readonly problem: string };

/**
 * How a resolution stands to a reservation; `undefined`: the account has no such reservation. One
 * that is not there can be released, so that it can never be made.
 */
export function standingOf(
  reservation: Pick<Reservation, 'state' | 'capturedMillicredits' | keyof Parts> | undefined,
  resolution: Resolution,
): Standing {
  if (reservation === undefined) return resolution.state === 'released' ? { kind: 'due' } : refused('is not known');
  const { state, capturedMillicredits } = reservation;
  if (TRANSITIONS[state].includes(resolution.state)) {
    const exceeds = resolution.capturedMillicredits > amountOf(reservation);
    return exceeds ? refused('is of less than is to be captured') : { kind: 'due' };
  }
  if (state !== resolution.state) return refused(`is ${state}`);
  if (capturedMillicredits !== resolution.capturedMillicredits) return refused('is captured with another amount');
  return { kind: 'made' };
}

function refused(problem: string): Standing {
  return { kind: 'refused', problem };
}

/** Both parts together. */
export function amountOf(parts: Parts): number {
  return parts.includedMillicredits + parts.purchasedMillicredits;
}

/** What an amount takes of each part of a balance, included first; `undefined` when it cannot pay. `sql/reserve.ts` does the same. */
export function partsTaken(balance: Parts, millicredits: number): Parts | undefined {
  if (millicredits > amountOf(balance)) return undefined;
  const includedMillicredits = Math.min(balance.includedMillicredits, millicredits);
  return { includedMillicredits, purchasedMillicredits: millicredits - includedMillicredits };
}
