import { served, type Service } from '@prospecting/platform/grpc';
import { openDatabase, type Application, type Dependencies } from '@prospecting/platform/serving';
import { CALLERS, searchService, type search } from '@prospecting/protos';
import type { Config } from './config.js';
import { createCursorCodec } from './matching/cursor.js';
import { readFrom, type DirectoryReader } from './replicas/directory-reader.js';
import { readFromReplicas } from './replicas/replica-set.js';
import { getContacts } from './rpc/get-contacts.js';
import { listContacts } from './rpc/list-contacts.js';
import { matchOrganizations } from './rpc/match-organizations.js';
import { matchPeople } from './rpc/match-people.js';

/** Builds the service on its database. Nothing listens yet. */
export function buildApplication({ config, ...context }: Dependencies<Config>): Application {
  const pool = openDatabase(config.database, context);
  const { database, replicas } = config;
  const directory =
    replicas.urls.length === 0
      ? readFrom(pool)
      : readFromReplicas({ primary: { pool, url: database.url }, replicas, poolSize: database.poolSize, context });
  return {
    services: [served(searchService, createSearchService({ ...config, directory }))],
    callers: CALLERS,
    checks: { database: directory.answers },
    start: () => directory.start(),
    close: () => directory.close(),
  };
}

export interface SearchServiceOptions {
  /** Reads the directory as `prospect_search`. */
  readonly directory: DirectoryReader;
  /** The first signs cursors, all verify them. */
  readonly cursorKeys: readonly string[];
  /** The key under which the directory holds sole traders' numbers. */
  readonly soleTraderKey: string;
}

/** Creates the service as an object, which any transport can serve. */
export function createSearchService(options: SearchServiceOptions): Service<search.SearchServiceDefinition> {
  const context = {
    directory: options.directory,
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
