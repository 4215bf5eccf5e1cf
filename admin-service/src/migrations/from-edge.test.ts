import { randomUUID } from 'node:crypto';
import { createPool, ensureRoles, migrateSchema, type Pool, type SchemaModule } from '@prospecting/platform/postgres';
import { createTestDatabase, eventuallyEquals, ManualClock, type TestDatabase } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { createAccounts } from '#src/accounts/accounts.js';
import { createKeyAdministration } from '#src/api-keys/key-administration.js';
import { edgeSchema } from '#testing/accounts.js';
import { accountsSchema } from './index.js';

/** The schema `edge` of the release before admin-service. */
const edgeBefore: SchemaModule = {
  ...edgeSchema,
  migrations: edgeSchema.migrations.filter(({ name }) => name < '0008'),
};

describe('migration of the accounts of the release before admin-service', () => {
  let database: TestDatabase;
  let operator: Pool;

  beforeEach(async () => {
    database = await createTestDatabase([edgeBefore]);
    await ensureRoles(database.url, accountsSchema);
    operator = createPool({ connectionString: database.url, applicationName: 'test', maxConnections: 2 });
  });
  afterEach(async () => {
    await operator.end();
    await database.drop();
  });

  const accountId = randomUUID();
  const keyId = randomUUID();

  async function seed(): Promise<void> {
    await operator.query(
      `insert into edge.accounts values ($1, 'Fjord AB', true, '{ceo}', 'nordic', '2026-01-02T03:04:05Z')`,
      [accountId],
    );
    await operator.query(
      `insert into edge.api_keys values ($1, $2, 'crm', 120, null, 7, '2026-01-02T03:04:06Z', '2026-02-01T00:00:00Z')`,
      [keyId, accountId],
    );
    await operator.query(
      `insert into edge.key_secrets values
         (sha256('old'), $1, 'pd_live_aaaa', '2026-01-02T03:04:06Z', '2026-01-09T00:00:00Z'),
         (sha256('new'), $1, 'pd_live_bbbb', '2026-01-03T00:00:00Z', null)`,
      [keyId],
    );
  }

  /** Runs the query with which a gateway of that release authenticates. */
  async function authenticate(pool: Pool): Promise<object[]> {
    const { rows } = await pool.query<object>(
      `select k.id, k.revoked_at, s.expires_at, k.limit_overall, k.limit_search, k.limit_spend, a.price_group
       from edge.key_secrets s
       join edge.api_keys k on k.id = s.key_id
       join edge.accounts a on a.id = k.account_id
       where s.secret_hash in (sha256('old'), sha256('new'))
       order by s.expires_at nulls last`,
    );
    return rows;
  }

  it('moves accounts with their keys and secrets, unchanged', async () => {
    await seed();
    await migrateSchema(database.url, accountsSchema);
    await migrateSchema(database.url, edgeSchema);
    const { rows: accounts } = await operator.query('select * from accounts.accounts');
    expect(accounts).to.deep.equal([
      {
        id: accountId,
        name: 'Fjord AB',
        api_enabled: true,
        target_roles: ['ceo'],
        price_group: 'nordic',
        created_at: new Date('2026-01-02T03:04:05Z'),
      },
    ]);
    const { rows: keys } = await operator.query('select * from accounts.api_keys');
    expect(keys).to.deep.equal([
      {
        id: keyId,
        account_id: accountId,
        name: 'crm',
        limits: { overall: 120, spend: 7 },
        created_at: new Date('2026-01-02T03:04:06Z'),
        revoked_at: new Date('2026-02-01T00:00:00Z'),
      },
    ]);
    const { rows: secrets } = await operator.query(
      'select prefix, expires_at from accounts.key_secrets order by prefix',
    );
    expect(secrets).to.deep.equal([
      { prefix: 'pd_live_aaaa', expires_at: new Date('2026-01-09T00:00:00Z') },
      { prefix: 'pd_live_bbbb', expires_at: null },
    ]);
  });

  it('takes the right to insert accounts and keys back from the owner of `edge` once they have moved', async () => {
    await seed();
    const mayInsert = async (): Promise<boolean[]> => {
      const { rows } = await operator.query<{ may: boolean }>(
        `select has_table_privilege('prospect_gateway_owner', 'accounts.' || name, 'insert') as may
         from unnest(array['accounts', 'api_keys', 'key_secrets']) as name`,
      );
      return rows.map(({ may }) => may);
    };
    await migrateSchema(database.url, accountsSchema);
    expect(await mayInsert(), 'until then').to.deep.equal([true, true, true]);
    // A key that admin-service creates meanwhile does not end the move.
    const admin = createPool({
      connectionString: database.urlFor('prospect_admin'),
      applicationName: 'test',
      maxConnections: 1,
    });
    const newAccountId = randomUUID();
    try {
      const parts = { pool: admin, clock: new ManualClock('2026-03-01T12:00:00Z') };
      const { id } = await createAccounts(parts).create({
        id: newAccountId,
        name: 'New AB',
        apiEnabled: true,
        targetRoles: [],
        priceGroup: 'default',
      });
      await createKeyAdministration(parts).create({ accountId: id, name: 'crm', limits: {} });
    } finally {
      await admin.end();
    }
    expect(await mayInsert()).to.deep.equal([true, true, true]);
    await migrateSchema(database.url, edgeSchema);
    expect(await mayInsert()).to.deep.equal([false, false, false]);
    expect(await authenticate(operator), 'the views are left').to.have.length(2);
  });

  it('takes it back at once in a database whose accounts have moved before', async () => {
    const first = { ...accountsSchema, migrations: accountsSchema.migrations.filter(({ name }) => name < '0002') };
    await seed();
    await migrateSchema(database.url, first);
    await migrateSchema(database.url, edgeSchema);
    await migrateSchema(database.url, accountsSchema);
    const { rows } = await operator.query<{ may: boolean }>(
      "select has_any_column_privilege('prospect_gateway_owner', 'accounts.key_secrets', 'insert') as may",
    );
    expect(rows).to.deep.equal([{ may: false }]);
  });

  it('lets gateways of that release authenticate and see changes, and make none', async () => {
    await seed();
    const before = await authenticate(operator);
    expect(before).to.have.length(2);
    await migrateSchema(database.url, accountsSchema);
    await migrateSchema(database.url, edgeSchema);
    const url = database.urlFor('prospect_gateway');
    const gateway = createPool({ connectionString: url, applicationName: 'test', maxConnections: 1 });
    try {
      expect(await authenticate(gateway)).to.deep.equal(before);
      await operator.query('update accounts.api_keys set revoked_at = null');
      expect(await authenticate(gateway)).to.deep.equal(before.map((row) => ({ ...row, revoked_at: null })));
      const failure: unknown = await gateway
        .query('update edge.api_keys set revoked_at = null')
        .catch((error: unknown) => error);
      expect(failure).to.have.property('code', '42501');
    } finally {
      await gateway.end();
    }
  });

  // A statement locks its tables one after the other, and the migration may come between any two.
  const statements: [what: string, first: string, others: string][] = [
    ['looks up a key', 'key_secrets in access share mode', 'edge.api_keys, edge.accounts in access share mode'],
    ['claims an Idempotency-Key', 'stored_responses in row exclusive mode', 'edge.api_keys in row share mode'],
    ['records a missed number', 'missed_numbers in row exclusive mode', 'edge.accounts in row share mode'],
  ];
  for (const [what, first, others] of statements) {
    it(`causes no deadlock while a gateway of that release ${what}`, async () => {
      await seed();
      await migrateSchema(database.url, accountsSchema);
      const gateway = await operator.connect();
      try {
        await gateway.query(`begin; lock table edge.${first}`);
        const migrated = migrateSchema(database.url, edgeSchema);
        const isWaiting = async (): Promise<boolean> => {
          const { rowCount } = await operator.query("select from pg_locks where not granted and locktype = 'relation'");
          return rowCount !== 0;
        };
        await eventuallyEquals(isWaiting, true);
        await gateway.query(`lock table ${others}; commit`);
        expect(await migrated).to.include('0008_accounts_move_out');
      } finally {
        gateway.release(true);
      }
    });
  }

  it('drops no account when the new schema is missing: it fails and says what to do', async () => {
    await seed();
    const failure: unknown = await migrateSchema(database.url, edgeSchema).catch((error: unknown) => error);
    expect(failure).to.be.an('error');
    expect(String(failure)).to.include('accounts that have to move to the schema accounts');
    expect(await authenticate(operator)).to.have.length(2);
  });

  it('leaves no table in a database without accounts, because the schemas may be in two databases', async () => {
    await migrateSchema(database.url, edgeSchema);
    const { rows } = await operator.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'edge'::regnamespace and relname in ('accounts', 'api_keys', 'key_secrets')`,
    );
    expect(rows).to.deep.equal([]);
  });
});
