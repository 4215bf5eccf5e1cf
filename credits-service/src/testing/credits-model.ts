import { amountOf, standingOf, type Parts, type Resolution } from '../ledger/reservation.js';

/**
 * What an account should have, worked out by the plainest way there is: nothing but what was granted,
 * the allowance, and the reservations of each month is kept. What is left of either part is counted
 * anew from them whenever it is asked for.
 */
export interface ModelAccount {
  grantedMillicredits: number;
  allowanceMillicredits: number;
  readonly startedAt: Date;
  /** Months since the start, the present one counted. It names the present month. */
  periods: number;
  /** The month that was the present one before this. */
  previousPeriods: number | undefined;
  /** The highest allowance of each month in which there was one to spend from. */
  readonly allowances: Map<number, number>;
  readonly reservations: Map<string, ModelReservation>;
  readonly grants: string[];
}

export interface ModelReservation {
  readonly taken: Parts;
  readonly periods: number;
  /** `undefined` while pending. */
  resolution?: Resolution;
  givenBack?: Parts;
  /** Purchased credits that came back in place of included ones whose month had ended. */
  instead: number;
}

/** All accounts that have a balance, and the time. */
export interface Model {
  nowMs: number;
  readonly accounts: Map<string, ModelAccount>;
}

const dayMs = 24 * 60 * 60 * 1000;

/** When an account renews: the day of the start so many months after it, or that month's last day. */
export function modelRenewal({ startedAt, periods }: ModelAccount): Date {
  const [year, month] = [startedAt.getUTCFullYear(), startedAt.getUTCMonth() + periods];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(year, month, Math.min(startedAt.getUTCDate(), lastDay));
  return new Date(midnight + (startedAt.getTime() % dayMs));
}

/** What a reservation consumes of each part: all that it took until it is resolved, then what it spent, included credits first. */
function consumed({ taken, resolution, instead }: ModelReservation): Parts {
  if (resolution === undefined) return taken;
  const includedMillicredits = Math.min(taken.includedMillicredits, resolution.capturedMillicredits);
  return {
    includedMillicredits,
    purchasedMillicredits: resolution.capturedMillicredits - includedMillicredits - instead,
  };
}

/** What is left of each part. */
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

/** The account after the reset where one is due. */
export function touchModel(model: Model, accountId: string): ModelAccount | undefined {
  const account = model.accounts.get(accountId);
  if (account === undefined) return undefined;
  const before = account.periods;
  while (modelRenewal(account).getTime() <= model.nowMs) account.periods += 1;
  if (account.periods !== before) {
    account.previousPeriods = before;
    noteAllowance(account);
  }
  return account;
}

function noteAllowance(account: ModelAccount): void {
  const highest = Math.max(account.allowances.get(account.periods) ?? 0, account.allowanceMillicredits);
  account.allowances.set(account.periods, highest);
}

export function subscribeModel(model: Model, accountId: string, allowanceMillicredits: number): void {
  const account = touchModel(model, accountId) ?? {
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
  noteAllowance(account);
  model.accounts.set(accountId, account);
}

/** Reserves where the account can pay; one that cannot is not even touched, because the refusal undoes the reset. */
export function reserveModel(
  model: Model,
  accountId: string,
  reservationId: string,
  millicredits: number,
): { readonly reservation: ModelReservation; readonly existed: boolean } | undefined {
  const present = model.accounts.get(accountId);
  if (present === undefined) return undefined;
  const untouched = { ...present, allowances: new Map(present.allowances) };
  const account = touchModel(model, accountId) as ModelAccount;
  const known = account.reservations.get(reservationId);
  if (known !== undefined) return { reservation: known, existed: true };
  const left = leftOf(account);
  if (amountOf(left) < millicredits) {
    model.accounts.set(accountId, untouched);
    return undefined;
  }
  const includedMillicredits = Math.min(left.includedMillicredits, millicredits);
  const taken = { includedMillicredits, purchasedMillicredits: millicredits - includedMillicredits };
  const reservation = { taken, periods: account.periods, instead: 0 };
  account.reservations.set(reservationId, reservation);
  return { reservation, existed: false };
}

/** Resolves those of one account's reservations that can be, and tells which cannot. */
export function resolveModel(
  model: Model,
  accountId: string,
  resolutions: ReadonlyMap<string, Resolution>,
): Set<string> {
  const refused = new Set<string>();
  // Purchased credits that were not spent come back as such first; what is left of the month that
  // ended then goes to its included ones, by id.
  const inOrder = [...resolutions].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const resolved: ModelReservation[] = [];
  for (const [reservationId, resolution] of inOrder) {
    const reservation = model.accounts.get(accountId)?.reservations.get(reservationId);
    // What is unknown is looked at again under the lock, where a due reset is made.
    if (reservation === undefined) touchModel(model, accountId);
    const { state, capturedMillicredits } = reservation?.resolution ?? { state: 'pending', capturedMillicredits: 0 };
    const standing = standingOf(reservation && { ...reservation.taken, state, capturedMillicredits }, resolution);
    if (standing.kind === 'refused') refused.add(reservationId);
    if (standing.kind !== 'due') continue;
    const account = touchModel(model, accountId);
    if (account === undefined) continue;
    if (reservation === undefined) buryModel(account, reservationId);
    else {
      const before = leftOf(account);
      reservation.resolution = resolution;
      reservation.givenBack = difference(leftOf(account), before);
      resolved.push(reservation);
    }
  }
  const account = model.accounts.get(accountId);
  if (account !== undefined) for (const reservation of resolved) giveInstead(account, reservation);
  return refused;
}

/** A reservation that is released before it is made. */
function buryModel(account: ModelAccount, reservationId: string): void {
  const nothing = { includedMillicredits: 0, purchasedMillicredits: 0 };
  account.reservations.set(reservationId, {
    taken: nothing,
    periods: account.periods,
    resolution: { state: 'released', capturedMillicredits: 0 },
    givenBack: nothing,
    instead: 0,
  });
}

/** Included credits that were held when their month ended: purchased ones that captures of that month spent come back instead. */
function giveInstead(account: ModelAccount, reservation: ModelReservation): void {
  if (reservation.periods !== account.previousPeriods) return;
  const unused = reservation.taken.includedMillicredits - consumed(reservation).includedMillicredits;
  reservation.instead = Math.min(unused, purchasedSpentIn(account, reservation.periods));
  const { includedMillicredits, purchasedMillicredits } = reservation.givenBack as Parts;
  reservation.givenBack = {
    includedMillicredits,
    purchasedMillicredits: purchasedMillicredits + reservation.instead,
  };
}

/** What captures of a month's reservations spent of purchased credits, less what came back of it. */
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

/** What the account can spend. */
export function remainingModel(model: Model, accountId: string): number {
  const account = model.accounts.get(accountId);
  return account === undefined ? 0 : amountOf(leftOf(account));
}

/** Months of an account that paid less than what they spent beyond their highest allowance: credits out of nothing. */
export function monthsPaidTooLittle(account: ModelAccount): number[] {
  return [...account.allowances].flatMap(([periods, allowance]) => {
    const ofMonth = [...account.reservations.values()].filter((each) => each.periods === periods);
    const spent = ofMonth.reduce((sum, each) => sum + (each.resolution?.capturedMillicredits ?? 0), 0);
    return purchasedSpentIn(account, periods) < Math.max(spent - allowance, 0) ? [periods] : [];
  });
}
