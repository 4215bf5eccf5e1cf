import { directorySchema } from '@prospecting/directory/migrations';
import { ManualClock } from '@prospecting/platform/clock';
import { createPool, type Pool, type Queryable } from '@prospecting/platform/postgres';
import { createTestDatabase } from '@prospecting/platform/testing';
import { revealSchema } from '#src/migrations/index.js';

/**
 * A test database with both schemas: the pools of the service, and a superuser's pool for seeding.
 */
export interface RevealDatabase {
  readonly revealPool: Pool;
  readonly directoryPool: Pool;
  readonly clock: ManualClock;
  readonly superuser: Pool;
  /** The URL with which reveal-service connects. */
  readonly url: string;
  close(): Promise<void>;
}

export async function createRevealDatabase(): Promise<RevealDatabase> {
  const database = await createTestDatabase([directorySchema, revealSchema]);
  // Tests run fifty spends concurrently on few connections, also on a busy machine.
  const open = (connectionString: string): Pool =>
    createPool({ connectionString, applicationName: 'reveal-test', maxConnections: 4, acquireTimeoutMs: 30_000 });
  const revealPool = open(database.urlFor('prospect_reveal'));
  const directoryPool = open(database.urlFor('prospect_reveal'));
  const superuser = open(database.url);
  return {
    revealPool,
    directoryPool,
    superuser,
    url: database.urlFor('prospect_reveal'),
    clock: new ManualClock('2026-03-01T12:00:00Z'),
    async close() {
      await Promise.all([revealPool.end(), directoryPool.end(), superuser.end()]);
      await database.drop();
    },
  };
}

/** Returns the nth id of a kind. The last digits of ids in tests differ. */
export function testId(kind: 'account' | 'organization' | 'contact', n: number): string {
  const prefix = { account: 'aaaaaaaa', organization: 'bbbbbbbb', contact: 'cccccccc' }[kind];
  return `${prefix}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/**
 * Inserts an organization.
 * @param details columns of organization_details besides the number; null for no row in that table
 */
export async function seedOrganization(
  on: Queryable,
  id: string,
  details: Readonly<Record<string, unknown>> | null = {},
): Promise<void> {
  await on.query(
    `insert into directory.organizations (id, country_code, natural_key, name, sole_trader, content_hash)
    values ($1, 'SE', $2, 'Example AB', false, '')`,
    [id, `SE${id}`],
  );
  if (details === null) return;
  const row = { organization_id: id, sole_trader: false, organization_number: '556036-0793', ...details };
  const columns = Object.keys(row);
  await on.query(
    `insert into directory.organization_details (${columns.join(', ')})
    values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
}

export interface SeededContactChannels {
  readonly email?: string;
  readonly phone?: string;
}

/**
 * Inserts a contact of an existing organization. Without contact channels it has no details on
 * record.
 */
export async function seedContact(
  on: Queryable,
  id: string,
  organizationId: string,
  contactChannels: SeededContactChannels = {},
): Promise<void> {
  await on.query(
    `insert into directory.contacts
      (id, organization_id, name, is_executive, is_decision_maker, roles, sort_key, first_name, content_hash)
    values ($1, $2, 'Test Person', false, false, '{}', '11', 'test', '')`,
    [id, organizationId],
  );
  if (contactChannels.email === undefined && contactChannels.phone === undefined) return;
  await on.query('insert into directory.contact_details (contact_id, email, phone) values ($1, $2, $3)', [
    id,
    contactChannels.email ?? null,
    contactChannels.phone ?? null,
  ]);
}

/** Inserts the switchboard of an existing organization. */
export async function seedSwitchboard(
  on: Queryable,
  organizationId: string,
  contactChannels: SeededContactChannels,
): Promise<void> {
  await on.query('insert into directory.switchboards (organization_id, email, phone) values ($1, $2, $3)', [
    organizationId,
    contactChannels.email ?? null,
    contactChannels.phone ?? null,
  ]);
}

/** A statement that was sent to the database. */
export interface SentStatement {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** Wraps a pool so that it records its statements. They run as usual. */
export function recording(pool: Pool): { readonly pool: Pool; readonly sent: SentStatement[] } {
  const sent: SentStatement[] = [];
  const query = (config: SentStatement): unknown => {
    sent.push({ name: config.name, values: config.values });
    return pool.query(config as never);
  };
  return { pool: Object.create(pool, { query: { value: query } }) as Pool, sent };
}
