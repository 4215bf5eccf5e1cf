import { DomainError, type PublicMembers } from '@prospecting/platform/errors';
import { nextHop, type CallContext } from '@prospecting/platform/grpc';
import type { reveal } from '@prospecting/protos';
import type { Spender } from '../upstream/index.js';
import type { BatchAmounts } from './batch.js';
import type { Cap } from '@prospecting/platform/amounts';
import type { OperationRequest } from './operation.js';
import { compact, realign, type Sparse } from './sparse.js';
import type { Spend } from './terms.js';

/** A request that may spend. */
export type SpendRequest = OperationRequest<{ readonly dryRun: boolean }>;

/** Prices of subjects, and what the account sees of them now. */
export interface SpendResult {
  /** One outcome for each subject. */
  readonly outcomes: Sparse<reveal.SubjectOutcome>;
  readonly amounts: BatchAmounts;
}

/**
 * Quotes or reveals subjects, as the terms of the request say. A quote ignores cap and balance. A
 * spend reveals all subjects and charges for them, or does nothing; a retry of the same operation
 * comes to the same outcome. Throws credit_cap_exceeded and insufficient_credits, which are final;
 * idempotency_key_in_use while an earlier attempt cannot be resolved; service_unavailable and
 * internal_error, which leave the outcome of a spend unknown.
 */
export async function quoteOrReveal(
  spender: Spender,
  { key, call, terms }: SpendRequest,
  subjects: Sparse<reveal.SpendSubject>,
): Promise<SpendResult> {
  const request = {
    accountId: key.account.id,
    priceGroup: key.account.priceGroup,
    subjects: compact(subjects),
  };
  const outcome =
    terms.kind === 'spend'
      ? await revealSubjects(spender, { ...request, keyId: key.keyId }, terms.spend, call)
      : await spender.quote(request, call);
  return toResult(subjects, outcome);
}

async function revealSubjects(
  spender: Spender,
  request: reveal.QuoteRequest & Pick<reveal.RevealRequest, 'keyId'>,
  spend: Spend,
  call: CallContext,
): Promise<reveal.SpendOutcome> {
  const { operationId, cap } = spend;
  spend.markSent();
  try {
    // A shorter deadline, so that reveal-service, which knows why it is late, answers before this
    // request times out.
    const outcome = await spender.reveal({ ...request, operationId, maxMillicredits: cap.millicredits }, nextHop(call));
    spend.recordCharge(outcome.chargedMillicredits);
    return outcome;
  } catch (error) {
    throw error instanceof DomainError ? toPublicError(error, cap) : error;
  }
}

/**
 * Adds what callers need to a refusal. Reveal-service knows neither `maxCredits` as it was sent nor
 * how to retry.
 */
function toPublicError(error: DomainError, cap: Cap): DomainError {
  const refused = (detail: string, members: PublicMembers): DomainError =>
    new DomainError(error.code, { detail, members: { ...error.members, ...members }, cause: error });
  switch (error.code) {
    case 'credit_cap_exceeded':
      return refused('This request costs more than maxCredits.', { maxCredits: cap.credits });
    case 'insufficient_credits':
      return refused('The account cannot pay for everything that this request would reveal.', {});
    case 'idempotency_key_in_use':
      return refused(
        'An earlier try of this request has not ended yet. Retry with the same Idempotency-Key: it is charged once at most.',
        { retryAfterSeconds: error.members.retryAfterSeconds ?? 1 },
      );
    default:
      return error;
  }
}

function toResult(
  subjects: Sparse<reveal.SpendSubject>,
  { subjects: compacted, quotedMillicredits, chargedMillicredits, remainingMillicredits }: reveal.SpendOutcome,
): SpendResult {
  const expected = compact(subjects).length;
  if (compacted.length !== expected) throw new Error(`${expected} subjects got ${compacted.length} outcomes`);
  const outcomes = realign(subjects, compacted);
  // An older reveal-service may omit the organization. Its charge must not be answered, and stored,
  // as `not_found`.
  if (subjects.some((each, index) => each?.kind === 'SUBJECT_KIND_ORGANIZATION' && !outcomes[index]?.organization)) {
    throw new Error('the outcome of an organization does not say what the account sees of it');
  }
  return {
    outcomes,
    amounts: { chargedMillicredits, quotedMillicredits, remainingMillicredits: remainingMillicredits ?? null },
  };
}
