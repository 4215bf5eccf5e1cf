import { MAX_MILLICREDITS, type AccountBalance } from './balance.js';

const MAX_CREDITS = Math.floor(MAX_MILLICREDITS / 1000);

/**
 * Returns why a monthly allowance is invalid, in words for the caller, or `undefined` when it is
 * valid.
 * @param purchasedMillicredits purchased credits of the account, including those that may come back
 */
export function allowanceProblem(millicredits: number, purchasedMillicredits: number): string | undefined {
  if (!Number.isSafeInteger(millicredits) || millicredits < 0)
    return 'must be 0 or more credits with at most 3 decimals';
  return totalProblem(millicredits, purchasedMillicredits);
}

/**
 * Returns why a purchase is invalid, in words for the caller, or `undefined` when it is valid.
 * @param balance `undefined` when the account has no subscription
 * @param returnableMillicredits purchased credits that may still come back
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

/**
 * Counts the whole allowance, however little of it is left: a renewal must never overflow the
 * balance.
 */
function totalProblem(includedMillicredits: number, purchasedMillicredits: number): string | undefined {
  const total = includedMillicredits + purchasedMillicredits;
  return total > MAX_MILLICREDITS ? `would make the balance more than ${MAX_CREDITS} credits` : undefined;
}
