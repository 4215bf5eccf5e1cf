import { directorySchema } from '@prospecting/directory/migrations';
import { ManualClock } from '@prospecting/platform/clock';
import { createPool, type Pool, type Queryable } from '@prospecting/platform/postgres';
import { createTestDatabase } from '@prospecting/platform/testing';
import { revealSchema } from '../migrations/index.js';

/** Both schemas on one test database: the pools as the service has them, and a superuser's for seeding. */
export interface RevealDatabase {
  readonly revealPool: Pool;
  readonly directoryPool: Pool;
  readonly clock: ManualClock;
  readonly superuser: Pool;
  /** As reveal-service connects. */
  readonly url: string;
  close(): Promise<void>;
}

export async function createRevealDatabase(): Promise<RevealDatabase> {
  const database = await createTestDatabase([directorySchema, revealSchema]);
  const open = (connectionString: string): Pool =>
    createPool({ connectionString, applicationName: 'reveal-test', maxConnections: 4 });
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

/** The n-th id of a kind: ids in tests are told apart by their last digits. */
export function testId(kind: 'account' | 'organization' | 'contact', n: number): string {
  const prefix = { account: 'aaaaaaaa', organization: 'bbbbbbbb', contact: 'cccccccc' }[kind];
  return `${prefix}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** An organization; `details` are columns of organization_details beside its number, and null for no row there at all. */
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

export interface SeededReachable {
  readonly email?: string;
  readonly phone?: string;
}

/** A contact of an organization that is there; without `reachable` it has no details on record. */
export async function seedContact(
  on: Queryable,
  id: string,
  organizationId: string,
  reachable: SeededReachable = {},
): Promise<void> {
  await on.query(
    `insert into directory.contacts
      (id, organization_id, name, is_executive, is_decision_maker, roles, sort_key, first_name, content_hash)
    values ($1, $2, 'Test Person', false, false, '{}', '11', 'test', '')`,
    [id, organizationId],
  );
  if (reachable.email === undefined && reachable.phone === undefined) return;
  await on.query('insert into directory.contact_details (contact_id, email, phone) values ($1, $2, $3)', [
    id,
    reachable.email ?? null,
    reachable.phone ?? null,
  ]);
}

/** The switchboard of an organization that is there. */
export async function seedSwitchboard(
  on: Queryable,
  organizationId: string,
  reachable: SeededReachable,
): Promise<void> {
  await on.query('insert into directory.switchboards (organization_id, email, phone) values ($1, $2, $3)', [
    organizationId,
    reachable.email ?? null,
    reachable.phone ?? null,
  ]);
}

/** A statement as it went to the database. */
export interface SentStatement {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** The same pool, telling what it was asked: the statements run as ever. */
export function recording(pool: Pool): { readonly pool: Pool; readonly sent: SentStatement[] } {
  const sent: SentStatement[] = [];
  const query = (config: SentStatement): unknown => {
    sent.push({ name: config.name, values: config.values });
    return pool.query(config as never);
  };
  return { pool: Object.create(pool, { query: { value: query } }) as Pool, sent };
}
