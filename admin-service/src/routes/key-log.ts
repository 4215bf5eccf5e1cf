import { toCredits } from '@prospecting/platform/amounts';
import { z } from '@prospecting/platform/config';
import type { KeyAdministration } from '../api-keys/key-administration.js';
import type { AdminDependencies } from '../dependencies.js';
import { parseFields } from '../http/fields.js';
import { idOf, setLinks, type AdminContext } from '../http/request.js';
import type { Routes } from '../http/routes.js';
import { instant } from '../http/times.js';
import { beforeCursor, encodeCursor, followCursor, readFrom } from '../request-log/cursors.js';
import {
  followFrom,
  LOG_RETENTION_MS,
  MAX_LOG_ENTRIES,
  readLogPage,
  readNewEntries,
  type LoggedRequest,
} from '../request-log/read-request-log.js';

type Dependencies = Pick<AdminDependencies, 'clock' | 'requestLogPool'> & { readonly keys: KeyAdministration };

const logQuery = z
  .strictObject({
    since: instant.optional(),
    until: instant.optional(),
    limit: z.coerce.number().int().min(1).max(MAX_LOG_ENTRIES).optional(),
    before: beforeCursor.optional(),
    after: followCursor.optional(),
  })
  .refine(({ before, after }) => before === undefined || after === undefined, {
    path: ['before'],
    error: 'excludes after',
  })
  .refine(({ until, after }) => until === undefined || after === undefined, {
    path: ['until'],
    error: 'excludes after',
  });

/**
 * The request log of a key. `prev` links to earlier requests. `monitor` links to those that are
 * written later, and `next` to more of these, which are there already.
 */
export function keyLogRoutes(router: Routes, dependencies: Dependencies): void {
  const { clock, keys, requestLogPool } = dependencies;

  router.get('/keys/:id/log', async (context: AdminContext) => {
    const keyId = idOf(context);
    const { after, ...query } = parseFields(logQuery, { ...context.query });
    const accountId = await keys.accountOf(keyId);
    const now = clock.now();
    const earliest = now.getTime() - LOG_RETENTION_MS;
    const since = new Date(Math.max(earliest, query.since?.getTime() ?? earliest));
    const key = { keyId, accountId, since, limit: query.limit };
    if (after !== undefined) {
      const { rest, ...read } = await readFrom('after', () => readNewEntries(requestLogPool, { ...key, after }));
      if (rest !== undefined) setLinks(context, { next: { after: encodeCursor(rest) } });
      else setLinks(context, { monitor: { after: encodeCursor(followFrom(read, since, now)) } });
      context.body = read.entries.map(presentLogged);
      return;
    }
    const { until, before } = query;
    const page = await readFrom('before', () => readLogPage(requestLogPool, { ...key, until, before }));
    const follows = until === undefined && before === undefined;
    setLinks(context, {
      ...(page.earlier !== undefined && { prev: { before: encodeCursor(page.earlier) } }),
      ...(follows && { monitor: { after: encodeCursor(followFrom(page, since, now)) } }),
    });
    context.body = page.entries.map(presentLogged);
  });
}

interface ShownLogEntry extends Omit<LoggedRequest, 'creditsMillicredits'> {
  readonly credits: number;
}

function presentLogged({ creditsMillicredits, ...entry }: LoggedRequest): ShownLogEntry {
  return { ...entry, credits: toCredits(creditsMillicredits) };
}
