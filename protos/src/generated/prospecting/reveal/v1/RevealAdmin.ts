// Original file: prospecting/reveal/v1/reveal.proto

import type * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type {
  AddOwnedEmailsRequest as _prospecting_reveal_v1_AddOwnedEmailsRequest,
  AddOwnedEmailsRequest__Output as _prospecting_reveal_v1_AddOwnedEmailsRequest__Output,
} from '../../../prospecting/reveal/v1/AddOwnedEmailsRequest.js';
import type {
  EraseSubjectsResponse as _prospecting_reveal_v1_EraseSubjectsResponse,
  EraseSubjectsResponse__Output as _prospecting_reveal_v1_EraseSubjectsResponse__Output,
} from '../../../prospecting/reveal/v1/EraseSubjectsResponse.js';
import type {
  FindSubjectsResponse as _prospecting_reveal_v1_FindSubjectsResponse,
  FindSubjectsResponse__Output as _prospecting_reveal_v1_FindSubjectsResponse__Output,
} from '../../../prospecting/reveal/v1/FindSubjectsResponse.js';
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
  ListRevealsByTimeRequest as _prospecting_reveal_v1_ListRevealsByTimeRequest,
  ListRevealsByTimeRequest__Output as _prospecting_reveal_v1_ListRevealsByTimeRequest__Output,
} from '../../../prospecting/reveal/v1/ListRevealsByTimeRequest.js';
import type {
  ListRevealsByTimeResponse as _prospecting_reveal_v1_ListRevealsByTimeResponse,
  ListRevealsByTimeResponse__Output as _prospecting_reveal_v1_ListRevealsByTimeResponse__Output,
} from '../../../prospecting/reveal/v1/ListRevealsByTimeResponse.js';
import type {
  ListRevealsRequest as _prospecting_reveal_v1_ListRevealsRequest,
  ListRevealsRequest__Output as _prospecting_reveal_v1_ListRevealsRequest__Output,
} from '../../../prospecting/reveal/v1/ListRevealsRequest.js';
import type {
  ListRevealsResponse as _prospecting_reveal_v1_ListRevealsResponse,
  ListRevealsResponse__Output as _prospecting_reveal_v1_ListRevealsResponse__Output,
} from '../../../prospecting/reveal/v1/ListRevealsResponse.js';
import type {
  OwnedEmails as _prospecting_reveal_v1_OwnedEmails,
  OwnedEmails__Output as _prospecting_reveal_v1_OwnedEmails__Output,
} from '../../../prospecting/reveal/v1/OwnedEmails.js';
import type {
  Price as _prospecting_reveal_v1_Price,
  Price__Output as _prospecting_reveal_v1_Price__Output,
} from '../../../prospecting/reveal/v1/Price.js';
import type {
  RemoveOwnedEmailsRequest as _prospecting_reveal_v1_RemoveOwnedEmailsRequest,
  RemoveOwnedEmailsRequest__Output as _prospecting_reveal_v1_RemoveOwnedEmailsRequest__Output,
} from '../../../prospecting/reveal/v1/RemoveOwnedEmailsRequest.js';
import type {
  SettleReservationRequest as _prospecting_reveal_v1_SettleReservationRequest,
  SettleReservationRequest__Output as _prospecting_reveal_v1_SettleReservationRequest__Output,
} from '../../../prospecting/reveal/v1/SettleReservationRequest.js';
import type {
  SettleReservationResponse as _prospecting_reveal_v1_SettleReservationResponse,
  SettleReservationResponse__Output as _prospecting_reveal_v1_SettleReservationResponse__Output,
} from '../../../prospecting/reveal/v1/SettleReservationResponse.js';
import type {
  SubjectsRequest as _prospecting_reveal_v1_SubjectsRequest,
  SubjectsRequest__Output as _prospecting_reveal_v1_SubjectsRequest__Output,
} from '../../../prospecting/reveal/v1/SubjectsRequest.js';
import type {
  SumSpendingRequest as _prospecting_reveal_v1_SumSpendingRequest,
  SumSpendingRequest__Output as _prospecting_reveal_v1_SumSpendingRequest__Output,
} from '../../../prospecting/reveal/v1/SumSpendingRequest.js';
import type {
  SumSpendingResponse as _prospecting_reveal_v1_SumSpendingResponse,
  SumSpendingResponse__Output as _prospecting_reveal_v1_SumSpendingResponse__Output,
} from '../../../prospecting/reveal/v1/SumSpendingResponse.js';

