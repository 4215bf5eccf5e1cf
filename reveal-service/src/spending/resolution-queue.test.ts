import { randomUUID } from 'node:crypto';
import { systemClock } from '@prospecting/platform/clock';
import { serviceUnavailable } from '@prospecting/platform/errors';
import { createLogger, Registry } from '@prospecting/platform/telemetry';
import { eventuallyEquals } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { createSignal } from '#testing/gate.js';
import { createRecordedCredits, unavailable, type RecordedCredits } from '#testing/recorded-credits.js';
import { createRevealDatabase, type RevealDatabase } from '#testing/reveal-database.js';
import { call } from '#testing/spending-fixture.js';
import type { PendingResolution, ResolutionQueue } from './dependencies.js';
import { createResolutionQueue, type ResolutionQueueOptions } from './resolution-queue.js';

describe('ResolutionQueue', () => {
  let database: RevealDatabase;
  let credits: RecordedCredits;
  let queue: ResolutionQueue;
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

  const open = (options: ResolutionQueueOptions): void => {
    registry = new Registry();
    queue = createResolutionQueue(
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
  const reserved = async (): Promise<PendingResolution> => {
    const attemptId = randomUUID();
    await credits.ledger.reserve({ accountId, reservationId: attemptId, millicredits: 10 }, call());
    return { kind: 'capture', accountId, attemptId, millicredits: 10 };
  };
  const counted = async (result: string): Promise<number> => {
    const metric = await registry.getSingleMetric('prospect_resolutions_total')?.get();
    return metric?.values.find(({ labels }) => labels['result'] === result)?.value ?? 0;
  };

  it('shows how many reservations wait, also those that are retried', async () => {
    const queued = async (): Promise<number | undefined> =>
      (await registry.getSingleMetric('prospect_settlements_queued')?.get())?.values[0]?.value;
    expect(await queued()).to.equal(0);
    open({ gatherMs: 3_600_000 });
    for (const each of await Promise.all(Array.from({ length: 3 }, reserved))) queue.add(each);
    expect(await queued()).to.equal(3);
    await queue.stop(5_000);
    expect(await queued()).to.equal(0);
    for (const result of ['refused', 'lost']) expect(await counted(result), result).to.equal(0);
    expect(await counted('resolved')).to.equal(3);
  });

  it('sends a single resolution immediately, and batches those that arrive while a call is under way', async () => {
    const sizes = countCaptures();
    for (const each of await Promise.all(Array.from({ length: 231 }, reserved))) queue.add(each);
    await queue.idle();
    expect(sizes).to.deep.equal([1, 100, 100, 30]);
    expect(new Set(credits.states(accountId))).to.deep.equal(new Set(['captured']));
  });

  it('[D money.2] resolves other accounts without delay while the resolutions of one account keep failing', async () => {
    const stuckId = randomUUID();
    const pausesBefore: number[] = [];
    let drops = 1;
    const { capture } = credits.ledger;
    Object.assign(credits.ledger, {
      capture: (request: Parameters<typeof capture>[0], at: Parameters<typeof capture>[1]) => {
        if (request.captures.some((each) => each.accountId === stuckId))
          throw serviceUnavailable('its balance is locked');
        if (drops-- > 0) throw serviceUnavailable('the test dropped this message');
        pausesBefore.push(pauses);
        return capture(request, at);
      },
    });
    for (let each = 0; each < 12; each += 1)
      queue.add({ kind: 'capture', accountId: stuckId, attemptId: randomUUID(), millicredits: 10 });
    queue.add(await reserved());
    await queue.idle();
    expect(credits.states(accountId)).to.deep.equal(['captured']);
    expect(pausesBefore[0], 'pauses before the other account is resolved').to.be.below(40);
  });

  it('sends resolutions that arrive shortly after one another in one batch', async () => {
    open({ gatherMs: 5 });
    const sizes = countCaptures();
    for (const each of [await reserved(), await reserved()]) queue.add(each);
    await queue.idle();
    expect(sizes).to.deep.equal([2]);
  });

  it('starts a full batch immediately', async () => {
    open({ gatherMs: 60_000 });
    const sizes = countCaptures();
    for (const each of await Promise.all(Array.from({ length: 100 }, reserved))) queue.add(each);
    await queue.idle();
    expect(sizes).to.deep.equal([100]);
  });

  it('starts a gathering batch immediately when it is stopped', async () => {
    open({ gatherMs: 60_000 });
    queue.add(await reserved());
    await queue.stop(60_000);
    expect(credits.states(accountId)).to.deep.equal(['captured']);
  });

  it('[D money.2] retries a resolution that credits-service does not answer until it is resolved', async () => {
    credits.faults.beforeCapture = unavailable(7);
    queue.add(await reserved());
    await queue.idle();
    expect([pauses, credits.states(accountId)]).to.deep.equal([7, ['captured']]);
    expect([await counted('resolved'), await counted('lost')]).to.deep.equal([1, 0]);
  });

  it('leaves a resolution to recovery after 60 unanswered retries', async () => {
    credits.faults.beforeCapture = unavailable(1_000);
    queue.add(await reserved());
    await queue.idle();
    expect(credits.states(accountId)).to.deep.equal(['pending']);
    expect([await counted('resolved'), await counted('lost')]).to.deep.equal([0, 1]);
  });

  it('does not retry a resolution that credits-service refuses, and resolves the others of the batch', async () => {
    const tooMuch = { ...(await reserved()), kind: 'capture', millicredits: 11 } as const;
    queue.add(await reserved());
    queue.add(tooMuch);
    queue.add(await reserved());
    queue.add({ ...(await reserved()), kind: 'unknown' });
    await queue.idle();
    expect(pauses).to.equal(0);
    expect(credits.states(accountId).toSorted()).to.deep.equal(['captured', 'captured', 'pending', 'released']);
    expect([await counted('resolved'), await counted('refused')]).to.deep.equal([3, 1]);
  });

  it('[D money.2] releases a reservation before its late Reserve arrives, which then finds it released', async () => {
    const attemptId = randomUUID();
    queue.add({ kind: 'unknown', accountId, attemptId });
    await queue.idle();
    const late = await credits.ledger.reserve({ accountId, reservationId: attemptId, millicredits: 10 }, call());
    expect([late.state, late.existed]).to.deep.equal(['RESERVATION_STATE_RELEASED', true]);
    expect(credits.balances.get(accountId)).to.equal(100_000);
  });

  it('[D money.2] holds up other resolutions only for one batch while one of them is never answered', async () => {
    const countStates = (state: string): number => credits.states(accountId).filter((each) => each === state).length;
    const stuck = await reserved();
    const { capture } = credits.ledger;
    const released = createSignal();
    Object.assign(credits.ledger, {
      capture: async (request: Parameters<typeof capture>[0], at: Parameters<typeof capture>[1]) => {
        const isStuck = request.captures.some(({ reservationId }) => reservationId === stuck.attemptId);
        if (isStuck && request.captures.length === 1) await released.raised;
        else if (isStuck) throw serviceUnavailable('the test does not answer this');
        return capture(request, at);
      },
    });
    queue.add(await reserved());
    queue.add(stuck);
    queue.add(await reserved());
    await eventuallyEquals(() => countStates('captured'), 2);
    queue.add(await reserved());
    await eventuallyEquals(() => countStates('captured'), 3);
    expect(countStates('pending')).to.equal(1);
    released.raise();
    await queue.idle();
    expect(credits.states(accountId)).not.to.include('pending');
  });

  it('leaves to recovery what exceeds its bound of 10,000 or arrives after it was stopped', async () => {
    const hold = createSignal();
    credits.faults.beforeCapture = () => hold.raised;
    const one = await reserved();
    for (let n = 0; n < 10_002; n += 1) queue.add(one);
    expect(await counted('lost')).to.equal(1);
    const stopped = queue.stop(60_000);
    queue.add(one);
    expect(await counted('lost')).to.equal(2);
    hold.raise();
    await stopped;
    expect(await counted('resolved')).to.equal(10_001);
  });

  it('stops within the limit while a call never ends', async () => {
    credits.faults.beforeCapture = () => new Promise(() => {});
    queue.add(await reserved());
    await queue.stop(20);
    expect(credits.states(accountId)).to.deep.equal(['pending']);
  });
});
