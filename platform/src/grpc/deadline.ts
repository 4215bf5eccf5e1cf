import { serviceUnavailable } from '../errors/index.js';
import { withTimeout } from '../timing/index.js';
import type { CallContext } from './contract.js';

/**
 * A server refuses work with less time left than this: the caller would stop waiting before the
 * answer.
 */
const MINIMUM_REMAINING_MS = 10;

/** Subtracted on every hop, so that the layer that knows why it is late can still report it. */
const RESERVED_PER_HOP_MS = 20;

export function remainingMs(call: CallContext): number {
  return call.deadlineAt - Date.now();
}

/** Returns the call for the next hop, with a little less time. */
export function nextHop(call: CallContext): CallContext {
  return { ...call, deadlineAt: call.deadlineAt - RESERVED_PER_HOP_MS };
}

/** Throws service_unavailable when too little time is left to do anything useful. */
export function assertDeadlineAhead(call: CallContext, method: string): void {
  if (remainingMs(call) < MINIMUM_REMAINING_MS) throw serviceUnavailable(`${method}: refused, its deadline is over`);
}

/**
 * Returns the result of `work`. Throws service_unavailable at the deadline. The work itself ends by
 * the deadlines of its own statements.
 */
export async function withinDeadline<Result>(
  call: CallContext,
  method: string,
  work: () => Promise<Result>,
): Promise<Result> {
  assertDeadlineAhead(call, method);
  return withTimeout(work(), remainingMs(call), () => {
    throw serviceUnavailable(`${method}: no answer before its deadline`);
  });
}
