// Original file: prospecting/credits/v1/credits.proto

import type * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type {
  Balance as _prospecting_credits_v1_Balance,
  Balance__Output as _prospecting_credits_v1_Balance__Output,
} from '../../../prospecting/credits/v1/Balance.js';
import type {
  GrantRequest as _prospecting_credits_v1_GrantRequest,
  GrantRequest__Output as _prospecting_credits_v1_GrantRequest__Output,
} from '../../../prospecting/credits/v1/GrantRequest.js';
import type {
  SubscribeRequest as _prospecting_credits_v1_SubscribeRequest,
  SubscribeRequest__Output as _prospecting_credits_v1_SubscribeRequest__Output,
} from '../../../prospecting/credits/v1/SubscribeRequest.js';

export interface CreditsLedgerClient extends grpc.Client {
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
  Grant: grpc.handleUnaryCall<_prospecting_credits_v1_GrantRequest__Output, _prospecting_credits_v1_Balance>;

  Subscribe: grpc.handleUnaryCall<_prospecting_credits_v1_SubscribeRequest__Output, _prospecting_credits_v1_Balance>;
}

export interface CreditsLedgerDefinition extends grpc.ServiceDefinition {
  Grant: MethodDefinition<
    _prospecting_credits_v1_GrantRequest,
    _prospecting_credits_v1_Balance,
    _prospecting_credits_v1_GrantRequest__Output,
    _prospecting_credits_v1_Balance__Output
  >;
  Subscribe: MethodDefinition<
    _prospecting_credits_v1_SubscribeRequest,
    _prospecting_credits_v1_Balance,
    _prospecting_credits_v1_SubscribeRequest__Output,
    _prospecting_credits_v1_Balance__Output
  >;
}
