import { directorySchema } from '@prospecting/directory/migrations';
import { Pool } from '@prospecting/platform/postgres';
import { createTestDatabase, rowsRead } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { selectContactPages } from './select-contact-pages.js';
import { selectPeopleHits } from './select-people-hits.js';

const SMALL_ORGANIZATIONS = 20_000;
const CONTACTS = 5_000;
const NAMES = 20;
const PAGE = 50;
const ORGANIZATION_ID = 'bbbbbbbb-0000-4000-8000-000000000001';
const NIL = '00000000-0000-0000-0000-000000000000';

describe('a large organization among many small ones', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let superuser: Pool;

  before(async () => {
    database = await createTestDatabase([directorySchema]);
    // Vacuum marks pages all-visible only when their commits are on disk.
    superuser = new Pool({ connectionString: database.url, max: 1, options: '-c synchronous_commit=on' });
    await superuser.query(
      `insert into directory.organizations (id, country_code, natural_key, name, sole_trader, content_hash)
      select case n when 0 then $2::uuid else gen_random_uuid() end, 'SE', 'SE' || n, 'Firm ' || n, false, ''
      from generate_series(0, $1::int) as n`,
      [SMALL_ORGANIZATIONS, ORGANIZATION_ID],
    );
    await superuser.query(`
      insert into directory.organization_identifiers (kind, value, organization_id, position)
      select 'orgNumber', natural_key, id, 0 from directory.organizations`);
    await superuser.query(
      `insert into directory.contacts
        (id, organization_id, name, is_executive, is_decision_maker, roles, sort_key, first_name, content_hash)
      select gen_random_uuid(), id, 'Test Person', false, false, '{}', '11name' || n % $3::int || ' ek' || n, 'name' || n % $3::int, ''
      from directory.organizations, generate_series(1, case when id = $1 then $2::int else 1 end) as n`,
      [ORGANIZATION_ID, CONTACTS, NAMES],
    );
    await superuser.query(
      'vacuum analyze directory.organizations, directory.organization_identifiers, directory.contacts',
    );
  });
  after(async () => {
    await superuser.end();
    await database.drop();
  });

  it('directory_select_contact_pages counts the list once, and reads its page twice', async () => {
    const values = [[ORGANIZATION_ID], ['11name1 ek2'], [NIL], [PAGE], []];
    const read = await rowsRead(superuser, selectContactPages.text, values);
    expect(read['contacts']).to.equal(CONTACTS + 2 * PAGE);
  });

  it('directory_select_people_hits reads those with the first name', async () => {
    const kinds = ['orgNumber'];
    const values = [[], ['SE0'], [], [], [], [0], kinds, ['SE0'], ['name1'], ['ek21']];
    const read = await rowsRead(superuser, selectPeopleHits.text, values);
    expect(read['contacts']).to.equal(CONTACTS / NAMES);
  });
});
