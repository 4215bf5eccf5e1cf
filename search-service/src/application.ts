import { directorySchema } from '@prospecting/directory/migrations';
import { served, type Service } from '@prospecting/platform/grpc';
import {
  isMigrated,
  openDatabase,
  toleratedOncePassed,
  type Application,
  type Dependencies,
} from '@prospecting/platform/serving';
import type { ReadinessCheck } from '@prospecting/platform/telemetry';
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
    checks: { database: isReadable(directory, isMigrated(pool, directorySchema, context.registry)) },
    start: () => directory.start(),
    close: () => directory.close(),
  };
}

/**
 * Returns a readiness check of the primary, whose failures are tolerated while a replica can be
 * read. They are not at the start, when the schema may be too old for this release.
 */
function isReadable(directory: DirectoryReader, primary: ReadinessCheck): ReadinessCheck {
  const tolerant = toleratedOncePassed(primary);
  return async () => {
    const trouble = await tolerant();
    if (trouble === undefined || directory.hasUsableReplica()) return trouble;
    return { ...trouble, isTolerated: false };
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
