import { randomUUID } from 'node:crypto';
import { eventually } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { createGate } from '#testing/gate.js';
import {
  createRevealDatabase,
  seedContact,
  seedOrganization,
  testId,
  type RevealDatabase,
} from '#testing/reveal-database.js';
import { call, contact, createSpendingFixture, refusalOf, type SpendingFixture } from '#testing/spending-fixture.js';
import { paid, visible } from '#testing/spending-subjects.js';

const EMAIL = 'eva@example.se';

describe('EraseSubjects', () => {
  let database: RevealDatabase;
  let fixture: SpendingFixture;
  let contactId: string;
  let otherId: string;
  let accounts: readonly [string, string];

  before(async () => {
    database = await createRevealDatabase();
    await seedOrganization(database.superuser, testId('organization', 1));
  });
  after(() => database.close());
  beforeEach(async () => {
    fixture = createSpendingFixture(database);
    [contactId, otherId, accounts] = [randomUUID(), randomUUID(), [randomUUID(), randomUUID()]];
    await seedContact(database.superuser, contactId, testId('organization', 1), {
      email: EMAIL,
      phone: '+46701740605',
    });
    await seedContact(database.superuser, otherId, testId('organization', 1), { email: 'adam@example.se' });
    for (const accountId of accounts) fixture.credits.balances.set(accountId, 100_000);
  });

  const order = (accountId: string, operation = 'one') => ({
    operation,
    accountId,
    subjects: [contact(contactId, 'email', 'phone'), contact(otherId, 'email')],
  });

  /** Deletes the person from the directory, as an erasure does first, and forgets them here. */
  async function erase() {
    await database.superuser.query('delete from directory.contacts where id = $1', [contactId]);
    return fixture.admin.eraseSubjects({ contactIds: [contactId], emails: [EMAIL], afterAccountId: '' }, call());
  }

  /** Every table of the schema as text. */
  async function everything(): Promise<string> {
    const texts: string[] = [];
    for (const table of ['reveals', 'attempts', 'operations', 'owned_emails', 'erased_subjects']) {
      const { rows } = await database.superuser.query<{ text: string }>(
        `select t::text as text from reveal.${table} as t`,
      );
      texts.push(...rows.map(({ text }) => text));
    }
    return texts.join('\n');
  }

  /** What an audit finds wrong with the records of an account. */
  async function differences(accountId: string): Promise<unknown[]> {
    const page = { accountId, limit: 1_000 };
    const { attempts } = await fixture.admin.listAttempts({ ...page, afterAttemptId: '' }, call());
    const { reveals } = await fixture.admin.listReveals({ ...page, after: '' }, call());
    const { operations } = await fixture.admin.listOperations({ ...page, afterOperationId: '' }, call());
    expect(attempts.reduce((sum, each) => sum + each.millicredits, 0)).to.equal(fixture.credits.captured(accountId));
    return [
      ...attempts.filter((each) => each.missingReveals > 0 || each.millicredits !== each.statedMillicredits),
      ...reveals.filter((each) => each.millicredits !== each.attemptMillicredits),
      ...operations.filter((each) => each.plannedMillicredits !== each.attemptMillicredits),
    ];
  }

  it('replaces the contact in the records of every account, and the money stays', async () => {
    for (const accountId of accounts) await fixture.spend(order(accountId));
    await fixture.admin.addOwnedEmails({ accountId: accounts[1], emails: [EMAIL, 'us@example.se'] }, call());
    for (const accountId of accounts) expect(await differences(accountId), 'before').to.deep.equal([]);
    const hashes = async () =>
      (
        await database.superuser.query<{ value_hash: Buffer }>(
          'select value_hash from reveal.reveals where account_id = any ($1) and value_hash is not null order by 1',
          [accounts],
        )
      ).rows.map((row) => row.value_hash.toString('hex'));
    const before = await hashes();

    expect(await erase()).to.deep.equal({ accounts: 2, reveals: 4, ownedEmails: 1, nextAfter: '' });

    for (const accountId of accounts) expect(await differences(accountId), 'after').to.deep.equal([]);
    expect(await everything())
      .to.include(otherId)
      .and.not.include(contactId)
      .and.not.include(EMAIL);
    expect(
      (await hashes()).filter((hash) => before.includes(hash)),
      'of the other contact',
    ).to.have.length(2);
    expect((await fixture.admin.listOwnedEmails({ accountId: accounts[1] }, call())).emails).to.deep.equal([
      'us@example.se',
    ]);
    expect(await erase(), 'again').to.deep.equal({ accounts: 0, reveals: 0, ownedEmails: 0, nextAfter: '' });
  });

  it('leaves a retry its outcome, charged once, that shows nothing of the person', async () => {
    const [accountId] = accounts;
    const first = await fixture.spend(order(accountId));
    expect(first.chargedMillicredits).to.equal(1_400);
    await erase();
    const retry = await fixture.spend(order(accountId));
    expect(retry.chargedMillicredits).to.equal(1_400);
    expect(fixture.credits.captured(accountId)).to.equal(1_400);
    expect(paid(retry.subjects[0]).found).to.equal(false);
    expect(visible(retry.subjects[0])).to.deep.equal([undefined, undefined, undefined]);
    expect(visible(retry.subjects[1])[1]).to.equal('adam@example.se');
  });

  it('lets no spend commit the person that read them before: it finds and charges the others', async () => {
    const [accountId] = accounts;
    const gate = createGate('reveal.reserved');
    const stalled = createSpendingFixture(database, { crashPoints: gate.crashPoints, credits: fixture.credits });
    const spending = stalled.spend(order(accountId)).catch((error: unknown) => error);
    await gate.arrived(1);
    await erase();
    gate.open();
    const answer = await spending;
    // Its round may have been ended meanwhile: then the client is told to try again.
    const outcome =
      answer instanceof Error
        ? await fixture.spend(order(accountId))
        : (answer as Awaited<ReturnType<SpendingFixture['spend']>>);
    expect(outcome.chargedMillicredits).to.equal(200);
    expect(outcome.subjects.map(({ found }) => found)).to.deep.equal([false, true]);
    await eventually(
      () => Promise.resolve(fixture.credits.states(accountId)),
      (states) => !states.includes('pending'),
    );
    expect(fixture.credits.captured(accountId)).to.equal(200);
    expect(await everything()).to.not.include(contactId);
    expect(await differences(accountId)).to.deep.equal([]);
  });

  it('waits for a commit that is under way, and replaces what it wrote', async () => {
    const [accountId] = accounts;
    const committing = await database.superuser.connect();
    await committing.query('begin');
    await committing.query(
      `insert into reveal.operations (account_id, operation_id, attempt_id, planned, at)
       values ($1, sha256('x'), $2, $3, now())`,
      [
        accountId,
        randomUUID(),
        JSON.stringify([{ kind: 'contact', subjectId: contactId, found: true, infoTypes: [] }]),
      ],
    );
    const erasing = erase();
    await eventually(
      async () => (await database.superuser.query('select from pg_locks where not granted')).rowCount ?? 0,
      (waiting) => waiting > 0,
    );
    await committing.query('commit');
    committing.release();
    await erasing;
    expect(await everything()).to.not.include(contactId);
  });

  it('replaces the contact in an attempt whose reveal was replaced by a later one', async () => {
    const [accountId] = accounts;
    await fixture.spend(order(accountId));
    database.clock.advance(366 * 24 * 60 * 60 * 1000);
    await fixture.spend(order(accountId, 'a year later'));
    expect(await differences(accountId), 'before').to.deep.equal([]);
    await erase();
    expect(await differences(accountId), 'after').to.deep.equal([]);
    expect(await everything()).to.not.include(contactId);
  });

  it('drops the hash of the address where it was revealed of a contact that has another one now', async () => {
    const [accountId] = accounts;
    await fixture.spend(order(accountId));
    const request = { contactIds: [], emails: [EMAIL], afterAccountId: '' };
    const { reveals } = await fixture.admin.findSubjects(request, call());
    expect(reveals.filter((each) => each.accountId === accountId)).to.have.length(1);
    expect(await fixture.admin.eraseSubjects(request, call())).to.include({ nextAfter: '' });
    expect((await fixture.admin.findSubjects(request, call())).reveals).to.deep.equal([]);
    expect(await differences(accountId)).to.deep.equal([]);
  });

  it('finds what each account revealed and owns', async () => {
    for (const accountId of accounts) await fixture.spend(order(accountId));
    await fixture.admin.addOwnedEmails({ accountId: accounts[0], emails: [EMAIL] }, call());
    const request = { contactIds: [contactId], emails: [EMAIL], afterAccountId: '' };
    const { reveals, ownedEmails, nextAfter } = await fixture.admin.findSubjects(request, call());
    expect(nextAfter).to.equal('');
    expect(ownedEmails).to.deep.equal([{ accountId: accounts[0], email: EMAIL }]);
    expect(new Set(reveals.map((each) => `${each.accountId} ${each.infoType} ${each.millicredits}`))).to.deep.equal(
      new Set(accounts.flatMap((id) => [`${id} email 200`, `${id} phone 1000`])),
    );
    await erase();
    expect(await fixture.admin.findSubjects(request, call())).to.deep.equal({
      reveals: [],
      ownedEmails: [],
      nextAfter: '',
    });
  });

  it('goes on after the last account when time runs out', async () => {
    for (const accountId of accounts) await fixture.spend(order(accountId));
    const request = { contactIds: [contactId], emails: [], afterAccountId: '' };
    const hurried = await fixture.admin.findSubjects(request, { deadlineAt: Date.now() + 500 });
    expect(hurried.nextAfter).to.not.equal('');
    const rest = await fixture.admin.findSubjects({ ...request, afterAccountId: hurried.nextAfter }, call());
    expect(rest.reveals).to.have.length(4);
  });

  it('changes nothing of an attempt but ids', async () => {
    const [accountId] = accounts;
    await fixture.spend(order(accountId));
    const client = await database.superuser.connect();
    try {
      for (const change of [
        'millicredits = millicredits + 1',
        "state = 'aborted'",
        "at = at + interval '1 day'",
        'attempt_id = gen_random_uuid()',
        "reveals = '[]'",
        "reveals = jsonb_set(reveals, '{0,3}', '7')",
        'reveals = reveals || reveals',
      ]) {
        await client.query("begin; set local reveal.replaces_ids = 'on'");
        const error: unknown = await client
          .query(`update reveal.attempts set ${change} where account_id = $1`, [accountId])
          .catch((failure: unknown) => failure);
        await client.query('rollback');
        expect(error, change).to.have.property('constraint').that.is.oneOf(['attempts_immutable']);
      }
    } finally {
      client.release();
    }
  });

  it('rejects ids that are not UUIDs, and too many', async () => {
    const none = { contactIds: [], emails: [], afterAccountId: '' };
    for (const request of [
      { ...none, contactIds: ['x'] },
      { ...none, afterAccountId: 'x' },
      { ...none, emails: Array.from({ length: 1_001 }, () => EMAIL) },
    ])
      expect((await refusalOf(fixture.admin.eraseSubjects(request, call()))).code).to.equal('validation_failed');
  });
});
