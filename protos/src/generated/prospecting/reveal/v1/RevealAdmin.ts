// Original file: prospecting/reveal/v1/reveal.proto

import type * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type {
  AddOwnedEmailsRequest as _prospecting_reveal_v1_AddOwnedEmailsRequest,
  AddOwnedEmailsRequest__Output as _prospecting_reveal_v1_AddOwnedEmailsRequest__Output,
} from '../../../prospecting/reveal/v1/AddOwnedEmailsRequest.js';
import type {
  ListOwnedEmailsRequest as _prospecting_reveal_v1_ListOwnedEmailsRequest,
  ListOwnedEmailsRequest__Output as _prospecting_reveal_v1_ListOwnedEmailsRequest__Output,
} from '../../../prospecting/reveal/v1/ListOwnedEmailsRequest.js';
import type {
  ListPricesRequest as _prospecting_reveal_v1_ListPricesRequest,
  ListPricesRequest__Output as _prospecting_reveal_v1_ListPricesRequest__Output,
} from '../../../prospecting/reveal/v1/ListPricesRequest.js';
import type {
  ListPricesResponse as _prospecting_reveal_v1_ListPricesResponse,
  ListPricesResponse__Output as _prospecting_reveal_v1_ListPricesResponse__Output,
} from '../../../prospecting/reveal/v1/ListPricesResponse.js';
import type {
  OwnedEmails as _prospecting_reveal_v1_OwnedEmails,
  OwnedEmails__Output as _prospecting_reveal_v1_OwnedEmails__Output,
} from '../../../prospecting/reveal/v1/OwnedEmails.js';
import type {
  Price as _prospecting_reveal_v1_Price,
  Price__Output as _prospecting_reveal_v1_Price__Output,
} from '../../../prospecting/reveal/v1/Price.js';

export interface RevealAdminClient extends grpc.Client {
  AddOwnedEmails(
    argument: _prospecting_reveal_v1_AddOwnedEmailsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_OwnedEmails__Output>,
  ): grpc.ClientUnaryCall;
  AddOwnedEmails(
    argument: _prospecting_reveal_v1_AddOwnedEmailsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_OwnedEmails__Output>,
  ): grpc.ClientUnaryCall;
  AddOwnedEmails(
    argument: _prospecting_reveal_v1_AddOwnedEmailsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_OwnedEmails__Output>,
  ): grpc.ClientUnaryCall;
  AddOwnedEmails(
    argument: _prospecting_reveal_v1_AddOwnedEmailsRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_OwnedEmails__Output>,
  ): grpc.ClientUnaryCall;
  addOwnedEmails(
    argument: _prospecting_reveal_v1_AddOwnedEmailsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_OwnedEmails__Output>,
  ): grpc.ClientUnaryCall;
  addOwnedEmails(
    argument: _prospecting_reveal_v1_AddOwnedEmailsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_OwnedEmails__Output>,
  ): grpc.ClientUnaryCall;
  addOwnedEmails(
    argument: _prospecting_reveal_v1_AddOwnedEmailsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_OwnedEmails__Output>,
  ): grpc.ClientUnaryCall;
  addOwnedEmails(
    argument: _prospecting_reveal_v1_AddOwnedEmailsRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_OwnedEmails__Output>,
  ): grpc.ClientUnaryCall;

  ListOwnedEmails(
    argument: _prospecting_reveal_v1_ListOwnedEmailsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_OwnedEmails__Output>,
  ): grpc.ClientUnaryCall;
  ListOwnedEmails(
    argument: _prospecting_reveal_v1_ListOwnedEmailsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_OwnedEmails__Output>,
  ): grpc.ClientUnaryCall;
  ListOwnedEmails(
    argument: _prospecting_reveal_v1_ListOwnedEmailsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_OwnedEmails__Output>,
  ): grpc.ClientUnaryCall;
  ListOwnedEmails(
    argument: _prospecting_reveal_v1_ListOwnedEmailsRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_OwnedEmails__Output>,
  ): grpc.ClientUnaryCall;
  listOwnedEmails(
    argument: _prospecting_reveal_v1_ListOwnedEmailsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_OwnedEmails__Output>,
  ): grpc.ClientUnaryCall;
  listOwnedEmails(
    argument: _prospecting_reveal_v1_ListOwnedEmailsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_OwnedEmails__Output>,
  ): grpc.ClientUnaryCall;
  listOwnedEmails(
    argument: _prospecting_reveal_v1_ListOwnedEmailsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_OwnedEmails__Output>,
  ): grpc.ClientUnaryCall;
  listOwnedEmails(
    argument: _prospecting_reveal_v1_ListOwnedEmailsRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_OwnedEmails__Output>,
  ): grpc.ClientUnaryCall;

