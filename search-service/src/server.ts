import { served, type Service } from '@prospecting/platform/grpc';
import type { Pool } from '@prospecting/platform/postgres';
import { databaseAnswers, openDatabase, type Application, type ServingContext } from '@prospecting/platform/serving';
import { searchService, type search } from '@prospecting/protos';
import type { SearchConfig } from './config.js';
import { createCursorCodec } from './matching/cursor.js';
import { getContacts } from './rpc/get-contacts.js';
import { listContacts } from './rpc/list-contacts.js';
import { matchOrganizations } from './rpc/match-organizations.js';
import { matchPeople } from './rpc/match-people.js';

export interface SearchServiceOptions {
  /** Connects to the directory as `prospect_search`. */
  readonly pool: Pool;
  /** The first signs cursors, all verify them. */
  readonly cursorKeys: readonly string[];
  /** The key under which the directory holds sole traders' numbers. */
  readonly soleTraderKey: string;
}

/** The service as an object, for either transport. */
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

/** The service on a database of its own, ready to be served. */
export function buildSearchServer(config: SearchConfig, context: ServingContext): Application {
  const pool = openDatabase(config.database, context);
  const { cursorKeys, soleTraderKey } = config;
  return {
    services: [served(searchService, createSearchService({ pool, cursorKeys, soleTraderKey }))],
    checks: { database: databaseAnswers(pool) },
    close: () => pool.end(),
  };
}
