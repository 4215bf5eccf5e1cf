import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import {
  createRevealDatabase,
  seedContact,
  seedOrganization,
  testId,
  type RevealDatabase,
} from '#testing/reveal-database.js';
import { contact, createSpendingFixture, toRequest, type SpendingFixture } from '#testing/spending-fixture.js';

const contactId = testId('contact', 1);
const missingId = testId('contact', 99);

/** The column `planned` as release 0.1 writes and reads it. */
const STORED_PLAN = [
  {
    kind: 'contact',
    subjectId: contactId,
    found: true,
    infoTypes: [
      { infoType: 'email', standing: 'new', millicredits: 200 },
      { infoType: 'linkedIn', standing: 'revealed', millicredits: 0 },
      { infoType: 'phone', standing: 'unavailable', millicredits: 0 },
    ],
  },
  { kind: 'contact', subjectId: missingId, found: false, infoTypes: [] },
];

describe('the stored plan of an operation', () => {
  let database: RevealDatabase;
  let fixture: SpendingFixture;
  let accountId: string;

  before(async () => {
    database = await createRevealDatabase();
    const { superuser } = database;
    await seedOrganization(superuser, testId('organization', 1));
    await seedContact(superuser, contactId, testId('organization', 1), { email: 'eva@example.se' });
    await superuser.query("update directory.contacts set linked_in_slug = 'eva' where id = $1", [contactId]);
  });
  beforeEach(() => {
    fixture = createSpendingFixture(database);
    accountId = randomUUID();
    fixture.credits.balances.set(accountId, 1_000);
  });
  after(() => database.close());

  const order = () => ({
    operation: accountId,
    accountId,
    subjects: [contact(contactId, 'email', 'linkedIn', 'phone'), contact(missingId, 'email')],
  });

  it('is written in the format that the previous release reads', async () => {
    await fixture.spend(order());
    const { rows } = await database.superuser.query<{ planned: unknown }>(
      'select planned from reveal.operations where account_id = $1',
      [accountId],
    );
    // It keeps what was found: the previous release reads a subject that is absent as not found.
    expect(rows).to.deep.equal([{ planned: STORED_PLAN.filter(({ found }) => found) }]);
  });

  it('I7 is read when the previous release wrote it: a retry returns its outcome and charges nothing', async () => {
    const attemptId = randomUUID();
    const at = database.clock.now();
    await database.superuser.query(
      `insert into reveal.attempts (account_id, attempt_id, state, millicredits, reveals, at)
      values ($1, $2, 'committed', 200, $3, $4)`,
      [accountId, attemptId, JSON.stringify([['contact', contactId, 'email', 200]]), at],
    );
    await database.superuser.query(
      'insert into reveal.operations (account_id, operation_id, attempt_id, planned, at) values ($1, $2, $3, $4, $5)',
      [accountId, Buffer.from(toRequest(order()).operationId, 'hex'), attemptId, JSON.stringify(STORED_PLAN), at],
    );
    const { subjects, ...amounts } = await fixture.spend(order());
    expect(amounts).to.deep.equal({
      quotedMillicredits: 200,
      chargedMillicredits: 200,
      remainingMillicredits: 1_000,
    });
    expect(subjects[0]).to.deep.include({
      found: true,
      costMillicredits: 200,
      newInfoTypes: ['email'],
      alreadyRevealedInfoTypes: ['linkedIn'],
      unavailableInfoTypes: ['phone'],
    });
    expect(subjects[1]).to.deep.include({ found: false, costMillicredits: 0 });
  });
});
