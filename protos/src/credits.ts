/**
 * The messages and services of prospecting.credits.v1, as a receiver sees them: every field is
 * present or explicitly optional.
 */
export type { Balance__Output as Balance } from './generated/prospecting/credits/v1/Balance.js';
export type { Capture__Output as Capture } from './generated/prospecting/credits/v1/Capture.js';
export type { CaptureRequest__Output as CaptureRequest } from './generated/prospecting/credits/v1/CaptureRequest.js';
export type { CreditsLedgerDefinition } from './generated/prospecting/credits/v1/CreditsLedger.js';
export type { CreditsReaderDefinition } from './generated/prospecting/credits/v1/CreditsReader.js';
export type { Entry__Output as Entry } from './generated/prospecting/credits/v1/Entry.js';
export type { GetBalancesRequest__Output as GetBalancesRequest } from './generated/prospecting/credits/v1/GetBalancesRequest.js';
export type { GetBalancesResponse__Output as GetBalancesResponse } from './generated/prospecting/credits/v1/GetBalancesResponse.js';
export type { GrantRequest__Output as GrantRequest } from './generated/prospecting/credits/v1/GrantRequest.js';
export type { ListAccountsRequest__Output as ListAccountsRequest } from './generated/prospecting/credits/v1/ListAccountsRequest.js';
export type { ListAccountsResponse__Output as ListAccountsResponse } from './generated/prospecting/credits/v1/ListAccountsResponse.js';
export type { ListEntriesRequest__Output as ListEntriesRequest } from './generated/prospecting/credits/v1/ListEntriesRequest.js';
export type { ListEntriesResponse__Output as ListEntriesResponse } from './generated/prospecting/credits/v1/ListEntriesResponse.js';
export type { ListPendingReservationsRequest__Output as ListPendingReservationsRequest } from './generated/prospecting/credits/v1/ListPendingReservationsRequest.js';
export type { ListPendingReservationsResponse__Output as ListPendingReservationsResponse } from './generated/prospecting/credits/v1/ListPendingReservationsResponse.js';
export type { ListReservationsRequest__Output as ListReservationsRequest } from './generated/prospecting/credits/v1/ListReservationsRequest.js';
export type { ListReservationsResponse__Output as ListReservationsResponse } from './generated/prospecting/credits/v1/ListReservationsResponse.js';
export type { Release__Output as Release } from './generated/prospecting/credits/v1/Release.js';
export type { ReleaseRequest__Output as ReleaseRequest } from './generated/prospecting/credits/v1/ReleaseRequest.js';
export type { Reservation__Output as Reservation } from './generated/prospecting/credits/v1/Reservation.js';
export type { ReservationRecord__Output as ReservationRecord } from './generated/prospecting/credits/v1/ReservationRecord.js';
export type { ReservationState__Output as ReservationState } from './generated/prospecting/credits/v1/ReservationState.js';
export type { ReserveRequest__Output as ReserveRequest } from './generated/prospecting/credits/v1/ReserveRequest.js';
export type { ResolveResponse__Output as ResolveResponse } from './generated/prospecting/credits/v1/ResolveResponse.js';
export type { SubscribeRequest__Output as SubscribeRequest } from './generated/prospecting/credits/v1/SubscribeRequest.js';
export type { Subscription__Output as Subscription } from './generated/prospecting/credits/v1/Subscription.js';
