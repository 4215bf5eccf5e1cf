import { DomainError } from '@prospecting/platform/errors';
import type { AuthenticatedKey, Authenticator } from '../api-keys/index.js';
import { rateHeaders, type BucketCounter, type BucketState } from '../buckets/index.js';
import { pathOf } from '../http/request-path.js';
import { bucketsOf, intentOf, type Operation } from '../routes/index.js';
import { acceptBody, BODY_LIMITS, receiveBody } from './body.js';
import type { Middleware } from './exchange.js';
import { work, type WorkOptions } from './work.js';

export interface ApiOptions extends WorkOptions {
  readonly basePath: string;
  readonly operations: readonly Operation[];
  readonly authenticator: Pick<Authenticator, 'authenticate'>;
  readonly counter: BucketCounter;
}

/**
 * Serves every path below the base path, in the order of work that the contract promises: every request with a valid key counts
 * once, in one trip to the counters, and has rate headers, whatever becomes of it.
 */
export function serveApi(options: ApiOptions): Middleware {
  const { authenticator, basePath, counter } = options;
  const operations = new Map(options.operations.map((operation) => [basePath + operation.path, operation]));

  return async (ctx) => {
    const { req, state } = ctx;
    const path = pathOf(req.url ?? '');
    const route = resolve(operations.get(path), ctx.method);
    state.operation = route.operation;
    state.routePath = route.there === undefined ? undefined : path;

    const key = await authenticator.authenticate(req.headers.authorization);
    state.key = key;
    const received = await receiveBody(req, route.operation, BODY_LIMITS);
    const intent = intentOf(route.operation, received.json);
    state.intent = intent;
    const buckets = await counter.count(key, bucketsOf(route.operation, intent));
    ctx.set({ ...rateHeaders(key.limits, buckets) });

    requireRoomIn(buckets);
    const operation = requireOperation(route);
    requireApiAccess(key);
    const body = acceptBody(operation, received);
    state.items = body?.items.length ?? null;
    await work(ctx, { operation, intent, key, path, body, json: received.json ?? null }, options);
  };
}

/** What a request is addressed to. */
interface Route {
  /** The operation of its path. */
  readonly there: Operation | undefined;
  /** The same when the method is right too. */
  readonly operation: Operation | undefined;
}

function resolve(there: Operation | undefined, method: string): Route {
  return { there, operation: there?.method === method ? there : undefined };
}

function requireRoomIn({ exceeded, exceededBuckets, resetSeconds }: BucketState): void {
  if (!exceeded) return;
  throw new DomainError('rate_limited', {
    detail: `The rate limit of ${exceededBuckets.join(' and ')} is used up; it starts again in ${resetSeconds} s.`,
    members: { retryAfterSeconds: resetSeconds },
  });
}

function requireOperation({ there, operation }: Route): Operation {
  if (operation !== undefined) return operation;
  if (there === undefined) throw new DomainError('not_found', { detail: 'There is no such path.' });
  const { method, path } = there;
  throw new DomainError('method_not_allowed', {
    detail: `${path} knows ${method} alone.`,
    members: { allow: method },
  });
}

function requireApiAccess({ account }: AuthenticatedKey): void {
  if (account.apiEnabled) return;
  throw new DomainError('feature_not_enabled', { detail: 'API access is not enabled for this account.' });
}
