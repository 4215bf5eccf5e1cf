import { readdirSync, readFileSync } from 'node:fs';

/** One forward step of a schema. Applied steps are never edited. */
export interface Migration {
  /** Sorts in the order of application: `0001_organizations`. */
  readonly name: string;
  readonly sql: string;
}

/**
 * A schema, its owner and the roles that use it at run time. Each schema may be on its own server.
 */
export interface SchemaModule {
  readonly schema: string;
  /** Owns and migrates the schema. Services do not log in with it. */
  readonly ownerRole: string;
  /** Roles that services connect as. The migrations grant their rights. */
  readonly runtimeRoles: readonly string[];
  /** Runtime roles whose every transaction is read only, whatever they are granted. */
  readonly readOnlyRoles?: readonly string[];
  readonly migrations: readonly Migration[];
}

/**
 * Reads a folder of migrations: each `NNNN_name.sql` is one, in the order of its number. Throws
 * when a name does not fit, or a number is missing or repeated, so that a lost or misnamed file is
 * noticed.
 * @param folder ends with a slash
 */
export function readMigrations(folder: URL): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted();
  return files.map((file, index) => {
    const number = String(index + 1).padStart(4, '0');
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(file) || !file.startsWith(number))
      throw new Error(`${folder.pathname}${file}: expected a migration named ${number}_<words>.sql`);
    return { name: file.slice(0, -'.sql'.length), sql: readFileSync(new URL(file, folder), 'utf8') };
  });
}
