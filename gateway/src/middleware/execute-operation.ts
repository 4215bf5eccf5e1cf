import type { CrashPoints } from '@prospecting/platform/crash-points';
import { DomainError, serviceUnavailable, validationFailed } from '@prospecting/platform/errors';
import { withinDeadline } from '@prospecting/platform/grpc';
import type { Logger } from '@prospecting/platform/telemetry';
import type { AuthenticatedKey } from '../api-keys/index.js';
import type { Json } from '@prospecting/platform/json';
import {
  fingerprint,
  runIdempotently,
  operationIdOf,
  parseIdempotencyKey,
  type GatewayCrashPoint,
  type IdempotencyMetrics,
  type IdempotentResponse,
  type ResponseStore,
} from '../idempotency/index.js';
import {
  Spend,
  toCredits,
  type Cap,
  type Intent,
  type Operation,
  type OperationResponse,
  type Terms,
} from '../routes/index.js';
import type { AcceptedBody } from './body.js';
import type { Exchange } from './exchange.js';

export interface ExecutionOptions {
  /** Only tests set any. */
  readonly crashPoints?: CrashPoints<GatewayCrashPoint> | undefined;
  readonly responseStore: ResponseStore;
  readonly idempotency: IdempotencyMetrics;
  readonly logger: Logger;
  /** Deadline of a request after its body has arrived. */
  readonly timeoutMs: number;
  /** Deadline of a request that spends. */
  readonly spendTimeoutMs: number;
}

/** A request that has passed every check. */
export interface AcceptedRequest {
  readonly operation: Operation;
  readonly intent: Intent;
  readonly key: AuthenticatedKey;
  readonly path: string;
  readonly body: AcceptedBody | undefined;
  /** The body as it was sent. */
  readonly json: Json;
}

/**
 * Executes the operation and writes its answer. A request that needs an Idempotency-Key is executed
 * once per key. Throws DomainError.
 */
export async function executeOperation(
  ctx: Exchange,
  request: AcceptedRequest,
  options: ExecutionOptions,
): Promise<void> {
  const { intent, operation } = request;
  switch (intent.kind) {
    case 'free':
      return write(ctx, operation, await answer(ctx, request, { kind: 'free' }, options.timeoutMs));
    case 'quote': {
      const terms: Terms = { kind: 'quote' };
      if (!intent.keyed) return write(ctx, operation, await answer(ctx, request, terms, options.timeoutMs));
      return writeStored(ctx, await answerIdempotently(ctx, request, options, () => terms));
    }
    case 'spend': {
      const cap = requireCap(intent.cap);
      const termsOf = (operationId: string): Terms => {
        const spend = new Spend(operationId, cap);
        ctx.state.spend = spend;
        return { kind: 'spend', spend };
      };
      return writeStored(ctx, await answerIdempotently(ctx, request, options, termsOf));
    }
  }
}

function answer(
  ctx: Exchange,
  { operation, key, body }: AcceptedRequest,
  terms: Terms,
  timeoutMs: number,
): Promise<OperationResponse> {
  const call = { deadlineAt: Date.now() + timeoutMs, traceparent: ctx.state.traceparent };
  return withinDeadline(call, operation.operationId, () => operation.answer({ key, body, call, terms }));
}

/** @param termsOf returns the terms of the request. It is called when the work begins */
async function answerIdempotently(
  ctx: Exchange,
  request: AcceptedRequest,
  options: ExecutionOptions,
  termsOf: (operationId: string) => Terms,
): Promise<IdempotentResponse> {
  const { key, path, json } = request;
  const idempotencyKey = requireIdempotencyKey(ctx.req.headersDistinct['idempotency-key'] ?? []);
  // A stale key may read, but not spend.
  if (key.stale) throw serviceUnavailable('the database of keys does not answer');
  const keyed = { keyId: key.keyId, idempotencyKey, fingerprint: fingerprint(ctx.method, path, json) };
  const { responseStore: store, idempotency: metrics, logger, crashPoints, spendTimeoutMs } = options;
  return runIdempotently({ store, metrics, logger, crashPoints }, keyed, async () => {
    const terms = termsOf(operationIdOf(keyed));
    const { body, creditsRemainingMillicredits } = await answer(ctx, request, terms, spendTimeoutMs);
    ctx.state.payload = body;
    return { status: 200, body: Buffer.from(JSON.stringify(body)), creditsRemainingMillicredits };
  });
}

/** Narrows the type. Validation has already rejected a spend without a cap. */
function requireCap(cap: Cap | undefined): Cap {
  if (cap === undefined) throw validationFailed({ maxCredits: ['must be a number, 0 or more'] });
  return cap;
}

function requireIdempotencyKey([header, ...others]: readonly string[]): string {
  // Node would join two headers to a third key, and a retry whose header a proxy doubles would be
  // another request.
  if (others.length > 0) throw validationFailed({ 'Idempotency-Key': ['must be sent once'] });
  const key = parseIdempotencyKey(header);
  if (key === undefined) {
    throw new DomainError('idempotency_key_required', {
      detail: 'This call can spend credits. Send the header Idempotency-Key.',
    });
  }
  if (typeof key === 'object') throw validationFailed({ 'Idempotency-Key': [key.problem] });
  return key;
}

function write(ctx: Exchange, { showsBalance }: Operation, response: OperationResponse): void {
  ctx.state.payload = response.body;
  if (showsBalance) setCreditsRemaining(ctx, response.creditsRemainingMillicredits);
  writeJson(ctx, 200, JSON.stringify(response.body));
}

/** Writes the stored bytes, so that a replay equals the first answer byte for byte. */
function writeStored(
  ctx: Exchange,
  { status, body, creditsRemainingMillicredits, replayed }: IdempotentResponse,
): void {
  if (replayed) {
    ctx.state.payload = JSON.parse(body.toString()) as object;
    ctx.set('Idempotent-Replayed', 'true');
  }
  setCreditsRemaining(ctx, creditsRemainingMillicredits);
  writeJson(ctx, status, body);
}

function setCreditsRemaining(ctx: Exchange, millicredits: number | null): void {
  if (millicredits !== null) ctx.set('Service-Credits-Remaining', String(toCredits(millicredits)));
}

function writeJson(ctx: Exchange, status: number, text: string | Buffer): void {
  ctx.status = status;
  ctx.set('Content-Type', 'application/json');
  ctx.body = text;
}
