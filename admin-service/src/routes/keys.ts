import type Router from '@koa/router';
import { z } from '@prospecting/platform/config';
import type { Accounts } from '../accounts/accounts.js';
import { MAX_OVERLAP_SECONDS, type KeyAdministration } from '../api-keys/key-administration.js';
import { readRequestLog, type LoggedRequest } from '../request-log/read-request-log.js';
import { toCredits } from '@prospecting/platform/amounts';
import type { AdminDependencies } from '../dependencies.js';
import { limits, name, parseFields } from '../http/fields.js';
import { bodyOf, idOf, type AdminContext, type AdminState } from '../http/request.js';
import { SAFE_TO_REPEAT, write } from '../http/write.js';

type Dependencies = Pick<AdminDependencies, 'clock' | 'requestLogPool'> & {
  readonly accounts: Accounts;
  readonly keys: KeyAdministration;
};

const LOG_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

const newKey = z.strictObject({ name, limits: limits.default({}) });
const roll = z.strictObject({ overlapSeconds: z.number().int().min(0).max(MAX_OVERLAP_SECONDS).default(0) });
const instant = z.union(
  [z.iso.datetime({ offset: true }), z.iso.date()],
  'must be an ISO 8601 date or time with its offset',
);
/** A key is shown once, so a key that was created without an answer cannot be used. */
const IF_KEY_LOST = "If it was, the key cannot be shown again: list the account's keys, revoke it and create another.";
const IF_ROLL_LOST = 'If it was, the new key cannot be shown again: roll it again.';

const logQuery = z.strictObject({ since: instant.optional() });

export function keyRoutes(router: Router<AdminState>, dependencies: Dependencies): void {
  const { accounts, clock, keys, requestLogPool } = dependencies;

  router.post('/accounts/:id/keys', async (context: AdminContext) => {
    const body = await bodyOf(context, newKey);
    const key = { accountId: idOf(context), name: body.name, limits: body.limits };
    const created = await write(IF_KEY_LOST, () => keys.create(key));
    context.status = 201;
    context.body = created;
  });

  router.get('/accounts/:id/keys', async (context: AdminContext) => {
    const { id } = await accounts.get(idOf(context));
    context.body = await keys.list(id);
  });

  router.post('/keys/:id/roll', async (context: AdminContext) => {
    const id = idOf(context);
    const { overlapSeconds } = await bodyOf(context, roll);
    const rolled = await write(IF_ROLL_LOST, () => keys.roll(id, overlapSeconds));
    context.body = rolled;
  });

  router.post('/keys/:id/revoke', async (context: AdminContext) => {
    const id = idOf(context);
    const revoked = await write(SAFE_TO_REPEAT, () => keys.revoke(id));
    context.body = revoked;
  });

  router.get('/keys/:id/log', async (context: AdminContext) => {
    const keyId = idOf(context);
    const query = parseFields(logQuery, { ...context.query });
    const accountId = await keys.accountOf(keyId);
    const earliest = new Date(clock.now().getTime() - LOG_RETENTION_MS);
    const since = query.since === undefined ? earliest : new Date(query.since);
    const entries = await readRequestLog(requestLogPool, {
      keyId,
      accountId,
      since: since < earliest ? earliest : since,
    });
    context.body = entries.map(presentLogged);
  });
}

interface ShownLogEntry extends Omit<LoggedRequest, 'creditsMillicredits'> {
  readonly credits: number;
}

function presentLogged({ creditsMillicredits, ...entry }: LoggedRequest): ShownLogEntry {
  return { ...entry, credits: toCredits(creditsMillicredits) };
}
