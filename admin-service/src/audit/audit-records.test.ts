import { Registry } from '@prospecting/platform/telemetry';
import { expect } from 'chai';
import { openTestAccounts, type TestAccounts } from '#testing/accounts.js';
import { registerAuditMetrics } from './audit-metrics.js';
import { createAuditRecords, type AuditRecords } from './audit-records.js';

const LAST_RUN = 'prospect_audit_last_run_timestamp_seconds';
const LAST_SUCCESS = 'prospect_audit_last_success_timestamp_seconds';
const DIFFERENCES = 'prospect_audit_differences';
const GRACE_MS = 300_000;

describe('record of audits', () => {
  let test: TestAccounts;
  let records: AuditRecords;

  beforeEach(async () => {
    test = await openTestAccounts();
    records = createAuditRecords(test.pool);
  });
  afterEach(() => test.close());

  /** Returns the values that a replica shows; a metric without a value is missing. */
  async function shown(registry: Registry): Promise<Record<string, number>> {
    const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith('prospect_audit_'));
    return Object.fromEntries(
      lines.map((line) => line.split(' ')).map(([name = '', value]) => [name, Number(value)] as const),
    );
  }

  function newReplica({ readEveryMs = 0, latest = () => records.latest() } = {}): Registry {
    const registry = new Registry();
    registerAuditMetrics({ registry, records: { latest }, logger: test.logger, readEveryMs });
    return registry;
  }

  async function databaseSeconds(): Promise<number> {
    const { rows } = await test.operator.query<{ now: number }>(
      'select extract(epoch from clock_timestamp())::float8 as now',
    );
    return rows[0]?.now ?? Number.NaN;
  }

  it('shows no metric before the first audit: a zero would be a clean audit of 1970', async () => {
    expect(await shown(newReplica())).to.deep.equal({});
  });

  it('shows the same on every replica, by the clock of the database', async () => {
    const replicas = [newReplica(), newReplica()];
    const before = await databaseSeconds();
    const id = await records.start(GRACE_MS);
    const running = await Promise.all(replicas.map(shown));
    expect(running[0]).to.have.all.keys(LAST_RUN);
    expect(running[0]?.[LAST_RUN]).to.be.within(before, await databaseSeconds());
    await records.end(id, 'complete', 3);
    const [one, other] = await Promise.all(replicas.map(shown));
    expect(one).to.deep.equal(other);
    expect(one).to.include({ [LAST_RUN]: running[0]?.[LAST_RUN], [DIFFERENCES]: 3 });
    expect(one?.[LAST_SUCCESS]).to.be.within(Number(one?.[LAST_RUN]), await databaseSeconds());
  });

  for (const outcome of ['failed', 'interrupted'] as const) {
    it(`counts an audit that was ${outcome} as a run and as no success, and keeps the differences found before`, async () => {
      await records.end(await records.start(GRACE_MS), 'complete', 2);
      const before = await shown(newReplica());
      await records.end(await records.start(GRACE_MS), outcome, 0);
      const after = await shown(newReplica());
      expect(after).to.deep.equal({ ...before, [LAST_RUN]: after[LAST_RUN] });
      expect(after[LAST_RUN]).to.be.greaterThan(Number(before[LAST_RUN]));
    });
  }

  it('keeps the first end of an audit', async () => {
    const id = await records.start(GRACE_MS);
    await records.end(id, 'complete', 2);
    await records.end(id, 'interrupted', 0);
    expect(await shown(newReplica())).to.include({ [DIFFERENCES]: 2 });
  });

  it('reads the table once for all metrics and all scrapes within its interval', async () => {
    let readings = 0;
    const latest: AuditRecords['latest'] = () => {
      readings += 1;
      return records.latest();
    };
    const registry = newReplica({ readEveryMs: 30_000, latest });
    await shown(registry);
    await records.end(await records.start(GRACE_MS), 'complete', 0);
    expect(await shown(registry)).to.deep.equal({});
    expect(readings).to.equal(1);
  });

  it('shows no metric while the table cannot be read, and shows all again when it can', async () => {
    await records.end(await records.start(GRACE_MS), 'complete', 0);
    let isDown = false;
    const latest: AuditRecords['latest'] = () =>
      isDown ? Promise.reject(new Error('the database is down')) : records.latest();
    const registry = newReplica({ latest });
    const before = await shown(registry);
    expect(before).to.have.all.keys(LAST_RUN, LAST_SUCCESS, DIFFERENCES);
    isDown = true;
    expect(await shown(registry)).to.deep.equal({});
    isDown = false;
    expect(await shown(registry)).to.deep.equal(before);
  });

  it('does not hold a scrape for a database that hangs', async () => {
    const registry = newReplica({ latest: () => new Promise(() => {}) });
    const startedAt = performance.now();
    expect(await shown(registry)).to.deep.equal({});
    expect(performance.now() - startedAt).to.be.lessThan(3_000);
  });

  it('keeps audits for 400 days, by the clock of the database', async () => {
    const insert = (days: number, hours: number): Promise<unknown> =>
      test.operator.query(
        `insert into accounts.audits (id, grace_ms, started_at)
         values (gen_random_uuid(), 0, clock_timestamp() - make_interval(days => $1, hours => $2))`,
        [days, hours],
      );
    await insert(400, 1);
    await insert(399, 23);
    await records.start(GRACE_MS);
    const { rowCount } = await test.operator.query('select from accounts.audits');
    expect(rowCount).to.equal(2);
  });
});
