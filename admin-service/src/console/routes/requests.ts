import { Readable } from 'node:stream';
import { toCredits } from '@prospecting/platform/amounts';
import { z } from '@prospecting/platform/config';
import { csvHeader, csvLine } from '@prospecting/platform/csv';
import { validationFailed } from '@prospecting/platform/errors';
import type { Accounts } from '../../accounts/accounts.js';
import type { KeyAdministration } from '../../api-keys/key-administration.js';
import type { AdminDependencies } from '../../dependencies.js';
import { parseFields, uuid } from '../../http/fields.js';
import { idOf, linkNext, type AdminContext } from '../../http/request.js';
import type { Routes } from '../../http/routes.js';
import { DAY_MS, instant } from '../../http/times.js';
import { readFrom } from '../../request-log/cursors.js';
import { LOG_RETENTION_MS } from '../../request-log/read-request-log.js';
import { selectAccountRequests, type AccountRequestRow } from '../../request-log/sql/select-account-requests.js';

interface Dependencies extends Pick<AdminDependencies, 'clock' | 'logger' | 'requestLogPool'> {
  readonly accounts: Accounts;
  readonly keys: KeyAdministration;
}

const CSV_PAGE_SIZE = 1_000;
export const MAX_CSV_ROWS = 100_000;

const filters = z.strictObject({
  from: instant.optional(),
  to: instant.optional(),
  keyId: uuid.optional(),
  status: z
    .string()
    .regex(/^([1-5]xx|[1-5]\d\d)$/, 'must be a status such as 200, or a class such as 4xx')
    .optional(),
  /** The beginning of the path. */
  path: z
    .string()
    .max(200)
    .regex(/^\P{Cc}*$/u, 'must be text without control characters')
    .default(''),
});
const page = filters.extend({
  after: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
});

type Filters = z.output<typeof filters>;

interface Position {
  readonly at: Date;
  readonly place: string;
}

export function requestRoutes(routes: Routes, dependencies: Dependencies): void {
  routes.get('/accounts/:id/requests', async (context) => {
    const { after, limit, ...given } = parseFields(page, { ...context.query });
    const log = await openLog(dependencies, context, given);
    const before = after === undefined ? undefined : parsePosition(after);
    const rows = await readFrom('after', () => log.read(limit, before));
    const last = rows[limit - 1];
    if (last !== undefined) linkNext(context, `${last.at.toISOString()}/${last.place}`);
    context.body = rows.map((row) => present(row, log.nameOf));
  });

  routes.get('/accounts/:id/requests.csv', async (context) => {
    const log = await openLog(dependencies, context, parseFields(filters, { ...context.query }));
    // Before the status is sent, so that a failure is a problem and not half a file.
    const first = await log.read(CSV_PAGE_SIZE, undefined);
    context.set('Content-Disposition', 'attachment; filename="requests.csv"');
    context.set('X-Accel-Buffering', 'no');
    context.type = 'text/csv; charset=utf-8; header=present';
    const body = Readable.from(csvOf(log, first));
    body.once('error', (error) => dependencies.logger.error({ err: error }, 'a CSV of requests was cut'));
    context.body = body;
  });
}

interface Log {
  readonly read: (limit: number, before: Position | undefined) => Promise<AccountRequestRow[]>;
  readonly nameOf: (keyId: string) => string | null;
}

async function openLog(dependencies: Dependencies, context: AdminContext, given: Filters): Promise<Log> {
  const { accounts, clock, keys, requestLogPool } = dependencies;
  const { id: accountId } = await accounts.get(idOf(context));
  const now = clock.now().getTime();
  const earliest = new Date(now - LOG_RETENTION_MS);
  const from = given.from === undefined || given.from < earliest ? earliest : given.from;
  const to = given.to ?? new Date(now + DAY_MS);
  const names = new Map((await keys.list(accountId)).map(({ id, name }) => [id, name]));
  // A key of another account is not among them.
  const keyIds = [...names.keys()].filter((id) => given.keyId === undefined || id === given.keyId);
  const [minStatus, maxStatus] = statusesOf(given.status);
  return {
    read: (limit, before) =>
      selectAccountRequests.run(requestLogPool, [
        keyIds,
        accountId,
        from,
        to,
        minStatus,
        maxStatus,
        given.path,
        before?.at ?? null,
        before?.place ?? null,
        limit,
      ]),
    nameOf: (keyId) => names.get(keyId) ?? null,
  };
}

function statusesOf(status: string | undefined): readonly [min: number, max: number] {
  if (status === undefined) return [0, 999];
  const lowest = Number(status.replace('xx', '00'));
  return [lowest, status.endsWith('xx') ? lowest + 99 : lowest];
}

const POSITION = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)\/(\(\d{1,10},\d{1,5}\))$/;

function parsePosition(text: string): Position {
  const [, time = '', place = ''] = POSITION.exec(text) ?? [];
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) throw validationFailed({ after: ['must be of the link to the next page'] });
  return { at, place };
}

interface ShownRequest extends Omit<AccountRequestRow, 'creditsMillicredits' | 'place'> {
  readonly keyName: string | null;
  readonly credits: number;
}

function present(found: AccountRequestRow, nameOf: Log['nameOf']): ShownRequest {
  const { creditsMillicredits, place: _place, ...row } = found;
  return { ...row, keyName: nameOf(row.keyId), credits: toCredits(creditsMillicredits) };
}

const COLUMNS = ['at', 'keyId', 'keyName', 'method', 'path', 'status', 'durationMs', 'items', 'credits'] as const;

async function* csvOf(log: Log, first: AccountRequestRow[]): AsyncGenerator<string> {
  yield csvHeader(COLUMNS);
  let rows = first;
  for (let written = 0; ;) {
    yield rows
      .map((row) => present(row, log.nameOf))
      .map((row) => csvLine({ ...row, at: row.at.toISOString() }, COLUMNS))
      .join('');
    written += rows.length;
    const last = rows[CSV_PAGE_SIZE - 1];
    if (last === undefined) return;
    if (written >= MAX_CSV_ROWS) {
      const note = `The newest ${MAX_CSV_ROWS} requests. There may be older ones: ask for an earlier time.`;
      yield csvLine({ note }, ['note']);
      return;
    }
    rows = await log.read(CSV_PAGE_SIZE, last);
  }
}
