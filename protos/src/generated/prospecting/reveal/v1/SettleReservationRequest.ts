// Original file: prospecting/reveal/v1/reveal.proto

export interface SettleReservationRequest {
  accountId?: string;
  reservationId?: string;
}

export interface SettleReservationRequest__Output {
  accountId: string;
  reservationId: string;
}
