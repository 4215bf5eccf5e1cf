/** The steps of a request that is done once, at which tests make the process fail. */
export const GATEWAY_CRASH_POINTS = [
  // The Idempotency-Key is claimed; nothing is asked of any service.
  'gateway.claimed',
  // The work is done, and its response not stored.
  'gateway.worked',
  // Stored, and not answered.
  'gateway.stored',
] as const;

export type GatewayCrashPoint = (typeof GATEWAY_CRASH_POINTS)[number];