/**
 * Serves operators: manages prices and owned e-mail addresses, lists what was charged, for the
 * audit, and resolves stuck reservations.
 */
export interface RevealAdminClient extends grpc.Client {
  /**
   * Adds e-mail addresses that the account owns, all or none, and returns all that it owns.
   * Repeating a call changes nothing.
   * Errors: validation_failed (accountId, emails); service_unavailable.
   */
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
  /**
   * Adds e-mail addresses that the account owns, all or none, and returns all that it owns.
   * Repeating a call changes nothing.
   * Errors: validation_failed (accountId, emails); service_unavailable.
   */
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

  /**
   * Forgets persons: replaces the ids of the contacts by random ones in everything that accounts
   * have of them, so that the facts about money stay, and removes the addresses. Nothing of these
   * contacts can be committed from here on. Goes through accounts in pages, as far as the deadline
   * allows. Repeating a call changes nothing.
   * Errors: validation_failed (contactIds, emails, afterAccountId); service_unavailable.
   */
  EraseSubjects(
    argument: _prospecting_reveal_v1_SubjectsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_EraseSubjectsResponse__Output>,
  ): grpc.ClientUnaryCall;
  EraseSubjects(
    argument: _prospecting_reveal_v1_SubjectsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_EraseSubjectsResponse__Output>,
  ): grpc.ClientUnaryCall;
  EraseSubjects(
    argument: _prospecting_reveal_v1_SubjectsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_EraseSubjectsResponse__Output>,
  ): grpc.ClientUnaryCall;
  EraseSubjects(
    argument: _prospecting_reveal_v1_SubjectsRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_EraseSubjectsResponse__Output>,
  ): grpc.ClientUnaryCall;
  /**
   * Forgets persons: replaces the ids of the contacts by random ones in everything that accounts
   * have of them, so that the facts about money stay, and removes the addresses. Nothing of these
   * contacts can be committed from here on. Goes through accounts in pages, as far as the deadline
   * allows. Repeating a call changes nothing.
   * Errors: validation_failed (contactIds, emails, afterAccountId); service_unavailable.
   */
  eraseSubjects(
    argument: _prospecting_reveal_v1_SubjectsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_EraseSubjectsResponse__Output>,
  ): grpc.ClientUnaryCall;
  eraseSubjects(
    argument: _prospecting_reveal_v1_SubjectsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_EraseSubjectsResponse__Output>,
  ): grpc.ClientUnaryCall;
  eraseSubjects(
    argument: _prospecting_reveal_v1_SubjectsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_EraseSubjectsResponse__Output>,
  ): grpc.ClientUnaryCall;
  eraseSubjects(
    argument: _prospecting_reveal_v1_SubjectsRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_EraseSubjectsResponse__Output>,
  ): grpc.ClientUnaryCall;

  /**
   * Lists what accounts hold of persons: what they revealed of the contacts or addresses, and which
   * of the addresses they own. Goes through accounts in pages, as far as the deadline allows.
   * Errors: validation_failed (contactIds, emails, afterAccountId); service_unavailable.
   */
  FindSubjects(
    argument: _prospecting_reveal_v1_SubjectsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_FindSubjectsResponse__Output>,
  ): grpc.ClientUnaryCall;
  FindSubjects(
    argument: _prospecting_reveal_v1_SubjectsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_FindSubjectsResponse__Output>,
  ): grpc.ClientUnaryCall;
  FindSubjects(
    argument: _prospecting_reveal_v1_SubjectsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_FindSubjectsResponse__Output>,
  ): grpc.ClientUnaryCall;
  FindSubjects(
    argument: _prospecting_reveal_v1_SubjectsRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_FindSubjectsResponse__Output>,
  ): grpc.ClientUnaryCall;
  /**
   * Lists what accounts hold of persons: what they revealed of the contacts or addresses, and which
   * of the addresses they own. Goes through accounts in pages, as far as the deadline allows.
   * Errors: validation_failed (contactIds, emails, afterAccountId); service_unavailable.
   */
  findSubjects(
    argument: _prospecting_reveal_v1_SubjectsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_FindSubjectsResponse__Output>,
  ): grpc.ClientUnaryCall;
  findSubjects(
    argument: _prospecting_reveal_v1_SubjectsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_FindSubjectsResponse__Output>,
  ): grpc.ClientUnaryCall;
  findSubjects(
    argument: _prospecting_reveal_v1_SubjectsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_FindSubjectsResponse__Output>,
  ): grpc.ClientUnaryCall;
  findSubjects(
    argument: _prospecting_reveal_v1_SubjectsRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_FindSubjectsResponse__Output>,
  ): grpc.ClientUnaryCall;

