import { createHash } from 'node:crypto';
import { createTestDatabase, rowsRead, type TestDatabase } from '@prospecting/platform/testing';
import pg from 'pg';
import { expect } from 'chai';
import { directorySchema } from '../migrations/index.js';
import { selectContactsPage } from './sql/select-contacts-page.js';
import { selectPerson } from './sql/select-person.js';

const CONTACTS = 20_000;
const SHARED = 2_000;
const PAGE = 200;

describe('an erasure in a large directory', () => {
  let database: TestDatabase;
  let superuser: pg.Pool;

  before(async () => {
    database = await createTestDatabase([directorySchema]);
    superuser = new pg.Pool({ connectionString: database.url, max: 1 });
    await superuser.query(`
      insert into directory.organizations (id, country_code, natural_key, name, sole_trader, content_hash)
      values ('bbbbbbbb-0000-4000-8000-000000000001', 'SE', 'SE1', 'Firm', false, '')`);
    await superuser.query(
      `insert into directory.contacts
        (id, organization_id, name, is_executive, is_decision_maker, roles, linked_in_slug, sort_key, first_name, content_hash)
      select md5(n::text)::uuid, 'bbbbbbbb-0000-4000-8000-000000000001', 'Test Person', false, false, '{}', 'page-' || n,
        '11name ' || n, 'name', ''
      from generate_series(1, $1::int) as n`,
      [CONTACTS],
    );
    await superuser.query(
      `insert into directory.contact_details (contact_id, email)
      select md5(n::text)::uuid, case when n <= $2::int then 'info' else 'n' || n end || '@example.com'
      from generate_series(1, $1::int) as n`,
      [CONTACTS, SHARED],
    );
    await superuser.query('analyze directory.contacts, directory.contact_details');
  });
  after(async () => {
    await superuser.end();
    await database.drop();
  });

  /** As the seed computes it: PostgreSQL reads the digits without hyphens. */
  const id = createHash('md5').update('19999').digest('hex');
  const person = { id, email: 'n19999@example.com', slug: 'page-19999' };
  for (const [by, values] of Object.entries({
    id: [person.id, null, null],
    address: [null, person.email, null],
    page: [null, null, person.slug],
  })) {
    it(`finds a person by ${by} and reads nobody else`, async () => {
      const read = await rowsRead(superuser, selectPerson.text, values);
      expect((read['contacts'] ?? 0) + (read['contact_details'] ?? 0)).to.be.at.most(20);
    });
  }

  it('reads those who share the given address a few times each', async () => {
    const read = await rowsRead(superuser, selectPerson.text, [null, 'info@example.com', null]);
    expect(read['contacts']).to.be.at.most(4 * SHARED);
    expect(read['contact_details']).to.be.at.most(5 * SHARED);
  });

  it('reads a page of contacts and their details', async () => {
    const read = await rowsRead(superuser, selectContactsPage.text, ['80000000-0000-4000-8000-000000000000', PAGE]);
    expect(read).to.deep.equal({ contacts: PAGE, contact_details: PAGE });
  });
});
