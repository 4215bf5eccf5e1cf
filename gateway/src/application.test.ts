import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accountsSchema, readRequestLog } from '@prospecting/admin-service';
import { startGuardedClock, type GuardedClock } from '@prospecting/platform/clock';
import { migrateSchema, type SchemaModule } from '@prospecting/platform/postgres';
import type { Serving, Transport } from '@prospecting/platform/serving';
import { createTestDatabase, eventuallyEquals, startTestService } from '@prospecting/platform/testing';
import * as protos from '@prospecting/protos';
import { expect } from 'chai';
import { openTestEdge, type TestEdge } from '#testing/edge.js';
import { edgeSchema } from './migrations/index.js';
import { BASE_PATH } from './routes/base-path.js';
import { service } from './index.js';
import type { Backends } from './upstream/index.js';
import { openRawClient } from '#testing/raw-client.js';
import { createRecordingBackends } from '#testing/backends.js';

describe('a gateway process', () => {
  let edge: TestEdge;
  before(async () => {
    edge = await openTestEdge();
  });
  after(() => edge.close());

  const services: Backends = createRecordingBackends();

  /** Returns a transport that calls the given services directly. */
  function transportTo({ search, revealViewer, revealSpender, creditsReader }: Backends): Transport {
    const byDefinition = new Map<unknown, unknown>([
      [protos.searchService, search],
      [protos.revealViewer, revealViewer],
      [protos.revealSpender, revealSpender],
      [protos.creditsReader, creditsReader],
    ]);
    return { connect: (definition: unknown) => byDefinition.get(definition) } as Transport;
  }

  function serve(
    changes: Readonly<Record<string, string>> = {},
    from: Backends = services,
    clock: GuardedClock | 'default' = edge.clock,
  ): Promise<Serving> {
    const environment = {
      PUBLIC_HOST: '127.0.0.1',
      PUBLIC_PORT: '0',
      DATABASE_URL: edge.url,
      DATABASE_POOL_SIZE: '3',
      SEARCH_TARGET: 'recorded',
      REVEAL_TARGET: 'recorded',
      CREDITS_TARGET: 'recorded',
      BASE_URL: `http://localhost${BASE_PATH}`,
      APP_URL: 'https://app.example.com',
      RESPONSE_GUARD_RATIO: '1',
      RESPONSE_GUARD_ON_VIOLATION: 'throw',
      STORED_RESPONSE_SECRET: 'a secret of these tests only and 32 long',
      ...changes,
    };
    return startTestService(service, environment, {
      transport: transportTo(from),
      clock: clock === 'default' ? undefined : clock,
    });
  }

  async function newKey(): Promise<{ id: string; accountId: string; headers: Record<string, string> }> {
    const account = await edge.newAccount();
    const { id, key } = await edge.keys.create({ accountId: account.id, name: 'test', limits: {} });
    return { id, accountId: account.id, headers: { authorization: `Bearer ${key}` } };
  }

  it('serves the API on one listener, probes and metrics on the other, and no administration', async () => {
    const server = await serve();
    try {
      const { headers } = await newKey();
      const publicUrl = `http://127.0.0.1:${server.publicPort}`;
      const adminUrl = `http://127.0.0.1:${server.adminPort}`;
      const status = async (url: string, sent: Record<string, string> = {}): Promise<number> =>
        (await fetch(url, { headers: sent })).status;
      expect(await status(`${publicUrl}${BASE_PATH}/credits`, headers)).to.equal(200);
      expect(await status(`${adminUrl}/readyz`)).to.equal(200);
      for (const url of [publicUrl, adminUrl]) expect(await status(`${url}/admin/v1/accounts`, headers)).to.equal(404);
      for (const path of ['/readyz', '/metrics']) expect(await status(publicUrl + path), path).to.equal(404);
      expect(await (await fetch(`${adminUrl}/metrics`)).text()).to.include(
        'prospect_http_requests_total{operation="get_credits"',
      );
    } finally {
      await server.stop(1_000);
    }
  });

  it('closes and counts public connections above its maximum, and still answers probes', async () => {
    const server = await serve({ PUBLIC_MAX_CONNECTIONS: '2' });
    const publicPort = server.publicPort ?? 0;
    const clients = await Promise.all([openRawClient(publicPort), openRawClient(publicPort)]);
    try {
      const refused = await openRawClient(publicPort);
      refused.socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      expect(await refused.closed).to.equal('');
      const admin = `http://127.0.0.1:${server.adminPort}`;
      expect((await fetch(`${admin}/readyz`)).status).to.equal(200);
      const metrics = await (await fetch(`${admin}/metrics`)).text();
      expect(metrics)
        .to.match(/^prospect_public_connections 2$/m)
        .and.match(/^prospect_public_connections_refused_total 1$/m);
    } finally {
      for (const { socket } of clients) socket.destroy();
      await server.stop(1_000);
    }
  });

  describe('checks its clock against its database', () => {
    const revealOne = {
      items: [{ contactId: 'c1f4a1de-2a63-5b7e-8b2f-6f0a9d3e4b21' }],
      infoTypes: ['email'],
      maxCredits: 1,
    };

    for (const [what, aheadMs] of [
      ['an hour ahead', 3_600_000],
      ['a year behind', -365 * 86_400_000],
    ] as const) {
      it(`[D money.5] is not ready ${what}, answers 503 to a spend without a claim, and still serves reads`, async () => {
        const clock = startGuardedClock({
          clock: { now: () => new Date(Date.now() + aheadMs) },
          pool: edge.operator,
          name: 'test',
          logger: edge.logger,
        });
        await clock.asked;
        const server = await serve({}, services, clock);
        try {
          const { id, headers } = await newKey();
          const ready = await fetch(`http://127.0.0.1:${server.adminPort}/readyz`);
          expect(ready.status).to.equal(503);
          expect(await ready.json()).to.deep.equal({
            status: 'not_ready',
            failing: ['clock'],
            reasons: { clock: "this clock and the database's differ by more than 2 s: no money moves" },
          });
          const api = `http://127.0.0.1:${server.publicPort}${BASE_PATH}`;
          expect((await fetch(`${api}/credits`, { headers })).status).to.equal(200);
          const answer = await fetch(`${api}/contacts/reveal`, {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'k' },
            body: JSON.stringify(revealOne),
          });
          expect(answer.status).to.equal(503);
          expect(await answer.json()).to.include({ code: 'service_unavailable' });
          const { rows } = await edge.operator.query('select from edge.stored_responses where key_id = $1', [id]);
          expect(rows).to.have.length(0);
        } finally {
          await server.stop(1_000);
          clock.stop();
        }
      });
    }

    it('[D money.5] is ready with the default clock, and a metric shows its skew', async () => {
      const server = await serve({}, services, 'default');
      try {
        const admin = `http://127.0.0.1:${server.adminPort}`;
        expect((await fetch(`${admin}/readyz`)).status).to.equal(200);
        expect(await (await fetch(`${admin}/metrics`)).text()).to.match(
          /prospect_clock_skew_seconds\{database="gateway"\} -?[0-9.e-]+/,
        );
      } finally {
        await server.stop(1_000);
      }
    });
  });

  async function readyOn(url: string): Promise<number> {
    const server = await serve({ DATABASE_URL: url });
    try {
      return (await fetch(`http://127.0.0.1:${server.adminPort}/readyz`)).status;
    } finally {
      await server.stop(1_000);
    }
  }

  it('is not ready without its schema', async () => {
    expect(await readyOn(process.env['TEST_DATABASE_URL'] ?? '')).to.equal(503);
  });

  it('is not ready with an older schema, and ready after its migration', async () => {
    const older: SchemaModule = { ...edgeSchema, migrations: edgeSchema.migrations.slice(0, -1) };
    const database = await createTestDatabase([accountsSchema, older]);
    try {
      expect(await readyOn(database.urlFor('prospect_gateway'))).to.equal(503);
      await migrateSchema(database.url, edgeSchema);
      expect(await readyOn(database.urlFor('prospect_gateway'))).to.equal(200);
    } finally {
      await database.drop();
    }
  });

  it('starts without its database, and is not ready', async () => {
    const server = await serve({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    try {
      const ready = await fetch(`http://127.0.0.1:${server.adminPort}/readyz`);
      const reason = '127.0.0.1:1 cannot be reached (ECONNREFUSED)';
      expect(ready.status).to.equal(503);
      expect(await ready.json()).to.deep.equal({
        status: 'not_ready',
        failing: ['database', 'accounts'],
        reasons: { database: reason, accounts: reason },
      });
      const { headers } = await newKey();
      const answer = await fetch(`http://127.0.0.1:${server.publicPort}${BASE_PATH}/credits`, { headers });
      expect(answer.status).to.equal(503);
    } finally {
      await server.stop(1_000);
    }
  });

  it('stays ready without Redis, and says that it counts by itself', async () => {
    const server = await serve({ REDIS_URL: 'redis://127.0.0.1:1' });
    try {
      const ready = await fetch(`http://127.0.0.1:${server.adminPort}/readyz`);
      expect(ready.status).to.equal(200);
      expect(await ready.json()).to.deep.equal({
        status: 'ready',
        failing: [],
        degraded: ['redis'],
        reasons: { redis: 'redis does not answer: requests are counted in this process' },
      });
    } finally {
      await server.stop(1_000);
    }
  });

  it('stops in order: not ready, no new connections, request in flight answered, request log written', async () => {
    let release: (() => void) | undefined;
    const slow: Backends = {
      ...services,
      creditsReader: {
        ...services.creditsReader,
        getBalances: async (request, call) => {
          await new Promise<void>((resolve) => {
            release = resolve;
          });
          return services.creditsReader.getBalances(request, call);
        },
      },
    };
    const server = await serve({}, slow);
    const { id, accountId, headers } = await newKey();
    const inFlight = fetch(`http://127.0.0.1:${server.publicPort}${BASE_PATH}/credits`, { headers });
    await eventuallyEquals(() => release !== undefined, true);
    const stopped = server.stop(10_000);
    const ready = await fetch(`http://127.0.0.1:${server.adminPort}/readyz`);
    expect(await ready.json())
      .to.include({ status: 'not_ready' })
      .and.deep.include({ failing: ['serving'] });
    const late: unknown = await fetch(`http://127.0.0.1:${server.publicPort}${BASE_PATH}/credits`, { headers }).catch(
      (error: unknown) => error,
    );
    expect(late).to.be.an.instanceof(TypeError);
    release?.();
    expect((await inFlight).status).to.equal(200);
    await stopped;
    const log = await readRequestLog(edge.admin, { keyId: id, accountId, since: new Date(0) });
    expect(log.map(({ status }) => status)).to.deep.equal([200]);
  });

  it('does not wait for a request longer than its limit', async () => {
    let called = false;
    const getBalances = (): Promise<never> => {
      called = true;
      return new Promise(() => {});
    };
    const hanging: Backends = { ...services, creditsReader: { ...services.creditsReader, getBalances } };
    const server = await serve({}, hanging);
    const { headers } = await newKey();
    const cut = fetch(`http://127.0.0.1:${server.publicPort}${BASE_PATH}/credits`, { headers }).catch(
      (error: unknown) => error,
    );
    await eventuallyEquals(() => called, true);
    const startedAt = performance.now();
    await server.stop(400);
    expect(performance.now() - startedAt).to.be.lessThan(2_000);
    expect(await cut).to.be.an.instanceof(Error);
  });

  it('leaves no database connection open when its port is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    try {
      const failure: unknown = await serve({ PUBLIC_PORT: String(port) }).catch((error: unknown) => error);
      expect(failure).to.have.property('code', 'EADDRINUSE');
      const connections = async (): Promise<number> => {
        const { rows } = await edge.operator.query<{ count: number }>(
          "select count(*)::integer as count from pg_stat_activity where datname = current_database() and application_name like 'gateway%'",
        );
        return rows[0]?.count ?? -1;
      };
      await eventuallyEquals(connections, 0);
    } finally {
      taken.close();
    }
  });
});
