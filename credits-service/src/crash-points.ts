/** Both sides of every commit that moves reserved credits, at which tests make the process fail. */
export const CREDITS_CRASH_POINTS = [
  // Asked to reserve; nothing taken.
  'credits.reserving',
  // Taken off the balance; not answered.
  'credits.reserved',
  // Asked to capture a batch; nothing done.
  'credits.capturing',
  // All of the batch that can be captured is; not answered.
  'credits.captured',
  // Asked to release a batch; nothing done.
  'credits.releasing',
  // All of the batch that can be released is; not answered.
  'credits.released',
] as const;

export type CreditsCrashPoint = (typeof CREDITS_CRASH_POINTS)[number];
