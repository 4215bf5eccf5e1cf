import { codeOf } from '@prospecting/platform/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { createPool, type Pool } from '@prospecting/platform/postgres';
import type { CallContext } from '@prospecting/platform/grpc';
import type { search } from '@prospecting/protos';
import { openTestEdge, type TestEdge } from '#testing/edge.js';
import { createReads } from '../upstream/index.js';
import { createRecordingBackends, ORGANIZATION, type RecordingBackends } from '#testing/backends.js';
import { MAX_MISSES, MISS_COUNTS_MS } from './misses.js';
import { createMissedNumbers } from './missed-numbers.js';
import { createNumberGuard, type NumberGuard } from './number-guard.js';

const SECRETS = ['a secret of these tests only and 32 long'];
const BIRTH = '640823';
const call: CallContext = { deadlineAt: Date.now() + 600_000 };

const byNumber = (digits: string, countryCode = 'SE'): search.OrganizationIdentifiers => ({
  orgNumbers: [{ countryCode, digits }],
  domains: [],
});
const numbers = (count: number, first = 1000, birth = BIRTH): string[] =>
  Array.from({ length: count }, (_, at) => `${birth}${first + at}`);

describe('the number guard', () => {
  let edge: TestEdge;
  let backends: RecordingBackends;
  let onRecord: Set<string>;
  /** One guard per gateway. */
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
  /** Returns the numbers of a batch that may be shown. */
  async function shownOf(digits: readonly string[], by = guard(), account = accountId): Promise<string[]> {
    const items = await by.withhold(
      account,
      digits.map((each) => byNumber(each)),
      call,
    );
    return items.flatMap((item) => item?.orgNumbers.map((each) => each.digits) ?? []);
  }
  const lookedUp = (): string[] =>
    backends.calls.flatMap(({ request }) =>
      (request as search.MatchOrganizationsRequest).items.map(({ orgNumbers }) => orgNumbers[0]?.digits ?? ''),
    );

  it('asks neither database nor backend when there is no personal number', async () => {
    const items = [
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
    expect(await withoutDatabase.withhold(accountId, items, call)).to.equal(items);
    expect(backends.calls).to.deep.equal([]);
  });

  it('[D privacy.1] counts coordination numbers, whose day of birth is increased by 60', async () => {
    await shownOf(numbers(MAX_MISSES, 1000, '640883'));
    onRecord.add('6408839999');
    expect(await shownOf(['6408839999'])).to.deep.equal([]);
  });

  it('[D privacy.1] looks up no other number, on record or not, after the limit is reached', async () => {
    await shownOf(numbers(MAX_MISSES));
    backends.calls.length = 0;
    onRecord.add(`${BIRTH}9999`);
    expect(await shownOf([`${BIRTH}9998`, `${BIRTH}9999`])).to.deep.equal([]);
    expect(backends.calls).to.deep.equal([]);
  });

  it('[D privacy.1] looks up no more numbers of one batch than may be missed', async () => {
    await shownOf(numbers(5));
    backends.calls.length = 0;
    await shownOf(numbers(25, 2000));
    expect(lookedUp()).to.deep.equal(numbers(MAX_MISSES - 5, 2000));
  });

  it('shows any number of personal numbers with one birth date when all are on record', async () => {
    await shownOf(numbers(MAX_MISSES - 1));
    const known = numbers(25, 5000);
    for (const each of known) onRecord.add(each);
    expect(await shownOf(known)).to.deep.equal(known);
  });

  it('[D privacy.1] keeps the other identifiers of an item, or one that matches nothing when there is no other', async () => {
    const [digits] = numbers(1) as [string];
    const items = [
      byNumber(digits),
      { ...byNumber(digits), id: ORGANIZATION.id },
      { ...byNumber(digits), domains: ['acme.se'] },
      undefined,
      { orgNumbers: [{ countryCode: 'DK', digits: '12345678' }], domains: [] },
    ];
    expect(await guard().withhold(accountId, items, call)).to.deep.equal([
      { orgNumbers: [], domains: [''] },
      { orgNumbers: [], domains: [], id: ORGANIZATION.id },
      { orgNumbers: [], domains: ['acme.se'] },
      undefined,
      items[4],
    ]);
  });

  it('[D privacy.1] counts no more misses than the limit when many requests guess at two gateways simultaneously', async () => {
    const guesses = numbers(100, 3000);
    const hit = guesses[57] ?? '';
    onRecord.add(hit);
    const batches = Array.from({ length: 20 }, (_, at) => guesses.slice(5 * at, 5 * at + 5));
    const shown = await Promise.all(batches.map((batch, at) => shownOf(batch, guards[at % 2])));
    const { rows } = await edge.operator.query('select from edge.missed_numbers where account_id = $1', [accountId]);
    expect(rows).to.have.length(MAX_MISSES);
    // Afterwards the number is withheld, even if it was shown before.
    expect(shown.flat()).to.be.an('array').with.length.at.most(1);
    expect(await shownOf([hit])).to.deep.equal([]);
  });

  it('[D privacy.1] withholds exactly what the rule says, for any sequence of requests', async () => {
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
            if (missedAt.size >= MAX_MISSES && !missedAt.has(each)) continue;
            if (onRecord.has(each)) expected.push(each);
            else if (!missedAt.has(each)) missedAt.set(each, now);
          }
          expect(await shownOf(batch, guards[gateway], account)).to.deep.equal(expected);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('[D privacy.1] throws service_unavailable and looks up nothing while misses cannot be counted', async () => {
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
