import { createPool, type Pool } from '@prospecting/platform/postgres';
import { createTestDatabase, type TestDatabase } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { expectedGrants } from './expected-grants.js';
import { inspectDatabase } from './inspect.js';
import { runtimeRoles, schemas } from './schemas.js';

/** What the catalog of a migrated database says, in the words of the migrations. */
const ACTUAL = `
  select lower(acl.privilege_type) || ' on ' || namespace.nspname || '.' || relation.relname
      || coalesce('(' || attribute.attname || ')', '') || ' to ' || role.rolname as granted
  from pg_catalog.pg_class as relation
  join pg_catalog.pg_namespace as namespace on namespace.oid = relation.relnamespace
  left join pg_catalog.pg_attribute as attribute on attribute.attrelid = relation.oid and attribute.attacl is not null
  cross join lateral (
    select * from aclexplode(relation.relacl) where attribute.attname is null
    union all select * from aclexplode(attribute.attacl)
  ) as acl
  join pg_catalog.pg_roles as role on role.oid = acl.grantee
  where role.rolname = any ($1) and namespace.nspname = any ($2) and not relation.relispartition
    -- Granted by a do block, on servers that know it.
    and acl.privilege_type <> 'MAINTAIN'`;

describe('the rights that the migrations give', () => {
  let database: TestDatabase;
  let pool: Pool;

  before(async function () {
    this.timeout(120_000);
    database = await createTestDatabase(schemas);
    pool = createPool({ connectionString: database.url, applicationName: 'test', maxConnections: 1 });
  });
  after(async () => {
    await pool.end();
    await database.drop();
  });

  it('are those of a migrated database: none is missing there', async () => {
    const { missingGrants, missingRoles } = await inspectDatabase(database.url, { nowMs: Date.now });
    expect(missingGrants).to.deep.equal([]);
    expect(missingRoles).to.deep.equal([]);
  });

  it('are all that a migrated database has, of tables and columns', async () => {
    const known = new Set(
      expectedGrants(schemas).map(
        ({ privilege, schema, name, column, role }) =>
          `${privilege} on ${schema}.${name}${column === null ? '' : `(${column})`} to ${role}`,
      ),
    );
    const { rows } = await pool.query<{ granted: string }>(ACTUAL, [runtimeRoles, schemas.map(({ schema }) => schema)]);
    expect(rows.length).to.be.greaterThan(40);
    expect(rows.map(({ granted }) => granted).filter((each) => !known.has(each))).to.deep.equal([]);
  });
});
