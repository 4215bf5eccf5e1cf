import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { createPool, type Pool } from '@prospecting/platform/postgres';
import { ManualClock } from '@prospecting/platform/testing';
import { codeOf, eventually, openTestEdge, type TestEdge } from '../api-keys/testing.js';
import { MISS_COUNTS_MS, MOST_MISSES, type Look } from './misses.js';
import { createMissedNumbers, lockOf, type MissedNumbers } from './missed-numbers.js';
import { lockPrefixes } from './sql/lock-prefixes.js';

const SECRETS = ['a secret of these tests alone, 32 long'];
const BIRTH = '640823';

describe('missed numbers', () => {
  let edge: TestEdge;
  let missedNumbers: MissedNumbers;
  /** The same as another gateway has it. */
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

  const looks = (count: number, { first = 1000, birth = BIRTH, found = false } = {}): Look[] =>
    Array.from({ length: count }, (_, at) => ({ ...missedNumbers.named(accountId, `${birth}${first + at}`), found }));
  const rows = async (): Promise<{ prefix_hash: Buffer; number_hash: Buffer; missed_at: Date }[]> =>
    (
      await edge.operator.query<{ prefix_hash: Buffer; number_hash: Buffer; missed_at: Date }>(
        'select prefix_hash, number_hash, missed_at from edge.missed_numbers where account_id = $1',
        [accountId],
      )
    ).rows;
  const hasRoom = async (): Promise<boolean> => {
    const [unheardOf] = looks(1, { first: 9999 }) as [Look];
    return (await missedNumbers.read(accountId, [unheardOf])).allow(unheardOf);
  };

  it('[D privacy.1] count for all gateways together', async () => {
    await missedNumbers.settle(accountId, looks(MOST_MISSES / 2));
    await elsewhere.settle(accountId, looks(MOST_MISSES / 2, { first: 2000 }));
    const { shown } = await missedNumbers.settle(accountId, looks(1, { first: 3000, found: true }));
    expect(shown).to.deep.equal([]);
  });

  it('[D privacy.1] of two gateways at once are not twice as many', async () => {
    const settled = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        (at % 2 === 0 ? missedNumbers : elsewhere).settle(accountId, looks(5, { first: 1000 + 5 * at })),
      ),
    );
    expect(settled.flatMap(({ missed }) => missed)).to.have.length(MOST_MISSES);
    expect(await rows()).to.have.length(MOST_MISSES);
  });

  it('[D privacy.1] what was looked for while others used up the room is not shown', async () => {
    const [hit] = looks(1, { first: 5000, found: true }) as [Look];
    expect((await missedNumbers.read(accountId, [hit])).allow(hit)).to.equal(true);
    await elsewhere.settle(accountId, looks(MOST_MISSES));
    expect((await missedNumbers.settle(accountId, [hit])).shown).to.deep.equal([]);
    const behindMisses = [...looks(1, { first: 6000 }), hit];
    expect(await missedNumbers.settle(accountId, behindMisses)).to.deep.include({ shown: [], missed: [] });
  });

  it('[D privacy.1] a number on record waits its turn with those that are not: it does not get ahead of them', async () => {
    const hits = looks(1, { first: 5000, found: true });
    const misses = looks(MOST_MISSES);
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
      await eventually(waiters, 1);
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

  it('of several prefixes in any order wait for each other in no circle', async () => {
    const births = ['640101', '640102', '640103', '640104'];
    const batch = (at: number): Look[] => births.flatMap((birth) => looks(1, { birth, first: 1000 + at }));
    await Promise.all(
      Array.from({ length: 16 }, (_, at) =>
        at % 2 === 0 ? missedNumbers.settle(accountId, batch(at)) : elsewhere.settle(accountId, batch(at).toReversed()),
      ),
    );
    expect(await rows()).to.have.length(16 * births.length);
  });

  it('[D privacy.1] count for 24 hours each, counted from when it was asked for first', async () => {
    const start = edge.clock.now();
    await missedNumbers.settle(accountId, looks(1));
    edge.clock.advance(MISS_COUNTS_MS / 2);
    await missedNumbers.settle(accountId, looks(MOST_MISSES));
    expect(await hasRoom()).to.equal(false);
    edge.clock.set(new Date(start.getTime() + MISS_COUNTS_MS - 1));
    expect(await hasRoom()).to.equal(false);
    edge.clock.advance(1);
    expect(await hasRoom()).to.equal(true);
    // The number itself counts anew.
    await missedNumbers.settle(accountId, looks(1));
    expect(await hasRoom()).to.equal(false);
    expect(await rows()).to.have.length(MOST_MISSES);
  });

  it('of a gateway whose clock is a year ahead do not count for a year', async () => {
    const start = edge.clock.now();
    edge.clock.advance(365 * MISS_COUNTS_MS);
    await missedNumbers.settle(accountId, looks(MOST_MISSES));
    edge.clock.set(start);
    expect(await hasRoom()).to.equal(true);
  });

  it('[D privacy.1] are kept as keyed hashes: nobody can try which numbers they are', async () => {
    const digits = `${BIRTH}1000`;
    await missedNumbers.settle(accountId, looks(1));
    const other = (await edge.newAccount()).id;
    const [row] = await rows();
    const hashes = [row?.number_hash.toString('hex'), row?.prefix_hash.toString('hex')];
    const unkeyed = [digits, BIRTH, `${accountId}\n${digits}`, `${accountId}\n${BIRTH}`].map((text) =>
      createHash('sha256').update(text).digest('hex'),
    );
    expect(unkeyed).not.to.include.oneOf(hashes);
    const named = missedNumbers.named(accountId, digits);
    expect(hashes).to.deep.equal([named.number, named.prefix]);
    // Nor whether two accounts asked for one number, nor what another installation would call it.
    const others = [
      missedNumbers.named(other, digits),
      createMissedNumbers({ ...edge, secrets: ['another secret of 32 letters or more'] }).named(accountId, digits),
    ];
    for (const { number, prefix } of others) expect([number, prefix]).not.to.include.oneOf(hashes);
  });

  it('are deleted when they count no more, however many there are', async () => {
    await missedNumbers.sweep();
    for (let birth = 0; birth < 60; birth += 1) {
      await missedNumbers.settle(accountId, looks(MOST_MISSES, { birth: String(500_101 + birth) }));
    }
    const old = (await rows()).length;
    edge.clock.advance(MISS_COUNTS_MS / 2);
    await missedNumbers.settle(accountId, looks(1));
    edge.clock.advance(MISS_COUNTS_MS / 2);
    expect(await missedNumbers.sweep()).to.be.at.least(old);
    expect(await rows()).to.have.length(1);
  });

  it('[D privacy.1] are not deleted before the database’s time has passed, whatever the clock of a gateway says', async () => {
    const at = (ms: number): MissedNumbers =>
      createMissedNumbers({ ...edge, clock: new ManualClock(new Date(Date.now() + ms)), secrets: SECRETS });
    await at(0).settle(accountId, looks(MOST_MISSES));
    await at(365 * MISS_COUNTS_MS).sweep();
    expect(await rows()).to.have.length(MOST_MISSES);
  });

  it('found numbers alone write nothing', async () => {
    await missedNumbers.settle(accountId, looks(MOST_MISSES, { found: true }));
    expect(await rows()).to.deep.equal([]);
  });

  it('[D privacy.1] that cannot be counted are service_unavailable', async () => {
    const operator = await edge.operator.connect();
    try {
      await operator.query('begin');
      await operator.query('lock table edge.missed_numbers in access exclusive mode');
      const codes = [
        codeOf(missedNumbers.read(accountId, looks(1))),
        codeOf(missedNumbers.settle(accountId, looks(1))),
      ];
      expect(await Promise.all(codes)).to.deep.equal(['service_unavailable', 'service_unavailable']);
    } finally {
      await operator.query('rollback');
      operator.release();
    }
    // Nothing is left behind that would keep the next one waiting.
    await eventually(() => codeOf(missedNumbers.settle(accountId, looks(1))), 'ok');
  });
});
