// Original file: prospecting/credits/v1/credits.proto

import type * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type {
  GetBalancesRequest as _prospecting_credits_v1_GetBalancesRequest,
  GetBalancesRequest__Output as _prospecting_credits_v1_GetBalancesRequest__Output,
} from '../../../prospecting/credits/v1/GetBalancesRequest.js';
import type {
  GetBalancesResponse as _prospecting_credits_v1_GetBalancesResponse,
  GetBalancesResponse__Output as _prospecting_credits_v1_GetBalancesResponse__Output,
} from '../../../prospecting/credits/v1/GetBalancesResponse.js';
import type {
  ListAccountsRequest as _prospecting_credits_v1_ListAccountsRequest,
  ListAccountsRequest__Output as _prospecting_credits_v1_ListAccountsRequest__Output,
} from '../../../prospecting/credits/v1/ListAccountsRequest.js';
import type {
  ListAccountsResponse as _prospecting_credits_v1_ListAccountsResponse,
  ListAccountsResponse__Output as _prospecting_credits_v1_ListAccountsResponse__Output,
} from '../../../prospecting/credits/v1/ListAccountsResponse.js';
import type {
  ListEntriesRequest as _prospecting_credits_v1_ListEntriesRequest,
  ListEntriesRequest__Output as _prospecting_credits_v1_ListEntriesRequest__Output,
} from '../../../prospecting/credits/v1/ListEntriesRequest.js';
import type {
  ListEntriesResponse as _prospecting_credits_v1_ListEntriesResponse,
  ListEntriesResponse__Output as _prospecting_credits_v1_ListEntriesResponse__Output,
} from '../../../prospecting/credits/v1/ListEntriesResponse.js';
import type {
  ListPendingReservationsRequest as _prospecting_credits_v1_ListPendingReservationsRequest,
  ListPendingReservationsRequest__Output as _prospecting_credits_v1_ListPendingReservationsRequest__Output,
} from '../../../prospecting/credits/v1/ListPendingReservationsRequest.js';
import type {
  ListPendingReservationsResponse as _prospecting_credits_v1_ListPendingReservationsResponse,
  ListPendingReservationsResponse__Output as _prospecting_credits_v1_ListPendingReservationsResponse__Output,
} from '../../../prospecting/credits/v1/ListPendingReservationsResponse.js';
import type {
  ListReservationsRequest as _prospecting_credits_v1_ListReservationsRequest,
  ListReservationsRequest__Output as _prospecting_credits_v1_ListReservationsRequest__Output,
} from '../../../prospecting/credits/v1/ListReservationsRequest.js';
import type {
  ListReservationsResponse as _prospecting_credits_v1_ListReservationsResponse,
  ListReservationsResponse__Output as _prospecting_credits_v1_ListReservationsResponse__Output,
} from '../../../prospecting/credits/v1/ListReservationsResponse.js';

/**
 * Reads balances, ledgers and reservations. It changes nothing, except that GetBalances makes a
 * monthly reset that is due.
 */
export interface CreditsReaderClient extends grpc.Client {
  /**
   * Returns the spendable balance of each account. Makes a monthly reset first where one is due.
   * Errors: validation_failed (accountId); service_unavailable.
   */
  GetBalances(
    argument: _prospecting_credits_v1_GetBalancesRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_GetBalancesResponse__Output>,
  ): grpc.ClientUnaryCall;
  GetBalances(
    argument: _prospecting_credits_v1_GetBalancesRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_credits_v1_GetBalancesResponse__Output>,
  ): grpc.ClientUnaryCall;
  GetBalances(
    argument: _prospecting_credits_v1_GetBalancesRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_GetBalancesResponse__Output>,
  ): grpc.ClientUnaryCall;
  GetBalances(
    argument: _prospecting_credits_v1_GetBalancesRequest,
    callback: grpc.requestCallback<_prospecting_credits_v1_GetBalancesResponse__Output>,
  ): grpc.ClientUnaryCall;
  /**
   * Returns the spendable balance of each account. Makes a monthly reset first where one is due.
   * Errors: validation_failed (accountId); service_unavailable.
   */
  getBalances(
    argument: _prospecting_credits_v1_GetBalancesRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_GetBalancesResponse__Output>,
  ): grpc.ClientUnaryCall;
  getBalances(
    argument: _prospecting_credits_v1_GetBalancesRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_credits_v1_GetBalancesResponse__Output>,
  ): grpc.ClientUnaryCall;
  getBalances(
    argument: _prospecting_credits_v1_GetBalancesRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_GetBalancesResponse__Output>,
  ): grpc.ClientUnaryCall;
  getBalances(
    argument: _prospecting_credits_v1_GetBalancesRequest,
    callback: grpc.requestCallback<_prospecting_credits_v1_GetBalancesResponse__Output>,
  ): grpc.ClientUnaryCall;

