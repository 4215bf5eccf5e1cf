import type { CrashPoints } from '@prospecting/platform/crash-points';
import { DomainError, serviceUnavailable, validationFailed } from '@prospecting/platform/errors';
import { withinDeadline } from '@prospecting/platform/grpc';
import type { Logger } from '@prospecting/platform/telemetry';
import type { AuthenticatedKey } from '../api-keys/index.js';
import type { Json } from '../http/json-text.js';
import {
  fingerprint,
  once,
  parseIdempotencyKey,
  spendIdOf,
  type GatewayCrashPoint,
  type OnceResponse,
  type ResponseStore,
} from '../idempotency/index.js';
import { isSpend, toCredits, type Operation, type OperationResponse } from '../routes/index.js';
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
  readonly key: AuthenticatedKey;
  readonly path: string;
  readonly body: AcceptedBody | undefined;
  /** The body as it was sent. */
  readonly json: Json;
}

/** Does the work and writes its answer; a spend is done once for its Idempotency-Key. Throws DomainError. */
export async function work(ctx: Exchange, request: AcceptedRequest, options: WorkOptions): Promise<void> {
  const { operation, key, body, json } = request;
  const answer = (timeoutMs: number, spendId?: string): Promise<OperationResponse> => {
    const call = { deadlineAt: Date.now() + timeoutMs, traceparent: ctx.state.traceparent };
    return withinDeadline(call, operation.operationId, () =>
      operation.answer({ key, body, call, ...(spendId !== undefined && { spendId }) }),
    );
  };
  if (isSpend(operation, json)) {
    const spend = (spendId: string): Promise<OperationResponse> => answer(options.spendTimeoutMs, spendId);
    writeOnce(ctx, await spendOnce(ctx, request, spend, options));
  } else {
    write(ctx, operation, await answer(options.timeoutMs));
  }
}

/** Every operation that spends is keyed, and contacts/reveal even when it only quotes. */
async function spendOnce(
  ctx: Exchange,
  { key, path, json }: AcceptedRequest,
  spend: (spendId: string) => Promise<OperationResponse>,
  options: WorkOptions,
): Promise<OnceResponse> {
  const idempotencyKey = requireIdempotencyKey(ctx.req.headersDistinct['idempotency-key'] ?? []);
  // What was last known of a key is good enough to read by, not to spend by.
  if (key.stale) throw serviceUnavailable('the database of keys cannot be asked');
  const keyed = { keyId: key.keyId, idempotencyKey, fingerprint: fingerprint(ctx.method, path, json) };
  const { responseStore: store, logger, crashPoints } = options;
  return once({ store, logger, crashPoints }, keyed, async () => {
    const { body, creditsChargedMillicredits, creditsRemainingMillicredits } = await spend(spendIdOf(keyed));
    ctx.state.creditsChargedMillicredits = creditsChargedMillicredits;
    ctx.state.payload = body;
    return { status: 200, body: Buffer.from(JSON.stringify(body)), creditsRemainingMillicredits };
  });
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
