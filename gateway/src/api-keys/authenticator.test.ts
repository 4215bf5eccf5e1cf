import { createPool, type Pool } from '@prospecting/platform/postgres';
import { Registry } from '@prospecting/platform/telemetry';
import { expect } from 'chai';
import type { Authenticator } from './authenticated-key.js';
import { createAuthenticator, STALE_LIMIT_MS, type AuthenticatorOptions } from './authenticator.js';
import { generateKey } from './key-format.js';
import { subscribe } from './subscription.js';
import { openTestProxy, type TestProxy } from './testing-proxy.js';
import { codeOf, eventually, openTestEdge, type TestEdge } from './testing.js';

describe('authentication', () => {
  let edge: TestEdge;
  let registry: Registry;
  let authenticator: Authenticator;

  before(async () => {
    edge = await openTestEdge();
  });
  after(() => edge.close());

  beforeEach(async () => {
    registry = new Registry();
    authenticator = newAuthenticator({ registry });
    await authenticator.start();
    expect(authenticator.isListening()).to.equal(true);
  });
  afterEach(() => authenticator.stop());

  function newAuthenticator(options: Partial<AuthenticatorOptions>): Authenticator {
    const { pool, url: databaseUrlForListening, clock, logger } = edge;
    const listening = { heartbeatMs: 20, reconnectDelayMs: 5 };
    return createAuthenticator({
      pool,
      databaseUrlForListening,
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
    for (const { labels, value } of values) outcomes[String(labels['outcome'])] = value;
    return outcomes;
  }

  const tell = (bearer: string): Promise<string> => codeOf(authenticator.authenticate(bearer));

  describe('of a valid key', () => {
    it('[1.7] tells the account, its settings and the limits of the key', async () => {
      const { id, accountId, bearer } = await newKey({ targetRoles: ['ceo', 'cfo'], priceGroup: 'nordic' });
      expect(await authenticator.authenticate(bearer)).to.deep.equal({
        keyId: id,
        account: { id: accountId, apiEnabled: true, targetRoles: ['ceo', 'cfo'], priceGroup: 'nordic' },
        limits: { overall: 60, search: 7, spend: 5 },
        stale: false,
      });
    });

    it('[5.5] tells an account without API access rather than refusing it, as its requests count', async () => {
      const { bearer } = await newKey({ apiEnabled: false });
      expect((await authenticator.authenticate(bearer)).account.apiEnabled).to.equal(false);
    });

    it('asks the database once, however many requests come at once and after', async () => {
      const { bearer } = await newKey();
      const shared = new Registry();
      // It listens only now, so the making of the key is no change to it.
      const later = newAuthenticator({ registry: shared });
      await later.start();
      await Promise.all(Array.from({ length: 20 }, () => later.authenticate(bearer)));
      await later.authenticate(bearer);
      expect(await lookups(shared)).to.deep.equal({ miss: 1, shared: 19, hit: 1 });
      await later.stop();
    });
  });

  describe('refuses', () => {
    it('[5.7] [5.2] a missing or malformed key: invalid_api_key, without asking the database', async () => {
      const proxy = await openTestProxy(edge.url);
      await proxy.cut();
      const pool = createPool({
        connectionString: proxy.through(edge.url),
        applicationName: 'test',
        maxConnections: 1,
      });
      const alone = newAuthenticator({ pool });
      try {
        const wellFormed = generateKey();
        const mistyped = wellFormed.slice(0, -1) + (wellFormed.endsWith('0') ? '1' : '0');
        for (const header of [undefined, '', 'Bearer', 'Bearer x', `Bearer ${mistyped}`, `Basic ${wellFormed}`]) {
          expect(await codeOf(alone.authenticate(header)), String(header)).to.equal('invalid_api_key');
        }
        expect(await codeOf(alone.authenticate(`Bearer ${wellFormed}`))).to.equal('service_unavailable');
      } finally {
        await alone.stop();
        await pool.end();
      }
    });

    it('[5.7] an unknown key: invalid_api_key, asking the database once', async () => {
      const bearer = `Bearer ${generateKey()}`;
      expect(await tell(bearer)).to.equal('invalid_api_key');
      expect(await tell(bearer)).to.equal('invalid_api_key');
      expect(await lookups(registry)).to.deep.equal({ miss: 1, hit: 1 });
    });

    it('[5.7] [5.3] a revoked key: api_key_revoked, at once', async () => {
      const { id, bearer } = await newKey();
      expect(await tell(bearer)).to.equal('ok');
      await edge.keys.revoke(id);
      await eventually(() => tell(bearer), 'api_key_revoked');
    });

    it('[5.7] [5.3] a rolled key past its overlap: api_key_expired from that very instant on; its successor is the same key', async () => {
      const { id, bearer } = await newKey();
      expect(await tell(bearer)).to.equal('ok');
      const rolled = await edge.keys.roll(id, 60);
      await eventually(async () => (await authenticator.authenticate(`Bearer ${rolled.key}`)).keyId, id);
      edge.clock.advance(59_999);
      expect(await tell(bearer)).to.equal('ok');
      edge.clock.advance(1);
      await eventually(() => tell(bearer), 'api_key_expired');
      expect(await tell(`Bearer ${rolled.key}`)).to.equal('ok');
    });

    it('[5.3] a key rolled without overlap: api_key_expired at once', async () => {
      const { id, bearer } = await newKey();
      await edge.keys.roll(id, 0);
      await eventually(() => tell(bearer), 'api_key_expired');
    });
  });

  describe('hears of changes', () => {
    it('of the account: its settings are those of now', async () => {
      const { accountId, bearer } = await newKey();
      await authenticator.authenticate(bearer);
      await edge.accounts.update(accountId, { apiEnabled: false });
      await eventually(async () => (await authenticator.authenticate(bearer)).account.apiEnabled, false);
    });

    it('made by hand in the database', async () => {
      const { id, bearer } = await newKey();
      await authenticator.authenticate(bearer);
      await edge.operator.query('update edge.api_keys set revoked_at = created_at where id = $1', [id]);
      await eventually(() => tell(bearer), 'api_key_revoked');
    });

    it('made in its own process, without waiting for the notification', async () => {
      const { id, bearer } = await newKey();
      await authenticator.authenticate(bearer);
      await edge.keys.revoke(id);
      authenticator.forget({ keyId: id });
      expect(await tell(bearer)).to.equal('api_key_revoked');
    });

    it('before the answer to an earlier question arrives: that answer is not kept', async () => {
      const { id, bearer } = await newKey();
      const proxy = await openTestProxy(edge.url);
      const pool = createPool({
        connectionString: proxy.through(edge.url),
        applicationName: 'test',
        maxConnections: 1,
      });
      const slow = newAuthenticator({ pool });
      try {
        await slow.start();
        await pool.query('select 1');
        proxy.hold();
        const early = codeOf(slow.authenticate(bearer));
        await eventually(() => proxy.heldBytes() > 0, true);
        await edge.keys.revoke(id);
        slow.forget({ keyId: id });
        proxy.release();
        expect(await early).to.equal('ok');
        expect(await codeOf(slow.authenticate(bearer))).to.equal('api_key_revoked');
      } finally {
        await slow.stop();
        await pool.end();
        await proxy.cut();
      }
    });
  });

  describe('while changes are not heard', () => {
    let proxy: TestProxy;
    let pool: Pool;
    let proxied: Authenticator;

    beforeEach(async () => {
      proxy = await openTestProxy(edge.url);
      pool = createPool({ connectionString: proxy.through(edge.url), applicationName: 'test', maxConnections: 2 });
    });
    afterEach(async () => {
      await proxied.stop();
      await pool.end();
      await proxy.cut().catch(() => {});
    });

    it('asks the database for every request, and knows nothing from before once it listens again', async () => {
      proxied = newAuthenticator({ databaseUrlForListening: proxy.through(edge.url) });
      const asked = await newKey();
      const notAsked = await newKey();
      await proxied.start();
      for (const { bearer } of [asked, notAsked]) await proxied.authenticate(bearer);
      await proxy.cut();
      await eventually(() => proxied.isListening(), false);
      // Nobody listens: this is never told.
      for (const { id } of [asked, notAsked]) await edge.keys.revoke(id);
      expect(await codeOf(proxied.authenticate(asked.bearer))).to.equal('api_key_revoked');
      await proxy.restore();
      await eventually(() => proxied.isListening(), true);
      expect(await codeOf(proxied.authenticate(notAsked.bearer))).to.equal('api_key_revoked');
    });

    it('notices a connection that fell silent', async () => {
      proxied = newAuthenticator({
        databaseUrlForListening: proxy.through(edge.url),
        listening: { heartbeatMs: 20, statementTimeoutMs: 50 },
      });
      await proxied.start();
      proxy.hold();
      await eventually(() => proxied.isListening(), false);
      proxy.release();
    });

    it('[D money.6] does not trust a connection that hangs for longer than its last proof holds, whatever its heart does', async () => {
      proxied = newAuthenticator({
        databaseUrlForListening: proxy.through(edge.url),
        listening: { heartbeatMs: 3_600_000, proofHoldsMs: 50 },
      });
      const { id, bearer } = await newKey();
      await proxied.start();
      await proxied.authenticate(bearer);
      proxy.hold();
      await edge.keys.revoke(id);
      await eventually(() => proxied.isListening(), false);
      expect(await codeOf(proxied.authenticate(bearer))).to.equal('api_key_revoked');
      proxy.release();
    });

    it('[D money.6] does not take a connection for listening that answers and passes no notification on', async () => {
      const dropped: Parameters<typeof subscribe>[1] = {
        channel: 'edge_key_changes',
        heartbeatMs: 20,
        proofTimeoutMs: 50,
        onPayload: () => {},
        beginProof: () => () => {},
        onLost: () => {},
      };
      const through = createPool({ connectionString: edge.url, applicationName: 'test', maxConnections: 1 });
      // As a pooler in transaction mode does it: each statement on whichever connection is free.
      through.on('connect', (client) => {
        const query = client.query.bind(client) as (text: string) => Promise<unknown>;
        client.query = ((text: string) =>
          text.startsWith('listen') ? edge.pool.query(text) : query(text)) as typeof client.query;
      });
      proxied = newAuthenticator({});
      expect(await codeOf(subscribe(through, dropped))).to.equal('service_unavailable');
      await through.end();
    });

    it('[D money.6] lets a known key read for 10 s when the database is gone too, marked stale; an unknown one hears 503', async () => {
      proxied = newAuthenticator({ pool, databaseUrlForListening: proxy.through(edge.url) });
      const { bearer } = await newKey();
      const other = await newKey();
      await proxied.start();
      expect((await proxied.authenticate(bearer)).stale).to.equal(false);
      await proxy.cut();
      await eventually(() => proxied.isListening(), false);
      expect((await proxied.authenticate(bearer)).stale).to.equal(true);
      expect(await codeOf(proxied.authenticate(other.bearer))).to.equal('service_unavailable');
      edge.clock.advance(STALE_LIMIT_MS - 1);
      expect((await proxied.authenticate(bearer)).stale).to.equal(true);
      edge.clock.advance(1);
      expect(await codeOf(proxied.authenticate(bearer))).to.equal('service_unavailable');
      await proxy.restore();
      await eventually(async () => proxied.isListening() && !(await proxied.authenticate(bearer)).stale, true);
    });

    it('counts those 10 s from the last time that the database told the key', async () => {
      const listening = await openTestProxy(edge.url);
      await listening.cut();
      proxied = newAuthenticator({ pool, databaseUrlForListening: listening.through(edge.url) });
      await proxied.start();
      const { bearer } = await newKey();
      edge.clock.advance(10 * STALE_LIMIT_MS);
      expect((await proxied.authenticate(bearer)).stale).to.equal(false);
      await proxy.cut();
      expect((await proxied.authenticate(bearer)).stale).to.equal(true);
      edge.clock.advance(STALE_LIMIT_MS);
      expect(await codeOf(proxied.authenticate(bearer))).to.equal('service_unavailable');
    });

    it('starts without a database, and listens once there is one', async () => {
      await proxy.cut();
      proxied = newAuthenticator({ pool, databaseUrlForListening: proxy.through(edge.url) });
      await proxied.start();
      expect(proxied.isListening()).to.equal(false);
      await proxy.restore();
      await eventually(() => proxied.isListening(), true);
    });
  });
});
