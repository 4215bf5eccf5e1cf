import { directorySchema } from '@prospecting/directory/migrations';
import type { Service } from '@prospecting/platform/grpc';
import { createPool, Pool } from '@prospecting/platform/postgres';
import { createTestDatabase } from '@prospecting/platform/testing';
import type { search } from '@prospecting/protos';
import { createSearchService } from '#src/application.js';
import { readFrom } from '#src/replicas/directory-reader.js';
import { seedDirectory, SOLE_TRADER_KEY, type OrganizationSeed } from './directory-seed.js';

export const CURSOR_KEYS = ['the cursor key of tests and of nothing else'];

/** A directory on a real server, and the service connected to it under its own role. */
export interface TestDirectory {
  readonly pool: Pool;
  readonly service: Service<search.SearchServiceDefinition>;
  /** The URL of the same database for the service's role. */
  readonly searchUrl: string;
  /** Adds organizations and returns their ids. */
  seed(...organizations: readonly OrganizationSeed[]): Promise<string[]>;
  /** Runs SQL as superuser. */
  change(sql: string, values?: readonly unknown[]): Promise<void>;
  drop(): Promise<void>;
}

export async function createTestDirectory(): Promise<TestDirectory> {
  const database = await createTestDatabase([directorySchema]);
  const searchUrl = database.urlFor('prospect_search');
  const pool = createPool({
    connectionString: searchUrl,
    applicationName: 'search-service-test',
    maxConnections: 4,
  });
  const superuser = new Pool({ connectionString: database.url, max: 1 });
  return {
    pool,
    service: createSearchService({
      directory: readFrom(pool),
      cursorKeys: CURSOR_KEYS,
      soleTraderKey: SOLE_TRADER_KEY,
    }),
    searchUrl,
    seed: (...organizations) => seedDirectory(database.url, organizations),
    change: async (sql, values = []) => {
      await superuser.query(sql, [...values]);
    },
    drop: async () => {
      await Promise.all([pool.end(), superuser.end()]);
      await database.drop();
    },
  };
}

/** A call whose deadline never passes. */
export const call = { deadlineAt: Number.MAX_SAFE_INTEGER };

/** Returns an item as it arrives over gRPC, where lists are never absent. */
export function identifiers(given: Partial<search.OrganizationIdentifiers>): search.OrganizationIdentifiers {
  return { orgNumbers: [], domains: [], ...given };
}

/** Returns a pool that counts the statements run through it. */
export function countStatements(pool: Pool): { pool: Pool; count(): number } {
  let statements = 0;
  const counting = new Proxy(pool, {
    get(target, property): unknown {
      if (property === 'query') statements += 1;
      const member: unknown = Reflect.get(target, property, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
  return { pool: counting, count: () => statements };
}
