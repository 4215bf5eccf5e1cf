import { serviceUnavailable } from '@prospecting/platform/errors';
import { createRetention, type RetentionJob } from '@prospecting/platform/retention';
import { Registry } from '@prospecting/platform/telemetry';
import { expect } from 'chai';
import { openTestEdge, type TestEdge } from '#testing/edge.js';
import { createResponseStore } from '../idempotency/response-store.js';
import { createMissedNumbers } from '../privacy/missed-numbers.js';
import { gatewayRetentionJobs, type GatewayRetention } from './retention-jobs.js';

const START = '2025-03-01T12:00:00Z';
const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
const SECRETS = ['a secret of the tests, of 32 characters'];

describe('retention of the gateway', () => {
  let edge: TestEdge;

  beforeEach(async () => {
    edge = await openTestEdge(START);
  });
  afterEach(() => edge.close());

  function jobs(changes: Partial<GatewayRetention> = {}): RetentionJob[] {
    const { pool, clock, logger } = edge;
    return gatewayRetentionJobs({
      pool,
      clock,
      responseStore: createResponseStore({
        on: pool,
        clock,
        logger,
        secrets: SECRETS,
        isRevoked: () => Promise.resolve(false),
      }),
      missedNumbers: createMissedNumbers({ pool, clock, secrets: SECRETS }),
      ...changes,
    });
  }
  const retentionOf = (registry: Registry, of = jobs()) =>
    createRetention({ jobs: of, logger: edge.logger, registry, intervalMs: 60_000 });
  const overdueMs = (what: string): Promise<number> | undefined =>
    jobs()
      .find((each) => each.what === what)
      ?.overdueMs();

  async function count(table: string): Promise<number> {
    const { rows } = await edge.operator.query<{ left: number }>(`select count(*)::integer as left from edge.${table}`);
    return rows[0]?.left ?? -1;
  }

  async function storeResponses(number: number): Promise<void> {
    const { id: accountId } = await edge.newAccount();
    const { id: keyId } = await edge.keys.create({ accountId, name: 'test', limits: {} });
    const now = edge.clock.now();
    await edge.operator.query(
      `insert into edge.stored_responses
         (key_id, idempotency_key_hash, fingerprint, status, body, created_at, expires_at)
       select $1, sha256(convert_to(n::text, 'UTF8')), sha256(''), 200, '', $2, $3 from generate_series(1, $4) as n`,
      [keyId, now, new Date(now.getTime() + DAY_MS), number],
    );
  }

  const ensurePartitions = (day: string) => edge.operator.query('select edge.ensure_request_log_partitions($1)', [day]);
  async function partitions(): Promise<string[]> {
    const { rows } = await edge.operator.query<{ name: string }>(
      `select relname as name from pg_inherits join pg_class on oid = inhrelid
       where inhparent = 'edge.request_log'::regclass order by 1`,
    );
    return rows.map(({ name }) => name.slice(-8));
  }

  it('deletes stored responses after 24 hours, by two gateways in turns, and says how late it is', async () => {
    await storeResponses(5_000);
    edge.clock.advance(DAY_MS - 1);
    expect(await overdueMs('stored_responses')).to.be.at.most(0);
    await retentionOf(new Registry()).runOnce();
    expect(await count('stored_responses')).to.equal(5_000);
    edge.clock.advance(HOUR_MS + 1);
    expect(await overdueMs('stored_responses')).to.equal(HOUR_MS);
    const registry = new Registry();
    await Promise.all([retentionOf(registry).runOnce(), retentionOf(new Registry()).runOnce()]);
    expect(await count('stored_responses')).to.equal(0);
    expect(await overdueMs('stored_responses')).to.equal(0);
    expect(await registry.metrics()).to.include('prospect_retention_overdue_seconds{what="stored_responses"} 0');
  });

  it('says how late it is with missed numbers, which count for 24 hours', async () => {
    const { id: accountId } = await edge.newAccount();
    await edge.operator.query(
      `insert into edge.missed_numbers (account_id, prefix_hash, number_hash, missed_at)
       values ($1, sha256('a'), sha256('b'), $2)`,
      [accountId, edge.clock.now()],
    );
    edge.clock.advance(DAY_MS - 1);
    expect(await overdueMs('missed_numbers')).to.be.at.most(0);
    edge.clock.advance(HOUR_MS + 1);
    expect(await overdueMs('missed_numbers')).to.equal(HOUR_MS);
    await retentionOf(new Registry()).runOnce();
    expect(await count('missed_numbers')).to.equal(0);
  });

  it('[5.3] drops a day of the request log when all of it is older than 30 days', async () => {
    await ensurePartitions('2025-03-01');
    edge.clock.set(new Date('2025-03-31T23:59:59.999Z'));
    expect(await overdueMs('request_log_partitions')).to.be.at.most(0);
    await retentionOf(new Registry()).runOnce();
    expect(await partitions()).to.deep.equal(['20250301', '20250302']);
    edge.clock.set(new Date('2025-04-01T01:00:00Z'));
    expect(await overdueMs('request_log_partitions')).to.equal(HOUR_MS);
    const registry = new Registry();
    await retentionOf(registry).runOnce();
    expect(await partitions()).to.deep.equal(['20250302']);
    expect(await registry.metrics()).to.include('prospect_retention_deleted_total{what="request_log_partitions"} 1');
  });

  it('[5.3] drops no day too early by the database’s clock when the clock of a gateway is a year ahead', async () => {
    const now = new Date();
    await ensurePartitions(now.toISOString().slice(0, 10));
    edge.clock.set(new Date(now.getTime() + 365 * DAY_MS));
    await retentionOf(new Registry()).runOnce();
    expect(await partitions()).to.have.length(2);
  });

  it('[D money.5] drops nothing while its clock throws, counts that as a failure, and runs the other jobs', async () => {
    await ensurePartitions('2025-03-01');
    edge.clock.advance(365 * DAY_MS);
    const clock = {
      now(): Date {
        throw serviceUnavailable('the clock is wrong');
      },
    };
    const registry = new Registry();
    const of = jobs({ clock }).toReversed();
    await retentionOf(registry, of).runOnce();
    expect(await partitions()).to.have.length(2);
    const metrics = await registry.metrics();
    expect(metrics).to.include('prospect_retention_failures_total{what="request_log_partitions"} 1');
    expect(metrics).to.include('prospect_retention_failures_total{what="stored_responses"} 0');
  });

  it('needs no right to read the request log', async () => {
    await ensurePartitions('2025-03-01');
    const { rows } = await edge.pool.query("select has_table_privilege('edge.request_log', 'select') as may");
    expect(rows).to.deep.equal([{ may: false }]);
    edge.clock.set(new Date('2025-04-02T00:00:00Z'));
    expect(await overdueMs('request_log_partitions')).to.equal(DAY_MS);
  });
});
