// Original file: prospecting/credits/v1/credits.proto

export interface Release {
  /**
   * UUID.
   */
  accountId?: string;
  /**
   * UUID.
   */
  reservationId?: string;
}

export interface Release__Output {
  /**
   * UUID.
   */
  accountId: string;
  /**
   * UUID.
   */
  reservationId: string;
}
