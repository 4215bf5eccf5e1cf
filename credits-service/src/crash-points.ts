/**
 * The points before and after every commit that moves reserved credits. Tests make the process fail
 * there.
 */
export const CREDITS_CRASH_POINTS = [
  // Reserve has arrived; nothing is taken.
  'credits.reserving',
  // The amount is off the balance; the caller has no answer.
  'credits.reserved',
  // Capture has arrived; nothing is captured.
  'credits.capturing',
  // Every item that can be captured is captured; the caller has no answer.
  'credits.captured',
  // Release has arrived; nothing is released.
  'credits.releasing',
  // Every item that can be released is released; the caller has no answer.
  'credits.released',
] as const;

export type CreditsCrashPoint = (typeof CREDITS_CRASH_POINTS)[number];
