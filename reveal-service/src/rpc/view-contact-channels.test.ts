import { expect } from 'chai';
import fc from 'fast-check';
import {
  createRevealDatabase,
  seedContact,
  seedOrganization,
  seedSwitchboard,
  testId,
  type RevealDatabase,
} from '#testing/reveal-database.js';
import { NO_CHANNELS } from '../masking/contact-channels.js';
import { seedReveals, type SeededReveal } from '#testing/index.js';
import { viewContacts, viewSwitchboards } from './view-contact-channels.js';

const accounts = [1, 2].map((n) => testId('account', n)) as [string, string];
const contacts = [1, 2, 3, 4].map((n) => testId('contact', n));
const organizations = [1, 2].map((n) => testId('organization', n)) as [string, string];
const email = (contact: string): string => `person${Number.parseInt(contact.slice(-4), 16)}@example.se`;
const phone = '+46701740605';
const dayMs = 24 * 60 * 60 * 1000;
const start = new Date('2026-03-01T12:00:00Z');

describe('viewContacts and viewSwitchboards', () => {
  let database: RevealDatabase;

  before(async () => {
    database = await createRevealDatabase();
    const { superuser } = database;
    for (const organization of organizations) await seedOrganization(superuser, organization);
    // The last contact has no channels on record; the one before it has no phone.
    for (const [index, contact] of contacts.entries()) {
      const contactChannels = index === 3 ? {} : { email: email(contact), ...(index !== 2 && { phone }) };
      await seedContact(superuser, contact, organizations[0], contactChannels);
    }
    await seedSwitchboard(superuser, organizations[0], { phone: '+4681234567', email: 'info@example.se' });
  });
  beforeEach(async () => {
    database.clock.set(start);
    await database.superuser.query('truncate reveal.reveals');
  });
  after(() => database.close());

  const contactsOf = async (accountId: string, contactIds: string[]) =>
    (await viewContacts(database, { queries: [{ accountId, contactIds }] })).answers[0]?.views;

  it('[4.2.2] [D results.4] masks contacts that the account has not revealed', async () => {
    expect(await contactsOf(accounts[0], contacts)).to.deep.equal([
      { ...NO_CHANNELS, email: 'XXXXX@example.se', emailIsMasked: true, phone: '+4670XXXXXXX', phoneIsMasked: true },
      { ...NO_CHANNELS, email: 'XXXXX@example.se', emailIsMasked: true, phone: '+4670XXXXXXX', phoneIsMasked: true },
      { ...NO_CHANNELS, email: 'XXXXX@example.se', emailIsMasked: true },
      NO_CHANNELS,
    ]);
  });

  it('returns the same view for a contact that is not on record as for one without channels', async () => {
    expect(await contactsOf(accounts[0], [testId('contact', 99)])).to.deep.equal([NO_CHANNELS]);
  });

  it('[D results.2] masks a switchboard until it is revealed, and omits one that is not on record', async () => {
    const ask = async (accountId: string) =>
      (await viewSwitchboards(database, { queries: [{ accountId, organizationIds: [...organizations] }] })).answers[0]
        ?.views;
    const masked = {
      ...NO_CHANNELS,
      phone: '+468XXXXXXX',
      phoneIsMasked: true,
      email: 'XXXXX@example.se',
      emailIsMasked: true,
    };
    expect(await ask(accounts[0])).to.deep.equal([{ switchboard: { ...masked, phone: '+4681XXXXXX' } }, {}]);

    const [accountId, subjectId] = [accounts[0], organizations[0]];
    await seedReveals(database.superuser, [
      { accountId, subject: 'switchboard', subjectId, infoType: 'phone', revealedAt: start },
    ]);
    expect(await ask(accounts[0])).to.deep.equal([
      { switchboard: { ...masked, phone: '+4681234567', phoneIsMasked: false } },
      {},
    ]);
    expect(await ask(accounts[1])).to.deep.equal([{ switchboard: { ...masked, phone: '+4681XXXXXX' } }, {}]);
  });

  it('[1.7] unmasks exactly what the requesting account revealed within the year, in any mix of queries', async () => {
    const reveal = fc.record({
      account: fc.constantFrom(...accounts),
      contact: fc.constantFrom(...contacts),
      infoType: fc.constantFrom('email' as const, 'phone' as const),
      // Around both ends of the year. A clock that jumped back sees reveals in its future.
      revealedAt: fc
        .oneof(fc.integer({ min: -366, max: -364 }), fc.integer({ min: -1, max: 1 }))
        .map((days) => new Date(start.getTime() + days * dayMs)),
    });
    const reveals = fc.uniqueArray(reveal, {
      selector: (each) => `${each.account}${each.contact}${each.infoType}`,
      maxLength: 8,
    });
    const queries = fc.array(
      fc.record({
        accountId: fc.constantFrom(...accounts),
        contactIds: fc.array(fc.constantFrom(...contacts), { maxLength: 5 }),
      }),
      { maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(reveals, queries, async (revealed, requested) => {
        await database.superuser.query('truncate reveal.reveals');
        await seedReveals(database.superuser, revealed.map(toSeed));
        const isRevealed = (accountId: string, contact: string, infoType: string): boolean =>
          revealed.some(
            (each) =>
              each.account === accountId &&
              each.contact === contact &&
              each.infoType === infoType &&
              start.getTime() < each.revealedAt.getTime() + 365 * dayMs,
          );
        const { answers } = await viewContacts(database, { queries: requested });
        expect(answers).to.have.lengthOf(requested.length);
        for (const [index, { accountId, contactIds }] of requested.entries()) {
          const views = answers[index]?.views ?? [];
          expect(views.map((view) => view.email === undefined || !view.emailIsMasked)).to.deep.equal(
            contactIds.map((contact) => contact === contacts[3] || isRevealed(accountId, contact, 'email')),
          );
          expect(views.map((view) => view.phone)).to.deep.equal(
            contactIds.map((contact) => {
              if (contact === contacts[2] || contact === contacts[3]) return undefined;
              return isRevealed(accountId, contact, 'phone') ? phone : '+4670XXXXXXX';
            }),
          );
        }
      }),
      { numRuns: 40 },
    );
  });
});

function toSeed(each: {
  account: string;
  contact: string;
  infoType: 'email' | 'phone';
  revealedAt: Date;
}): SeededReveal {
  return {
    accountId: each.account,
    subject: 'contact',
    subjectId: each.contact,
    infoType: each.infoType,
    revealedAt: each.revealedAt,
    ...(each.infoType === 'email' && { email: email(each.contact) }),
  };
}
