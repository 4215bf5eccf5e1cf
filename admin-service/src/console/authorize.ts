import type { KeyAdministration } from '../api-keys/key-administration.js';
import { DomainError } from '@prospecting/platform/errors';
import { parseUuid } from '@prospecting/platform/uuid';
import type { AdminContext } from '../http/request.js';
import type { Handler } from '../http/routes.js';
import { ConsoleProblem } from './console-problem.js';
import { ADMIN_MAY_CHANGE, PERMISSIONS } from './permissions.js';
import type { Session } from './sessions.js';
import type { ConsoleUser } from './users.js';

export interface AuthorizationDependencies {
  readonly keys: Pick<KeyAdministration, 'accountOf'>;
  /** Returns the session of a request. Throws `signed_out`, and `csrf_token_invalid`. */
  readonly sessionOf: (context: AdminContext) => Promise<Session>;
}

/**
 * Returns the function that puts a route's permission before its handler. Throws when a route has no
 * permission.
 */
export function authorization({ keys, sessionOf }: AuthorizationDependencies) {
  return (route: string, handler: Handler): Handler => {
    const permission = PERMISSIONS[route];
    if (permission === undefined) throw new Error(`the console's route ${route} has no permission`);
    if (permission === 'anybody') return handler;
    return async (context) => {
      const session = await sessionOf(context);
      const { user } = session;
      context.state.session = session;
      context.state.actor = { kind: 'user', id: user.id, name: user.name };
      if (user.role !== 'operator') {
        context.state.mayChange = ADMIN_MAY_CHANGE;
        if (permission === 'operator') throw new ConsoleProblem('forbidden');
        if (permission === 'account') assertOwn(user, idOf(context), 'account');
        // The key of another account answers as one that does not exist.
        if (permission === 'key') assertOwn(user, await keys.accountOf(idOf(context)), 'key');
      }
      await handler(context);
    };
  };
}

function idOf(context: AdminContext): string {
  return parseUuid(context.params['id'] ?? '') ?? noSuch('account');
}

function assertOwn(user: ConsoleUser, accountId: string, what: string): void {
  if (user.accountId === null || user.accountId !== accountId) noSuch(what);
}

function noSuch(what: string): never {
  throw new DomainError('not_found', { detail: `There is no such ${what}.` });
}
