import { createTestDatabase, type TestDatabase } from '@prospecting/platform/testing';
import { expect } from 'chai';
import pg from 'pg';
import { directorySchema } from './index.js';

const ORGANIZATION = "('00000000-0000-4000-8000-000000000001', 'NO', 'NO100000001', 'Fjellvik AS', false, '\\x00')";
const INSERT = `insert into directory.organizations (id, country_code, natural_key, name, sole_trader, content_hash) values ${ORGANIZATION}`;

const TABLES = [
  'organizations',
  'organization_identifiers',
  'organization_details',
  'contacts',
  'contact_details',
  'switchboards',
  'erasures',
  'suppressions',
  'organization_sources',
  'deregistered_organizations',
];

/** The columns that each role may read, by table. */
const READABLE: Record<string, Record<string, readonly string[] | 'all'>> = {
  prospect_search: {
    organizations: ['id', 'country_code', 'name', 'sole_trader', 'legal_form', 'city', 'founded_year'],
    organization_identifiers: 'all',
    contacts: [
      'id',
      'organization_id',
      'name',
      'job_title',
      'is_executive',
      'is_decision_maker',
      'roles',
      'linked_in_slug',
      'sort_key',
      'first_name',
    ],
  },
  prospect_reveal: {
    organizations: ['id', 'country_code', 'name', 'sole_trader', 'legal_form', 'city', 'founded_year'],
    organization_details: 'all',
    contacts: ['id', 'organization_id', 'name', 'job_title', 'is_executive', 'is_decision_maker', 'linked_in_slug'],
    contact_details: 'all',
    switchboards: 'all',
  },
};

const PERMISSION_DENIED = '42501';
const READ_ONLY_TRANSACTION = '25006';

describe('roles of the directory', () => {
  let database: TestDatabase;
  let columns: { table: string; column: string }[];
  const clients = new Map<string, pg.Client>();

  before(async () => {
    database = await createTestDatabase([directorySchema]);
    for (const role of directorySchema.runtimeRoles) {
      const client = new pg.Client({ connectionString: database.urlFor(role) });
      await client.connect();
      clients.set(role, client);
    }
    const owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    const { rows } = await owner.query<{ table: string; column: string }>(
      `select table_name as table, column_name as column from information_schema.columns
       where table_schema = 'directory' and table_name = any ($1)`,
      [TABLES],
    );
    columns = rows;
    await owner.end();
  });
  after(async () => {
    for (const client of clients.values()) await client.end();
    await database.drop();
  });

  /** Runs a statement as a role; returns the SQLSTATE of its error, or 'done'. */
  async function outcome(role: string, sql: string): Promise<string | undefined> {
    const client = clients.get(role);
    try {
      await client?.query(sql);
      return 'done';
    } catch (error) {
      return (error as { code?: string }).code;
    }
  }

  for (const role of ['prospect_search', 'prospect_reveal']) {
    it(`[I1] lets ${role} read the columns that it needs and no others`, async () => {
      expect(columns.length).to.be.greaterThan(40);
      for (const { table, column } of columns) {
        const readable = READABLE[role]?.[table];
        const may = readable === 'all' || readable?.includes(column) === true;
        const sql = `select ${column} from directory.${table} limit 1`;
        expect(await outcome(role, sql), sql).to.equal(may ? 'done' : PERMISSION_DENIED);
      }
    });

    it(`lets ${role} write nothing`, async () => {
      const allowed = role === 'prospect_search' ? [READ_ONLY_TRANSACTION, PERMISSION_DENIED] : [PERMISSION_DENIED];
      for (const table of TABLES) {
        const column = columns.find((each) => each.table === table)?.column ?? '';
        for (const sql of [
          `insert into directory.${table} default values`,
          `update directory.${table} set ${column} = null`,
          `delete from directory.${table}`,
          `truncate directory.${table} cascade`,
        ]) {
          expect(allowed, sql).to.include(await outcome(role, sql));
        }
      }
    });
  }

  it('[I1] denies prospect_search writes by its grants, not only by its read-only default', async () => {
    await outcome('prospect_search', 'set default_transaction_read_only = off');
    expect(await outcome('prospect_search', INSERT)).to.equal(PERMISSION_DENIED);
    await outcome('prospect_search', 'set default_transaction_read_only = on');
    expect(await outcome('prospect_search', INSERT)).to.equal(READ_ONLY_TRANSACTION);
  });

  it('[I1] denies prospect_search whole rows, counts, views, COPY and other roles', async () => {
    expect(await outcome('prospect_search', 'select organizations from directory.organizations')).to.equal(
      PERMISSION_DENIED,
    );
    expect(await outcome('prospect_search', 'select count(*) from directory.contact_details')).to.equal(
      PERMISSION_DENIED,
    );
    expect(await outcome('prospect_search', 'create view directory.peek as select 1')).to.be.oneOf([
      READ_ONLY_TRANSACTION,
      PERMISSION_DENIED,
    ]);
    expect(await outcome('prospect_search', 'set role prospect_directory_owner')).to.equal(PERMISSION_DENIED);
    expect(await outcome('prospect_search', 'copy directory.contact_details to stdout')).to.equal(PERMISSION_DENIED);
  });

  it('lets prospect_importer write the data set, but not its structure or its migrations', async () => {
    expect(await outcome('prospect_importer', INSERT)).to.equal('done');
    expect(await outcome('prospect_importer', 'delete from directory.organizations')).to.equal('done');
    for (const sql of [
      'truncate directory.organizations cascade',
      'drop table directory.switchboards',
      'alter table directory.contacts disable trigger all',
      'create table directory.more ()',
      'create index on directory.contacts (name)',
      'select * from directory.migrations',
      'delete from directory.migrations',
      'delete from directory.suppressions',
      'update directory.suppressions set kind = kind',
      'delete from directory.erasures',
      'update directory.erasures set contacts = 0',
    ]) {
      expect(await outcome('prospect_importer', sql), sql).to.equal(PERMISSION_DENIED);
    }
  });
});
