import { z } from '@prospecting/platform/config';
import type { Accounts } from '../../accounts/accounts.js';
import type { Trail } from '../../changes/trail.js';
import type { AdminDependencies } from '../../dependencies.js';
import { bodyOf, idOf } from '../../http/request.js';
import type { Routes } from '../../http/routes.js';
import { SAFE_TO_REPEAT, write } from '../../http/write.js';

interface Dependencies extends Pick<AdminDependencies, 'revealAdmin'> {
  readonly accounts: Accounts;
  readonly trail: Trail;
}

const ownedEmails = z.strictObject({ emails: z.array(z.string().max(1_000)).min(1).max(1_000) });

export function ownedEmailRoutes(routes: Routes, { accounts, revealAdmin, trail }: Dependencies): void {
  routes.delete('/accounts/:id/owned-emails', async (context) => {
    const { emails } = await bodyOf(context, ownedEmails);
    const { id } = await accounts.get(idOf(context));
    const change = {
      actor: context.state.actor,
      action: 'owned_emails.remove',
      accountId: id,
      subject: { kind: 'account', id },
      details: { count: emails.length },
    };
    const request = { accountId: id, emails };
    const owned = await write(SAFE_TO_REPEAT, () =>
      trail.around(change, () => revealAdmin.removeOwnedEmails(request, context.state.call)),
    );
    context.body = { id, ownedEmails: owned.emails };
  });
}
