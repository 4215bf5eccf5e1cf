import { parseEmail } from '@prospecting/directory/identifiers';
import { z } from '@prospecting/platform/config';
import { DomainError } from '@prospecting/platform/errors';
import { parseUuid } from '@prospecting/platform/uuid';
import type { Sessions } from '../console/sessions.js';
import type { ConsoleUsers } from '../console/users.js';
import { name, uuid } from '../http/fields.js';
import { bodyOf, idOf } from '../http/request.js';
import type { Routes } from '../http/routes.js';
import { SAFE_TO_REPEAT, write } from '../http/write.js';

interface Dependencies {
  readonly users: ConsoleUsers;
  readonly sessions: Sessions;
  readonly consoleUrl?: string | undefined;
}

const email = z.string().transform((text, context) => {
  const parsed = parseEmail(text);
  if (parsed !== undefined) return parsed;
  context.addIssue({ code: 'custom', message: 'must be an e-mail address' });
  return z.NEVER;
});
const newUser = z.discriminatedUnion(
  'role',
  [
    z.strictObject({ email, name, role: z.literal('operator') }),
    z.strictObject({ email, name, role: z.literal('admin'), accountId: uuid }),
  ],
  'must be operator, or admin with the accountId of its account',
);
const newLink = z.strictObject({ user: z.string().max(320) });

const IF_USER_LOST = 'List the users before you send it again: an address is of one user.';

/** Who may sign in to the console: for operators with the admin token. */
export function consoleRoutes(routes: Routes, { users, sessions, consoleUrl }: Dependencies): void {
  routes.post('/console/users', async (context) => {
    const user = await bodyOf(context, newUser);
    const accountId = user.role === 'admin' ? user.accountId : null;
    const added = await write(IF_USER_LOST, () => users.add({ ...user, accountId }, context.state.actor));
    context.status = 201;
    context.body = added;
  });

  routes.get('/console/users', async (context) => {
    context.body = await users.list();
  });

  routes.post('/console/users/:id/disable', async (context) => {
    const id = idOf(context);
    context.body = await write(SAFE_TO_REPEAT, () => users.disable(id, context.state.actor));
  });

  routes.post('/console/links', async (context) => {
    const { user: wanted } = await bodyOf(context, newLink);
    if (consoleUrl === undefined) {
      const detail = 'This installation has no console: set CONSOLE_PORT and CONSOLE_URL of admin-service.';
      throw new DomainError('not_found', { detail });
    }
    const id = parseUuid(wanted);
    const user = await users.find(id === undefined ? { email: parseEmail(wanted) ?? '' } : { id });
    if (user.disabledAt !== null) throw new DomainError('not_found', { detail: 'This user is disabled.' });
    const { token, expiresAt } = await write(SAFE_TO_REPEAT, () => sessions.makeLink(user, context.state.actor));
    // A fragment is sent to no server, so the token is in no log.
    context.status = 201;
    context.body = { url: `${consoleUrl}/sign-in#token=${token}`, expiresAt };
  });
}
