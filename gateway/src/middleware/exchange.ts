import type { ErrorCode } from '@prospecting/platform/errors';
import type Koa from 'koa';
import type { AuthenticatedKey } from '../api-keys/index.js';
import type { Intent, Operation, Spend } from '../routes/index.js';

/** What becomes known of a request while it is served; what is logged, counted and guarded at its end. */
export interface ExchangeState {
  /** When it arrived, by business time. */
  arrivedAt: Date;
  /** W3C trace context of the request. */
  traceparent: string;
  /** Set once the key is found valid. */
  key: AuthenticatedKey | undefined;
  /** Full path of the operation or page that is there, whatever the method. */
  routePath: string | undefined;
  /** The operation that serves it. */
  operation: Operation | undefined;
  /** Items of a valid batch. */
  items: number | null;
  /** What it wants, once its body was read. */
  intent: Intent | undefined;
  /** Set once a spend holds its Idempotency-Key. */
  spend: Spend | undefined;
  /** The body as an object, where it is JSON: for the response guard. */
  payload: object | undefined;
  /** Undefined on success. */
  errorCode: ErrorCode | undefined;
}

export type Exchange = Koa.ParameterizedContext<ExchangeState>;
export type Middleware = Koa.Middleware<ExchangeState>;
