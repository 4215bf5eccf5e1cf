import type { InvalidItemResult, NotFoundReason, NotFoundResult } from '@prospecting/openapi';
import type { credits } from '@prospecting/protos';
import type { Item } from '../items/index.js';
import { toCredits } from './millicredits.js';
import type { OperationResponse } from './operation.js';

/** What could be spent now; null without a credit subscription. */
export function spendableMillicredits(balance: credits.Balance): number | null {
  const { includedMillicredits, purchasedMillicredits, subscription } = balance;
  return subscription === undefined || subscription === null ? null : includedMillicredits + purchasedMillicredits;
}

/** What a batch comes to. */
export interface BatchAmounts {
  readonly chargedMillicredits: number;
  /** Exact total price. */
  readonly quotedMillicredits: number;
  /** null: the account has no credit subscription. */
  readonly remainingMillicredits: number | null;
}

/** The envelope of every batch. */
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

/** The envelope of a call that cost nothing. */
export function freeBatch(results: object[], balance: credits.Balance, dryRun: boolean): OperationResponse {
  const remainingMillicredits = spendableMillicredits(balance);
  return respondBatch(results, { chargedMillicredits: 0, quotedMillicredits: 0, remainingMillicredits }, dryRun);
}

/** An item that cannot be looked up. Its ref, and every other item's, is echoed unchanged; where none was sent JSON leaves it out. */
export type InvalidItem = Extract<Item<object>, { readonly error: string }>;

export function invalidResult({ ref, error }: InvalidItem): InvalidItemResult {
  return { ref, status: 'invalid', error };
}

export function notFoundResult(ref: string | undefined, reason: NotFoundReason): NotFoundResult {
  return { ref, status: 'not_found', reason };
}
