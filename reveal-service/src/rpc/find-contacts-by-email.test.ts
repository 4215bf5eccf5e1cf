import { expect } from 'chai';
import { emailHash } from '../masking/reveal-record.js';
import {
  createRevealDatabase,
  recording,
  seedContact,
  seedOrganization,
  testId,
  type RevealDatabase,
} from '#testing/reveal-database.js';
import { seedReveals } from '#testing/index.js';
import { createTestAdmin } from '#testing/spending-fixture.js';
import { findContactsByEmail } from './find-contacts-by-email.js';

const account = testId('account', 1);
const other = testId('account', 2);
const organization = testId('organization', 1);
const [revealedContact, sharingContact, ownedContact, unknownContact] = [1, 2, 3, 4].map((n) =>
  testId('contact', n),
) as [string, string, string, string];
const start = new Date('2026-03-01T12:00:00Z');

describe('findContactsByEmail', () => {
  let database: RevealDatabase;

  before(async () => {
    database = await createRevealDatabase();
    const { superuser } = database;
    await seedOrganization(superuser, organization);
    await seedContact(superuser, revealedContact, organization, { email: 'revealed@example.se' });
    await seedContact(superuser, sharingContact, organization, { email: 'shared@example.se' });
    await seedContact(superuser, ownedContact, organization, { email: 'owned@example.se' });
    await seedContact(superuser, unknownContact, organization, { email: 'unknown@example.se' });
    await seedReveals(superuser, [
      {
        accountId: account,
        subject: 'contact',
        subjectId: revealedContact,
        infoType: 'email',
        revealedAt: start,
        email: 'revealed@example.se',
      },
    ]);
    await createTestAdmin(database).addOwnedEmails(
      { accountId: account, emails: ['Owned@Example.se', 'nobody@example.se', 'shared@example.se'] },
      { deadlineAt: Date.now() + 10_000 },
    );
  });
  beforeEach(() => database.clock.set(start));
  after(() => database.close());

  const find = async (accountId: string, ...emails: string[]) => {
    const { answers } = await findContactsByEmail(database, { queries: [{ accountId, emails }] });
    return answers[0]?.found.map((found) => found.contactIds);
  };

  it('[4.4.3] [D identifiers.7] finds contacts by addresses that the account revealed or owns', async () => {
    expect(await find(account, 'owned@example.se', 'revealed@example.se')).to.deep.equal([
      [ownedContact],
      [revealedContact],
    ]);
  });

  it('[D identifiers.7] finds nobody by any other address, on record or not, or for another account', async () => {
    const addresses = ['unknown@example.se', 'nowhere@example.se', 'nobody@example.se'];
    expect(await find(account, ...addresses)).to.deep.equal([[], [], []]);
    expect(await find(other, 'revealed@example.se', 'owned@example.se')).to.deep.equal([[], []]);
  });

  it('[1.7] filters by the account column, not only by the account in the hash', async () => {
    const address = 'unknown@example.se';
    await seedReveals(database.superuser, [
      {
        accountId: other,
        subject: 'contact',
        subjectId: unknownContact,
        infoType: 'email',
        revealedAt: start,
        email: address,
      },
    ]);
    const text = 'update reveal.reveals set value_hash = $3 where account_id = $1 and subject_id = $2';
    await database.superuser.query(text, [other, unknownContact, emailHash(account, address)]);
    try {
      expect(await find(account, address)).to.deep.equal([[]]);
    } finally {
      await database.superuser.query('delete from reveal.reveals where account_id = $1', [other]);
    }
  });

  it('[4.4.3] [D identifiers.7] finds by a revealed address for a calendar year, half open', async () => {
    const instants: [instant: string, found: string[]][] = [
      ['2027-03-01T11:59:59.999Z', [revealedContact]],
      ['2027-03-01T12:00:00.000Z', []],
    ];
    for (const [instant, found] of instants) {
      database.clock.set(instant);
      expect(await find(account, 'revealed@example.se'), instant).to.deep.equal([found]);
    }
    expect(await find(account, 'owned@example.se')).to.deep.equal([[ownedContact]]);
  });

  it('finds a contact by its revealed address, not by its new one, after the address has changed', async () => {
    const { superuser } = database;
    const move = (from: string, to: string) =>
      superuser.query('update directory.contact_details set email = $2 where email = $1', [from, to]);
    await move('revealed@example.se', 'moved@example.se');
    try {
      expect(await find(account, 'revealed@example.se', 'moved@example.se')).to.deep.equal([[revealedContact], []]);
    } finally {
      await move('moved@example.se', 'revealed@example.se');
    }
  });

  it('finds every contact with a permitted address once', async () => {
    const second = testId('contact', 9);
    await seedContact(database.superuser, second, organization, { email: 'shared@example.se' });
    await seedReveals(database.superuser, [
      {
        accountId: account,
        subject: 'contact',
        subjectId: sharingContact,
        infoType: 'email',
        revealedAt: start,
        email: 'shared@example.se',
      },
    ]);
    expect(await find(account, 'shared@example.se')).to.deep.equal([[sharingContact, second]]);
  });

  it('[D identifiers.7] runs the same statements for an unpermitted address whether it exists or not, none on the directory', async () => {
    const sentFor = async (email: string) => {
      const revealPool = recording(database.revealPool);
      const directoryPool = recording(database.directoryPool);
      const dependencies = { revealPool: revealPool.pool, directoryPool: directoryPool.pool, clock: database.clock };
      await findContactsByEmail(dependencies, { queries: [{ accountId: other, emails: [email] }] });
      return { reveal: revealPool.sent.map(({ name }) => name), directory: directoryPool.sent };
    };
    const existing = await sentFor('unknown@example.se');
    expect(existing).to.deep.equal({ reveal: ['reveal_select_permitted_emails'], directory: [] });
    expect(await sentFor('nowhere@example.se')).to.deep.equal(existing);
  });

  it('[D identifiers.7] asks the directory only about permitted addresses when callers share a call', async () => {
    const directoryPool = recording(database.directoryPool);
    const { answers } = await findContactsByEmail(
      { ...database, directoryPool: directoryPool.pool },
      {
        queries: [
          { accountId: other, emails: ['owned@example.se', 'unknown@example.se'] },
          { accountId: account, emails: ['unknown@example.se', 'owned@example.se', 'owned@example.se'] },
          { accountId: other, emails: [] },
        ],
      },
    );
    expect(answers.map(({ found }) => found.map(({ contactIds }) => contactIds))).to.deep.equal([
      [[], []],
      [[], [ownedContact], [ownedContact]],
      [],
    ]);
    expect(directoryPool.sent.map(({ values }) => values[0])).to.deep.equal([['owned@example.se']]);
  });
});
