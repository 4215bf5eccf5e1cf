/** What can be wrong with the reserve entry or the resolve entry of a reservation. */
type EntryProblem = 'missing' | 'unexpected' | 'kind_differs' | 'included_differs' | 'purchased_differs';

/**
 * Every kind of difference. The package's README has the meaning of `expected` and `found` for
 * each.
 */
export type Problem =
  /** This part of the balance equals no sum that the ledger reached while both were read. */
  | 'included_differs'
  | 'purchased_differs'
  /** The reservation of an entry is missing. */
  | 'entry_without_reservation'
  /** A reservation and its entries disagree. */
  | `reserve_entry_${EntryProblem}`
  | `resolve_entry_${EntryProblem}`
  /** More was returned to the balance than was taken and not spent. */
  | 'returned_too_much'
  /** Credits were captured for an attempt that revealed nothing. */
  | 'captured_without_reveal'
  /** The captured amount is not the cost of the reveals. */
  | 'captured_other_amount'
  /** The credits of a reveal were never reserved, or were returned. */
  | 'reveal_without_capture'
  /** The reservation was not resolved within the grace period. */
  | 'pending_too_long'
  /** The stated cost of an attempt is not the sum of its reveals. */
  | 'attempt_total_differs'
  /** A reveal of an attempt is missing, and no later reveal has replaced it. */
  | 'reveals_missing'
  /** No committed attempt made this reveal. */
  | 'reveal_without_attempt'
  | 'reveal_other_price'
  | 'reveal_time_differs'
  /** A reveal does not expire one calendar year after it was made. */
  | 'reveal_expiry_differs'
  /** No committed attempt carried out the operation. */
  | 'operation_without_attempt'
  | 'operation_other_amount'
  | 'operation_time_differs';

/** Identifies a reveal of an account. */
export interface RevealName {
  /** contact, switchboard or organization. */
  readonly subject: string;
  readonly subjectId: string;
  readonly infoType: string;
}

/**
 * An amount in millicredits, the kind of an entry, an instant, or a count. Null when there is none.
 */
export type Fact = number | string | Date | { readonly count: number } | null;

/** A fact that two records disagree about. */
export interface Difference {
  readonly problem: Problem;
  /** The id of the reservation, which is also its attempt's. Absent when the balance differs. */
  readonly reservationId?: string;
  /** Present when one reveal is wrong. */
  readonly reveal?: RevealName;
  /** Present when an operation is wrong. */
  readonly operationId?: string;
  /** The value according to the other record. */
  readonly expected: Fact;
  readonly found: Fact;
}

/** A reservation that is not resolved yet. */
export interface Pending {
  readonly reservationId: string;
  readonly ageMs: number;
  readonly millicredits: number;
}

export interface AuditOptions {
  /** Longest time for which a reservation may be pending. */
  readonly graceMs: number;
}
