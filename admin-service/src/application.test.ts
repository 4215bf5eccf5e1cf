import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { startGuardedClock } from '@prospecting/platform/clock';
import { migrateSchema, type SchemaModule } from '@prospecting/platform/postgres';
import type { Serving, Transport } from '@prospecting/platform/serving';
import {
  createTestDatabase,
  eventually,
  eventuallyEquals,
  startTestService,
  type TestServiceOptions,
} from '@prospecting/platform/testing';
import { creditsLedger, creditsReader, revealAdmin } from '@prospecting/protos';
import { expect } from 'chai';
import { service } from './index.js';
import { accountsSchema } from './migrations/index.js';
import { edgeSchema, openTestAccounts, type TestAccounts } from '#testing/accounts.js';

const TOKEN = 'an admin token of these tests with 32 characters or more';
const ACCOUNTS = '/admin/v1/accounts';
const authorization = `Bearer ${TOKEN}`;

describe('an admin-service process', () => {
  let test: TestAccounts;
  before(async () => {
    test = await openTestAccounts();
  });
  after(() => test.close());

  /** credits-service with the given answer to `subscribe`; every other call fails the test. */
  function transportTo(subscribe: () => Promise<object>): Transport {
    const services = new Map<unknown, unknown>([
      [revealAdmin, {}],
      [creditsReader, {}],
      [creditsLedger, { subscribe }],
    ]);
    return { connect: (definition: unknown) => services.get(definition) } as Transport;
  }

  function serve(
    changes: Readonly<Record<string, string>> = {},
    options: TestServiceOptions = { clock: test.clock },
  ): Promise<Serving> {
    const environment = {
      ADMIN_TOKEN: TOKEN,
      DATABASE_URL: test.url,
      DATABASE_POOL_SIZE: '3',
      // Nothing listens there: these tests start no other service.
      REVEAL_TARGET: '127.0.0.1:1',
      CREDITS_TARGET: '127.0.0.1:1',
      DOCS_URL: 'https://docs.example.com',
      ...changes,
    };
    return startTestService(service, environment, options);
  }

  async function withServer<Result>(
    starting: Promise<Serving>,
    work: (server: Serving) => Promise<Result>,
  ): Promise<Result> {
    const server = await starting;
    try {
      return await work(server);
    } finally {
      await server.stop(1_000);
    }
  }

  const ask = (server: Serving, path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${server.adminPort}${path}`, { headers });

  const statusOf = async (server: Serving, path: string, headers = {}): Promise<number> =>
    (await ask(server, path, headers)).status;

  /**
   * Creates an account: a call to credits-service, unless there are no credits, and then a
   * statement.
   */
  const create = (server: Serving, body: object = { name: 'Fjord AB' }): Promise<Response> =>
    fetch(`http://127.0.0.1:${server.adminPort}${ACCOUNTS}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  async function readiness(server: Serving): Promise<[status: number, failing: unknown]> {
    const response = await ask(server, '/readyz');
    return [response.status, ((await response.json()) as { failing: unknown }).failing];
  }

  it('answers probes and metrics without the token, and the admin API only with it', async () => {
    const { id } = await test.newAccount();
    await withServer(serve(), async (server) => {
      expect(await statusOf(server, '/healthz')).to.equal(200);
      expect(await readiness(server)).to.deep.equal([200, []]);
      expect(await (await ask(server, '/metrics')).text()).to.match(/^prospect_\w+/m);
      for (const headers of [{}, { authorization: 'Bearer wrong' }])
        for (const path of [ACCOUNTS, '/', '/external/v1/credits'])
          expect(await statusOf(server, path, headers), path).to.equal(401);
      const accounts = (await (await ask(server, ACCOUNTS, { authorization })).json()) as { id: string }[];
      expect(accounts.map((account) => account.id)).to.include(id);
      expect(await statusOf(server, '/external/v1/credits', { authorization }), 'the public API').to.equal(404);
    });
  });

  it('opens the admin listener and no other', async () => {
    await withServer(serve(), ({ adminPort, grpcPort, publicPort }) => {
      expect(adminPort).to.be.greaterThan(0);
      expect([grpcPort, publicPort]).to.deep.equal([undefined, undefined]);
      return Promise.resolve();
    });
  });

  it('becomes ready when its schema, which a newer release expects, is migrated', async () => {
    const older: SchemaModule = { ...accountsSchema, migrations: [] };
    const database = await createTestDatabase([older, edgeSchema]);
    try {
      const url = database.urlFor('prospect_admin');
      await withServer(serve({ DATABASE_URL: url }), async (server) => {
        expect(await readiness(server)).to.deep.equal([503, ['database']]);
        await migrateSchema(database.url, accountsSchema);
        await eventuallyEquals(async () => (await readiness(server))[0], 200);
      });
    } finally {
      await database.drop();
    }
  });

  it('starts without its database, is not ready, and answers 503', async () => {
    const nowhere = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    await withServer(serve(nowhere), async (server) => {
      expect(await readiness(server)).to.deep.equal([503, ['database', 'requestLog']]);
      expect(await statusOf(server, '/healthz')).to.equal(200);
      expect(await statusOf(server, ACCOUNTS, { authorization })).to.equal(503);
    });
  });

  it('is not ready without the database of the request log, and administers accounts all the same', async () => {
    const nowhere = { EDGE_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    await withServer(serve(nowhere), async (server) => {
      expect(await readiness(server)).to.deep.equal([503, ['requestLog']]);
      expect(await statusOf(server, ACCOUNTS, { authorization })).to.equal(200);
    });
  });

  for (const [title, aheadMs] of [
    ['an hour ahead of', 3_600_000],
    ['a year behind', -365 * 86_400_000],
  ] as const) {
    it(`[D money.5] is not ready and creates no account while its clock is ${title} its database's`, async () => {
      const clock = startGuardedClock({
        clock: { now: () => new Date(Date.now() + aheadMs) },
        pool: test.operator,
        name: 'test',
        logger: test.logger,
      });
      await clock.asked;
      try {
        await withServer(serve({}, { clock }), async (server) => {
          expect(await readiness(server)).to.deep.equal([503, ['clock']]);
          const before = await test.accounts.list(1_000);
          const response = await create(server, { name: 'Fjord AB', credits: null });
          expect(response.status).to.equal(503);
          expect(await test.accounts.list(1_000)).to.deep.equal(before);
          expect(await statusOf(server, ACCOUNTS, { authorization }), 'reading goes on').to.equal(200);
        });
      } finally {
        clock.stop();
      }
    });
  }

  it("[D money.5] checks the system's clock against its own database, and shows the difference as a metric", async () => {
    await withServer(serve({}, {}), async (server) => {
      expect(await readiness(server)).to.deep.equal([200, []]);
      expect(await (await ask(server, '/metrics')).text()).to.match(
        /^prospect_clock_skew_seconds\{database="admin-service"\} -?[0-9.e-]+$/m,
      );
    });
  });

  it('fails to start when its port is taken, names the port, and leaves no database connection open', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const database = await createTestDatabase([accountsSchema, edgeSchema]);
    try {
      const environment = { ADMIN_PORT: String(port), DATABASE_URL: database.urlFor('prospect_admin') };
      // On its own clock, which has asked the database for the time before the port is opened.
      const failure = await serve(environment, {}).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(Error).with.property('message').that.includes(String(port));
      const connections = async (): Promise<number> => {
        const { rows } = await test.operator.query<{ count: number }>(
          'select count(*)::integer as count from pg_catalog.pg_stat_activity where datname = $1',
          [new URL(database.url).pathname.slice(1)],
        );
        return rows[0]?.count ?? -1;
      };
      expect(await eventually(connections, (count) => count === 0)).to.equal(0);
    } finally {
      holder.close();
      await database.drop();
    }
  });

  it('stops in order: not ready, the request in flight answered, then its database and the listener closed', async () => {
    let isAsked = false;
    let release = (): void => {};
    const answered = new Promise<object>((resolve) => {
      release = () => resolve({ includedMillicredits: 0, purchasedMillicredits: 0 });
    });
    const subscribe = (): Promise<object> => {
      isAsked = true;
      return answered;
    };
    const server = await serve({}, { clock: test.clock, transport: transportTo(subscribe) });
    const inFlight = create(server);
    await eventuallyEquals(() => isAsked, true);
    const stopped = server.stop(10_000);
    expect(await readiness(server)).to.deep.equal([503, ['serving']]);
    const late = await create(server);
    expect([late.status, late.headers.get('connection')]).to.deep.equal([503, 'close']);
    release();
    const answer = await inFlight;
    expect(answer.status).to.equal(201);
    const { id } = (await answer.json()) as { id: string };
    await stopped;
    expect((await test.accounts.get(id)).name).to.equal('Fjord AB');
    expect(await ask(server, '/healthz').catch(() => 'refused')).to.equal('refused');
  });

  it('cuts a request in flight when its limit for stopping has passed', async () => {
    let isAsked = false;
    const subscribe = (): Promise<never> => {
      isAsked = true;
      return new Promise(() => {});
    };
    const server = await serve({}, { clock: test.clock, transport: transportTo(subscribe) });
    const cut = create(server).catch((error: unknown) => error);
    await eventuallyEquals(() => isAsked, true);
    const startedAt = performance.now();
    await server.stop(400);
    expect(performance.now() - startedAt).to.be.lessThan(2_000);
    expect(await cut).to.be.instanceOf(TypeError);
  });
});
