import type { ErrorCode } from '@prospecting/platform/errors';
import type Koa from 'koa';
import type { AuthenticatedKey } from '../api-keys/index.js';
import type { Intent, Operation, Spend } from '../routes/index.js';

/**
 * Facts about a request that are collected while it is served, and logged, counted and checked at
 * its end.
 */
export interface ExchangeState {
  /** Arrival, by business time. */
  arrivedAt: Date;
  /** W3C trace context of the request. */
  traceparent: string;
  /** Set when the key is found valid. */
  key: AuthenticatedKey | undefined;
  /** Full path of the operation or page, for any method. */
  routePath: string | undefined;
  /** The operation that serves the request. */
  operation: Operation | undefined;
  /** Items of a valid batch. */
  items: number | null;
  /** Set when the body is read. */
  intent: Intent | undefined;
  /** True when it is refused because too many are at work. */
  isOverload: boolean;
  /** Set when a spend has claimed its Idempotency-Key. */
  spend: Spend | undefined;
  /** The JSON body of the answer, for the response guard. */
  payload: object | undefined;
  /** Undefined on success. */
  errorCode: ErrorCode | undefined;
}

export type Exchange = Koa.ParameterizedContext<ExchangeState>;
export type Middleware = Koa.Middleware<ExchangeState>;
