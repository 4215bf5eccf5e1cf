// Original file: prospecting/search/v1/search.proto

import type * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type {
  GetContactsRequest as _prospecting_search_v1_GetContactsRequest,
  GetContactsRequest__Output as _prospecting_search_v1_GetContactsRequest__Output,
} from '../../../prospecting/search/v1/GetContactsRequest.js';
import type {
  GetContactsResponse as _prospecting_search_v1_GetContactsResponse,
  GetContactsResponse__Output as _prospecting_search_v1_GetContactsResponse__Output,
} from '../../../prospecting/search/v1/GetContactsResponse.js';
import type {
  ListContactsRequest as _prospecting_search_v1_ListContactsRequest,
  ListContactsRequest__Output as _prospecting_search_v1_ListContactsRequest__Output,
} from '../../../prospecting/search/v1/ListContactsRequest.js';
import type {
  ListContactsResponse as _prospecting_search_v1_ListContactsResponse,
  ListContactsResponse__Output as _prospecting_search_v1_ListContactsResponse__Output,
} from '../../../prospecting/search/v1/ListContactsResponse.js';
import type {
  MatchOrganizationsRequest as _prospecting_search_v1_MatchOrganizationsRequest,
  MatchOrganizationsRequest__Output as _prospecting_search_v1_MatchOrganizationsRequest__Output,
} from '../../../prospecting/search/v1/MatchOrganizationsRequest.js';
import type {
  MatchOrganizationsResponse as _prospecting_search_v1_MatchOrganizationsResponse,
  MatchOrganizationsResponse__Output as _prospecting_search_v1_MatchOrganizationsResponse__Output,
} from '../../../prospecting/search/v1/MatchOrganizationsResponse.js';
import type {
  MatchPeopleRequest as _prospecting_search_v1_MatchPeopleRequest,
  MatchPeopleRequest__Output as _prospecting_search_v1_MatchPeopleRequest__Output,
} from '../../../prospecting/search/v1/MatchPeopleRequest.js';
import type {
  MatchPeopleResponse as _prospecting_search_v1_MatchPeopleResponse,
  MatchPeopleResponse__Output as _prospecting_search_v1_MatchPeopleResponse__Output,
} from '../../../prospecting/search/v1/MatchPeopleResponse.js';

/**
 * Finds organizations and contacts by their identifiers. Read only. No message carries an e-mail
 * address or a phone number of a contact: only prospecting.reveal.v1 does. Identifiers arrive in
 * normalized form, because the gateway parses and checks them.
 *
 * Every method runs the whole batch with one or two statements and returns one result for each
 * item, in request order.
 */
export interface SearchServiceClient extends grpc.Client {
  /**
   * Reads contacts by id.
   * Errors: service_unavailable.
   */
  GetContacts(
    argument: _prospecting_search_v1_GetContactsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_search_v1_GetContactsResponse__Output>,
  ): grpc.ClientUnaryCall;
  GetContacts(
    argument: _prospecting_search_v1_GetContactsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_search_v1_GetContactsResponse__Output>,
  ): grpc.ClientUnaryCall;
  GetContacts(
    argument: _prospecting_search_v1_GetContactsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_search_v1_GetContactsResponse__Output>,
  ): grpc.ClientUnaryCall;
  GetContacts(
    argument: _prospecting_search_v1_GetContactsRequest,
    callback: grpc.requestCallback<_prospecting_search_v1_GetContactsResponse__Output>,
  ): grpc.ClientUnaryCall;
  /**
   * Reads contacts by id.
   * Errors: service_unavailable.
   */
  getContacts(
    argument: _prospecting_search_v1_GetContactsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_search_v1_GetContactsResponse__Output>,
  ): grpc.ClientUnaryCall;
  getContacts(
    argument: _prospecting_search_v1_GetContactsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_search_v1_GetContactsResponse__Output>,
  ): grpc.ClientUnaryCall;
  getContacts(
    argument: _prospecting_search_v1_GetContactsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_search_v1_GetContactsResponse__Output>,
  ): grpc.ClientUnaryCall;
  getContacts(
    argument: _prospecting_search_v1_GetContactsRequest,
    callback: grpc.requestCallback<_prospecting_search_v1_GetContactsResponse__Output>,
  ): grpc.ClientUnaryCall;

