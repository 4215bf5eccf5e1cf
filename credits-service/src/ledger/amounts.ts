import { MAX_MILLICREDITS, type AccountBalance } from './balance.js';

const MAX_CREDITS = Math.floor(MAX_MILLICREDITS / 1000);

/**
 * What is wrong with a monthly allowance, for the caller; `undefined` when nothing is.
 * @param purchasedMillicredits that the account has beside it, with those that may come back
 */
export function allowanceProblem(millicredits: number, purchasedMillicredits: number): string | undefined {
  if (!Number.isSafeInteger(millicredits) || millicredits < 0)
    return 'must be 0 or more credits with at most 3 decimals';
  return totalProblem(millicredits, purchasedMillicredits);
}

/**
 * What is wrong with a purchase, for the caller; `undefined` when nothing is.
 * @param balance `undefined`: the account has no subscription
 * @param returnableMillicredits purchased ones that may come back
 */
export function purchaseProblem(
  millicredits: number,
  balance: AccountBalance | undefined,
  returnableMillicredits = 0,
): string | undefined {
  if (!Number.isSafeInteger(millicredits) || millicredits <= 0)
    return 'must be more than 0 credits with at most 3 decimals';
  if (balance === undefined) return 'the account has no credit subscription; subscribe first';
  const included = Math.max(balance.includedMillicredits, balance.allowanceMillicredits);
  return totalProblem(included, balance.purchasedMillicredits + returnableMillicredits + millicredits);
}

/** A renewal must never be what makes a balance too large, so the whole allowance counts, whatever is left of it. */
function totalProblem(includedMillicredits: number, purchasedMillicredits: number): string | undefined {
  const total = includedMillicredits + purchasedMillicredits;
  return total > MAX_MILLICREDITS ? `would make the balance more than ${MAX_CREDITS} credits` : undefined;
}
