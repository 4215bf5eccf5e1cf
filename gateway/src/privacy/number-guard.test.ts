import { expect } from 'chai';
import fc from 'fast-check';
import { createPool, type Pool } from '@prospecting/platform/postgres';
import type { Call } from '@prospecting/platform/grpc';
import type { search } from '@prospecting/protos';
import { codeOf, openTestEdge, type TestEdge } from '../api-keys/testing.js';
import { createReads } from '../upstream/index.js';
import { createRecordingBackends, ORGANIZATION, type RecordingBackends } from '../upstream/testing.js';
import { MISS_COUNTS_MS, MOST_MISSES } from './misses.js';
import { createMissedNumbers } from './missed-numbers.js';
import { createNumberGuard, type NumberGuard } from './number-guard.js';

const SECRETS = ['a secret of these tests alone, 32 long'];
const BIRTH = '640823';
const call: Call = { deadlineAt: Date.now() + 600_000 };

const byNumber = (digits: string, countryCode = 'SE'): search.OrganizationIdentifiers => ({
  orgNumbers: [{ countryCode, digits }],
  domains: [],
});
const numbers = (count: number, first = 1000, birth = BIRTH): string[] =>
  Array.from({ length: count }, (_, at) => `${birth}${first + at}`);

describe('number guard', () => {
  let edge: TestEdge;
  let backends: RecordingBackends;
  let onRecord: Set<string>;
  /** As two gateways have it. */
  let guards: NumberGuard[];
  let otherPool: Pool;
  let accountId: string;

  before(async () => {
    edge = await openTestEdge();
    otherPool = createPool({ connectionString: edge.url, applicationName: 'other', maxConnections: 5 });
  });
  after(async () => {
    await otherPool.end();
    await edge.close();
  });
  beforeEach(async () => {
    onRecord = new Set();
    backends = createRecordingBackends({
      matchOrganization: ({ orgNumbers }) =>
        onRecord.has(orgNumbers[0]?.digits ?? '')
          ? { organization: ORGANIZATION, matchedBy: 'MATCHED_BY_ORG_NUMBER' }
          : { matchedBy: 'MATCHED_BY_UNSPECIFIED' },
    });
    guards = [edge.pool, otherPool].map((pool) =>
      createNumberGuard({
        missedNumbers: createMissedNumbers({ ...edge, pool, secrets: SECRETS }),
        reads: createReads(backends),
        logger: edge.logger,
      }),
    );
    accountId = (await edge.newAccount()).id;
  });

  const guard = (): NumberGuard => guards[0] as NumberGuard;
  /** Which of the numbers may be shown, asked for in one batch. */
  async function shownOf(digits: readonly string[], by = guard(), account = accountId): Promise<string[]> {
    const places = await by.withhold(
      account,
      digits.map((each) => byNumber(each)),
      call,
    );
    return places.flatMap((place) => place?.orgNumbers.map((each) => each.digits) ?? []);
  }
  const lookedFor = (): string[] =>
    backends.calls.flatMap(({ request }) =>
      (request as search.MatchOrganizationsRequest).items.map(({ orgNumbers }) => orgNumbers[0]?.digits ?? ''),
    );

  it('asks nothing where there is no personal number', async () => {
    const places = [
      undefined,
      byNumber('5560360793'),
      byNumber('640823999', 'NO'),
      { orgNumbers: [], domains: ['a.se'] },
    ];
    const withoutDatabase = createNumberGuard({
      missedNumbers: createMissedNumbers({ ...edge, pool: undefined as unknown as Pool, secrets: SECRETS }),
      reads: createReads(backends),
      logger: edge.logger,
    });
    expect(await withoutDatabase.withhold(accountId, places, call)).to.equal(places);
    expect(backends.calls).to.deep.equal([]);
  });

  it('[D privacy.1] counts coordination numbers as well, whose day is 60 more', async () => {
    await shownOf(numbers(MOST_MISSES, 1000, '640883'));
    onRecord.add('6408839999');
    expect(await shownOf(['6408839999'])).to.deep.equal([]);
  });

  it('[D privacy.1] looks for no further number once there is no room, on record or not', async () => {
    await shownOf(numbers(MOST_MISSES));
    backends.calls.length = 0;
    onRecord.add(`${BIRTH}9999`);
    expect(await shownOf([`${BIRTH}9998`, `${BIRTH}9999`])).to.deep.equal([]);
    expect(backends.calls).to.deep.equal([]);
  });

  it('[D privacy.1] looks for no more numbers of one batch than may be missed', async () => {
    await shownOf(numbers(5));
    backends.calls.length = 0;
    await shownOf(numbers(25, 2000));
    expect(lookedFor()).to.deep.equal(numbers(MOST_MISSES - 5, 2000));
  });

  it('shows however many numbers of one birth date that are all on record', async () => {
    await shownOf(numbers(MOST_MISSES - 1));
    const known = numbers(25, 5000);
    for (const each of known) onRecord.add(each);
    expect(await shownOf(known)).to.deep.equal(known);
  });

  it('[D privacy.1] leaves of an item what else it names, and something that nobody has where there is nothing else', async () => {
    const [digits] = numbers(1) as [string];
    const places = [
      byNumber(digits),
      { ...byNumber(digits), id: ORGANIZATION.id },
      { ...byNumber(digits), domains: ['acme.se'] },
      undefined,
      { orgNumbers: [{ countryCode: 'DK', digits: '12345678' }], domains: [] },
    ];
    expect(await guard().withhold(accountId, places, call)).to.deep.equal([
      { orgNumbers: [], domains: [''] },
      { orgNumbers: [], domains: [], id: ORGANIZATION.id },
      { orgNumbers: [], domains: ['acme.se'] },
      undefined,
      places[4],
    ]);
  });

  it('[D privacy.1] counts no more misses than there is room for, however many requests try at two gateways at once', async () => {
    const tried = numbers(100, 3000);
    const hit = tried[57] ?? '';
    onRecord.add(hit);
    const batches = Array.from({ length: 20 }, (_, at) => tried.slice(5 * at, 5 * at + 5));
    const shown = await Promise.all(batches.map((batch, at) => shownOf(batch, guards[at % 2])));
    const { rows } = await edge.operator.query('select from edge.missed_numbers where account_id = $1', [accountId]);
    expect(rows).to.have.length(MOST_MISSES);
    // Afterwards it is not found, whether it was among the first or not.
    expect(shown.flat()).to.be.an('array').with.length.at.most(1);
    expect(await shownOf([hit])).to.deep.equal([]);
  });

  it('[D privacy.1] withholds what the rule says, whatever is asked for when', async () => {
    const digit = fc.integer({ min: 0, max: 45 }).map((at) => `${BIRTH}${1000 + at}`);
    const step = fc.record({
      batch: fc.uniqueArray(digit, { minLength: 1, maxLength: 25 }),
      gateway: fc.constantFrom(0, 1),
      laterMs: fc.constantFrom(0, 0, MISS_COUNTS_MS / 2, MISS_COUNTS_MS),
    });
    const cases = fc.record({
      known: fc.uniqueArray(digit, { maxLength: 30 }),
      steps: fc.array(step, { minLength: 1, maxLength: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ known, steps }) => {
        const account = (await edge.newAccount()).id;
        onRecord = new Set(known);
        const missedAt = new Map<string, number>();
        for (const { batch, gateway, laterMs } of steps) {
          edge.clock.advance(laterMs);
          const now = edge.clock.now().getTime();
          const expected: string[] = [];
          for (const each of batch) {
            for (const [missed, at] of missedAt) if (now - at >= MISS_COUNTS_MS) missedAt.delete(missed);
            if (missedAt.size >= MOST_MISSES && !missedAt.has(each)) continue;
            if (onRecord.has(each)) expected.push(each);
            else if (!missedAt.has(each)) missedAt.set(each, now);
          }
          expect(await shownOf(batch, guards[gateway], account)).to.deep.equal(expected);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('[D privacy.1] looks for nothing and shows nothing where misses cannot be counted', async () => {
    const closed = createPool({ connectionString: edge.url, applicationName: 'closed', maxConnections: 1 });
    await closed.end();
    const broken = createNumberGuard({
      missedNumbers: createMissedNumbers({ ...edge, pool: closed, secrets: SECRETS }),
      reads: createReads(backends),
      logger: edge.logger,
    });
    expect(await codeOf(shownOf(numbers(1), broken))).to.equal('service_unavailable');
    expect(backends.calls).to.deep.equal([]);
  });
});
