import { randomUUID } from 'node:crypto';
import { toTimestamp } from '@prospecting/platform/grpc';
import type { reveal } from '@prospecting/protos';
import { expect } from 'chai';
import { createRevealDatabase, type RevealDatabase } from '#testing/reveal-database.js';
import { refusalOf } from '#testing/spending-fixture.js';
import { revealExpiry } from '../masking/reveal-record.js';
import { listRevealsByTime } from './list-reveals-by-time.js';
import { addOwnedEmails, removeOwnedEmails } from './owned-emails.js';
import { sumSpending } from './sum-spending.js';

describe('what the keys of an account did', () => {
  let database: RevealDatabase;
  let dependencies: Parameters<typeof addOwnedEmails>[0];
  let accountId: string;

  before(async () => {
    database = await createRevealDatabase();
    dependencies = { revealPool: database.revealPool } as typeof dependencies;
  });
  after(() => database.close());
  beforeEach(() => {
    accountId = randomUUID();
  });

  /** Records a reveal of a phone number at an instant, as a spend of the key does. */
  async function seed(at: string, keyId: string | null, millicredits = 100): Promise<string> {
    const [attemptId, subjectId] = [randomUUID(), randomUUID()];
    await database.superuser.query(
      `insert into reveal.attempts (account_id, attempt_id, state, millicredits, reveals, at, key_id)
       values ($1, $2, 'committed', $3, $4, $5, $6)`,
      [accountId, attemptId, millicredits, JSON.stringify([['contact', subjectId, 'phone', millicredits]]), at, keyId],
    );
    await database.superuser.query(
      `insert into reveal.reveals
         (account_id, subject_kind, subject_id, info_type, revealed_at, expires_at, millicredits, attempt_id)
       values ($1, 'contact', $2, 'phone', $3, $4, $5, $6)`,
      [accountId, subjectId, at, revealExpiry(new Date(at)), millicredits, attemptId],
    );
    return subjectId;
  }

  const range = { from: toTimestamp(new Date('2026-03-01')), to: toTimestamp(new Date('2026-04-01')) };
  const request = (changes: object = {}): reveal.ListRevealsByTimeRequest => ({
    accountId,
    ...range,
    subject: '',
    before: '',
    limit: 10,
    ...changes,
  });

  it('lists reveals newest first, each once over pages, with the key that asked', async () => {
    const keyId = randomUUID();
    const old = await seed('2026-03-01T10:00:00Z', null);
    const same = [await seed('2026-03-02T10:00:00Z', keyId), await seed('2026-03-02T10:00:00Z', keyId)];
    await seed('2026-04-01T00:00:00Z', keyId);
    const read: reveal.RevealByKey[] = [];
    let before = '';
    do {
      const page = await listRevealsByTime(dependencies, request({ before, limit: 1 }));
      read.push(...page.reveals);
      before = page.nextBefore;
    } while (before !== '');
    expect(read.map(({ subjectId }) => subjectId)).to.deep.equal([...same.toSorted().toReversed(), old]);
    expect(read.map((each) => each.keyId)).to.deep.equal([keyId, keyId, undefined]);
    expect((await listRevealsByTime(dependencies, request({ subject: 'switchboard' }))).reveals).to.deep.equal([]);
  });

  it('sums what each key spent on each UTC day', async () => {
    const keyId = randomUUID();
    await seed('2026-03-01T23:59:59Z', keyId, 200);
    await seed('2026-03-01T00:00:00Z', keyId, 300);
    await seed('2026-03-02T00:00:00Z', null, 50);
    expect((await sumSpending(dependencies, { accountId, ...range })).days).to.deep.equal([
      { day: '2026-03-01', keyId, millicredits: 500 },
      { day: '2026-03-02', millicredits: 50 },
    ]);
  });

  it('takes owned addresses back, in any written form, and leaves the others and other accounts', async () => {
    const other = randomUUID();
    await addOwnedEmails(dependencies, { accountId, emails: ['a@example.se', 'b@example.se'] });
    await addOwnedEmails(dependencies, { accountId: other, emails: ['a@example.se'] });
    const removed = await removeOwnedEmails(dependencies, { accountId, emails: ['A@Example.se', 'c@example.se'] });
    expect(removed.emails).to.deep.equal(['b@example.se']);
    expect((await addOwnedEmails(dependencies, { accountId: other, emails: ['z@example.se'] })).emails).to.have.length(
      2,
    );
  });

  it('is not listed for a request that makes no sense', async () => {
    for (const changes of [{ limit: 0 }, { subject: 'person' }, { before: 'x' }, { from: null }])
      expect(await refusalOf(listRevealsByTime(dependencies, request(changes)))).to.have.property(
        'code',
        'validation_failed',
      );
    const to = toTimestamp(new Date('2026-06-02'));
    expect(await refusalOf(sumSpending(dependencies, { accountId, ...range, to }))).to.have.property(
      'code',
      'validation_failed',
    );
  });
});
