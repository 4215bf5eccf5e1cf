import { z } from '@prospecting/platform/config';
import type { Accounts } from '../accounts/accounts.js';
import type { ChangeRow } from '../changes/sql/select-changes.js';
import type { Trail } from '../changes/trail.js';
import { parseFields, uuid } from '../http/fields.js';
import { idOf, linkNext, type AdminContext } from '../http/request.js';
import type { Routes } from '../http/routes.js';
import { instant } from '../http/times.js';

interface Dependencies {
  readonly accounts: Accounts;
  readonly trail: Trail;
}

const MAX_LIMIT = 1_000;

const page = z.strictObject({
  actor: uuid.optional(),
  since: instant.optional(),
  until: instant.optional(),
  after: uuid.optional(),
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(100),
});
const everyAccount = page.extend({ account: uuid.optional() });

export function changeRoutes(router: Routes, { accounts, trail }: Dependencies): void {
  const answer = async (context: AdminContext, query: z.output<typeof everyAccount>): Promise<void> => {
    const { account: accountId, actor: actorId, after: afterId, since, until, limit } = query;
    const lines = await trail.list({ accountId, actorId, since, until, afterId, limit });
    const last = lines[limit - 1];
    if (last !== undefined) linkNext(context, last.id);
    context.body = lines.map(presentChange);
  };

  router.get('/changes', async (context: AdminContext) =>
    answer(context, parseFields(everyAccount, { ...context.query })),
  );

  router.get('/accounts/:id/changes', async (context: AdminContext) => {
    const query = parseFields(page, { ...context.query });
    const { id } = await accounts.get(idOf(context));
    await answer(context, { ...query, account: id });
  });
}

interface ShownChange extends Pick<ChangeRow, 'id' | 'at' | 'action' | 'accountId' | 'details' | 'outcome'> {
  readonly actor: { readonly kind: string; readonly id: string | null; readonly name: string };
  readonly subject: { readonly kind: string; readonly id: string } | null;
}

function presentChange(row: ChangeRow): ShownChange {
  const { id, at, action, accountId, subjectKind, subjectId, details, outcome } = row;
  return {
    id,
    at,
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    action,
    accountId,
    subject: subjectKind === null || subjectId === null ? null : { kind: subjectKind, id: subjectId },
    details,
    outcome,
  };
}
