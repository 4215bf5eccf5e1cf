import { serviceUnavailable } from '../errors/index.js';
import type { Call } from './contract.js';

/** A server refuses work with less time left than this: the caller would be gone before the answer. */
const MINIMUM_REMAINING_MS = 10;

/** Kept back on every hop, so that the layer that knows why it is late can still say so. */
const RESERVED_PER_HOP_MS = 20;

export function remainingMs(call: Call): number {
  return call.deadlineAt - Date.now();
}

/** The same call one hop further: a little less time. */
export function nextHop(call: Call): Call {
  return { ...call, deadlineAt: call.deadlineAt - RESERVED_PER_HOP_MS };
}

/** Throws service_unavailable when there is too little time left to do anything useful. */
export function refuseHopeless(call: Call, method: string): void {
  if (remainingMs(call) < MINIMUM_REMAINING_MS) throw serviceUnavailable(`${method}: refused, its deadline is over`);
}

/** The result of `work`, or service_unavailable at the deadline. The work itself is bounded by its own statements' deadlines. */
export async function withinDeadline<Result>(call: Call, method: string, work: () => Promise<Result>): Promise<Result> {
  refuseHopeless(call, method);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(serviceUnavailable(`${method}: no answer before its deadline`)), remainingMs(call));
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
