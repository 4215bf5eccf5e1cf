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

/**
 * Moves credits. Each call writes its ledger entries in the transaction that changes the balance.
 */
export interface CreditsLedgerClient extends grpc.Client {
  /**
   * Captures all, part or nothing of each reservation and returns the rest to the balance, as
   * Release does. Included credits count as spent first. Repeating a capture with the same amount
   * changes nothing. A failure of one item does not stop the others.
   * Errors: validation_failed for an item that is unknown, released, captured with another amount,
   * or smaller than the amount to capture, named by its position (captures[2]); service_unavailable
   * (some items may be captured; a retry is safe).
   */
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
  /**
   * Captures all, part or nothing of each reservation and returns the rest to the balance, as
   * Release does. Included credits count as spent first. Repeating a capture with the same amount
   * changes nothing. A failure of one item does not stop the others.
   * Errors: validation_failed for an item that is unknown, released, captured with another amount,
   * or smaller than the amount to capture, named by its position (captures[2]); service_unavailable
   * (some items may be captured; a retry is safe).
   */
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

  /**
   * Adds purchased credits under a reference that is unique in the account. Repeating a reference
   * with the same amount adds nothing.
   * Errors: validation_failed (accountId; purchased: a bad amount, or no subscription; reference: a
   * bad one, or one used for another amount); service_unavailable (the grant may have been made; a
   * retry is safe).
   */
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
  /**
   * Adds purchased credits under a reference that is unique in the account. Repeating a reference
   * with the same amount adds nothing.
   * Errors: validation_failed (accountId; purchased: a bad amount, or no subscription; reference: a
   * bad one, or one used for another amount); service_unavailable (the grant may have been made; a
   * retry is safe).
   */
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

  /**
   * Releases each reservation and returns its amount to the balance. Purchased credits always
   * return. Included credits return only within their own month, and never raise what is left above
   * the allowance less what is used. Included credits of the previous month return as purchased
   * credits instead, up to what captures of that month spent. Repeating a release changes nothing.
   * An unknown reservation is recorded as released with no amount (a tombstone), so that a late
   * Reserve takes nothing; an account without a balance gets no tombstone. A failure of one item
   * does not stop the others.
   * Errors: validation_failed for an item that is captured, named by its position (releases[2]);
   * service_unavailable (some items may be released; a retry is safe).
   */
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
  /**
   * Releases each reservation and returns its amount to the balance. Purchased credits always
   * return. Included credits return only within their own month, and never raise what is left above
   * the allowance less what is used. Included credits of the previous month return as purchased
   * credits instead, up to what captures of that month spent. Repeating a release changes nothing.
   * An unknown reservation is recorded as released with no amount (a tombstone), so that a late
   * Reserve takes nothing; an account without a balance gets no tombstone. A failure of one item
   * does not stop the others.
   * Errors: validation_failed for an item that is captured, named by its position (releases[2]);
   * service_unavailable (some items may be released; a retry is safe).
   */
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

  /**
   * Takes an amount off the spendable balance, included credits first, all or nothing. Makes a
   * monthly reset first if one is due. An id that the account has used, or has released before use,
   * moves nothing: the response is that reservation in its current state, with `existed`, whatever
   * its amount.
   * Errors: insufficient_credits with creditsRequiredMillicredits and creditsRemainingMillicredits
   * (null without a subscription); validation_failed (accountId, reservationId, millicredits);
   * service_unavailable (the reservation may exist, or may still be made: release it).
   */
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
  /**
   * Takes an amount off the spendable balance, included credits first, all or nothing. Makes a
   * monthly reset first if one is due. An id that the account has used, or has released before use,
   * moves nothing: the response is that reservation in its current state, with `existed`, whatever
   * its amount.
   * Errors: insufficient_credits with creditsRequiredMillicredits and creditsRemainingMillicredits
   * (null without a subscription); validation_failed (accountId, reservationId, millicredits);
   * service_unavailable (the reservation may exist, or may still be made: release it).
   */
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

  /**
   * Begins the account's subscription, or changes its monthly allowance from now on. What this
   * month has used stays used; what is left is the new allowance less that, never below 0.
   * Repeating a call changes nothing.
   * Errors: validation_failed (accountId, included); service_unavailable (the change may have been
   * made; a retry is safe).
   */
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
  /**
   * Begins the account's subscription, or changes its monthly allowance from now on. What this
   * month has used stays used; what is left is the new allowance less that, never below 0.
   * Repeating a call changes nothing.
   * Errors: validation_failed (accountId, included); service_unavailable (the change may have been
   * made; a retry is safe).
   */
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

/**
 * Moves credits. Each call writes its ledger entries in the transaction that changes the balance.
 */
export interface CreditsLedgerHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Captures all, part or nothing of each reservation and returns the rest to the balance, as
   * Release does. Included credits count as spent first. Repeating a capture with the same amount
   * changes nothing. A failure of one item does not stop the others.
   * Errors: validation_failed for an item that is unknown, released, captured with another amount,
   * or smaller than the amount to capture, named by its position (captures[2]); service_unavailable
   * (some items may be captured; a retry is safe).
   */
  Capture: grpc.handleUnaryCall<
    _prospecting_credits_v1_CaptureRequest__Output,
    _prospecting_credits_v1_ResolveResponse
  >;

  /**
   * Adds purchased credits under a reference that is unique in the account. Repeating a reference
   * with the same amount adds nothing.
   * Errors: validation_failed (accountId; purchased: a bad amount, or no subscription; reference: a
   * bad one, or one used for another amount); service_unavailable (the grant may have been made; a
   * retry is safe).
   */
  Grant: grpc.handleUnaryCall<_prospecting_credits_v1_GrantRequest__Output, _prospecting_credits_v1_Balance>;

  /**
   * Releases each reservation and returns its amount to the balance. Purchased credits always
   * return. Included credits return only within their own month, and never raise what is left above
   * the allowance less what is used. Included credits of the previous month return as purchased
   * credits instead, up to what captures of that month spent. Repeating a release changes nothing.
   * An unknown reservation is recorded as released with no amount (a tombstone), so that a late
   * Reserve takes nothing; an account without a balance gets no tombstone. A failure of one item
   * does not stop the others.
   * Errors: validation_failed for an item that is captured, named by its position (releases[2]);
   * service_unavailable (some items may be released; a retry is safe).
   */
  Release: grpc.handleUnaryCall<
    _prospecting_credits_v1_ReleaseRequest__Output,
    _prospecting_credits_v1_ResolveResponse
  >;

  /**
   * Takes an amount off the spendable balance, included credits first, all or nothing. Makes a
   * monthly reset first if one is due. An id that the account has used, or has released before use,
   * moves nothing: the response is that reservation in its current state, with `existed`, whatever
   * its amount.
   * Errors: insufficient_credits with creditsRequiredMillicredits and creditsRemainingMillicredits
   * (null without a subscription); validation_failed (accountId, reservationId, millicredits);
   * service_unavailable (the reservation may exist, or may still be made: release it).
   */
  Reserve: grpc.handleUnaryCall<_prospecting_credits_v1_ReserveRequest__Output, _prospecting_credits_v1_Reservation>;

  /**
   * Begins the account's subscription, or changes its monthly allowance from now on. What this
   * month has used stays used; what is left is the new allowance less that, never below 0.
   * Repeating a call changes nothing.
   * Errors: validation_failed (accountId, included); service_unavailable (the change may have been
   * made; a retry is safe).
   */
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
