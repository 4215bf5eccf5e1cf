/** Messages and services of prospecting.credits.v1, in the shape in which they are received: every field present or explicitly optional. */
export type { Balance__Output as Balance } from './generated/prospecting/credits/v1/Balance.js';
export type { CreditsLedgerDefinition } from './generated/prospecting/credits/v1/CreditsLedger.js';
export type { CreditsReaderDefinition } from './generated/prospecting/credits/v1/CreditsReader.js';
export type { Entry__Output as Entry } from './generated/prospecting/credits/v1/Entry.js';
export type { GetBalancesRequest__Output as GetBalancesRequest } from './generated/prospecting/credits/v1/GetBalancesRequest.js';
export type { GetBalancesResponse__Output as GetBalancesResponse } from './generated/prospecting/credits/v1/GetBalancesResponse.js';
export type { GrantRequest__Output as GrantRequest } from './generated/prospecting/credits/v1/GrantRequest.js';
export type { ListEntriesRequest__Output as ListEntriesRequest } from './generated/prospecting/credits/v1/ListEntriesRequest.js';
export type { ListEntriesResponse__Output as ListEntriesResponse } from './generated/prospecting/credits/v1/ListEntriesResponse.js';
export type { SubscribeRequest__Output as SubscribeRequest } from './generated/prospecting/credits/v1/SubscribeRequest.js';
export type { Subscription__Output as Subscription } from './generated/prospecting/credits/v1/Subscription.js';
