import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { ModelService, PRICE, type Fault } from '#testing/model-service.js';
import {
  BudgetExceededError,
  ConfigurationError,
  ConnectionError,
  IdempotencyKeyInUseError,
  MemoryProgress,
  Prospecting,
  type Progress,
  type ProgressStore,
} from './index.js';
import { FileProgress } from './node.js';

const FAULTS: readonly Fault[] = ['none', 'lost request', 'lost answer', 'busy', 'killed before', 'killed after'];

interface Row {
  readonly ref: string;
  readonly contactId: string;
}

/** What a caller has after one process: rows in its output, and why the process ended. */
interface Ended {
  /** `done`, `killed`, or the error that ended it. */
  readonly how: unknown;
}

/** Runs one process: writes each chunk over the rows from its first index, as a caller would. */
async function runProcess(
  service: ModelService,
  { items, maxCredits }: { items: readonly Row[]; maxCredits: number },
  progress: ProgressStore,
  output: unknown[],
): Promise<Ended> {
  const prospecting = new Prospecting({ apiKey: 'pd_live_key', baseUrl: 'http://localhost', fetch: service.fetch });
  const killed = new Promise<Ended>((resolve) => {
    service.onKill = () => resolve({ how: 'killed' });
  });
  const run = prospecting.inChunks.revealContacts({ items, infoTypes: ['email'], maxCredits }, { progress });
  const worked = (async (): Promise<Ended> => {
    try {
      for await (const { results, from, to } of run) {
        output.length = from;
        output.push(...results.map(({ ref }) => ref));
        expect(output).to.have.length(to);
      }
      return { how: 'done' };
    } catch (error) {
      return { how: error };
    }
  })();
  return Promise.race([killed, worked]);
}

