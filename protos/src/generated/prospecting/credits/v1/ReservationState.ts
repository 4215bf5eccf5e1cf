// Original file: prospecting/credits/v1/credits.proto

export const ReservationState = {
  RESERVATION_STATE_UNSPECIFIED: 'RESERVATION_STATE_UNSPECIFIED',
  RESERVATION_STATE_PENDING: 'RESERVATION_STATE_PENDING',
  RESERVATION_STATE_CAPTURED: 'RESERVATION_STATE_CAPTURED',
  RESERVATION_STATE_RELEASED: 'RESERVATION_STATE_RELEASED',
} as const;

export type ReservationState =
  | 'RESERVATION_STATE_UNSPECIFIED'
  | 0
  | 'RESERVATION_STATE_PENDING'
  | 1
  | 'RESERVATION_STATE_CAPTURED'
  | 2
  | 'RESERVATION_STATE_RELEASED'
  | 3;

export type ReservationState__Output = (typeof ReservationState)[keyof typeof ReservationState];
