import { createHash, randomUUID } from 'node:crypto';
import { ManualClock } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { eventually, openTestEdge, type TestEdge } from '../api-keys/testing.js';
import { fingerprint, LEASE_MS, type HeldClaim, type KeyedRequest } from './keyed-request.js';
import { createResponseStore, type ResponseStore, type StoredResponse } from './response-store.js';
import { startSweeper, type Sweeper } from './sweeper.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const SECRETS = ['a secret of these tests alone, 32 long'];
const RESPONSE: StoredResponse = {
  status: 200,
  body: Buffer.from('{"email":"astrid@example.se"}'),
  creditsRemainingMillicredits: 1_200,
};

describe('response store', () => {
  let edge: TestEdge;
  let store: ResponseStore;
  let keyId: string;

  before(async () => {
    edge = await openTestEdge();
    store = createResponseStore({ ...edge, on: edge.pool, secrets: SECRETS });
    const account = await edge.newAccount();
    keyId = (await edge.keys.create({ accountId: account.id, name: 'test', limits: {} })).id;
  });
  after(() => edge.close());

  const request = (changes: Partial<KeyedRequest> = {}): KeyedRequest => ({
    keyId,
    idempotencyKey: randomUUID(),
    fingerprint: fingerprint('POST', '/contacts/reveal', { items: [] }),
    ...changes,
  });
  const otherBody = fingerprint('POST', '/contacts/reveal', { items: [1] });

  /** A gateway's whose clock is wrong, and not held against the database's. */
  const aheadBy = (durationMs: number): ResponseStore =>
    createResponseStore({
      ...edge,
      clock: new ManualClock(new Date(Date.now() + durationMs)),
      on: edge.pool,
      secrets: SECRETS,
    });

  async function hold(keyed: KeyedRequest): Promise<HeldClaim> {
    const claim = await store.claim(keyed);
    if (claim.kind !== 'held') throw new Error(`not held but ${claim.kind}`);
    return claim.claim;
  }
  /** Lets so much of every lease pass: leases go by the database's clock, which no test can move. */
  async function passOfLeases(durationMs: number): Promise<void> {
    await edge.operator.query(`update edge.stored_responses set lease_until = lease_until - $1 * interval '1 ms'`, [
      durationMs,
    ]);
  }
  async function rowOf({ idempotencyKey }: KeyedRequest): Promise<Record<string, unknown> | undefined> {
    const hash = createHash('sha256').update(idempotencyKey).digest();
    const { rows } = await edge.operator.query<Record<string, unknown>>(
      'select * from edge.stored_responses where idempotency_key_hash = $1',
      [hash],
    );
    return rows[0];
  }

  it('[3] one of any number of claims at once gets a new key', async () => {
    const keyed = request();
    const claims = await Promise.all(Array.from({ length: 20 }, () => store.claim(keyed)));
    expect(claims.map(({ kind }) => kind).toSorted()).to.deep.equal(
      ['held', ...Array.from({ length: 19 }, () => 'in_use')].toSorted(),
    );
  });

  it('[3] a completed request is replayed with the first response', async () => {
    const keyed = request();
    expect(await store.complete(await hold(keyed), RESPONSE)).to.equal(true);
    expect(await store.claim(keyed)).to.deep.equal({ kind: 'completed', response: RESPONSE });
  });

  it('replays a response without the balance header as one without', async () => {
    const keyed = request();
    await store.complete(await hold(keyed), { ...RESPONSE, creditsRemainingMillicredits: null });
    expect(await store.claim(keyed)).to.have.nested.property('response.creditsRemainingMillicredits', null);
  });

  it('[7] a completed key with another request is reused', async () => {
    const keyed = request();
    await store.complete(await hold(keyed), RESPONSE);
    expect(await store.claim({ ...keyed, fingerprint: otherBody })).to.deep.equal({ kind: 'reused' });
  });

  it('[7] while it runs the key is in use, whatever the request', async () => {
    const keyed = request();
    await hold(keyed);
    expect(await store.claim({ ...keyed, fingerprint: otherBody })).to.deep.equal({ kind: 'in_use' });
  });

  it('keys of different API keys are strangers', async () => {
    const account = await edge.newAccount();
    const other = await edge.keys.create({ accountId: account.id, name: 'test', limits: {} });
    const keyed = request();
    await store.complete(await hold(keyed), RESPONSE);
    expect(await store.claim({ ...keyed, keyId: other.id, fingerprint: otherBody })).to.have.property('kind', 'held');
  });

  it('after a failure the same key may come with any request', async () => {
    const keyed = request();
    await store.giveBack(await hold(keyed));
    expect(await rowOf(keyed)).to.equal(undefined);
    expect(await store.claim({ ...keyed, fingerprint: otherBody })).to.have.property('kind', 'held');
  });

  it('when its holder died a retry takes over at the end of the lease, and not before', async () => {
    const keyed = request();
    await hold(keyed);
    await passOfLeases(LEASE_MS - 10_000);
    expect(await store.claim(keyed)).to.deep.equal({ kind: 'in_use' });
    await passOfLeases(10_000);
    const claims = await Promise.all(Array.from({ length: 10 }, () => store.claim(keyed)));
    expect(claims.filter(({ kind }) => kind === 'held')).to.have.length(1);
  });

  it('a dead holder may have done its work, so another request does not get its key', async () => {
    const keyed = request();
    await hold(keyed);
    await passOfLeases(LEASE_MS);
    expect(await store.claim({ ...keyed, fingerprint: otherBody })).to.deep.equal({ kind: 'reused' });
  });

  describe('whose gateway has a wrong clock', () => {
    it('[D money.5] 61 s ahead takes over nothing that runs', async () => {
      const keyed = request();
      await hold(keyed);
      expect(await aheadBy(61_000).claim(keyed)).to.deep.equal({ kind: 'in_use' });
    });

    it('[D money.5] an hour ahead, that dies, leaves the key in use for as long as a lease and no longer', async () => {
      const keyed = request();
      await aheadBy(3_600_000).claim(keyed);
      const { rows } = await edge.operator.query<{ left: number }>(
        `select extract(epoch from max(lease_until) - clock_timestamp())::float as left
         from edge.stored_responses where idempotency_key_hash = $1`,
        [createHash('sha256').update(keyed.idempotencyKey).digest()],
      );
      expect(rows[0]?.left).to.be.within(0, 60);
    });

    it('[D money.5] an hour behind holds what it claims for as long as any other, also when it renews', async () => {
      const keyed = request();
      const behind = aheadBy(-3_600_000);
      const claim = await behind.claim(keyed);
      expect(await store.claim(keyed)).to.deep.equal({ kind: 'in_use' });
      if (claim.kind !== 'held') throw new Error(claim.kind);
      expect(await behind.renew(claim.claim)).to.equal(true);
      expect(await store.claim(keyed)).to.deep.equal({ kind: 'in_use' });
    });
  });

  it('a renewed lease holds on', async () => {
    const keyed = request();
    const claim = await hold(keyed);
    await passOfLeases(LEASE_MS - 10_000);
    expect(await store.renew(claim)).to.equal(true);
    await passOfLeases(LEASE_MS - 10_000);
    expect(await store.claim(keyed)).to.deep.equal({ kind: 'in_use' });
  });

  it('who was taken over can neither renew, complete nor give back', async () => {
    const keyed = request();
    const late = await hold(keyed);
    await passOfLeases(LEASE_MS);
    const current = await hold(keyed);
    expect(await store.renew(late)).to.equal(false);
    expect(await store.complete(late, { ...RESPONSE, body: Buffer.from('{"late":true}') })).to.equal(false);
    await store.giveBack(late);
    expect(await store.complete(current, RESPONSE)).to.equal(true);
    expect(await store.claim(keyed)).to.deep.equal({ kind: 'completed', response: RESPONSE });
  });

  it('a claim that a crash of the database took back is completed all the same, unless another has the key by then', async () => {
    const lose = ({ keyId: lost }: KeyedRequest) =>
      edge.pool.query('delete from edge.stored_responses where key_id = $1', [lost]);
    const keyed = request();
    const claim = await hold(keyed);
    await lose(keyed);
    expect(await store.complete(claim, RESPONSE)).to.equal(true);
    expect(await store.claim(keyed)).to.deep.equal({ kind: 'completed', response: RESPONSE });

    const other = request();
    const late = await hold(other);
    await lose(other);
    await hold({ ...other, fingerprint: otherBody });
    expect(await store.complete(late, RESPONSE)).to.equal(false);
    expect(await store.claim(other)).to.deep.equal({ kind: 'in_use' });
  });

  it('a completed response is neither renewed nor given back by the lease that it was stored under', async () => {
    const keyed = request();
    const claim = await hold(keyed);
    await store.complete(claim, RESPONSE);
    expect(await store.renew(claim)).to.equal(false);
    await store.giveBack(claim);
    expect(await store.claim(keyed)).to.deep.equal({ kind: 'completed', response: RESPONSE });
  });

  it('replays what a gateway before this schema stored, which has no lease owner', async () => {
    const keyed = request();
    await store.complete(await hold(keyed), RESPONSE);
    await edge.operator.query('update edge.stored_responses set lease_owner = null where status is not null');
    expect(await store.claim(keyed)).to.deep.equal({ kind: 'completed', response: RESPONSE });
  });

  it('a claim alone does not wait for the disk: what follows on its connection does', async () => {
    const client = await edge.pool.connect();
    const mode = async (): Promise<string | undefined> =>
      (await client.query<{ synchronous_commit: string }>('show synchronous_commit')).rows[0]?.synchronous_commit;
    try {
      // The tests' server waits for no disk at all.
      await client.query('set synchronous_commit = on');
      await client.query('begin');
      await createResponseStore({ ...edge, on: client, secrets: SECRETS }).claim(request());
      expect(await mode()).to.equal('off');
      await client.query('commit');
      expect(await mode()).to.equal('on');
    } finally {
      client.release(true);
    }
  });

  it('[8] a response is replayed for 24 hours and then forgotten', async () => {
    const keyed = request();
    await store.complete(await hold(keyed), RESPONSE);
    edge.clock.advance(DAY_MS - 1);
    expect(await store.claim(keyed)).to.have.property('kind', 'completed');
    edge.clock.advance(1);
    expect(await store.claim({ ...keyed, fingerprint: otherBody })).to.have.property('kind', 'held');
  });

  it('stores neither the body nor the Idempotency-Key in the open', async () => {
    const keyed = request();
    await store.complete(await hold(keyed), RESPONSE);
    const row = await rowOf(keyed);
    const bytes = Object.values(row ?? {}).map((value) =>
      Buffer.isBuffer(value) ? value.toString('latin1') : String(value),
    );
    expect(bytes.join()).not.to.include('astrid').and.not.to.include(keyed.idempotencyKey);
  });

  it('a response that no secret opens is an error, never a second run', async () => {
    const keyed = request();
    await store.complete(await hold(keyed), RESPONSE);
    const rotated = createResponseStore({
      ...edge,
      on: edge.pool,
      secrets: ['an entirely different secret, 32 long'],
    });
    const outcome = await rotated.claim(keyed).catch((error: unknown) => error);
    expect(outcome).to.be.an.instanceof(Error);
    const both = createResponseStore({
      ...edge,
      on: edge.pool,
      secrets: ['an entirely different secret, 32 long', ...SECRETS],
    });
    expect(await both.claim(keyed)).to.have.property('kind', 'completed');
  });

  it('sweeps on until nothing is left, however much that is', async () => {
    await edge.operator.query('delete from edge.stored_responses');
    await store.complete(await hold(request()), RESPONSE);
    edge.clock.advance(DAY_MS);
    await edge.operator.query(
      `insert into edge.stored_responses (key_id, idempotency_key_hash, fingerprint, status, body, created_at, expires_at)
       select key_id, sha256(convert_to(n::text, 'UTF8')), fingerprint, status, '', created_at, expires_at
       from edge.stored_responses, generate_series(1, 50500) as n`,
    );
    // Two gateways, that take turns.
    const sweepers = [store, aheadBy(-1_000)].map((each) => startSweeper(each, edge.logger));
    const left = async (): Promise<number | undefined> => {
      const { rows } = await edge.operator.query<{ left: number }>(
        'select count(*)::integer as left from edge.stored_responses',
      );
      return rows[0]?.left;
    };
    await eventually(left, 0);
    await Promise.all(sweepers.map((sweeper) => sweeper.stop()));
  });

  it('stops sweeping at the end of a batch, however much is left', async () => {
    let batches = 0;
    let stopped: Promise<void> | undefined;
    const endless = {
      sweep: async (): Promise<number> => {
        batches += 1;
        await new Promise((resolve) => setImmediate(resolve));
        if (batches === 3) stopped = sweeper.stop();
        return 500;
      },
    };
    const sweeper: Sweeper = startSweeper(endless, edge.logger);
    await eventually(() => stopped !== undefined, true);
    await stopped;
    expect(batches).to.equal(3);
  });

  it('sweeps what is over, in batches, and nothing else', async () => {
    await edge.operator.query('delete from edge.stored_responses');
    const [expired, kept, running] = [request(), request(), request()];
    await store.complete(await hold(expired), RESPONSE);
    edge.clock.advance(DAY_MS - 1);
    await store.complete(await hold(kept), RESPONSE);
    const claim = await hold(running);
    edge.clock.advance(1);
    await edge.operator.query(
      `insert into edge.stored_responses (key_id, idempotency_key_hash, fingerprint, status, body, created_at, expires_at)
       select key_id, sha256(convert_to(n::text, 'UTF8')), fingerprint, status, body, created_at, expires_at
       from edge.stored_responses, generate_series(1, 1200) as n where expires_at <= $1`,
      [edge.clock.now()],
    );
    const batches = [await store.sweep(), await store.sweep(), await store.sweep()];
    expect(batches).to.deep.equal([500, 500, 201]);
    expect(await rowOf(expired)).to.equal(undefined);
    expect(await store.claim(kept)).to.have.property('kind', 'completed');
    expect(await store.renew(claim)).to.equal(true);
    expect(await store.sweep()).to.equal(0);
  });
});
