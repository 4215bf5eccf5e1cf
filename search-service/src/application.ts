import { directorySchema } from '@prospecting/directory/migrations';
import { served, type Service } from '@prospecting/platform/grpc';
import type { Pool } from '@prospecting/platform/postgres';
import { isMigrated, openDatabase, type Application, type Dependencies } from '@prospecting/platform/serving';
import { CALLERS, searchService, type search } from '@prospecting/protos';
import type { Config } from './config.js';
import { createCursorCodec } from './matching/cursor.js';
import { getContacts } from './rpc/get-contacts.js';
import { listContacts } from './rpc/list-contacts.js';
import { matchOrganizations } from './rpc/match-organizations.js';
import { matchPeople } from './rpc/match-people.js';

/** Builds the service on its database. Nothing listens yet. */
export function buildApplication({ config, ...context }: Dependencies<Config>): Application {
  const pool = openDatabase(config.database, context);
  return {
    services: [served(searchService, createSearchService({ ...config, pool }))],
    callers: CALLERS,
    checks: { database: isMigrated(pool, directorySchema, context.registry) },
    close: () => pool.end(),
  };
}

export interface SearchServiceOptions {
  /** Connects to the directory as `prospect_search`. */
  readonly pool: Pool;
  /** The first signs cursors, all verify them. */
  readonly cursorKeys: readonly string[];
  /** The key under which the directory holds sole traders' numbers. */
  readonly soleTraderKey: string;
}

/** Creates the service as an object, which any transport can serve. */
export function createSearchService(options: SearchServiceOptions): Service<search.SearchServiceDefinition> {
  const context = {
    pool: options.pool,
    cursors: createCursorCodec(options.cursorKeys),
    soleTraderKey: options.soleTraderKey,
  };
  return {
    matchOrganizations: (request) => matchOrganizations(context, request),
    listContacts: (request) => listContacts(context, request),
    matchPeople: (request) => matchPeople(context, request),
    getContacts: (request) => getContacts(context, request),
  };
}
