import type { IncomingMessage, ServerResponse } from 'node:http';
import { renderProblem, type MoneyAfterFailure, type RenderedProblem } from '@prospecting/openapi';
import { hasBody, soleHeader } from '@prospecting/platform/http';
import { toDomainError, type DomainError } from '@prospecting/platform/errors';
import { traceIdOf, type Logger } from '@prospecting/platform/telemetry';
import type { AuthenticatedKey, Authenticator } from '../api-keys/index.js';
import { pathOf } from '../http/request-path.js';
import { OVERLOADED, type Admission } from '../overload/index.js';
import { rateHeaders, type BucketCounter, type RateHeaders } from '../rate-limits/index.js';
import { bucketsOf, intentOf, type Operation } from '../routes/index.js';
import { skimBody, type ReceiveBody } from './body.js';
import type { ExchangeState } from './exchange.js';
import { requireRoomIn } from './handle-request.js';
import type { Observer } from './observe.js';
import { ANSWER_HEADERS, moneyAfter, PROBLEM_TYPE, type Check } from './respond.js';

export interface RefuserOptions {
  /** By full path. */
  readonly operations: ReadonlyMap<string, Operation>;
  readonly authenticator: Pick<Authenticator, 'known'>;
  readonly counter: BucketCounter;
  readonly admission: Admission;
  readonly receiveBody: ReceiveBody;
  readonly observer: Observer;
  readonly check: Check;
  readonly docsUrl: string;
  readonly logger: Logger;
}

/** Returns true when it answers the request, which has no place. */
export type Refuser = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Creates what refuses a request without a place before the middleware begins it. While a gateway
 * is overloaded it refuses most requests, so a refusal has to cost little: no context, no span, and
 * one write. The answer is the one that the middleware would give, and it is counted, checked and
 * logged in the same way.
 *
 * The middleware gets every request that is not certain, when its head has arrived, to have a valid
 * key, an operation, and no place.
 */
export function createRefuser(options: RefuserOptions): Refuser {
  const { admission, authenticator, logger, observer, operations } = options;
  const answer = createAnswer(options);
  return (request, response) => {
    const path = pathOf(request.url ?? '');
    const operation = operations.get(path);
    if (operation === undefined || operation.method !== request.method || !admission.isCrowded(operation)) return false;
    const key = authenticator.known(soleHeader(request, 'authorization'));
    if (key?.account.apiEnabled !== true || !admission.refuses(operation, key.account.id)) return false;

    const startedAt = performance.now();
    const state: ExchangeState = { ...observer.begin(request), key, operation, routePath: path };
    answer({ request, response, state, key, operation })
      .then((status) => observer.end({ method: operation.method, status, state }, performance.now() - startedAt))
      .catch((error: unknown) => {
        logger.error({ err: error, keyId: key.keyId }, 'a request without a place was not refused');
        response.destroy();
      });
    return true;
  };
}

interface Refused {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly state: ExchangeState;
  readonly key: AuthenticatedKey;
  readonly operation: Operation;
}

/** Creates what counts and answers a request. It returns the status. */
function createAnswer({ counter, receiveBody, check, docsUrl }: RefuserOptions): (refused: Refused) => Promise<number> {
  const render = createRenderer(docsUrl);
  return async (refused) => {
    const { request, state, key, operation } = refused;
    const received = await receiveBody(request, operation, key.keyId);
    state.intent = intentOf(operation, skimBody(received).json);
    const buckets = await counter.count(key, bucketsOf(operation, state.intent));
    const error = errorOf(() => requireRoomIn(buckets)) ?? OVERLOADED;
    state.isOverload = error === OVERLOADED;
    state.errorCode = error.code;
    const rendered = render(error, traceIdOf(state.traceparent), moneyAfter(error, state));
    state.payload = rendered.problem;
    check({ state, status: rendered.status });
    write(refused, rendered, rateHeaders(key.limits, buckets));
    return rendered.status;
  };
}

function errorOf(check: () => void): DomainError | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return toDomainError(error);
  }
}

type Rendered = RenderedProblem & { readonly body: string };
type Render = (error: DomainError, traceId: string, money: MoneyAfterFailure) => Rendered;

/** Stands for the trace id in a body that was rendered before. */
const NO_TRACE = '0'.repeat(32);

/** Creates what renders problems. Bodies of OVERLOADED differ only in their trace id. */
function createRenderer(docsUrl: string): Render {
  const prepare = (money: MoneyAfterFailure): Render => {
    const prepared = renderProblem(OVERLOADED, { docsUrl, traceId: NO_TRACE, money });
    const [before = '', after = ''] = JSON.stringify(prepared.problem).split(NO_TRACE);
    return (_error, traceId) => ({
      ...prepared,
      problem: { ...prepared.problem, traceId },
      body: before + traceId + after,
    });
  };
  const prepared = new Map(
    (['untouched', 'untouched by this try', 'open'] as const).map((money) => [money, prepare(money)]),
  );
  return (error, traceId, money) => {
    const ready = error === OVERLOADED ? prepared.get(money) : undefined;
    if (ready !== undefined) return ready(error, traceId, money);
    const rendered = renderProblem(error, { docsUrl, traceId, money });
    return { ...rendered, body: JSON.stringify(rendered.problem) };
  };
}

function write({ request, response }: Refused, { status, headers, body }: Rendered, rates: RateHeaders): void {
  response.writeHead(status, {
    ...ANSWER_HEADERS,
    ...rates,
    ...headers,
    'Content-Type': PROBLEM_TYPE,
    'Content-Length': Buffer.byteLength(body),
    // The parser would read the rest of an unread body as the next request.
    ...(!request.complete && hasBody(request) && { Connection: 'close' }),
  });
  response.end(body);
}
