import { amountOf, type Parts } from '@prospecting/platform/amounts';

export type ReservationState = 'pending' | 'captured' | 'released';

/** Credits that were taken off a balance, and how they were resolved. */
export interface Reservation extends Parts {
  readonly accountId: string;
  /**
   * The caller draws it. reveal-service uses the id of its attempt, so both ids are the same value.
   */
  readonly reservationId: string;
  readonly state: ReservationState;
  /** 0 unless captured. */
  readonly capturedMillicredits: number;
  /** The credits that came back to each part of the balance; 0 while pending. */
  readonly returnedIncludedMillicredits: number;
  readonly returnedPurchasedMillicredits: number;
  /** By the database's clock, like the age. */
  readonly reservedAt: Date;
  readonly ageMs: number;
}

/** The final state that a caller asks for. A release captures 0. */
export interface Resolution {
  readonly state: 'captured' | 'released';
  readonly capturedMillicredits: number;
}

/** I10: the states that each state may become. */
export const TRANSITIONS: Readonly<Record<ReservationState, readonly ReservationState[]>> = {
  pending: ['captured', 'released'],
  captured: [],
  released: [],
};

/**
 * How a resolution relates to a reservation: it can be applied, it is applied already (a retry
 * changes nothing), or it is rejected.
 */
export type ResolutionStatus =
  { readonly kind: 'applicable' | 'applied' } | { readonly kind: 'rejected'; readonly problem: string };

/**
 * Returns whether a resolution can be applied to a reservation.
 * @param reservation `undefined` when the account has no such reservation. It can be released all
 *   the same, so that it can never be made later; it cannot be captured.
 */
export function resolutionStatus(
  reservation: Pick<Reservation, 'state' | 'capturedMillicredits' | keyof Parts> | undefined,
  resolution: Resolution,
): ResolutionStatus {
  if (reservation === undefined)
    return resolution.state === 'released' ? { kind: 'applicable' } : rejected('is unknown');
  const { state, capturedMillicredits } = reservation;
  if (TRANSITIONS[state].includes(resolution.state)) {
    const exceeds = resolution.capturedMillicredits > amountOf(reservation);
    return exceeds ? rejected('holds less than the amount to capture') : { kind: 'applicable' };
  }
  if (state !== resolution.state) return rejected(`is ${state}`);
  if (capturedMillicredits !== resolution.capturedMillicredits) return rejected('is captured with another amount');
  return { kind: 'applied' };
}

function rejected(problem: string): ResolutionStatus {
  return { kind: 'rejected', problem };
}

/**
 * Returns what an amount takes of each part of a balance, included credits first, or `undefined`
 * when the balance cannot pay. `sql/reserve.ts` computes the same.
 */
export function partsTaken(balance: Parts, millicredits: number): Parts | undefined {
  if (millicredits > amountOf(balance)) return undefined;
  const includedMillicredits = Math.min(balance.includedMillicredits, millicredits);
  return { includedMillicredits, purchasedMillicredits: millicredits - includedMillicredits };
}
