// Original file: prospecting/reveal/v1/reveal.proto

import type * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type {
  ListAttemptsRequest as _prospecting_reveal_v1_ListAttemptsRequest,
  ListAttemptsRequest__Output as _prospecting_reveal_v1_ListAttemptsRequest__Output,
} from '../../../prospecting/reveal/v1/ListAttemptsRequest.js';
import type {
  ListAttemptsResponse as _prospecting_reveal_v1_ListAttemptsResponse,
  ListAttemptsResponse__Output as _prospecting_reveal_v1_ListAttemptsResponse__Output,
} from '../../../prospecting/reveal/v1/ListAttemptsResponse.js';
import type {
  ListOperationsRequest as _prospecting_reveal_v1_ListOperationsRequest,
  ListOperationsRequest__Output as _prospecting_reveal_v1_ListOperationsRequest__Output,
} from '../../../prospecting/reveal/v1/ListOperationsRequest.js';
import type {
  ListOperationsResponse as _prospecting_reveal_v1_ListOperationsResponse,
  ListOperationsResponse__Output as _prospecting_reveal_v1_ListOperationsResponse__Output,
} from '../../../prospecting/reveal/v1/ListOperationsResponse.js';
import type {
  ListRevealsRequest as _prospecting_reveal_v1_ListRevealsRequest,
  ListRevealsRequest__Output as _prospecting_reveal_v1_ListRevealsRequest__Output,
} from '../../../prospecting/reveal/v1/ListRevealsRequest.js';
import type {
  ListRevealsResponse as _prospecting_reveal_v1_ListRevealsResponse,
  ListRevealsResponse__Output as _prospecting_reveal_v1_ListRevealsResponse__Output,
} from '../../../prospecting/reveal/v1/ListRevealsResponse.js';
import type {
  QuoteRequest as _prospecting_reveal_v1_QuoteRequest,
  QuoteRequest__Output as _prospecting_reveal_v1_QuoteRequest__Output,
} from '../../../prospecting/reveal/v1/QuoteRequest.js';
import type {
  RevealRequest as _prospecting_reveal_v1_RevealRequest,
  RevealRequest__Output as _prospecting_reveal_v1_RevealRequest__Output,
} from '../../../prospecting/reveal/v1/RevealRequest.js';
import type {
  SettleReservationRequest as _prospecting_reveal_v1_SettleReservationRequest,
  SettleReservationRequest__Output as _prospecting_reveal_v1_SettleReservationRequest__Output,
} from '../../../prospecting/reveal/v1/SettleReservationRequest.js';
import type {
  SettleReservationResponse as _prospecting_reveal_v1_SettleReservationResponse,
  SettleReservationResponse__Output as _prospecting_reveal_v1_SettleReservationResponse__Output,
} from '../../../prospecting/reveal/v1/SettleReservationResponse.js';
import type {
  SpendOutcome as _prospecting_reveal_v1_SpendOutcome,
  SpendOutcome__Output as _prospecting_reveal_v1_SpendOutcome__Output,
} from '../../../prospecting/reveal/v1/SpendOutcome.js';

