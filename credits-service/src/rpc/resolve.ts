import { mapBounded } from '@prospecting/platform/batching';
import { validationFailed } from '@prospecting/platform/errors';
import { inTransaction, type Queryable } from '@prospecting/platform/postgres';
import type { credits } from '@prospecting/protos';
import { resolutionStatus, type Reservation, type Resolution } from '../ledger/reservation.js';
import { insertReleasedReservations } from '../sql/insert-released-reservations.js';
import { resolve as resolveStatement } from '../sql/resolve.js';
import type { CreditsDependencies } from './dependencies.js';
import { toNeverReserved, toReservation } from './present.js';
import { invalidField, parseAccountId, parseReservationId } from './validate.js';
import { withLockedBalance } from './with-locked-balance.js';

/**
 * Concurrent statements of one request. The number is small because no caller waits for a capture,
 * while callers of Reserve wait for the same connections and cores. With four, spends were 7 %
 * slower on two cores.
 */
const MAX_ACCOUNTS_IN_FLIGHT = 2;
const MAX_RESOLUTIONS = 1000;

/** One item of a Capture or Release request. */
interface ResolutionItem {
  readonly accountId: string;
  readonly reservationId: string;
  readonly resolution: Resolution;
}

/**
 * The names of each resolution: in the ledger, in the request, and of the crash points around it.
 */
const RESOLUTION_NAMES = {
  captured: { entryKind: 'capture', field: 'captures', before: 'credits.capturing', after: 'credits.captured' },
  released: { entryKind: 'release', field: 'releases', before: 'credits.releasing', after: 'credits.released' },
} as const;

/**
 * The result for one account of a request: its reservations by id, or why they were not resolved.
 */
type AccountOutcome = { readonly reservations: ReadonlyMap<string, Reservation> } | { readonly failure: unknown };

/** Captures part or all of each reservation. Throws as `resolve` does, on `captures[n]`. */
export async function capture(
  dependencies: CreditsDependencies,
  { captures }: credits.CaptureRequest,
): Promise<credits.ResolveResponse> {
  const items = captures.map(({ accountId, reservationId, millicredits }, index) => {
    if (!Number.isSafeInteger(millicredits) || millicredits < 0)
      throw invalidField(`captures[${index}]`, 'millicredits must be 0 or more, and whole');
    return toItem(accountId, reservationId, { state: 'captured', capturedMillicredits: millicredits });
  });
  return resolve(dependencies, 'captured', items);
}

/**
 * Releases each reservation, including one that is not made yet. Throws as `resolve` does, on
 * `releases[n]`.
 */
export async function release(
  dependencies: CreditsDependencies,
  { releases }: credits.ReleaseRequest,
): Promise<credits.ResolveResponse> {
  const items = releases.map(({ accountId, reservationId }) =>
    toItem(accountId, reservationId, { state: 'released', capturedMillicredits: 0 }),
  );
  return resolve(dependencies, 'released', items);
}

function toItem(accountId: string, reservationId: string, resolution: Resolution): ResolutionItem {
  return { accountId: parseAccountId(accountId), reservationId: parseReservationId(reservationId), resolution };
}

/**
 * Resolves account by account, a few concurrently, and returns the current state of every
 * reservation. A failure of one item does not stop the others. Throws what the database threw for
 * an account; otherwise validation_failed, naming each item that is unknown or resolved
 * differently.
 */
async function resolve(
  dependencies: CreditsDependencies,
  state: Resolution['state'],
  items: readonly ResolutionItem[],
): Promise<credits.ResolveResponse> {
  const { field, before, after } = RESOLUTION_NAMES[state];
  if (items.length > MAX_RESOLUTIONS) throw invalidField(field, `must be at most ${MAX_RESOLUTIONS}`);
  const byAccount = [...groupByAccount(items)];
  await dependencies.crashPoints?.pass(before);
  const outcomes = await mapBounded(byAccount, MAX_ACCOUNTS_IN_FLIGHT, async ([accountId, itemsOfAccount]) => {
    const outcome = await resolveAccount(dependencies, state, accountId, itemsOfAccount).catch((failure: unknown) => ({
      failure,
    }));
    return [accountId, outcome] as const;
  });
  await dependencies.crashPoints?.pass(after);
  return toResponse(field, items, new Map<string, AccountOutcome>(outcomes));
}