describe('a run of chunks', () => {
  const random = Math.random;
  beforeEach(() => {
    Math.random = () => 0;
  });
  afterEach(() => {
    Math.random = random;
  });

  const rows = (count: number, people = count): Row[] =>
    Array.from({ length: count }, (_, index) => ({ ref: `row ${index}`, contactId: `contact ${index % people}` }));

  it('answers each item once and in order, within the budget, however often it is broken off', async function () {
    this.timeout(60_000);
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          count: fc.nat({ max: 130 }),
          people: fc.integer({ min: 1, max: 130 }),
          budget: fc.nat({ max: 30_000 }),
          faults: fc.array(fc.constantFrom(...FAULTS), { maxLength: 12 }),
        }),
        async ({ count, people, budget, faults }) => {
          const items = rows(count, people);
          const service = new ModelService(faults);
          const progress = new MemoryProgress();
          const output: unknown[] = [];
          let how: unknown;
          for (let processes = 0; processes <= faults.length; processes += 1) {
            ({ how } = await runProcess(service, { items, maxCredits: budget / 1000 }, progress, output));
            expect(service.charged).to.be.at.most(budget);
            if (how === 'done' || how instanceof BudgetExceededError) break;
            const isTemporary = how instanceof ConnectionError || how instanceof IdempotencyKeyInUseError;
            expect(how === 'killed' || isTemporary, String(how)).to.equal(true);
          }
          const done = output.length;
          expect(output).to.deep.equal(items.slice(0, done).map(({ ref }) => ref));
          expect(service.charged).to.equal(service.revealed.size * PRICE);
          expect((await progress.load())?.creditsCharged).to.equal(service.charged / 1000);
          if (how === 'done') {
            expect(done).to.equal(count);
          } else {
            const next = new Set(items.slice(done, done + 25).map(({ contactId }) => contactId));
            const price = [...next].filter((id) => !service.revealed.has(id)).length * PRICE;
            expect(service.charged + price).to.be.above(budget);
            expect(how).to.include({
              from: done,
              creditsRequired: price / 1000,
              creditsCharged: service.charged / 1000,
            });
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('saves the key and the range of a chunk before it sends it', async () => {
    const saved: Progress[] = [];
    const store: ProgressStore = { load: async () => undefined, save: async (progress) => void saved.push(progress) };
    const sent: unknown[] = [];
    const service = new ModelService([]);
    const fetch: typeof globalThis.fetch = (url, init) => {
      sent.push([new Headers(init?.headers).get('idempotency-key'), saved.length]);
      return service.fetch(url, init);
    };
    const prospecting = new Prospecting({ apiKey: 'pd_live_key', baseUrl: 'http://localhost', fetch });
    const request = { items: rows(30), infoTypes: ['email'], maxCredits: 10 } as const;
    for await (const { idempotencyKey, from } of prospecting.inChunks.revealContacts(request, { progress: store })) {
      expect(saved.at(-1)).to.deep.include({ next: from });
      expect(saved.at(-1)?.underWay).to.include({ from, idempotencyKey });
    }
    const [first, second, last] = saved;
    expect(sent).to.deep.equal([
      [first?.underWay?.idempotencyKey, 1],
      [second?.underWay?.idempotencyKey, 2],
    ]);
    expect(first?.underWay).to.include({ from: 0, to: 25, maxCredits: 10 });
    expect(second).to.include({ next: 25, creditsCharged: 5 });
    expect(second?.underWay).to.include({ from: 25, to: 30, maxCredits: 5 });
    expect(last).to.deep.include({ next: 30, creditsCharged: 6 }).and.not.have.property('underWay');
  });

  it('goes on after an error when the same run is iterated again, without a store', async () => {
    const service = new ModelService(['none', 'lost answer', 'lost request', 'lost request']);
    const prospecting = new Prospecting({
      apiKey: 'pd_live_key',
      baseUrl: 'http://localhost',
      fetch: service.fetch,
      maxRetries: 2,
    });
    const run = prospecting.inChunks.revealContacts({ items: rows(60), infoTypes: ['email'], maxCredits: 12 });
    const froms: number[] = [];
    const iterate = async (): Promise<void> => {
      for await (const { from } of run) froms.push(from);
    };
    expect(await iterate().catch((error: unknown) => error)).to.be.instanceOf(ConnectionError);
    await iterate();
    expect([froms, service.charged]).to.deep.equal([[0, 25, 50], 12_000]);
  });

  it('takes a chunk as done when the loop asks for the next, and repeats one that a break left', async () => {
    const service = new ModelService([]);
    const prospecting = new Prospecting({ apiKey: 'pd_live_key', baseUrl: 'http://localhost', fetch: service.fetch });
    const run = prospecting.inChunks.revealContacts({ items: rows(30), infoTypes: ['email'], maxCredits: 6 });
    const froms: number[] = [];
    for await (const { from } of run) {
      froms.push(from);
      break;
    }
    for await (const { from } of run) froms.push(from);
    expect([froms, service.charged]).to.deep.equal([[0, 0, 25], 6_000]);
  });

  it('goes on under a raised budget after BudgetExceededError, with a key of its own', async () => {
    const service = new ModelService([]);
    const progress = new MemoryProgress();
    const output: unknown[] = [];
    const { how } = await runProcess(service, { items: rows(30), maxCredits: 5.9 }, progress, output);
    expect(how).to.be.instanceOf(BudgetExceededError);
    expect((await progress.load())?.underWay).to.equal(undefined);
    expect(await runProcess(service, { items: rows(30), maxCredits: 6 }, progress, output)).to.deep.equal({
      how: 'done',
    });
    expect(output).to.have.length(30);
  });

  it('refuses a lower budget while a chunk may have spent the higher one', async () => {
    const service = new ModelService(['killed after']);
    const progress = new MemoryProgress();
    await runProcess(service, { items: rows(30), maxCredits: 6 }, progress, []);
    const { how } = await runProcess(service, { items: rows(30), maxCredits: 5.9 }, progress, []);
    expect(how).to.be.instanceOf(ConfigurationError);
    expect(String(how)).to.include('raised, but not lowered');
  });

  it('refuses the progress of another run', async () => {
    const progress = new MemoryProgress();
    const service = new ModelService([]);
    await runProcess(service, { items: rows(30), maxCredits: 6 }, progress, []);
    const { how } = await runProcess(service, { items: rows(31), maxCredits: 6 }, progress, []);
    expect(how).to.be.instanceOf(ConfigurationError);
    expect(service.charged).to.equal(6_000);
  });

  it('refuses a run that reveals without a budget, and a budget that is no amount', () => {
    const { inChunks } = new Prospecting({ apiKey: 'pd_live_key', baseUrl: 'http://localhost' });
    const request = { items: rows(1), infoTypes: ['email'] as const };
    for (const maxCredits of [undefined, Number.NaN, -1, Infinity]) {
      const start = (): unknown => inChunks.revealContacts({ ...request, maxCredits: maxCredits as number });
      expect(start).to.throw(ConfigurationError);
    }
    expect(() => inChunks.revealContacts({ ...request, dryRun: true })).not.to.throw();
  });

  it('refuses a second loop while the first one runs', async () => {
    const service = new ModelService([]);
    const prospecting = new Prospecting({ apiKey: 'pd_live_key', baseUrl: 'http://localhost', fetch: service.fetch });
    const run = prospecting.inChunks.revealContacts({ items: rows(30), infoTypes: ['email'], maxCredits: 6 });
    await run[Symbol.asyncIterator]().next();
    const second = await run[Symbol.asyncIterator]()
      .next()
      .catch((error: unknown) => error);
    expect(second).to.be.instanceOf(ConfigurationError);
  });

  describe('with FileProgress', () => {
    let folder: string;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'client-progress-'));
    });
    after(() => rm(folder, { recursive: true }));

    it('goes on in a new process where the killed one was, and charges once', async () => {
      const path = join(folder, 'run.json');
      const service = new ModelService(['none', 'killed after']);
      const output: unknown[] = [];
      const request = { items: rows(60), maxCredits: 12 };
      expect(await runProcess(service, request, new FileProgress(path), output)).to.deep.equal({ how: 'killed' });
      const key = (JSON.parse(await readFile(path, 'utf8')) as Progress).underWay?.idempotencyKey;
      expect(key).to.be.a('string');
      expect(service.charged).to.equal(10_000);
      expect(await runProcess(service, request, new FileProgress(path), output)).to.deep.equal({ how: 'done' });
      expect([output.length, service.charged]).to.deep.equal([60, 12_000]);
      const text = await readFile(path, 'utf8');
      expect(JSON.parse(text)).to.include({ next: 60, creditsCharged: 12 });
      expect(text).not.to.include('contact ');
    });

    it('throws ConfigurationError for a file that is something else', async () => {
      const path = join(folder, 'other.txt');
      await writeFile(path, 'ref,email\n');
      const failure = await new FileProgress(path).load().catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(ConfigurationError);
      expect(String(failure)).to.include(path);
    });
  });
});
