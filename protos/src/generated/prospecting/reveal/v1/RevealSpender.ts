// Original file: prospecting/reveal/v1/reveal.proto

import type * as grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type {
  QuoteRequest as _prospecting_reveal_v1_QuoteRequest,
  QuoteRequest__Output as _prospecting_reveal_v1_QuoteRequest__Output,
} from '../../../prospecting/reveal/v1/QuoteRequest.js';
import type {
  RevealRequest as _prospecting_reveal_v1_RevealRequest,
  RevealRequest__Output as _prospecting_reveal_v1_RevealRequest__Output,
} from '../../../prospecting/reveal/v1/RevealRequest.js';
import type {
  SpendOutcome as _prospecting_reveal_v1_SpendOutcome,
  SpendOutcome__Output as _prospecting_reveal_v1_SpendOutcome__Output,
} from '../../../prospecting/reveal/v1/SpendOutcome.js';

/**
 * Reveals information for credits, exactly once, all or nothing.
 */
export interface RevealSpenderClient extends grpc.Client {
  /**
   * Returns what Reveal would charge now, and what the account sees now. Changes nothing. Ignores
   * the balance and has no cap.
   * Errors: validation_failed (accountId, subjects); service_unavailable.
   */
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
  /**
   * Returns what Reveal would charge now, and what the account sees now. Changes nothing. Ignores
   * the balance and has no cap.
   * Errors: validation_failed (accountId, subjects); service_unavailable.
   */
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

  /**
   * Reveals every subject and charges for it, or does nothing. Returns what the account sees after
   * it. Repeating an operation within 24 hours returns its first outcome with the current balance
   * and records, and charges nothing.
   * Errors:
   * - credit_cap_exceeded with creditsRequiredMillicredits and maxCredits; insufficient_credits
   * with creditsRequiredMillicredits and creditsRemainingMillicredits (null without a
   * subscription). Both are final: nothing that an earlier try of the operation began can still
   * take effect.
   * - idempotency_key_in_use with retryAfterSeconds, while an earlier try cannot be ended yet.
   * - validation_failed (accountId, operationId, maxMillicredits, subjects).
   * - service_unavailable: the operation may have been carried out. Repeat it to learn its outcome.
   */
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
  /**
   * Reveals every subject and charges for it, or does nothing. Returns what the account sees after
   * it. Repeating an operation within 24 hours returns its first outcome with the current balance
   * and records, and charges nothing.
   * Errors:
   * - credit_cap_exceeded with creditsRequiredMillicredits and maxCredits; insufficient_credits
   * with creditsRequiredMillicredits and creditsRemainingMillicredits (null without a
   * subscription). Both are final: nothing that an earlier try of the operation began can still
   * take effect.
   * - idempotency_key_in_use with retryAfterSeconds, while an earlier try cannot be ended yet.
   * - validation_failed (accountId, operationId, maxMillicredits, subjects).
   * - service_unavailable: the operation may have been carried out. Repeat it to learn its outcome.
   */
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
}

/**
 * Reveals information for credits, exactly once, all or nothing.
 */
export interface RevealSpenderHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Returns what Reveal would charge now, and what the account sees now. Changes nothing. Ignores
   * the balance and has no cap.
   * Errors: validation_failed (accountId, subjects); service_unavailable.
   */
  Quote: grpc.handleUnaryCall<_prospecting_reveal_v1_QuoteRequest__Output, _prospecting_reveal_v1_SpendOutcome>;

  /**
   * Reveals every subject and charges for it, or does nothing. Returns what the account sees after
   * it. Repeating an operation within 24 hours returns its first outcome with the current balance
   * and records, and charges nothing.
   * Errors:
   * - credit_cap_exceeded with creditsRequiredMillicredits and maxCredits; insufficient_credits
   * with creditsRequiredMillicredits and creditsRemainingMillicredits (null without a
   * subscription). Both are final: nothing that an earlier try of the operation began can still
   * take effect.
   * - idempotency_key_in_use with retryAfterSeconds, while an earlier try cannot be ended yet.
   * - validation_failed (accountId, operationId, maxMillicredits, subjects).
   * - service_unavailable: the operation may have been carried out. Repeat it to learn its outcome.
   */
  Reveal: grpc.handleUnaryCall<_prospecting_reveal_v1_RevealRequest__Output, _prospecting_reveal_v1_SpendOutcome>;
}

export interface RevealSpenderDefinition extends grpc.ServiceDefinition {
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
}