  /**
   * Returns a page of an account's committed attempts and their prices, in the order of attempt_id.
   * An attempt with a price has a captured reservation with the same id and amount. An attempt
   * without one has no reservation, a released one, or one captured with 0.
   * Errors: validation_failed (accountId, afterAttemptId, limit); service_unavailable.
   */
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
  /**
   * Returns a page of an account's committed attempts and their prices, in the order of attempt_id.
   * An attempt with a price has a captured reservation with the same id and amount. An attempt
   * without one has no reservation, a released one, or one captured with 0.
   * Errors: validation_failed (accountId, afterAttemptId, limit); service_unavailable.
   */
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

  /**
   * Returns a page of an account's operations, each with its attempt, in the order of operation_id.
   * Errors: validation_failed (accountId, afterOperationId, limit); service_unavailable.
   */
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
  /**
   * Returns a page of an account's operations, each with its attempt, in the order of operation_id.
   * Errors: validation_failed (accountId, afterOperationId, limit); service_unavailable.
   */
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

  /**
   * Returns all e-mail addresses that the account owns.
   * Errors: validation_failed (accountId); service_unavailable.
   */
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
  /**
   * Returns all e-mail addresses that the account owns.
   * Errors: validation_failed (accountId); service_unavailable.
   */
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

  /**
   * Returns every price in force: the defaults (group "default"), then the prices that groups set.
   * Errors: service_unavailable.
   */
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
  /**
   * Returns every price in force: the defaults (group "default"), then the prices that groups set.
   * Errors: service_unavailable.
   */
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

  /**
   * Returns a page of an account's reveals, each with what the attempt that paid for it recorded.
   * Errors: validation_failed (accountId, after, limit); service_unavailable.
   */
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
  /**
   * Returns a page of an account's reveals, each with what the attempt that paid for it recorded.
   * Errors: validation_failed (accountId, after, limit); service_unavailable.
   */
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

