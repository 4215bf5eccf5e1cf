// Original file: prospecting/credits/v1/credits.proto

export interface ListReservationsRequest {
  accountId?: string;
  afterReservationId?: string;
  limit?: number;
}

export interface ListReservationsRequest__Output {
  accountId: string;
  afterReservationId: string;
  limit: number;
}
