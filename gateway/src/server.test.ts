import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startGuardedClock, type GuardedClock } from '@prospecting/platform/clock';
import { migrateSchema, type SchemaModule } from '@prospecting/platform/postgres';
import { createLogger, Registry } from '@prospecting/platform/telemetry';
import { createTestDatabase } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { eventually, openTestEdge, type TestEdge } from './api-keys/testing.js';
import { edgeSchema } from './migrations/index.js';
import { BASE_PATH } from './routes/base-path.js';
import { readRequestLog } from './request-log/index.js';
import { serveGateway, type GatewayServer, type GatewayServerConfig, type GatewayServices } from './server.js';
import { createRecordingBackends } from './upstream/testing.js';

const TOKEN = 'an admin token of these tests alone';
const notHere = (): Promise<never> => Promise.reject(new Error('not in this test'));

describe('a gateway process', () => {
  let edge: TestEdge;
  before(async () => {
    edge = await openTestEdge();
  });
  after(() => edge.close());

  const backends = createRecordingBackends();
  const notAsked = {
    listAttempts: notHere,
    listReveals: notHere,
    listOperations: notHere,
    settleReservation: notHere,
  };
  const services: GatewayServices = {
    ...backends,
    revealSpender: { ...backends.revealSpender, ...notAsked },
    revealAdmin: { listPrices: notHere, setPrice: notHere, addOwnedEmails: notHere, listOwnedEmails: notHere },
    creditsLedger: { subscribe: notHere, grant: notHere, reserve: notHere, capture: notHere, release: notHere },
  };

  function serve(
    changes: Partial<GatewayServerConfig> = {},
    from: GatewayServices = services,
    clock: GuardedClock | 'its own' = edge.clock,
  ): Promise<GatewayServer> {
    const config: GatewayServerConfig = {
      public: { host: '127.0.0.1', port: 0 },
      admin: { host: '127.0.0.1', port: 0, token: TOKEN },
      database: { url: edge.url, poolSize: 3, listenUrl: edge.url },
      baseUrl: `http://localhost${BASE_PATH}`,
      appUrl: 'https://app.example.com',
      responseGuard: { ratio: 1, onViolation: 'throw' },
      storedResponseSecrets: ['a secret of these tests alone, 32 long'],
      ...changes,
    };
    const logger = createLogger({ service: 'test', level: 'silent' });
    const context = { name: 'test-gateway', logger, registry: new Registry() };
    return serveGateway(config, from, clock === 'its own' ? context : { ...context, clock });
  }

  async function newKey(): Promise<{ id: string; accountId: string; headers: Record<string, string> }> {
    const account = await edge.newAccount();
    const { id, key } = await edge.keys.create({ accountId: account.id, name: 'test', limits: {} });
    return { id, accountId: account.id, headers: { authorization: `Bearer ${key}` } };
  }

  it('serves the API on one listener and probes, metrics and administration on the other', async () => {
    const server = await serve();
    try {
      const { headers } = await newKey();
      const publicUrl = `http://127.0.0.1:${server.publicPort}`;
      const adminUrl = `http://127.0.0.1:${server.adminPort}`;
      const status = async (url: string, own: Record<string, string> = {}): Promise<number> =>
        (await fetch(url, { headers: own })).status;
      expect(await status(`${publicUrl}${BASE_PATH}/credits`, headers)).to.equal(200);
      expect(await status(`${adminUrl}/readyz`)).to.equal(200);
      expect(await status(`${adminUrl}/admin/v1/accounts`, { authorization: `Bearer ${TOKEN}` })).to.equal(200);
      expect(await status(`${adminUrl}/admin/v1/accounts`)).to.equal(401);
      for (const path of ['/readyz', '/metrics', '/admin/v1/accounts']) {
        expect(await status(publicUrl + path, { authorization: `Bearer ${TOKEN}` }), path).to.equal(404);
      }
      expect(await (await fetch(`${adminUrl}/metrics`)).text()).to.include(
        'prospect_http_requests_total{operation="get_credits"',
      );
    } finally {
      await server.stop(1_000);
    }
  });

  describe('holds its clock against its database', () => {
    const revealOne = {
      items: [{ contactId: 'c1f4a1de-2a63-5b7e-8b2f-6f0a9d3e4b21' }],
      infoTypes: ['email'],
      maxCredits: 1,
    };

    for (const [what, aheadMs] of [
      ['an hour ahead', 3_600_000],
      ['a year behind', -365 * 86_400_000],
    ] as const) {
      it(`[D money.5] ${what}, it is not ready, claims nothing for a spend that it answers 503, and goes on reading`, async () => {
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
          expect([ready.status, await ready.json()]).to.deep.equal([503, { status: 'not_ready', failing: ['clock'] }]);
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

    it('[D money.5] with a clock of its own it is ready, and a metric says how far that is ahead', async () => {
      const server = await serve({}, services, 'its own');
      try {
        const admin = `http://127.0.0.1:${server.adminPort}`;
        expect((await fetch(`${admin}/readyz`)).status).to.equal(200);
        expect(await (await fetch(`${admin}/metrics`)).text()).to.match(
          /prospect_clock_skew_seconds\{database="test-gateway"\} -?[0-9.e-]+/,
        );
      } finally {
        await server.stop(1_000);
      }
    });
  });

  async function readyOn(url: string): Promise<number> {
    const server = await serve({ database: { url, poolSize: 1, listenUrl: url } });
    try {
      return (await fetch(`http://127.0.0.1:${server.adminPort}/readyz`)).status;
    } finally {
      await server.stop(1_000);
    }
  }

  it('is not ready while its schema is not there', async () => {
    expect(await readyOn(process.env['TEST_DATABASE_URL'] ?? '')).to.equal(503);
  });

  it('is not ready while its schema is an older one, and is once that is migrated', async () => {
    const older: SchemaModule = { ...edgeSchema, migrations: edgeSchema.migrations.slice(0, -1) };
    const database = await createTestDatabase([older]);
    try {
      expect(await readyOn(database.urlFor('prospect_gateway'))).to.equal(503);
      await migrateSchema(database.url, edgeSchema);
      expect(await readyOn(database.urlFor('prospect_gateway'))).to.equal(200);
    } finally {
      await database.drop();
    }
  });

  it('without its database it starts, and is not ready until it is there', async () => {
    const server = await serve({
      database: {
        url: 'postgres://nobody@127.0.0.1:1/none',
        poolSize: 1,
        listenUrl: 'postgres://nobody@127.0.0.1:1/none',
      },
    });
    try {
      const ready = await fetch(`http://127.0.0.1:${server.adminPort}/readyz`);
      expect([ready.status, await ready.json()]).to.deep.equal([503, { status: 'not_ready', failing: ['database'] }]);
      const { headers } = await newKey();
      const answer = await fetch(`http://127.0.0.1:${server.publicPort}${BASE_PATH}/credits`, { headers });
      expect(answer.status).to.equal(503);
    } finally {
      await server.stop(1_000);
    }
  });

  it('stops in order: not ready, no new connections, the request in flight answered, its log written', async () => {
    let release: (() => void) | undefined;
    const slow: GatewayServices = {
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
    await eventually(() => release !== undefined, true);
    const stopped = server.stop(10_000);
    const ready = await fetch(`http://127.0.0.1:${server.adminPort}/readyz`);
    expect(await ready.json()).to.deep.equal({ status: 'not_ready', failing: ['serving'] });
    const late: unknown = await fetch(`http://127.0.0.1:${server.publicPort}${BASE_PATH}/credits`, { headers }).catch(
      (error: unknown) => error,
    );
    expect(late).to.be.an.instanceof(TypeError);
    release?.();
    expect((await inFlight).status).to.equal(200);
    await stopped;
    const log = await readRequestLog(edge.pool, { keyId: id, accountId, since: new Date(0) });
    expect(log.map(({ status }) => status)).to.deep.equal([200]);
  });

  it('does not wait for a request longer than its limit', async () => {
    let asked = false;
    const getBalances = (): Promise<never> => {
      asked = true;
      return new Promise(() => {});
    };
    const hanging: GatewayServices = { ...services, creditsReader: { ...services.creditsReader, getBalances } };
    const server = await serve({}, hanging);
    const { headers } = await newKey();
    const cut = fetch(`http://127.0.0.1:${server.publicPort}${BASE_PATH}/credits`, { headers }).catch(
      (error: unknown) => error,
    );
    await eventually(() => asked, true);
    const startedAt = performance.now();
    await server.stop(400);
    expect(performance.now() - startedAt).to.be.lessThan(2_000);
    expect(await cut).to.be.an.instanceof(Error);
  });

  it('leaves nothing behind when its port is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    try {
      const failure: unknown = await serve({ public: { host: '127.0.0.1', port } }).catch((error: unknown) => error);
      expect(failure).to.have.property('code', 'EADDRINUSE');
      const connections = async (): Promise<number> => {
        const { rows } = await edge.operator.query<{ count: number }>(
          "select count(*)::integer as count from pg_stat_activity where datname = current_database() and application_name like 'test-gateway%'",
        );
        return rows[0]?.count ?? -1;
      };
      await eventually(connections, 0);
    } finally {
      taken.close();
    }
  });
});
