import { mapBounded } from '@prospecting/platform/batching';
import { validationFailed } from '@prospecting/platform/errors';
import { inTransaction, type Queryable } from '@prospecting/platform/postgres';
import type { credits } from '@prospecting/protos';
import { standingOf, type Reservation, type Resolution } from '../ledger/reservation.js';
import { insertReleasedReservations } from '../sql/insert-released-reservations.js';
import { resolve as resolveStatement } from '../sql/resolve.js';
import type { CreditsDependencies } from './dependencies.js';
import { toNeverReserved, toReservation } from './present.js';
import { touch } from './touch.js';
import { parseAccountId, parseReservationId, refuse } from './validate.js';

/**
 * Statements of one request under way at once. Few: nobody waits for a capture, and whoever reserves waits for the same connections and cores (spends
 * with four here were 7 % slower on two cores).
 */
const MAX_ACCOUNTS_IN_FLIGHT = 2;
const MAX_RESOLUTIONS = 1000;

interface Asked {
  readonly accountId: string;
  readonly reservationId: string;
  readonly resolution: Resolution;
}

/** What a resolution is called: in the ledger, the field of the request, and the crash points on both sides of it. */
const NAMES = {
  captured: { entryKind: 'capture', field: 'captures', before: 'credits.capturing', after: 'credits.captured' },
  released: { entryKind: 'release', field: 'releases', before: 'credits.releasing', after: 'credits.released' },
} as const;

/** What became of one account's part of a request: its reservations by id, or why they could not be seen to. */
type Outcome = { readonly reservations: ReadonlyMap<string, Reservation> } | { readonly failure: unknown };

/** Captures part or all of each reservation. Throws as `resolve` does, on `captures[n]`. */
export async function capture(
  dependencies: CreditsDependencies,
  { captures }: credits.CaptureRequest,
): Promise<credits.ResolveResponse> {
  const asked = captures.map(({ accountId, reservationId, millicredits }, index) => {
    if (!Number.isSafeInteger(millicredits) || millicredits < 0)
      refuse(`captures[${index}]`, 'millicredits must be 0 or more, and whole');
    return toAsked(accountId, reservationId, { state: 'captured', capturedMillicredits: millicredits });
  });
  return resolve(dependencies, 'captured', asked);
}

/** Releases each reservation, also one that is not made yet. Throws as `resolve` does, on `releases[n]`. */
export async function release(
  dependencies: CreditsDependencies,
  { releases }: credits.ReleaseRequest,
): Promise<credits.ResolveResponse> {
  const asked = releases.map(({ accountId, reservationId }) =>
    toAsked(accountId, reservationId, { state: 'released', capturedMillicredits: 0 }),
  );
  return resolve(dependencies, 'released', asked);
}

function toAsked(accountId: string, reservationId: string, resolution: Resolution): Asked {
  return { accountId: parseAccountId(accountId), reservationId: parseReservationId(reservationId), resolution };
}

/**
 * Resolves account by account, several at once, and then answers every reservation as it stands. Whatever one of them meets, the others
 * are resolved. Throws what the database threw for an account; else validation_failed, naming each that is unknown or otherwise resolved.
 */
async function resolve(
  dependencies: CreditsDependencies,
  state: Resolution['state'],
  asked: readonly Asked[],
): Promise<credits.ResolveResponse> {
  const { field, before, after } = NAMES[state];
  if (asked.length > MAX_RESOLUTIONS) refuse(field, `must be at most ${MAX_RESOLUTIONS}`);
  const byAccount = [...groupByAccount(asked)];
  await dependencies.crashPoints?.pass(before);
  const outcomes = await mapBounded(byAccount, MAX_ACCOUNTS_IN_FLIGHT, async ([accountId, ofAccount]) => {
    const outcome = await resolveAccount(dependencies, state, accountId, ofAccount).catch((failure: unknown) => ({
      failure,
    }));
    return [accountId, outcome] as const;
  });
  await dependencies.crashPoints?.pass(after);
  return answer(field, asked, new Map<string, Outcome>(outcomes));
}

function answer(
  field: string,
  asked: readonly Asked[],
  outcomes: ReadonlyMap<string, Outcome>,
): credits.ResolveResponse {
  const errors: Record<string, string[]> = {};
  const reservations = asked.map(({ accountId, reservationId, resolution }, index) => {
    const outcome = outcomes.get(accountId) as Outcome;
    // A retry is safe, so this comes before anything that a retry would not change.
    if ('failure' in outcome) throw outcome.failure;
    const reservation = outcome.reservations.get(reservationId);
    const standing = standingOf(reservation, resolution);
    if (standing.kind === 'refused') errors[`${field}[${index}]`] = [`the reservation ${standing.problem}`];
    return reservation === undefined ? toNeverReserved(accountId, reservationId) : toReservation(reservation);
  });
  if (Object.keys(errors).length > 0) throw validationFailed(errors);
  return { reservations };
}

function groupByAccount(asked: readonly Asked[]): Map<string, Asked[]> {
  const groups = new Map<string, Asked[]>();
  for (const each of asked) {
    const group = groups.get(each.accountId);
    if (group === undefined) groups.set(each.accountId, [each]);
    else group.push(each);
  }
  return groups;
}

type Resolutions = ReadonlyMap<string, Resolution>;

/**
 * One statement, but for the first touch of a month, a race with another change of the account, and
 * what is unknown: a reservation may have been made while the statement waited for the balance.
 */
async function resolveAccount(
  { pool, clock }: CreditsDependencies,
  state: Resolution['state'],
  accountId: string,
  asked: readonly Asked[],
): Promise<Outcome> {
  const now = clock.now();
  // Of two that ask for different things of one reservation, the first decides.
  const resolutions: Resolutions = new Map(asked.toReversed().map((each) => [each.reservationId, each.resolution]));
  const run = async (on: Queryable): Promise<Map<string, Reservation>> => {
    const ids = [...resolutions.keys()];
    const amounts = [...resolutions.values()].map((resolution) => resolution.capturedMillicredits);
    const rows = await resolveStatement.run(on, [accountId, ids, amounts, state, NAMES[state].entryKind, now]);
    return new Map(rows.map((row) => [row.reservationId, row]));
  };
  const atOnce = await run(pool);
  if ([...resolutions].every(([id, resolution]) => isFinal(atOnce.get(id), resolution)))
    return { reservations: atOnce };
  // Once the touch has locked the balance, the statement sees all that was done before, so that what it says is final.
  return inTransaction(pool, async (client) => {
    await touch(client, accountId, now);
    const reservations = await run(client);
    const unknown = [...resolutions.keys()].filter((id) => !reservations.has(id));
    if (state === 'released' && unknown.length > 0) {
      const rows = await insertReleasedReservations.run(client, [accountId, unknown]);
      for (const row of rows) reservations.set(row.reservationId, row);
    }
    if ([...reservations].some(([id, each]) => !isFinal(each, resolutions.get(id) as Resolution)))
      throw new Error(`reservations of ${accountId} could not be resolved`);
    return { reservations };
  });
}

function isFinal(reservation: Reservation | undefined, resolution: Resolution): boolean {
  return reservation !== undefined && standingOf(reservation, resolution).kind !== 'due';
}
