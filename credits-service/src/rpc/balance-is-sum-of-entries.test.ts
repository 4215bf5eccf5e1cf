import { expect } from 'chai';
import fc from 'fast-check';
import {
  brief,
  call,
  createCreditsDatabase,
  refusal,
  testAccount,
  type CreditsDatabase,
} from '../testing/credits-database.js';

/** What an account should have, worked out by the plainest way there is. */
interface ModelAccount {
  included: number;
  purchased: number;
  allowance: number;
  readonly startedAt: Date;
  periods: number;
}

interface Model {
  nowMs: number;
  readonly accounts: Map<string, ModelAccount>;
}

interface Real {
  readonly database: CreditsDatabase;
  readonly accountIds: readonly string[];
}

type Command = fc.AsyncCommand<Model, Real>;

/** The day of the start in the n-th month after it, or that month's last day. */
function renewal({ startedAt }: ModelAccount, periods: number): Date {
  const [year, month] = [startedAt.getUTCFullYear(), startedAt.getUTCMonth() + periods];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(year, month, Math.min(startedAt.getUTCDate(), lastDay));
  return new Date(midnight + (startedAt.getTime() % dayMs));
}

function touchModel(model: Model, accountId: string): ModelAccount | undefined {
  const account = model.accounts.get(accountId);
  if (account === undefined) return undefined;
  while (renewal(account, account.periods).getTime() <= model.nowMs) {
    account.periods += 1;
    account.included = account.allowance;
  }
  return account;
}

function briefModel(account: ModelAccount | undefined): unknown[] {
  if (account === undefined) return [0, 0, undefined];
  return [account.included, account.purchased, account.allowance, renewal(account, account.periods).toISOString()];
}

const dayMs = 24 * 60 * 60 * 1000;

/** I6, asked of the tables themselves. */
async function expectBalancesToBeSums({ database, accountIds }: Real): Promise<void> {
  const { rows } = await database.superuser.query<Record<string, number>>(
    `select included_millicredits as included, purchased_millicredits as purchased, last_entry_id as "lastEntryId",
      (select sum(included_millicredits)::bigint from credits.entries where account_id = balances.account_id) as "sumIncluded",
      (select sum(purchased_millicredits)::bigint from credits.entries where account_id = balances.account_id) as "sumPurchased",
      (select count(*) from credits.entries where account_id = balances.account_id) as count,
      (select max(entry_id) from credits.entries where account_id = balances.account_id) as newest
    from credits.balances where account_id = any ($1)`,
    [accountIds],
  );
  for (const row of rows) {
    expect([row['included'], row['purchased']]).to.deep.equal([row['sumIncluded'], row['sumPurchased']]);
    expect([row['count'], row['newest']]).to.deep.equal([row['lastEntryId'], row['lastEntryId']]);
  }
}

function command(title: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    run: async (model, real) => {
      await run(model, real);
      await expectBalancesToBeSums(real);
    },
    toString: () => title,
  };
}

const subscribe = (index: number, includedMillicredits: number): Command =>
  command(`subscribe(${index}, ${includedMillicredits})`, async (model, { database, accountIds }) => {
    const accountId = accountIds[index] ?? '';
    const account = touchModel(model, accountId);
    if (account === undefined) {
      const startedAt = new Date(model.nowMs);
      const begun = {
        included: includedMillicredits,
        purchased: 0,
        allowance: includedMillicredits,
        startedAt,
        periods: 1,
      };
      model.accounts.set(accountId, begun);
    } else {
      account.included = Math.max(account.included + includedMillicredits - account.allowance, 0);
      account.allowance = includedMillicredits;
    }
    const balance = await database.ledger.subscribe({ accountId, includedMillicredits }, call());
    expect(brief(balance)).to.deep.equal(briefModel(model.accounts.get(accountId)));
  });

const grant = (index: number, purchasedMillicredits: number): Command =>
  command(`grant(${index}, ${purchasedMillicredits})`, async (model, { database, accountIds }) => {
    const accountId = accountIds[index] ?? '';
    const answer = database.ledger.grant({ accountId, purchasedMillicredits }, call());
    if (!model.accounts.has(accountId) || purchasedMillicredits <= 0) {
      expect((await refusal(answer))[0]).to.equal('validation_failed');
      return;
    }
    const account = touchModel(model, accountId);
    if (account !== undefined) account.purchased += purchasedMillicredits;
    expect(brief(await answer)).to.deep.equal(briefModel(account));
  });

const readAll = (): Command =>
  command('read all', async (model, { database, accountIds }) => {
    const { balances } = await database.reader.getBalances({ accountIds: [...accountIds] }, call());
    expect(balances.map(brief)).to.deep.equal(accountIds.map((accountId) => briefModel(touchModel(model, accountId))));
  });

const moveClock = (days: number): Command =>
  command(`move the clock by ${days} days`, (model, { database }) => {
    model.nowMs += Math.round(days * dayMs);
    database.clock.set(new Date(model.nowMs));
    return Promise.resolve();
  });

describe('I6: a balance is the sum of its entries', () => {
  let database: CreditsDatabase;
  let accounts = 0;

  before(async () => {
    database = await createCreditsDatabase();
  });
  after(() => database.close());

  it('after every step of any sequence of subscriptions, grants, reads and jumps of the clock, as a plain model has it', async () => {
    const account = fc.nat({ max: 2 });
    const amount = fc.oneof(fc.constant(0), fc.nat({ max: 5000 }));
    const commands = fc.commands<Model, Real, false>(
      [
        fc.tuple(account, amount).map((args) => subscribe(...args)),
        fc.tuple(account, amount).map((args) => grant(...args)),
        fc.constant(readAll()),
        fc.oneof(fc.integer({ min: -70, max: 70 }), fc.constantFrom(27, 28, 29, 30, 31, 365, 0.5)).map(moveClock),
      ],
      { maxCommands: 40 },
    );
    await fc.assert(
      fc.asyncProperty(commands, fc.constantFrom(1, 28, 29, 30, 31), async (sequence, day) => {
        const accountIds = [accounts + 1, accounts + 2, accounts + 3].map(testAccount);
        accounts += 3;
        await fc.asyncModelRun(() => {
          const now = new Date(Date.UTC(2027, 9, day, 23, 30, 0, 1));
          database.clock.set(now);
          return { model: { nowMs: now.getTime(), accounts: new Map() }, real: { database, accountIds } };
        }, sequence);
      }),
      { numRuns: 30 },
    );
  });
});
