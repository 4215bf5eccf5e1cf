/** What can be wrong with an entry of a reservation: the one that took it, or the one that ended it. */
type EntryProblem = 'missing' | 'unexpected' | 'kind_differs' | 'included_differs' | 'purchased_differs';

/** What can be wrong, each by one name. What is expected and found of each is in the admin API's README. */
export type Problem =
  /** This part of the balance is none of the sums that the ledger came to while both were read. */
  | 'included_differs'
  | 'purchased_differs'
  /** An entry of a reservation that is not on record. */
  | 'entry_without_reservation'
  /** A reservation and its entries do not say the same. */
  | `reserve_entry_${EntryProblem}`
  | `resolve_entry_${EntryProblem}`
  /** More went back to the balance than was taken and not spent. */
  | 'returned_too_much'
  /** Credits were captured for an attempt that revealed nothing. */
  | 'captured_without_reveal'
  /** Captured and revealed, for different amounts. */
  | 'captured_other_amount'
  /** Something was revealed for credits, and they were not reserved or were given back. */
  | 'reveal_without_capture'
  /** Nothing has ended the reservation within the grace period. */
  | 'pending_too_long'
  /** An attempt says that it cost something else than what its reveals add up to. */
  | 'attempt_total_differs'
  /** An attempt revealed what is not on record under it, nor replaced by a later reveal. */
  | 'reveals_missing'
  /** Something is in clear that no committed attempt revealed. */
  | 'reveal_without_attempt'
  | 'reveal_other_price'
  | 'reveal_time_differs'
  /** It does not expire one calendar year after it was revealed. */
  | 'reveal_expiry_differs'
  /** What an operation would be answered again was carried out by no committed attempt. */
  | 'operation_without_attempt'
  | 'operation_other_amount'
  | 'operation_time_differs';

/** Something that an account has revealed. */
export interface RevealName {
  /** contact, switchboard or organization. */
  readonly subject: string;
  readonly subjectId: string;
  readonly infoType: string;
}

/** A number is an amount in millicredits, a text the kind of an entry; null: there is none. */
export type Fact = number | string | Date | { readonly count: number } | null;

/** Something that is not as it must be. */
export interface Difference {
  readonly problem: Problem;
  /** The reservation and its attempt, which have one id. Absent: the balance differs. */
  readonly reservationId?: string;
  /** Present where the problem is of one reveal. */
  readonly reveal?: RevealName;
  /** Present where the problem is of an operation. */
  readonly operationId?: string;
  /** What it should be, as the other record of the fact says. */
  readonly expected: Fact;
  readonly found: Fact;
}

/** A reservation that has not ended yet. */
export interface Pending {
  readonly reservationId: string;
  readonly ageMs: number;
  readonly millicredits: number;
}

export interface AuditOptions {
  /** How long a reservation may be pending. */
  readonly graceMs: number;
}
