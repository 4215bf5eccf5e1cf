import { toDomainError } from '@prospecting/platform/errors';
import type { Pool } from '@prospecting/platform/postgres';
import { expect } from 'chai';
import type { Subject, WantedSubject } from '../subjects.js';
import {
  createRevealDatabase,
  recording,
  seedContact,
  seedOrganization,
  seedSwitchboard,
  testId,
  type RevealDatabase,
} from '#testing/reveal-database.js';
import { call } from '#testing/spending-fixture.js';
import { createDirectoryLoader } from './directory-loader.js';

const organization = testId('organization', 1);
const withoutDetails = testId('organization', 2);
const contacts = Array.from({ length: 10 }, (_, index) => testId('contact', index));
const missing = testId('contact', 99);

const subject = (kind: Subject, subjectId: string): WantedSubject => ({
  kind,
  subjectId,
  infoTypes: [],
  shownIdentifiers: [],
});

describe('DirectoryLoader', () => {
  let database: RevealDatabase;

  before(async () => {
    database = await createRevealDatabase();
    await seedOrganization(database.superuser, organization, { domain: 'example.se' });
    await seedOrganization(database.superuser, withoutDetails, null);
    await seedSwitchboard(database.superuser, organization, { phone: '+46812345678' });
    for (const [index, id] of contacts.entries())
      await seedContact(database.superuser, id, organization, { email: `c${index}@example.se` });
  });
  after(() => database.close());

  it('loads the records of each kind and omits subjects that are not on record', async () => {
    const [id = ''] = contacts;
    const records = await createDirectoryLoader(database.directoryPool).load(
      [
        subject('contact', id),
        subject('contact', id),
        subject('contact', missing),
        subject('switchboard', organization),
        subject('switchboard', withoutDetails),
        subject('organization', organization),
        subject('organization', withoutDetails),
      ],
      call(),
    );
    expect([...records.contact.keys()]).to.deep.equal([id]);
    expect(records.contact.get(id)).to.include({ email: 'c0@example.se', phone: null, organizationName: 'Example AB' });
    expect([...records.switchboard]).to.deep.equal([
      [organization, { subjectId: organization, email: null, phone: '+46812345678' }],
    ]);
    expect([...records.organization.keys()]).to.deep.equal([organization]);
    expect(records.organization.get(organization)).to.include({ domain: 'example.se' });
  });

  it('runs one statement per kind for concurrent orders, each id once, and returns to each order only its own subjects', async () => {
    const { pool, sent } = recording(database.directoryPool);
    const loader = createDirectoryLoader(pool);
    const orders = contacts.map((id, index) => [id, contacts[(index + 1) % contacts.length] ?? '', missing]);
    const answers = await Promise.all(
      orders.map((ids) =>
        loader.load([...ids.map((id) => subject('contact', id)), subject('organization', organization)], call()),
      ),
    );
    expect(answers.map(({ contact }) => [...contact.keys()])).to.deep.equal(
      orders.map((ids) => ids.filter((id) => id !== missing)),
    );
    expect(sent.map(({ name }) => name).toSorted()).to.deep.equal([
      'reveal_select_contact_records',
      'reveal_select_organization_details',
    ]);
    for (const { values } of sent) {
      const [ids] = values as [string[]];
      expect(ids).to.have.length(new Set(ids).size);
    }
  });

  it('runs no statement for an empty order', async () => {
    const { pool, sent } = recording(database.directoryPool);
    const records = await createDirectoryLoader(pool).load([], call());
    expect([records.contact.size, records.switchboard.size, records.organization.size, sent.length]).to.deep.equal([
      0, 0, 0, 0,
    ]);
  });

  it('fails every order with service_unavailable when the directory cannot be read', async () => {
    const refused = { query: () => Promise.reject(Object.assign(new Error('down'), { code: 'ECONNREFUSED' })) };
    const loader = createDirectoryLoader(refused as unknown as Pool);
    const codes = await Promise.all(
      contacts.map((id) =>
        loader.load([subject('contact', id)], call()).catch((error: unknown) => toDomainError(error).code),
      ),
    );
    expect(new Set(codes)).to.deep.equal(new Set(['service_unavailable']));
  });
});
