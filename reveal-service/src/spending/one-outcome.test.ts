import { randomUUID } from 'node:crypto';
import type { CrashPoints } from '@prospecting/platform/crash-points';
import { DomainError } from '@prospecting/platform/errors';
import type { reveal } from '@prospecting/protos';
import { expect } from 'chai';
import fc from 'fast-check';
import { createSignal, holdFirstQuery, type Signal } from '#testing/gate.js';
import { createRecordedCredits, type RecordedCredits } from '#testing/recorded-credits.js';
import {
  createRevealDatabase,
  seedContact,
  seedOrganization,
  testId,
  type RevealDatabase,
} from '#testing/reveal-database.js';
import { contact, createSpendingFixture, GRACE_MS, type SpendingFixture } from '#testing/spending-fixture.js';
import type { RevealCrashPoint } from './crash-points.js';

const CONTACT = testId('contact', 1);
const PRICE = 200;
const HIGH_PRICE = 500;

/** Where a try stalls. `first statement`: before it has read anything. */
type StallsAt = RevealCrashPoint | 'first statement' | 'nowhere';

/** One event in the life of an operation. */
type Step =
  | { readonly step: 'try'; readonly stallsAt: StallsAt }
  /** Resumes the nth stalled try. */
  | { readonly step: 'resume'; readonly nth: number }
  | { readonly step: 'price'; readonly millicredits: number }
  | { readonly step: 'give'; readonly millicredits: number }
  | { readonly step: 'recover' };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        step: fc.constant('try' as const),
        stallsAt: fc.constantFrom(
          'first statement',
          'reveal.planned',
          'reveal.reserved',
          'reveal.committed',
          'nowhere',
        ),
      }),
    },
    { weight: 3, arbitrary: fc.record({ step: fc.constant('resume' as const), nth: fc.nat(3) }) },
    {
      weight: 2,
      arbitrary: fc.record({ step: fc.constant('price' as const), millicredits: fc.constantFrom(PRICE, HIGH_PRICE) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ step: fc.constant('give' as const), millicredits: fc.constantFrom(PRICE, HIGH_PRICE) }),
    },
    { weight: 1, arbitrary: fc.record({ step: fc.constant('recover' as const) }) },
  ),
  { minLength: 2, maxLength: 14 },
);

/** One try of the operation, in its own process. */
interface Try {
  readonly startedAt: number;
  readonly fixture: SpendingFixture;
  readonly ended: Promise<reveal.SpendOutcome | DomainError>;
  readonly resume: Signal;
  isOver: boolean;
}

describe('the tries of one operation', () => {
  let database: RevealDatabase;

  before(async () => {
    database = await createRevealDatabase();
    await seedOrganization(database.superuser, testId('organization', 1));
    await seedContact(database.superuser, CONTACT, testId('organization', 1), { email: 'eva@example.se' });
  });
  after(() => database.close());

  it('[D money.1] I5 I7 I8 have one outcome, charged once, and none after a refusal, in any order of stalls, price changes and recoveries', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const run = new Run(database);
        for (const [at, each] of all.entries()) await run.take(each, at);
        await run.finish();
      }),
      { numRuns: 60 },
    );
  });
});

/** Carries out the steps and checks every answer against what is allowed at that moment. */
class Run {
  readonly #database: RevealDatabase;
  readonly #accountId = randomUUID();
  readonly #credits: RecordedCredits;
  readonly #tries: Try[] = [];
  #given = 0;

  constructor(database: RevealDatabase) {
    this.#database = database;
    this.#credits = createRecordedCredits(database.clock);
    this.#credits.balances.set(this.#accountId, 0);
  }