  /**
   * Returns a page of the accounts that have a balance, in the order of account_id. The audit uses
   * it.
   * Errors: validation_failed (afterAccountId, limit); service_unavailable.
   */
  ListAccounts(
    argument: _prospecting_credits_v1_ListAccountsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListAccountsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListAccounts(
    argument: _prospecting_credits_v1_ListAccountsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListAccountsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListAccounts(
    argument: _prospecting_credits_v1_ListAccountsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListAccountsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListAccounts(
    argument: _prospecting_credits_v1_ListAccountsRequest,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListAccountsResponse__Output>,
  ): grpc.ClientUnaryCall;
  /**
   * Returns a page of the accounts that have a balance, in the order of account_id. The audit uses
   * it.
   * Errors: validation_failed (afterAccountId, limit); service_unavailable.
   */
  listAccounts(
    argument: _prospecting_credits_v1_ListAccountsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListAccountsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listAccounts(
    argument: _prospecting_credits_v1_ListAccountsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListAccountsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listAccounts(
    argument: _prospecting_credits_v1_ListAccountsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListAccountsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listAccounts(
    argument: _prospecting_credits_v1_ListAccountsRequest,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListAccountsResponse__Output>,
  ): grpc.ClientUnaryCall;

  /**
   * Returns a page of an account's ledger, oldest entry first.
   * Errors: validation_failed (accountId, afterEntryId, limit); service_unavailable.
   */
  ListEntries(
    argument: _prospecting_credits_v1_ListEntriesRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListEntriesResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListEntries(
    argument: _prospecting_credits_v1_ListEntriesRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListEntriesResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListEntries(
    argument: _prospecting_credits_v1_ListEntriesRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListEntriesResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListEntries(
    argument: _prospecting_credits_v1_ListEntriesRequest,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListEntriesResponse__Output>,
  ): grpc.ClientUnaryCall;
  /**
   * Returns a page of an account's ledger, oldest entry first.
   * Errors: validation_failed (accountId, afterEntryId, limit); service_unavailable.
   */
  listEntries(
    argument: _prospecting_credits_v1_ListEntriesRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListEntriesResponse__Output>,
  ): grpc.ClientUnaryCall;
  listEntries(
    argument: _prospecting_credits_v1_ListEntriesRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListEntriesResponse__Output>,
  ): grpc.ClientUnaryCall;
  listEntries(
    argument: _prospecting_credits_v1_ListEntriesRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListEntriesResponse__Output>,
  ): grpc.ClientUnaryCall;
  listEntries(
    argument: _prospecting_credits_v1_ListEntriesRequest,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListEntriesResponse__Output>,
  ): grpc.ClientUnaryCall;

  /**
   * Returns a page of the pending reservations of all accounts that have a minimum age, oldest
   * first. Ages are computed by the database's clock, so the call works while a service's clock is
   * wrong.
   * Errors: validation_failed (minAgeMs, after, limit); service_unavailable.
   */
  ListPendingReservations(
    argument: _prospecting_credits_v1_ListPendingReservationsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListPendingReservationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListPendingReservations(
    argument: _prospecting_credits_v1_ListPendingReservationsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListPendingReservationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListPendingReservations(
    argument: _prospecting_credits_v1_ListPendingReservationsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListPendingReservationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListPendingReservations(
    argument: _prospecting_credits_v1_ListPendingReservationsRequest,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListPendingReservationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  /**
   * Returns a page of the pending reservations of all accounts that have a minimum age, oldest
   * first. Ages are computed by the database's clock, so the call works while a service's clock is
   * wrong.
   * Errors: validation_failed (minAgeMs, after, limit); service_unavailable.
   */
  listPendingReservations(
    argument: _prospecting_credits_v1_ListPendingReservationsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListPendingReservationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listPendingReservations(
    argument: _prospecting_credits_v1_ListPendingReservationsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListPendingReservationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listPendingReservations(
    argument: _prospecting_credits_v1_ListPendingReservationsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListPendingReservationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listPendingReservations(
    argument: _prospecting_credits_v1_ListPendingReservationsRequest,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListPendingReservationsResponse__Output>,
  ): grpc.ClientUnaryCall;

  /**
   * Returns a page of an account's reservations in every state, in the order of reservation_id,
   * each with its ledger entries. The audit uses it.
   * Errors: validation_failed (accountId, afterReservationId, limit); service_unavailable.
   */
  ListReservations(
    argument: _prospecting_credits_v1_ListReservationsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListReservationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListReservations(
    argument: _prospecting_credits_v1_ListReservationsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListReservationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListReservations(
    argument: _prospecting_credits_v1_ListReservationsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListReservationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListReservations(
    argument: _prospecting_credits_v1_ListReservationsRequest,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListReservationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  /**
   * Returns a page of an account's reservations in every state, in the order of reservation_id,
   * each with its ledger entries. The audit uses it.
   * Errors: validation_failed (accountId, afterReservationId, limit); service_unavailable.
   */
  listReservations(
    argument: _prospecting_credits_v1_ListReservationsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListReservationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listReservations(
    argument: _prospecting_credits_v1_ListReservationsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListReservationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listReservations(
    argument: _prospecting_credits_v1_ListReservationsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListReservationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listReservations(
    argument: _prospecting_credits_v1_ListReservationsRequest,
    callback: grpc.requestCallback<_prospecting_credits_v1_ListReservationsResponse__Output>,
  ): grpc.ClientUnaryCall;
}

/**
 * Reads balances, ledgers and reservations. It changes nothing, except that GetBalances makes a
 * monthly reset that is due.
 */
export interface CreditsReaderHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Returns the spendable balance of each account. Makes a monthly reset first where one is due.
   * Errors: validation_failed (accountId); service_unavailable.
   */
  GetBalances: grpc.handleUnaryCall<
    _prospecting_credits_v1_GetBalancesRequest__Output,
    _prospecting_credits_v1_GetBalancesResponse
  >;

  /**
   * Returns a page of the accounts that have a balance, in the order of account_id. The audit uses
   * it.
   * Errors: validation_failed (afterAccountId, limit); service_unavailable.
   */
  ListAccounts: grpc.handleUnaryCall<
    _prospecting_credits_v1_ListAccountsRequest__Output,
    _prospecting_credits_v1_ListAccountsResponse
  >;

  /**
   * Returns a page of an account's ledger, oldest entry first.
   * Errors: validation_failed (accountId, afterEntryId, limit); service_unavailable.
   */
  ListEntries: grpc.handleUnaryCall<
    _prospecting_credits_v1_ListEntriesRequest__Output,
    _prospecting_credits_v1_ListEntriesResponse
  >;

  /**
   * Returns a page of the pending reservations of all accounts that have a minimum age, oldest
   * first. Ages are computed by the database's clock, so the call works while a service's clock is
   * wrong.
   * Errors: validation_failed (minAgeMs, after, limit); service_unavailable.
   */
  ListPendingReservations: grpc.handleUnaryCall<
    _prospecting_credits_v1_ListPendingReservationsRequest__Output,
    _prospecting_credits_v1_ListPendingReservationsResponse
  >;

  /**
   * Returns a page of an account's reservations in every state, in the order of reservation_id,
   * each with its ledger entries. The audit uses it.
   * Errors: validation_failed (accountId, afterReservationId, limit); service_unavailable.
   */
  ListReservations: grpc.handleUnaryCall<
    _prospecting_credits_v1_ListReservationsRequest__Output,
    _prospecting_credits_v1_ListReservationsResponse
  >;
}

export interface CreditsReaderDefinition extends grpc.ServiceDefinition {
  GetBalances: MethodDefinition<
    _prospecting_credits_v1_GetBalancesRequest,
    _prospecting_credits_v1_GetBalancesResponse,
    _prospecting_credits_v1_GetBalancesRequest__Output,
    _prospecting_credits_v1_GetBalancesResponse__Output
  >;
  ListAccounts: MethodDefinition<
    _prospecting_credits_v1_ListAccountsRequest,
    _prospecting_credits_v1_ListAccountsResponse,
    _prospecting_credits_v1_ListAccountsRequest__Output,
    _prospecting_credits_v1_ListAccountsResponse__Output
  >;
  ListEntries: MethodDefinition<
    _prospecting_credits_v1_ListEntriesRequest,
    _prospecting_credits_v1_ListEntriesResponse,
    _prospecting_credits_v1_ListEntriesRequest__Output,
    _prospecting_credits_v1_ListEntriesResponse__Output
  >;
  ListPendingReservations: MethodDefinition<
    _prospecting_credits_v1_ListPendingReservationsRequest,
    _prospecting_credits_v1_ListPendingReservationsResponse,
    _prospecting_credits_v1_ListPendingReservationsRequest__Output,
    _prospecting_credits_v1_ListPendingReservationsResponse__Output
  >;
  ListReservations: MethodDefinition<
    _prospecting_credits_v1_ListReservationsRequest,
    _prospecting_credits_v1_ListReservationsResponse,
    _prospecting_credits_v1_ListReservationsRequest__Output,
    _prospecting_credits_v1_ListReservationsResponse__Output
  >;
}