  /**
   * Returns a page of what an account revealed, newest first, for the account's people.
   * Errors: validation_failed (accountId, from, to, subject, before, limit); service_unavailable.
   */
  ListRevealsByTime(
    argument: _prospecting_reveal_v1_ListRevealsByTimeRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListRevealsByTimeResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListRevealsByTime(
    argument: _prospecting_reveal_v1_ListRevealsByTimeRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListRevealsByTimeResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListRevealsByTime(
    argument: _prospecting_reveal_v1_ListRevealsByTimeRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListRevealsByTimeResponse__Output>,
  ): grpc.ClientUnaryCall;
  ListRevealsByTime(
    argument: _prospecting_reveal_v1_ListRevealsByTimeRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListRevealsByTimeResponse__Output>,
  ): grpc.ClientUnaryCall;
  /**
   * Returns a page of what an account revealed, newest first, for the account's people.
   * Errors: validation_failed (accountId, from, to, subject, before, limit); service_unavailable.
   */
  listRevealsByTime(
    argument: _prospecting_reveal_v1_ListRevealsByTimeRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListRevealsByTimeResponse__Output>,
  ): grpc.ClientUnaryCall;
  listRevealsByTime(
    argument: _prospecting_reveal_v1_ListRevealsByTimeRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListRevealsByTimeResponse__Output>,
  ): grpc.ClientUnaryCall;
  listRevealsByTime(
    argument: _prospecting_reveal_v1_ListRevealsByTimeRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListRevealsByTimeResponse__Output>,
  ): grpc.ClientUnaryCall;
  listRevealsByTime(
    argument: _prospecting_reveal_v1_ListRevealsByTimeRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_ListRevealsByTimeResponse__Output>,
  ): grpc.ClientUnaryCall;

  /**
   * Removes e-mail addresses from those that the account owns, and returns all that are left. An
   * address that the account does not own changes nothing. Repeating a call changes nothing.
   * Errors: validation_failed (accountId, emails); service_unavailable.
   */
  RemoveOwnedEmails(
    argument: _prospecting_reveal_v1_RemoveOwnedEmailsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_OwnedEmails__Output>,
  ): grpc.ClientUnaryCall;
  RemoveOwnedEmails(
    argument: _prospecting_reveal_v1_RemoveOwnedEmailsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_OwnedEmails__Output>,
  ): grpc.ClientUnaryCall;
  RemoveOwnedEmails(
    argument: _prospecting_reveal_v1_RemoveOwnedEmailsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_OwnedEmails__Output>,
  ): grpc.ClientUnaryCall;
  RemoveOwnedEmails(
    argument: _prospecting_reveal_v1_RemoveOwnedEmailsRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_OwnedEmails__Output>,
  ): grpc.ClientUnaryCall;
  /**
   * Removes e-mail addresses from those that the account owns, and returns all that are left. An
   * address that the account does not own changes nothing. Repeating a call changes nothing.
   * Errors: validation_failed (accountId, emails); service_unavailable.
   */
  removeOwnedEmails(
    argument: _prospecting_reveal_v1_RemoveOwnedEmailsRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_OwnedEmails__Output>,
  ): grpc.ClientUnaryCall;
  removeOwnedEmails(
    argument: _prospecting_reveal_v1_RemoveOwnedEmailsRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_OwnedEmails__Output>,
  ): grpc.ClientUnaryCall;
  removeOwnedEmails(
    argument: _prospecting_reveal_v1_RemoveOwnedEmailsRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_OwnedEmails__Output>,
  ): grpc.ClientUnaryCall;
  removeOwnedEmails(
    argument: _prospecting_reveal_v1_RemoveOwnedEmailsRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_OwnedEmails__Output>,
  ): grpc.ClientUnaryCall;

  /**
   * Sets one price of a group, or a default in the group "default". Repeating a call changes
   * nothing.
   * Errors: validation_failed (an unknown subject, an info type that the subject does not have, a
   * negative price, a price above 0 for linkedIn); service_unavailable.
   */
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
  /**
   * Sets one price of a group, or a default in the group "default". Repeating a call changes
   * nothing.
   * Errors: validation_failed (an unknown subject, an info type that the subject does not have, a
   * negative price, a price above 0 for linkedIn); service_unavailable.
   */
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

  /**
   * Resolves a pending reservation immediately, for an operator, as recovery does after its grace
   * period. If the attempt has committed, it captures the reservation. Otherwise it aborts the
   * attempt permanently and releases the reservation. Repeating a call returns the same.
   * Errors: validation_failed (accountId, reservationId; an unknown reservation, or one that is
   * resolved differently); service_unavailable.
   */
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
  /**
   * Resolves a pending reservation immediately, for an operator, as recovery does after its grace
   * period. If the attempt has committed, it captures the reservation. Otherwise it aborts the
   * attempt permanently and releases the reservation. Repeating a call returns the same.
   * Errors: validation_failed (accountId, reservationId; an unknown reservation, or one that is
   * resolved differently); service_unavailable.
   */
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

  /**
   * Returns what an account spent on each UTC day by each key, in the order of days.
   * Errors: validation_failed (accountId, from, to); service_unavailable.
   */
  SumSpending(
    argument: _prospecting_reveal_v1_SumSpendingRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SumSpendingResponse__Output>,
  ): grpc.ClientUnaryCall;
  SumSpending(
    argument: _prospecting_reveal_v1_SumSpendingRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SumSpendingResponse__Output>,
  ): grpc.ClientUnaryCall;
  SumSpending(
    argument: _prospecting_reveal_v1_SumSpendingRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SumSpendingResponse__Output>,
  ): grpc.ClientUnaryCall;
  SumSpending(
    argument: _prospecting_reveal_v1_SumSpendingRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SumSpendingResponse__Output>,
  ): grpc.ClientUnaryCall;
  /**
   * Returns what an account spent on each UTC day by each key, in the order of days.
   * Errors: validation_failed (accountId, from, to); service_unavailable.
   */
  sumSpending(
    argument: _prospecting_reveal_v1_SumSpendingRequest,
    metadata: grpc.Metadata,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SumSpendingResponse__Output>,
  ): grpc.ClientUnaryCall;
  sumSpending(
    argument: _prospecting_reveal_v1_SumSpendingRequest,
    metadata: grpc.Metadata,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SumSpendingResponse__Output>,
  ): grpc.ClientUnaryCall;
  sumSpending(
    argument: _prospecting_reveal_v1_SumSpendingRequest,
    options: grpc.CallOptions,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SumSpendingResponse__Output>,
  ): grpc.ClientUnaryCall;
  sumSpending(
    argument: _prospecting_reveal_v1_SumSpendingRequest,
    callback: grpc.requestCallback<_prospecting_reveal_v1_SumSpendingResponse__Output>,
  ): grpc.ClientUnaryCall;
}

/**
 * Serves operators: manages prices and owned e-mail addresses, lists what was charged, for the
 * audit, and resolves stuck reservations.
 */
export interface RevealAdminHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Adds e-mail addresses that the account owns, all or none, and returns all that it owns.
   * Repeating a call changes nothing.
   * Errors: validation_failed (accountId, emails); service_unavailable.
   */
  AddOwnedEmails: grpc.handleUnaryCall<
    _prospecting_reveal_v1_AddOwnedEmailsRequest__Output,
    _prospecting_reveal_v1_OwnedEmails
  >;

  /**
   * Forgets persons: replaces the ids of the contacts by random ones in everything that accounts
   * have of them, so that the facts about money stay, and removes the addresses. Nothing of these
   * contacts can be committed from here on. Goes through accounts in pages, as far as the deadline
   * allows. Repeating a call changes nothing.
   * Errors: validation_failed (contactIds, emails, afterAccountId); service_unavailable.
   */
  EraseSubjects: grpc.handleUnaryCall<
    _prospecting_reveal_v1_SubjectsRequest__Output,
    _prospecting_reveal_v1_EraseSubjectsResponse
  >;

  /**
   * Lists what accounts hold of persons: what they revealed of the contacts or addresses, and which
   * of the addresses they own. Goes through accounts in pages, as far as the deadline allows.
   * Errors: validation_failed (contactIds, emails, afterAccountId); service_unavailable.
   */
  FindSubjects: grpc.handleUnaryCall<
    _prospecting_reveal_v1_SubjectsRequest__Output,
    _prospecting_reveal_v1_FindSubjectsResponse
  >;

  /**
   * Returns a page of an account's committed attempts and their prices, in the order of attempt_id.
   * An attempt with a price has a captured reservation with the same id and amount. An attempt
   * without one has no reservation, a released one, or one captured with 0.
   * Errors: validation_failed (accountId, afterAttemptId, limit); service_unavailable.
   */
  ListAttempts: grpc.handleUnaryCall<
    _prospecting_reveal_v1_ListAttemptsRequest__Output,
    _prospecting_reveal_v1_ListAttemptsResponse
  >;

  /**
   * Returns a page of an account's operations, each with its attempt, in the order of operation_id.
   * Errors: validation_failed (accountId, afterOperationId, limit); service_unavailable.
   */
  ListOperations: grpc.handleUnaryCall<
    _prospecting_reveal_v1_ListOperationsRequest__Output,
    _prospecting_reveal_v1_ListOperationsResponse
  >;

  /**
   * Returns all e-mail addresses that the account owns.
   * Errors: validation_failed (accountId); service_unavailable.
   */
  ListOwnedEmails: grpc.handleUnaryCall<
    _prospecting_reveal_v1_ListOwnedEmailsRequest__Output,
    _prospecting_reveal_v1_OwnedEmails
  >;

  /**
   * Returns every price in force: the defaults (group "default"), then the prices that groups set.
   * Errors: service_unavailable.
   */
  ListPrices: grpc.handleUnaryCall<
    _prospecting_reveal_v1_ListPricesRequest__Output,
    _prospecting_reveal_v1_ListPricesResponse
  >;

  /**
   * Returns a page of an account's reveals, each with what the attempt that paid for it recorded.
   * Errors: validation_failed (accountId, after, limit); service_unavailable.
   */
  ListReveals: grpc.handleUnaryCall<
    _prospecting_reveal_v1_ListRevealsRequest__Output,
    _prospecting_reveal_v1_ListRevealsResponse
  >;

  /**
   * Returns a page of what an account revealed, newest first, for the account's people.
   * Errors: validation_failed (accountId, from, to, subject, before, limit); service_unavailable.
   */
  ListRevealsByTime: grpc.handleUnaryCall<
    _prospecting_reveal_v1_ListRevealsByTimeRequest__Output,
    _prospecting_reveal_v1_ListRevealsByTimeResponse
  >;

  /**
   * Removes e-mail addresses from those that the account owns, and returns all that are left. An
   * address that the account does not own changes nothing. Repeating a call changes nothing.
   * Errors: validation_failed (accountId, emails); service_unavailable.
   */
  RemoveOwnedEmails: grpc.handleUnaryCall<
    _prospecting_reveal_v1_RemoveOwnedEmailsRequest__Output,
    _prospecting_reveal_v1_OwnedEmails
  >;

  /**
   * Sets one price of a group, or a default in the group "default". Repeating a call changes
   * nothing.
   * Errors: validation_failed (an unknown subject, an info type that the subject does not have, a
   * negative price, a price above 0 for linkedIn); service_unavailable.
   */
  SetPrice: grpc.handleUnaryCall<_prospecting_reveal_v1_Price__Output, _prospecting_reveal_v1_Price>;

  /**
   * Resolves a pending reservation immediately, for an operator, as recovery does after its grace
   * period. If the attempt has committed, it captures the reservation. Otherwise it aborts the
   * attempt permanently and releases the reservation. Repeating a call returns the same.
   * Errors: validation_failed (accountId, reservationId; an unknown reservation, or one that is
   * resolved differently); service_unavailable.
   */
  SettleReservation: grpc.handleUnaryCall<
    _prospecting_reveal_v1_SettleReservationRequest__Output,
    _prospecting_reveal_v1_SettleReservationResponse
  >;

  /**
   * Returns what an account spent on each UTC day by each key, in the order of days.
   * Errors: validation_failed (accountId, from, to); service_unavailable.
   */
  SumSpending: grpc.handleUnaryCall<
    _prospecting_reveal_v1_SumSpendingRequest__Output,
    _prospecting_reveal_v1_SumSpendingResponse
  >;
}

export interface RevealAdminDefinition extends grpc.ServiceDefinition {
  AddOwnedEmails: MethodDefinition<
    _prospecting_reveal_v1_AddOwnedEmailsRequest,
    _prospecting_reveal_v1_OwnedEmails,
    _prospecting_reveal_v1_AddOwnedEmailsRequest__Output,
    _prospecting_reveal_v1_OwnedEmails__Output
  >;
  EraseSubjects: MethodDefinition<
    _prospecting_reveal_v1_SubjectsRequest,
    _prospecting_reveal_v1_EraseSubjectsResponse,
    _prospecting_reveal_v1_SubjectsRequest__Output,
    _prospecting_reveal_v1_EraseSubjectsResponse__Output
  >;
  FindSubjects: MethodDefinition<
    _prospecting_reveal_v1_SubjectsRequest,
    _prospecting_reveal_v1_FindSubjectsResponse,
    _prospecting_reveal_v1_SubjectsRequest__Output,
    _prospecting_reveal_v1_FindSubjectsResponse__Output
  >;
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
  ListReveals: MethodDefinition<
    _prospecting_reveal_v1_ListRevealsRequest,
    _prospecting_reveal_v1_ListRevealsResponse,
    _prospecting_reveal_v1_ListRevealsRequest__Output,
    _prospecting_reveal_v1_ListRevealsResponse__Output
  >;
  ListRevealsByTime: MethodDefinition<
    _prospecting_reveal_v1_ListRevealsByTimeRequest,
    _prospecting_reveal_v1_ListRevealsByTimeResponse,
    _prospecting_reveal_v1_ListRevealsByTimeRequest__Output,
    _prospecting_reveal_v1_ListRevealsByTimeResponse__Output
  >;
  RemoveOwnedEmails: MethodDefinition<
    _prospecting_reveal_v1_RemoveOwnedEmailsRequest,
    _prospecting_reveal_v1_OwnedEmails,
    _prospecting_reveal_v1_RemoveOwnedEmailsRequest__Output,
    _prospecting_reveal_v1_OwnedEmails__Output
  >;
  SetPrice: MethodDefinition<
    _prospecting_reveal_v1_Price,
    _prospecting_reveal_v1_Price,
    _prospecting_reveal_v1_Price__Output,
    _prospecting_reveal_v1_Price__Output
  >;
  SettleReservation: MethodDefinition<
    _prospecting_reveal_v1_SettleReservationRequest,
    _prospecting_reveal_v1_SettleReservationResponse,
    _prospecting_reveal_v1_SettleReservationRequest__Output,
    _prospecting_reveal_v1_SettleReservationResponse__Output
  >;
  SumSpending: MethodDefinition<
    _prospecting_reveal_v1_SumSpendingRequest,
    _prospecting_reveal_v1_SumSpendingResponse,
    _prospecting_reveal_v1_SumSpendingRequest__Output,
    _prospecting_reveal_v1_SumSpendingResponse__Output
  >;
}