  async take(each: Step, at: number): Promise<void> {
    switch (each.step) {
      case 'try':
        return this.#start(each.stallsAt, at);
      case 'resume': {
        const stalled = this.#tries.filter(({ isOver }) => !isOver);
        const one = stalled[each.nth % Math.max(stalled.length, 1)];
        return one && this.#resume(one);
      }
      case 'price':
        return this.#setPrice(each.millicredits);
      case 'give':
        return this.#give(each.millicredits);
      case 'recover':
        this.#database.clock.advance(GRACE_MS + 1);
        await createSpendingFixture(this.#database, { credits: this.#credits }).recovery.runOnce();
    }
  }

  /** Resumes all tries and runs recovery. After that, the books must balance. */
  async finish(): Promise<void> {
    for (const each of this.#tries.filter(({ isOver }) => !isOver)) await this.#resume(each);
    for (const { fixture } of this.#tries) await fixture.resolutions.idle();
    await this.take({ step: 'recover' }, 0);
    const { rows } = await this.#database.superuser.query<{ millicredits: number }>(
      "select millicredits from reveal.attempts where account_id = $1 and state = 'committed'",
      [this.#accountId],
    );
    const charged = rows.reduce((total, { millicredits }) => total + millicredits, 0);
    expect(rows.length, 'committed attempts').to.be.at.most(1);
    expect(this.#credits.captured(this.#accountId), 'captured').to.equal(charged);
    expect(this.#credits.states(this.#accountId)).not.to.include('pending');
    expect(this.#credits.balances.get(this.#accountId), 'balance').to.equal(this.#given - charged);
    await this.#setPrice(PRICE);
  }

  async #start(stallsAt: StallsAt, at: number): Promise<void> {
    const { pool, held, resume } = holdFirstQuery(this.#database.revealPool);
    const stalled = stallsAt === 'first statement' ? held : createSignal();
    const revealPool = stallsAt === 'first statement' ? pool : this.#database.revealPool;
    const crashPoints: CrashPoints<RevealCrashPoint> = {
      async pass(point) {
        if (point !== stallsAt) return;
        stalled.raise();
        await resume.raised;
      },
    };
    const fixture = createSpendingFixture(this.#database, { credits: this.#credits, crashPoints, revealPool });
    const order = {
      operation: this.#accountId,
      accountId: this.#accountId,
      subjects: [contact(CONTACT, 'email')],
      maxMillicredits: PRICE,
    };
    const ended = fixture.spend(order).catch((error: unknown) => error as DomainError);
    const one: Try = { startedAt: at, fixture, ended, resume, isOver: false };
    this.#tries.push(one);
    const first = await Promise.race([ended, stalled.raised]);
    if (first !== undefined) await this.#judge(one, at);
  }

  async #resume(one: Try): Promise<void> {
    one.resume.raise();
    await this.#judge(one, this.#tries.length);
  }

  async #judge(one: Try, at: number): Promise<void> {
    const answer = await one.ended;
    one.isOver = true;
    if (!(answer instanceof DomainError)) {
      expect(answer.chargedMillicredits).to.equal(PRICE);
      expect(answer.subjects[0]?.contactChannels?.email).to.equal('eva@example.se');
      expect(await this.#committed(), 'committed attempts after a success').to.equal(1);
      return;
    }
    expect(answer.code).to.be.oneOf(['insufficient_credits', 'credit_cap_exceeded', 'idempotency_key_in_use']);
    if (answer.code === 'idempotency_key_in_use') return;
    expect(await this.#committed(), 'committed attempts at a refusal').to.equal(0);
    // From now on the operation could be carried out, but only by a try that begins later.
    this.#give(PRICE);
    await this.#setPrice(PRICE);
    for (const earlier of this.#tries.filter(({ isOver, startedAt }) => !isOver && startedAt <= at)) {
      earlier.resume.raise();
      const late = await earlier.ended;
      earlier.isOver = true;
      expect(late, 'the answer to a try that began before the refusal').to.be.instanceOf(DomainError);
      expect(await this.#committed(), 'committed attempts after a refusal').to.equal(0);
    }
  }

  async #committed(): Promise<number> {
    const { rowCount } = await this.#database.superuser.query(
      "select from reveal.attempts where account_id = $1 and state = 'committed'",
      [this.#accountId],
    );
    return rowCount ?? 0;
  }

  async #setPrice(millicredits: number): Promise<void> {
    await this.#database.superuser.query(
      `insert into reveal.prices (price_group, subject, info_type, millicredits) values ('default', 'contact', 'email', $1)
      on conflict on constraint prices_pkey do update set millicredits = excluded.millicredits`,
      [millicredits],
    );
  }

  #give(millicredits: number): void {
    this.#given += millicredits;
    const { balances } = this.#credits;
    balances.set(this.#accountId, (balances.get(this.#accountId) ?? 0) + millicredits);
  }
}
