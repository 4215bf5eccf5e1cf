import { randomUUID } from 'node:crypto';
import type { credits } from '@prospecting/protos';
import { expect } from 'chai';
import fc from 'fast-check';
import { amountOf } from '@prospecting/platform/amounts';
import { type Resolution } from '../ledger/reservation.js';
import {
  brief,
  call,
  createCreditsDatabase,
  refusal,
  testAccount,
  testReservation,
  type CreditsDatabase,
} from '#testing/credits-database.js';
import {
  leftOf,
  modelRenewal,
  remainingModel,
  reserveModel,
  resolveModel,
  subscribeModel,
  resetModelIfDue,
  type Model,
  type ModelAccount,
  type ModelReservation,
} from '#testing/credits-model.js';
import { expectTablesToBe, type Storage } from '#testing/credits-tables.js';

interface Real {
  readonly database: CreditsDatabase;
  readonly accountIds: readonly string[];
  /** The content of the tables after the last step. */
  storage: Storage;
}

type Command = fc.AsyncCommand<Model, Real>;

const dayMs = 24 * 60 * 60 * 1000;

function briefModel(account: ModelAccount | undefined): unknown[] {
  if (account === undefined) return [0, 0, undefined];
  const { includedMillicredits, purchasedMillicredits } = leftOf(account);
  const { allowanceMillicredits } = account;
  return [includedMillicredits, purchasedMillicredits, allowanceMillicredits, modelRenewal(account).toISOString()];
}

function command(title: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    run: async (model, real) => {
      await run(model, real);
      real.storage = await expectTablesToBe(model, real.database.superuser, real.accountIds, real.storage);
    },
    toString: () => title,
  };
}

const subscribe = (index: number, includedMillicredits: number): Command =>
  command(`subscribe(${index}, ${includedMillicredits})`, async (model, { database, accountIds }) => {
    const accountId = accountIds[index] ?? '';
    subscribeModel(model, accountId, includedMillicredits);
    const balance = await database.ledger.subscribe({ accountId, includedMillicredits }, call());
    expect(brief(balance)).to.deep.equal(briefModel(model.accounts.get(accountId)));
  });

/** @param again true repeats the account's newest grant, possibly with another amount */
const grant = (index: number, purchasedMillicredits: number, again: boolean): Command =>
  command(`grant(${index}, ${purchasedMillicredits}, ${again})`, async (model, { database, accountIds }) => {
    const accountId = accountIds[index] ?? '';
    const existing = model.accounts.get(accountId);
    const newest = again ? existing?.grants.at(-1) : undefined;
    const [reference, grantedAmount] = newest?.split(' ') ?? [randomUUID(), undefined];
    const answer = database.ledger.grant({ accountId, purchasedMillicredits, reference: reference ?? '' }, call());
    const isRepeated = grantedAmount === String(purchasedMillicredits);
    if (existing === undefined || (grantedAmount === undefined ? purchasedMillicredits <= 0 : !isRepeated)) {
      expect((await refusal(answer))[0]).to.equal('validation_failed');
      return;
    }
    const account = resetModelIfDue(model, accountId) as ModelAccount;
    if (!isRepeated) {
      account.grantedMillicredits += purchasedMillicredits;
      account.grants.push(`${reference} ${purchasedMillicredits}`);
    }
    expect(brief(await answer)).to.deep.equal(briefModel(account));
  });

/**
 * @param again repeats the call for one of the account's reservations (0 is the newest), possibly
 *   with another amount
 */
const reserve = (index: number, millicredits: number, again: number | undefined): Command =>
  command(`reserve(${index}, ${millicredits}, ${again})`, async (model, { database, accountIds }) => {
    const accountId = accountIds[index] ?? '';
    const known = again === undefined ? undefined : knownReservation(model, accountId, again);
    const reservationId = known?.[0] ?? freshReservation(model, accountId);
    const answer = database.ledger.reserve({ accountId, reservationId, millicredits }, call());
    const expected = reserveModel(model, accountId, reservationId, millicredits);
    if (expected === undefined) {
      expect((await refusal(answer))[0]).to.equal('insufficient_credits');
      return;
    }
    const { reservation, existed } = expected;
    const { reservedAt: _, ageMs: __, ...reserved } = await answer;
    expect(reserved).to.deep.equal({
      accountId,
      reservationId,
      state: stateNames[reservation.resolution?.state ?? 'pending'],
      ...reservation.taken,
      capturedMillicredits: reservation.resolution?.capturedMillicredits ?? 0,
      returnedIncludedMillicredits: reservation.returned?.includedMillicredits ?? 0,
      returnedPurchasedMillicredits: reservation.returned?.purchasedMillicredits ?? 0,
      remainingMillicredits: remainingModel(model, accountId),
      existed,
    });
  });

/** Returns one of the account's reservations; 0 is the newest. */
function knownReservation(model: Model, accountId: string, n: number): [string, ModelReservation] | undefined {
  return [...(model.accounts.get(accountId)?.reservations ?? [])].at(-1 - n);
}

/** Returns an id that the account has not used. Successive ids are not in alphabetical order. */
function freshReservation(model: Model, accountId: string): string {
  const count = model.accounts.get(accountId)?.reservations.size ?? 0;
  return testReservation(((count + 1) * 7919) % 10_007);
}

const stateNames = {
  pending: 'RESERVATION_STATE_PENDING',
  captured: 'RESERVATION_STATE_CAPTURED',
  released: 'RESERVATION_STATE_RELEASED',
} as const;

/**
 * Accounts and reservations by index (see `knownReservation`), and the share of each to capture.
 */
type Picks = readonly (readonly [account: number, reservation: number, share: number])[];

/**
 * Returns the indexes of rejected items. The first of two contradicting items for one reservation
 * decides.
 */
