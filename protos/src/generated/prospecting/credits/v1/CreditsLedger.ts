// Original file: prospecting/credits/v1/credits.proto

import type * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type {
  Balance as _prospecting_credits_v1_Balance,
  Balance__Output as _prospecting_credits_v1_Balance__Output,
} from '../../../prospecting/credits/v1/Balance.js';
import type {
  CaptureRequest as _prospecting_credits_v1_CaptureRequest,
  CaptureRequest__Output as _prospecting_credits_v1_CaptureRequest__Output,
} from '../../../prospecting/credits/v1/CaptureRequest.js';
import type {
  GrantRequest as _prospecting_credits_v1_GrantRequest,
  GrantRequest__Output as _prospecting_credits_v1_GrantRequest__Output,
} from '../../../prospecting/credits/v1/GrantRequest.js';
import type {
  ReleaseRequest as _prospecting_credits_v1_ReleaseRequest,
  ReleaseRequest__Output as _prospecting_credits_v1_ReleaseRequest__Output,
} from '../../../prospecting/credits/v1/ReleaseRequest.js';
import type {
  Reservation as _prospecting_credits_v1_Reservation,
  Reservation__Output as _prospecting_credits_v1_Reservation__Output,
} from '../../../prospecting/credits/v1/Reservation.js';
import type {
  ReserveRequest as _prospecting_credits_v1_ReserveRequest,
  ReserveRequest__Output as _prospecting_credits_v1_ReserveRequest__Output,
} from '../../../prospecting/credits/v1/ReserveRequest.js';
import type {
  ResolveResponse as _prospecting_credits_v1_ResolveResponse,
  ResolveResponse__Output as _prospecting_credits_v1_ResolveResponse__Output,
} from '../../../prospecting/credits/v1/ResolveResponse.js';
import type {
  SubscribeRequest as _prospecting_credits_v1_SubscribeRequest,
  SubscribeRequest__Output as _prospecting_credits_v1_SubscribeRequest__Output,
} from '../../../prospecting/credits/v1/SubscribeRequest.js';

export interface CreditsLedgerClient extends grpc.Client {
  Capture(
    argument: _prospecting_credits_v1_CaptureRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_ResolveResponse__Output>,
  ): grpc.ClientUnaryCall;
  Capture(
    argument: _prospecting_credits_v1_CaptureRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_credits_v1_ResolveResponse__Output>,
  ): grpc.ClientUnaryCall;
  Capture(
    argument: _prospecting_credits_v1_CaptureRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_ResolveResponse__Output>,
  ): grpc.ClientUnaryCall;
  Capture(
    argument: _prospecting_credits_v1_CaptureRequest,
    callback: grpc.requestCallback<_prospecting_credits_v1_ResolveResponse__Output>,
  ): grpc.ClientUnaryCall;
  capture(
    argument: _prospecting_credits_v1_CaptureRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_ResolveResponse__Output>,
  ): grpc.ClientUnaryCall;
  capture(
    argument: _prospecting_credits_v1_CaptureRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_credits_v1_ResolveResponse__Output>,
  ): grpc.ClientUnaryCall;
  capture(
    argument: _prospecting_credits_v1_CaptureRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_ResolveResponse__Output>,
  ): grpc.ClientUnaryCall;
  capture(
    argument: _prospecting_credits_v1_CaptureRequest,
    callback: grpc.requestCallback<_prospecting_credits_v1_ResolveResponse__Output>,
  ): grpc.ClientUnaryCall;

  Grant(
    argument: _prospecting_credits_v1_GrantRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_Balance__Output>,
  ): grpc.ClientUnaryCall;
  Grant(
    argument: _prospecting_credits_v1_GrantRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_credits_v1_Balance__Output>,
  ): grpc.ClientUnaryCall;
  Grant(
    argument: _prospecting_credits_v1_GrantRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_Balance__Output>,
  ): grpc.ClientUnaryCall;
  Grant(
    argument: _prospecting_credits_v1_GrantRequest,
    callback: grpc.requestCallback<_prospecting_credits_v1_Balance__Output>,
  ): grpc.ClientUnaryCall;
  grant(
    argument: _prospecting_credits_v1_GrantRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_Balance__Output>,
  ): grpc.ClientUnaryCall;
  grant(
    argument: _prospecting_credits_v1_GrantRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_credits_v1_Balance__Output>,
  ): grpc.ClientUnaryCall;
  grant(
    argument: _prospecting_credits_v1_GrantRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_Balance__Output>,
  ): grpc.ClientUnaryCall;
  grant(
    argument: _prospecting_credits_v1_GrantRequest,
    callback: grpc.requestCallback<_prospecting_credits_v1_Balance__Output>,
  ): grpc.ClientUnaryCall;

  Release(
    argument: _prospecting_credits_v1_ReleaseRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_ResolveResponse__Output>,
  ): grpc.ClientUnaryCall;
  Release(
    argument: _prospecting_credits_v1_ReleaseRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_credits_v1_ResolveResponse__Output>,
  ): grpc.ClientUnaryCall;
  Release(
    argument: _prospecting_credits_v1_ReleaseRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_ResolveResponse__Output>,
  ): grpc.ClientUnaryCall;
  Release(
    argument: _prospecting_credits_v1_ReleaseRequest,
    callback: grpc.requestCallback<_prospecting_credits_v1_ResolveResponse__Output>,
  ): grpc.ClientUnaryCall;
  release(
    argument: _prospecting_credits_v1_ReleaseRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_ResolveResponse__Output>,
  ): grpc.ClientUnaryCall;
  release(
    argument: _prospecting_credits_v1_ReleaseRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_credits_v1_ResolveResponse__Output>,
  ): grpc.ClientUnaryCall;
  release(
    argument: _prospecting_credits_v1_ReleaseRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_ResolveResponse__Output>,
  ): grpc.ClientUnaryCall;
  release(
    argument: _prospecting_credits_v1_ReleaseRequest,
    callback: grpc.requestCallback<_prospecting_credits_v1_ResolveResponse__Output>,
  ): grpc.ClientUnaryCall;

