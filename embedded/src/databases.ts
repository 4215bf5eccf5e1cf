import { creditsSchema } from '@prospecting/credits-service';
import { directorySchema } from '@prospecting/directory/migrations';
import { edgeSchema } from '@prospecting/gateway';
import { createPool, ensureRoles, migrateSchema, type SchemaModule } from '@prospecting/platform/postgres';
import { revealSchema } from '@prospecting/reveal-service';

/** Every schema of the product, each with its owner and the roles that use it. */
export const schemas: readonly SchemaModule[] = [directorySchema, revealSchema, creditsSchema, edgeSchema];

/** A URL for each role that logs in while the product runs. */
export interface DatabaseUrls {
  readonly search: string;
  readonly reveal: string;
  readonly credits: string;
  readonly gateway: string;
  readonly importer: string;
}

/** The URL of each role, of whatever says how a role logs in. */
export function databaseUrls(urlFor: (role: string) => string): DatabaseUrls {
  return {
    search: urlFor('prospect_search'),
    reveal: urlFor('prospect_reveal'),
    credits: urlFor('prospect_credits'),
    gateway: urlFor('prospect_gateway'),
    importer: urlFor('prospect_importer'),
  };
}

/** The roles that log in, by name. */
export const runtimeRoles: readonly string[] = schemas.flatMap((schema) => schema.runtimeRoles);

const DATABASE = 'prospect';

/**
 * Makes the database on an embedded server, brings every schema to its newest migration and gives the roles their passwords.
 * @param superuserUrl of any database of the server
 * @param passwords by role
 */
export async function prepareDatabase(
  superuserUrl: string,
  passwords: Readonly<Record<string, string>>,
): Promise<DatabaseUrls> {
  await createDatabase(superuserUrl);
  const url = withDatabase(superuserUrl);
  for (const schema of schemas) {
    await ensureRoles(url.toString(), schema, passwords);
    await migrateSchema(url.toString(), schema);
  }
  return databaseUrls((role) => {
    const roleUrl = new URL(url);
    roleUrl.username = role;
    roleUrl.password = passwords[role] ?? '';
    return roleUrl.toString();
  });
}

async function createDatabase(superuserUrl: string): Promise<void> {
  const pool = createPool({
    connectionString: superuserUrl,
    applicationName: 'prospect-migrate',
    maxConnections: 1,
    // Copying the template takes its time on a busy disk.
    statementTimeoutMs: 60_000,
  });
  try {
    const { rowCount } = await pool.query('select 1 from pg_catalog.pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await pool.query(`create database ${DATABASE}`);
  } finally {
    await pool.end();
  }
}

function withDatabase(superuserUrl: string): URL {
  const url = new URL(superuserUrl);
  url.pathname = `/${DATABASE}`;
  return url;
}
