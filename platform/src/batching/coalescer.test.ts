import { expect } from 'chai';
import fc from 'fast-check';
import { toDomainError } from '../errors/index.js';
import type { CallContext } from '../grpc/index.js';
import { Coalescer } from './index.js';

const call: CallContext = { deadlineAt: Date.now() + 60_000 };

/** A backend whose runs end only when released. */
function heldBackend(): {
  runs: number[][];
  releaseNext: () => void;
  run: (items: number[]) => Promise<number[]>;
} {
  const runs: number[][] = [];
  const held: (() => void)[] = [];
  return {
    runs,
    releaseNext: () => held.shift()?.(),
    run: (items) =>
      new Promise((resolve) => {
        runs.push(items);
        held.push(() => resolve(items.map((item) => item * 2)));
      }),
  };
}

/** Lets every promise that can settle do so. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Coalescer', () => {
  it('runs the items of one turn immediately when nothing is in flight, and merges items that arrive during a run into the next', async () => {
    const backend = heldBackend();
    const coalescer = new Coalescer({ run: backend.run, maxItems: 100, maxInFlight: 1, maxQueuedItems: 100 });
    const first = coalescer.load([1], call);
    await settled();
    const answers = [first, ...[[2, 3], [4]].map((items) => coalescer.load(items, call))];
    await settled();
    expect(backend.runs).to.deep.equal([[1]]);
    backend.releaseNext();
    expect(await answers[0]).to.deep.equal([2]);
    await settled();
    expect(backend.runs).to.deep.equal([[1], [2, 3, 4]]);
    backend.releaseNext();
    expect(await Promise.all(answers)).to.deep.equal([[2], [4, 6], [8]]);
  });

  it('never exceeds its bound of items in a run, except for a single caller with more', async () => {
    const sizes: number[] = [];
    const run = (items: number[]): Promise<number[]> => {
      sizes.push(items.length);
      return Promise.resolve(items);
    };
    const coalescer = new Coalescer({ run, maxItems: 5, maxInFlight: 1, maxQueuedItems: 1_000 });
    await Promise.all([1, 3, 3, 2, 9, 1].map((size) => coalescer.load(Array<number>(size).fill(0), call)));
    expect(sizes).to.deep.equal([4, 5, 9, 1]);
  });

  it('refuses items beyond its queue bound with service_unavailable', async () => {
    const backend = heldBackend();
    const coalescer = new Coalescer({ run: backend.run, maxItems: 10, maxInFlight: 1, maxQueuedItems: 2 });
    const first = coalescer.load([1], call);
    await settled();
    const second = coalescer.load([2, 3], call);
    const refused = await coalescer.load([4], call).catch((error: unknown) => toDomainError(error).code);
    expect(refused).to.equal('service_unavailable');
    backend.releaseNext();
    await first;
    await settled();
    backend.releaseNext();
    await second;
  });

  it('repeats a failed run for each caller separately, so one bad item fails only its own caller', async () => {
    const run = async (items: number[]): Promise<number[]> => {
      await Promise.resolve();
      if (items.includes(13)) throw new Error('bad item');
      return items;
    };
    const coalescer = new Coalescer({ run, maxItems: 100, maxInFlight: 1, maxQueuedItems: 100 });
    const outcomes = await Promise.allSettled([[1], [2], [13], [3]].map((items) => coalescer.load(items, call)));
    expect(outcomes.map((outcome) => outcome.status)).to.deep.equal([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });

  it('does not repeat a failed run for a caller whose deadline has passed', async () => {
    const runs: number[][] = [];
    const run = (items: number[]): Promise<number[]> => {
      runs.push(items);
      return runs.length === 1 ? Promise.reject(new Error('it took too long')) : Promise.resolve(items);
    };
    const coalescer = new Coalescer({ run, maxItems: 100, maxInFlight: 1, maxQueuedItems: 100 });
    const late = coalescer.load([1], { deadlineAt: Date.now() });
    const inTime = coalescer.load([2], call);
    expect(await late.catch((error: unknown) => toDomainError(error).code)).to.equal('service_unavailable');
    expect(await inTime).to.deep.equal([2]);
    expect(runs).to.deep.equal([[1, 2], [2]]);
  });

  it('repeats a failed run within its bound of runs under way', async () => {
    let underWay = 0;
    let most = 0;
    const run = async (): Promise<number[]> => {
      underWay += 1;
      most = Math.max(most, underWay);
      await settled();
      underWay -= 1;
      throw new Error('down');
    };
    const coalescer = new Coalescer<number, number>({ run, maxItems: 100, maxInFlight: 2, maxQueuedItems: 100 });
    await Promise.allSettled(Array.from({ length: 40 }, (_, item) => coalescer.load([item], call)));
    expect(most).to.equal(2);
  });

  it("gives a shared run the latest of its callers' deadlines, so that no caller shortens another's time", async () => {
    const deadlines: number[] = [];
    const run = (items: number[], { deadlineAt }: CallContext): Promise<number[]> => {
      deadlines.push(deadlineAt);
      return Promise.resolve(items);
    };
    const coalescer = new Coalescer({ run, maxItems: 100, maxInFlight: 1, maxQueuedItems: 100 });
    await Promise.all([100, 200, 300].map((deadlineAt) => coalescer.load([1], { deadlineAt })));
    expect(deadlines).to.deep.equal([300]);
  });

  it('returns to every caller the results of its own items, for any sizes and bounds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.integer(), { maxLength: 8 }), { maxLength: 30 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 4 }),
        async (callers, maxItems, maxInFlight) => {
          const run = async (items: number[]): Promise<string[]> => {
            await Promise.resolve();
            return items.map(String);
          };
          const coalescer = new Coalescer({ run, maxItems, maxInFlight, maxQueuedItems: 1_000 });
          const answers = await Promise.all(callers.map((items) => coalescer.load(items, call)));
          expect(answers).to.deep.equal(callers.map((items) => items.map(String)));
        },
      ),
    );
  });
});
