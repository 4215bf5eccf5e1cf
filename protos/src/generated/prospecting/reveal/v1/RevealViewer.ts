// Original file: prospecting/reveal/v1/reveal.proto

import type * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type {
  FindContactsByEmailRequest as _prospecting_reveal_v1_FindContactsByEmailRequest,
  FindContactsByEmailRequest__Output as _prospecting_reveal_v1_FindContactsByEmailRequest__Output,
} from '../../../prospecting/reveal/v1/FindContactsByEmailRequest.js';
import type {
  FindContactsByEmailResponse as _prospecting_reveal_v1_FindContactsByEmailResponse,
  FindContactsByEmailResponse__Output as _prospecting_reveal_v1_FindContactsByEmailResponse__Output,
} from '../../../prospecting/reveal/v1/FindContactsByEmailResponse.js';
import type {
  ViewContactsRequest as _prospecting_reveal_v1_ViewContactsRequest,
  ViewContactsRequest__Output as _prospecting_reveal_v1_ViewContactsRequest__Output,
} from '../../../prospecting/reveal/v1/ViewContactsRequest.js';
import type {
  ViewContactsResponse as _prospecting_reveal_v1_ViewContactsResponse,
  ViewContactsResponse__Output as _prospecting_reveal_v1_ViewContactsResponse__Output,
} from '../../../prospecting/reveal/v1/ViewContactsResponse.js';
import type {
  ViewOrganizationsRequest as _prospecting_reveal_v1_ViewOrganizationsRequest,
  ViewOrganizationsRequest__Output as _prospecting_reveal_v1_ViewOrganizationsRequest__Output,
} from '../../../prospecting/reveal/v1/ViewOrganizationsRequest.js';
import type {
  ViewOrganizationsResponse as _prospecting_reveal_v1_ViewOrganizationsResponse,
  ViewOrganizationsResponse__Output as _prospecting_reveal_v1_ViewOrganizationsResponse__Output,
} from '../../../prospecting/reveal/v1/ViewOrganizationsResponse.js';
import type {
  ViewSwitchboardsRequest as _prospecting_reveal_v1_ViewSwitchboardsRequest,
  ViewSwitchboardsRequest__Output as _prospecting_reveal_v1_ViewSwitchboardsRequest__Output,
} from '../../../prospecting/reveal/v1/ViewSwitchboardsRequest.js';
import type {
  ViewSwitchboardsResponse as _prospecting_reveal_v1_ViewSwitchboardsResponse,
  ViewSwitchboardsResponse__Output as _prospecting_reveal_v1_ViewSwitchboardsResponse__Output,
} from '../../../prospecting/reveal/v1/ViewSwitchboardsResponse.js';

/**
 * Shows what an account may see of e-mail addresses, phone numbers and organization details:
 * revealed if the account revealed them within the last year, masked otherwise. Only this service
 * masks and unmasks. It filters every read by the account of the query.
 *
 * A request carries several queries, so that reads of different callers can share one call. Answers
 * are in the order of the queries.
 */
export interface RevealViewerClient extends grpc.Client {
  /**
   * Finds contacts by e-mail addresses that the account revealed within the last year or owns. For
   * every other address the answer is empty and takes the same time, whether the address exists or
   * not.
   * Errors: service_unavailable.
   */
  FindContactsByEmail(
    argument: _prospecting_reveal_v1_FindContactsByEmailRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_FindContactsByEmailResponse__Output>,
  ): grpc.ClientUnaryCall;
  FindContactsByEmail(
    argument: _prospecting_reveal_v1_FindContactsByEmailRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_FindContactsByEmailResponse__Output>,
  ): grpc.ClientUnaryCall;
  FindContactsByEmail(
    argument: _prospecting_reveal_v1_FindContactsByEmailRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_FindContactsByEmailResponse__Output>,
  ): grpc.ClientUnaryCall;
  FindContactsByEmail(
    argument: _prospecting_reveal_v1_FindContactsByEmailRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_FindContactsByEmailResponse__Output>,
  ): grpc.ClientUnaryCall;
  /**
   * Finds contacts by e-mail addresses that the account revealed within the last year or owns. For
   * every other address the answer is empty and takes the same time, whether the address exists or
   * not.
   * Errors: service_unavailable.
   */
  findContactsByEmail(
    argument: _prospecting_reveal_v1_FindContactsByEmailRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_FindContactsByEmailResponse__Output>,
  ): grpc.ClientUnaryCall;
  findContactsByEmail(
    argument: _prospecting_reveal_v1_FindContactsByEmailRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_FindContactsByEmailResponse__Output>,
  ): grpc.ClientUnaryCall;
  findContactsByEmail(
    argument: _prospecting_reveal_v1_FindContactsByEmailRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_FindContactsByEmailResponse__Output>,
  ): grpc.ClientUnaryCall;
  findContactsByEmail(
    argument: _prospecting_reveal_v1_FindContactsByEmailRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_FindContactsByEmailResponse__Output>,
  ): grpc.ClientUnaryCall;

