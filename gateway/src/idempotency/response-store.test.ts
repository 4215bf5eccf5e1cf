import { createHash, randomUUID } from 'node:crypto';
import { ManualClock } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { openTestEdge, type TestEdge } from '#testing/edge.js';
import { fingerprint, LEASE_MS, type HeldClaim, type KeyedRequest } from './keyed-request.js';
import { createResponseStore, type ResponseStore, type StoredResponse } from './response-store.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const SECRETS = ['a secret of these tests only and 32 long'];
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

  /** Creates the store of a gateway whose clock is wrong and not checked against the database. */
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
  /** Shortens every lease. Leases go by the database's clock, which tests cannot move. */
  async function shortenLeases(durationMs: number): Promise<void> {
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

  it('[3] gives a new key to one of several simultaneous claims', async () => {
    const keyed = request();
    const claims = await Promise.all(Array.from({ length: 20 }, () => store.claim(keyed)));
    expect(claims.map(({ kind }) => kind).toSorted()).to.deep.equal(
      ['held', ...Array.from({ length: 19 }, () => 'in_use')].toSorted(),
    );
  });

  it('[3] replays the first response of a completed request', async () => {
    const keyed = request();
    expect(await store.complete(await hold(keyed), RESPONSE)).to.equal(true);
    expect(await store.claim(keyed)).to.deep.equal({ kind: 'completed', response: RESPONSE });
  });

  it('replays a response that had no balance header without one', async () => {
    const keyed = request();
    await store.complete(await hold(keyed), { ...RESPONSE, creditsRemainingMillicredits: null });
    expect(await store.claim(keyed)).to.have.nested.property('response.creditsRemainingMillicredits', null);
  });

  it('[7] reports a completed key as reused for a different request', async () => {
    const keyed = request();
    await store.complete(await hold(keyed), RESPONSE);
    expect(await store.claim({ ...keyed, fingerprint: otherBody })).to.deep.equal({ kind: 'reused' });
  });

  it('[7] reports a key as in use while its request runs, even for a different request', async () => {
    const keyed = request();
    await hold(keyed);
    expect(await store.claim({ ...keyed, fingerprint: otherBody })).to.deep.equal({ kind: 'in_use' });
  });

  it('keeps the Idempotency-Keys of different API keys apart', async () => {
    const account = await edge.newAccount();
    const other = await edge.keys.create({ accountId: account.id, name: 'test', limits: {} });
    const keyed = request();
    await store.complete(await hold(keyed), RESPONSE);
    expect(await store.claim({ ...keyed, keyId: other.id, fingerprint: otherBody })).to.have.property('kind', 'held');
  });

  it('gives a released key to any request', async () => {
    const keyed = request();
    await store.release(await hold(keyed));
    expect(await rowOf(keyed)).to.equal(undefined);
    expect(await store.claim({ ...keyed, fingerprint: otherBody })).to.have.property('kind', 'held');
  });

  it('lets a retry take over from a dead holder at the end of its lease, not before', async () => {
    const keyed = request();
    await hold(keyed);
    await shortenLeases(LEASE_MS - 10_000);
    expect(await store.claim(keyed)).to.deep.equal({ kind: 'in_use' });
    await shortenLeases(10_000);
    const claims = await Promise.all(Array.from({ length: 10 }, () => store.claim(keyed)));
    expect(claims.filter(({ kind }) => kind === 'held')).to.have.length(1);
  });

  it('does not give the key of a dead holder to a different request, because its work may be done', async () => {
    const keyed = request();
    await hold(keyed);
    await shortenLeases(LEASE_MS);
    expect(await store.claim({ ...keyed, fingerprint: otherBody })).to.deep.equal({ kind: 'reused' });
  });

  describe('on a gateway with a wrong clock', () => {
    it('[D money.5] does not take over a running request when the clock is 61 s ahead', async () => {
      const keyed = request();
      await hold(keyed);
      expect(await aheadBy(61_000).claim(keyed)).to.deep.equal({ kind: 'in_use' });
    });

    it('[D money.5] leaves a key in use for one lease when it dies and the clock is an hour ahead', async () => {
      const keyed = request();
      await aheadBy(3_600_000).claim(keyed);
      const { rows } = await edge.operator.query<{ left: number }>(
        `select extract(epoch from max(lease_until) - clock_timestamp())::float as left
         from edge.stored_responses where idempotency_key_hash = $1`,
        [createHash('sha256').update(keyed.idempotencyKey).digest()],
      );
      expect(rows[0]?.left).to.be.within(0, 60);
    });

    it('[D money.5] holds and renews its claims for a full lease when the clock is an hour behind', async () => {
      const keyed = request();
      const behind = aheadBy(-3_600_000);
      const claim = await behind.claim(keyed);
      expect(await store.claim(keyed)).to.deep.equal({ kind: 'in_use' });
      if (claim.kind !== 'held') throw new Error(claim.kind);
      expect(await behind.renew(claim.claim)).to.equal(true);
      expect(await store.claim(keyed)).to.deep.equal({ kind: 'in_use' });
    });
  });

  it('keeps a key in use after its lease was renewed', async () => {
    const keyed = request();
    const claim = await hold(keyed);
    await shortenLeases(LEASE_MS - 10_000);
    expect(await store.renew(claim)).to.equal(true);
    await shortenLeases(LEASE_MS - 10_000);
    expect(await store.claim(keyed)).to.deep.equal({ kind: 'in_use' });
  });

  it('does not renew, complete or release a claim that another request took over', async () => {
    const keyed = request();
    const late = await hold(keyed);
    await shortenLeases(LEASE_MS);
    const current = await hold(keyed);
    expect(await store.renew(late)).to.equal(false);
    expect(await store.complete(late, { ...RESPONSE, body: Buffer.from('{"late":true}') })).to.equal(false);
    await store.release(late);
    expect(await store.complete(current, RESPONSE)).to.equal(true);
    expect(await store.claim(keyed)).to.deep.equal({ kind: 'completed', response: RESPONSE });
  });

  it('completes a claim that a database crash undid, unless another request has the key now', async () => {
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

  it('does not renew or release a claim that is completed', async () => {
    const keyed = request();
    const claim = await hold(keyed);
    await store.complete(claim, RESPONSE);
    expect(await store.renew(claim)).to.equal(false);
    await store.release(claim);
    expect(await store.claim(keyed)).to.deep.equal({ kind: 'completed', response: RESPONSE });
  });

  it('replays a response of an older gateway, whose row has no lease owner', async () => {
    const keyed = request();
    await store.complete(await hold(keyed), RESPONSE);
    await edge.operator.query('update edge.stored_responses set lease_owner = null where status is not null');
    expect(await store.claim(keyed)).to.deep.equal({ kind: 'completed', response: RESPONSE });
  });

  it('commits a claim without waiting for the disk, and later transactions of the connection with it', async () => {
    const client = await edge.pool.connect();
    const mode = async (): Promise<string | undefined> =>
      (await client.query<{ synchronous_commit: string }>('show synchronous_commit')).rows[0]?.synchronous_commit;
    try {
      // The server of the tests has this off.
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

  it('[8] replays a response for 24 hours, then frees its key', async () => {
    const keyed = request();
    await store.complete(await hold(keyed), RESPONSE);
    edge.clock.advance(DAY_MS - 1);
    expect(await store.claim(keyed)).to.have.property('kind', 'completed');
    edge.clock.advance(1);
    expect(await store.claim({ ...keyed, fingerprint: otherBody })).to.have.property('kind', 'held');
  });

  it('stores neither the body nor the Idempotency-Key as plain text', async () => {
    const keyed = request();
    await store.complete(await hold(keyed), RESPONSE);
    const row = await rowOf(keyed);
    const bytes = Object.values(row ?? {}).map((value) =>
      Buffer.isBuffer(value) ? value.toString('latin1') : String(value),
    );
    expect(bytes.join()).not.to.include('astrid').and.not.to.include(keyed.idempotencyKey);
  });

  it('throws, and does not run the request again, when no secret opens its response', async () => {
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

  it('deletes expired rows in batches, and keeps responses and running requests', async () => {
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
