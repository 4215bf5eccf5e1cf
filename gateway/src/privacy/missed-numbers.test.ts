import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { createPool, type Pool } from '@prospecting/platform/postgres';
import { codeOf, eventuallyEquals, ManualClock } from '@prospecting/platform/testing';
import { openTestEdge, type TestEdge } from '#testing/edge.js';
import { MAX_MISSES, MISS_COUNTS_MS, type Lookup } from './misses.js';
import { createMissedNumbers, lockOf, type MissedNumbers } from './missed-numbers.js';
import { lockPrefixes } from './sql/lock-prefixes.js';

const SECRETS = ['a secret of these tests only and 32 long'];
const BIRTH = '640823';

describe('missed numbers', () => {
  let edge: TestEdge;
  let missedNumbers: MissedNumbers;
  /** The same numbers at another gateway. */
  let elsewhere: MissedNumbers;
  let otherPool: Pool;
  let accountId: string;

  before(async () => {
    edge = await openTestEdge();
    otherPool = createPool({ connectionString: edge.url, applicationName: 'other', maxConnections: 5 });
    missedNumbers = createMissedNumbers({ ...edge, secrets: SECRETS });
    elsewhere = createMissedNumbers({ ...edge, pool: otherPool, secrets: SECRETS });
  });
  after(async () => {
    await otherPool.end();
    await edge.close();
  });
  beforeEach(async () => {
    accountId = (await edge.newAccount()).id;
  });

  const lookups = (count: number, { first = 1000, birth = BIRTH, found = false } = {}): Lookup[] =>
    Array.from({ length: count }, (_, at) => ({ ...missedNumbers.hash(accountId, `${birth}${first + at}`), found }));
  const rows = async (): Promise<{ prefix_hash: Buffer; number_hash: Buffer; missed_at: Date }[]> =>
    (
      await edge.operator.query<{ prefix_hash: Buffer; number_hash: Buffer; missed_at: Date }>(
        'select prefix_hash, number_hash, missed_at from edge.missed_numbers where account_id = $1',
        [accountId],
      )
    ).rows;
  const hasRoom = async (): Promise<boolean> => {
    const [another] = lookups(1, { first: 9999 }) as [Lookup];
    return (await missedNumbers.read(accountId, [another])).allow(another);
  };

  it('[D privacy.1] count across all gateways', async () => {
    await missedNumbers.settle(accountId, lookups(MAX_MISSES / 2));
    await elsewhere.settle(accountId, lookups(MAX_MISSES / 2, { first: 2000 }));
    const { shown } = await missedNumbers.settle(accountId, lookups(1, { first: 3000, found: true }));
    expect(shown).to.deep.equal([]);
  });

  it('[D privacy.1] have one limit when two gateways count them simultaneously', async () => {
    const settled = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        (at % 2 === 0 ? missedNumbers : elsewhere).settle(accountId, lookups(5, { first: 1000 + 5 * at })),
      ),
    );
    expect(settled.flatMap(({ missed }) => missed)).to.have.length(MAX_MISSES);
    expect(await rows()).to.have.length(MAX_MISSES);
  });

  it('[D privacy.1] hide a found number when others used up the limit during its lookup', async () => {
    const [hit] = lookups(1, { first: 5000, found: true }) as [Lookup];
    expect((await missedNumbers.read(accountId, [hit])).allow(hit)).to.equal(true);
    await elsewhere.settle(accountId, lookups(MAX_MISSES));
    expect((await missedNumbers.settle(accountId, [hit])).shown).to.deep.equal([]);
    const behindMisses = [...lookups(1, { first: 6000 }), hit];
    expect(await missedNumbers.settle(accountId, behindMisses)).to.deep.include({ shown: [], missed: [] });
  });

  it('[D privacy.1] make a found number wait for the misses before it, so that it cannot overtake them', async () => {
    const hits = lookups(1, { first: 5000, found: true });
    const misses = lookups(MAX_MISSES);
    const operator = await edge.operator.connect();
    try {
      await operator.query('begin');
      await lockPrefixes.run(operator, [[lockOf(hits[0]?.prefix ?? '')]]);
      const settled = missedNumbers.settle(accountId, hits);
      const waiters = async (): Promise<number | null> =>
        (
          await otherPool.query(
            `select from pg_catalog.pg_locks join pg_catalog.pg_database d on d.oid = database
             where datname = current_database() and locktype = 'advisory' and not granted`,
          )
        ).rowCount;
      await eventuallyEquals(waiters, 1);
      for (const { prefix, number } of misses) {
        const row = [accountId, Buffer.from(prefix, 'hex'), Buffer.from(number, 'hex'), edge.clock.now()];
        await operator.query('insert into edge.missed_numbers values ($1, $2, $3, $4)', row);
      }
      await operator.query('commit');
      expect((await settled).shown).to.deep.equal([]);
    } finally {
      operator.release();
    }
  });

  it('do not deadlock when batches have several prefixes in different orders', async () => {
    const births = ['640101', '640102', '640103', '640104'];
    const batch = (at: number): Lookup[] => births.flatMap((birth) => lookups(1, { birth, first: 1000 + at }));
    await Promise.all(
      Array.from({ length: 16 }, (_, at) =>
        at % 2 === 0 ? missedNumbers.settle(accountId, batch(at)) : elsewhere.settle(accountId, batch(at).toReversed()),
      ),
    );
    expect(await rows()).to.have.length(16 * births.length);
  });

  it('[D privacy.1] count for 24 hours each, from the first request for the number', async () => {
    const start = edge.clock.now();
    await missedNumbers.settle(accountId, lookups(1));
    edge.clock.advance(MISS_COUNTS_MS / 2);
    await missedNumbers.settle(accountId, lookups(MAX_MISSES));
    expect(await hasRoom()).to.equal(false);
    edge.clock.set(new Date(start.getTime() + MISS_COUNTS_MS - 1));
    expect(await hasRoom()).to.equal(false);
    edge.clock.advance(1);
    expect(await hasRoom()).to.equal(true);
    // The number counts again for another 24 hours.
    await missedNumbers.settle(accountId, lookups(1));
    expect(await hasRoom()).to.equal(false);
    expect(await rows()).to.have.length(MAX_MISSES);
  });

  it('do not count for a year when the clock of a gateway is a year ahead', async () => {
    const start = edge.clock.now();
    edge.clock.advance(365 * MISS_COUNTS_MS);
    await missedNumbers.settle(accountId, lookups(MAX_MISSES));
    edge.clock.set(start);
    expect(await hasRoom()).to.equal(true);
  });

  it('[D privacy.1] are stored as keyed hashes, which do not show the numbers or that two accounts asked for one', async () => {
    const digits = `${BIRTH}1000`;
    await missedNumbers.settle(accountId, lookups(1));
    const other = (await edge.newAccount()).id;
    const [row] = await rows();
    const hashes = [row?.number_hash.toString('hex'), row?.prefix_hash.toString('hex')];
    const unkeyed = [digits, BIRTH, `${accountId}\n${digits}`, `${accountId}\n${BIRTH}`].map((text) =>
      createHash('sha256').update(text).digest('hex'),
    );
    expect(unkeyed).not.to.include.oneOf(hashes);
    const hashed = missedNumbers.hash(accountId, digits);
    expect(hashes).to.deep.equal([hashed.number, hashed.prefix]);
    // Another account and another installation have other hashes for the number.
    const others = [
      missedNumbers.hash(other, digits),
      createMissedNumbers({ ...edge, secrets: ['another secret of 32 letters or more'] }).hash(accountId, digits),
    ];
    for (const { number, prefix } of others) expect([number, prefix]).not.to.include.oneOf(hashes);
  });

  const sweepAll = async (of: MissedNumbers): Promise<number> => {
    let deleted = 0;
    for (let batch = 1; batch > 0; deleted += batch) batch = await of.sweep();
    return deleted;
  };

  it('are deleted in batches when they no longer count', async () => {
    await sweepAll(missedNumbers);
    for (let birth = 0; birth < 60; birth += 1) {
      await missedNumbers.settle(accountId, lookups(MAX_MISSES, { birth: String(500_101 + birth) }));
    }
    const old = (await rows()).length;
    edge.clock.advance(MISS_COUNTS_MS / 2);
    await missedNumbers.settle(accountId, lookups(1));
    edge.clock.advance(MISS_COUNTS_MS / 2);
    expect(await sweepAll(missedNumbers)).to.be.at.least(old);
    expect(await rows()).to.have.length(1);
  });

  it('[D privacy.1] are deleted after 24 hours by the database’s clock when a gateway’s clock is a year ahead', async () => {
    const at = (ms: number): MissedNumbers =>
      createMissedNumbers({ ...edge, clock: new ManualClock(new Date(Date.now() + ms)), secrets: SECRETS });
    await at(0).settle(accountId, lookups(MAX_MISSES));
    await at(365 * MISS_COUNTS_MS).sweep();
    expect(await rows(), 'not earlier').to.have.length(MAX_MISSES);
  });

  it('are not written for found numbers', async () => {
    await missedNumbers.settle(accountId, lookups(MAX_MISSES, { found: true }));
    expect(await rows()).to.deep.equal([]);
  });

  it('[D privacy.1] throw service_unavailable while they cannot be counted', async () => {
    const operator = await edge.operator.connect();
    try {
      await operator.query('begin');
      await operator.query('lock table edge.missed_numbers in access exclusive mode');
      const codes = [
        codeOf(missedNumbers.read(accountId, lookups(1))),
        codeOf(missedNumbers.settle(accountId, lookups(1))),
      ];
      expect(await Promise.all(codes)).to.deep.equal(['service_unavailable', 'service_unavailable']);
    } finally {
      await operator.query('rollback');
      operator.release();
    }
    // No lock is left that would delay the next request.
    await eventuallyEquals(() => codeOf(missedNumbers.settle(accountId, lookups(1))), 'ok');
  });
});
