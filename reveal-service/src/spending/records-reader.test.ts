import { toDomainError } from '@prospecting/platform/errors';
import type { Pool } from '@prospecting/platform/postgres';
import { expect } from 'chai';
import type { WantedSubject } from '../pricing/plan.js';
import type { Subject } from '../pricing/prices.js';
import {
  createRevealDatabase,
  recording,
  seedContact,
  seedOrganization,
  seedSwitchboard,
  testId,
  type RevealDatabase,
} from '../testing/reveal-database.js';
import { call } from '../testing/spending-fixture.js';
import { createRecordsReader } from './records-reader.js';

const organization = testId('organization', 1);
const withoutDetails = testId('organization', 2);
const contacts = Array.from({ length: 10 }, (_, index) => testId('contact', index));
const gone = testId('contact', 99);

const subject = (kind: Subject, subjectId: string): WantedSubject => ({
  kind,
  subjectId,
  infoTypes: [],
  shownIdentifiers: [],
});

describe('records reader', () => {
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

  it('reads what is on record of each kind, and leaves out what is not there', async () => {
    const [id = ''] = contacts;
    const records = await createRecordsReader(database.directoryPool)(
      [
        subject('contact', id),
        subject('contact', id),
        subject('contact', gone),
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

  it('orders that come at once share a statement for each kind, each id once, and none sees another’s subjects', async () => {
    const { pool, sent } = recording(database.directoryPool);
    const read = createRecordsReader(pool);
    const orders = contacts.map((id, index) => [id, contacts[(index + 1) % contacts.length] ?? '', gone]);
    const answers = await Promise.all(
      orders.map((ids) =>
        read([...ids.map((id) => subject('contact', id)), subject('organization', organization)], call()),
      ),
    );
    expect(answers.map(({ contact }) => [...contact.keys()])).to.deep.equal(
      orders.map((ids) => ids.filter((id) => id !== gone)),
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

  it('asks nothing about nothing', async () => {
    const { pool, sent } = recording(database.directoryPool);
    const records = await createRecordsReader(pool)([], call());
    expect([records.contact.size, records.switchboard.size, records.organization.size, sent.length]).to.deep.equal([
      0, 0, 0, 0,
    ]);
  });

  it('a directory that cannot be read is service_unavailable to each', async () => {
    const refused = { query: () => Promise.reject(Object.assign(new Error('down'), { code: 'ECONNREFUSED' })) };
    const read = createRecordsReader(refused as unknown as Pool);
    const codes = await Promise.all(
      contacts.map((id) => read([subject('contact', id)], call()).catch((error: unknown) => toDomainError(error).code)),
    );
    expect(new Set(codes)).to.deep.equal(new Set(['service_unavailable']));
  });
});
