import type { Clock } from '@prospecting/platform/clock';
import { DomainError, serviceUnavailable, validationFailed } from '@prospecting/platform/errors';
import { fromTimestamp, toTimestamp } from '@prospecting/platform/grpc';
import type { credits } from '@prospecting/protos';
import type { Credits } from '../spending/credits.js';

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
  const find = ({ accountId, reservationId }: credits.Release) =>
    reservations.find((each) => each.accountId === accountId && each.reservationId === reservationId);

  const reserve = (request: credits.ReserveRequest): credits.Reservation => {
    const { accountId, reservationId, millicredits } = request;
    const known = find(request);
    if (known !== undefined) return { ...known, existed: true, remainingMillicredits: balances.get(accountId) ?? 0 };
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

  const resolve = (name: credits.Release, state: credits.ReservationState, millicredits: number): boolean => {
    const reservation = find(name);
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
  /** A reservation that may never be made: its release came first. */
  const leaveTombstone = ({ accountId, reservationId }: credits.Release): void => {
    if (find({ accountId, reservationId }) !== undefined) return;
    reservations.push({
      accountId,
      reservationId,
      state: 'RESERVATION_STATE_RELEASED',
      includedMillicredits: 0,
      purchasedMillicredits: 0,
      capturedMillicredits: 0,
      reservedAt: toTimestamp(clock.now()),
      remainingMillicredits: 0,
      existed: false,
      returnedIncludedMillicredits: 0,
      returnedPurchasedMillicredits: 0,
      ageMs: 0,
    });
  };
  const answer = (field: string, done: readonly boolean[]): credits.ResolveResponse => {
    const errors = done.flatMap((isDone, index) => (isDone ? [] : [[`${field}[${index}]`, ['cannot be resolved so']]]));
    if (errors.length > 0) throw validationFailed(Object.fromEntries(errors) as Record<string, string[]>);
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
          'captures',
          captures.map((each) => resolve(each, 'RESERVATION_STATE_CAPTURED', each.millicredits)),
        );
      },
      async release({ releases }) {
        await faults.beforeRelease?.();
        for (const each of releases) leaveTombstone(each);
        return answer(
          'releases',
          releases.map((each) => resolve(each, 'RESERVATION_STATE_RELEASED', 0)),
        );
      },
      subscribe: unused,
      grant: unused,
    },
    reader: {
      getBalances: ({ accountIds }) =>
        Promise.resolve({ balances: accountIds.map((accountId) => toBalance(accountId, balances.get(accountId))) }),
      listPendingReservations: ({ minAgeMs, limit, after }) => {
        const ageOf = ({ reservedAt }: credits.Reservation): number =>
          clock.now().getTime() - (reservedAt === null ? 0 : fromTimestamp(reservedAt).getTime());
        // Those that are settled between two pages are passed over by their place, not by their state.
        const page = reservations
          .map((each, place) => ({ ...each, place }))
          .filter((each) => each.state === 'RESERVATION_STATE_PENDING' && ageOf(each) >= minAgeMs)
          .filter((each) => each.place >= Number(after))
          .slice(0, limit);
        return Promise.resolve({
          reservations: page.map((each) => ({ ...each, ageMs: ageOf(each) })),
          nextAfter: page.length === limit ? String((page.at(-1)?.place ?? 0) + 1) : '',
        });
      },
      listEntries: unused,
      listReservations: unused,
      listAccounts: unused,
    },
  };
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
