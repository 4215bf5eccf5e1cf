import type Router from '@koa/router';
import { DomainError } from '@prospecting/platform/errors';
import type { Middleware } from 'koa';
import type { AdminState } from './request.js';

/** Answers what no route matches. */
export function rejectUnknownPath(router: Router<AdminState>): Middleware {
  return (context) => {
    const methods = router.match(context.path, context.method).path.flatMap((layer) => layer.methods);
    if (methods.length === 0) throw new DomainError('not_found', { detail: 'There is no such path.' });
    throw new DomainError('method_not_allowed', { members: { allow: [...new Set(methods)].join(', ') } });
  };
}
