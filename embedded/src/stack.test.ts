import { once } from 'node:events';
import { connect } from 'node:net';
import { schemas } from '@prospecting/database';
import { createPool } from '@prospecting/platform/postgres';
import { createTestDatabase, eventually, ManualClock, type TestDatabase } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { databaseUrls, type DatabaseUrls } from './databases.js';
import { startStack, type Stack, type StackOptions, type Transport } from './stack.js';

const NOWHERE = 'postgres://nobody@127.0.0.1:1/none';
const SECRET = 'a secret of these tests of 32 characters or more';

describe('stack', () => {
  let database: TestDatabase;
  let urls: DatabaseUrls;
  const stacks: Stack[] = [];

  before(async () => {
    database = await createTestDatabase(schemas);
    urls = databaseUrls((role) => database.urlFor(role));
  });
  after(() => database.drop());
  afterEach(async () => {
    await Promise.all(stacks.splice(0).map((stack) => stack.stop()));
  });

  async function start(options: Partial<StackOptions> = {}): Promise<Stack> {
    const stack = await startStack({
      databases: urls,
      secrets: { adminToken: SECRET, cursorKeys: [SECRET], soleTraderKey: SECRET, storedResponseSecrets: [SECRET] },
      clock: new ManualClock('2026-03-01T12:00:00Z'),
      poolSize: 2,
      ...options,
    });
    stacks.push(stack);
    return stack;
  }

  async function readiness({ adminUrl }: Stack): Promise<[status: number, failing: string[]]> {
    const response = await fetch(`${adminUrl}/readyz`);
    return [response.status, ((await response.json()) as { failing: string[] }).failing];
  }

  for (const transport of ['in-process', 'grpc'] as const satisfies Transport[]) {
    it(`is ready over ${transport} when every check of every service passes`, async () => {
      expect(await readiness(await start({ transport }))).to.deep.equal([200, []]);
    });
  }

  const checksByDatabase: Readonly<Record<Exclude<keyof DatabaseUrls, 'importer'>, readonly string[]>> = {
    search: ['search.database'],
    reveal: ['reveal.revealDatabase', 'reveal.directoryDatabase'],
    credits: ['credits.database'],
    gateway: ['gateway.database', 'gateway.accounts'],
    admin: ['admin.database', 'admin.requestLog'],
  };
  for (const [name, checks] of Object.entries(checksByDatabase)) {
    it(`names ${checks.join(' and ')} in /readyz while the database of ${name} is missing`, async () => {
      const stack = await start({ databases: { ...urls, [name]: NOWHERE } });
      const [status, failing] = await readiness(stack);
      expect(status).to.equal(503);
      expect(failing).to.have.members([...checks]);
    });
  }

  it('names the clock of every service that has one while business time cannot be trusted', async () => {
    const clock = new ManualClock('2026-03-01T12:00:00Z');
    clock.now = () => {
      throw new Error("differs from the database's time");
    };
    const [status, failing] = await readiness(await start({ clock }));
    expect(status).to.equal(503);
    expect(failing).to.have.members(['credits.clock', 'reveal.clock', 'gateway.clock', 'admin.clock']);
  });

  it('shows the checks of its caller by their own names', async () => {
    const stack = await start({ checks: { demo: () => Promise.resolve({ reason: 'not yet' }) } });
    expect(await readiness(stack)).to.deep.equal([503, ['demo']]);
  });

  it('answers /readyz with 503 while it stops, and closes the admin listener last', async () => {
    const stack = await start();
    const { port, hostname } = new URL(stack.publicUrl);
    // A request whose head never ends keeps the gateway draining.
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write('GET /external/v1/credits HTTP/1.1\r\nHost: localhost\r\n');
    expect((await fetch(`${stack.publicUrl}/external/v1/openapi.json`)).status).to.equal(200);
    expect(await readiness(stack)).to.deep.equal([200, []]);
    const stopped = stack.stop(10_000);
    const [status, failing] = await readiness(stack);
    expect(status).to.equal(503);
    expect(failing).to.have.members(['stack.serving', 'gateway.serving']);
    expect((await fetch(`${stack.adminUrl}/healthz`)).status, 'the process lives').to.equal(200);
    socket.destroy();
    await stopped;
    expect(await readiness(stack).catch(() => 'refused')).to.equal('refused');
  });

  it('stops once, however often it is asked to', async () => {
    const stack = await start();
    await Promise.all([stack.stop(), stack.stop()]);
    await stack.stop();
  });

  it('closes everything that it opened when a listener cannot open', async () => {
    const taken = await start();
    const own = await createTestDatabase(schemas);
    try {
      const port = Number(new URL(taken.adminUrl).port);
      const databases = databaseUrls((role) => own.urlFor(role));
      const failure = await start({ adminPort: port, databases }).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(Error).with.property('message').that.includes(String(port));
      expect(
        await eventually(
          () => connectionsOf(own),
          (count) => count === 0,
        ),
      ).to.equal(0);
    } finally {
      await own.drop();
    }
  });
});

/** Returns the number of open connections to a database. */
async function connectionsOf({ url }: TestDatabase): Promise<number> {
  const server = new URL(url);
  server.pathname = '/postgres';
  const pool = createPool({ connectionString: server.toString(), applicationName: 'test', maxConnections: 1 });
  try {
    const { rows } = await pool.query<{ count: number }>(
      'select count(*)::integer as count from pg_catalog.pg_stat_activity where datname = $1',
      [new URL(url).pathname.slice(1)],
    );
    return rows[0]?.count ?? -1;
  } finally {
    await pool.end();
  }
}
