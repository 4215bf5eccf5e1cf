import { createClient } from '@prospecting/platform/grpc';
import type { Serving, Transport } from '@prospecting/platform/serving';
import { startTestService } from '@prospecting/platform/testing';
import { creditsReader, revealAdmin, revealSpender, revealViewer } from '@prospecting/protos';
import { expect } from 'chai';
import { NO_CHANNELS } from './masking/contact-channels.js';
import { createRevealViewer } from './rpc/viewer.js';
import { service as revealService } from './index.js';
import { seedReveals } from '#testing/index.js';
import { createRecordedCredits } from '#testing/recorded-credits.js';
import {
  createRevealDatabase,
  seedContact,
  seedOrganization,
  seedSwitchboard,
  testId,
  type RevealDatabase,
} from '#testing/reveal-database.js';
import { contact, createTestAdmin, toRequest } from '#testing/spending-fixture.js';

const accountId = testId('account', 1);
const organizationId = testId('organization', 1);
const contactId = testId('contact', 1);
const call = () => ({ deadlineAt: Date.now() + 10_000 });

describe('reveal-service over gRPC', () => {
  let database: RevealDatabase;
  let serving: Serving;
  let target: string;

  before(async () => {
    database = await createRevealDatabase();
    const { superuser, clock } = database;
    await seedOrganization(superuser, organizationId, { domain: 'example.se', revenue_max: 9_007_199_254_740_991 });
    await seedContact(superuser, contactId, organizationId, { email: 'eva@example.se' });
    await seedSwitchboard(superuser, organizationId, { phone: '+4681234567' });
    const revealedAt = clock.now();
    await seedReveals(superuser, [
      { accountId, subject: 'organization', subjectId: organizationId, infoType: 'details', revealedAt },
      { accountId, subject: 'contact', subjectId: contactId, infoType: 'email', revealedAt, email: 'eva@example.se' },
    ]);
    const { reader, ledger } = createRecordedCredits(clock);
    const transport = {
      connect: (definition: unknown) => (definition === creditsReader ? reader : ledger),
    } as Transport;
    const environment = {
      DATABASE_URL: database.url,
      DIRECTORY_DATABASE_URL: database.url,
      CREDITS_TARGET: 'recorded',
    };
    serving = await startTestService(revealService, environment, { clock, transport });
    target = `127.0.0.1:${serving.grpcPort}`;
  });
  after(async () => {
    await serving.stop(1_000);
    await database.close();
  });

  it('answers every view exactly as the same object does in process', async () => {
    const client = createClient(revealViewer, { target });
    const local = createRevealViewer(database);
    try {
      const subjects = [
        { organizationId, shownIdentifiers: ['domain'] },
        { organizationId: testId('organization', 2), shownIdentifiers: [] },
      ];
      const organizations = {
        queries: [
          { accountId, subjects },
          { accountId: testId('account', 2), subjects },
        ],
      };
      expect(await client.service.viewOrganizations(organizations, call())).to.deep.equal(
        await local.viewOrganizations(organizations, call()),
      );
      const contacts = { queries: [{ accountId, contactIds: [contactId, testId('contact', 2)] }] };
      expect(await client.service.viewContacts(contacts, call())).to.deep.equal(
        await local.viewContacts(contacts, call()),
      );
      const switchboards = { queries: [{ accountId, organizationIds: [organizationId, testId('organization', 2)] }] };
      expect(await client.service.viewSwitchboards(switchboards, call())).to.deep.equal(
        await local.viewSwitchboards(switchboards, call()),
      );
      const emails = { queries: [{ accountId, emails: ['eva@example.se', 'nobody@example.se'] }] };
      const found = await client.service.findContactsByEmail(emails, call());
      expect(found).to.deep.equal({ answers: [{ found: [{ contactIds: [contactId] }, { contactIds: [] }] }] });
      expect(found).to.deep.equal(await local.findContactsByEmail(emails, call()));
    } finally {
      client.close();
    }
  });

  it('serves RevealAdmin, and refuses with the same code as in process', async () => {
    const client = createClient(revealAdmin, { target });
    const local = createTestAdmin(database);
    try {
      const price = { group: 'gold', subject: 'contact', infoType: 'email', millicredits: 125 };
      expect(await client.service.setPrice(price, call())).to.deep.equal(price);
      expect(await client.service.listPrices({}, call())).to.deep.equal(await local.listPrices({}, call()));
      const owned = { accountId, emails: ['own@example.se'] };
      expect(await client.service.addOwnedEmails(owned, call())).to.deep.equal({ emails: ['own@example.se'] });
      const refused = { ...price, infoType: 'linkedIn' };
      const failures = await Promise.all(
        [client.service, local].map((service) => service.setPrice(refused, call()).catch((error: unknown) => error)),
      );
      for (const failure of failures) expect(failure).to.deep.include({ code: 'validation_failed' });
    } finally {
      client.close();
    }
  });

  it('spends, and refuses with the same code and amounts as in process', async () => {
    const client = createClient(revealSpender, { target });
    try {
      const subjects = [contact(contactId, 'email', 'linkedIn')];
      const outcome = await client.service.reveal(toRequest({ accountId, subjects }), call());
      expect(outcome).to.deep.equal({
        subjects: [
          {
            found: true,
            costMillicredits: 0,
            newInfoTypes: [],
            alreadyRevealedInfoTypes: ['email'],
            unavailableInfoTypes: ['linkedIn'],
            contact: {
              id: contactId,
              name: 'Test Person',
              isExecutive: false,
              isDecisionMaker: false,
              organizationId,
              organizationName: 'Example AB',
            },
            contactChannels: { ...NO_CHANNELS, email: 'eva@example.se' },
          },
        ],
        quotedMillicredits: 0,
        chargedMillicredits: 0,
      });
      const poor = toRequest({ accountId: testId('account', 5), subjects });
      const failure: unknown = await client.service.reveal(poor, call()).catch((error: unknown) => error);
      expect(failure).to.deep.include({
        code: 'insufficient_credits',
        members: { creditsRequiredMillicredits: 200, creditsRemainingMillicredits: null },
      });
    } finally {
      client.close();
    }
  });

  it('is ready while both databases answer', async () => {
    expect(await serving.checks['revealDatabase']?.()).to.equal(undefined);
    expect(await serving.checks['directoryDatabase']?.()).to.equal(undefined);
  });
});
