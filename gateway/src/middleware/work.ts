import type { CrashPoints } from '@prospecting/platform/crash-points';
import { DomainError, serviceUnavailable, validationFailed } from '@prospecting/platform/errors';
import { withinDeadline } from '@prospecting/platform/grpc';
import type { Logger } from '@prospecting/platform/telemetry';
import type { AuthenticatedKey } from '../api-keys/index.js';
import type { Json } from '../http/json-text.js';
import {
  fingerprint,
  once,
  operationIdOf,
  parseIdempotencyKey,
  type GatewayCrashPoint,
  type OnceResponse,
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

export interface WorkOptions {
  /** Tests alone set any. */
  readonly crashPoints?: CrashPoints<GatewayCrashPoint> | undefined;
  readonly responseStore: ResponseStore;
  readonly logger: Logger;
  /** For the work of one request, counted from when its body is there. */
  readonly timeoutMs: number;
  /** The same for a request that spends. */
  readonly spendTimeoutMs: number;
}

/** A request that nothing is wrong with. */
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
 * Does the work as the request intends and writes its answer; a spend, or what takes a key like one, is done once for its
 * Idempotency-Key. Throws DomainError.
 */
export async function work(ctx: Exchange, request: AcceptedRequest, options: WorkOptions): Promise<void> {
  const { intent, operation } = request;
  switch (intent.kind) {
    case 'free':
      return write(ctx, operation, await answer(ctx, request, { kind: 'free' }, options.timeoutMs));
    case 'quote': {
      const terms: Terms = { kind: 'quote' };
      if (!intent.keyed) return write(ctx, operation, await answer(ctx, request, terms, options.timeoutMs));
      return writeOnce(ctx, await answerOnce(ctx, request, options, () => terms));
    }
    case 'spend': {
      const cap = requireCap(intent.cap);
      const begin = (operationId: string): Terms => {
        const spend = new Spend(operationId, cap);
        ctx.state.spend = spend;
        return { kind: 'spend', spend };
      };
      return writeOnce(ctx, await answerOnce(ctx, request, options, begin));
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

/** @param begin tells the terms of the work, which begins now under the name of its operation */
async function answerOnce(
  ctx: Exchange,
  request: AcceptedRequest,
  options: WorkOptions,
  begin: (operationId: string) => Terms,
): Promise<OnceResponse> {
  const { key, path, json } = request;
  const idempotencyKey = requireIdempotencyKey(ctx.req.headersDistinct['idempotency-key'] ?? []);
  // What was last known of a key is good enough to read by, not to spend by.
  if (key.stale) throw serviceUnavailable('the database of keys cannot be asked');
  const keyed = { keyId: key.keyId, idempotencyKey, fingerprint: fingerprint(ctx.method, path, json) };
  const { responseStore: store, logger, crashPoints, spendTimeoutMs } = options;
  return once({ store, logger, crashPoints }, keyed, async () => {
    const terms = begin(operationIdOf(keyed));
    const { body, creditsRemainingMillicredits } = await answer(ctx, request, terms, spendTimeoutMs);
    ctx.state.payload = body;
    return { status: 200, body: Buffer.from(JSON.stringify(body)), creditsRemainingMillicredits };
  });
}

/** The contract refuses a spend without a cap before it comes here; this is where its type says so. */
function requireCap(cap: Cap | undefined): Cap {
  if (cap === undefined) throw validationFailed({ maxCredits: ['must be a number, 0 or more'] });
  return cap;
}

function requireIdempotencyKey([header, ...others]: readonly string[]): string {
  // Joined, as headers are, two keys would be a third one: a retry that a proxy doubles would be another request.
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

/** The bytes that are kept, so that a replay is the first answer, byte for byte. */
function writeOnce(ctx: Exchange, { status, body, creditsRemainingMillicredits, replayed }: OnceResponse): void {
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
