import { DomainError } from '@prospecting/platform/errors';
import type { AuthenticatedKey, Authenticator } from '../api-keys/index.js';
import { rateHeaders, type BucketCounter, type BucketState } from '../rate-limits/index.js';
import { soleHeader } from '@prospecting/platform/http';
import { pathOf } from '../http/request-path.js';
import { OVERLOADED, type Admission } from '../overload/index.js';
import { bucketsOf, intentOf, type Operation } from '../routes/index.js';
import { acceptBody, parseBody, skimBody, type ReceiveBody, type ReceivedBody } from './body.js';
import type { Exchange, Middleware } from './exchange.js';
import { executeOperation, type ExecutionOptions } from './execute-operation.js';

export interface ApiOptions extends ExecutionOptions {
  /** By full path. */
  readonly operations: ReadonlyMap<string, Operation>;
  readonly authenticator: Pick<Authenticator, 'authenticate'>;
  readonly counter: BucketCounter;
  readonly admission: Admission;
  readonly receiveBody: ReceiveBody;
}

/**
 * Serves every path below the base path, in the order of work that the contract promises. Every
 * request with a valid key is counted once, in one round trip, and its answer always has rate
 * headers.
 */
export function handleRequest(options: ApiOptions): Middleware {
  const { admission, authenticator, operations, receiveBody } = options;

  return async (ctx) => {
    const { req, state } = ctx;
    const path = pathOf(req.url ?? '');
    const route = resolve(operations.get(path), ctx.method);
    state.operation = route.operation;
    state.routePath = route.atPath === undefined ? undefined : path;

    const key = await authenticator.authenticate(soleHeader(req, 'authorization'));
    state.key = key;
    const received = await receiveBody(req, route.operation, key.keyId);
    // What is answered without work needs no place. A body that is still arriving takes none.
    if (route.operation === undefined || !key.account.apiEnabled) {
      return handleReceived(ctx, { route, path, key, received, isAdmitted: true }, options);
    }
    const place = admission.admit(route.operation, key.account.id);
    try {
      await handleReceived(ctx, { route, path, key, received, isAdmitted: place !== undefined }, options);
    } finally {
      place?.release(state.intent?.kind === 'spend' ? 'spend' : 'read');
    }
  };
}

/** A request with a valid key, and with its body. */
interface ReceivedRequest {
  readonly route: Route;
  readonly path: string;
  readonly key: AuthenticatedKey;
  readonly received: ReceivedBody;
  /** False: it has no place, so it is counted and refused. */
  readonly isAdmitted: boolean;
}

async function handleReceived(
  ctx: Exchange,
  { route, path, key, received, isAdmitted }: ReceivedRequest,
  options: ApiOptions,
): Promise<void> {
  const { state } = ctx;
  const parsed = isAdmitted ? parseBody(received) : skimBody(received);
  const intent = intentOf(route.operation, parsed.json);
  state.intent = intent;
  const buckets = await options.counter.count(key, bucketsOf(route.operation, intent));
  ctx.set({ ...rateHeaders(key.limits, buckets) });

  requireRoomIn(buckets);
  const operation = requireOperation(route);
  requireApiAccess(key);
  if (!isAdmitted) {
    state.isOverload = true;
    throw OVERLOADED;
  }
  const body = acceptBody(operation, parsed);
  state.items = body?.items.length ?? null;
  await executeOperation(ctx, { operation, intent, key, path, body, json: parsed.json ?? null }, options);
}

/** The target of a request. */
interface Route {
  /** The operation with its path. */
  readonly atPath: Operation | undefined;
  /** The operation with its path and method. */
  readonly operation: Operation | undefined;
}

function resolve(atPath: Operation | undefined, method: string): Route {
  return { atPath, operation: atPath?.method === method ? atPath : undefined };
}

/** Throws rate_limited. */
export function requireRoomIn({ exceeded, exceededBuckets, resetSeconds }: BucketState): void {
  if (!exceeded) return;
  throw new DomainError('rate_limited', {
    detail: `The rate limit of ${exceededBuckets.join(' and ')} is used up; it starts again in ${resetSeconds} s.`,
    members: { retryAfterSeconds: resetSeconds },
  });
}

function requireOperation({ atPath, operation }: Route): Operation {
  if (operation !== undefined) return operation;
  if (atPath === undefined) throw new DomainError('not_found', { detail: 'There is no such path.' });
  const { method, path } = atPath;
  throw new DomainError('method_not_allowed', {
    detail: `${path} accepts only ${method}.`,
    members: { allow: method },
  });
}

function requireApiAccess({ account }: AuthenticatedKey): void {
  if (account.apiEnabled) return;
  throw new DomainError('feature_not_enabled', { detail: 'API access is not enabled for this account.' });
}
