import type { Clock } from '@prospecting/platform/clock';
import { DomainError, serviceUnavailable, validationFailed } from '@prospecting/platform/errors';
import { fromTimestamp, toTimestamp } from '@prospecting/platform/grpc';
import type { credits } from '@prospecting/protos';
import type { Credits } from '#src/spending/credits.js';

/**
 * What a test does at a call. Throwing before it loses the request; throwing after it loses the
 * reply.
 */
export interface Faults {
  beforeReserve?: (request: credits.ReserveRequest) => void | Promise<void>;
  afterReserve?: (request: credits.ReserveRequest) => void | Promise<void>;
  beforeCapture?: () => void | Promise<void>;
  beforeRelease?: () => void | Promise<void>;
}

/**
 * The other side of the spend protocol, for tests of the protocol's branches. Keeps the contract of
 * credits.proto and every reservation in memory.
 */
export interface RecordedCredits extends Credits {
  /** In millicredits, by account. An account without an entry has no subscription. */
  readonly balances: Map<string, number>;
  readonly reservations: credits.Reservation[];
  readonly faults: Faults;
  /** Returns the sum of an account's captures, in millicredits. */
  captured(accountId: string): number;
  /** Returns the states of an account's reservations: `pending`, `captured` or `released`. */
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
  /** Records a release without a reservation, so that a late reserve finds it released. */
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
    const errors = done.flatMap((isDone, index) =>
      isDone ? [] : [[`${field}[${index}]`, ['cannot be resolved in this way']]],
    );
    if (errors.length > 0) throw validationFailed(Object.fromEntries(errors) as Record<string, string[]>);
    return { reservations: [] };
  };
  const unused = (): never => {
    throw new Error('a spend must not call this method');
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
        // Pages go by index, so a reservation that is resolved between two pages does not shift the
        // next one.
        const page = reservations
          .map((each, index) => ({ ...each, index }))
          .filter((each) => each.state === 'RESERVATION_STATE_PENDING' && ageOf(each) >= minAgeMs)
          .filter((each) => each.index >= Number(after))
          .slice(0, limit);
        return Promise.resolve({
          reservations: page.map((each) => ({ ...each, ageMs: ageOf(each) })),
          nextAfter: page.length === limit ? String((page.at(-1)?.index ?? 0) + 1) : '',
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

/** Returns a fault that occurs the given number of times: the dependency does not answer. */
export function unavailable(times: number): () => void {
  let remaining = times;
  return () => {
    if (remaining === 0) return;
    remaining -= 1;
    throw serviceUnavailable('the test dropped this message');
  };
}
