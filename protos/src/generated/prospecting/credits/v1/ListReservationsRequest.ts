// Original file: prospecting/credits/v1/credits.proto

export interface ListReservationsRequest {
  /**
   * UUID.
   */
  accountId?: string;
  /**
   * The last reservation_id of the previous page; empty for the first page.
   */
  afterReservationId?: string;
  /**
   * 1 to 1000. A page with fewer records is the last.
   */
  limit?: number;
}

export interface ListReservationsRequest__Output {
  /**
   * UUID.
   */
  accountId: string;
  /**
   * The last reservation_id of the previous page; empty for the first page.
   */
  afterReservationId: string;
  /**
   * 1 to 1000. A page with fewer records is the last.
   */
  limit: number;
}