  /**
   * Returns one page of contacts for each item. Contacts are sorted by is_executive (true first),
   * is_decision_maker (true first), normalized name, id.
   * Errors: service_unavailable. A bad cursor is an outcome of its item, not an error.
   */
  ListContacts(
    argument: _prospecting_search_v1_ListContactsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_search_v1_ListContactsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListContacts(
    argument: _prospecting_search_v1_ListContactsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_search_v1_ListContactsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListContacts(
    argument: _prospecting_search_v1_ListContactsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_search_v1_ListContactsResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListContacts(
    argument: _prospecting_search_v1_ListContactsRequest,
    callback: grpc.requestCallback<_prospecting_search_v1_ListContactsResponse__Output>,
  ): grpc.ClientUnaryCall;
  /**
   * Returns one page of contacts for each item. Contacts are sorted by is_executive (true first),
   * is_decision_maker (true first), normalized name, id.
   * Errors: service_unavailable. A bad cursor is an outcome of its item, not an error.
   */
  listContacts(
    argument: _prospecting_search_v1_ListContactsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_search_v1_ListContactsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listContacts(
    argument: _prospecting_search_v1_ListContactsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_search_v1_ListContactsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listContacts(
    argument: _prospecting_search_v1_ListContactsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_search_v1_ListContactsResponse__Output>,
  ): grpc.ClientUnaryCall;
  listContacts(
    argument: _prospecting_search_v1_ListContactsRequest,
    callback: grpc.requestCallback<_prospecting_search_v1_ListContactsResponse__Output>,
  ): grpc.ClientUnaryCall;

  /**
   * Finds at most one organization for each item: the match of the first identifier that has one.
   * Errors: service_unavailable.
   */
  MatchOrganizations(
    argument: _prospecting_search_v1_MatchOrganizationsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_search_v1_MatchOrganizationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  MatchOrganizations(
    argument: _prospecting_search_v1_MatchOrganizationsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_search_v1_MatchOrganizationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  MatchOrganizations(
    argument: _prospecting_search_v1_MatchOrganizationsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_search_v1_MatchOrganizationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  MatchOrganizations(
    argument: _prospecting_search_v1_MatchOrganizationsRequest,
    callback: grpc.requestCallback<_prospecting_search_v1_MatchOrganizationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  /**
   * Finds at most one organization for each item: the match of the first identifier that has one.
   * Errors: service_unavailable.
   */
  matchOrganizations(
    argument: _prospecting_search_v1_MatchOrganizationsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_search_v1_MatchOrganizationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  matchOrganizations(
    argument: _prospecting_search_v1_MatchOrganizationsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_search_v1_MatchOrganizationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  matchOrganizations(
    argument: _prospecting_search_v1_MatchOrganizationsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_search_v1_MatchOrganizationsResponse__Output>,
  ): grpc.ClientUnaryCall;
  matchOrganizations(
    argument: _prospecting_search_v1_MatchOrganizationsRequest,
    callback: grpc.requestCallback<_prospecting_search_v1_MatchOrganizationsResponse__Output>,
  ): grpc.ClientUnaryCall;

  /**
   * Finds people by LinkedIn page, else by name within an organization.
   * Errors: service_unavailable.
   */
  MatchPeople(
    argument: _prospecting_search_v1_MatchPeopleRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_search_v1_MatchPeopleResponse__Output>,
  ): grpc.ClientUnaryCall;
  MatchPeople(
    argument: _prospecting_search_v1_MatchPeopleRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_search_v1_MatchPeopleResponse__Output>,
  ): grpc.ClientUnaryCall;
  MatchPeople(
    argument: _prospecting_search_v1_MatchPeopleRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_search_v1_MatchPeopleResponse__Output>,
  ): grpc.ClientUnaryCall;
  MatchPeople(
    argument: _prospecting_search_v1_MatchPeopleRequest,
    callback: grpc.requestCallback<_prospecting_search_v1_MatchPeopleResponse__Output>,
  ): grpc.ClientUnaryCall;
  /**
   * Finds people by LinkedIn page, else by name within an organization.
   * Errors: service_unavailable.
   */
  matchPeople(
    argument: _prospecting_search_v1_MatchPeopleRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_search_v1_MatchPeopleResponse__Output>,
  ): grpc.ClientUnaryCall;
  matchPeople(
    argument: _prospecting_search_v1_MatchPeopleRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_search_v1_MatchPeopleResponse__Output>,
  ): grpc.ClientUnaryCall;
  matchPeople(
    argument: _prospecting_search_v1_MatchPeopleRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_search_v1_MatchPeopleResponse__Output>,
  ): grpc.ClientUnaryCall;
  matchPeople(
    argument: _prospecting_search_v1_MatchPeopleRequest,
    callback: grpc.requestCallback<_prospecting_search_v1_MatchPeopleResponse__Output>,
  ): grpc.ClientUnaryCall;
}

/**
 * Finds organizations and contacts by their identifiers. Read only. No message carries an e-mail
 * address or a phone number of a contact: only prospecting.reveal.v1 does. Identifiers arrive in
 * normalized form, because the gateway parses and checks them.
 *
 * Every method runs the whole batch with one or two statements and returns one result for each
 * item, in request order.
 */
export interface SearchServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Reads contacts by id.
   * Errors: service_unavailable.
   */
  GetContacts: grpc.handleUnaryCall<
    _prospecting_search_v1_GetContactsRequest__Output,
    _prospecting_search_v1_GetContactsResponse
  >;

  /**
   * Returns one page of contacts for each item. Contacts are sorted by is_executive (true first),
   * is_decision_maker (true first), normalized name, id.
   * Errors: service_unavailable. A bad cursor is an outcome of its item, not an error.
   */
  ListContacts: grpc.handleUnaryCall<
    _prospecting_search_v1_ListContactsRequest__Output,
    _prospecting_search_v1_ListContactsResponse
  >;

  /**
   * Finds at most one organization for each item: the match of the first identifier that has one.
   * Errors: service_unavailable.
   */
  MatchOrganizations: grpc.handleUnaryCall<
    _prospecting_search_v1_MatchOrganizationsRequest__Output,
    _prospecting_search_v1_MatchOrganizationsResponse
  >;

  /**
   * Finds people by LinkedIn page, else by name within an organization.
   * Errors: service_unavailable.
   */
  MatchPeople: grpc.handleUnaryCall<
    _prospecting_search_v1_MatchPeopleRequest__Output,
    _prospecting_search_v1_MatchPeopleResponse
  >;
}

export interface SearchServiceDefinition extends grpc.ServiceDefinition {
  GetContacts: MethodDefinition<
    _prospecting_search_v1_GetContactsRequest,
    _prospecting_search_v1_GetContactsResponse,
    _prospecting_search_v1_GetContactsRequest__Output,
    _prospecting_search_v1_GetContactsResponse__Output
  >;
  ListContacts: MethodDefinition<
    _prospecting_search_v1_ListContactsRequest,
    _prospecting_search_v1_ListContactsResponse,
    _prospecting_search_v1_ListContactsRequest__Output,
    _prospecting_search_v1_ListContactsResponse__Output
  >;
  MatchOrganizations: MethodDefinition<
    _prospecting_search_v1_MatchOrganizationsRequest,
    _prospecting_search_v1_MatchOrganizationsResponse,
    _prospecting_search_v1_MatchOrganizationsRequest__Output,
    _prospecting_search_v1_MatchOrganizationsResponse__Output
  >;
  MatchPeople: MethodDefinition<
    _prospecting_search_v1_MatchPeopleRequest,
    _prospecting_search_v1_MatchPeopleResponse,
    _prospecting_search_v1_MatchPeopleRequest__Output,
    _prospecting_search_v1_MatchPeopleResponse__Output
  >;
}
