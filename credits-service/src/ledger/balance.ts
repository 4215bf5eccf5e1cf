import { nextRenewal } from './renewal.js';

/**
 * The balance of an account with a credit subscription. Amounts are integers ≥ 0 in 1/1000 credit.
 */
export interface AccountBalance {
  readonly accountId: string;
  /** The part of this month's allowance that is left. */
  readonly includedMillicredits: number;
  readonly purchasedMillicredits: number;
  /** The monthly allowance: each reset sets `includedMillicredits` to it. */
  readonly allowanceMillicredits: number;
  /**
   * What this month has used beyond its allowance, because the allowance was lowered after the use.
   * Above 0 only while `includedMillicredits` is 0.
   */
  readonly overusedMillicredits: number;
  /** Purchased credits that captures of this month's reservations spent. */
  readonly purchasedSpentMillicredits: number;
  /** The same for the previous month, less what has come back in place of included credits. */
  readonly previousPurchasedSpentMillicredits: number;
  /** `renewsAt` of the previous month; null in the first month. */
  readonly previousRenewsAt: Date | null;
  /** When the subscription began. */
  readonly startedAt: Date;
  /** When the next monthly reset is due. */
  readonly renewsAt: Date;
  /** The id of the newest entry in the ledger. */
  readonly lastEntryId: number;
}

export type EntryKind = 'subscribe' | 'grant' | 'reset';

/** One line of the ledger: signed changes of a balance. Never changed once written. */
export interface LedgerEntry {
  readonly entryId: number;
  readonly at: Date;
  readonly kind: EntryKind;
  readonly includedMillicredits: number;
  readonly purchasedMillicredits: number;
  readonly reference: string | null;
}

/** A new balance, and the ledger entry that records how it came about. */
export interface Change {
  readonly balance: AccountBalance;
  readonly entry: LedgerEntry;
}

/** The largest amount that JavaScript counts exactly. */
export const MAX_MILLICREDITS = Number.MAX_SAFE_INTEGER;

/** Begins a subscription. The first month's allowance is available immediately. */
export function beginSubscription(accountId: string, allowanceMillicredits: number, now: Date): Change {
  const empty: AccountBalance = {
    accountId,
    includedMillicredits: 0,
    purchasedMillicredits: 0,
    allowanceMillicredits,
    overusedMillicredits: 0,
    purchasedSpentMillicredits: 0,
    previousPurchasedSpentMillicredits: 0,
    previousRenewsAt: null,
    startedAt: now,
    renewsAt: nextRenewal(now, now),
    lastEntryId: 0,
  };
  return change(empty, 'subscribe', now, { includedMillicredits: allowanceMillicredits });
}

/**
 * Returns the monthly reset when one is due, else `undefined`. One reset restores the whole
 * allowance, whatever was left and however many months have passed. None is due after a clock
 * jumped back.
 */
export function dueReset(balance: AccountBalance, now: Date): Change | undefined {
  if (balance.renewsAt > now) return undefined;
  return change(balance, 'reset', now, {
    includedMillicredits: balance.allowanceMillicredits,
    overusedMillicredits: 0,
    purchasedSpentMillicredits: 0,
    previousPurchasedSpentMillicredits: balance.purchasedSpentMillicredits,
    previousRenewsAt: balance.renewsAt,
    renewsAt: nextRenewal(balance.startedAt, now),
  });
}

/**
 * Sets another allowance from now on. What this month has used stays used; what is left is the new
 * allowance less that, never below 0. The renewal date stays. Returns `undefined` when the
 * allowance does not change.
 */
export function changeAllowance(balance: AccountBalance, allowanceMillicredits: number, now: Date): Change | undefined {
  if (allowanceMillicredits === balance.allowanceMillicredits) return undefined;
  const left = allowanceMillicredits - includedUsed(balance);
  return change(balance, 'subscribe', now, {
    allowanceMillicredits,
    includedMillicredits: Math.max(left, 0),
    overusedMillicredits: Math.max(-left, 0),
  });
}

/** Returns what this month has used of its allowance: reserved credits and captured ones. */
function includedUsed(balance: AccountBalance): number {
  return balance.allowanceMillicredits - balance.includedMillicredits + balance.overusedMillicredits;
}

/** Adds purchased credits. */
export function grantPurchased(balance: AccountBalance, millicredits: number, reference: string, now: Date): Change {
  const purchasedMillicredits = balance.purchasedMillicredits + millicredits;
  return change(balance, 'grant', now, { purchasedMillicredits }, reference);
}

/**
 * Builds every entry of this module. An entry is the difference between two balances, so the sum of
 * an account's entries is its balance.
 */
function change(
  before: AccountBalance,
  kind: EntryKind,
  at: Date,
  changed: Partial<AccountBalance>,
  reference: string | null = null,
): Change {
  const entryId = before.lastEntryId + 1;
  const balance = { ...before, ...changed, lastEntryId: entryId };
  return {
    balance,
    entry: {
      entryId,
      at,
      kind,
      includedMillicredits: balance.includedMillicredits - before.includedMillicredits,
      purchasedMillicredits: balance.purchasedMillicredits - before.purchasedMillicredits,
      reference,
    },
  };
}
