import { randomUUID } from 'node:crypto';
import { systemClock } from '@prospecting/platform/clock';
import { serviceUnavailable } from '@prospecting/platform/errors';
import { createLogger, Registry } from '@prospecting/platform/telemetry';
import { expect } from 'chai';
import { createSignal } from '../testing/gate.js';
import { createRecordedCredits, unavailable, type RecordedCredits } from '../testing/recorded-credits.js';
import { createRevealDatabase, type RevealDatabase } from '../testing/reveal-database.js';
import { call } from '../testing/spending-fixture.js';
import { createSettlementQueue, type SettlementQueue, type SettlementQueueOptions } from './settlement-queue.js';
import type { Settlement } from './settling.js';

describe('the settlement queue', () => {
  let database: RevealDatabase;
  let credits: RecordedCredits;
  let queue: SettlementQueue;
  let registry: Registry;
  let pauses: number;
  const accountId = randomUUID();

  before(async () => {
    database = await createRevealDatabase();
  });
  beforeEach(() => {
    credits = createRecordedCredits(systemClock);
    credits.balances.set(accountId, 100_000);
    pauses = 0;
    open({ gatherMs: 0 });
  });
  after(() => database.close());

  const open = (options: SettlementQueueOptions): void => {
    registry = new Registry();
    queue = createSettlementQueue(
      {
        ...database,
        credits,
        registry,
        logger: createLogger({ service: 'reveal-test', level: 'silent' }),
        pause: () => {
          pauses += 1;
          return Promise.resolve();
        },
      },
      options,
    );
  };
  const countCaptures = (): number[] => {
    const sizes: number[] = [];
    const { capture } = credits.ledger;
    Object.assign(credits.ledger, {
      capture: (request: Parameters<typeof capture>[0], at: Parameters<typeof capture>[1]) => {
        sizes.push(request.captures.length);
        return capture(request, at);
      },
    });
    return sizes;
  };
  const reserved = async (): Promise<Settlement> => {
    const attemptId = randomUUID();
    await credits.ledger.reserve({ accountId, reservationId: attemptId, millicredits: 10 }, call());
    return { kind: 'capture', accountId, attemptId, millicredits: 10 };
  };
  const settlements = async (result: string): Promise<number> => {
    const metric = await registry.getSingleMetric('prospect_settlements_total')?.get();
    return metric?.values.find(({ labels }) => labels['result'] === result)?.value ?? 0;
  };

  it('sends alone what comes alone, and together what gathers while a call is under way', async () => {
    const sizes = countCaptures();
    for (const each of await Promise.all(Array.from({ length: 231 }, reserved))) queue.add(each);
    await queue.idle();
    expect(sizes).to.deep.equal([1, 100, 100, 30]);
    expect(new Set(credits.states(accountId))).to.deep.equal(new Set(['captured']));
  });

  it('[D money.2] one account whose settlements fail again and again holds up no other', async () => {
    const stuckId = randomUUID();
    const pausesBefore: number[] = [];
    let lost = 1;
    const { capture } = credits.ledger;
    Object.assign(credits.ledger, {
      capture: (request: Parameters<typeof capture>[0], at: Parameters<typeof capture>[1]) => {
        if (request.captures.some((each) => each.accountId === stuckId))
          throw serviceUnavailable('its balance is locked');
        if (lost-- > 0) throw serviceUnavailable('a test lost this message');
        pausesBefore.push(pauses);
        return capture(request, at);
      },
    });
    for (let each = 0; each < 12; each += 1)
      queue.add({ kind: 'capture', accountId: stuckId, attemptId: randomUUID(), millicredits: 10 });
    queue.add(await reserved());
    await queue.idle();
    expect(credits.states(accountId)).to.deep.equal(['captured']);
    expect(pausesBefore[0], 'pauses before the other account is settled').to.be.below(40);
  });

  it('sends together what comes soon after one another', async () => {
    open({ gatherMs: 5 });
    const sizes = countCaptures();
    for (const each of [await reserved(), await reserved()]) queue.add(each);
    await queue.idle();
    expect(sizes).to.deep.equal([2]);
  });

  it('gathers no longer once a batch is full', async () => {
    open({ gatherMs: 60_000 });
    const sizes = countCaptures();
    for (const each of await Promise.all(Array.from({ length: 100 }, reserved))) queue.add(each);
    await queue.idle();
    expect(sizes).to.deep.equal([100]);
  });

  it('gathers no longer once it is stopped', async () => {
    open({ gatherMs: 60_000 });
    queue.add(await reserved());
    await queue.stop(60_000);
    expect(credits.states(accountId)).to.deep.equal(['captured']);
  });

  it('[D money.2] repeats what credits-service does not answer until it is settled', async () => {
    credits.faults.beforeCapture = unavailable(7);
    queue.add(await reserved());
    await queue.idle();
    expect([pauses, credits.states(accountId)]).to.deep.equal([7, ['captured']]);
    expect([await settlements('settled'), await settlements('lost')]).to.deep.equal([1, 0]);
  });

  it('leaves to recovery what credits-service does not answer for long', async () => {
    credits.faults.beforeCapture = unavailable(1_000);
    queue.add(await reserved());
    await queue.idle();
    expect(credits.states(accountId)).to.deep.equal(['pending']);
    expect([await settlements('settled'), await settlements('lost')]).to.deep.equal([0, 1]);
  });

  it('does not repeat what credits-service refuses, and settles the others of the batch', async () => {
    const tooMuch: Settlement = { ...((await reserved()) as Settlement & { kind: 'capture' }), millicredits: 11 };
    queue.add(await reserved());
    queue.add(tooMuch);
    queue.add(await reserved());
    queue.add({ ...(await reserved()), kind: 'unknown' });
    await queue.idle();
    expect(pauses).to.equal(0);
    expect(credits.states(accountId).toSorted()).to.deep.equal(['captured', 'captured', 'pending', 'released']);
    expect([await settlements('settled'), await settlements('refused')]).to.deep.equal([3, 1]);
  });

  it('[D money.2] releases what is reserved after it was given up: the reserve that comes late finds it ended', async () => {
    const attemptId = randomUUID();
    queue.add({ kind: 'unknown', accountId, attemptId });
    await queue.idle();
    const late = await credits.ledger.reserve({ accountId, reservationId: attemptId, millicredits: 10 }, call());
    expect([late.state, late.existed]).to.deep.equal(['RESERVATION_STATE_RELEASED', true]);
    expect(credits.balances.get(accountId)).to.equal(100_000);
  });

  it('[D money.2] one settlement that is not answered holds up no other for longer than its own batch', async () => {
    const stuck = await reserved();
    const { capture } = credits.ledger;
    const released = createSignal();
    Object.assign(credits.ledger, {
      capture: async (request: Parameters<typeof capture>[0], at: Parameters<typeof capture>[1]) => {
        const isStuck = request.captures.some(({ reservationId }) => reservationId === stuck.attemptId);
        if (isStuck && request.captures.length === 1) await released.raised;
        else if (isStuck) throw serviceUnavailable('a test does not answer this');
        return capture(request, at);
      },
    });
    queue.add(await reserved());
    queue.add(stuck);
    queue.add(await reserved());
    while (credits.states(accountId).filter((state) => state === 'captured').length < 2)
      await new Promise((resolve) => setImmediate(resolve));
    queue.add(await reserved());
    while (credits.states(accountId).filter((state) => state === 'captured').length < 3)
      await new Promise((resolve) => setImmediate(resolve));
    expect(credits.states(accountId).filter((state) => state === 'pending')).to.have.length(1);
    released.raise();
    await queue.idle();
    expect(credits.states(accountId)).not.to.include('pending');
  });

  it('takes no more than it has room for, nor anything after it was stopped', async () => {
    const hold = createSignal();
    credits.faults.beforeCapture = () => hold.raised;
    const one = await reserved();
    for (let n = 0; n < 10_002; n += 1) queue.add(one);
    expect(await settlements('lost')).to.equal(1);
    const stopped = queue.stop(60_000);
    queue.add(one);
    expect(await settlements('lost')).to.equal(2);
    hold.raise();
    await stopped;
    expect(await settlements('settled')).to.equal(10_001);
  });

  it('stops within the limit, whatever is under way', async () => {
    credits.faults.beforeCapture = () => new Promise(() => {});
    queue.add(await reserved());
    await queue.stop(20);
    expect(credits.states(accountId)).to.deep.equal(['pending']);
  });
});