export interface RevealSpenderClient extends grpc.Client {
  ListAttempts(
    argument: _prospecting_reveal_v1_ListAttemptsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListAttemptsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListAttempts(
    argument: _prospecting_reveal_v1_ListAttemptsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListAttemptsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListAttempts(
    argument: _prospecting_reveal_v1_ListAttemptsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListAttemptsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListAttempts(
    argument: _prospecting_reveal_v1_ListAttemptsRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListAttemptsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listAttempts(
    argument: _prospecting_reveal_v1_ListAttemptsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListAttemptsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listAttempts(
    argument: _prospecting_reveal_v1_ListAttemptsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListAttemptsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listAttempts(
    argument: _prospecting_reveal_v1_ListAttemptsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListAttemptsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listAttempts(
    argument: _prospecting_reveal_v1_ListAttemptsRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListAttemptsResponse__Output>,
  ): grpc.ClientUnaryCall;

  ListOperations(
    argument: _prospecting_reveal_v1_ListOperationsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListOperationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListOperations(
    argument: _prospecting_reveal_v1_ListOperationsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListOperationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListOperations(
    argument: _prospecting_reveal_v1_ListOperationsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListOperationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListOperations(
    argument: _prospecting_reveal_v1_ListOperationsRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListOperationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listOperations(
    argument: _prospecting_reveal_v1_ListOperationsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListOperationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listOperations(
    argument: _prospecting_reveal_v1_ListOperationsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListOperationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listOperations(
    argument: _prospecting_reveal_v1_ListOperationsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListOperationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listOperations(
    argument: _prospecting_reveal_v1_ListOperationsRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListOperationsResponse__Output>,
  ): grpc.ClientUnaryCall;

  ListReveals(
    argument: _prospecting_reveal_v1_ListRevealsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListRevealsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListReveals(
    argument: _prospecting_reveal_v1_ListRevealsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListRevealsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListReveals(
    argument: _prospecting_reveal_v1_ListRevealsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListRevealsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListReveals(
    argument: _prospecting_reveal_v1_ListRevealsRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListRevealsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listReveals(
    argument: _prospecting_reveal_v1_ListRevealsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListRevealsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listReveals(
    argument: _prospecting_reveal_v1_ListRevealsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListRevealsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listReveals(
    argument: _prospecting_reveal_v1_ListRevealsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListRevealsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listReveals(
    argument: _prospecting_reveal_v1_ListRevealsRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListRevealsResponse__Output>,
  ): grpc.ClientUnaryCall;

  Quote(
    argument: _prospecting_reveal_v1_QuoteRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SpendOutcome__Output>,
  ): grpc.ClientUnaryCall;
  Quote(
    argument: _prospecting_reveal_v1_QuoteRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SpendOutcome__Output>,
  ): grpc.ClientUnaryCall;
  Quote(
    argument: _prospecting_reveal_v1_QuoteRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SpendOutcome__Output>,
  ): grpc.ClientUnaryCall;
  Quote(
    argument: _prospecting_reveal_v1_QuoteRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SpendOutcome__Output>,
  ): grpc.ClientUnaryCall;
  quote(
    argument: _prospecting_reveal_v1_QuoteRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SpendOutcome__Output>,
  ): grpc.ClientUnaryCall;
  quote(
    argument: _prospecting_reveal_v1_QuoteRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SpendOutcome__Output>,
  ): grpc.ClientUnaryCall;
  quote(
    argument: _prospecting_reveal_v1_QuoteRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SpendOutcome__Output>,
  ): grpc.ClientUnaryCall;
  quote(
    argument: _prospecting_reveal_v1_QuoteRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SpendOutcome__Output>,
  ): grpc.ClientUnaryCall;

  Reveal(
    argument: _prospecting_reveal_v1_RevealRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SpendOutcome__Output>,
  ): grpc.ClientUnaryCall;
  Reveal(
    argument: _prospecting_reveal_v1_RevealRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SpendOutcome__Output>,
  ): grpc.ClientUnaryCall;
  Reveal(
    argument: _prospecting_reveal_v1_RevealRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SpendOutcome__Output>,
  ): grpc.ClientUnaryCall;
  Reveal(
    argument: _prospecting_reveal_v1_RevealRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SpendOutcome__Output>,
  ): grpc.ClientUnaryCall;
  reveal(
    argument: _prospecting_reveal_v1_RevealRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SpendOutcome__Output>,
  ): grpc.ClientUnaryCall;
  reveal(
    argument: _prospecting_reveal_v1_RevealRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SpendOutcome__Output>,
  ): grpc.ClientUnaryCall;
  reveal(
    argument: _prospecting_reveal_v1_RevealRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SpendOutcome__Output>,
  ): grpc.ClientUnaryCall;
  reveal(
    argument: _prospecting_reveal_v1_RevealRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SpendOutcome__Output>,
  ): grpc.ClientUnaryCall;

  SettleReservation(
    argument: _prospecting_reveal_v1_SettleReservationRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SettleReservationResponse__Output>,
  ): grpc.ClientUnaryCall;
  SettleReservation(
    argument: _prospecting_reveal_v1_SettleReservationRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SettleReservationResponse__Output>,
  ): grpc.ClientUnaryCall;
  SettleReservation(
    argument: _prospecting_reveal_v1_SettleReservationRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SettleReservationResponse__Output>,
  ): grpc.ClientUnaryCall;
  SettleReservation(
    argument: _prospecting_reveal_v1_SettleReservationRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SettleReservationResponse__Output>,
  ): grpc.ClientUnaryCall;
  settleReservation(
    argument: _prospecting_reveal_v1_SettleReservationRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SettleReservationResponse__Output>,
  ): grpc.ClientUnaryCall;
  settleReservation(
    argument: _prospecting_reveal_v1_SettleReservationRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SettleReservationResponse__Output>,
  ): grpc.ClientUnaryCall;
  settleReservation(
    argument: _prospecting_reveal_v1_SettleReservationRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SettleReservationResponse__Output>,
  ): grpc.ClientUnaryCall;
  settleReservation(
    argument: _prospecting_reveal_v1_SettleReservationRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SettleReservationResponse__Output>,
  ): grpc.ClientUnaryCall;
}

export interface RevealSpenderHandlers extends grpc.UntypedServiceImplementation {
  ListAttempts: grpc.handleUnaryCall<
    _prospecting_reveal_v1_ListAttemptsRequest__Output,
    _prospecting_reveal_v1_ListAttemptsResponse
  >;

  ListOperations: grpc.handleUnaryCall<
    _prospecting_reveal_v1_ListOperationsRequest__Output,
    _prospecting_reveal_v1_ListOperationsResponse
  >;

  ListReveals: grpc.handleUnaryCall<
    _prospecting_reveal_v1_ListRevealsRequest__Output,
    _prospecting_reveal_v1_ListRevealsResponse
  >;

  Quote: grpc.handleUnaryCall<_prospecting_reveal_v1_QuoteRequest__Output, _prospecting_reveal_v1_SpendOutcome>;

  Reveal: grpc.handleUnaryCall<_prospecting_reveal_v1_RevealRequest__Output, _prospecting_reveal_v1_SpendOutcome>;

  SettleReservation: grpc.handleUnaryCall<
    _prospecting_reveal_v1_SettleReservationRequest__Output,
    _prospecting_reveal_v1_SettleReservationResponse
  >;
}

export interface RevealSpenderDefinition extends grpc.ServiceDefinition {
  ListAttempts: MethodDefinition<
    _prospecting_reveal_v1_ListAttemptsRequest,
    _prospecting_reveal_v1_ListAttemptsResponse,
    _prospecting_reveal_v1_ListAttemptsRequest__Output,
    _prospecting_reveal_v1_ListAttemptsResponse__Output
  >;
  ListOperations: MethodDefinition<
    _prospecting_reveal_v1_ListOperationsRequest,
    _prospecting_reveal_v1_ListOperationsResponse,
    _prospecting_reveal_v1_ListOperationsRequest__Output,
    _prospecting_reveal_v1_ListOperationsResponse__Output
  >;
  ListReveals: MethodDefinition<
    _prospecting_reveal_v1_ListRevealsRequest,
    _prospecting_reveal_v1_ListRevealsResponse,
    _prospecting_reveal_v1_ListRevealsRequest__Output,
    _prospecting_reveal_v1_ListRevealsResponse__Output
  >;
  Quote: MethodDefinition<
    _prospecting_reveal_v1_QuoteRequest,
    _prospecting_reveal_v1_SpendOutcome,
    _prospecting_reveal_v1_QuoteRequest__Output,
    _prospecting_reveal_v1_SpendOutcome__Output
  >;
  Reveal: MethodDefinition<
    _prospecting_reveal_v1_RevealRequest,
    _prospecting_reveal_v1_SpendOutcome,
    _prospecting_reveal_v1_RevealRequest__Output,
    _prospecting_reveal_v1_SpendOutcome__Output
  >;
  SettleReservation: MethodDefinition<
    _prospecting_reveal_v1_SettleReservationRequest,
    _prospecting_reveal_v1_SettleReservationResponse,
    _prospecting_reveal_v1_SettleReservationRequest__Output,
    _prospecting_reveal_v1_SettleReservationResponse__Output
  >;
}