  Reserve(
    argument: _prospecting_credits_v1_ReserveRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_Reservation__Output>,
  ): grpc.ClientUnaryCall;
  Reserve(
    argument: _prospecting_credits_v1_ReserveRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_credits_v1_Reservation__Output>,
  ): grpc.ClientUnaryCall;
  Reserve(
    argument: _prospecting_credits_v1_ReserveRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_Reservation__Output>,
  ): grpc.ClientUnaryCall;
  Reserve(
    argument: _prospecting_credits_v1_ReserveRequest,
    callback: grpc.requestCallback<_prospecting_credits_v1_Reservation__Output>,
  ): grpc.ClientUnaryCall;
  reserve(
    argument: _prospecting_credits_v1_ReserveRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_Reservation__Output>,
  ): grpc.ClientUnaryCall;
  reserve(
    argument: _prospecting_credits_v1_ReserveRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_credits_v1_Reservation__Output>,
  ): grpc.ClientUnaryCall;
  reserve(
    argument: _prospecting_credits_v1_ReserveRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_Reservation__Output>,
  ): grpc.ClientUnaryCall;
  reserve(
    argument: _prospecting_credits_v1_ReserveRequest,
    callback: grpc.requestCallback<_prospecting_credits_v1_Reservation__Output>,
  ): grpc.ClientUnaryCall;

  Subscribe(
    argument: _prospecting_credits_v1_SubscribeRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_Balance__Output>,
  ): grpc.ClientUnaryCall;
  Subscribe(
    argument: _prospecting_credits_v1_SubscribeRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_credits_v1_Balance__Output>,
  ): grpc.ClientUnaryCall;
  Subscribe(
    argument: _prospecting_credits_v1_SubscribeRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_Balance__Output>,
  ): grpc.ClientUnaryCall;
  Subscribe(
    argument: _prospecting_credits_v1_SubscribeRequest,
    callback: grpc.requestCallback<_prospecting_credits_v1_Balance__Output>,
  ): grpc.ClientUnaryCall;
  subscribe(
    argument: _prospecting_credits_v1_SubscribeRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_Balance__Output>,
  ): grpc.ClientUnaryCall;
  subscribe(
    argument: _prospecting_credits_v1_SubscribeRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_credits_v1_Balance__Output>,
  ): grpc.ClientUnaryCall;
  subscribe(
    argument: _prospecting_credits_v1_SubscribeRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_credits_v1_Balance__Output>,
  ): grpc.ClientUnaryCall;
  subscribe(
    argument: _prospecting_credits_v1_SubscribeRequest,
    callback: grpc.requestCallback<_prospecting_credits_v1_Balance__Output>,
  ): grpc.ClientUnaryCall;
}

export interface CreditsLedgerHandlers extends grpc.UntypedServiceImplementation {
  Capture: grpc.handleUnaryCall<
    _prospecting_credits_v1_CaptureRequest__Output,
    _prospecting_credits_v1_ResolveResponse
  >;

  Grant: grpc.handleUnaryCall<_prospecting_credits_v1_GrantRequest__Output, _prospecting_credits_v1_Balance>;

  Release: grpc.handleUnaryCall<
    _prospecting_credits_v1_ReleaseRequest__Output,
    _prospecting_credits_v1_ResolveResponse
  >;

  Reserve: grpc.handleUnaryCall<_prospecting_credits_v1_ReserveRequest__Output, _prospecting_credits_v1_Reservation>;

  Subscribe: grpc.handleUnaryCall<_prospecting_credits_v1_SubscribeRequest__Output, _prospecting_credits_v1_Balance>;
}

export interface CreditsLedgerDefinition extends grpc.ServiceDefinition {
  Capture: MethodDefinition<
    _prospecting_credits_v1_CaptureRequest,
    _prospecting_credits_v1_ResolveResponse,
    _prospecting_credits_v1_CaptureRequest__Output,
    _prospecting_credits_v1_ResolveResponse__Output
  >;
  Grant: MethodDefinition<
    _prospecting_credits_v1_GrantRequest,
    _prospecting_credits_v1_Balance,
    _prospecting_credits_v1_GrantRequest__Output,
    _prospecting_credits_v1_Balance__Output
  >;
  Release: MethodDefinition<
    _prospecting_credits_v1_ReleaseRequest,
    _prospecting_credits_v1_ResolveResponse,
    _prospecting_credits_v1_ReleaseRequest__Output,
    _prospecting_credits_v1_ResolveResponse__Output
  >;
  Reserve: MethodDefinition<
    _prospecting_credits_v1_ReserveRequest,
    _prospecting_credits_v1_Reservation,
    _prospecting_credits_v1_ReserveRequest__Output,
    _prospecting_credits_v1_Reservation__Output
  >;
  Subscribe: MethodDefinition<
    _prospecting_credits_v1_SubscribeRequest,
    _prospecting_credits_v1_Balance,
    _prospecting_credits_v1_SubscribeRequest__Output,
    _prospecting_credits_v1_Balance__Output
  >;
}