  /**
   * Returns the e-mail address and phone number of contacts, revealed or masked.
   * Errors: service_unavailable.
   */
  ViewContacts(
    argument: _prospecting_reveal_v1_ViewContactsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ViewContactsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ViewContacts(
    argument: _prospecting_reveal_v1_ViewContactsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ViewContactsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ViewContacts(
    argument: _prospecting_reveal_v1_ViewContactsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ViewContactsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ViewContacts(
    argument: _prospecting_reveal_v1_ViewContactsRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ViewContactsResponse__Output>,
  ): grpc.ClientUnaryCall;
  /**
   * Returns the e-mail address and phone number of contacts, revealed or masked.
   * Errors: service_unavailable.
   */
  viewContacts(
    argument: _prospecting_reveal_v1_ViewContactsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ViewContactsResponse__Output>,
  ): grpc.ClientUnaryCall;
  viewContacts(
    argument: _prospecting_reveal_v1_ViewContactsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ViewContactsResponse__Output>,
  ): grpc.ClientUnaryCall;
  viewContacts(
    argument: _prospecting_reveal_v1_ViewContactsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ViewContactsResponse__Output>,
  ): grpc.ClientUnaryCall;
  viewContacts(
    argument: _prospecting_reveal_v1_ViewContactsRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ViewContactsResponse__Output>,
  ): grpc.ClientUnaryCall;

  /**
   * Returns organization details that the account may see.
   * Errors: service_unavailable.
   */
  ViewOrganizations(
    argument: _prospecting_reveal_v1_ViewOrganizationsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ViewOrganizationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ViewOrganizations(
    argument: _prospecting_reveal_v1_ViewOrganizationsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ViewOrganizationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ViewOrganizations(
    argument: _prospecting_reveal_v1_ViewOrganizationsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ViewOrganizationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ViewOrganizations(
    argument: _prospecting_reveal_v1_ViewOrganizationsRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ViewOrganizationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  /**
   * Returns organization details that the account may see.
   * Errors: service_unavailable.
   */
  viewOrganizations(
    argument: _prospecting_reveal_v1_ViewOrganizationsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ViewOrganizationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  viewOrganizations(
    argument: _prospecting_reveal_v1_ViewOrganizationsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ViewOrganizationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  viewOrganizations(
    argument: _prospecting_reveal_v1_ViewOrganizationsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ViewOrganizationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  viewOrganizations(
    argument: _prospecting_reveal_v1_ViewOrganizationsRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ViewOrganizationsResponse__Output>,
  ): grpc.ClientUnaryCall;

  /**
   * Returns the phone number and e-mail address of switchboards, revealed or masked.
   * Errors: service_unavailable.
   */
  ViewSwitchboards(
    argument: _prospecting_reveal_v1_ViewSwitchboardsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ViewSwitchboardsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ViewSwitchboards(
    argument: _prospecting_reveal_v1_ViewSwitchboardsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ViewSwitchboardsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ViewSwitchboards(
    argument: _prospecting_reveal_v1_ViewSwitchboardsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ViewSwitchboardsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ViewSwitchboards(
    argument: _prospecting_reveal_v1_ViewSwitchboardsRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ViewSwitchboardsResponse__Output>,
  ): grpc.ClientUnaryCall;
  /**
   * Returns the phone number and e-mail address of switchboards, revealed or masked.
   * Errors: service_unavailable.
   */
  viewSwitchboards(
    argument: _prospecting_reveal_v1_ViewSwitchboardsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ViewSwitchboardsResponse__Output>,
  ): grpc.ClientUnaryCall;
  viewSwitchboards(
    argument: _prospecting_reveal_v1_ViewSwitchboardsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ViewSwitchboardsResponse__Output>,
  ): grpc.ClientUnaryCall;
  viewSwitchboards(
    argument: _prospecting_reveal_v1_ViewSwitchboardsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ViewSwitchboardsResponse__Output>,
  ): grpc.ClientUnaryCall;
  viewSwitchboards(
    argument: _prospecting_reveal_v1_ViewSwitchboardsRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ViewSwitchboardsResponse__Output>,
  ): grpc.ClientUnaryCall;
}

/**
 * Shows what an account may see of e-mail addresses, phone numbers and organization details:
 * revealed if the account revealed them within the last year, masked otherwise. Only this service
 * masks and unmasks. It filters every read by the account of the query.
 *
 * A request carries several queries, so that reads of different callers can share one call. Answers
 * are in the order of the queries.
 */
export interface RevealViewerHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Finds contacts by e-mail addresses that the account revealed within the last year or owns. For
   * every other address the answer is empty and takes the same time, whether the address exists or
   * not.
   * Errors: service_unavailable.
   */
  FindContactsByEmail: grpc.handleUnaryCall<
    _prospecting_reveal_v1_FindContactsByEmailRequest__Output,
    _prospecting_reveal_v1_FindContactsByEmailResponse
  >;

  /**
   * Returns the e-mail address and phone number of contacts, revealed or masked.
   * Errors: service_unavailable.
   */
  ViewContacts: grpc.handleUnaryCall<
    _prospecting_reveal_v1_ViewContactsRequest__Output,
    _prospecting_reveal_v1_ViewContactsResponse
  >;

  /**
   * Returns organization details that the account may see.
   * Errors: service_unavailable.
   */
  ViewOrganizations: grpc.handleUnaryCall<
    _prospecting_reveal_v1_ViewOrganizationsRequest__Output,
    _prospecting_reveal_v1_ViewOrganizationsResponse
  >;

  /**
   * Returns the phone number and e-mail address of switchboards, revealed or masked.
   * Errors: service_unavailable.
   */
  ViewSwitchboards: grpc.handleUnaryCall<
    _prospecting_reveal_v1_ViewSwitchboardsRequest__Output,
    _prospecting_reveal_v1_ViewSwitchboardsResponse
  >;
}

export interface RevealViewerDefinition extends grpc.ServiceDefinition {
  FindContactsByEmail: MethodDefinition<
    _prospecting_reveal_v1_FindContactsByEmailRequest,
    _prospecting_reveal_v1_FindContactsByEmailResponse,
    _prospecting_reveal_v1_FindContactsByEmailRequest__Output,
    _prospecting_reveal_v1_FindContactsByEmailResponse__Output
  >;
  ViewContacts: MethodDefinition<
    _prospecting_reveal_v1_ViewContactsRequest,
    _prospecting_reveal_v1_ViewContactsResponse,
    _prospecting_reveal_v1_ViewContactsRequest__Output,
    _prospecting_reveal_v1_ViewContactsResponse__Output
  >;
  ViewOrganizations: MethodDefinition<
    _prospecting_reveal_v1_ViewOrganizationsRequest,
    _prospecting_reveal_v1_ViewOrganizationsResponse,
    _prospecting_reveal_v1_ViewOrganizationsRequest__Output,
    _prospecting_reveal_v1_ViewOrganizationsResponse__Output
  >;
  ViewSwitchboards: MethodDefinition<
    _prospecting_reveal_v1_ViewSwitchboardsRequest,
    _prospecting_reveal_v1_ViewSwitchboardsResponse,
    _prospecting_reveal_v1_ViewSwitchboardsRequest__Output,
    _prospecting_reveal_v1_ViewSwitchboardsResponse__Output
  >;
}
