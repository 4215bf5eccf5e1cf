import type { Clock } from '@prospecting/platform/clock';
import { DomainError, serviceUnavailable, validationFailed } from '@prospecting/platform/errors';
import { fromTimestamp, toTimestamp } from '@prospecting/platform/grpc';
import type { credits } from '@prospecting/protos';
import type { Credits } from '../spending/dependencies.js';

/** What a test does at a call: throwing before it loses the request, throwing after it loses the reply. */
export interface Faults {
  beforeReserve?: (request: credits.ReserveRequest) => void | Promise<void>;
  afterReserve?: (request: credits.ReserveRequest) => void | Promise<void>;
  beforeCapture?: () => void | Promise<void>;
  beforeRelease?: () => void | Promise<void>;
}

/** The other side of the spend protocol, for tests of its branches: keeps the contract of credits.proto in memory, and every reservation. */
export interface RecordedCredits extends Credits {
  /** By account, in millicredits; an account that is not there has no subscription. */
  readonly balances: Map<string, number>;
  readonly reservations: credits.Reservation[];
  readonly faults: Faults;
  /** What was captured of an account in all. */
  captured(accountId: string): number;
  states(accountId: string): string[];
}

export function createRecordedCredits(clock: Clock): RecordedCredits {
  const balances = new Map<string, number>();
  const reservations: credits.Reservation[] = [];
  const faults: Faults = {};
  const ofAccount = (accountId: string) => reservations.filter((each) => each.accountId === accountId);
  const find = (reservationId: string) => reservations.find((each) => each.reservationId === reservationId);

  const reserve = (request: credits.ReserveRequest): credits.Reservation => {
    const { accountId, reservationId, millicredits } = request;
    const known = find(reservationId);
    if (known !== undefined) return { ...known, remainingMillicredits: balances.get(accountId) ?? 0 };
    const balance = balances.get(accountId);
    if (balance === undefined || balance < millicredits) {
      throw new DomainError('insufficient_credits', {
        members: { creditsRequiredMillicredits: millicredits, creditsRemainingMillicredits: balance ?? null },
      });
    }
    balances.set(accountId, balance - millicredits);
    const reservation: credits.Reservation = {
      accountId,
      reservationId,
      state: 'RESERVATION_STATE_PENDING',
      includedMillicredits: 0,
      purchasedMillicredits: millicredits,
      capturedMillicredits: 0,
      reservedAt: toTimestamp(clock.now()),
      remainingMillicredits: balance - millicredits,
      existed: false,
      returnedIncludedMillicredits: 0,
      returnedPurchasedMillicredits: 0,
      ageMs: 0,
    };
    reservations.push(reservation);
    return { ...reservation };
  };

  const resolve = (reservationId: string, state: credits.ReservationState, millicredits: number): boolean => {
    const reservation = find(reservationId);
    if (reservation === undefined) return false;
    if (reservation.state === state) return reservation.capturedMillicredits === millicredits;
    if (reservation.state !== 'RESERVATION_STATE_PENDING' || millicredits > reservation.purchasedMillicredits)
      return false;
    reservation.state = state;
    reservation.capturedMillicredits = millicredits;
    const rest = reservation.purchasedMillicredits - millicredits;
    balances.set(reservation.accountId, (balances.get(reservation.accountId) ?? 0) + rest);
    return true;
  };
  const answer = (done: readonly boolean[]): credits.ResolveResponse => {
    if (done.includes(false)) throw validationFailed({ reservations: ['one cannot be resolved so'] });
    return { reservations: [] };
  };
  const unused = (): never => {
    throw new Error('a spend does not call this');
  };

  return {
    balances,
    reservations,
    faults,
    captured: (accountId) => ofAccount(accountId).reduce((total, each) => total + each.capturedMillicredits, 0),
    states: (accountId) =>
      ofAccount(accountId).map((each) => each.state.replace('RESERVATION_STATE_', '').toLowerCase()),
    ledger: {
      async reserve(request) {
        await faults.beforeReserve?.(request);
        const reservation = reserve(request);
        await faults.afterReserve?.(request);
        return reservation;
      },
      async capture({ captures }) {
        await faults.beforeCapture?.();
        return answer(
          captures.map((each) => resolve(each.reservationId, 'RESERVATION_STATE_CAPTURED', each.millicredits)),
        );
      },
      async release({ releases }) {
        await faults.beforeRelease?.();
        return answer(releases.map((each) => resolve(each.reservationId, 'RESERVATION_STATE_RELEASED', 0)));
      },
      subscribe: unused,
      grant: unused,
    },
    reader: {
      getBalances: ({ accountIds }) =>
        Promise.resolve({ balances: accountIds.map((accountId) => toBalance(accountId, balances.get(accountId))) }),
      listPendingReservations: ({ minAgeMs, limit, after }) => {
        const reservedBefore = toTimestamp(new Date(clock.now().getTime() - minAgeMs));
        const page = reservations
          .filter((each) => each.state === 'RESERVATION_STATE_PENDING' && isBefore(each.reservedAt, reservedBefore))
          .slice(Number(after), Number(after) + limit);
        return Promise.resolve({
          reservations: page.map((each) => ({ ...each })),
          nextAfter: page.length === limit ? String(Number(after) + limit) : '',
        });
      },
      listEntries: unused,
      listReservations: unused,
      listAccounts: unused,
    },
  };
}

type TimestampField = credits.Reservation['reservedAt'];

function isBefore(one: TimestampField, other: TimestampField): boolean {
  if (!one || !other) throw new Error('a time is missing');
  return fromTimestamp(one) < fromTimestamp(other);
}

function toBalance(accountId: string, millicredits: number | undefined): credits.Balance {
  const balance = { accountId, includedMillicredits: 0, purchasedMillicredits: millicredits ?? 0 };
  if (millicredits === undefined) return balance;
  return { ...balance, subscription: { includedMillicredits: 0, renewsAt: toTimestamp(new Date(0)) } };
}

/** A fault that happens the given number of times: the dependency does not answer. */
export function unavailable(times: number): () => void {
  let left = times;
  return () => {
    if (left === 0) return;
    left -= 1;
    throw serviceUnavailable('a test lost this message');
  };
}
