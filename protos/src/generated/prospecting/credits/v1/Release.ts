// Original file: prospecting/credits/v1/credits.proto

export interface Release {
  accountId?: string;
  reservationId?: string;
}

export interface Release__Output {
  accountId: string;
  reservationId: string;
}
