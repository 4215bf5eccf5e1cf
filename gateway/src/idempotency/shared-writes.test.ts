import { randomUUID } from 'node:crypto';
import { serviceUnavailable } from '@prospecting/platform/errors';
import type { Queryable } from '@prospecting/platform/postgres';
import { expect } from 'chai';
import { codeOf, eventuallyEquals } from '@prospecting/platform/testing';
import { openTestEdge, type TestEdge } from '#testing/edge.js';
import { fingerprint, LEASE_MS, type HeldClaim, type KeyedRequest } from './keyed-request.js';
import {
  createResponseStore,
  type ResponseStore,
  type ResponseStoreOptions,
  type StoredResponse,
} from './response-store.js';

const BODY = fingerprint('POST', '/contacts/reveal', { items: [] });
const OTHER_BODY = fingerprint('POST', '/contacts/reveal', { items: [1] });
const LATE_BODY = fingerprint('POST', '/contacts/reveal', { items: [2] });
const CLAIM = 'edge_claim_keys';
const COMPLETE = 'edge_complete_responses';
const RELEASE = 'edge_release_claim';
/**
 * Timeout of a store that misses it. Long enough for a slow machine to send its statements before.
 */
const LIMIT_MS = 200;

const responseTo = (index: number): StoredResponse => ({
  status: 200,
  // Bodies of different sizes, the first one empty: the statement cuts each out of one buffer.
  body: Buffer.from('ä'.repeat(index * 1_000)),
  creditsRemainingMillicredits: index % 2 === 0 ? null : index,
});

type Fate = (answer: unknown) => unknown;

interface SentStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
  readonly query_timeout?: number;
}

/** Creates a promise that a test resolves. */
function createGate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

