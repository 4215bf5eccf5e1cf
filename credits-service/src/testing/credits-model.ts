import {
  amountOf,
  partsGivenBack,
  partsTaken,
  standingOf,
  type Parts,
  type Resolution,
} from '../ledger/reservation.js';

/** What an account should have, worked out by the plainest way there is. */
export interface ModelAccount extends Parts {
  includedMillicredits: number;
  purchasedMillicredits: number;
  allowanceMillicredits: number;
  readonly startedAt: Date;
  /** Months since the start, the present one counted. */
  periods: number;
  readonly reservations: Map<string, ModelReservation>;
}

export interface ModelReservation {
  readonly taken: Parts;
  readonly periods: number;
  readonly reservedAt: Date;
  /** `undefined` while pending. */
  resolution?: Resolution;
  givenBack?: Parts;
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

/** The account after the reset where one is due. */
export function touchModel(model: Model, accountId: string): ModelAccount | undefined {
  const account = model.accounts.get(accountId);
  if (account === undefined) return undefined;
  while (modelRenewal(account).getTime() <= model.nowMs) {
    account.periods += 1;
    account.includedMillicredits = account.allowanceMillicredits;
  }
  return account;
}

export function subscribeModel(model: Model, accountId: string, allowanceMillicredits: number): void {
  const account = touchModel(model, accountId);
  if (account === undefined) {
    model.accounts.set(accountId, {
      includedMillicredits: allowanceMillicredits,
      purchasedMillicredits: 0,
      allowanceMillicredits,
      startedAt: new Date(model.nowMs),
      periods: 1,
      reservations: new Map(),
    });
    return;
  }
  const difference = allowanceMillicredits - account.allowanceMillicredits;
  account.includedMillicredits = Math.max(account.includedMillicredits + difference, 0);
  account.allowanceMillicredits = allowanceMillicredits;
}

/** Reserves where the account can pay; one that cannot is not even touched, because the refusal undoes the reset. */
export function reserveModel(
  model: Model,
  accountId: string,
  reservationId: string,
  millicredits: number,
): ModelReservation | undefined {
  const present = model.accounts.get(accountId);
  if (present === undefined) return undefined;
  const untouched = { ...present };
  const account = touchModel(model, accountId) as ModelAccount;
  const known = account.reservations.get(reservationId);
  if (known !== undefined) return known;
  const taken = partsTaken(account, millicredits);
  if (taken === undefined) {
    Object.assign(account, untouched);
    return undefined;
  }
  account.includedMillicredits -= taken.includedMillicredits;
  account.purchasedMillicredits -= taken.purchasedMillicredits;
  const reservation = { taken, periods: account.periods, reservedAt: new Date(model.nowMs) };
  account.reservations.set(reservationId, reservation);
  return reservation;
}

/** Resolves those of one account's reservations that can be, and tells which cannot. */
export function resolveModel(
  model: Model,
  accountId: string,
  resolutions: ReadonlyMap<string, Resolution>,
): Set<string> {
  const refused = new Set<string>();
  // What an allowance has no room for is lost to the later ones by id.
  for (const [reservationId, resolution] of [...resolutions].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const reservation = model.accounts.get(accountId)?.reservations.get(reservationId);
    const standing = standingOf(
      reservation && {
        ...reservation.taken,
        accountId,
        reservationId,
        reservedAt: reservation.reservedAt,
        state: reservation.resolution?.state ?? 'pending',
        capturedMillicredits: reservation.resolution?.capturedMillicredits ?? 0,
      },
      resolution,
    );
    if (standing.kind === 'refused') refused.add(reservationId);
    if (standing.kind === 'due' && reservation !== undefined) {
      giveBack(touchModel(model, accountId) as ModelAccount, reservation, resolution);
    }
  }
  return refused;
}

function giveBack(account: ModelAccount, reservation: ModelReservation, resolution: Resolution): void {
  const sameMonth = reservation.periods === account.periods;
  const room = sameMonth ? account.allowanceMillicredits - account.includedMillicredits : 0;
  const givenBack = partsGivenBack(reservation.taken, resolution.capturedMillicredits, room);
  account.includedMillicredits += givenBack.includedMillicredits;
  account.purchasedMillicredits += givenBack.purchasedMillicredits;
  Object.assign(reservation, { resolution, givenBack });
}

/** What the account can spend. */
export function remainingModel(model: Model, accountId: string): number {
  const account = model.accounts.get(accountId);
  return account === undefined ? 0 : amountOf(account);
}
