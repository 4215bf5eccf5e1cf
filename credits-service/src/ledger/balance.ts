import { nextRenewal } from './renewal.js';

/** The balance of an account with a credit subscription. Amounts are in 1/1000 credit, integers from 0 on. */
export interface AccountBalance {
  readonly accountId: string;
  /** What is left of this month's allowance. */
  readonly includedMillicredits: number;
  readonly purchasedMillicredits: number;
  readonly allowanceMillicredits: number;
  /** What this month used beyond the allowance, which was lowered since. Above 0 nothing is left of the allowance. */
  readonly overusedMillicredits: number;
  /** Purchased credits that captures of this month's reservations spent. */
  readonly purchasedSpentMillicredits: number;
  /** Likewise of the month before, less what came back of them in place of included credits. */
  readonly previousPurchasedSpentMillicredits: number;
  /** `renewsAt` of the month before; null in the first month. */
  readonly previousRenewsAt: Date | null;
  readonly startedAt: Date;
  readonly renewsAt: Date;
  /** Of the newest entry in its ledger. */
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

/** A balance as it will be, and the entry that says how it came about. */
export interface Change {
  readonly balance: AccountBalance;
  readonly entry: LedgerEntry;
}

/** Larger amounts than this JavaScript does not count exactly. */
export const MAX_MILLICREDITS = Number.MAX_SAFE_INTEGER;

/** Begins a subscription: the first month's allowance is there at once. */
export function beginSubscription(accountId: string, allowanceMillicredits: number, now: Date): Change {
  const nothing: AccountBalance = {
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
  return change(nothing, 'subscribe', now, { includedMillicredits: allowanceMillicredits });
}

/**
 * The monthly reset, when one is due: the allowance anew, whatever is left and however many months went by. `undefined` when none is
 * due, as after a clock jumped back.
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
 * Another allowance from now on: what this month used stays used, and what is left is the new
 * allowance less that, not below 0; the day of renewal stays. `undefined` when it is the allowance
 * already.
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

/** What this month used of its allowance: what is reserved, and what was captured of it. */
function includedUsed(balance: AccountBalance): number {
  return balance.allowanceMillicredits - balance.includedMillicredits + balance.overusedMillicredits;
}

/** Adds purchased credits. */
export function grantPurchased(balance: AccountBalance, millicredits: number, reference: string, now: Date): Change {
  const purchasedMillicredits = balance.purchasedMillicredits + millicredits;
  return change(balance, 'grant', now, { purchasedMillicredits }, reference);
}

/** The only maker of entries: what an entry says is the difference between two balances, so their sum is the balance. */
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
