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
  ListEntriesRequest as _prospecting_credits_v1_ListEntriesRequest,
  ListEntriesRequest__Output as _prospecting_credits_v1_ListEntriesRequest__Output,
} from '../../../prospecting/credits/v1/ListEntriesRequest.js';
import type {
  ListEntriesResponse as _prospecting_credits_v1_ListEntriesResponse,
  ListEntriesResponse__Output as _prospecting_credits_v1_ListEntriesResponse__Output,
} from '../../../prospecting/credits/v1/ListEntriesResponse.js';

export interface CreditsReaderClient extends grpc.Client {
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
}

export interface CreditsReaderHandlers extends grpc.UntypedServiceImplementation {
  GetBalances: grpc.handleUnaryCall<
    _prospecting_credits_v1_GetBalancesRequest__Output,
    _prospecting_credits_v1_GetBalancesResponse
  >;

  ListEntries: grpc.handleUnaryCall<
    _prospecting_credits_v1_ListEntriesRequest__Output,
    _prospecting_credits_v1_ListEntriesResponse
  >;
}

export interface CreditsReaderDefinition extends grpc.ServiceDefinition {
  GetBalances: MethodDefinition<
    _prospecting_credits_v1_GetBalancesRequest,
    _prospecting_credits_v1_GetBalancesResponse,
    _prospecting_credits_v1_GetBalancesRequest__Output,
    _prospecting_credits_v1_GetBalancesResponse__Output
  >;
  ListEntries: MethodDefinition<
    _prospecting_credits_v1_ListEntriesRequest,
    _prospecting_credits_v1_ListEntriesResponse,
    _prospecting_credits_v1_ListEntriesRequest__Output,
    _prospecting_credits_v1_ListEntriesResponse__Output
  >;
}