function toResponse(
  field: string,
  items: readonly ResolutionItem[],
  outcomes: ReadonlyMap<string, AccountOutcome>,
): credits.ResolveResponse {
  const errors: Record<string, string[]> = {};
  const reservations = items.map(({ accountId, reservationId, resolution }, index) => {
    const outcome = outcomes.get(accountId) as AccountOutcome;
    // Thrown before any rejection: a retry is safe and may fix this, while it cannot change a
    // rejection.
    if ('failure' in outcome) throw outcome.failure;
    const reservation = outcome.reservations.get(reservationId);
    const status = resolutionStatus(reservation, resolution);
    if (status.kind === 'rejected') errors[`${field}[${index}]`] = [`the reservation ${status.problem}`];
    return reservation === undefined ? toNeverReserved(accountId, reservationId) : toReservation(reservation);
  });
  if (Object.keys(errors).length > 0) throw validationFailed(errors);
  return { reservations };
}

function groupByAccount(items: readonly ResolutionItem[]): Map<string, ResolutionItem[]> {
  const groups = new Map<string, ResolutionItem[]>();
  for (const item of items) {
    const group = groups.get(item.accountId);
    if (group === undefined) groups.set(item.accountId, [item]);
    else group.push(item);
  }
  return groups;
}

type Resolutions = ReadonlyMap<string, Resolution>;

/**
 * Runs one statement. It needs a second one, under the lock, for the first change of a month, after
 * a race with another change of the account, and for unknown reservations: one may have been made
 * while the first statement waited for the balance.
 */
async function resolveAccount(
  { pool, clock }: CreditsDependencies,
  state: Resolution['state'],
  accountId: string,
  items: readonly ResolutionItem[],
): Promise<AccountOutcome> {
  const now = clock.now();
  // The first of several contradicting items for one reservation decides.
  const resolutions: Resolutions = new Map(items.toReversed().map((item) => [item.reservationId, item.resolution]));
  const run = async (on: Queryable): Promise<Map<string, Reservation>> => {
    const ids = [...resolutions.keys()];
    const amounts = [...resolutions.values()].map((resolution) => resolution.capturedMillicredits);
    const entryKind = RESOLUTION_NAMES[state].entryKind;
    const rows = await resolveStatement.run(on, [accountId, ids, amounts, state, entryKind, now]);
    return new Map(rows.map((row) => [row.reservationId, row]));
  };
  const withoutLock = await run(pool);
  if ([...resolutions].every(([id, resolution]) => isFinal(withoutLock.get(id), resolution)))
    return { reservations: withoutLock };
  // Under the lock, the statement sees every earlier change of the account, so its answer is final.
  return inTransaction(pool, async (client) => {
    await withLockedBalance(client, accountId, now);
    const reservations = await run(client);
    const unknown = [...resolutions.keys()].filter((id) => !reservations.has(id));
    if (state === 'released' && unknown.length > 0) {
      const rows = await insertReleasedReservations.run(client, [accountId, unknown]);
      for (const row of rows) reservations.set(row.reservationId, row);
    }
    if ([...reservations].some(([id, reservation]) => !isFinal(reservation, resolutions.get(id) as Resolution)))
      throw new Error(`reservations of ${accountId} are still unresolved after a resolve under the lock`);
    return { reservations };
  });
}

/** Returns true when running the resolution again would change nothing. */
function isFinal(reservation: Reservation | undefined, resolution: Resolution): boolean {
  return reservation !== undefined && resolutionStatus(reservation, resolution).kind !== 'applicable';
}