function expectedRejections(model: Model, items: readonly [string, string, Resolution][]): number[] {
  const byAccount = new Map<string, Map<string, Resolution>>();
  for (const [accountId, reservationId, resolution] of items) {
    const resolutions = byAccount.get(accountId) ?? new Map<string, Resolution>();
    if (!resolutions.has(reservationId)) resolutions.set(reservationId, resolution);
    byAccount.set(accountId, resolutions);
  }
  for (const [accountId, resolutions] of byAccount) resolveModel(model, accountId, resolutions);
  return items.flatMap(([accountId, reservationId, resolution], index) =>
    resolveModel(model, accountId, new Map([[reservationId, resolution]])).size === 0 ? [] : [index],
  );
}

const resolve = (state: Resolution['state'], picks: Picks): Command =>
  command(`${state}(${JSON.stringify(picks)})`, async (model, { database, accountIds }) => {
    const items = picks.map(([index, reservation, share]): [string, string, Resolution] => {
      const accountId = accountIds[index] ?? '';
      const [id, known] = knownReservation(model, accountId, reservation) ?? [
        freshReservation(model, accountId),
        undefined,
      ];
      const captured = state === 'captured' && known !== undefined ? Math.round(amountOf(known.taken) * share) : 0;
      return [accountId, id, { state, capturedMillicredits: captured }];
    });
    const messages = items.map(([accountId, reservationId, { capturedMillicredits }]) => ({
      accountId,
      reservationId,
      millicredits: capturedMillicredits,
    }));
    const answer: Promise<credits.ResolveResponse> =
      state === 'captured'
        ? database.ledger.capture({ captures: messages }, call())
        : database.ledger.release({ releases: messages }, call());
    const rejected = expectedRejections(model, items);
    if (rejected.length > 0) {
      const [code, errors] = await refusal(answer);
      expect(code).to.equal('validation_failed');
      const field = state === 'captured' ? 'captures' : 'releases';
      expect(Object.keys(errors as object)).to.have.members(rejected.map((index) => `${field}[${index}]`));
      return;
    }
    const { reservations } = await answer;
    expect(reservations.map((each) => [each.reservationId, each.state, each.capturedMillicredits])).to.deep.equal(
      items.map(([, reservationId, resolution]) => [reservationId, stateNames[state], resolution.capturedMillicredits]),
    );
  });

const readAll = (): Command =>
  command('read all', async (model, { database, accountIds }) => {
    const { balances } = await database.reader.getBalances({ accountIds: [...accountIds] }, call());
    expect(balances.map(brief)).to.deep.equal(
      accountIds.map((accountId) => briefModel(resetModelIfDue(model, accountId))),
    );
  });

const moveClock = (days: number): Command =>
  command(`move the clock by ${days} days`, (model, { database }) => {
    model.nowMs += Math.round(days * dayMs);
    database.clock.set(new Date(model.nowMs));
    return Promise.resolve();
  });

/** Generates commands on few accounts with small amounts, so that most of them interact. */
function anyCommands(): fc.Arbitrary<Iterable<Command>> {
  const account = fc.constantFrom(0, 0, 0, 1, 2);
  const amount = fc.oneof(fc.constant(0), fc.nat({ max: 3000 }));
  const again = fc.option(fc.nat({ max: 5 }), { freq: 4, nil: undefined });
  const reserving = fc
    .tuple(account, fc.oneof(fc.integer({ min: 1, max: 900 }), fc.constant(400)), again)
    .map((args) => reserve(...args));
  const share = fc.oneof(fc.constantFrom(0, 0.5, 1), fc.double({ min: 0, max: 1.02, noNaN: true }));
  const picks = fc.array(fc.tuple(account, fc.nat({ max: 7 }), share), { minLength: 1, maxLength: 6 });
  const resolving = fc
    .tuple(fc.constantFrom('captured' as const, 'released' as const), picks)
    .map((args) => resolve(...args));
  return fc.commands<Model, Real, false>(
    [
      fc.tuple(account, amount).map((args) => subscribe(...args)),
      fc.tuple(account, fc.constantFrom(0, 100, 1500)).map((args) => subscribe(...args)),
      fc.tuple(account, amount, fc.boolean()).map((args) => grant(...args)),
      reserving,
      reserving,
      reserving,
      reserving,
      resolving,
      resolving,
      fc.constant(readAll()),
      fc.oneof(fc.integer({ min: -40, max: 40 }), fc.constantFrom(28, 29, 30, 31, 365, 0.5)).map(moveClock),
    ],
    { maxCommands: 60, size: 'max' },
  );
}

describe('I5, I6 and I10: the ledger under any sequence of calls', () => {
  let database: CreditsDatabase;
  let accounts = 0;

  before(async () => {
    database = await createCreditsDatabase();
  });
  after(() => database.close());

  it('equals a plain model after every call and every jump of the clock', async function () {
    // Many round trips, possibly on a busy machine.
    this.timeout(120_000);
    await fc.assert(
      fc.asyncProperty(anyCommands(), fc.constantFrom(1, 28, 29, 30, 31), async (sequence, day) => {
        const accountIds = [accounts + 1, accounts + 2, accounts + 3].map(testAccount);
        accounts += 3;
        // Two of the three accounts begin with a subscription, so that short sequences can spend as
        // well.
        await fc.asyncModelRun(() => {
          const now = new Date(Date.UTC(2027, 9, day, 23, 30, 0, 1));
          database.clock.set(now);
          const model: Model = { nowMs: now.getTime(), accounts: new Map() };
          return { model, real: { database, accountIds, storage: new Map() } };
        }, [subscribe(0, 1500), grant(0, 1000, false), subscribe(1, 700), ...sequence]);
      }),
      { numRuns: 40 },
    );
  });
});
