// Original file: prospecting/credits/v1/credits.proto

/**
 * The state of a reservation. Only a pending reservation changes its state.
 */
export const ReservationState = {
  RESERVATION_STATE_UNSPECIFIED: 'RESERVATION_STATE_UNSPECIFIED',
  /**
   * Credits are taken off the balance; the reservation is not resolved.
   */
  RESERVATION_STATE_PENDING: 'RESERVATION_STATE_PENDING',
  /**
   * Resolved: some or all of the credits are spent.
   */
  RESERVATION_STATE_CAPTURED: 'RESERVATION_STATE_CAPTURED',
  /**
   * Resolved: no credits are spent.
   */
  RESERVATION_STATE_RELEASED: 'RESERVATION_STATE_RELEASED',
} as const;

/**
 * The state of a reservation. Only a pending reservation changes its state.
 */
export type ReservationState =
  | 'RESERVATION_STATE_UNSPECIFIED'
  | 0
  /**
   * Credits are taken off the balance; the reservation is not resolved.
   */
  | 'RESERVATION_STATE_PENDING'
  | 1
  /**
   * Resolved: some or all of the credits are spent.
   */
  | 'RESERVATION_STATE_CAPTURED'
  | 2
  /**
   * Resolved: no credits are spent.
   */
  | 'RESERVATION_STATE_RELEASED'
  | 3;

/**
 * The state of a reservation. Only a pending reservation changes its state.
 */
export type ReservationState__Output = (typeof ReservationState)[keyof typeof ReservationState];
