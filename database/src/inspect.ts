import {
  createPool,
  OLDEST_MAJOR,
  readSchemaStatus,
  rolesOf,
  type SchemaModule,
  type SchemaStatus,
} from '@prospecting/platform/postgres';
import { expectedGrants, type Grant } from './expected-grants.js';
import { describeProblem } from './problems.js';
import { schemas as allSchemas } from './schemas.js';
import { selectInvalidIndexes } from './sql/select-invalid-indexes.js';
import { selectMissingGrants } from './sql/select-missing-grants.js';
import { selectReadableMigrations } from './sql/select-readable-migrations.js';
import { selectServer } from './sql/select-server.js';

/** What is true of one database, as far as a connection may know it. */
export interface Inspection {
  readonly version: string;
  readonly isSupported: boolean;
  readonly isStandby: boolean;
  readonly autovacuum: boolean;
  /** The database's time was between these two, at one moment between the two times of the caller. */
  readonly clock: { readonly databaseMs: number; readonly askedMs: number; readonly answeredMs: number };
  /** The product's schemas that are here. */
  readonly schemas: readonly string[];
  readonly missingRoles: readonly string[];
  readonly missingGrants: readonly Grant[];
  readonly invalidIndexes: readonly string[];
  /** Of the schemas whose migrations the connection may read. */
  readonly statuses: readonly SchemaStatus[];
}

export interface InspectOptions {
  /** Schemas that must be here. Default: those that are. */
  readonly expected?: readonly string[];
  /** The caller's clock, in milliseconds since 1970. */
  readonly nowMs: () => number;
}

/** Reads facts about a database and changes nothing. Every wait ends. Throws DatabaseProblem. */
export async function inspectDatabase(url: string, { expected = [], nowMs }: InspectOptions): Promise<Inspection> {
  const pool = createPool({ connectionString: url, applicationName: 'prospect-doctor', maxConnections: 1 });
  try {
    // Connects first, so that this does not count as a difference of clocks.
    await pool.query('select');
    const askedMs = nowMs();
    const [server] = await selectServer.run(pool, []);
    const answeredMs = nowMs();
    if (server === undefined) throw new Error('the server returned nothing about itself');
    const isHere = ({ schema }: SchemaModule): boolean => server.schemas.includes(schema);
    const modules = allSchemas.filter((module) => isHere(module) || expected.includes(module.schema));
    const names = modules.map(({ schema }) => schema);
    const readable = await selectReadableMigrations.run(pool, [names]);
    const mayRead = (module: SchemaModule): boolean =>
      !isHere(module) || readable.some(({ schema }) => schema === module.schema);
    return {
      version: server.version,
      isSupported: server.majorVersion >= OLDEST_MAJOR,
      isStandby: server.isStandby,
      autovacuum: server.autovacuum,
      clock: { databaseMs: server.nowMs, askedMs, answeredMs },
      schemas: names,
      missingRoles: rolesOf(modules).filter((role) => !server.roles.includes(role)),
      missingGrants: await selectMissingGrants.run(pool, [JSON.stringify(expectedGrants(modules))]),
      invalidIndexes: (await selectInvalidIndexes.run(pool, [names])).map(({ name }) => name),
      statuses: await Promise.all(modules.filter(mayRead).map((module) => readSchemaStatus(url, module))),
    };
  } catch (error) {
    throw describeProblem(error, url);
  } finally {
    await pool.end();
  }
}
