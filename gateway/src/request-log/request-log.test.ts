import { randomUUID } from 'node:crypto';
import { createPool } from '@prospecting/platform/postgres';
import { Registry } from '@prospecting/platform/telemetry';
import { serviceUnavailable } from '@prospecting/platform/errors';
import { expect } from 'chai';
import { openTcpProxy } from '@prospecting/platform/testing';
import { readRequestLog } from '@prospecting/admin-service';
import { openTestEdge, type TestEdge } from '#testing/edge.js';
import type { RequestLog, RequestLogEntry } from './entry.js';
import { createRequestLog, type RequestLogOptions } from './request-log.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const START = '2025-03-01T12:00:00.000Z';

describe('the request log', () => {
  let edge: TestEdge;
  let registry: Registry;
  const running: RequestLog[] = [];

  beforeEach(async () => {
    edge = await openTestEdge(START);
    registry = new Registry();
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((log) => log.stop(1_000)));
    await edge.close();
  });

  async function open(options: Partial<RequestLogOptions> = {}): Promise<RequestLog> {
    const { pool, clock, logger } = edge;
    // The timer does not fire within a test. Only `flush` writes.
    const log = createRequestLog({ pool, clock, logger, registry, flushIntervalMs: 3_600_000, ...options });
    running.push(log);
    await log.start();
    return log;
  }

  const keyId = randomUUID();
  const accountId = randomUUID();

  function entry(changes: Partial<RequestLogEntry> = {}): RequestLogEntry {
    const request = { method: 'POST', path: '/organizations/match', status: 200, durationMs: 12.4, items: 25 };
    return {
      keyId,
      accountId,
      at: edge.clock.now(),
      creditsMillicredits: 0,
      operationId: null,
      ...request,
      ...changes,
    };
  }

  async function read(since = new Date(0), limit?: number): Promise<Awaited<ReturnType<typeof readRequestLog>>> {
    return readRequestLog(edge.admin, { keyId, accountId, since, ...(limit !== undefined && { limit }) });
  }

  async function partitions(): Promise<string[]> {
    const { rows } = await edge.operator.query<{ name: string }>(
      "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'edge.request_log'::regclass order by 1",
    );
    return rows.map(({ name }) => name.replace('edge.request_log_', ''));
  }

  async function metric(name: string): Promise<number> {
    const { values } = (await registry.getSingleMetric(name)?.get()) ?? { values: [] };
    return values[0]?.value ?? 0;
  }

  it('[5.3] contains method, path, status, duration, items and credits of every request, newest last', async () => {
    const log = await open();
    log.record(entry());
    edge.clock.advance(1);
    log.record(entry({ status: 429, durationMs: 0.6, items: null }));
    log.record(entry({ path: '/contacts/reveal', creditsMillicredits: 1_200, items: 1 }));
    await log.flush();
    const first = {
      at: new Date(START),
      method: 'POST',
      path: '/organizations/match',
      status: 200,
      durationMs: 12,
      items: 25,
    };
    const at = edge.clock.now();
    expect(await read()).to.deep.equal([
      { ...first, creditsMillicredits: 0 },
      { ...first, at, status: 429, durationMs: 1, items: null, creditsMillicredits: 0 },
      { ...first, at, path: '/contacts/reveal', items: 1, creditsMillicredits: 1_200 },
    ]);
  });

  it('returns the newest entries of one key of one account since an instant', async () => {
    const log = await open();
    for (const status of [200, 401, 404, 422]) {
      log.record(entry({ status }));
      log.record(entry({ status, keyId: randomUUID() }));
      log.record(entry({ status, accountId: randomUUID() }));
      edge.clock.advance(1_000);
    }
    await log.flush();
    const statuses = async (...query: Parameters<typeof read>): Promise<number[]> =>
      (await read(...query)).map(({ status }) => status);
    expect(await statuses()).to.deep.equal([200, 401, 404, 422]);
    expect(await statuses(new Date('2025-03-01T12:00:01Z'))).to.deep.equal([401, 404, 422]);
    expect(await statuses(new Date(0), 2)).to.deep.equal([404, 422]);
  });

  it('creates the partitions of a day ahead', async () => {
    const log = await open();
    expect(await partitions()).to.deep.equal(['20250301', '20250302']);
    edge.clock.advance(DAY_MS);
    await log.flush();
    expect(await partitions()).to.deep.equal(['20250301', '20250302', '20250303']);
  });

  it('counts the credits of an operation once per 24 hours, the time in which its response is replayed', async () => {
    const log = await open();
    const operationId = '9f'.repeat(32);
    const charged = { operationId, creditsMillicredits: 200 };
    for (const afterMs of [0, 1_000, DAY_MS - 1_000, 1]) {
      edge.clock.advance(afterMs);
      log.record(entry(charged));
      log.record(entry({ ...charged, operationId: `8${operationId.slice(1)}`, keyId: randomUUID() }));
      await log.flush();
    }
    log.record(entry({ creditsMillicredits: 300 }));
    log.record(entry({ creditsMillicredits: 300 }));
    await log.flush();
    const credits = async (since?: Date): Promise<number[]> =>
      (await read(since)).map(({ creditsMillicredits }) => creditsMillicredits);
    expect(await credits()).to.deep.equal([200, 0, 0, 200, 300, 300]);
    expect(await credits(new Date(Date.parse(START) + 1)), 'also when the first entry is not read').to.deep.equal([
      0, 0, 200, 300, 300,
    ]);
  });

  it('[D money.5] creates no partition while its clock throws', async () => {
    const log = await open();
    log.record(entry());
    await log.flush();
    const refusing = {
      now(): Date {
        throw serviceUnavailable('the clock is wrong');
      },
    };
    const astray = await open({ clock: refusing, registry: new Registry() });
    astray.record(entry());
    await astray.flush();
    expect(await partitions()).to.deep.equal(['20250301', '20250302']);
    expect(await read()).to.have.length(2);
  });

  it('creates its partitions once when several gateways start at the same moment', async () => {
    await Promise.all(Array.from({ length: 5 }, () => open({ registry: new Registry() })));
    expect(await partitions()).to.deep.equal(['20250301', '20250302']);
  });

  it('writes in bounded batches', async () => {
    const log = await open({ batchSize: 10 });
    for (let request = 0; request < 25; request += 1) log.record(entry());
    await log.flush();
    expect(await read()).to.have.length(25);
    const { rows } = await edge.operator.query<{ transactions: number }>(
      'select count(distinct xmin::text)::integer as transactions from edge.request_log',
    );
    expect(rows[0]?.transactions).to.equal(3);
  });

  it('drops and counts entries that do not fit into its queue', async () => {
    const log = await open({ maxQueued: 5, batchSize: 100 });
    for (let request = 0; request < 8; request += 1) log.record(entry());
    expect(await metric('prospect_request_log_queued')).to.equal(5);
    await log.flush();
    expect(await read()).to.have.length(5);
    expect(await metric('prospect_request_log_dropped_total')).to.equal(3);
  });

  it('keeps entries while the database is unreachable, and writes them later in order', async () => {
    const proxy = await openTcpProxy(edge.url);
    const pool = createPool({ connectionString: proxy.through(edge.url), applicationName: 'test', maxConnections: 1 });
    const log = await open({ pool });
    await proxy.cut();
    log.record(entry({ status: 200 }));
    await log.flush();
    log.record(entry({ status: 404 }));
    expect(await metric('prospect_request_log_queued')).to.equal(2);
    await proxy.restore();
    await log.flush();
    expect((await read()).map(({ status }) => status)).to.deep.equal([200, 404]);
    await log.stop();
    await pool.end();
    await proxy.cut();
  });

  it('keeps entries whose partition is missing until it is created', async () => {
    const makes = 'execute on function edge.ensure_request_log_partitions(date)';
    await edge.operator.query(`revoke ${makes} from prospect_gateway`);
    const log = await open();
    log.record(entry());
    await log.flush();
    expect(await metric('prospect_request_log_queued')).to.equal(1);
    await edge.operator.query(`grant ${makes} to prospect_gateway`);
    await log.flush();
    expect(await read()).to.have.length(1);
  });

  it('drops and counts a batch that the database refuses, and writes the next one', async () => {
    const log = await open();
    log.record(entry({ at: new Date('2020-01-01T00:00:00Z') }));
    await log.flush();
    log.record(entry());
    await log.flush();
    expect(await read()).to.have.length(1);
    expect(await metric('prospect_request_log_dropped_total')).to.equal(1);
  });

  it('writes its queue at shutdown, and drops and counts the entries that miss the limit', async () => {
    const log = await open();
    log.record(entry());
    await log.stop();
    expect(await read()).to.have.length(1);

    const proxy = await openTcpProxy(edge.url);
    const pool = createPool({ connectionString: proxy.through(edge.url), applicationName: 'test', maxConnections: 1 });
    registry = new Registry();
    const cutOff = await open({ pool });
    proxy.hold();
    cutOff.record(entry());
    cutOff.record(entry());
    const startedAt = performance.now();
    await cutOff.stop(20);
    expect(performance.now() - startedAt).to.be.lessThan(2_000);
    expect(await metric('prospect_request_log_dropped_total')).to.equal(2);
    proxy.release();
    await proxy.cut();
    await pool.end();
  });
});
