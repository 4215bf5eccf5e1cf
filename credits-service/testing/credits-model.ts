import { amountOf, type Parts } from '@prospecting/platform/amounts';
import { resolutionStatus, type Resolution } from '#src/ledger/reservation.js';

/**
 * The expected state of an account, computed in the plainest way. The model keeps only the granted
 * credits, the allowance and the reservations of each month, and computes from them what is left of
 * each part whenever a test reads it.
 */
export interface ModelAccount {
  grantedMillicredits: number;
  allowanceMillicredits: number;
  readonly startedAt: Date;
  /** Months since the start, including the current one. Identifies the current month. */
  periods: number;
  /** The month that was current before this one. */
  previousPeriods: number | undefined;
  /** The highest allowance of each month. */
  readonly allowances: Map<number, number>;
  readonly reservations: Map<string, ModelReservation>;
  readonly grants: string[];
}

export interface ModelReservation {
  readonly taken: Parts;
  readonly periods: number;
  /** `undefined` while pending. */
  resolution?: Resolution;
  returned?: Parts;
  /** Purchased credits that came back in place of included ones whose month had ended. */
  substituted: number;
}

/** The time, and every account that has a balance. */
export interface Model {
  nowMs: number;
  readonly accounts: Map<string, ModelAccount>;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns when an account renews: on the day of the month of its start, or that month's last day.
 */
export function modelRenewal({ startedAt, periods }: ModelAccount): Date {
  const [year, month] = [startedAt.getUTCFullYear(), startedAt.getUTCMonth() + periods];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(year, month, Math.min(startedAt.getUTCDate(), lastDay));
  return new Date(midnight + (startedAt.getTime() % dayMs));
}

/**
 * Returns what a reservation consumes: all that it took while pending, then what it spent, included
 * first.
 */
function consumed({ taken, resolution, substituted }: ModelReservation): Parts {
  if (resolution === undefined) return taken;
  const includedMillicredits = Math.min(taken.includedMillicredits, resolution.capturedMillicredits);
  return {
    includedMillicredits,
    purchasedMillicredits: resolution.capturedMillicredits - includedMillicredits - substituted,
  };
}

/** Returns what is left of each part. */
export function leftOf(account: ModelAccount): Parts {
  const all = [...account.reservations.values()];
  const includedUsed = all
    .filter((each) => each.periods === account.periods)
    .reduce((sum, each) => sum + consumed(each).includedMillicredits, 0);
  const purchasedUsed = all.reduce((sum, each) => sum + consumed(each).purchasedMillicredits, 0);
  return {
    includedMillicredits: Math.max(account.allowanceMillicredits - includedUsed, 0),
    purchasedMillicredits: account.grantedMillicredits - purchasedUsed,
  };
}

/** Makes the reset if one is due, and returns the account. */
export function resetModelIfDue(model: Model, accountId: string): ModelAccount | undefined {
  const account = model.accounts.get(accountId);
  if (account === undefined) return undefined;
  const before = account.periods;
  while (modelRenewal(account).getTime() <= model.nowMs) account.periods += 1;
  if (account.periods !== before) {
    account.previousPeriods = before;
    recordAllowance(account);
  }
  return account;
}

function recordAllowance(account: ModelAccount): void {
  const highest = Math.max(account.allowances.get(account.periods) ?? 0, account.allowanceMillicredits);
  account.allowances.set(account.periods, highest);
}

export function subscribeModel(model: Model, accountId: string, allowanceMillicredits: number): void {
  const account = resetModelIfDue(model, accountId) ?? {
    grantedMillicredits: 0,
    allowanceMillicredits,
    startedAt: new Date(model.nowMs),
    periods: 1,
    previousPeriods: undefined,
    allowances: new Map<number, number>(),
    reservations: new Map<string, ModelReservation>(),
    grants: [],
  };
  account.allowanceMillicredits = allowanceMillicredits;
  recordAllowance(account);
  model.accounts.set(accountId, account);
}

/**
 * Reserves if the account can pay. Otherwise nothing changes: the refusal undoes the reset as well.
 */
export function reserveModel(
  model: Model,
  accountId: string,
  reservationId: string,
  millicredits: number,
): { readonly reservation: ModelReservation; readonly existed: boolean } | undefined {
  const existing = model.accounts.get(accountId);
  if (existing === undefined) return undefined;
  const beforeReset = { ...existing, allowances: new Map(existing.allowances) };
  const account = resetModelIfDue(model, accountId) as ModelAccount;
  const known = account.reservations.get(reservationId);
  if (known !== undefined) return { reservation: known, existed: true };
  const left = leftOf(account);
  if (amountOf(left) < millicredits) {
    model.accounts.set(accountId, beforeReset);
    return undefined;
  }
  const includedMillicredits = Math.min(left.includedMillicredits, millicredits);
  const taken = { includedMillicredits, purchasedMillicredits: millicredits - includedMillicredits };
  const reservation = { taken, periods: account.periods, substituted: 0 };
  account.reservations.set(reservationId, reservation);
  return { reservation, existed: false };
}

/**
 * Resolves every reservation of one account that can be resolved, and returns the ids of the
 * rejected ones.
 */
export function resolveModel(
  model: Model,
  accountId: string,
  resolutions: ReadonlyMap<string, Resolution>,
): Set<string> {
  const rejected = new Set<string>();
  // Unspent purchased credits come back first. The rest of the ended month then replaces unspent
  // included credits, in the order of the ids.
  const inOrder = [...resolutions].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const resolved: ModelReservation[] = [];
  for (const [reservationId, resolution] of inOrder) {
    const reservation = model.accounts.get(accountId)?.reservations.get(reservationId);
    // The service looks up an unknown reservation again under the lock, where it makes a due reset.
    if (reservation === undefined) resetModelIfDue(model, accountId);
    const { state, capturedMillicredits } = reservation?.resolution ?? { state: 'pending', capturedMillicredits: 0 };
    const status = resolutionStatus(reservation && { ...reservation.taken, state, capturedMillicredits }, resolution);
    if (status.kind === 'rejected') rejected.add(reservationId);
    if (status.kind !== 'applicable') continue;
    const account = resetModelIfDue(model, accountId);
    if (account === undefined) continue;
    if (reservation === undefined) addTombstone(account, reservationId);
    else {
      const before = leftOf(account);
      reservation.resolution = resolution;
      reservation.returned = difference(leftOf(account), before);
      resolved.push(reservation);
    }
  }
  const account = model.accounts.get(accountId);
  if (account !== undefined) for (const reservation of resolved) substitutePurchased(account, reservation);
  return rejected;
}

/** Records a reservation that is released before it is made. */
function addTombstone(account: ModelAccount, reservationId: string): void {
  const nothing = { includedMillicredits: 0, purchasedMillicredits: 0 };
  account.reservations.set(reservationId, {
    taken: nothing,
    periods: account.periods,
    resolution: { state: 'released', capturedMillicredits: 0 },
    returned: nothing,
    substituted: 0,
  });
}

/**
 * Returns purchased credits in place of included ones that were held when their month ended, up to
 * what captures of that month spent.
 */
function substitutePurchased(account: ModelAccount, reservation: ModelReservation): void {
  if (reservation.periods !== account.previousPeriods) return;
  const unused = reservation.taken.includedMillicredits - consumed(reservation).includedMillicredits;
  reservation.substituted = Math.min(unused, purchasedSpentIn(account, reservation.periods));
  const { includedMillicredits, purchasedMillicredits } = reservation.returned as Parts;
  reservation.returned = {
    includedMillicredits,
    purchasedMillicredits: purchasedMillicredits + reservation.substituted,
  };
}

/**
 * Returns the purchased credits that captures of a month's reservations spent, less what came back.
 */
function purchasedSpentIn(account: ModelAccount, periods: number): number {
  return [...account.reservations.values()]
    .filter((each) => each.periods === periods && each.resolution !== undefined)
    .reduce((sum, each) => sum + consumed(each).purchasedMillicredits, 0);
}

function difference(after: Parts, before: Parts): Parts {
  return {
    includedMillicredits: after.includedMillicredits - before.includedMillicredits,
    purchasedMillicredits: after.purchasedMillicredits - before.purchasedMillicredits,
  };
}

/** Returns what the account can spend. */
export function remainingModel(model: Model, accountId: string): number {
  const account = model.accounts.get(accountId);
  return account === undefined ? 0 : amountOf(leftOf(account));
}

/**
 * Returns the months of an account that paid fewer purchased credits than they spent beyond their
 * highest allowance. Each would mean that credits came from nothing.
 */
export function underpaidMonths(account: ModelAccount): number[] {
  return [...account.allowances].flatMap(([periods, allowance]) => {
    const ofMonth = [...account.reservations.values()].filter((each) => each.periods === periods);
    const spent = ofMonth.reduce((sum, each) => sum + (each.resolution?.capturedMillicredits ?? 0), 0);
    return purchasedSpentIn(account, periods) < Math.max(spent - allowance, 0) ? [periods] : [];
  });
}