describe('simultaneous requests with Idempotency-Keys', () => {
  let edge: TestEdge;
  let keyId: string;
  let statements: string[];
  /** Timeout of each statement, in ms. */
  let limits: (number | undefined)[];
  /** Changes the next answers to statements, by statement name. Later answers are unchanged. */
  let fates: Record<string, Fate[]>;
  /** Delays the next statements, by statement name, before they reach the database. */
  let delays: Record<string, Promise<void>[]>;
  let store: ResponseStore;
  const stores: ResponseStore[] = [];

  before(async () => {
    edge = await openTestEdge();
    keyId = await newKey();
  });
  after(() => edge.close());
  beforeEach(() => {
    statements = [];
    limits = [];
    fates = {};
    delays = {};
    store = openStore();
  });
  afterEach(() => Promise.all(stores.splice(0).map((each) => each.stop(1_000))));

  async function newKey(): Promise<string> {
    const account = await edge.newAccount();
    return (await edge.keys.create({ accountId: account.id, name: 'test', limits: {} })).id;
  }

  /** Opens a store that records its statements and applies `delays` and `fates` to them. */
  function openStore(options: Partial<ResponseStoreOptions> = {}): ResponseStore {
    const query = async (config: SentStatement): Promise<unknown> => {
      statements.push(config.name);
      limits.push(config.query_timeout);
      await delays[config.name]?.shift();
      const fate = fates[config.name]?.shift();
      if (fate === notRun) return notRun();
      const answer = await edge.pool.query(config);
      return fate === undefined ? answer : fate(answer);
    };
    const on = { query } as unknown as Queryable;
    const secrets = ['a secret of these tests only and 32 long'];
    const opened = createResponseStore({ ...edge, on, secrets, ...options });
    stores.push(opened);
    return opened;
  }

  const countOf = (name: string): number => statements.filter((each) => each === name).length;

  /** The fate of a statement that the database does not run. */
  const notRun = (): never => {
    throw new Error('no database');
  };

  /** The fate of a statement that runs and whose answer is lost. */
  const lost = (): never => {
    throw new Error('Connection terminated unexpectedly');
  };

  const request = (changes: Partial<KeyedRequest> = {}): KeyedRequest => ({
    keyId,
    idempotencyKey: randomUUID(),
    fingerprint: BODY,
    ...changes,
  });

  async function hold(keyed: KeyedRequest): Promise<HeldClaim> {
    const claim = await store.claim(keyed);
    if (claim.kind !== 'held') throw new Error(`not held but ${claim.kind}`);
    return claim.claim;
  }

  /** Ends every lease, as if its holder had died. */
  const endLeases = (): Promise<unknown> =>
    edge.operator.query(`update edge.stored_responses set lease_until = lease_until - $1 * interval '1 ms'`, [
      LEASE_MS,
    ]);

  const claimAll = async (requests: readonly KeyedRequest[]): Promise<string[]> =>
    (await Promise.all(requests.map((keyed) => store.claim(keyed)))).map(({ kind }) => kind);

  it('share a statement for their claims and one for their responses, and each replays its own', async () => {
    const requests = Array.from({ length: 20 }, () => request());
    const claims = await Promise.all(requests.map(hold));
    await Promise.all(claims.map((claim, index) => store.complete(claim, responseTo(index))));
    expect(statements).to.deep.equal([CLAIM, COMPLETE]);
    for (const [index, keyed] of requests.entries())
      expect(await store.claim(keyed)).to.deep.equal({ kind: 'completed', response: responseTo(index) });
  });

  it('wait 2 s for a shared statement, and the full timeout for one that is not shared', async () => {
    const [single, ...together] = [request(), request(), request()];
    const first = await hold(single);
    const claims = await Promise.all(together.map(hold));
    await store.complete(first, responseTo(1));
    await Promise.all(claims.map((claim) => store.complete(claim, responseTo(1))));
    expect(statements).to.deep.equal([CLAIM, CLAIM, COMPLETE, COMPLETE]);
    expect(limits).to.deep.equal([undefined, 2_000, undefined, 2_000]);
  });

  it('each get the outcome of their own key', async () => {
    const [completed, running, fresh] = [request(), request(), request()];
    await store.complete(await hold(completed), responseTo(1));
    await hold(running);
    expect(await claimAll([completed, running, fresh, { ...completed, fingerprint: OTHER_BODY }])).to.deep.equal([
      'completed',
      'in_use',
      'held',
      'reused',
    ]);
  });

  it('[3] get one claim per Idempotency-Key of an API key; another API key gets its own', async () => {
    const keyed = request();
    const ofAnotherKey = { ...keyed, keyId: await newKey(), fingerprint: OTHER_BODY };
    const kinds = await claimAll([keyed, keyed, ofAnotherKey, keyed]);
    expect(kinds.toSorted()).to.deep.equal(['held', 'held', 'in_use', 'in_use']);
    expect(kinds[2]).to.equal('held');
  });

  it('take over from a dead holder only with the same request, in any order', async () => {
    for (let round = 0; round < 5; round += 1) {
      const keyed = request();
      await hold(keyed);
      await endLeases();
      const other = { ...keyed, fingerprint: OTHER_BODY };
      const requests = round % 2 === 0 ? [keyed, other] : [other, keyed];
      const kinds = await claimAll(requests);
      expect(kinds[requests.indexOf(keyed)]).to.equal('held');
      // In use when the same request has already taken over, else reused.
      expect(kinds[requests.indexOf(other)]).to.be.oneOf(['in_use', 'reused']);
    }
  });

  it('hold a claim and store a response when the answer of the database is lost', async () => {
    const requests = [request(), request()];
    fates = { [CLAIM]: [lost], [COMPLETE]: [lost] };
    const claims = await Promise.all(requests.map(hold));
    const stored = await Promise.all(claims.map((claim, index) => store.complete(claim, responseTo(index))));
    expect(stored).to.deep.equal([true, true]);
    expect(statements).to.deep.equal([CLAIM, CLAIM, CLAIM, COMPLETE, COMPLETE, COMPLETE]);
    for (const [index, keyed] of requests.entries())
      expect(await store.claim(keyed)).to.deep.equal({ kind: 'completed', response: responseTo(index) });
  });

  it('store the responses of current holders beside one whose lease was taken over', async () => {
    const [keyed, other] = [request(), request()];
    const late = await hold(keyed);
    await endLeases();
    const holders = [await hold(keyed), await hold(other)];
    for (const claims of [
      [late, ...holders],
      [...holders, late],
    ]) {
      const stored = await Promise.all(claims.map((claim) => store.complete(claim, responseTo(1))));
      expect(stored).to.deep.equal(claims.map((claim) => claim !== late));
    }
    for (const each of [keyed, other])
      expect(await store.claim(each)).to.deep.equal({ kind: 'completed', response: responseTo(1) });
  });

  it('do not deadlock when two gateways claim the same keys in opposite orders', async () => {
    const other = openStore();
    for (let round = 0; round < 5; round += 1) {
      const requests = Array.from({ length: 30 }, () => request());
      const claims = await Promise.all([
        ...requests.map((keyed) => store.claim(keyed)),
        ...requests.toReversed().map((keyed) => other.claim(keyed)),
      ]);
      const held = claims.flatMap((claim) => (claim.kind === 'held' ? [claim.claim.idempotencyKey] : []));
      expect(held.toSorted()).to.deep.equal(requests.map(({ idempotencyKey }) => idempotencyKey).toSorted());
    }
    expect(
      statements.filter((name) => name === CLAIM),
      'no statement failed and was repeated',
    ).to.have.length(10);
  });

  it('fail within seconds, and only the one whose row another transaction has locked', async () => {
    const [locked, free] = [request(), request()];
    await hold(locked);
    await endLeases();
    statements = [];
    const operator = await edge.operator.connect();
    try {
      await operator.query('begin');
      await operator.query('select from edge.stored_responses where key_id = $1 for update', [keyId]);
      const startedAt = performance.now();
      const [code, held] = await Promise.all([codeOf(store.claim(locked)), store.claim(free)]);
      expect(code).to.equal('service_unavailable');
      expect(held.kind).to.equal('held');
      // One shared attempt and one per request: well below the 5 s of a request.
      expect(performance.now() - startedAt).to.be.below(4_000);
      expect(countOf(CLAIM)).to.equal(3);
    } finally {
      await operator.query('rollback');
      operator.release();
    }
  });

  it('leave their keys free after service_unavailable, even when a late statement made the claim', async () => {
    const gate = createGate();
    store = openStore({ timeoutMs: LIMIT_MS });
    fates = { [CLAIM]: [() => gate.opened.then(lost)] };
    const requests = [request(), request()];
    const codes = requests.map((keyed) => codeOf(store.claim(keyed)));
    expect(await Promise.all(codes)).to.deep.equal(['service_unavailable', 'service_unavailable']);
    gate.open();
    await becomeFree(requests);
  });

  it('make no claim with a statement that runs after their deadline', async () => {
    const gate = createGate();
    store = openStore({ timeoutMs: LIMIT_MS });
    delays = { [CLAIM]: [gate.opened] };
    const requests = [request({ fingerprint: LATE_BODY }), request({ fingerprint: LATE_BODY })];
    const codes = await Promise.all(requests.map((keyed) => codeOf(store.claim(keyed))));
    expect(codes).to.deep.equal(['service_unavailable', 'service_unavailable']);
    // A timer may fire a millisecond early.
    const lateAt = Date.now() + 5;
    await eventuallyEquals(() => Date.now() > lateAt, true);
    fates = { [RELEASE]: [notRun, notRun, notRun, notRun] };
    gate.open();
    await eventuallyEquals(() => statements.length >= 2, true);
    const { rows } = await edge.operator.query<{ claimed: number }>(
      'select count(*)::integer as claimed from edge.stored_responses where fingerprint = $1',
      [LATE_BODY],
    );
    expect(rows[0]?.claimed).to.equal(0);
  });

  it('release their claims with retries, at the latest when the gateway stops', async () => {
    store = openStore({ timeoutMs: LIMIT_MS });
    const [keyed, last] = [request(), request()];
    fates = { [CLAIM]: [lost], [RELEASE]: [notRun, notRun, notRun] };
    expect(await codeOf(store.claim(keyed))).not.to.equal('ok');
    await eventuallyEquals(() => countOf(RELEASE), 4);
    await becomeFree([keyed]);

    const claim = await hold(last);
    fates = { [RELEASE]: [notRun] };
    await store.release(claim);
    await store.stop(5_000);
    // Includes the second release of the lost claim, which was scheduled for later.
    expect(countOf(RELEASE)).to.equal(7);
    expect(await claimAll([{ ...last, fingerprint: OTHER_BODY }])).to.deep.equal(['held']);
  });

  it('release a claim that is still running when the gateway stops, before the database is closed', async () => {
    const gate = createGate();
    store = openStore({ timeoutMs: LIMIT_MS });
    fates = { [CLAIM]: [(answer) => gate.opened.then(() => answer)] };
    const keyed = request();
    expect(await codeOf(store.claim(keyed))).to.equal('service_unavailable');
    const stopped = store.stop(5_000).then(() => {
      fates = { [RELEASE]: Array<Fate>(10).fill(notRun) };
    });
    await new Promise((resolve) => setImmediate(resolve));
    gate.open();
    await stopped;
    await eventuallyEquals(() => countOf(RELEASE) > 0, true);
    const free = await openStore().claim({ ...keyed, fingerprint: OTHER_BODY });
    expect(free.kind).to.equal('held');
  });

  it('frees a claim that is sent, or made, only after the check of its API key has failed', async () => {
    const gate = createGate();
    delays = { [CLAIM]: [gate.opened, gate.opened] };
    let mayCheck = true;
    store = openStore({
      isRevoked: () => (mayCheck ? Promise.resolve(false) : Promise.reject(serviceUnavailable('no accounts'))),
    });
    // With two statements under way, a third claim waits in this process.
    const first = store.claim(request());
    await eventuallyEquals(() => countOf(CLAIM), 1);
    mayCheck = false;
    const [sent, queued] = [request(), request()];
    const refused = [codeOf(store.claim(sent))];
    await eventuallyEquals(() => countOf(CLAIM), 2);
    refused.push(codeOf(store.claim(queued)));
    expect(await Promise.all(refused)).to.deep.equal(['service_unavailable', 'service_unavailable']);
    gate.open();
    expect((await first).kind).to.equal('held');
    await eventuallyEquals(() => countOf(CLAIM), 3);
    await becomeFree([sent, queued]);
  });

  async function becomeFree(requests: readonly KeyedRequest[]): Promise<void> {
    const kindOf = async (keyed: KeyedRequest): Promise<string> => {
      const claim = await openStore().claim({ ...keyed, fingerprint: OTHER_BODY });
      return claim.kind;
    };
    for (const keyed of requests) await eventuallyEquals(() => kindOf(keyed), 'held');
  }

  it('wait for the database no longer than the timeout of the store', async () => {
    const claim = await hold(request());
    const never = (): Promise<never> => new Promise(() => {});
    store = openStore({ timeoutMs: LIMIT_MS });
    fates = { [CLAIM]: [never], [COMPLETE]: [never] };
    expect(await codeOf(store.claim(request()))).to.equal('service_unavailable');
    expect(await codeOf(store.complete(claim, responseTo(1)))).to.equal('service_unavailable');
  });

  it('send no claim for a request that was already answered with service_unavailable', async () => {
    const gate = createGate();
    store = openStore({ timeoutMs: LIMIT_MS });
    fates = { [CLAIM]: [() => gate.opened.then(lost), () => gate.opened.then(lost)] };
    // Two statements run, so the third waits for its turn.
    const codes: Promise<string>[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      codes.push(codeOf(store.claim(request())));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await Promise.all(codes)).to.deep.equal(Array(3).fill('service_unavailable'));
    // A timer may fire a millisecond early.
    const lateAt = Date.now() + 5;
    await eventuallyEquals(() => Date.now() > lateAt, true);
    gate.open();
    await eventuallyEquals(() => countOf(RELEASE), 2);
    await new Promise((resolve) => setImmediate(resolve));
    expect(statements.toSorted()).to.deep.equal([CLAIM, CLAIM, RELEASE, RELEASE]);
  });
});
