// Original file: prospecting/reveal/v1/reveal.proto

export interface SettleReservationRequest {
  /**
   * UUID.
   */
  accountId?: string;
  /**
   * UUID.
   */
  reservationId?: string;
}

export interface SettleReservationRequest__Output {
  /**
   * UUID.
   */
  accountId: string;
  /**
   * UUID.
   */
  reservationId: string;
}