  ListPrices(
    argument: _prospecting_reveal_v1_ListPricesRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListPricesResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListPrices(
    argument: _prospecting_reveal_v1_ListPricesRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListPricesResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListPrices(
    argument: _prospecting_reveal_v1_ListPricesRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListPricesResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListPrices(
    argument: _prospecting_reveal_v1_ListPricesRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListPricesResponse__Output>,
  ): grpc.ClientUnaryCall;
  listPrices(
    argument: _prospecting_reveal_v1_ListPricesRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListPricesResponse__Output>,
  ): grpc.ClientUnaryCall;
  listPrices(
    argument: _prospecting_reveal_v1_ListPricesRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListPricesResponse__Output>,
  ): grpc.ClientUnaryCall;
  listPrices(
    argument: _prospecting_reveal_v1_ListPricesRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListPricesResponse__Output>,
  ): grpc.ClientUnaryCall;
  listPrices(
    argument: _prospecting_reveal_v1_ListPricesRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListPricesResponse__Output>,
  ): grpc.ClientUnaryCall;

  SetPrice(
    argument: _prospecting_reveal_v1_Price,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_Price__Output>,
  ): grpc.ClientUnaryCall;
  SetPrice(
    argument: _prospecting_reveal_v1_Price,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_Price__Output>,
  ): grpc.ClientUnaryCall;
  SetPrice(
    argument: _prospecting_reveal_v1_Price,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_Price__Output>,
  ): grpc.ClientUnaryCall;
  SetPrice(
    argument: _prospecting_reveal_v1_Price,
    callback: grpc.requestCallback<_prospecting_reveal_v1_Price__Output>,
  ): grpc.ClientUnaryCall;
  setPrice(
    argument: _prospecting_reveal_v1_Price,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_Price__Output>,
  ): grpc.ClientUnaryCall;
  setPrice(
    argument: _prospecting_reveal_v1_Price,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_Price__Output>,
  ): grpc.ClientUnaryCall;
  setPrice(
    argument: _prospecting_reveal_v1_Price,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_Price__Output>,
  ): grpc.ClientUnaryCall;
  setPrice(
    argument: _prospecting_reveal_v1_Price,
    callback: grpc.requestCallback<_prospecting_reveal_v1_Price__Output>,
  ): grpc.ClientUnaryCall;
}

export interface RevealAdminHandlers extends grpc.UntypedServiceImplementation {
  AddOwnedEmails: grpc.handleUnaryCall<
    _prospecting_reveal_v1_AddOwnedEmailsRequest__Output,
    _prospecting_reveal_v1_OwnedEmails
  >;

  ListOwnedEmails: grpc.handleUnaryCall<
    _prospecting_reveal_v1_ListOwnedEmailsRequest__Output,
    _prospecting_reveal_v1_OwnedEmails
  >;

  ListPrices: grpc.handleUnaryCall<
    _prospecting_reveal_v1_ListPricesRequest__Output,
    _prospecting_reveal_v1_ListPricesResponse
  >;

  SetPrice: grpc.handleUnaryCall<_prospecting_reveal_v1_Price__Output, _prospecting_reveal_v1_Price>;
}

export interface RevealAdminDefinition extends grpc.ServiceDefinition {
  AddOwnedEmails: MethodDefinition<
    _prospecting_reveal_v1_AddOwnedEmailsRequest,
    _prospecting_reveal_v1_OwnedEmails,
    _prospecting_reveal_v1_AddOwnedEmailsRequest__Output,
    _prospecting_reveal_v1_OwnedEmails__Output
  >;
  ListOwnedEmails: MethodDefinition<
    _prospecting_reveal_v1_ListOwnedEmailsRequest,
    _prospecting_reveal_v1_OwnedEmails,
    _prospecting_reveal_v1_ListOwnedEmailsRequest__Output,
    _prospecting_reveal_v1_OwnedEmails__Output
  >;
  ListPrices: MethodDefinition<
    _prospecting_reveal_v1_ListPricesRequest,
    _prospecting_reveal_v1_ListPricesResponse,
    _prospecting_reveal_v1_ListPricesRequest__Output,
    _prospecting_reveal_v1_ListPricesResponse__Output
  >;
  SetPrice: MethodDefinition<
    _prospecting_reveal_v1_Price,
    _prospecting_reveal_v1_Price,
    _prospecting_reveal_v1_Price__Output,
    _prospecting_reveal_v1_Price__Output
  >;
}
