import { randomUUID } from 'node:crypto';
import type { Queryable } from '@prospecting/platform/postgres';
import { expect } from 'chai';
import { codeOf, eventually, openTestEdge, type TestEdge } from '../api-keys/testing.js';
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
const CLAIM = 'claim_idempotency_keys';
const COMPLETE = 'complete_stored_responses';
const FORGET = 'forget_idempotency_claim';
/** Of a store that is to be late; long enough for a slow machine to send what comes before. */
const LIMIT_MS = 200;

const responseTo = (index: number): StoredResponse => ({
  status: 200,
  // Of any size, empty too: each is cut out of all of them.
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

/** Something that is waited for until it is released. */
function createGate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

describe('stored responses of requests that come at once', () => {
  let edge: TestEdge;
  let keyId: string;
  let statements: string[];
  /** Of each of them, how long it is waited for at most, in ms. */
  let limits: (number | undefined)[];
  /** What becomes of the next answers to statements of a name, before they are given as they are. */
  let fates: Record<string, Fate[]>;
  /** What the next statements of a name wait for before they reach the database. */
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

  /** A gateway's, telling of its statements what they are called, and doing with their answers as it is told. */
  function openStore(options: Partial<ResponseStoreOptions> = {}): ResponseStore {
    const query = async (config: SentStatement): Promise<unknown> => {
      statements.push(config.name);
      limits.push(config.query_timeout);
      await delays[config.name]?.shift();
      const fate = fates[config.name]?.shift();
      if (fate === notCarriedOut) return notCarriedOut();
      const answer = await edge.pool.query(config);
      return fate === undefined ? answer : fate(answer);
    };
    const on = { query } as unknown as Queryable;
    const secrets = ['a secret of these tests alone, 32 long'];
    const opened = createResponseStore({ ...edge, on, secrets, ...options });
    stores.push(opened);
    return opened;
  }

  const countOf = (name: string): number => statements.filter((each) => each === name).length;

  /** Of a statement that is not carried out at all. */
  const notCarriedOut = (): never => {
    throw new Error('the database is not there');
  };

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

  /** As if every holder had died a lease ago, by the database's clock. */
  const endLeases = (): Promise<unknown> =>
    edge.operator.query(`update edge.stored_responses set lease_until = lease_until - $1 * interval '1 ms'`, [
      LEASE_MS,
    ]);

  const claimAll = async (requests: readonly KeyedRequest[]): Promise<string[]> =>
    (await Promise.all(requests.map((keyed) => store.claim(keyed)))).map(({ kind }) => kind);

  it('claims share a statement, and so do completions; each is replayed with its own', async () => {
    const requests = Array.from({ length: 20 }, () => request());
    const claims = await Promise.all(requests.map(hold));
    await Promise.all(claims.map((claim, index) => store.complete(claim, responseTo(index))));
    expect(statements).to.deep.equal([CLAIM, COMPLETE]);
    for (const [index, keyed] of requests.entries())
      expect(await store.claim(keyed)).to.deep.equal({ kind: 'completed', response: responseTo(index) });
  });

  it('a shared statement is waited for two seconds, so that each can be asked for alone; one that nobody shares as long as any', async () => {
    const [alone, ...together] = [request(), request(), request()];
    const first = await hold(alone);
    const claims = await Promise.all(together.map(hold));
    await store.complete(first, responseTo(1));
    await Promise.all(claims.map((claim) => store.complete(claim, responseTo(1))));
    expect(statements).to.deep.equal([CLAIM, CLAIM, COMPLETE, COMPLETE]);
    expect(limits).to.deep.equal([undefined, 2_000, undefined, 2_000]);
  });

  it('each is claimed, or refused for what stands under its own key', async () => {
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

  it('[3] of one key the first is held, and one Idempotency-Key under two API keys is two', async () => {
    const keyed = request();
    const stranger = { ...keyed, keyId: await newKey(), fingerprint: OTHER_BODY };
    const kinds = await claimAll([keyed, keyed, stranger, keyed]);
    expect(kinds.toSorted()).to.deep.equal(['held', 'held', 'in_use', 'in_use']);
    expect(kinds[2]).to.equal('held');
  });

  it('what a dead holder left goes to the same request, whichever others ask for it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const keyed = request();
      await hold(keyed);
      await endLeases();
      const other = { ...keyed, fingerprint: OTHER_BODY };
      const requests = round % 2 === 0 ? [keyed, other] : [other, keyed];
      const kinds = await claimAll(requests);
      expect(kinds[requests.indexOf(keyed)]).to.equal('held');
      // Beside the one who has just taken over, or before that.
      expect(kinds[requests.indexOf(other)]).to.be.oneOf(['in_use', 'reused']);
    }
  });

  it('a claim whose answer got lost is held, and a response whose answer got lost is stored', async () => {
    const requests = [request(), request()];
    fates = { [CLAIM]: [lost], [COMPLETE]: [lost] };
    const claims = await Promise.all(requests.map(hold));
    const stored = await Promise.all(claims.map((claim, index) => store.complete(claim, responseTo(index))));
    expect(stored).to.deep.equal([true, true]);
    expect(statements).to.deep.equal([CLAIM, CLAIM, CLAIM, COMPLETE, COMPLETE, COMPLETE]);
    for (const [index, keyed] of requests.entries())
      expect(await store.claim(keyed)).to.deep.equal({ kind: 'completed', response: responseTo(index) });
  });

  it('one whose lease was taken over does not keep the holder’s response, nor any other, from being stored', async () => {
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

  it('two gateways that are asked for the same keys in any order do not wait for each other in a circle', async () => {
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
      'none failed and was repeated',
    ).to.have.length(10);
  });

  it('a row that another holds fails its own request, within seconds, and no other', async () => {
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
      // Once together and once alone: far from the 5 s that a request has.
      expect(performance.now() - startedAt).to.be.below(4_000);
      expect(countOf(CLAIM)).to.equal(3);
    } finally {
      await operator.query('rollback');
      operator.release();
    }
  });

  it('whose caller has been told that it was late is free for any request, whenever its claim came to stand', async () => {
    const gate = createGate();
    store = openStore({ timeoutMs: LIMIT_MS });
    fates = { [CLAIM]: [() => gate.opened.then(lost)] };
    const requests = [request(), request()];
    const codes = requests.map((keyed) => codeOf(store.claim(keyed)));
    expect(await Promise.all(codes)).to.deep.equal(['service_unavailable', 'service_unavailable']);
    gate.open();
    await becomeFree(requests);
  });

  it('a claim that is carried out late, after its key was given back, does not block the key', async () => {
    const gate = createGate();
    store = openStore({ timeoutMs: LIMIT_MS });
    delays = { [CLAIM]: [gate.opened] };
    const requests = [request({ fingerprint: LATE_BODY }), request({ fingerprint: LATE_BODY })];
    const codes = await Promise.all(requests.map((keyed) => codeOf(store.claim(keyed))));
    expect(codes).to.deep.equal(['service_unavailable', 'service_unavailable']);
    // A timer may be early by a millisecond.
    const lateAt = Date.now() + 5;
    await eventually(() => Date.now() > lateAt, true);
    fates = { [FORGET]: [notCarriedOut, notCarriedOut, notCarriedOut, notCarriedOut] };
    gate.open();
    await eventually(() => statements.length >= 2, true);
    const { rows } = await edge.operator.query<{ claimed: number }>(
      'select count(*)::integer as claimed from edge.stored_responses where fingerprint = $1',
      [LATE_BODY],
    );
    expect(rows[0]?.claimed).to.equal(0);
  });

  it('is taken back again and again where that fails, at the latest when its gateway stops', async () => {
    store = openStore({ timeoutMs: LIMIT_MS });
    const [keyed, last] = [request(), request()];
    fates = { [CLAIM]: [lost], [FORGET]: [notCarriedOut, notCarriedOut, notCarriedOut] };
    expect(await codeOf(store.claim(keyed))).not.to.equal('ok');
    await eventually(() => countOf(FORGET), 4);
    await becomeFree([keyed]);

    const claim = await hold(last);
    fates = { [FORGET]: [notCarriedOut] };
    await store.giveBack(claim);
    await store.stop(5_000);
    // Of the lost claim too, which was to be taken back once more when no statement could make it any longer.
    expect(countOf(FORGET)).to.equal(7);
    expect(await claimAll([{ ...last, fingerprint: OTHER_BODY }])).to.deep.equal(['held']);
  });

  it('a claim that is still under way when its gateway stops is taken back before the database is closed', async () => {
    const gate = createGate();
    store = openStore({ timeoutMs: LIMIT_MS });
    fates = { [CLAIM]: [(answer) => gate.opened.then(() => answer)] };
    const keyed = request();
    expect(await codeOf(store.claim(keyed))).to.equal('service_unavailable');
    const stopped = store.stop(5_000).then(() => {
      fates = { [FORGET]: Array<Fate>(10).fill(notCarriedOut) };
    });
    await new Promise((resolve) => setImmediate(resolve));
    gate.open();
    await stopped;
    await eventually(() => countOf(FORGET) > 0, true);
    const free = await openStore().claim({ ...keyed, fingerprint: OTHER_BODY });
    expect(free.kind).to.equal('held');
  });

  async function becomeFree(requests: readonly KeyedRequest[]): Promise<void> {
    const kindOf = async (keyed: KeyedRequest): Promise<string> => {
      const claim = await openStore().claim({ ...keyed, fingerprint: OTHER_BODY });
      return claim.kind;
    };
    for (const keyed of requests) await eventually(() => kindOf(keyed), 'held');
  }

  it('waits for the database no longer than its limit', async () => {
    const claim = await hold(request());
    const never = (): Promise<never> => new Promise(() => {});
    store = openStore({ timeoutMs: LIMIT_MS });
    fates = { [CLAIM]: [never], [COMPLETE]: [never] };
    expect(await codeOf(store.claim(request()))).to.equal('service_unavailable');
    expect(await codeOf(store.complete(claim, responseTo(1)))).to.equal('service_unavailable');
  });

  it('asks the database nothing for whom it has told already that it was late', async () => {
    const gate = createGate();
    store = openStore({ timeoutMs: LIMIT_MS });
    fates = { [CLAIM]: [() => gate.opened.then(lost), () => gate.opened.then(lost)] };
    // Two statements are under way, so the third waits for its turn.
    const codes: Promise<string>[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      codes.push(codeOf(store.claim(request())));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await Promise.all(codes)).to.deep.equal(Array(3).fill('service_unavailable'));
    // A timer may be early by a millisecond.
    const lateAt = Date.now() + 5;
    await eventually(() => Date.now() > lateAt, true);
    gate.open();
    await eventually(() => countOf(FORGET), 2);
    await new Promise((resolve) => setImmediate(resolve));
    expect(statements.toSorted()).to.deep.equal([CLAIM, CLAIM, FORGET, FORGET]);
  });
});
