import { createPool, type Pool } from '@prospecting/platform/postgres';
import { Registry } from '@prospecting/platform/telemetry';
import { expect } from 'chai';
import { DEFAULT_LIMITS, generateKey } from '@prospecting/openapi';
import { codeOf, eventually, eventuallyEquals, openTcpProxy, type TcpProxy } from '@prospecting/platform/testing';
import type { Authenticator } from './authenticated-key.js';
import { createAuthenticator, STALE_LIMIT_MS, type AuthenticatorOptions } from './authenticator.js';
import { MAX_UNSEEN_UNDER_WAY, UNSEEN_KEYS } from './known-secrets.js';
import { subscribe } from './subscription.js';
import { openTestEdge, type TestEdge } from '#testing/edge.js';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('authentication', () => {
  let edge: TestEdge;
  let registry: Registry;
  let authenticator: Authenticator;
  let unseenKeysPool: Pool;

  before(async () => {
    edge = await openTestEdge();
    unseenKeysPool = openUnseenKeysPool(edge.url);
  });
  after(async () => {
    await unseenKeysPool.end();
    await edge.close();
  });

  beforeEach(async () => {
    registry = new Registry();
    authenticator = newAuthenticator({ registry });
    await authenticator.start();
    expect(authenticator.isListening()).to.equal(true);
  });
  afterEach(() => authenticator.stop());

  function openUnseenKeysPool(connectionString: string): Pool {
    const { connections: maxConnections, timeouts } = UNSEEN_KEYS;
    return createPool({ connectionString, applicationName: 'test-unseen-keys', maxConnections, ...timeouts });
  }

  function newAuthenticator(options: Partial<AuthenticatorOptions>): Authenticator {
    const { pool, url, clock, logger } = edge;
    const listening = { heartbeatMs: 20, reconnectDelayMs: 5 };
    return createAuthenticator({
      pool,
      unseenKeysPool,
      databaseUrlForListening: url,
      clock,
      logger,
      registry: new Registry(),
      listening,
      ...options,
    });
  }

  async function newKey(
    changes: Parameters<TestEdge['newAccount']>[0] = {},
  ): Promise<{ id: string; accountId: string; bearer: string }> {
    const account = await edge.newAccount(changes);
    const { id, key } = await edge.keys.create({ accountId: account.id, name: 'crm', limits: { search: 7 } });
    return { id, accountId: account.id, bearer: `Bearer ${key}` };
  }

  async function lookups(of: Registry): Promise<Record<string, number>> {
    const metric = of.getSingleMetric('prospect_key_lookups_total');
    const { values } = (await metric?.get()) ?? { values: [] };
    const outcomes: Record<string, number> = {};
    for (const { labels, value } of values) if (value > 0) outcomes[String(labels['outcome'])] = value;
    return outcomes;
  }

  const codeFor = (bearer: string): Promise<string> => codeOf(authenticator.authenticate(bearer));

  describe('of a valid key', () => {
    it('[1.7] returns the account, its settings and the limits of the key', async () => {
      const { id, accountId, bearer } = await newKey({ targetRoles: ['ceo', 'cfo'], priceGroup: 'nordic' });
      expect(await authenticator.authenticate(bearer)).to.deep.equal({
        keyId: id,
        account: { id: accountId, apiEnabled: true, targetRoles: ['ceo', 'cfo'], priceGroup: 'nordic' },
        limits: { ...DEFAULT_LIMITS, search: 7 },
        stale: false,
      });
    });

    it('[5.5] returns an account without API access instead of refusing it, because its requests count', async () => {
      const { bearer } = await newKey({ apiEnabled: false });
      expect((await authenticator.authenticate(bearer)).account.apiEnabled).to.equal(false);
    });

    it('asks the database once for any number of simultaneous and later requests', async () => {
      const { bearer } = await newKey();
      const shared = new Registry();
      // It listens from now on, so it is not notified of the new key.
      const later = newAuthenticator({ registry: shared });
      await later.start();
      await Promise.all(Array.from({ length: 20 }, () => later.authenticate(bearer)));
      await later.authenticate(bearer);
      expect(await lookups(shared)).to.deep.equal({ miss: 1, shared: 19, hit: 1 });
      await later.stop();
    });
  });

  it('knows a valid key at once when it is cached, and no other, and counts no lookup for that', async () => {
    const { id, bearer } = await newKey();
    const counted = new Registry();
    // It listens from now on: the notification of the new key would empty its cache at any moment.
    const later = newAuthenticator({ registry: counted });
    await later.start();
    expect(later.known(bearer)).to.equal(undefined);
    const key = await later.authenticate(bearer);
    expect(later.known(bearer)).to.deep.equal(key);
    expect(later.known(undefined)).to.equal(undefined);
    expect(await lookups(counted)).to.deep.equal({ miss: 1 });
    await edge.keys.revoke(id);
    await eventuallyEquals(() => codeOf(later.authenticate(bearer)), 'api_key_revoked');
    expect(later.known(bearer)).to.equal(undefined);
    await later.stop();
  });

  it('knows no key while it does not listen', async () => {
    const { bearer } = await newKey();
    const deaf = newAuthenticator({});
    await deaf.start();
    await deaf.authenticate(bearer);
    expect(deaf.known(bearer)).not.to.equal(undefined);
    await deaf.stop();
    expect(deaf.isListening()).to.equal(false);
    expect(deaf.known(bearer)).to.equal(undefined);
  });

  it('is ready once every connection for unseen keys is open, and stays ready', async () => {
    const proxy = await openTcpProxy(edge.url);
    const throughProxy = openUnseenKeysPool(proxy.through(edge.url));
    const starting = newAuthenticator({ unseenKeysPool: throughProxy });
    try {
      await proxy.cut();
      expect(await starting.rehearsed())
        .to.have.property('reason')
        .that.is.a('string').and.is.not.empty;
      await proxy.restore();
      expect(
        await eventually(
          () => starting.rehearsed(),
          (trouble) => trouble === undefined,
        ),
      ).to.equal(undefined);
      expect(throughProxy.totalCount).to.equal(UNSEEN_KEYS.connections);
      await proxy.cut();
      expect(await starting.rehearsed()).to.equal(undefined);
    } finally {
      await throughProxy.end();
      await proxy.close();
    }
  });

  describe('refuses', () => {
    it('[5.7] [5.2] a missing or malformed key with invalid_api_key, without asking the database', async () => {
      const proxy = await openTcpProxy(edge.url);
      await proxy.cut();
      const throughProxy = openUnseenKeysPool(proxy.through(edge.url));
      const disconnected = newAuthenticator({ unseenKeysPool: throughProxy });
      try {
        const wellFormed = generateKey();
        const mistyped = wellFormed.slice(0, -1) + (wellFormed.endsWith('0') ? '1' : '0');
        for (const header of [undefined, '', 'Bearer', 'Bearer x', `Bearer ${mistyped}`, `Basic ${wellFormed}`]) {
          expect(await codeOf(disconnected.authenticate(header)), String(header)).to.equal('invalid_api_key');
        }
        expect(await codeOf(disconnected.authenticate(`Bearer ${wellFormed}`))).to.equal('service_unavailable');
      } finally {
        await disconnected.stop();
        await throughProxy.end();
      }
    });

    it('[5.7] an unknown key with invalid_api_key, and asks the database once', async () => {
      const bearer = `Bearer ${generateKey()}`;
      expect(await codeFor(bearer)).to.equal('invalid_api_key');
      expect(await codeFor(bearer)).to.equal('invalid_api_key');
      expect(await lookups(registry)).to.deep.equal({ miss: 1, hit: 1 });
    });

    it('[5.7] [5.3] a revoked key with api_key_revoked, immediately', async () => {
      const { id, bearer } = await newKey();
      expect(await codeFor(bearer)).to.equal('ok');
      await edge.keys.revoke(id);
      await eventuallyEquals(() => codeFor(bearer), 'api_key_revoked');
    });

    it('[5.7] [5.3] a rolled key with api_key_expired from the instant its overlap ends, and accepts its successor as the same key', async () => {
      const { id, bearer } = await newKey();
      expect(await codeFor(bearer)).to.equal('ok');
      const rolled = await edge.keys.roll(id, 60);
      await eventuallyEquals(async () => (await authenticator.authenticate(`Bearer ${rolled.key}`)).keyId, id);
      edge.clock.advance(59_999);
      expect(await codeFor(bearer)).to.equal('ok');
      edge.clock.advance(1);
      await eventuallyEquals(() => codeFor(bearer), 'api_key_expired');
      expect(await codeFor(`Bearer ${rolled.key}`)).to.equal('ok');
    });

    it('[5.3] a key rolled without overlap with api_key_expired, immediately', async () => {
      const { id, bearer } = await newKey();
      await edge.keys.roll(id, 0);
      await eventuallyEquals(() => codeFor(bearer), 'api_key_expired');
    });
  });

  describe('while unknown keys flood it', () => {
    let proxy: TcpProxy;
    let throughProxy: Pool;
    let flooded: Authenticator;
    beforeEach(async () => {
      proxy = await openTcpProxy(edge.url);
      throughProxy = openUnseenKeysPool(proxy.through(edge.url));
      registry = new Registry();
      flooded = newAuthenticator({ unseenKeysPool: throughProxy, registry });
      await flooded.start();
    });
    afterEach(async () => {
      proxy.release();
      await flooded.stop();
      await throughProxy.end();
      await proxy.cut();
    });

    /**
     * Sends well-formed keys that were never issued, and collects the codes of the answers so far.
     */
    function flood(authenticate: Authenticator['authenticate'], requests: number): string[] {
      const codes: string[] = [];
      for (let request = 0; request < requests; request += 1) {
        void codeOf(authenticate(`Bearer ${generateKey()}`)).then((code) => codes.push(code));
      }
      return codes;
    }

    it('takes no connection from the pool that spends use', async () => {
      const pool = createPool({ connectionString: edge.url, applicationName: 'test', maxConnections: 1 });
      const own = newAuthenticator({ pool });
      await own.start();
      try {
        const codes = flood(own.authenticate, MAX_UNSEEN_UNDER_WAY);
        await nextTurn();
        expect([pool.totalCount, pool.waitingCount]).to.deep.equal([0, 0]);
        await eventuallyEquals(() => codes.length, MAX_UNSEEN_UNDER_WAY);
        expect(new Set(codes)).to.deep.equal(new Set(['invalid_api_key']));
      } finally {
        await own.stop();
        await pool.end();
      }
    });

    it('refuses look-ups above its bound with service_unavailable, without waiting', async () => {
      proxy.hold();
      const codes = flood(flooded.authenticate, MAX_UNSEEN_UNDER_WAY + 900);
      await nextTurn();
      expect(codes).to.deep.equal(Array.from({ length: 900 }, () => 'service_unavailable'));
    });

    it('serves a known key, even after a change or a gap in the notifications removed it from the cache', async () => {
      const { id, bearer } = await newKey();
      await flooded.authenticate(bearer);
      proxy.hold();
      flood(flooded.authenticate, MAX_UNSEEN_UNDER_WAY + 1);
      expect((await flooded.authenticate(bearer)).keyId).to.equal(id);
      const { miss: missesBefore = 0 } = await lookups(registry);
      await edge.operator.query('select accounts.notify_change($1)', [`key:${id}`]);
      const misses = async (): Promise<number> => {
        expect((await flooded.authenticate(bearer)).keyId).to.equal(id);
        return (await lookups(registry))['miss'] ?? 0;
      };
      expect(await eventually(misses, (count) => count > missesBefore)).to.equal(missesBefore + 1);
    });

    it('stops looking up a revoked key on the connections of known ones', async () => {
      const { id, bearer } = await newKey();
      await flooded.authenticate(bearer);
      await edge.keys.revoke(id);
      await eventuallyEquals(() => codeOf(flooded.authenticate(bearer)), 'api_key_revoked');
      proxy.hold();
      flood(flooded.authenticate, MAX_UNSEEN_UNDER_WAY);
      await edge.operator.query('select accounts.notify_change($1)', [`key:${id}`]);
      await eventuallyEquals(() => codeOf(flooded.authenticate(bearer)), 'service_unavailable');
    });

    it('looks up unknown keys again when the flood is over', async () => {
      proxy.hold();
      flood(flooded.authenticate, MAX_UNSEEN_UNDER_WAY);
      const { bearer } = await newKey();
      expect(await codeOf(flooded.authenticate(bearer))).to.equal('service_unavailable');
      proxy.release();
      await eventuallyEquals(() => codeOf(flooded.authenticate(bearer)), 'ok');
    });
  });

  describe('learns of a change', () => {
    it('of an account, and returns its new settings', async () => {
      const { accountId, bearer } = await newKey();
      await authenticator.authenticate(bearer);
      await edge.accounts.update(accountId, { apiEnabled: false });
      await eventuallyEquals(async () => (await authenticator.authenticate(bearer)).account.apiEnabled, false);
    });

    it('that an operator makes by hand in the database', async () => {
      const { id, bearer } = await newKey();
      await authenticator.authenticate(bearer);
      await edge.operator.query('update accounts.api_keys set revoked_at = created_at where id = $1', [id]);
      await eventuallyEquals(() => codeFor(bearer), 'api_key_revoked');
    });
  });

  describe('while notifications do not arrive', () => {
    let proxy: TcpProxy;
    let pool: Pool;
    let unseenThroughProxy: Pool;
    let proxied: Authenticator;

    beforeEach(async () => {
      proxy = await openTcpProxy(edge.url);
      unseenThroughProxy = openUnseenKeysPool(proxy.through(edge.url));
      pool = createPool({ connectionString: proxy.through(edge.url), applicationName: 'test', maxConnections: 2 });
    });
    afterEach(async () => {
      await proxied.stop();
      await Promise.all([pool.end(), unseenThroughProxy.end()]);
      await proxy.close();
    });

    it('asks the database for every request, and has an empty cache when it listens again', async () => {
      proxied = newAuthenticator({ databaseUrlForListening: proxy.through(edge.url) });
      const asked = await newKey();
      const notAsked = await newKey();
      await proxied.start();
      for (const { bearer } of [asked, notAsked]) await proxied.authenticate(bearer);
      await proxy.cut();
      await eventuallyEquals(() => proxied.isListening(), false);
      // No authenticator is notified of this.
      for (const { id } of [asked, notAsked]) await edge.keys.revoke(id);
      expect(await codeOf(proxied.authenticate(asked.bearer))).to.equal('api_key_revoked');
      await proxy.restore();
      await eventuallyEquals(() => proxied.isListening(), true);
      expect(await codeOf(proxied.authenticate(notAsked.bearer))).to.equal('api_key_revoked');
    });

    it('notices a connection that falls silent', async () => {
      proxied = newAuthenticator({
        databaseUrlForListening: proxy.through(edge.url),
        listening: { heartbeatMs: 20, statementTimeoutMs: 50 },
      });
      await proxied.start();
      proxy.hold();
      await eventuallyEquals(() => proxied.isListening(), false);
      proxy.release();
    });

    it('[D money.6] stops trusting a connection that hangs when its last proof expires, even between heartbeats', async () => {
      proxied = newAuthenticator({
        databaseUrlForListening: proxy.through(edge.url),
        listening: { heartbeatMs: 3_600_000, proofHoldsMs: 50 },
      });
      const { id, bearer } = await newKey();
      await proxied.start();
      await proxied.authenticate(bearer);
      proxy.hold();
      await edge.keys.revoke(id);
      await eventuallyEquals(() => proxied.isListening(), false);
      expect(await codeOf(proxied.authenticate(bearer))).to.equal('api_key_revoked');
      proxy.release();
    });

    it('[D money.6] rejects a connection that answers statements and drops notifications', async () => {
      const dropped: Parameters<typeof subscribe>[1] = {
        channel: 'accounts_changes',
        heartbeatMs: 20,
        proofTimeoutMs: 50,
        onPayload: () => {},
        beginProof: () => () => {},
        onLost: () => {},
      };
      const through = createPool({ connectionString: edge.url, applicationName: 'test', maxConnections: 1 });
      // A pooler in transaction mode runs each statement on any free connection.
      through.on('connect', (client) => {
        const query = client.query.bind(client) as (text: string) => Promise<unknown>;
        client.query = ((text: string) =>
          text.startsWith('listen') ? edge.pool.query(text) : query(text)) as typeof client.query;
      });
      proxied = newAuthenticator({});
      expect(await codeOf(subscribe(through, dropped))).to.equal('service_unavailable');
      await through.end();
    });

    it('[D money.6] lets a known key read for 10 s, marked stale, when the database does not answer either, and refuses an unknown key with service_unavailable', async () => {
      proxied = newAuthenticator({
        pool,
        unseenKeysPool: unseenThroughProxy,
        databaseUrlForListening: proxy.through(edge.url),
      });
      const { bearer } = await newKey();
      const other = await newKey();
      await proxied.start();
      expect((await proxied.authenticate(bearer)).stale).to.equal(false);
      await proxy.cut();
      await eventuallyEquals(() => proxied.isListening(), false);
      expect((await proxied.authenticate(bearer)).stale).to.equal(true);
      expect(await codeOf(proxied.authenticate(other.bearer))).to.equal('service_unavailable');
      edge.clock.advance(STALE_LIMIT_MS - 1);
      expect((await proxied.authenticate(bearer)).stale).to.equal(true);
      edge.clock.advance(1);
      expect(await codeOf(proxied.authenticate(bearer))).to.equal('service_unavailable');
      await proxy.restore();
      await eventuallyEquals(async () => proxied.isListening() && !(await proxied.authenticate(bearer)).stale, true);
    });

    it('counts those 10 s from when the key was last read from the database', async () => {
      const listening = await openTcpProxy(edge.url);
      await listening.cut();
      proxied = newAuthenticator({
        pool,
        unseenKeysPool: unseenThroughProxy,
        databaseUrlForListening: listening.through(edge.url),
      });
      await proxied.start();
      const { bearer } = await newKey();
      edge.clock.advance(10 * STALE_LIMIT_MS);
      expect((await proxied.authenticate(bearer)).stale).to.equal(false);
      await proxy.cut();
      expect((await proxied.authenticate(bearer)).stale).to.equal(true);
      edge.clock.advance(STALE_LIMIT_MS);
      expect(await codeOf(proxied.authenticate(bearer))).to.equal('service_unavailable');
    });

    it('starts without a database, and listens when there is one', async () => {
      await proxy.cut();
      proxied = newAuthenticator({
        pool,
        unseenKeysPool: unseenThroughProxy,
        databaseUrlForListening: proxy.through(edge.url),
      });
      await proxied.start();
      expect(proxied.isListening()).to.equal(false);
      await proxy.restore();
      await eventuallyEquals(() => proxied.isListening(), true);
    });
  });
});
