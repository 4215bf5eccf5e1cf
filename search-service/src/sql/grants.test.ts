import { isPostgresError } from '@prospecting/platform/postgres';
import { expect } from 'chai';
import { createTestDirectory, type TestDirectory } from '#testing/test-directory.js';

const INSUFFICIENT_PRIVILEGE = '42501';
const READ_ONLY_TRANSACTION = '25006';

describe('the role prospect_search', () => {
  let directory: TestDirectory;
  before(async () => {
    directory = await createTestDirectory();
  });
  after(() => directory.drop());

  async function refusal(...statements: readonly string[]): Promise<string> {
    const client = await directory.pool.connect();
    try {
      for (const each of statements) await client.query(each);
      return 'allowed';
    } catch (error) {
      return isPostgresError(error) ? error.code : expect.fail();
    } finally {
      // Some of these statements change the session's settings, so the connection is not reused.
      client.release(true);
    }
  }

  it('cannot select an e-mail address, a phone number or an organization’s details', async () => {
    const columns = [
      'contact_details.email',
      'contact_details.phone',
      'contact_details.contact_id',
      'switchboards.phone',
      'switchboards.email',
      'organization_details.organization_number',
      'organization_details.website',
      'organization_details.revenue_min',
      'organizations.natural_key',
      'organizations.content_hash',
      'contacts.content_hash',
    ];
    for (const column of columns) {
      const [table = ''] = column.split('.');
      expect(await refusal(`select ${column} from directory.${table}`), column).to.equal(INSUFFICIENT_PRIVILEGE);
      expect(await refusal(`select 1 from directory.${table} where ${column} is not null`), column).to.equal(
        INSUFFICIENT_PRIVILEGE,
      );
    }
  });

  it('cannot write, not even after it turns read-only transactions off', async () => {
    const writes = [
      `insert into directory.contacts (id) values ('11111111-1111-4111-8111-111111111111')`,
      `update directory.organizations set name = 'x'`,
      'delete from directory.organization_identifiers',
      'truncate directory.contacts',
      'create table directory.mine (id integer)',
      'drop table directory.contacts',
    ];
    for (const write of writes) {
      expect(await refusal(write), write).to.be.oneOf([READ_ONLY_TRANSACTION, INSUFFICIENT_PRIVILEGE]);
      expect(await refusal('set default_transaction_read_only = off', write), write).to.equal(INSUFFICIENT_PRIVILEGE);
    }
  });

  it('reads only, by default', async () => {
    expect(await refusal('create temporary table mine (id integer)')).to.equal(READ_ONLY_TRANSACTION);
  });

  it('reads which migrations are applied, cannot change that, and cannot read passwords', async () => {
    expect(await refusal('select name from directory.migrations')).to.equal('allowed');
    expect(await refusal('set default_transaction_read_only = off', 'delete from directory.migrations')).to.equal(
      INSUFFICIENT_PRIVILEGE,
    );
    expect(await refusal('select * from pg_catalog.pg_authid')).to.equal(INSUFFICIENT_PRIVILEGE);
  });
});
