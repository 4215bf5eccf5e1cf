import type { InfoType, InvalidItemResult, NotFoundReason, NotFoundResult, RevealQuote } from '@prospecting/openapi';
import type { credits, reveal } from '@prospecting/protos';
import type { Item } from '../items/index.js';
import { amountOf, toCredits } from '@prospecting/platform/amounts';
import type { OperationResponse } from './operation.js';

/** Returns what the account can spend now; null without a credit subscription. */
export function spendableMillicredits(balance: credits.Balance): number | null {
  const { subscription } = balance;
  return subscription === undefined || subscription === null ? null : amountOf(balance);
}

/** The amounts of a batch. */
export interface BatchAmounts {
  readonly chargedMillicredits: number;
  /** Exact total price. */
  readonly quotedMillicredits: number;
  /** Null: the account has no credit subscription. */
  readonly remainingMillicredits: number | null;
}

/** Returns the envelope of a batch. */
export function respondBatch(results: object[], amounts: BatchAmounts, dryRun: boolean): OperationResponse {
  const { chargedMillicredits, quotedMillicredits, remainingMillicredits } = amounts;
  return {
    body: {
      results,
      creditsCharged: toCredits(chargedMillicredits),
      creditsQuoted: toCredits(quotedMillicredits),
      creditsRemaining: remainingMillicredits === null ? null : toCredits(remainingMillicredits),
      dryRun,
    },
    creditsRemainingMillicredits: remainingMillicredits,
  };
}

/** Returns the envelope of a batch that cost nothing. */
export function freeBatch(results: object[], balance: credits.Balance, dryRun: boolean): OperationResponse {
  const remainingMillicredits = spendableMillicredits(balance);
  return respondBatch(results, { chargedMillicredits: 0, quotedMillicredits: 0, remainingMillicredits }, dryRun);
}

/** An item that cannot be looked up. */
export type InvalidItem = Extract<Item<object>, { readonly error: string }>;

/** Returns the result of an invalid item. Every result echoes its ref; JSON omits an absent one. */
export function invalidResult({ ref, error }: InvalidItem): InvalidItemResult {
  return { ref, status: 'invalid', error };
}

export function notFoundResult(ref: string | undefined, reason: NotFoundReason): NotFoundResult {
  return { ref, status: 'not_found', reason };
}

/**
 * Returns the reveal quote object. It is the same for every item of a request with the same
 * subject.
 */
export function presentQuote(outcome: reveal.SubjectOutcome): RevealQuote {
  return {
    creditCost: toCredits(outcome.costMillicredits),
    newInfoTypes: outcome.newInfoTypes as InfoType[],
    alreadyRevealedInfoTypes: outcome.alreadyRevealedInfoTypes as InfoType[],
    unavailableInfoTypes: outcome.unavailableInfoTypes as InfoType[],
  };
}
