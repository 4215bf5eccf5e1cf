import { migrateDatabases, schemas } from '@prospecting/database';
import { createPool } from '@prospecting/platform/postgres';

/** The database URL of each role that logs in while the product runs. */
export interface DatabaseUrls {
  readonly search: string;
  readonly reveal: string;
  readonly credits: string;
  readonly gateway: string;
  readonly admin: string;
  readonly importer: string;
}

/** Returns the URL of each role, as `urlFor` builds it. */
export function databaseUrls(urlFor: (role: string) => string): DatabaseUrls {
  return {
    search: urlFor('prospect_search'),
    reveal: urlFor('prospect_reveal'),
    credits: urlFor('prospect_credits'),
    gateway: urlFor('prospect_gateway'),
    admin: urlFor('prospect_admin'),
    importer: urlFor('prospect_importer'),
  };
}

const DATABASE = 'prospect';

/**
 * Creates the database if it is missing, creates missing roles, sets their passwords and migrates
 * every schema.
 * @param superuserUrl URL of any database of the server
 * @param passwords by role
 */
export async function prepareDatabase(
  superuserUrl: string,
  passwords: Readonly<Record<string, string>>,
): Promise<DatabaseUrls> {
  await createDatabase(superuserUrl);
  const url = withDatabase(superuserUrl);
  const targets = schemas.map((module) => ({ module, url: url.toString() }));
  await migrateDatabases({ targets, passwords, waitMs: 0 });
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
    // Copying the template database is slow on a busy disk.
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
